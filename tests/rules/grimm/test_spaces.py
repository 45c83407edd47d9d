"""What spaces do to a pawn that stops on them or passes."""

from __future__ import annotations

import pytest

from tests.rules.grimm.table import Table, player

BO = player("Bo", "queen", "chest2")


@pytest.mark.clause("GRM-SPACE-1")
def test_a_blank_space_does_nothing() -> None:
    table = Table(player("Ana", "wolf", "yellow"), BO, deck="trip").do("roll 1", "move plain")
    assert table.asks() == "Prepare Bo"
    assert table.hero("Ana").hand == ()


@pytest.mark.clause("GRM-SPACE-2")
def test_a_draw_space_gives_a_card_when_stopping() -> None:
    table = Table(player("Ana", "wolf", "red"), BO, deck="trip trip").do("roll 1", "move draw")
    assert table.asks() == "DrawCard Ana"
    table.do("drawn spells trip")
    assert table.hero("Ana").hand == ("trip",)
    passing = Table(player("Ana", "wolf", "red"), BO, deck="trip").do("roll 2", "move draw drop")
    assert passing.hero("Ana").hand == ()
    full = Table(player("Ana", "wolf", "red", "trip trip trip"), BO, deck="silence").do("roll 1", "move draw")
    assert full.asks() == "DropCard Ana"


@pytest.mark.clause("GRM-SPACE-3")
def test_a_discard_space_takes_a_card_when_there_is_one() -> None:
    table = Table(player("Ana", "wolf", "draw", "trip silence"), BO).do("roll 1", "move drop")
    assert table.asks() == "DropCard Ana"
    table.do("drop Ana trip")
    assert table.hero("Ana").hand == ("silence",)
    empty = Table(player("Ana", "wolf", "draw"), BO).do("roll 1", "move drop")
    assert empty.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-SPACE-4")
def test_a_roll_again_space_gives_another_move() -> None:
    table = Table(player("Ana", "wolf", "drop"), BO).do("roll 1", "move again")
    assert table.asks() == "Prepare Ana"
    assert "draw" not in table.legal()
    table.do("roll 1")
    assert "move drop" in table.legal(), "a new move may turn round"
    table.do("move chest1")
    assert table.asks() == "Prepare Bo"
    passing = Table(player("Ana", "wolf", "drop"), BO).do("roll 2", "move again chest1")
    assert passing.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-SPACE-4")
def test_rolling_again_is_unlimited_unless_the_table_says_once() -> None:
    for option, asks in (("unlimited", "Prepare Ana"), ("once", "Prepare Bo")):
        table = Table(player("Ana", "wolf", "drop", modifier=1), BO, reroll=option)
        table.do(
            "correct place draw Ana",
            "roll 1",
            "move drop again",
            "correct place drop Ana",
            "roll 1",
            "move again",
        )
        assert table.asks() == asks, option


@pytest.mark.clause("GRM-SPACE-5")
def test_a_chest_space_without_the_chest_does_nothing() -> None:
    table = Table(player("Ana", "wolf", "again"), BO, chest="chest3").do("roll 1", "move chest1")
    assert table.hero("Ana").equipment == 0
    assert table.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-GATE-1")
def test_teleporters_act_when_entered_both_ways() -> None:
    table = Table(player("Ana", "wolf", "blue"), BO).do("roll 1", "move gate1")
    assert table.hero("Ana").at == "gate2"
    back = Table(player("Ana", "wolf", "plain"), BO).do("roll 1", "move gate2")
    assert back.hero("Ana").at == "gate1"
    leaving = Table(player("Ana", "wolf", "gate1"), BO).do("roll 1", "move chest3")
    assert leaving.hero("Ana").at == "chest3"


@pytest.mark.clause("GRM-GATE-2")
def test_a_teleporter_ends_the_move() -> None:
    table = Table(player("Ana", "wolf", "blue"), BO).do("roll 6", "move gate1")
    assert table.hero("Ana").at == "gate2"
    assert table.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-GATE-3")
def test_the_piper_walks_on_behind_a_teleporter() -> None:
    table = Table(player("Ana", "piper", "blue", equipment=2), BO).do("roll 1", "move gate1", "move gate2")
    assert table.hero("Ana").at == "gate2"
    assert set(table.legal()) == {"move plain", "move chest2"}
    table.do("move plain")
    assert table.hero("Ana").at == "plain"
    early = Table(player("Ana", "piper", "blue", equipment=1), BO).do("roll 1", "move gate1")
    assert early.hero("Ana").at == "gate2"
    assert early.asks() == "Prepare Bo"
