"""A screen collects cycles only while it rests, so that searches must not be part of any."""

from __future__ import annotations

import gc
from random import Random
from weakref import ref

import pytest

from companion.games.rayman.dispute import Claim
from companion.games.rayman.judge import decide, verdict
from companion.games.rayman.search.reach import reach
from companion.games.rayman.search.vicinity import Vicinity
from tests.bench.random_turns import heavy_turn

PUSHES_AND_TOKENS = (28, 958, 1018)
"""Seeds of turns for which every kind of search is made."""


@pytest.mark.parametrize("seed", PUSHES_AND_TOKENS)
def test_what_a_search_leaves_behind_goes_at_once(seed: int) -> None:
    turn = heavy_turn(Random(seed))
    vicinity = Vicinity(turn)
    reach(turn, vicinity)
    gc.disable()
    try:
        decide(turn, Claim((turn.player.at[0] + 9, 2)), vicinity)
        searches = [ref(one) for one in (vicinity, vicinity.chart, vicinity.likely, vicinity.straight)]
        del vicinity
        assert [search() for search in searches] == [None] * 4
    finally:
        gc.enable()


def test_judging_leaves_the_collector_as_it_was() -> None:
    turn = heavy_turn(Random(28))
    gc.disable()
    try:
        reach(turn)
        verdict(turn, Claim((turn.player.at[0] + 9, 2)))
        assert not gc.isenabled()
    finally:
        gc.enable()
