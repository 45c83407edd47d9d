"""How much faster `reach` is than the plain search, and how long the heaviest turns take."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from companion.games.rayman.dispute import LEGENDARY, Turn
from companion.games.rayman.search_reach import reach
from tests.bench.plain_search import Plain
from tests.bench.random_turns import heavy_turn

MOST_STATES = 400_000
"""Where the plain search is stopped; it is nowhere near done there, so the ratios are lower bounds."""
TIMES_FASTER = 100


def seconds(turn: Turn) -> float:
    start = process_time()
    reach(turn)
    return process_time() - start


@pytest.mark.bench
def test_heavy_turns_against_the_plain_search() -> None:
    print(f"\n{'seed':>4} {'plain s':>9} {'states':>9} {'fast ms':>9} {'ratio':>9}")
    for seed in (0, 2):
        turn = heavy_turn(Random(seed))
        fast = seconds(turn)
        start = process_time()
        plain = Plain(turn, most_states=MOST_STATES)
        plain.run()
        slow = process_time() - start
        print(f"{seed:>4} {slow:>9.2f} {plain.states:>9} {fast * 1000:>9.1f} {slow / fast:>9.0f}")
        assert slow / fast >= TIMES_FASTER


@pytest.mark.bench
def test_how_long_heavy_turns_take() -> None:
    cards = [None, None, None, *LEGENDARY]
    times = {seed: seconds(heavy_turn(Random(seed), card)) for seed, card in enumerate(cards)}
    print()
    for seed, card in enumerate(cards):
        print(f"{seed:>4} {card or 'no card':>10} {times[seed] * 1000:>8.0f} ms")
    assert sorted(times.values())[len(times) // 2] < 1.0
