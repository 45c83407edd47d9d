"""Rick's moves: the four kinds, Parkour, and how a new tile comes to lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from companion.games.pickle_rick.turn.tiles import (
    OPPOSITE,
    SIDES,
    Map,
    Place,
    Side,
    Tile,
    lay_by_arrow,
    lay_by_vent,
    neighbour,
)

Obstacle = Literal["wall", "vent", "stack"]
"""What stops a move: a wall on the edge, a vent with none behind it, or no tile left to place."""


class Move(NamedTuple):
    """A move of Rick's to one side."""

    side: Side
    to: Place
    is_new: bool
    """Whether a tile is turned over or placed there: its face is chance."""
    is_drawn: bool = False
    """Whether that tile comes from the stack."""
    by_vent: bool = False
    """Whether he goes through the vent of his tile."""
    is_parkour: bool = False


class Arrival(NamedTuple):
    """How a new tile lies, and where Rick stands after it."""

    tile: Tile
    at: Place


def moves_of(tiles: Map, place: Place, has_stack: bool) -> Iterator[Move]:
    """Lists the moves that a Move symbol, or a card that moves Rick, pays for (PKR-MOVE-1 to PKR-MOVE-6)."""
    for side in SIDES:
        move = move_towards(tiles, place, side, has_stack)
        if isinstance(move, Move):
            yield move


def move_towards(tiles: Map, place: Place, side: Side, has_stack: bool) -> Move | Obstacle:
    """Returns the move to one side, or what stops it."""
    here = tiles[place]
    assert here is not None
    to = neighbour(place, side)
    by_vent = here.vent == side
    if not by_vent and here.walls & side:
        return "wall"
    if to not in tiles:
        return Move(side, to, True, True, by_vent) if has_stack else "stack"
    there = tiles[to]
    if there is None:
        return Move(side, to, True, False, by_vent)
    if by_vent:
        return Move(side, to, False, by_vent=True) if there.vent == OPPOSITE[side] else "vent"
    return "wall" if there.closed & OPPOSITE[side] else Move(side, to, False)


def parkour_of(tiles: Map, place: Place, has_stack: bool) -> Move | None:
    """Returns where Parkour leads: through the vent to whatever lies there (PKR-CARD-8)."""
    here = tiles[place]
    if here is None or not here.vent:
        return None
    to = neighbour(place, here.vent)
    if to not in tiles:
        return Move(here.vent, to, True, True, True, True) if has_stack else None
    return Move(here.vent, to, tiles[to] is None, False, True, True)


def is_pushed(move: Move, tiles: Map) -> bool:
    """Tells whether the Russians may make Rick take a move: no try at a vent (PKR-CARD-14)."""
    return not (move.by_vent and tiles.get(move.to) is None)


def turn_up(place: Place, move: Move, face: Tile) -> Arrival:
    """Lays the face that came up and says where Rick stands then (PKR-MOVE-3 to PKR-MOVE-6, C3-11, C3-13)."""
    if move.by_vent and face.vent:
        return Arrival(lay_by_vent(face, move.side), move.to)
    tile = lay_by_arrow(face, move.side)
    has_failed = move.by_vent and not move.is_parkour
    return Arrival(tile, place if has_failed else move.to)
