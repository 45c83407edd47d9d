"""Disputed moves: the same rules, from a document."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.errors import Illegal, Invalid
from companion.core.flow import TurnOrder
from companion.games.grimm import GAME
from companion.games.grimm.state import Walk
from companion.i18n import LANGUAGES, words
from tests.rules.grimm.table import PATHS, SHIPPED, SPACES, Table, judge, player, reach

BOARD = {
    "spaces": {name: {"kind": space.kind, "mark": space.mark} for name, space in SPACES.items()},
    "paths": [list(path) for path in PATHS],
}


def dispute(at: str, roll: Any, claim: str | None = None, **more: Any) -> dict[str, Any]:
    mine = {"at": at, "character": more.pop("character", "queen"), "equipment": more.pop("equipment", 0)}
    others = more.pop("others", {"Bo": {"at": "chest2", "character": "rapunzel"}})
    turn = {"player": "Ana", "roll": roll, **more.pop("turn", {})}
    document: dict[str, Any] = {
        "format": "dispute/1", "game": "grimm", "board": BOARD, "players": {"Ana": mine, **others},
        "turn": turn, **more,
    }  # fmt: skip
    return document if claim is None else {**document, "claim": {"at": claim}}


def test_a_legal_move_shows_one_way() -> None:
    verdict = judge(dispute("drop", [2], "chest1"))
    assert verdict.is_legal
    assert verdict.path == ("drop", "again", "chest1")
    assert verdict.spent == {"steps": 2}
    assert set(verdict.clauses) <= set(GAME.clauses)
    for language in LANGUAGES:
        assert all(words(step, language) != step.key for step in verdict.steps)


def test_an_illegal_move_says_why_and_what_is_near() -> None:
    verdict = judge(dispute("drop", [2], "dead"))
    assert not verdict.is_legal
    assert verdict.nearest == ("chest1", "red")
    closed = judge(dispute("red", [1], "portal", equipment=1))
    assert closed.clauses == ("GRM-PORTAL-1",)


def test_modifiers_powers_and_dragons_count() -> None:
    assert reach(dispute("dead", [1])) == ("chest1",)
    assert reach(dispute("dead", [1], equipment=1)) == ("again",)
    assert reach(dispute("dead", [1], turn={"modifiers": [2]})) == ("drop",)
    assert reach(dispute("dead", [2], turn={"modifiers": [-3]})) == ("dead",)
    near = {"Bo": {"at": "again"}}
    assert reach(dispute("dead", [1], character="wolf", equipment=2, others=near)) == ("draw",)
    dragon = {"Bo": {"at": "chest2", "character": "dragon", "equipment": 2}}
    assert reach(dispute("dead", [5, 1], others=dragon)) == ("chest1",)
    with pytest.raises(Invalid):
        reach(dispute("dead", [5], others=dragon))


def test_chests_teleporters_and_rolling_again() -> None:
    third = dispute("dead", [5], equipment=2, chest="chest1")
    assert reach(third) == ("black", "blue", "portal"), "5 + 1 steps: the third piece opens the portal"
    assert judge({**third, "claim": {"at": "portal", "equipment": 3}}).is_legal
    assert not judge({**third, "claim": {"at": "portal", "equipment": 2}}).is_legal
    assert reach(dispute("blue", [1])) == ("gate2", "green", "red")
    piper = dispute("blue", [1], character="piper", equipment=2)
    assert {"chest2", "plain", "chest3"} <= set(reach(piper))
    assert reach(dispute("drop", [1], turn={"rerolls": [[1]]})) == ("chest1", "drop")
    assert judge({**dispute("drop", [2]), "claim": {"at": "chest1", "path": ["again", "chest1"]}}).is_legal


def test_a_power_may_be_said_instead_of_a_known_character() -> None:
    near = {"Bo": {"at": "again"}}
    own = dispute("dead", [1], character="troll", equipment=2, others=near)
    own["players"]["Ana"]["power"] = "wolf"
    assert reach(own) == ("draw",)
    hood = dispute(
        "dead", [1], character="red-riding-hood", equipment=2, others=near, options={"hood_power": "wolf"}
    )
    assert reach(hood) == ("draw",)


def test_options_are_house_rules_of_the_dispute_too() -> None:
    exact = dispute("blue", [3], equipment=3, options={"portal_exact": True})
    assert "portal" not in reach(exact)
    assert "portal" in reach(dispute("blue", [3], equipment=3))


def test_an_installed_board_is_named() -> None:
    board = next(iter(SHIPPED.of_kind("boards")))
    document = {**dispute("red", [1]), "board": board}
    document["players"] = {"Ana": {"at": "red"}}
    assert set(reach(document)) == {"n", "yellow", "b1"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"turn": {"player": "Zoe", "roll": [1]}}, "turn.player"),
        ({"turn": {"player": "Ana"}}, "turn.roll"),
        ({"turn": {"player": "Ana", "roll": [9]}}, "turn.roll"),
        ({"turn": {"player": "Ana", "steps": 99}}, "turn.steps"),
        ({"turn": {"player": "Ana", "steps": 2, "rolls": 1}}, "rolls"),
        ({"chest": "moon"}, "chest"),
        ({"players": {"Ana": {"at": "moon"}}}, "players.Ana.at"),
        ({"players": {"Ana": {"at": "red", "character": "elf"}}}, "players.Ana.character"),
        ({"players": {"Ana": {"at": "red", "equipment": 7}}}, "players.Ana.equipment"),
        ({"board": {"spaces": {"red": {}}, "paths": [["red", "x"]]}}, "board.paths.0"),
        ({"board": {"spaces": {"red": {"kind": "teleporter"}}, "paths": []}}, "board.spaces.red"),
        ({"board": "atlantis"}, "atlantis"),
        ({"claim": {"at": "moon"}}, "claim.at"),
        ({"claim": None}, "claim"),
        ({"format": "dispute/2"}, "format"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_bad_documents_name_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        judge({**dispute("red", [1], "blue"), **change})
    said = " ".join(words(part, "en") for part in (refusal.value.message, *refusal.value.details))
    assert field in said


def test_a_running_turn_is_written_as_a_dispute_that_agrees_with_the_board() -> None:
    random = Random(5)
    judged = 0
    state = GAME.new_state({"players": ["Ana", "Bo", "Cleo"]}, SHIPPED)
    for _ in range(700):
        legal = GAME.offers(state)
        if not legal:
            break
        walk = state.now
        if isinstance(walk, Walk) and walk.player == walk.pawn and len(walk.trail) == 1:
            pawn = state.hero(walk.pawn).character
            lit = GAME.reachable(state, pawn)
            document = msgspec.json.decode(msgspec.json.encode(GAME.dispute(state, pawn, lit[0])))
            assert reach(document) == tuple(lit)
            assert judge(document).is_legal
            judged += 1
        for event in GAME.decide(state, random.choice(legal)):
            state = GAME.evolve(state, event)
    assert judged > 20


def test_there_is_nothing_to_dispute_before_a_roll() -> None:
    with pytest.raises(Illegal):
        GAME.dispute(Table(player("Ana", "wolf", "red"), player("Bo", "queen", "blue")).state, "wolf", "blue")


def test_every_turn_that_a_screen_offers_for_dispute_can_be_judged() -> None:
    random = Random(9)
    clockwise = {phase.id for phase in GAME.flow.phases if phase.order is TurnOrder.CLOCKWISE}
    disputed = 0
    state = GAME.new_state({"players": ["Ana", "Bo"]}, SHIPPED)
    for _ in range(500):
        legal = GAME.offers(state)
        if not legal:
            break
        view = GAME.view(state)
        if view.phase in clockwise:
            assert view.board is not None
            active = next(piece.id for piece in view.board.pieces if piece.is_active)
            judge(GAME.dispute(state, active, view.board.spaces[0].id))
            disputed += 1
        for event in GAME.decide(state, random.choice(legal)):
            state = GAME.evolve(state, event)
    assert disputed > 20


def test_the_documented_example_is_true() -> None:
    page = (Path(__file__).parents[3] / "docs/dispute-grimm.md").read_text("utf-8")
    document = msgspec.json.decode(page.split("```json")[1].split("```")[0])
    verdict = judge(document)
    assert verdict.is_legal
    assert verdict.spent == {"steps": 1}
    assert reach(document) == ("cave", "well")
    assert '"spaces": ["cave", "well"]' in page
