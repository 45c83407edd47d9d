"""What a verdict says: rolls and sums, names of spaces, and the rule that decides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.errors import Invalid
from companion.games.grimm import GAME
from companion.games.grimm.log import space_name
from companion.i18n import LANGUAGES, words
from tests.rules.grimm.table import PATHS, SPACES, Table, judge, player, reach

BOARD = {
    "spaces": {name: msgspec.to_builtins(space) for name, space in SPACES.items()},
    "paths": [list(path) for path in PATHS],
}


def named(space: str) -> str:
    """How a space of the small board is called."""
    return words(space_name(Table(player("Ana", "wolf", "red")).state, space), "en")


def dispute(at: str, claim: Any, **more: Any) -> dict[str, Any]:
    """A move of Ana's from a space of the small board."""
    mine = {"at": at} | more.pop("me", {})
    others = more.pop("others", {"Bo": {"at": "chest2"}})
    turn = {"player": "Ana"} | more.pop("turn", {})
    claimed = claim if isinstance(claim, dict) else {"at": claim}
    document = {"format": "dispute/1", "game": "grimm", "board": BOARD, "players": {"Ana": mine} | others}
    return document | {"turn": turn, "claim": claimed} | more


def dispute_of(table: Table, space: str) -> dict[str, Any]:
    written = msgspec.to_builtins(GAME.dispute(table.state, "wolf", space))
    return dict(written)


def told(document: dict[str, Any], language: str = "en") -> str:
    verdict = judge(document)
    lines = verdict.steps or (verdict.because,)
    return " / ".join(words(line, language) for line in lines if line is not None)


def test_every_roll_is_told() -> None:
    document = dispute("drop", "chest1", turn={"roll": [1], "rerolls": [[1]]})
    said = told(document)
    numbers = [list(SPACES).index(space) + 1 for space in ("drop", "again")]
    walk = f"Ana walks {numbers[0]} → {numbers[1]}."
    assert f"Ana rolls 1 and walks 1. / {walk} / Ana rolls again. / Ana rolls 1" in said
    assert "GRM-SPACE-4" in judge(document).clauses


def test_the_sum_of_a_roll_is_told() -> None:
    others = {"Bo": {"at": "again", "character": "dragon", "equipment": 2}}
    wolf = {"character": "wolf", "equipment": 2}
    document = dispute("dead", "again", me=wolf, others=others, turn={"roll": [5, 2], "modifiers": [-3]})
    assert (
        "Ana rolls 5, 2, the lower die counts: 2, +1 for equipment, +2 for prey near, −3 by spells: walks 2."
        in told(document)
    )
    assert {"GRM-MOVE-6", "GRM-POWER-1", "GRM-POWER-7", "GRM-POWER-8"} <= set(judge(document).clauses)


def test_spaces_are_named_not_their_ids() -> None:
    document = dispute("black", "portal", me={"equipment": 3}, turn={"roll": [1]})
    assert "le départ noir → le départ rouge → le portail" in told(document, "fr")


def test_a_roll_that_was_never_made_is_the_reason() -> None:
    document = dispute("red", "draw", turn={"roll": [1], "rerolls": [[2]]})
    verdict = judge(document)
    assert verdict.clauses == ("GRM-SPACE-4",)
    assert "further rolls" in told(document)
    assert verdict.nearest
    assert "draw" not in verdict.nearest


@pytest.mark.clause("GRM-GATE-2")
def test_a_teleporter_that_ends_the_move_is_the_reason() -> None:
    behind = dispute("blue", "chest2", turn={"roll": [2]})
    assert judge(behind).clauses == ("GRM-GATE-1", "GRM-GATE-2")
    on_it = dispute("blue", "gate1", turn={"roll": [1]})
    assert judge(on_it).clauses == ("GRM-GATE-1",)
    stopped = judge(dispute("blue", "gate2", turn={"roll": [3]}))
    assert "GRM-GATE-2" in stopped.clauses
    assert stopped.spent == {"steps": 1}
    assert "steps lost: 2" in told(dispute("blue", "gate2", turn={"roll": [3]}))


def test_equipment_that_cannot_be_is_named() -> None:
    document = dispute("again", {"at": "dead", "equipment": 0}, turn={"roll": [2]}, chest="chest1")
    assert judge(document).clauses == ("GRM-EQUIP-1",)
    assert told(document).endswith(f"on {named('dead')}: 1, not 0.")
    assert "dead" not in judge(document).nearest


@pytest.mark.parametrize(
    ("path", "clause", "said"),
    [
        (["chest1"], "GRM-MOVE-2", "No path leads from {drop} to {chest1}."),
        (["again"], "GRM-MOVE-2", "The way stops on {again} too early: the whole roll is walked."),
        (["again", "chest1", "dead"], "GRM-MOVE-2", "The roll does not lead on behind {chest1}."),
        (["again", "drop"], "GRM-MOVE-3", "Going back to {drop} would turn back within the move."),
    ],
)
def test_the_first_wrong_step_of_a_path_is_named(path: list[str], clause: str, said: str) -> None:
    document = dispute("drop", {"at": "chest1", "path": path}, turn={"steps": 2})
    assert judge(document).clauses == (clause,)
    assert told(document) == said.format(**{space: named(space) for space in SPACES})


@pytest.mark.clause("GRM-MOVE-7")
def test_a_roll_of_nothing_is_the_reason() -> None:
    document = dispute("dead", "chest1", turn={"roll": [2], "modifiers": [-3]})
    assert judge(document).clauses == ("GRM-MOVE-7",)
    assert told(document) == f"The roll comes to 0: Ana stays on {named('dead')}."
    assert "GRM-MOVE-7" in judge(document | {"claim": {"at": "dead"}}).clauses


def test_turning_back_and_distance_are_named() -> None:
    assert judge(dispute("dead", "chest1", turn={"roll": [3]})).clauses == ("GRM-MOVE-3",)
    assert (
        told(dispute("dead", "red", turn={"roll": [3]}))
        == "the red start is 5 steps away, and the roll comes to 3."
    )


@pytest.mark.clause("GRM-EQUIP-6")
def test_the_pawn_under_a_new_chest_takes_it_in_a_dispute_too() -> None:
    others = {"Bo": {"at": "chest2"}}
    document = dispute("again", {"at": "chest1", "equipment": 1}, others=others, chest="chest1")
    document["turn"] |= {"roll": [1], "chests": ["chest2", "chest3"]}
    verdict = judge(document)
    assert verdict.is_legal
    assert "GRM-EQUIP-6" in verdict.clauses
    assert "Bo takes the chest" in told(document)


@pytest.mark.clause("GRM-MOVE-4")
def test_a_pawn_without_any_way_stays() -> None:
    board = {"spaces": {"a": {}, "gate": {"kind": "portal"}}, "paths": [["a", "gate"]]}
    document = dispute("a", "a", board=board, others={}, turn={"roll": [3]})
    assert reach(document) == ("a",)
    assert judge(document).is_legal
    assert "GRM-MOVE-4" in judge(document).clauses


def test_a_dragon_who_comes_to_power_on_the_way_asks_for_two_dice() -> None:
    others = {"Bo": {"at": "chest2", "character": "dragon", "equipment": 1}}
    document = dispute("dead", "drop", others=others, chest="chest1")
    one = document | {"turn": {"player": "Ana", "roll": [2], "rerolls": [[1]], "chests": ["chest2"]}}
    two = document | {"turn": {"player": "Ana", "roll": [2], "rerolls": [[1, 5]], "chests": ["chest2"]}}
    assert reach(one) == ()
    assert reach(two) == ("dead", "draw")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (
            {"board": {"spaces": {"a": {"kind": "portal"}, "b": {"kind": "portal"}}, "paths": []}},
            "board.spaces.b",
        ),
        ({"board": {"spaces": {"red": {}}, "paths": [["red", "red"]]}}, "board.paths.0"),
        ({"turn": {"player": "Ana", "steps": 2, "modifiers": [2]}}, "turn.modifiers"),
        ({"turn": {"player": "Ana", "roll": [2], "modifiers": [77]}}, "turn.modifiers"),
        ({"turn": {"player": "Ana", "roll": [2], "rerolls": [[7]]}}, "turn.rerolls.0"),
        ({"turn": {"player": "Ana", "roll": [2], "chests": ["chest2", "chest2"]}}, "turn.chests.1"),
        ({"turn": {"player": "Ana", "roll": [2], "chests": ["drop"]}}, "turn.chests.0"),
        ({"chest": "drop"}, "chest"),
        (
            {"players": {name: {"at": "red", "character": "wolf"} for name in ("Ana", "Bo")}},
            "players.Bo.character",
        ),
        ({"players": {name: {"at": "red"} for name in ("Ana", "B", "C", "D", "E", "F", "G")}}, "players"),
    ],
)
def test_bad_disputes_are_refused_by_their_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        judge(dispute("red", "draw", turn={"roll": [1]}) | change)
    for language in LANGUAGES:
        assert words(refusal.value.message, language).startswith(field)


def test_a_running_turn_is_disputed_from_what_everybody_held_at_the_roll() -> None:
    heroes = (player("Ana", "wolf", "again"), player("Bo", "queen", "chest2", equipment=2))
    table = Table(*heroes, chest="chest1").do("roll 2", "move chest1").chest_card("2").chest_card("3")
    assert table.hero("Bo").equipment == 3
    document = dispute_of(table, "dead")
    assert document["players"]["Bo"]["equipment"] == 2
    assert judge(document | {"claim": {"at": "dead", "equipment": 1}}).is_legal


def test_a_board_told_without_places_is_named_by_its_ids() -> None:
    board = {"spaces": {"well": {}, "mill": {}}, "paths": [["well", "mill"]]}
    assert "Ana walks well → mill." in told(
        dispute("well", "mill", board=board, others={}, turn={"roll": [1]})
    )
