"""How much the search looks at before it knows that nothing more is to be found."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.rayman.judging.labels import Search
from companion.games.rayman.rules.steps import open_turn
from tests.bench.random_turns import heavy_turn

MOST_LABELS = 2_000


@pytest.mark.parametrize("seed", [2013, 2198, 2515, 2581])
def test_ends_that_no_push_leaves_open_are_not_looked_for(seed: int) -> None:
    """Other figures are pushed as the rules have it, not wherever each of them alone might get to."""
    search = Search(open_turn(heavy_turn(Random(seed), others=3)))
    search.reach()
    assert search.labels < MOST_LABELS


@pytest.mark.parametrize("seed", [62, 122])
def test_who_must_keep_an_odd_movement_steps_off_no_obstacle(seed: int) -> None:
    """RAY-MOVE-7: nobody steps off while a Movement is left; each changes an even column for an odd one."""
    search = Search(open_turn(heavy_turn(Random(seed), others=3)))
    search.reach()
    assert search.labels < MOST_LABELS


def test_nobody_alone_removes_a_projectile_under_a_low_ceiling() -> None:
    search = Search(open_turn(heavy_turn(Random(133), others=3)))
    is_pushing = False
    for is_exact in (False, True):
        search._look(search.bound.ends(is_pushing, is_exact) - search.found, is_pushing, is_exact)
    assert search.labels < MOST_LABELS
