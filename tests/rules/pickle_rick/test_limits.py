"""A dispute that no turn can come to, or that takes too long to search, is refused in one line."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.games.pickle_rick.dispute.judge import judge
from companion.games.pickle_rick.turn import purses, rick_turn, together
from tests.rules.pickle_rick.disputes import PLAIN, rick, russians, spaces, tile
from tests.yardsticks import pickle_rick as yardstick


def test_more_symbols_than_a_turn_can_hold_are_refused_by_their_field() -> None:
    assert spaces(rick({"0,0": PLAIN}, joker=8, weapon=4))
    with pytest.raises(Invalid) as refused:
        spaces(rick({"0,0": PLAIN}, joker=8, weapon=5))
    assert reason(refused.value, "en").startswith("turn.symbols: expected at most 12 symbols in all, got 13")


def test_more_faces_than_there_are_tiles_are_refused_by_their_field() -> None:
    with pytest.raises(Invalid) as refused:
        spaces(rick({"0,0": PLAIN}, tiles=[{}] * 25))
    assert "turn.tiles" in reason(refused.value, "en")


def test_a_turn_with_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rick_turn, "explore", partial(rick_turn.explore, most_labels=3))
    with pytest.raises(Invalid) as refused:
        spaces(rick({"0,0": PLAIN, "0,1": PLAIN}, joker=4, tiles=[{}] * 4))
    assert reason(refused.value, "en").startswith("turn: so many symbols")


def shut_in() -> dict[str, Any]:
    """Two Guards, two cards that turn a tile, and a claim that needs both figures and both cards."""
    tiles = {"-1,0": tile("E"), "-1,1": tile("S"), "0,0": tile("NW", vent="E"), "0,1": tile("NEW")}
    cards = [{"id": "verrouillage", "cost": {kind: 1}} for kind in ("move", "any")]
    turn = russians(tiles, "g2", {"g1": [0, 1], "g2": [-1, 1]}, tool=2, move=2, joker=1, cards=cards)
    turn["players"]["rick"] = {"at": [0, 0], "health": 1}
    return {**turn, "claim": {"at": [-1, 0], "health": 0}}


def test_too_many_ways_to_turn_tiles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST_POSITIONS", 1)
    with pytest.raises(Invalid) as refused:
        judge(shut_in())
    assert reason(refused.value, "en").startswith("turn.cards: so many symbols")


def test_too_many_ways_to_pay_for_cards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purses, "MOST_PURSES", 2)
    with pytest.raises(Invalid) as refused:
        judge(shut_in())
    assert reason(refused.value, "en").startswith("turn.cards: so many symbols")


def test_two_cards_that_turn_tiles_are_searched_to_the_end() -> None:
    assert judge(shut_in()).is_legal == yardstick.is_legal(shut_in())


def test_a_guard_walled_in_by_three_cards_may_stay() -> None:
    tiles = {"-1,-2": tile("E"), "-1,-1": PLAIN, "0,-2": tile("S"), "0,-1": PLAIN}
    cards = [{"id": "verrouillage", "cost": {kind: 1}} for kind in ("move", "tool", "tool")]
    turn = russians(tiles, "g1", {"g1": [-1, -2]}, tool=2, move=2, cards=cards)
    turn["players"]["rick"]["at"] = [0, -1]
    # One Move pays for a card; his own tile is turned to the north and its neighbour to the east.
    assert spaces(turn) == [(-1, -2), (-1, -1), (0, -2)]
