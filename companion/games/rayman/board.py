"""The board of a Rayman race: the shared model of spaces, floors, ceilings, walls and what stands in them.

`Board` is frozen, hashable and JSON-able; `read_board` builds it from the dispute/1 notation and names every
defect by its field; `write_board` writes that notation back. A place is `(p, l)`: progress and level; every
query also takes progress in place of a column, since the column on the cardboard is `p mod columns`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct

from companion.core.errors import Invalid
from companion.core.message import Message, say

Space = tuple[int, int]
"""Column (or progress) and level."""

LEVELS = (1, 2, 3)
TEENSIES = ("blue", "red", "green", "yellow")
COLUMNS = 44
MOST_COLUMNS = 400


class Board(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, dict=True):
    """What is printed on the tiles and where the prisoners are; every tuple is sorted and free of repeats."""

    columns: int = COLUMNS
    platforms: tuple[Space, ...] = ()
    thick: tuple[Space, ...] = ()
    walls: tuple[Space, ...] = ()
    obstacles: tuple[int, ...] = ()
    enemies: tuple[Space, ...] = ()
    teensies: tuple[tuple[str, Space], ...] = ()

    @cached_property
    def facts(self) -> Facts:
        """The lookups, derived once."""
        return facts_of(self)

    def column(self, progress: int) -> int:
        """Returns the column on the cardboard."""
        return progress % self.columns

    def space(self, place: Space) -> Space:
        """Returns the space on the cardboard of a place."""
        return place[0] % self.columns, place[1]

    def across(self, one: int, other: int) -> int:
        """Returns how many columns two are apart, the shorter way round."""
        return min((one - other) % self.columns, (other - one) % self.columns)

    def is_floor(self, column: int, level: int) -> bool:
        """Tells whether a figure can stand there: the ground, a platform, or the top of a thick platform."""
        return self.facts.floors[column % self.columns * 3 + level - 1]

    def is_low(self, column: int, level: int) -> bool:
        """Tells whether a thick platform is the ceiling of that space."""
        return (column % self.columns, level) in self.facts.thick

    def is_wall(self, column: int, level: int) -> bool:
        """Tells whether a wall stands between that column and the next one."""
        return (column % self.columns, level) in self.facts.walls

    def is_obstacle(self, column: int, level: int = 1) -> bool:
        """Tells whether an obstacle fills that space; obstacles are on level 1 only."""
        return level == 1 and column % self.columns in self.facts.obstacles

    def is_enemy(self, column: int, level: int) -> bool:
        """Tells whether an enemy is printed there, defeated or not."""
        return (column % self.columns, level) in self.facts.enemies

    def space_of_teensy(self, colour: str) -> Space | None:
        """Returns where the prisoner of a colour is."""
        return next((space for name, space in self.teensies if name == colour), None)

    def floor_levels(self, column: int) -> tuple[int, ...]:
        """Lists the levels of a column that have a floor."""
        return tuple(level for level in LEVELS if self.is_floor(column, level))


class Facts(Struct, frozen=True):
    """Lookup sets derived from a board; a space's floor is at `column * 3 + level - 1`."""

    floors: tuple[bool, ...]
    thick: frozenset[Space]
    walls: frozenset[Space]
    obstacles: frozenset[int]
    enemies: frozenset[Space]


@lru_cache(maxsize=256)
def facts_of(board: Board) -> Facts:
    """Derives the lookups once a board."""
    standing = set(board.platforms) | {(column, level + 1) for column, level in board.thick}
    return Facts(
        floors=tuple(
            level == 1 or (column, level) in standing for column in range(board.columns) for level in LEVELS
        ),
        thick=frozenset(board.thick),
        walls=frozenset(board.walls),
        obstacles=frozenset(board.obstacles),
        enemies=frozenset(board.enemies),
    )


class Defects:
    """Collects every defect of a document, each with its field and what was expected there."""

    def __init__(self) -> None:
        self.found: list[Message] = []

    def add(self, field: str, expected: Message) -> None:
        """Notes one defect."""
        self.found.append(say("rayman_judge.defect", field=field, expected=expected))

    def refuse(self) -> None:
        """Raises Invalid with all defects, if there are any."""
        if self.found:
            raise Invalid(self.found[0], details=tuple(self.found[1:]))

    def check_fields(self, field: str, value: Any, known: tuple[str, ...]) -> bool:
        """Notes unknown fields; tells whether the value is an object at all."""
        if not isinstance(value, dict):
            self.add(field, say("rayman_judge.expect.object"))
            return False
        for name in value:
            if name not in known:
                path = f"{field}.{name}" if field else str(name)
                self.add(path, say("rayman_judge.expect.known_field", known=", ".join(known)))
        return True

    def integer(self, field: str, value: Any, low: int, high: int) -> int | None:
        """Returns a whole number within bounds, or notes the defect."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.add(field, say("rayman_judge.expect.integer", low=low, high=high))
            return None
        return value

    def space(
        self,
        field: str,
        value: Any,
        columns: int,
        levels: tuple[int, ...] = LEVELS,
        *,
        progress: bool = False,
    ) -> Space | None:
        """Returns `[column, level]` (or `[p, level]` for progress), or notes the defect."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.add(field, say("rayman_judge.expect.place" if progress else "rayman_judge.expect.space"))
            return None
        first = self.integer(f"{field}[0]", value[0], 0, columns * 100 if progress else columns - 1)
        level = self.integer(f"{field}[1]", value[1], levels[0], levels[-1])
        return None if first is None or level is None else (first, level)

    def spaces(self, field: str, value: Any, columns: int) -> tuple[Space, ...]:
        """Returns a sorted list of spaces, or notes the defects."""
        if not isinstance(value, list | tuple):
            self.add(field, say("rayman_judge.expect.spaces"))
            return ()
        read = [self.space(f"{field}[{index}]", one, columns) for index, one in enumerate(value)]
        return tuple(sorted({space for space in read if space is not None}))

    def column_list(self, field: str, value: Any, columns: int) -> tuple[int, ...]:
        """Reads `"3-6,10"`, or notes the defect."""
        wanted = say("rayman_judge.expect.columns", last=columns - 1)
        if not isinstance(value, str):
            self.add(field, wanted)
            return ()
        found: set[int] = set()
        for part in value.split(",") if value.strip() else ():
            first, dash, last = (word.strip() for word in part.partition("-"))
            last = last if dash else first
            if not (_is_number(first) and _is_number(last) and int(first) <= int(last) < columns):
                self.add(field, wanted)
                return ()
            found.update(range(int(first), int(last) + 1))
        return tuple(sorted(found))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def write_columns(columns: tuple[int, ...]) -> str:
    """Writes columns as `"3-6,10"`."""
    parts: list[str] = []
    left = sorted(set(columns))
    while left:
        run = 1
        while run < len(left) and left[run] == left[0] + run:
            run += 1
        parts.append(str(left[0]) if run == 1 else f"{left[0]}-{left[run - 1]}")
        left = left[run:]
    return ",".join(parts)


_FIELDS = ("columns", "platforms", "thick", "walls", "obstacles", "enemies", "teensies")


def read_board(raw: Any, field: str = "board", defects: Defects | None = None) -> Board:
    """Builds a board from the dispute/1 notation; refuses with Invalid listing every defect.

    With `defects` given, defects are only collected there and the board holds what could be read.
    """
    found = Defects() if defects is None else defects
    if not found.check_fields(field, raw, _FIELDS):
        raw = {}
    columns = found.integer(f"{field}.columns", raw.get("columns", COLUMNS), 2, MOST_COLUMNS) or COLUMNS
    board = Board(
        columns=columns,
        platforms=_by_level(found, f"{field}.platforms", raw.get("platforms", {}), columns, (2, 3)),
        thick=_by_level(found, f"{field}.thick", raw.get("thick", {}), columns, (1, 2)),
        walls=found.spaces(f"{field}.walls", raw.get("walls", []), columns),
        obstacles=found.column_list(f"{field}.obstacles", raw.get("obstacles", ""), columns),
        enemies=found.spaces(f"{field}.enemies", raw.get("enemies", []), columns),
        teensies=_teensies(found, f"{field}.teensies", raw.get("teensies", {}), columns),
    )
    if defects is None:
        found.refuse()
    return board


def _by_level(
    found: Defects, field: str, value: Any, columns: int, levels: tuple[int, ...]
) -> tuple[Space, ...]:
    if not found.check_fields(field, value, tuple(str(level) for level in levels)):
        return ()
    return tuple(
        sorted(
            (column, level)
            for level in levels
            if str(level) in value
            for column in found.column_list(f"{field}.{level}", value[str(level)], columns)
        )
    )


def _teensies(found: Defects, field: str, value: Any, columns: int) -> tuple[tuple[str, Space], ...]:
    if not found.check_fields(field, value, TEENSIES):
        return ()
    placed: list[tuple[str, Space]] = []
    for colour in TEENSIES:
        if colour in value:
            space = found.space(f"{field}.{colour}", value[colour], columns)
            if space is not None:
                placed.append((colour, space))
    return tuple(placed)


def write_board(board: Board) -> dict[str, Any]:
    """Writes a board in the dispute/1 notation that `read_board` reads back."""

    def by_level(spaces: tuple[Space, ...], levels: tuple[int, ...]) -> dict[str, str]:
        lists = {
            str(level): write_columns(tuple(column for column, at in spaces if at == level))
            for level in levels
        }
        return {level: text for level, text in lists.items() if text}

    return {
        "columns": board.columns,
        "platforms": by_level(board.platforms, (2, 3)),
        "thick": by_level(board.thick, (1, 2)),
        "walls": [list(space) for space in board.walls],
        "obstacles": write_columns(board.obstacles),
        "enemies": [list(space) for space in board.enemies],
        "teensies": {colour: list(space) for colour, space in board.teensies},
    }
