"""The tower as it lies on the table: its cells, what parts them and what carries a figure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

Place = tuple[int, int]
"""A column from the left and a row from the bottom, both from 1."""
Cell = int
"""A place as one number, row by row from the bottom left."""

OFF = -1
"""Where a hero is that is off the map, or an enemy that was defeated."""
GONE = -2
"""Where an enemy is whose level was taken away."""
OFF_BOSS = -2
"""Where a hero is that fainted on the Boss level and returns there."""


class Tower(Struct, frozen=True, dict=True):
    """The levels on the table, row 1 being the lowest; every list is a set of places."""

    columns: int
    rows: int
    levels: tuple[int, ...] = (1,)
    """The first row of each level, rising."""
    has_boss_level: bool = False
    walls: frozenset[Place] = frozenset()
    """Cells with a wall on their right side."""
    platforms: frozenset[Place] = frozenset()
    """Cells with a platform under them."""
    ladders: frozenset[Place] = frozenset()
    traps: frozenset[Place] = frozenset()
    shops: frozenset[Place] = frozenset()
    portals: frozenset[Place] = frozenset()

    def cell(self, place: Place) -> Cell:
        """Returns the number of a place."""
        column, row = place
        return (row - 1) * self.columns + column - 1

    def place(self, cell: Cell) -> Place:
        """Returns the place with a number."""
        row, column = divmod(cell, self.columns)
        return column + 1, row + 1

    def is_on_map(self, place: Place) -> bool:
        """Tells whether there is such a place."""
        column, row = place
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def bits(self, places: Iterable[Place]) -> int:
        """Returns a set of places as bits."""
        return sum(1 << cell for cell in {self.cell(place) for place in places})

    @cached_property
    def seal(self) -> int:
        """Returns the lowest row of the Boss level; above the map where there is none (PLT-MAP-8)."""
        return self.levels[-1] if self.has_boss_level else self.rows + 1

    @cached_property
    def cells(self) -> range:
        """Lists all cells."""
        return range(self.columns * self.rows)

    @cached_property
    def is_above(self) -> tuple[bool, ...]:
        """Tells of each cell whether it is on the Boss level."""
        return tuple(self.place(cell)[1] >= self.seal for cell in self.cells)

    @cached_property
    def boss_bits(self) -> int:
        """Returns the cells of the Boss level as bits."""
        return sum(1 << cell for cell in self.cells if self.is_above[cell])

    @cached_property
    def has_floor(self) -> tuple[bool, ...]:
        """Tells of each cell whether it carries a figure by itself (PLT-MAP-6)."""
        return tuple(self._has_floor(self.place(cell)) for cell in self.cells)

    @cached_property
    def ground(self) -> tuple[Cell, ...]:
        """Gives for each cell the one with floor below it, or itself."""
        found: list[Cell] = []
        for cell in self.cells:
            found.append(cell if self.has_floor[cell] else found[cell - self.columns])
        return tuple(found)

    def _has_floor(self, place: Place) -> bool:
        return place[1] in (1, self.seal) or place in self.platforms

    @cached_property
    def has_ladder(self) -> tuple[bool, ...]:
        """Tells of each cell whether a ladder is in it."""
        return tuple(self.place(cell) in self.ladders for cell in self.cells)

    @cached_property
    def has_trap(self) -> tuple[bool, ...]:
        """Tells of each cell whether a trap is in it."""
        return tuple(self.place(cell) in self.traps for cell in self.cells)

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """Lists the adjacent cells of each cell: steps, pushes, attacks and monster moves (PLT-MAP-7)."""
        return tuple(
            tuple(self.cell(near) for near in self._around(self.place(cell)) if self.is_on_map(near))
            for cell in self.cells
        )

    def _around(self, place: Place) -> Iterable[Place]:
        column, row = place
        if (column - 1, row) not in self.walls:
            yield column - 1, row
        if place not in self.walls:
            yield column + 1, row
        for lower, near in ((row - 1, row - 1), (row, row + 1)):
            is_open = (column, lower + 1) not in self.platforms or (column, lower) in self.ladders
            if is_open and lower + 1 != self.seal:
                yield column, near

    @cached_property
    def over_seal(self) -> tuple[Cell, ...]:
        """Gives for each cell the one that a step up over the seal leads to, or OFF (PLT-BOSS-1)."""
        return tuple(
            cell + self.columns if self.place(cell)[1] == self.seal - 1 < self.rows else OFF
            for cell in self.cells
        )

    @cached_property
    def portal_ways(self) -> tuple[tuple[Cell, ...], ...]:
        """Lists the other portals of the same level of each portal cell; of other cells none (PLT-ACT-3)."""
        level_of = {place: self.level_of(place[1]) for place in self.portals}
        return tuple(
            tuple(
                sorted(
                    self.cell(other)
                    for other in self.portals
                    if other != here and level_of[other] == level_of[here]
                )
            )
            if (here := self.place(cell)) in self.portals
            else ()
            for cell in self.cells
        )

    def level_of(self, row: int) -> int:
        """Returns the level that a row belongs to, from 0."""
        return sum(1 for first in self.levels if first <= row) - 1

    def start_cells(self, taken: Iterable[Cell], is_boss_level: bool) -> tuple[Cell, ...]:
        """Lists the cells where a hero may be generated, the others being free (PLT-ACT-1, PLT-BOSS-3)."""
        closed = set(taken)
        free = [cell for cell in self.cells if self.is_above[cell] == is_boss_level and cell not in closed]
        if is_boss_level:
            shops = [self.place(cell) for cell in self.cells if self.is_shop_above(cell)]
            if shops:
                away = {cell: min(_distance(self.place(cell), shop) for shop in shops) for cell in free}
                nearest = min(away.values(), default=0)
                return tuple(cell for cell in free if away[cell] == nearest)
        lowest = min((cell // self.columns for cell in free), default=0)
        return tuple(cell for cell in free if cell // self.columns == lowest)

    def is_shop_above(self, cell: Cell) -> bool:
        """Tells whether a cell is a shop of the Boss level."""
        return self.is_above[cell] and self.place(cell) in self.shops


def _distance(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
