"""Random games of every kind end without a broken invariant."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.rules.platformer.games import play

PLAYERS = {
    "solo": ["Ana"],
    "two": ["Ana", "Bo"],
    "three": ["Ana", "Bo", "Cleo"],
    "four": ["Ana", "Bo", "Cleo", "Dan"],
}
BOSSES = ("medusa", "ikee")
DUNGEONS = ("forest", "void")


def played(name: str, seed: int, rounds: int) -> str:
    """Plays a game; its seed says which Boss, dungeon, size and artifacts, and how the players play."""
    boss, dungeon, larger_map, artifacts, climbs = (seed >> bit & 1 for bit in range(5))
    setup: dict[str, Any] = {
        "players": PLAYERS[name],
        "boss": BOSSES[boss],
        "dungeon": DUNGEONS[dungeon],
        "options": {"round_limit": rounds},
    }
    if name != "solo":
        setup["options"] |= {"larger_map": bool(larger_map), "artifacts": bool(artifacts)}
    return play(seed, climbs=not climbs, **setup).ending


@pytest.mark.parametrize("seed", [3, 4, 9])
@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_of_every_kind_ends(name: str, seed: int) -> None:
    assert played(name, seed, rounds=5)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_a_thousand_games_of_every_kind_end(name: str) -> None:
    """Prints how they ended too: a Boss must fall in some of them."""
    endings = Counter(played(name, seed, rounds=25) for seed in range(1000))
    print(name, dict(endings))
    assert endings.total() == 1000
    assert not endings[""]
