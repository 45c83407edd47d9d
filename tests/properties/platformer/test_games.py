"""Random games of every kind end without a broken invariant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.platformer.games import play

SETUPS: dict[str, dict[str, Any]] = {
    "two": {"players": ["Ana", "Bo"], "boss": "medusa"},
    "three": {"players": ["Ana", "Bo", "Cleo"], "boss": "ikee"},
    "four": {
        "players": ["Ana", "Bo", "Cleo", "Dan"],
        "dungeon": "void",
        "options": {"larger_map": True, "artifacts": True},
    },
    "solo": {"players": ["Ana"]},
}


def played(name: str, seed: int, rounds: int) -> str:
    setup = SETUPS[name]
    options = {**setup.get("options", {}), "round_limit": rounds}
    return play(seed, climbs=seed % 3 > 0, **{**setup, "options": options}).ending


@pytest.mark.parametrize("name", SETUPS)
def test_a_game_of_every_kind_ends(name: str) -> None:
    assert played(name, seed=4, rounds=5)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETUPS)
def test_a_thousand_games_of_every_kind_end(name: str) -> None:
    for seed in range(1000):
        assert played(name, seed, rounds=20)
