"""What the fast search leaves out must never be what a turn needs: each short cut has boards made against it.

Every turn here is also searched plainly; the named ends are those that need the detour in question.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.rayman.board import LEVELS, TEENSIES, Board
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.judge import Claim, decide
from companion.games.rayman.search.reach import reach
from tests.bench.plain_search import Plain
from tests.bench.random_turns import small_turn

BACK_OVER_AN_ENEMY = Turn(
    Board(columns=14, platforms=((6, 2),), walls=((3, 1), (6, 1)), obstacles=(6,), enemies=((4, 1),)),
    Figure("me", (5, 1), heart=True),
    pool={"move": 3, "slap": 1},
)
"""Movements have to be used up, and only the enemy's space is there to walk to and fro."""

BACK_OVER_AN_ENEMY_TWICE = replace(BACK_OVER_AN_ENEMY, pool={"move": 5, "slap": 1})

DRIFT_DOWN_OVER_AN_OBSTACLE = Turn(
    Board(columns=14, platforms=((4, 2),), walls=((4, 1), (5, 2), (5, 3)), obstacles=(5,)),
    Figure("me", (4, 2), legendary="drifter"),
    pool={"move": 3, "glide": 1},
)
"""The only way past the walls leads down to an obstacle and on over it, gliding."""

DRIFT_UP_FROM_AN_OBSTACLE = Turn(
    Board(columns=14, platforms=((6, 2),), thick=((4, 1),), walls=((5, 1),), obstacles=(5,)),
    Figure("me", (4, 1), legendary="drifter"),
    pool={"move": 4, "glide": 1},
)
"""Under a ceiling nobody begins to glide, so the obstacle costs the turn."""

ROUND_A_PROJECTILE = Turn(
    Board(columns=14, platforms=((5, 2), (5, 3)), walls=((7, 1), (4, 2))),
    Figure("me", (5, 1), heart=True),
    projectiles=((6, 1),),
    pool={"move": 3, "heart": 1},
)
"""A Heart removes the projectile on the first pass; coming back, one may even rest where it was."""

PUSHED_INTO_A_PROJECTILE = Turn(
    Board(columns=14, walls=((8, 1),)),
    Figure("me", (5, 1)),
    others=(Figure("other", (6, 1), heart=True),),
    projectiles=((7, 1),),
    pool={"move": 3, "slap": 2},
)
"""Whoever is slapped onto the projectile takes it off the way."""

PUSHED_TO_WHERE_ONE_IS_CROUCHED = Turn(
    Board(columns=14, walls=((5, 1),)),
    Figure("me", (5, 1)),
    others=(Figure("other", (4, 1), heart=True),),
    projectiles=((5, 1),),
    pool={"move": 3, "jump": 1, "slap": 1, "crouch": 1},
)
"""Under the projectile nobody jumps; once it is gone, the way over the wall is free."""

BESIDE_ON_ANOTHER_LAP = Turn(
    Board(columns=14, platforms=((6, 2),), walls=((6, 1),), enemies=((6, 1),)),
    Figure("me", (20, 2)),
    others=(Figure("other", (7, 1)),),
    pool={"move": 1, "slap": 2},
)
"""Who falls onto a figure that is a lap behind is put beside it, where the enemy was slapped from above."""

ROUND_THE_BOARD = Turn(
    Board(columns=6),
    Figure("me", (2, 1), heart=True),
    projectiles=((3, 1),),
    pool={"move": 7},
)
"""The Heart removes the projectile on the first lap, so that one may rest there on the second."""

SLAP_OVER_THE_LINE = Turn(
    Board(columns=14, obstacles=(2,), teensies=(("blue", (1, 1)),)),
    Figure("me", (12, 1), freed=("green", "yellow")),
    pool={"move": 4, "slap": 3},
)
"""The third Teensy is just past the line, and a Slap from before the line frees it."""

BACK_OVER_THE_LINE = Turn(
    Board(columns=14, obstacles=(3,), teensies=(("blue", (2, 1)),)),
    Figure("me", (15, 1), freed=("green", "yellow")),
    pool={"move": 6, "slap": 2},
)
"""Past the line with two Teensies, one frees the third and turns back, to cross it once more."""

OVER_THE_LINE_AND_BACK = Turn(
    Board(columns=14, platforms=((12, 2), (13, 2)), teensies=(("blue", (3, 2)),)),
    Figure("me", (12, 2), freed=("green", "yellow")),
    pool={"move": 4, "glide": 1, "slap": 4},
)
"""The third Teensy is freed from just past the line, in the air, and then the line is crossed once more."""

TWO_PAST_THE_LINE = Turn(
    Board(columns=14, platforms=((12, 2), (13, 2)), teensies=(("blue", (3, 2)), ("red", (3, 1)))),
    Figure("me", (12, 2), freed=("green",)),
    pool={"move": 6, "glide": 2, "slap": 8, "jump": 1},
)
"""Two in the same column are freed on one way over the line and back."""


@pytest.mark.parametrize(
    ("turn", "end", "is_there"),
    [
        (BACK_OVER_AN_ENEMY, (6, 2), True),
        (replace(BACK_OVER_AN_ENEMY, pool={"move": 2, "slap": 1}), (6, 2), False),
        (BACK_OVER_AN_ENEMY_TWICE, (6, 2), True),
        (replace(BACK_OVER_AN_ENEMY_TWICE, pool={"move": 4, "slap": 1}), (6, 2), False),
        (DRIFT_DOWN_OVER_AN_OBSTACLE, (6, 1), True),
        (replace(DRIFT_DOWN_OVER_AN_OBSTACLE, player=Figure("me", (4, 2))), (6, 1), False),
        (DRIFT_UP_FROM_AN_OBSTACLE, (6, 2), False),
        (replace(DRIFT_UP_FROM_AN_OBSTACLE, player=Figure("me", (3, 1), legendary="drifter")), (6, 2), False),
        (ROUND_A_PROJECTILE, (6, 1), True),
        (replace(ROUND_A_PROJECTILE, player=Figure("me", (5, 1)), pool={"move": 3}), (6, 1), False),
        (PUSHED_INTO_A_PROJECTILE, (8, 1), True),
        (replace(PUSHED_INTO_A_PROJECTILE, pool={"move": 3, "slap": 1}), (8, 1), True),
        (replace(PUSHED_INTO_A_PROJECTILE, pool={"move": 3}), (8, 1), False),
        (replace(PUSHED_INTO_A_PROJECTILE, pool={"move": 2, "slap": 3}), (7, 1), False),
        (ROUND_THE_BOARD, (9, 1), True),
        (replace(ROUND_THE_BOARD, player=Figure("me", (2, 1))), (9, 1), False),
        (BESIDE_ON_ANOTHER_LAP, (20, 1), True),
        (replace(BESIDE_ON_ANOTHER_LAP, pool={"move": 1}), (20, 1), False),
        (SLAP_OVER_THE_LINE, (16, 1), True),
        (replace(SLAP_OVER_THE_LINE, pool={"move": 4, "slap": 2}), (16, 1), False),
        (BACK_OVER_THE_LINE, (17, 1), True),
        (replace(BACK_OVER_THE_LINE, pool={"move": 6, "slap": 1}), (17, 1), False),
        (OVER_THE_LINE_AND_BACK, (14, 2), True),
        (replace(OVER_THE_LINE_AND_BACK, pool={"move": 3, "glide": 1, "slap": 4}), (14, 2), False),
        (TWO_PAST_THE_LINE, (14, 2), True),
        (PUSHED_TO_WHERE_ONE_IS_CROUCHED, (6, 1), True),
        (replace(PUSHED_TO_WHERE_ONE_IS_CROUCHED, pool={"move": 3, "jump": 1, "crouch": 1}), (6, 1), False),
    ],
)
def test_an_end_that_needs_the_detour(turn: Turn, end: tuple[int, int], is_there: bool) -> None:
    plain = {one.at for one in Plain(turn).run()}
    assert (end in plain) is is_there
    assert reach(turn) == plain
    assert (decide(turn, Claim(end)) is not None) is is_there


def theme(name: str, random: Random) -> Turn:
    """A random small turn with much of what one short cut is about."""
    turn = small_turn(random, columns=6)
    board, player = turn.board, turn.player
    spaces = [(column, level) for column in range(1, 6) for level in LEVELS]
    pool = {**turn.pool, "move": random.randrange(2, 5)}
    if name == "late enemies":
        board = replace(board, enemies=tuple(sorted(random.sample(spaces, 4))))
        pool = {**pool, "slap": 2, "heart": 1}
        turn = replace(turn, others=turn.others[:1], drawn=turn.drawn[:1])
    elif name == "drifter and obstacles":
        board = replace(board, obstacles=tuple(sorted(random.sample(range(1, 6), 3))))
        player = replace(player, legendary="drifter")
        pool = {**pool, "glide": 2, "heart": 1}
    elif name == "near the line":
        at = (5 - random.randrange(3), 1)
        player = replace(player, at=at, freed=tuple(random.sample(TEENSIES, random.choice([1, 2, 2]))))
        others = tuple(other for other in turn.others if (other.at[0] % 6, other.at[1]) != at)
        board = replace(board, teensies=tuple(zip(TEENSIES, random.sample(spaces, 4), strict=True)))
        turn, pool = replace(turn, others=others), {**pool, "slap": random.randrange(1, 5)}
    elif name == "smashers":
        board = replace(board, enemies=tuple(sorted(random.sample(spaces, 3))))
        player, pool = replace(player, legendary="smasher"), {**pool, "slap": random.randrange(2, 5)}
        turn = replace(turn, others=turn.others[:1], drawn=turn.drawn[:1])
    elif name == "projectiles on a loop":
        turn = replace(turn, projectiles=tuple(sorted(random.sample(spaces, 3))), others=turn.others[:1])
        pool = {**pool, "heart": random.randrange(3), "crouch": random.randrange(2)}
        player = replace(player, heart=True)
    else:
        others = [
            Figure(f"other{number}", (column, 1), heart=random.random() < 0.6)
            for number, column in enumerate(random.sample(range(1, 6), 2))
            if (column, 1) != (player.at[0] % 6, player.at[1]) and column not in board.obstacles
        ]
        turn = replace(turn, others=tuple(others), projectiles=((random.randrange(1, 6), 1), (3, 2)))
        pool = {**pool, "slap": 3, "jump": 0}
    return replace(turn, board=board, player=player, pool=pool)


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize(
    "name",
    [
        "late enemies",
        "drifter and obstacles",
        "near the line",
        "smashers",
        "projectiles on a loop",
        "pushed into projectiles",
    ],
)
def test_boards_full_of_detours(name: str, seed: int) -> None:
    turn = theme(name, Random(seed))
    plain = Plain(turn, most_states=8_000)
    ends = {one.at for one in plain.run()}
    if plain.states <= 8_000:
        assert reach(turn) == ends
