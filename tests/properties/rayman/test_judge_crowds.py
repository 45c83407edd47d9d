"""Ends that come about only when other figures are pushed to the right places, against the plain search."""

from __future__ import annotations

import pytest

from companion.games.rayman.board import Board, Space
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.options import Options
from companion.games.rayman.search.reach import reach
from tests.bench.plain_search import Plain

BESIDE_AND_BACK = Turn(
    Board(columns=8, walls=((1, 1),), obstacles=(3,), enemies=((1, 1),)),
    Figure("me", (2, 1), heart=True),
    (Figure("other", (3, 1)),),
    pool={"move": 2, "slap": 1},
)
"""Back from the obstacle without the Heart, beside the figure onto the enemy, and hurt back to the start."""

THROUGH_A_PROJECTILE = Turn(
    Board(columns=9, obstacles=(5,), enemies=((5, 2),)),
    Figure("me", (3, 1), legendary="weaver"),
    (Figure("other", (4, 1)),),
    projectiles=((5, 1),),
    pool={"move": 2, "jump": 1, "slap": 1, "heart": 1, "lums": 1},
)
"""The pushed figure takes the projectile away, and is hurt: it never rests there."""

PAST_A_FULL_COLUMN = Turn(
    Board(columns=8, thick=((2, 2),), obstacles=(3,), enemies=((2, 3), (4, 1))),
    Figure("me", (4, 1), legendary="smasher"),
    (Figure("other", (3, 1), heart=True),),
    pool={"move": 2, "lums": 1},
    drawn=(("slap", "heart"),),
    options=Options(covered_enemy_slap=True, slap_manhattan=True, back_wall_no_heart="damage_no_move"),
)
"""Beside a figure, past a column that has no room, onto an enemy, and back from there."""

ONTO_A_CLEARED_SPACE = Turn(
    Board(columns=8, platforms=((1, 2),), thick=((1, 1),), obstacles=(2,)),
    Figure("me", (1, 1), heart=True),
    (Figure("other", (2, 1)),),
    projectiles=((3, 1),),
    pool={"move": 2, "slap": 1},
)
"""The projectile is gone with the figure that was pushed into it, so that the turn can end there."""

FOR_A_MOVEMENT = Turn(
    Board(columns=6, teensies=(("red", (5, 2)),)),
    Figure("me", (5, 1), freed=("blue", "yellow"), legendary="smasher"),
    (Figure("other", (1, 1)),),
    pool={"move": 2, "slap": 3},
)
"""The third Teensy lets the turn finish, and a push from afar carries it one column farther."""

FOR_A_MOVEMENT_FIRST = Turn(
    Board(columns=14),
    Figure("me", (2, 1), legendary="smasher"),
    (Figure("behind", (0, 1)), Figure("ahead", (5, 1))),
    pool={"move": 2, "slap": 3},
)
"""A push that has nothing to do with the end brings the Movement that it takes to get there."""

A_PROJECTILE_FIRST = Turn(
    Board(columns=14),
    Figure("me", (3, 1)),
    (Figure("beside", (4, 1), heart=True), Figure("ahead", (7, 1))),
    projectiles=((5, 1),),
    pool={"move": 4, "slap": 3},
)
"""One figure takes the projectile off the way to where the other one is to be pushed off."""

A_PROJECTILE_BEFORE_THE_LINE = Turn(
    Board(columns=8),
    Figure("me", (5, 1), freed=("blue", "green", "red")),
    (Figure("other", (6, 1), heart=True),),
    projectiles=((7, 1),),
    pool={"move": 3, "slap": 1},
)
"""The pushed figure takes the projectile off the way to the finish."""

UNDER_A_CEILING = Turn(
    Board(columns=14, thick=((4, 1),)),
    Figure("me", (6, 1)),
    (Figure("other", (5, 1)),),
    projectiles=((4, 1),),
    pool={"move": 2, "slap": 2, "crouch": 1},
)
"""Under a low ceiling everybody crouches, so that only a pushed figure removes the projectile there."""

OFF_AN_OBSTACLE_WITH_A_HEART = Turn(
    Board(columns=8, obstacles=(2,)),
    Figure("me", (3, 1), heart=True),
    (Figure("other", (2, 1)),),
    pool={"move": 1, "slap": 1},
    options=Options(obstacle_mode="stop_only"),
)
"""Where damage would send one without a push, a Heart sends one only if the column between is full."""


@pytest.mark.parametrize(
    ("turn", "end"),
    [
        (BESIDE_AND_BACK, (0, 1)),
        (THROUGH_A_PROJECTILE, (6, 1)),
        (PAST_A_FULL_COLUMN, (0, 1)),
        (ONTO_A_CLEARED_SPACE, (3, 1)),
        (FOR_A_MOVEMENT, (8, 1)),
        (FOR_A_MOVEMENT_FIRST, (5, 1)),
        (A_PROJECTILE_FIRST, (7, 1)),
        (A_PROJECTILE_BEFORE_THE_LINE, (8, 1)),
        (UNDER_A_CEILING, (4, 1)),
        (OFF_AN_OBSTACLE_WITH_A_HEART, (0, 1)),
    ],
)
def test_pushed_figures_open_ends(turn: Turn, end: Space) -> None:
    ends = {one.at for one in Plain(turn).run()}
    assert end in ends
    assert reach(turn) == ends
