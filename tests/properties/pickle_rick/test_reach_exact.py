"""`reach` and `judge` say what a plain search says that shares no code with them."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.pickle_rick.dispute.form import read
from companion.games.pickle_rick.dispute.judge import judge, reach, russian_plans, russian_table
from companion.games.pickle_rick.turn.russians import figure_steps
from tests.yardsticks import pickle_rick as yardstick
from tests.yardsticks.pickle_rick_disputes import random_dispute, random_lockdowns, with_claim

SIDES = ("rick", "russians", "solo")


LOCKDOWNS = "lockdowns"
"""Russian turns with several cards that turn a tile."""


def compare(side: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(f"{side}-{seed}")
        dispute = random_lockdowns(rng) if side == LOCKDOWNS else random_dispute(rng, side)
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


def test_several_cards_that_turn_tiles_agree_with_the_yardstick() -> None:
    compare(LOCKDOWNS, range(12))


@pytest.mark.slow
def test_three_hundred_turns_with_several_cards_that_turn_tiles_agree_with_the_yardstick() -> None:
    compare(LOCKDOWNS, range(1000, 1300))


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_with_several_cards_that_turn_tiles_can_be_played(seed: int) -> None:
    dispute = read(random_lockdowns(Random(f"plan-{seed}")))
    table = russian_table(dispute)
    for at, plan in russian_plans(dispute):
        assert len(plan.turned) == plan.purse.lockdowns
        maps = [table.tiles]
        for place, quarters, tile in plan.turned:
            lies = maps[-1][place]
            assert lies is not None
            assert quarters in (1, 2, 3)
            assert lies.turned(quarters) == tile
            maps.append({**maps[-1], place: tile})
        figures = {one.id: one for one in table.figures}
        for name, walk in plan.walks.items():
            assert [when for when, _ in walk] == sorted(when for when, _ in walk)
            for when, step in walk:
                assert step in figure_steps(maps[when], table.rick, figures[name])
                figures[name] = step.after
        assert figures[dispute.figure].at == at


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
