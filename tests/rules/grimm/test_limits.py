"""Limits that keep a race from going on for ever, and the race without one."""

from __future__ import annotations

import pytest

from tests.rules.grimm.table import Table, player

BO = player("Bo", "queen", "chest2")


@pytest.mark.clause("GRM-SETUP-7")
def test_after_nine_ties_the_first_seat_begins() -> None:
    players = [{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]
    table = Table.started(players=players, hands="secret")
    for _ in range(9):
        table.do("roll 4", "roll 4")
        assert table.asks() == "RollForStart Ana"
    table.do("roll 4", "roll 4")
    assert table.asks() == "PlaceChest Ana"


@pytest.mark.clause("GRM-SPACE-6")
def test_a_turn_rolls_again_thirty_times_at_most() -> None:
    table = Table(player("Ana", "wolf", "drop"), BO)
    for _ in range(31):
        assert table.asks() == "Prepare Ana"
        table.put("Ana", "drop").do("roll 1", "move again")
    assert table.asks() == "Prepare Bo"
