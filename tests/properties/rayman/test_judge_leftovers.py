"""`companion judge` and `companion reach` leave the collector of cycles off, so that there must be none."""

from __future__ import annotations

import gc
from random import Random

import pytest

from companion.games.rayman.dispute import Claim
from companion.games.rayman.judge import verdict
from companion.games.rayman.search.reach import reach
from tests.bench.random_turns import heavy_turn

FEW = 200
"""A search is made of thousands of objects; a few small ones may refer to themselves."""


@pytest.mark.parametrize("card", [None, "smasher"])
def test_what_a_search_leaves_behind_goes_at_once(card: str | None) -> None:
    turn = heavy_turn(Random(28), card)
    gc.collect()
    gc.disable()
    try:
        reach(turn)
        verdict(turn, Claim((turn.player.at[0] + 9, 2)))
        assert gc.collect() < FEW
    finally:
        gc.enable()
