"""Ends that need a way back over the very enemy whose defeat drew the token that pays for it."""

from __future__ import annotations

import pytest

from companion.games.rayman.board import Board
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.search.reach import reach
from tests.bench.plain_search import Plain

JUMP_BACK = Turn(
    Board(columns=14, platforms=((5, 3),), thick=((7, 1),), enemies=((5, 3),)),
    Figure("me", (6, 1)),
    pool={"move": 5, "jump": 1, "slap": 2, "glide": 1},
    drawn=(("jump", "glide"),),
)
STUCK_IN_THE_TUNNEL = Turn(
    Board(columns=14, thick=((3, 1),), obstacles=(3,), enemies=((3, 1),)),
    Figure("me", (4, 1)),
    pool={"move": 3, "slap": 2, "crouch": 1, "heart": 1},
    drawn=(("move", "move"),),
)
STUCK_BESIDE_A_PLATFORM = Turn(
    Board(columns=14, platforms=((12, 3),), obstacles=(13,), enemies=((13, 1),)),
    Figure("me", (9, 1), heart=True),
    pool={"move": 2, "slap": 3},
    drawn=(("move", "move"),),
)


@pytest.mark.parametrize(
    ("turn", "end"),
    [(JUMP_BACK, (5, 3)), (STUCK_IN_THE_TUNNEL, (3, 2)), (STUCK_BESIDE_A_PLATFORM, (12, 3))],
)
def test_a_drawn_token_pays_for_a_way_back(turn: Turn, end: tuple[int, int]) -> None:
    plain = {one.at for one in Plain(turn).run()}
    assert end in plain
    assert reach(turn) == plain
