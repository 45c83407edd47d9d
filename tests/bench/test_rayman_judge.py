"""How much faster `reach` is than the plain search, and how long the heaviest turns take."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from companion.games.rayman.dispute import LEGENDARY, Turn
from companion.games.rayman.search_reach import reach
from tests.bench.plain_search import Plain
from tests.bench.random_turns import heavy_turn

MOST_STATES = 60_000
TIMES_FASTER = 100


def seconds(turn: Turn) -> float:
    start = process_time()
    reach(turn)
    return process_time() - start


@pytest.mark.bench
def test_heavy_turns_against_the_plain_search() -> None:
    print("\nheavy turns: plain search stopped at", MOST_STATES, "states")
    print(f"{'seed':>4} {'card':>10} {'plain s':>9} {'fast ms':>9} {'ratio':>9}")
    ratios = []
    for seed in range(6):
        card = [None, None, None, *LEGENDARY][seed]
        turn = heavy_turn(Random(seed), card)
        fast = seconds(turn)
        start = process_time()
        plain = Plain(turn, most_states=MOST_STATES)
        plain.run()
        slow = process_time() - start
        has_stopped = plain.states > MOST_STATES
        ratios.append((slow / fast, has_stopped))
        more = ">" if has_stopped else " "
        print(f"{seed:>4} {card or '-':>10} {more}{slow:>8.2f} {fast * 1000:>9.1f} {more}{slow / fast:>8.0f}")
    for ratio, has_stopped in ratios:
        assert ratio >= TIMES_FASTER or has_stopped


@pytest.mark.bench
def test_how_long_heavy_turns_take() -> None:
    times = sorted(seconds(heavy_turn(Random(seed))) for seed in range(9))
    print(f"\n9 heavy turns: median {times[4] * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms")
    assert times[4] < 1.0
