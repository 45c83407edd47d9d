"""Equipment and what it gives: chests, +1, the unique powers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.grimm import GAME
from tests.rules.grimm.table import Table, player

BO = player("Bo", "queen", "purple")


def total(table: Table) -> int:
    assert table.state.rolled is not None
    return table.state.rolled.total


@pytest.mark.clause("GRM-EQUIP-1")
def test_passing_takes_the_chest_and_the_move_goes_on() -> None:
    table = Table(player("Ana", "piper", "drop"), BO, chest="chest1").do("roll 3")
    assert "move again chest1" in table.legal()
    table.do("move again chest1", "drawn chests 3")
    assert table.hero("Ana").equipment == 1
    table.do("move dead")
    assert table.hero("Ana").at == "dead"
    stop = Table(player("Ana", "piper", "drop"), BO, chest="chest1", chest_by="stopping").do("roll 3")
    stop.do("move again chest1 dead")
    assert stop.hero("Ana").equipment == 0
    stop = Table(player("Ana", "piper", "drop"), BO, chest="chest1", chest_by="stopping").do("roll 2")
    stop.do("move again chest1")
    assert stop.hero("Ana").equipment == 1


@pytest.mark.clause("GRM-EQUIP-2")
def test_a_chest_gives_one_piece_of_the_own_colour() -> None:
    table = Table(player("Ana", "piper", "again"), BO, chest="chest1").do("roll 1", "move chest1")
    assert table.hero("Ana").equipment == 1
    card = next(card for card in GAME.view(table.state).cards if card.owner == "Ana")
    assert (card.id, card.value) == ("piper", 1)


@pytest.mark.clause("GRM-EQUIP-3")
def test_the_taker_turns_the_next_card_and_may_take_that_chest_too() -> None:
    table = Table(player("Ana", "piper", "end3"), BO, chest="chest3").do("roll 6", "move chest3")
    assert table.asks() == "PlaceChest Ana"
    table.do("drawn chests 1")
    assert table.state.chest == "chest1"
    both = Table(player("Ana", "piper", "chest2"), BO, chest="chest2").do("correct chest chest3")
    both.do("correct place end3 Ana", "roll 1", "move chest3", "drawn chests 1")
    assert both.hero("Ana").equipment == 1


@pytest.mark.clause("GRM-EQUIP-4")
def test_there_is_one_chest_at_most() -> None:
    table = Table(player("Ana", "piper", "again"), BO, chest="chest1").do("roll 1", "move chest1")
    assert table.state.chest == ""
    table.do("drawn chests 2")
    pieces = GAME.view(table.state).board.pieces  # type: ignore[union-attr]
    assert [piece.space for piece in pieces if piece.id == "chest"] == ["chest2"]


@pytest.mark.clause("GRM-EQUIP-5")
def test_with_three_pieces_the_chest_stays() -> None:
    table = Table(player("Ana", "piper", "again", equipment=3), BO, chest="chest1").do("roll 1")
    table.do("move chest1 dead")
    assert table.hero("Ana").equipment == 3
    assert table.state.chest == "chest1"


@pytest.mark.clause("GRM-EQUIP-6")
def test_a_chest_under_a_pawn_is_taken_at_once() -> None:
    heroes = (player("Ana", "piper", "again"), player("Bo", "wolf", "chest2"))
    table = Table(*heroes, chest="chest1").do("roll 1", "move chest1", "drawn chests 2")
    assert table.hero("Bo").equipment == 1
    assert table.asks() == "PlaceChest Bo"
    off = Table(*heroes, chest="chest1", chest_under_pawn=False).do("roll 1", "move chest1", "drawn chests 2")
    assert off.hero("Bo").equipment == 0
    assert off.state.chest == "chest2"


@pytest.mark.clause("GRM-CHEST-1")
def test_no_chest_comes_twice_running_in_one_place() -> None:
    table = Table.started(players=["Ana", "Bo"], hands="secret")
    table.do("drawn characters piper", "drawn characters queen", "roll 2", "roll 1", "drawn chests 1")
    table.do("correct place again Ana", "roll 1", "move chest1")
    assert table.refused("drawn chests 1").clauses == ("GRM-CHEST-1",)
    assert set(table.legal()) == {"drawn chests 2", "drawn chests 3"}
    table.do("drawn chests 2")
    assert table.state.chest_card == "2"


@pytest.mark.clause("GRM-CHEST-2")
def test_a_chest_card_names_a_numbered_space() -> None:
    table = Table(player("Ana", "piper", "again"), BO, chest="chest1").do("roll 1", "move chest1")
    assert table.refused("drawn chests 9").kind == "invalid"
    assert table.do("drawn chests 3").state.chest == "chest3"


@pytest.mark.clause("GRM-POWER-1")
@pytest.mark.parametrize(("equipment", "steps"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_equipment_adds_one(equipment: int, steps: int) -> None:
    table = Table(player("Ana", "piper", "red", equipment=equipment), BO).do("roll 2")
    assert total(table) == steps


@pytest.mark.clause("GRM-POWER-2")
def test_the_unique_power_needs_two_pieces() -> None:
    one = Table(player("Ana", "wolf", "red", equipment=1), BO).do("roll 1")
    two = Table(player("Ana", "wolf", "red", equipment=2), BO).do("roll 1")
    assert (total(one), total(two)) == (2, 4)


@pytest.mark.clause("GRM-POWER-3")
def test_a_destroyed_piece_takes_the_power_away_at_once() -> None:
    piper = player("Ana", "piper", "blue", equipment=2)
    thief = player("Bo", "queen", "purple", "destruction")
    table = Table(piper, thief).do("roll 3", "move gate1")
    assert "move gate2" in table.legal(), "a Piper in power chooses"
    table.do("cast Bo destruction Ana")
    assert table.hero("Ana").at == "gate2", "without the power the teleporter acts at once"
    assert table.hero("Ana").equipment == 1
    wolf = Table(player("Ana", "wolf", "red", equipment=2), thief).do("cast Bo destruction Ana", "roll 1")
    assert total(wolf) == 2


@pytest.mark.clause("GRM-POWER-4")
def test_red_riding_hood_has_no_power_unless_the_table_gives_one() -> None:
    hood = player("Ana", "red-riding-hood", "red", equipment=2)
    assert total(Table(hood, BO).do("roll 1")) == 2
    assert total(Table(hood, BO, hood_power="wolf").do("roll 1")) == 4
    typed = Table(hood, BO, hood_power="text", hood_text="May jump a stream.")
    card = next(card for card in GAME.view(typed.state).cards if card.owner == "Ana")
    assert card.lines[-1].texts == {"": "May jump a stream."}
    assert total(typed.do("roll 1")) == 2


@pytest.mark.clause("GRM-POWER-5")
def test_the_piper_ignores_discards_and_may_refuse_teleporters() -> None:
    stop = Table(player("Ana", "piper", "red", "trip", equipment=2), BO).do("roll 1", "move draw drop")
    assert stop.hero("Ana").hand == ("trip",)
    past = Table(player("Ana", "piper", "blue", equipment=2), BO).do("roll 2", "move gate1")
    assert {"move gate2", "move chest3 end3"} <= set(past.legal())
    past.do("move chest3 end3")
    assert past.hero("Ana").at == "end3"
    here = Table(player("Ana", "piper", "green", equipment=2), BO).do("roll 1", "move blue", "move gate1")
    assert set(here.legal()) == {"move gate2", "stay"}
    assert here.do("stay").hero("Ana").at == "gate1"


@pytest.mark.clause("GRM-POWER-6")
def test_rapunzels_four_spells_strike_all_others() -> None:
    def rapunzel(spell: str, pieces: int = 2) -> Table:
        return Table(
            player("Ana", "rapunzel", "red", spell, equipment=pieces),
            player("Bo", "piper", "purple", "boo", equipment=1, is_spent=True),
            player("Cleo", "queen", "dead", "boo", equipment=1, is_spent=True),
        )

    slowed = rapunzel("trip").do("cast Ana trip")
    assert [hero.modifier for hero in slowed.state.heroes] == [0, -3, -3]
    hushed = rapunzel("silence").do("cast Ana silence")
    assert [bool(hero.silenced) for hero in hushed.state.heroes] == [False, True, True]
    poor = rapunzel("destruction").do("cast Ana destruction")
    assert [hero.equipment for hero in poor.state.heroes] == [2, 0, 0]
    drops = rapunzel("leaky-pocket").do("cast Ana leaky-pocket", "drop Bo boo")
    assert drops.asks() == "DropCard Cleo"
    assert rapunzel("trip").refused("cast Ana trip Bo").clauses == ("GRM-SPELL-4", "GRM-POWER-6")
    assert "cast Ana pickpocket Bo" in rapunzel("pickpocket").legal(), "other spells keep one target"
    assert "cast Ana trip Bo" in rapunzel("trip", 1).legal()


@pytest.mark.clause("GRM-POWER-7")
@pytest.mark.parametrize(("prey", "steps"), [("purple", 4), ("chest1", 4), ("dead", 2), ("chest2", 2)])
def test_the_wolf_smells_prey_within_four_steps(prey: str, steps: int) -> None:
    wolf = player("Ana", "wolf", "red", equipment=2)
    assert total(Table(wolf, player("Bo", "queen", prey)).do("roll 1")) == steps


@pytest.mark.clause("GRM-POWER-7")
def test_the_wolf_counts_no_teleporter_and_no_way_through_the_portal() -> None:
    wolf = player("Ana", "wolf", "chest3", equipment=2)
    assert total(Table(wolf, player("Bo", "queen", "gate2")).do("roll 1")) == 2
    wolf = player("Ana", "wolf", "drop", equipment=2)
    assert total(Table(wolf, player("Bo", "queen", "yellow")).do("roll 1")) == 2


@pytest.mark.clause("GRM-POWER-8")
def test_the_dragons_victims_roll_two_dice_and_count_the_lower() -> None:
    dragon = player("Bo", "dragon", "dead", equipment=2)
    table = Table(player("Ana", "piper", "green"), dragon)
    assert table.refused("roll 3").kind == "invalid"
    assert len(GAME.view(table.state).dice.dice) == 2  # type: ignore[union-attr]
    assert total(table.do("roll 5 2")) == 2
    again = Table(player("Ana", "piper", "draw"), dragon).do("roll 2 6", "move drop again")
    assert "roll 1 6" in again.legal(), "also for a roll again"
    own = Table(dragon, player("Ana", "piper", "green"))
    assert own.refused("roll 3 4").kind == "invalid"
    assert (
        "roll 1"
        in Table(player("Ana", "piper", "green"), player("Bo", "dragon", "dead", equipment=1)).legal()
    )


@pytest.mark.clause("GRM-POWER-9")
def test_the_queen_takes_a_card_with_her_second_piece_and_each_turn() -> None:
    queen = player("Ana", "queen", "again", equipment=1)
    victim = player("Bo", "piper", "blue", "trip silence", is_spent=True)
    table = Table(queen, victim, chest="chest1").do("roll 1", "move chest1", "drawn chests 2")
    assert table.asks() == "TakePower Ana"
    assert set(table.legal()) == {"look Bo", "take Bo trip", "take Bo silence", "decline"}
    table.do("take Bo silence")
    assert table.hero("Ana").hand == ("silence",)
    table.do("move dead", "end", "roll 1", "move green", "end")
    assert table.asks() == "TakePower Ana"
    assert table.do("decline").asks() == "Prepare Ana"


@pytest.mark.clause("GRM-POWER-9")
@pytest.mark.clause("GRM-POWER-10")
def test_a_queen_with_a_full_hand_discards_first() -> None:
    queen = player("Ana", "queen", "red", "trip trip trip", equipment=2)
    table = Table(queen, player("Bo", "piper", "blue", "silence")).with_queen_asked()
    assert table.refused("take Bo silence").clauses == ("GRM-POWER-10", "GRM-HAND-1")
    assert set(table.legal()) == {"drop Ana trip", "decline"}
    shown = GAME.view(table.state, None)
    assert shown.prompt.detail is not None
    assert shown.prompt.detail.key == "grimm.prompt.takepower.full"
    assert [choice.command["command"] for choice in shown.choices if choice.group == "secret"] == ["Drop"]
    table.do("drop Ana trip", "take Bo silence")
    assert table.hero("Ana").hand == ("trip", "trip", "silence")
    assert table.hero("Bo").hand == ()


@pytest.mark.clause("GRM-POWER-9")
def test_the_queen_sees_one_hand_and_takes_out_of_it() -> None:
    queen = player("Ana", "queen", "red", equipment=2)
    others = (player("Bo", "piper", "blue", "silence trip"), player("Cy", "wolf", "green", "pickpocket"))
    table = Table(queen, *others).with_queen_asked()

    def offered(viewer: str) -> list[tuple[str, list[Any]]]:
        shown = [choice for choice in GAME.view(table.state, viewer).choices if choice.group == "secret"]
        return [
            (choice.command["victim"], [option.value for ask in choice.asks for option in ask.options])
            for choice in shown
            if choice.player == "Ana" and "victim" in choice.command
        ]

    assert offered("Ana") == [("Bo", []), ("Cy", [])], "no card of a hand at which she has not looked"
    table.do("look Bo")
    assert offered("Ana") == [("Bo", ["silence", "trip"])]
    assert offered("Cy") == []
    assert set(table.legal()) == {"take Bo silence", "take Bo trip", "decline"}
    assert table.refused("look Cy").clauses == ("GRM-POWER-9",)
    assert table.refused("take Cy pickpocket").clauses == ("GRM-POWER-9",)
    assert table.refused("take Cy trip").message == table.refused("take Cy pickpocket").message
    assert table.do("take Bo trip").hero("Ana").hand == ("trip",)
