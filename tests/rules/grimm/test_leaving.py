"""Players who leave the night, and what stays of them on the table."""

from __future__ import annotations

import pytest

from companion.games.grimm import GAME
from tests.rules.grimm.table import Table, player

ANA = player("Ana", "wolf", "red")
BO = player("Bo", "queen", "green", "trip")
CAM = player("Cam", "dragon", "blue")


@pytest.mark.clause("GRM-LEAVE-1")
def test_a_turn_ends_when_its_player_leaves() -> None:
    assert Table(ANA, BO).leaves("Ana").asks() == "Prepare Bo"
    walking = Table(ANA, BO).do("roll 3").leaves("Ana")
    assert walking.asks() == "Prepare Bo"
    assert walking.hero("Ana").at == "red"


@pytest.mark.clause("GRM-LEAVE-1")
def test_nothing_is_drawn_or_discarded_for_who_has_left() -> None:
    drawing = Table(ANA, BO, deck="trip").do("roll 1", "move draw").leaves("Ana")
    assert drawing.asks() == "Prepare Bo"
    assert drawing.hero("Ana").hand == ()
    robbed = Table(player("Ana", "wolf", "red", "pickpocket"), BO, CAM)
    robbed.do("cast Ana pickpocket Bo", "pass").leaves("Bo")
    assert robbed.hero("Bo").hand == ("trip",), "nothing is taken out of an absent hand"
    assert robbed.asks() == "Prepare Ana"


@pytest.mark.clause("GRM-LEAVE-2")
def test_nobody_can_choose_an_absent_player() -> None:
    ana = player("Ana", "wolf", "red", "trip pickpocket swap-places")
    table = Table(ana, BO, CAM).leaves("Bo")
    assert not [line for line in table.legal() if line.startswith("cast") and line.endswith(" Bo")]
    assert table.refused("cast Ana trip Bo").clauses == ("GRM-LEAVE-2",)
    assert "cast Ana trip Cam" in table.legal()
    assert "cast Ana trip Bo" in table.returns("Bo").legal()


@pytest.mark.clause("GRM-LEAVE-2")
def test_a_spell_for_all_passes_an_absent_player_by() -> None:
    ana = player("Ana", "rapunzel", "red", "destruction", equipment=2)
    bo = player("Bo", "queen", "green", "trip", equipment=1)
    cam = player("Cam", "dragon", "blue", equipment=1)
    table = Table(ana, bo, cam).leaves("Bo").do("cast Ana destruction")
    assert table.hero("Bo").equipment == 1
    assert table.hero("Cam").equipment == 0


@pytest.mark.clause("GRM-LEAVE-2")
def test_a_target_that_leaves_is_spared() -> None:
    table = Table(player("Ana", "wolf", "red", "destruction"), player("Bo", "queen", "green", "trip", 1), CAM)
    table.do("cast Ana destruction Bo").leaves("Bo")
    assert table.hero("Bo").equipment == 1


@pytest.mark.clause("GRM-LEAVE-2")
def test_the_queen_is_not_offered_the_hand_of_an_absent_player() -> None:
    queen = player("Ana", "queen", "red", equipment=2)
    table = Table(queen, player("Bo", "wolf", "green", "trip"), player("Cam", "piper", "blue", "silence"))
    table.with_queen_asked().leaves("Bo")
    assert set(table.legal()) == {"look Cam", "take Cam silence", "decline"}
    assert table.refused("take Bo trip").clauses == ("GRM-LEAVE-2",)


@pytest.mark.clause("GRM-LEAVE-2")
def test_an_absent_dragon_and_an_absent_prey_do_not_count() -> None:
    dragon = player("Cam", "dragon", "blue", equipment=2)
    assert "roll 3 5" in Table(ANA, dragon).legal()
    assert "roll 3" in Table(ANA, dragon, BO).leaves("Cam").legal()
    hunter = player("Ana", "wolf", "dead", equipment=2)
    near, far = player("Bo", "queen", "again"), player("Cam", "piper", "purple")
    assert Table(hunter, near, far).do("roll 1").state.rolled.total == 4  # type: ignore[union-attr]
    left = Table(hunter, near, far).leaves("Bo").do("roll 1")
    assert left.state.rolled.total == 2  # type: ignore[union-attr]


def started() -> Table:
    names = {"Ana": "wolf", "Bo": "queen", "Cam": "piper"}
    players = [{"name": name, "character": character} for name, character in names.items()]
    return Table.started(players=players, hands="secret")


@pytest.mark.clause("GRM-LEAVE-3")
def test_an_absent_player_does_not_roll_for_the_first_turn() -> None:
    table = started().leaves("Bo").do("roll 2")
    assert table.asks() == "RollForStart Cam"
    table.do("roll 1")
    assert table.asks() == "PlaceChest Ana"
    gone_after_rolling = started().do("roll 2", "roll 6").leaves("Bo").do("roll 1")
    assert gone_after_rolling.asks() == "PlaceChest Ana"


@pytest.mark.clause("GRM-LEAVE-3")
def test_who_is_left_alone_begins_without_a_roll() -> None:
    tied = started().do("roll 5", "roll 5", "roll 1").leaves("Ana")
    assert tied.asks() == "PlaceChest Bo"
    both = started().do("roll 5", "roll 5", "roll 1").leaves("Ana").leaves("Bo")
    assert both.asks() == "PlaceChest Cam"
    assert both.chest_card("1").asks() == "Prepare Cam"


@pytest.mark.clause("GRM-LEAVE-4")
def test_the_next_player_turns_the_chest_card_of_who_has_left() -> None:
    table = (
        Table(player("Ana", "wolf", "again"), BO, chest="chest1").do("roll 1", "move chest1").leaves("Ana")
    )
    assert table.asks() == "PlaceChest Bo"
    assert table.chest_card("2").state.chest == "chest2"
    assert table.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-LEAVE-4")
def test_a_chest_under_an_absent_pawn_stays() -> None:
    table = Table(player("Ana", "wolf", "again"), player("Bo", "queen", "chest2"), CAM, chest="chest1")
    table.leaves("Bo").do("roll 1", "move chest1").chest_card("2")
    assert table.state.chest == "chest2"
    assert table.hero("Bo").equipment == 0


def test_the_last_one_cannot_leave() -> None:
    table = Table(ANA, BO).leaves("Bo")
    with pytest.raises(AssertionError):
        table.refused("roll 1")
    assert GAME.outcome(table.state) is None
