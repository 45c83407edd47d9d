"""Random turns for measuring speed: two cards of the sample pack, and as much as a turn can hold."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from companion.games.rayman.board import LEVELS, TEENSIES, Board
from companion.games.rayman.dispute import ICONS, Figure, Turn


def heavy_turn(
    random: Random,
    legendary: str | None = None,
    pool: dict[str, int] | None = None,
    *,
    near_line: bool = False,
    others: int | None = None,
) -> Turn:
    """As much as a turn can hold, on a crowded board with four to six figures."""
    columns = 44
    spaces = [(column, level) for column in range(columns) for level in LEVELS]
    board = Board(
        columns=columns,
        platforms=tuple(space for space in spaces if space[1] > 1 and random.random() < 0.4),
        thick=tuple(space for space in spaces if space[1] < 3 and random.random() < 0.08),
        walls=tuple(space for space in spaces if random.random() < 0.04),
        obstacles=tuple(column for column in range(1, columns) if random.random() < 0.12),
        enemies=tuple(sorted(random.sample(spaces[3:], random.randrange(14, 22)))),
        teensies=tuple(zip(TEENSIES, random.sample(spaces[3:], 4), strict=True)),
    )
    start = random.randrange(35, 43) if near_line else random.randrange(5, 30)
    freed = tuple(colour for colour in TEENSIES if random.random() < 0.3)
    at = (start, random.choice(board.floor_levels(start)))
    player = Figure(at, name="me", heart=random.random() < 0.5, freed=freed, legendary=legendary)
    count = random.randrange(3, 6)
    figures: dict[tuple[int, int], Figure] = {}
    for number in range(count if others is None else others):
        p = start + random.randrange(-4, 10)
        place = (p, random.choice(board.floor_levels(p)))
        if place != at and place not in figures:
            figures[place] = Figure(place, name=f"other{number}", heart=random.random() < 0.4)
    return Turn(
        board,
        player,
        tuple(figures.values()),
        tuple((column, random.choice(LEVELS)) for column in random.sample(range(columns), 3)),
        None,
        0,
        pool or {"move": 9, "jump": 3, "slap": 5, "glide": 2, "crouch": 2, "heart": 1},
        tuple((random.choice(ICONS[:6]), random.choice(ICONS[:6])) for _ in range(2)),
    )


def two_cards(random: Random) -> Turn:
    """What two Action cards give, with up to two tokens drawn, on a crowded board."""
    icons = random.choices(("move", "move", "move", "jump", "slap", "glide", "crouch", "heart"), k=12)
    pool = {icon: icons.count(icon) for icon in set(icons)}
    turn = heavy_turn(random, pool=pool, others=3)
    return replace(turn, drawn=turn.drawn[: random.randrange(3)])
