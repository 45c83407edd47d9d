"""The product's Grimm moves against the plain walk: where they can end, and what is legal."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.rules.grimm.table import judge, reach
from tests.yardsticks import grimm
from tests.yardsticks.grimm_disputes import dispute, with_claim


def differences(seeds: range) -> list[tuple[str, int]]:
    """Lists the seeds whose move the product sees differently."""
    found = []
    for seed in seeds:
        document = dispute(seed)
        if list(reach(document)) != grimm.reach(document):
            found.append(("reach", seed))
        claimed = with_claim(document, seed)
        if judge(claimed).is_legal != grimm.is_legal(claimed):
            found.append(("judge", seed))
    return found


@pytest.mark.parametrize("part", range(4))
def test_random_moves_end_where_the_plain_walk_ends(part: int) -> None:
    assert differences(range(part * 125, (part + 1) * 125)) == []


@pytest.mark.bench
def test_five_thousand_random_moves_end_where_the_plain_walk_ends() -> None:
    assert differences(range(5_000)) == []


def line(*kinds: str) -> dict[str, Any]:
    """A row of spaces a, b, c … of these kinds."""
    names = "abcdefgh"[: len(kinds)]
    spaces = {name: {"kind": kind, "mark": name} for name, kind in zip(names, kinds, strict=True)}
    return {"spaces": spaces, "paths": [[a, b] for a, b in pairwise(names)]}


def move(board: dict[str, Any], at: str, roll: list[int], **more: Any) -> dict[str, Any]:
    turn = {"player": "Ana", "roll": roll} | more.pop("turn", {})
    players = {"Ana": {"at": at} | more.pop("me", {})} | more.pop("others", {})
    return {"board": board, "players": players, "turn": turn} | more


def test_the_walk_itself() -> None:
    row = line("blank", "chest", "reroll", "blank", "chest")
    assert grimm.reach(move(row, "a", [2])) == ["c"]
    assert grimm.reach(move(row, "c", [1])) == ["b", "d"]
    assert grimm.reach(move(row, "a", [2], turn={"rerolls": [[1]]})) == ["b", "d"]
    assert grimm.reach(move(row, "a", [2], turn={"modifiers": [-3]})) == ["a"]
    assert grimm.is_legal(move(row, "a", [1], chest="b", claim={"at": "b", "equipment": 1}))
    under = move(row, "a", [4], chest="b", turn={"chests": ["e"]}, others={"Bo": {"at": "e"}})
    assert grimm.is_legal(under | {"claim": {"at": "e", "equipment": 1}})
    gate = line("blank", "portal")
    assert grimm.reach(move(gate, "a", [3])) == ["a"]
    assert grimm.reach(move(gate, "a", [3], me={"equipment": 3})) == ["b"]
