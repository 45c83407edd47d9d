"""How long Pickle Rick's `reach` takes, against the plain search too, and how fast games are played."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

import pytest

from companion.games.pickle_rick.dispute.form import MOST_SYMBOLS
from companion.games.pickle_rick.dispute.judge import reach
from companion.games.pickle_rick.game import GAME
from tests.bench.timing import row, seconds
from tests.properties.pickle_rick.games import CONTENT, choose
from tests.yardsticks import pickle_rick as yardstick
from tests.yardsticks.pickle_rick_disputes import random_dispute

TYPICAL_S, HEAVIEST_S, LONGEST_S = 0.02, 0.3, 10.0
TURNS = 300
SIDES = ("N", "E", "S", "W")


def heaviest_turn(random: Random, jokers: int = 4) -> dict[str, Any]:
    """Jokers, Jetpack, Parkour and Solen'ya on a large map with eight known faces."""
    tiles: dict[str, Any] = {}
    for x in range(-3, 4):
        for y in range(-3, 4):
            kind = random.random()
            if (x, y) == (0, 0) or kind < 0.5:
                tiles[f"{x},{y}"] = {"face": "up", **face(random)}
            elif kind < 0.75:
                tiles[f"{x},{y}"] = {"face": "down"}
    cards = [
        {"id": "jetpack", "cost": {"tool": 1}, "spaces": 3},
        {"id": "parkour", "cost": {"tool": 1}},
        "solenya",
    ]
    turn = {
        "side": "rick",
        "symbols": {"joker": jokers},
        "cards": cards,
        "tiles": [face(random) for _ in range(8)],
    }
    return {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"tiles": tiles},
        "players": {"rick": {"at": [0, 0]}},
        "turn": turn,
    }


def face(random: Random) -> dict[str, Any]:
    walls = "".join(side for side in SIDES if random.random() < 0.15)
    return {"walls": walls, "vent": random.choice((*SIDES, None, None))}


@pytest.mark.bench
def test_how_long_reach_takes() -> None:
    print(f"\n{'':>14} {'median ms':>9} {'90 % ms':>9} {'max ms':>9}")
    for side in ("rick", "russians", "solo"):
        disputes = [random_dispute(Random(f"bench-{side}-{seed}"), side) for seed in range(TURNS)]
        times = [seconds(dispute, reach) for dispute in disputes]
        print(row(side, times))
        print(row("plain search", [seconds(dispute, yardstick.reach) for dispute in disputes]))
        assert median(times) < TYPICAL_S
    times = [min(seconds(heaviest_turn(Random(seed)), reach) for _ in range(2)) for seed in range(20)]
    print(row("heaviest", times))
    assert max(times) < HEAVIEST_S
    times = [seconds(heaviest_turn(Random(seed), MOST_SYMBOLS), reach) for seed in (0, 3, 9)]
    print(row(f"{MOST_SYMBOLS} Jokers", times))
    assert max(times) < LONGEST_S


@pytest.mark.bench
def test_how_fast_games_are_played() -> None:
    print(f"\n{'':>10} {'games':>6} {'commands':>9} {'commands/s':>11} {'view/step':>10}")
    for name, setup in (("two", {"players": ["Ana", "Bo"]}), ("solo", {"players": ["Ana"]})):
        random = Random(1)
        commands = views = 0
        took_s = seen_s = 0.0
        for _ in range(100):
            state = GAME.new_state(setup, CONTENT)
            while GAME.outcome(state) is None:
                start = process_time()
                for event in GAME.decide(state, choose(state, random)):
                    state = GAME.evolve(state, event)
                took_s += process_time() - start
                commands += 1
                if commands % 100 == 0:
                    start = process_time()
                    GAME.view(state, "Ana")
                    seen_s += process_time() - start
                    views += 1
        step_s, view_s = took_s / commands, seen_s / views
        print(f"{name:>10} {100:>6} {commands:>9} {1 / step_s:>11.0f} {view_s / step_s:>10.1f}")
        assert view_s / step_s < 100
