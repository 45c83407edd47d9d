"""Bounds for the search of Rick's turn: the places that moves could lead to at best."""

from __future__ import annotations

from functools import lru_cache

from companion.games.pickle_rick.turn.tiles import OPPOSITE, SIDES, Map, Place, Side, Tile, neighbour

OPEN = Tile()
"""A tile that nobody knows yet: at best it closes nothing."""


@lru_cache(maxsize=64)
def around(moves: int) -> tuple[Place, ...]:
    """Lists how far away the places are that so many moves can lead to, the farthest first."""
    far = range(-moves, moves + 1)
    steps = [(dx, dy) for dx in far for dy in far if abs(dx) + abs(dy) <= moves]
    return tuple(sorted(steps, key=lambda step: -abs(step[0]) - abs(step[1])))


def reachable_at_best(
    tiles: Map, start: Place, moves: int, faces: int, has_parkour: bool
) -> tuple[Place, ...]:
    """Lists the places that moves could lead to if all tiles that come up were open, the farthest first.

    The walls of face-up tiles hold. Every space whose tile is not known takes one of the faces, and the
    first space beyond the last face still counts, because a way can end there.
    """
    fewest_faces = {start: 0}
    waiting = [start]
    for _ in range(moves):
        onward: dict[Place, int] = {}
        for place in waiting:
            here = tiles.get(place)
            for side in SIDES:
                to = neighbour(place, side)
                there = tiles.get(to)
                if not _may_cross(here, there, side, has_parkour):
                    continue
                taken = fewest_faces[place] + (there is None)
                if taken <= faces + 1 and taken < min(
                    fewest_faces.get(to, taken + 1), onward.get(to, taken + 1)
                ):
                    onward[to] = taken
        fewest_faces.update(onward)
        waiting = [place for place, taken in onward.items() if taken <= faces]
        if not waiting:
            break
    return tuple(reversed(fewest_faces))


def _may_cross(here: Tile | None, there: Tile | None, side: Side, has_parkour: bool) -> bool:
    """Tells whether Rick could cross an edge at best; None stands for a tile that is not known."""
    leaving, entered = here or OPEN, there or OPEN
    if leaving.vent == side:
        return has_parkour or there is None or entered.vent == OPPOSITE[side]
    if leaving.walls & side:
        return False
    if not entered.closed & OPPOSITE[side]:
        return True
    return here is None and (has_parkour or entered.vent == OPPOSITE[side])
