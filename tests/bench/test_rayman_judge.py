"""How much faster `reach` is than the plain search, and how long heavy turns and disputes about them take."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import pytest

from companion.games.rayman.dispute import LEGENDARY, Claim, Turn
from companion.games.rayman.judge import verdict
from companion.games.rayman.search.reach import reach
from tests.bench.plain_search import Plain
from tests.bench.random_turns import heavy_turn

TIMES_FASTER = 100
TURNS = 100
TURNS_WITH_A_CARD = 12
LIMIT = 0.1
"""Seconds that a heavy turn may take."""


def seconds(turn: Turn) -> float:
    start = process_time()
    reach(turn)
    return process_time() - start


def row(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    in_time = sum(time < LIMIT for time in ordered)
    most = ordered[int(len(ordered) * 0.9)]
    return (
        f"{name:>11} {median(ordered) * 1000:>9.0f} {most * 1000:>9.0f} {ordered[-1] * 1000:>9.0f}"
        f" {in_time:>6}/{len(ordered)}"
    )


HEAD = f"{'':>11} {'median ms':>9} {'90 % ms':>9} {'max ms':>9} {'<100 ms':>9}"


@pytest.mark.bench
def test_heavy_turns_against_the_plain_search() -> None:
    """The plain search is stopped once the ratio is shown; it is nowhere near done there."""
    print(f"\n{'seed':>4} {'plain s':>9} {'states':>9} {'fast ms':>9} {'ratio':>9}")
    for seed in range(10):
        turn = heavy_turn(Random(seed))
        fast = seconds(turn)
        plain = Plain(turn, most_seconds=fast * TIMES_FASTER)
        plain.run()
        more = "" if plain.is_done else " and more"
        ratio = plain.seconds / fast
        print(f"{seed:>4} {plain.seconds:>9.2f} {plain.states:>9} {fast * 1000:>9.1f} {ratio:>9.0f}{more}")
        assert ratio >= TIMES_FASTER


@pytest.mark.bench
def test_how_long_heavy_turns_take() -> None:
    print(f"\n{HEAD}")
    times = [seconds(heavy_turn(Random(seed))) for seed in range(TURNS)]
    print(row("no card", times))
    finishes = [seconds(heavy_turn(Random(seed), near_line=True)) for seed in range(TURNS)]
    print(row("at the line", finishes))
    for card in LEGENDARY:
        print(row(card, [seconds(heavy_turn(Random(seed), card)) for seed in range(TURNS_WITH_A_CARD)]))
    assert median(times) < LIMIT / 2
    assert sum(time < LIMIT for time in times) >= 0.98 * TURNS
    assert max(times) < 2 * LIMIT
    assert median(finishes) < LIMIT


@pytest.mark.bench
def test_how_long_disputes_take() -> None:
    """Whole verdicts: a way to do it, or why not and the nearest ends."""
    legal, illegal = [], []
    for seed in range(10):
        random = Random(seed)
        turn = heavy_turn(random)
        ends = sorted(reach(turn))
        near = [(p, level) for p in range(max(turn.player.at[0] - 12, 0), 40) for level in (1, 2, 3)]
        others = [at for at in near if at not in ends]
        for times, places, is_legal in ((legal, ends, True), (illegal, others, False)):
            for at in random.sample(places, 5):
                start = process_time()
                assert verdict(turn, Claim(at)).is_legal == is_legal
                times.append(process_time() - start)
    print(f"\n{HEAD}")
    print(row("legal", legal))
    print(row("illegal", illegal))
    assert median(legal) < LIMIT / 2
    assert median(illegal) < LIMIT
