"""The solo game: how the Russians' turn goes, figure by figure, without dice and cards."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.pickle_rick.turn.russians import JAGUAR, Figure, crossings
from companion.games.pickle_rick.turn.sight import is_in_range
from companion.games.pickle_rick.turn.tiles import SIDES, Map, Place, has_open_edge, neighbour

GUARD_DAMAGE, JAGUAR_DAMAGE = 1, 2
MOVEMENTS = 2
"""Jaguar's movements in a turn."""


class SoloEnd(NamedTuple):
    """Where a figure can stand after its turn, and the damage that its shots do from there."""

    at: Place
    damage: int


class SoloAct(NamedTuple):
    """What a figure does in the solo game: every end of its nearest ways."""

    id: str
    ends: tuple[SoloEnd, ...]
    distance: int | None
    """How far Rick is; None without a way."""


def solo_turn(
    tiles: Map, rick: Place, guards: Sequence[Figure], jaguar: Figure | None
) -> tuple[SoloAct, ...]:
    """Lists what each figure does, nearest first, Guards before Jaguar (PKR-SOLO-2)."""
    steps = guard_distances(tiles, rick)
    acts = [_guard_act(tiles, rick, steps, guard) for guard in guards]
    if jaguar is not None:
        acts.append(_jaguar_act(tiles, rick, jaguar))
    return tuple(sorted(acts, key=lambda act: (act.distance is None, act.distance or 0)))


def guard_distances(tiles: Map, rick: Place) -> dict[Place, int]:
    """Counts the fewest steps over open edges to Rick's tile, for every tile with a way (PKR-SOLO-3)."""
    found = {rick: 0}
    frontier = [rick]
    while frontier:
        frontier = [
            to for place in frontier for to in _steps_from(tiles, place)
            if to not in found and found.setdefault(to, found[place] + 1)
        ]  # fmt: skip
    return found


def _steps_from(tiles: Map, place: Place) -> Iterator[Place]:
    return (neighbour(place, side) for side in SIDES if has_open_edge(tiles, place, side))


def _guard_act(tiles: Map, rick: Place, steps: dict[Place, int], guard: Figure) -> SoloAct:
    distance = steps.get(guard.at)
    ends = {guard.at}
    if distance:
        ends = {to for to in _steps_from(tiles, guard.at) if steps.get(to) == distance - 1}
    return _act(tiles, rick, guard.id, ends, distance, GUARD_DAMAGE)


def _act(
    tiles: Map, rick: Place, figure: str, ends: set[Place], distance: int | None, damage: int
) -> SoloAct:
    shots = (SoloEnd(at, damage if is_in_range(tiles, at, rick) else 0) for at in sorted(ends))
    return SoloAct(figure, tuple(shots), distance)


def _jaguar_act(tiles: Map, rick: Place, jaguar: Figure) -> SoloAct:
    ways = JaguarWays(tiles, rick)
    distance = ways.fresh.get(jaguar.at)
    ends = set(ways.ends_of_turn(jaguar.at)) if distance else {jaguar.at}
    return _act(tiles, rick, JAGUAR, ends, distance, JAGUAR_DAMAGE)


class JaguarWays:
    """Jaguar's least costs to Rick's tile: with both movements of a turn left, and with one (PKR-SOLO-4).

    A step costs one movement, a wall both of one turn; with one spent he may lose the other, only to
    go through a wall next.
    """

    def __init__(self, tiles: Map, rick: Place) -> None:
        self._tiles = tiles
        self._rick = rick
        self.fresh: dict[Place, int] = {}
        self._begun: dict[Place, int] = {}
        queue = [(0, True, rick), (0, False, rick)]
        while queue:
            cost, is_fresh, place = heapq.heappop(queue)
            known = self.fresh if is_fresh else self._begun
            if place in known:
                continue
            known[place] = cost
            for before in _steps_from(tiles, place):
                heapq.heappush(queue, (cost + 1, not is_fresh, before))
            if is_fresh:
                for side in crossings(tiles, place):
                    before = neighbour(place, side)
                    heapq.heappush(queue, (cost + MOVEMENTS, True, before))
                    heapq.heappush(queue, (cost + MOVEMENTS + 1, False, before))

    def ends_of_turn(self, place: Place) -> Iterator[Place]:
        """Lists where a turn from a tile can end on a way of least cost."""
        least = self.fresh[place]
        if self._wall_cost(place) == least:
            yield from self._behind_walls(place, least)
        for first in _steps_from(self._tiles, place):
            if first == self._rick:
                if least == 1:
                    yield first
                continue
            for second in _steps_from(self._tiles, first):
                if self.fresh.get(second, least) + MOVEMENTS == least:
                    yield second
            if self._wall_cost(first) + MOVEMENTS == least:
                yield first

    def _wall_cost(self, place: Place) -> int:
        """Returns the least cost of a way that begins with a wall; more than any way where there is none."""
        costs = [
            self.fresh[neighbour(place, side)]
            for side in crossings(self._tiles, place)
            if neighbour(place, side) in self.fresh
        ]
        return MOVEMENTS + min(costs, default=4 * len(self._tiles))

    def _behind_walls(self, place: Place, least: int) -> Iterator[Place]:
        for side in crossings(self._tiles, place):
            if self.fresh.get(neighbour(place, side), least) + MOVEMENTS == least:
                yield neighbour(place, side)
