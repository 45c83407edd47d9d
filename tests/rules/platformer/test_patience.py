"""Ends that nobody can come to take little time to be refused."""

from __future__ import annotations

from companion.core.patience import Patience
from companion.games.platformer.dispute.answers import places_of
from companion.games.platformer.dispute.read import read_dispute

FIGURES = 40_000
"""How many figures may be looked at: a third of what it takes where Bea is thought to go away by herself."""


def test_a_hero_that_nobody_can_push_away_keeps_its_start_cell() -> None:
    dispute = {
        "format": "dispute/1",
        "game": "platformer",
        "board": {"columns": 6, "rows": 4, "walls": [[5, 1]], "platforms": [[6, 2], [2, 3], [3, 3]]},
        "players": {
            "ana": {"at": [2, 3], "health": 3, "max_health": 4, "gems": 2},
            "bea": {"at": [6, 1], "health": 3},
        },
        "enemies": {
            name: {"at": at, "health": 9, "damage": 2}
            for name, at in (("bat", [3, 3]), ("elf", [1, 3]), ("fox", [2, 4]))
        },
        "turn": {"player": "ana", "symbols": {"boot": 2, "monster": 2, "coin": 1}},
    }
    places, has_fainted = places_of(read_dispute(dispute), Patience(FIGURES))
    assert has_fainted
    assert (5, 1) in places
    assert (6, 1) not in places
