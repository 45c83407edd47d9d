"""`reach` and `judge` say what a plain search says that shares no code with them."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.pickle_rick.dispute.judge import judge, reach
from tests.yardsticks import pickle_rick as yardstick
from tests.yardsticks.pickle_rick_disputes import random_dispute, with_claim

SIDES = ("rick", "russians", "solo")


def compare(side: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(f"{side}-{seed}")
        dispute = random_dispute(rng, side)
        answer = {"format": "reach/1", **reach(dispute)}
        assert answer == yardstick.reach(dispute), (side, seed)
        claimed = with_claim(rng, dispute)
        verdict = judge(claimed)
        assert verdict.is_legal == yardstick.is_legal(claimed), (side, seed)
        if not verdict.is_legal:
            assert verdict.because is not None
            assert verdict.clauses


@pytest.mark.parametrize("side", SIDES)
def test_reach_and_judge_agree_with_the_yardstick(side: str) -> None:
    compare(side, range(120))


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_five_thousand_turns_agree_with_the_yardstick(side: str) -> None:
    compare(side, range(1000, 6000))


@pytest.mark.parametrize("seed", range(40))
def test_judge_calls_legal_what_reach_lists(seed: int) -> None:
    rng = Random(f"both-{seed}")
    dispute = random_dispute(rng, rng.choice(["rick", "russians"]))
    ends = reach(dispute)["spaces"]
    xs = [space[0] for space in ends] + [dispute["players"]["rick"]["at"][0]]
    ys = [space[1] for space in ends] + [dispute["players"]["rick"]["at"][1]]
    for x in range(min(xs) - 1, max(xs) + 2):
        for y in range(min(ys) - 1, max(ys) + 2):
            verdict = judge({**dispute, "claim": {"at": [x, y]}})
            assert verdict.is_legal == ([x, y] in ends)
            if not verdict.is_legal:
                assert all(near in ends for near in verdict.nearest)
