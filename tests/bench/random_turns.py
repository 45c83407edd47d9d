"""Random turns for comparing searches: small crowded ones for exactness, heavy ones for speed."""

from __future__ import annotations

from random import Random

from companion.games.rayman.board import LEVELS, TEENSIES, Board
from companion.games.rayman.dispute import ICONS, LEGENDARY, Figure, Turn
from companion.games.rayman.options import Options


def small_turn(random: Random, columns: int = 8) -> Turn:
    """A turn of a few actions on a small board that has everything."""
    spaces = [(column, level) for column in range(columns) for level in LEVELS]

    def some(chance: float, levels: tuple[int, ...] = LEVELS) -> tuple[tuple[int, int], ...]:
        return tuple(space for space in spaces if space[1] in levels and random.random() < chance)

    board = Board(
        columns=columns,
        platforms=some(0.35, (2, 3)),
        thick=some(0.12, (1, 2)),
        walls=some(0.08),
        obstacles=tuple(column for column in range(1, columns) if random.random() < 0.15),
        enemies=some(0.15),
        teensies=tuple(
            pair for pair in zip(TEENSIES, random.sample(spaces, 4), strict=True) if random.random() < 0.6
        ),
    )

    def place() -> tuple[int, int]:
        p = random.randrange(columns + 2)
        return p, random.choice(board.floor_levels(p))

    legendary = random.choice([None, None, *LEGENDARY])
    freed = tuple(colour for colour in TEENSIES if random.random() < 0.4)
    player = Figure("me", place(), heart=random.random() < 0.4, freed=freed, legendary=legendary)
    taken = {(player.at[0] % columns, player.at[1])}
    others = []
    for number in range(random.choice([0, 0, 1, 1, 2, 3])):
        at = place()
        if (at[0] % columns, at[1]) not in taken:
            taken.add((at[0] % columns, at[1]))
            others.append(
                Figure(
                    f"other{number}",
                    at,
                    heart=random.random() < 0.4,
                    freed=TEENSIES[: random.choice([0, 0, 2, 3])] if at[0] < columns else (),
                    slapped=random.random() < 0.2,
                    bubble=random.random() < 0.1,
                    immune=random.random() < 0.1,
                )
            )
    pool = {
        "move": random.randrange(4),
        "jump": random.randrange(3),
        "slap": random.randrange(4),
        "glide": random.choice([0, 0, 1]),
        "crouch": random.choice([0, 1, 1, 2]),
        "heart": random.choice([0, 0, 0, 1]),
        "lums": random.choice([0, 0, 1]),
    }
    drawn = tuple((random.choice(ICONS), random.choice(ICONS)) for _ in range(random.choice([0, 0, 1, 2])))
    return Turn(
        board,
        player,
        tuple(others),
        tuple(space for space in random.sample(spaces, 2) if random.random() < 0.3),
        random.choice(spaces) if random.random() < 0.15 else None,
        random.choice([0, 0, 0, 1]),
        pool,
        drawn,
        other_options(random) if random.random() < 0.4 else Options(),
    )


def other_options(random: Random) -> Options:
    """House rules that change a turn."""
    return Options(
        damage_ends_turn=random.random() < 0.5,
        obstacle_mode=random.choice(["enter", "stop_only"]),
        heart_optional=random.random() < 0.7,
        heart_gives_immunity=random.random() < 0.2,
        walls_stop_retreat=random.random() < 0.3,
        finish_gate=random.choice(["lap_again", "blocked_at43"]),
        covered_enemy_slap=random.random() < 0.3,
        slap_limit=random.choice(["per_round", "per_turn", "unlimited"]),
        slap_manhattan=random.random() < 0.3,
        thick_blocks_side_slap=random.random() < 0.2,
        back_wall_no_heart=random.choice(["nothing", "damage_and_retreat2", "damage_no_move"]),
        sneaker_strict_icons=random.random() < 0.3,
        drifter_free=random.random() < 0.3,
        damage_retreat=random.choice([2, 3]),
        legendary_once=random.random() < 0.3,
        perches=random.random() < 0.3,
        smasher_cap=random.choice([3, 3, 4]),
    )


def heavy_turn(
    random: Random,
    legendary: str | None = None,
    pool: dict[str, int] | None = None,
    *,
    near_line: bool = False,
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
    player = Figure("me", at, heart=random.random() < 0.5, freed=freed, legendary=legendary)
    others: dict[tuple[int, int], Figure] = {}
    for number in range(random.randrange(3, 6)):
        p = start + random.randrange(-4, 10)
        place = (p, random.choice(board.floor_levels(p)))
        if place != at and place not in others:
            others[place] = Figure(f"other{number}", place, heart=random.random() < 0.4)
    return Turn(
        board,
        player,
        tuple(others.values()),
        tuple((column, random.choice(LEVELS)) for column in random.sample(range(columns), 3)),
        None,
        0,
        pool or {"move": 9, "jump": 3, "slap": 5, "glide": 2, "crouch": 2, "heart": 1},
        tuple((random.choice(ICONS[:6]), random.choice(ICONS[:6])) for _ in range(2)),
    )
