"""Who sees whom, and who is in range."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.pickle_rick.turn.tiles import (
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    Map,
    Place,
    Side,
    has_open_edge,
    neighbour,
)

RANGE = 1
MOST_REROLLS = 4


def line_of_sight(tiles: Map, place: Place, side: Side) -> Iterator[Place]:
    """Lists the spaces that sight reaches from a tile to one side, nearest first (PKR-SIGHT-1)."""
    while has_open_edge(tiles, place, side):
        place = neighbour(place, side)
        yield place


def direction(start: Place, end: Place) -> Side | None:
    """Returns the side on which another space of the same row or column lies; None off both, or on it."""
    if start[0] == end[0] and start[1] != end[1]:
        return NORTH if end[1] > start[1] else SOUTH
    if start[1] == end[1] and start[0] != end[0]:
        return EAST if end[0] > start[0] else WEST
    return None


def sees(tiles: Map, start: Place, end: Place) -> bool:
    """Tells whether a figure on one tile sees one on another (PKR-SIGHT-1, C3-1, C3-2)."""
    if start == end:
        return True
    side = direction(start, end)
    return side is not None and end in line_of_sight(tiles, start, side)


def is_in_range(tiles: Map, start: Place, end: Place) -> bool:
    """Tells whether two figures share a tile or stand beside each other over an open edge (PKR-SIGHT-2)."""
    if start == end:
        return True
    return any(neighbour(start, side) == end and has_open_edge(tiles, start, side) for side in SIDES)


def rick_rerolls(seers: int) -> int:
    """Counts the dice that Rick may reroll: four minus the enemies who see him (PKR-DICE-2)."""
    return max(0, MOST_REROLLS - seers)


def russian_rerolls(guards: int) -> int:
    """Counts the dice that the Russians may reroll: the Guards on the map, at most four (PKR-DICE-3)."""
    return min(MOST_REROLLS, guards)
