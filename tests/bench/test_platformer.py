"""How long Platformer's `reach` takes, against the plain search too, and how fast games are played."""

from __future__ import annotations

import signal
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.core.command import Command
from companion.core.errors import Invalid
from companion.games.platformer.dispute.answers import reach
from companion.games.platformer.dispute.judge import judge
from companion.games.platformer.state import State
from companion.games.platformer.ways import dispute_of
from tests.bench.platformer_turns import heaviest_turn, typical_turn
from tests.bench.timing import row, seconds
from tests.rules.platformer.games import play
from tests.yardsticks import platformer as yardstick
from tests.yardsticks.platformer_disputes import random_dispute

TURNS = 60


def turns_of_games(count: int) -> list[dict[str, Any]]:
    """Turns as they come in play: five dice on the first level, the enemies of the sample."""
    found: list[dict[str, Any]] = []

    def watch(before: State, command: Command, after: State) -> None:
        is_fresh = before.step != "actions" and after.step == "actions" and not after.tasks
        if is_fresh and after.revealed == 1 and after.active.at:
            found.append(dispute_of(after, after.active.hero, "1/1"))

    for seed in range(count):
        play(seed, watch=watch, options={"round_limit": 3})
    return found[:TURNS]


@pytest.mark.bench
def test_how_long_reach_takes() -> None:
    print(f"\n{'':>14} {'median ms':>9} {'90 % ms':>9} {'max ms':>9}")
    for name, is_large in (("small boards", False), ("large boards", True)):
        disputes = [random_dispute(Random(seed), is_large) for seed in range(TURNS)]
        times = [seconds(dispute, reach) for dispute in disputes]
        plain = [seconds(dispute, yardstick.reach) for dispute in disputes]
        print(row(name, times))
        print(row("plain search", plain))
        print(f"{'ratio':>14} {sum(plain) / sum(times):>9.1f}")
        assert sum(times) < sum(plain)
    print(row("turns in play", [seconds(dispute, reach) for dispute in turns_of_games(12)]))


PATIENCE_S = 10.0
"""A turn that takes longer than this is stopped, and counted as not ended."""


class Stopped(Exception):
    """The time for a turn is over."""


def stop(*_: object) -> None:
    raise Stopped


def patiently(dispute: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> tuple[float, bool]:
    """Times an answer, and says whether it ended before it was stopped or refused as too long."""
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_S)
    try:
        return seconds(dispute, answer), True
    except (Stopped, Invalid):
        return PATIENCE_S, False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def with_place(seed: int, dispute: dict[str, Any]) -> dict[str, Any]:
    """Claims an end anywhere: most of them cannot be reached."""
    rng = Random(seed)
    board = dispute["board"]
    return dispute | {"claim": {"at": [rng.randint(1, board["columns"]), rng.randint(1, board["rows"])]}}


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "make", "count"), [("typical", typical_turn, 20), ("heaviest", heaviest_turn, 5)]
)
def test_how_long_turns_on_the_samples_towers_take(name: str, make: Any, count: int) -> None:
    """Asked for: typical ones in 100 ms, the heaviest in 1 s; what does not end in 10 s counts as 10 s."""
    disputes = [make(seed) for seed in range(count)]
    answers = [patiently(dispute, reach) for dispute in disputes]
    plain = [patiently(dispute, yardstick.reach) for dispute in disputes[:5]]
    times = [time for time, _ in answers]
    print(f"\n{name}: {sum(not ended for _, ended in answers)} of {count} not ended in {PATIENCE_S:.0f} s")
    print(row(name, times))
    judged = [patiently(with_place(seed, dispute), judge)[0] for seed, dispute in enumerate(disputes)]
    print(row("judge", judged))
    print(f"plain search: {sum(not ended for _, ended in plain)} of {len(plain)} not ended")
    # Where reach was stopped itself nothing is known; where only the plain search was, the ratio is larger.
    both = [(mine, other) for (mine, ended), (other, _) in zip(answers, plain, strict=False) if ended]
    ratio = f"{sum(other for _, other in both) / sum(mine for mine, _ in both):.1f}" if both else "unknown"
    print(f"{'ratio at least':>14} {ratio:>9}")
