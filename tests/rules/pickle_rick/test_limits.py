"""A dispute that no turn can come to, or that takes too long to search, is refused in one line."""

from __future__ import annotations

from functools import partial

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.games.pickle_rick.turn import rick_turn, russian_turn
from tests.rules.pickle_rick.disputes import PLAIN, rick, russians, spaces, tile


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


def test_too_many_ways_to_turn_tiles_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(russian_turn, "MOST_SEQUENCES", 2)
    card = {"id": "verrouillage", "cost": {"tool": 1}}
    tiles = {"0,0": tile("N"), "0,1": tile("E"), "1,0": tile("S")}
    with pytest.raises(Invalid) as refused:
        spaces(russians(tiles, "g1", {"g1": [0, 1]}, tool=1, cards=[card]))
    assert reason(refused.value, "en").startswith("turn.cards: so many symbols")
