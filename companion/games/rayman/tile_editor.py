"""Edits a tile by touch: every tool puts something on a space, and a second touch takes it away."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from companion.core.blocks import Board, Mark, Piece, Space
from companion.core.errors import Invalid
from companion.core.message import Message, literal, say
from companion.games.rayman.board import LEVELS, write_columns
from companion.games.rayman.entities import TILE_COLUMNS, Spot, Tile, columns_in

TOOLS = ("platform", "thick", "wall", "obstacle", "enemy", "teensy", "erase")
Tool = Literal["platform", "thick", "wall", "obstacle", "enemy", "teensy", "erase"]
ROWS: dict[str, tuple[int, ...]] = {"platform": (2, 3), "thick": (1, 2), "obstacle": (1,)}
"""The levels on which a tool can place something; the others go anywhere."""

_BAR = 0.16
"""How thick a platform or wall is drawn, in spaces."""

_CAPTIONS = 0.5
"""Room for the column numbers below level 1."""


class Draft:
    """A tile's contents as sets of spaces, for changing."""

    def __init__(self, tile: Tile) -> None:
        self.platform = {(c, int(level)) for level, text in tile.platforms.items() for c in columns_in(text)}
        self.thick = {(c, int(level)) for level, text in tile.thick.items() for c in columns_in(text)}
        self.obstacle = {(c, 1) for c in columns_in(tile.obstacles)}
        self.wall = set(tile.walls)
        self.enemy = set(tile.enemies)
        self.teensy = list(tile.teensies)

    def all_spaces(self) -> dict[str, set[Spot] | list[Spot]]:
        """Returns what each tool has placed."""
        return {
            "platform": self.platform,
            "thick": self.thick,
            "wall": self.wall,
            "obstacle": self.obstacle,
            "enemy": self.enemy,
            "teensy": self.teensy,
        }

    def toggle(self, tool: str, space: Spot) -> None:
        """Places something, or takes it away where it is already."""
        placed = self.all_spaces()[tool]
        if space in placed:
            placed.remove(space)
        elif isinstance(placed, set):
            placed.add(space)
        else:
            placed.append(space)

    def clear(self, space: Spot) -> None:
        """Takes everything off a space."""
        for placed in self.all_spaces().values():
            if space in placed:
                placed.remove(space)

    def written_to(self, tile: Tile) -> Tile:
        """Returns the tile with these contents."""

        def rows(spaces: set[Spot], levels: tuple[int, ...]) -> dict[str, str]:
            texts = {str(n): write_columns(tuple(c for c, level in spaces if level == n)) for n in levels}
            return {level: text for level, text in texts.items() if text}

        raw = {
            "platforms": rows(self.platform, (2, 3)),
            "thick": rows(self.thick, (1, 2)),
            "walls": sorted(self.wall),
            "obstacles": write_columns(tuple(column for column, _ in self.obstacle)),
            "enemies": sorted(self.enemy),
            "teensies": list(self.teensy),
        }
        return msgspec.convert({"label": tile.label, **raw}, Tile)


def touch(tile: Tile, tool: str, space: str) -> Tile:
    """Returns the tile after a touch; refuses with Invalid where the tool has no business."""
    if tool not in TOOLS:
        raise Invalid(say("rayman_setup.edit.unknown_tool", tool=tool, known=", ".join(TOOLS)))
    column, level = read_space(space)
    if level not in ROWS.get(tool, LEVELS):
        levels = ", ".join(map(str, ROWS[tool]))
        raise Invalid(say("rayman_setup.edit.level", tool=say(f"rayman_setup.tool.{tool}"), levels=levels))
    draft = Draft(tile)
    if tool == "erase":
        draft.clear((column, level))
    else:
        draft.toggle(tool, (column, level))
    return draft.written_to(tile)


def read_space(space: str) -> Spot:
    """Reads `column/level`; refuses with Invalid."""
    found = re.fullmatch(r"(\d{1,2})/([123])", space)
    if not found or int(found[1]) >= TILE_COLUMNS:
        raise Invalid(say("rayman_setup.edit.space", space=space, last=TILE_COLUMNS - 1))
    return int(found[1]), int(found[2])


def draw(tile: Tile) -> Board:
    """Draws a tile with level 3 on top."""
    draft = Draft(tile)
    spaces = tuple(
        Space(
            f"{column}/{level}",
            column,
            3 - level,
            icon="obstacle" if (column, level) in draft.obstacle else "",
            tone="danger" if (column, level) in draft.obstacle else "",
        )
        for level in LEVELS
        for column in range(TILE_COLUMNS)
    )
    marks = [Mark("ground", 0, 3 - _BAR, TILE_COLUMNS, _BAR)]
    marks += [Mark("caption", c, 3, 1, _CAPTIONS, literal(str(c))) for c in range(TILE_COLUMNS)]
    marks += [Mark("platform", c, 4 - level - _BAR, 1, _BAR) for c, level in sorted(draft.platform)]
    marks += [Mark("thick", c, 3 - level - _BAR, 1, 2 * _BAR) for c, level in sorted(draft.thick)]
    marks += [Mark("wall", c + 1 - _BAR / 2, 3 - level, _BAR, 1) for c, level in sorted(draft.wall)]
    pieces = [
        Piece(f"enemy-{c}-{level}", f"{c}/{level}", "enemy", say("rayman_setup.tool.enemy"), tone="foe")
        for c, level in sorted(draft.enemy)
    ]
    pieces += [
        Piece(
            f"teensy-{c}-{level}",
            f"{c}/{level}",
            "teensy",
            say("rayman_setup.tool.teensy"),
            tone="goal",
            is_landmark=True,
        )
        for c, level in draft.teensy
    ]
    return Board(TILE_COLUMNS, 3 + _CAPTIONS, spaces, tuple(marks), tuple(pieces))


def problems(tile: Tile) -> tuple[Message, ...]:
    """Lists what makes a tile unfit for a race."""
    draft = Draft(tile)
    found = []
    for tool, placed in draft.all_spaces().items():
        if outside := sorted({column for column, _ in placed if column >= TILE_COLUMNS}):
            what = say(f"rayman_setup.tool.{tool}")
            found.append(
                say(
                    "rayman_setup.edit.outside",
                    what=what,
                    columns=write_columns(tuple(outside)),
                    last=TILE_COLUMNS - 1,
                )
            )
    for column, level in sorted(draft.platform):
        if (column, level - 1) in draft.thick:
            found.append(say("rayman_setup.edit.double_floor", column=column, level=level))
    found += [
        say("rayman_setup.edit.closed", column=column)
        for column in range(TILE_COLUMNS)
        if all((column, level) in draft.wall for level in LEVELS)
    ]
    for space in sorted(set(draft.teensy)):
        column, level = space
        if space in draft.obstacle:
            found.append(say("rayman_setup.edit.teensy_obstacle", column=column, level=level))
        if draft.teensy.count(space) > 1:
            found.append(say("rayman_setup.edit.teensy_twice", column=column, level=level))
    return tuple(found)
