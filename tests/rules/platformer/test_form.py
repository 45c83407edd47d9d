"""The worked examples of the form, and every defect of a document named by its field."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.core.patience import Patience
from companion.games.platformer.dispute import judge as judging
from companion.games.platformer.dispute.answers import reach
from companion.games.platformer.dispute.forms import ClaimForm
from companion.games.platformer.dispute.judge import find_end, judge
from companion.games.platformer.dispute.read import read_dispute
from companion.games.platformer.turn import search
from tests.bench.platformer_turns import typical_turn
from tests.yardsticks import platformer as plain
from tests.yardsticks.platformer_disputes import random_dispute, random_question, with_claim

from .turns import WORKED, enemy


def test_the_worked_example() -> None:
    assert reach(WORKED) == {
        "spaces": [(1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)],
        "fainted": True,
    }
    verdict = judge(WORKED)
    assert verdict.is_legal
    assert verdict.spent == {"boot": 1, "monster": 1}  # the wolf would strike a hero of two hearts down
    assert verdict.path == ("3/1", "3/2")
    assert {"PLT-STEP-1", "PLT-ACT-6"} <= set(verdict.clauses)


def test_a_turn_without_dice_stays() -> None:
    assert reach({**WORKED, "turn": {"player": "sweety"}}) == {"spaces": [(3, 1)], "fainted": False}


def test_an_impossible_end_names_what_was_lacking() -> None:
    verdict = judge({**WORKED, "claim": {"at": [1, 3]}})
    assert not verdict.is_legal
    assert verdict.because is not None
    assert verdict.nearest[0] == (1, 2)
    far = {
        **WORKED,
        "players": {"sweety": {"at": [3, 1], "health": 9}},
        "enemies": {},
        "claim": {"at": [1, 1]},
    }
    far["turn"] = {"player": "sweety", "symbols": {"boot": 1}}
    lacking = judge(far).because
    assert lacking is not None
    assert lacking.key == "platformer.no.lacks"


def test_a_claim_that_is_not_found_quickly_is_looked_for_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = typical_turn(1010) | {"claim": {"at": [7, 3]}}
    dispute = read_dispute(raw)
    assert find_end(dispute, ClaimForm((7, 3)), dispute.pool, most=100) is None
    monkeypatch.setattr(judging, "QUICKLY", 100)
    assert judge(raw).is_legal


def test_a_push_is_told_of_a_hero_that_faints_in_a_trap_it_walks_on() -> None:
    verdict = judge(
        {
            **WORKED,
            "options": {"trap_on_walk": True},
            "board": {"columns": 3, "rows": 1, "traps": [[2, 1]]},
            "players": {"sweety": {"at": [1, 1], "health": 1}},
            "enemies": {"wolf": {"at": [2, 1], "health": 3, "damage": 0}},
            "turn": {"player": "sweety", "symbols": {"boot": 1}},
            "claim": {"at": None, "enemies": {"wolf": [3, 1]}},
        }
    )
    assert verdict.is_legal
    assert "platformer.told.push" in {step.key for step in verdict.steps}


DEFECTS: list[tuple[str, Any, str]] = [
    ("enemies.wolf.at", [3, 1], "enemies.wolf.at"),
    ("enemies.wolf.at", [9, 1], "enemies.wolf.at"),
    ("enemies.wolf.health", 0, "enemies.wolf.health"),
    ("board.walls", [[5, 1]], "board.walls[0]"),
    ("board.traps", [[1, 9]], "board.traps[0]"),
    ("board.levels", [1, 5], "board.levels"),
    ("board.levels", [2], "board.levels"),
    ("board.levels", [], "board.levels"),
    ("board.columns", 0, "board.columns"),
    ("board.stairs", [], "board.stairs: is not a known field; expected one of"),
    ("turn.symbols.shoe", 1, "turn.symbols.shoe: expected one of: boot"),
    ("turn.symbols.boot", -1, "turn.symbols.boot"),
    ("turn.player", "alys", "turn.player"),
    ("players.etern.fainted_on_boss", True, "players.etern.fainted_on_boss"),
    ("players.etern.max_health", 1, "players.etern.max_health"),
    ("players.etern.special", "shoe", "players.etern.special"),
    ("options.no_boost", "shoe", "options.no_boost"),
    ("claim.at", [0, 1], "claim.at"),
    ("claim.defeated", ["bat"], "claim.defeated[0]"),
    ("claim.players", {"alys": [1, 1]}, "claim.players.alys"),
    ("claim.enemies", {"bat": [1, 1]}, "claim.enemies.bat"),
    ("weather", "rain", "weather"),
]


@pytest.mark.parametrize(("field", "value", "named"), DEFECTS, ids=[f"{d[0]}={d[1]}" for d in DEFECTS])
def test_every_defect_is_named(field: str, value: Any, named: str) -> None:
    dispute = copy.deepcopy(WORKED)
    *path, last = field.split(".")
    at = dispute
    for part in path:
        at = at[part]
    at[last] = value
    with pytest.raises(Invalid) as refused:
        judge(dispute)
    said = reason(refused.value, "en")
    assert named in said
    assert "\n" not in said


CELL = {"columns": 1, "rows": 1}


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"ask": "weather"}, "ask"),
        ({"ask": "gems", "symbols": -1, "gems": 1}, "symbols"),
        ({"ask": "gems", "symbols": 1, "gems": 1, "turn": {}}, "turn"),
        ({"ask": "enemies", "die": "up", "board": CELL}, "die"),
        ({"ask": "gravity", "board": CELL, "claim": {}}, "claim"),
        (
            {"ask": "gravity", "board": CELL, "enemies": {"e": enemy(2, 1)}},
            "enemies.e.at",
        ),
    ],
)
def test_bad_questions(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(Invalid) as refused:
        reach({"format": "dispute/1", "game": "platformer", **fields})
    assert named in reason(refused.value, "en")
    with pytest.raises(Invalid) as refused:
        judge({"format": "dispute/1", "game": "platformer", **fields})
    assert reason(refused.value, "en").startswith("ask: ")


def plainly(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: _listed(value) for key, value in answer.items() if key != "format"}


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _listed(one) for key, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, list | tuple) else value


def agree(seed: int, *, is_large: bool = False) -> None:
    rng = Random(seed)
    dispute = random_dispute(rng, is_large=is_large)
    assert plainly(reach(dispute)) == plainly(plain.reach(dispute)), dispute
    question = random_question(rng)
    assert plainly(reach(question)) == plainly(plain.reach(question)), question


def test_the_plain_search_agrees_on_random_boards() -> None:
    for seed in range(40):
        agree(seed)
    for seed in range(8):
        agree(seed, is_large=True)


def test_the_judge_agrees_with_the_plain_search() -> None:
    for seed in range(25):
        rng = Random(seed)
        dispute = with_claim(rng, random_dispute(rng))
        assert judge(dispute).is_legal == plain.is_legal(dispute), dispute


def each_end_is_found_alone(dispute: dict[str, Any]) -> None:
    """What a search leaves out because of the end that it looks for must not be a way to that end."""
    answer = plain.reach(dispute)
    for at in [*answer["spaces"], *([None] if answer["fainted"] else [])]:
        assert judge({**dispute, "claim": {"at": at}}).is_legal, (at, dispute)


def test_each_end_is_found_when_it_is_the_only_one_looked_for() -> None:
    for seed in range(12):
        each_end_is_found_alone(random_dispute(Random(seed)))


def test_a_stack_may_take_two_lives() -> None:
    """The hero faints, pushes a wolf under the end, faints again and comes back to push the ent onto it."""
    dispute = {
        "format": "dispute/1",
        "game": "platformer",
        "board": {
            "columns": 5, "rows": 4, "platforms": [[4, 2], [1, 3], [1, 4]], "ladders": [[1, 3]],
            "walls": [[1, 3]],
        },
        "players": {"me": {"at": [1, 4], "health": 1, "max_health": 3, "gems": 7}},
        "enemies": {
            "ghoul": {"at": [1, 3], "health": 9, "damage": 9, "pushable": False},
            "wolf": {"at": [2, 1], "health": 9, "damage": 2},
            "ent": {"at": [4, 2], "health": 9, "damage": 1},
        },
        "turn": {"player": "me", "symbols": {"boot": 3, "star": 1, "coin": 1}},
    }  # fmt: skip
    assert judge({**dispute, "claim": {"at": [3, 3], "enemies": {"wolf": [3, 1], "ent": [3, 2]}}}).is_legal


@pytest.mark.slow
def test_the_plain_search_agrees_on_5000_boards() -> None:
    for seed in range(5000):
        agree(seed)


def test_a_turn_with_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PATIENCE", 20)
    monkeypatch.setattr(judging, "PATIENCE", 20)
    for ask in (judge, reach):
        with pytest.raises(Invalid) as refused:
            ask({**WORKED, "claim": {"at": [5, 4]}})
        assert "more ways than can be searched" in reason(refused.value, "en")


def test_no_verdict_is_lost_to_the_search_for_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {**WORKED, "claim": {"at": [1, 3]}}
    spent: list[int] = []
    monkeypatch.setattr(Patience, "spend", lambda _, steps: spent.append(steps))
    told = judge(claim)
    monkeypatch.undo()
    monkeypatch.setattr(judging, "PATIENCE", sum(spent) - 1)
    hasty = judge(claim)
    assert (hasty.is_legal, hasty.nearest) == (told.is_legal, told.nearest)
    assert hasty.because != told.because


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"board": {"columns": 100, "rows": 5}}, "board.rows"),
        ({"enemies": {str(n): {"at": [1, 1], "health": 1, "damage": 0} for n in range(17)}}, "enemies"),
        ({"turn": {"player": "sweety", "symbols": {"boot": 13}}}, "turn.symbols"),
        ({"turn": {"player": "sweety", "extra": {"boot": 7, "coin": 6}}}, "turn.extra"),
    ],
)
def test_more_than_any_table_has_is_refused_by_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        reach({**WORKED, **change})
    assert field in reason(refused.value, "en")


def test_the_small_questions_are_asked_of_any_map() -> None:
    board = {"columns": 60, "rows": 60}
    enemies = {str(column): enemy(column, 2) for column in range(1, 61)}
    form = {"format": "dispute/1", "game": "platformer", "board": board, "enemies": enemies}
    fallen = {str(column): (column, 1) for column in range(1, 61)}
    assert reach({**form, "ask": "gravity"})["enemies"] == fallen
