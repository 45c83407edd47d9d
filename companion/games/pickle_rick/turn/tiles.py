"""Tiles as they lie on the map: walls, vents and turns, and which edges between them are closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Place = tuple[int, int]
"""A space of the map: x to the right, y from Rick's player towards the Russians' (PKR-MAP-1)."""
Side = int
"""One side of a tile as a bit; several sides are the sum of their bits."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES: tuple[Side, ...] = (NORTH, EAST, SOUTH, WEST)
ALL_SIDES = NORTH | EAST | SOUTH | WEST
LETTER = {NORTH: "N", EAST: "E", SOUTH: "S", WEST: "W"}
SIDE = {letter: side for side, letter in LETTER.items()}
OFFSET = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}
OPPOSITE = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}


class Tile(NamedTuple):
    """A face-up tile as it lies: the sides with a wall, and the side with its vent (0: none)."""

    walls: int = 0
    vent: Side = 0

    @property
    def closed(self) -> int:
        """Returns the sides that this tile closes: a vent closes its edge like a wall (PKR-MAP-4)."""
        return self.walls | self.vent

    def turned(self, quarters: int) -> Tile:
        """Returns the tile turned clockwise by quarters; walls and vent turn alike (PKR-MAP-2)."""
        return Tile(turn_sides(self.walls, quarters), turn_sides(self.vent, quarters))


Map = Mapping[Place, "Tile | None"]
"""What lies on the map: a face-up tile, or None for one that lies face down; other spaces are empty."""


def turn_sides(sides: int, quarters: int) -> int:
    """Turns a set of sides clockwise."""
    quarters %= 4
    return (sides << quarters | sides >> (4 - quarters)) & ALL_SIDES


def lay_by_arrow(face: Tile, towards: Side) -> Tile:
    """Lays a tile with its white arrow pointing the way of the move (PKR-MAP-3)."""
    return face.turned(SIDES.index(towards))


def lay_by_vent(face: Tile, towards: Side) -> Tile:
    """Lays a tile with its vent on the side that the move comes from (PKR-MAP-3)."""
    return face.turned(SIDES.index(OPPOSITE[towards]) - SIDES.index(face.vent))


def quarters_of(face: Tile, laid: Tile) -> int:
    """Counts by how many quarters a face was turned to lie as it does; the least where several fit."""
    return next(quarters for quarters in range(4) if face.turned(quarters) == laid)


def neighbour(place: Place, side: Side) -> Place:
    """Returns the space across a side."""
    x, y = OFFSET[side]
    return place[0] + x, place[1] + y


def has_open_edge(tiles: Map, place: Place, side: Side) -> bool:
    """Tells whether two face-up tiles meet at an edge that neither closes (PKR-MAP-4, C3-3)."""
    here, there = tiles.get(place), tiles.get(neighbour(place, side))
    if here is None or there is None:
        return False
    return not (here.closed & side or there.closed & OPPOSITE[side])


def is_walled_in(tiles: Map, place: Place) -> bool:
    """Tells whether all four edges of a tile are closed and it has no vent (PKR-END-5, C3-18)."""
    here = tiles[place]
    if here is None or here.vent:
        return False
    return all(here.walls & side or _closes(tiles, place, side) for side in SIDES)


def _closes(tiles: Map, place: Place, side: Side) -> bool:
    there = tiles.get(neighbour(place, side))
    return there is not None and bool(there.closed & OPPOSITE[side])
