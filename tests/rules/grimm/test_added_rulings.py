"""Rulings added after the first races: chests and pawns that stay, powers lost on the way, the one portal."""

from __future__ import annotations

import pytest

from companion.games.grimm.options import Options
from tests.rules.grimm.table import Table, player

BO = player("Bo", "queen", "chest2")


@pytest.mark.clause("GRM-TURN-7")
def test_no_limit_of_rounds_unless_the_table_asks() -> None:
    assert Options().round_limit is None
    table = Table(player("Ana", "wolf", "purple"), player("Bo", "queen", "purple"))
    for _ in range(70):
        table.put("Ana", "dead").do("roll 1", "move chest1").put("Bo", "dead").do("roll 1", "move chest1")
    assert table.state.round == 71
    assert not table.state.is_over


@pytest.mark.clause("GRM-EQUIP-7")
def test_a_chest_is_not_opened_after_a_loss_but_on_coming_back() -> None:
    ana = player("Ana", "red-riding-hood", "chest1", equipment=3)
    table = Table(ana, player("Bo", "queen", "green", "destruction"), chest="chest1")
    table.do("cast Bo destruction Ana")
    assert (table.hero("Ana").equipment, table.state.chest) == (2, "chest1")
    table.do("roll 1", "move again drop", "roll 1", "move blue")
    assert table.hero("Ana").equipment == 2, "leaving does not open it"
    table.do("roll 1", "move again chest1")
    assert table.hero("Ana").equipment == 3


@pytest.mark.clause("GRM-GATE-4")
def test_a_piper_who_loses_the_power_behind_a_teleporter_stops() -> None:
    bo = player("Bo", "queen", "green", "destruction")
    table = Table(player("Ana", "piper", "blue", equipment=2), bo).do("roll 3", "move gate1", "move gate2")
    assert table.asks() == "Walk Ana"
    table.do("cast Bo destruction Ana")
    assert table.hero("Ana").at == "gate2"
    assert table.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-PORTAL-3")
def test_a_spell_never_moves_a_pawn_through_the_portal() -> None:
    ana = player("Ana", "wolf", "green", "fear-of-tales")
    table = Table(ana, player("Bo", "queen", "red", equipment=3)).do("cast Ana fear-of-tales Bo")
    assert table.asks() == "Walk Ana"
    assert not [line for line in table.legal() if "portal" in line]
    assert table.refused("move portal").clauses == ("GRM-PORTAL-3",)
