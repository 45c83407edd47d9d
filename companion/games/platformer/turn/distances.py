"""Fewest steps between cells where nobody stands in the way and every fall stops where one likes: bounds."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.platformer.turn.position import Rules
from companion.games.platformer.turn.tower import Cell, Tower

FAR = 10**6
Away = tuple[int, ...]
"""For each cell how far it is to the nearest of some targets."""


class Distances:
    """Distances to targets, each worked out once: a step counts one, a fall nothing."""

    def __init__(
        self, tower: Tower, rules: Rules, starts: tuple[Cell, ...], starts_above: tuple[Cell, ...]
    ) -> None:
        self.tower = tower
        self.starts = starts
        """Where a hero may come onto the map: above the seal too, for it may faint there before."""
        self.starts_above = starts_above
        """Where a hero may come back that fainted on the Boss level."""
        columns, last = tower.columns, len(tower.cells)
        self.fallen_from: list[tuple[Cell, ...]] = [
            (cell + columns,) if cell + columns < last and not tower.has_floor[cell + columns] else ()
            for cell in tower.cells
        ]
        """From where a figure falls into each cell."""
        self.walked_from: list[tuple[Cell, ...]] = [tuple(near) for near in tower.neighbours]
        self.hero_free, self.hero_walked = list(self.fallen_from), list(self.walked_from)
        for cell in tower.cells:
            if tower.over_seal[cell] >= 0:
                self.hero_walked[cell + columns] += (cell,)
            if rules.portal_cost == "boot":
                self.hero_walked[cell] += tower.portal_ways[cell]
            elif rules.portal_cost == "gem":
                self.hero_free[cell] += tower.portal_ways[cell]
        self._heroes: dict[Cell, Away] = {}

    def of_hero(self, cell: Cell) -> Away:
        """Says how many steps the hero needs from each cell to one."""
        if cell not in self._heroes:
            self._heroes[cell] = self.of_hero_to_any((cell,))
        return self._heroes[cell]

    def of_hero_to_any(self, targets: Iterable[Cell]) -> Away:
        """Says how many steps the hero needs from each cell to the nearest target; off the map too."""
        away = _away(targets, self.hero_free, self.hero_walked)
        from_above, from_off = (
            min((away[cell] for cell in cells), default=FAR) for cells in (self.starts_above, self.starts)
        )
        return (*away, from_above, from_off)  # OFF_BOSS and OFF are the last two, counted from the end

    def of_pushed(self, targets: Iterable[Cell]) -> Away:
        """Says how many pushes or monster moves any other figure needs from each cell to a target."""
        return _away(targets, self.fallen_from, self.walked_from)


def _away(targets: Iterable[Cell], free: list[tuple[Cell, ...]], costly: list[tuple[Cell, ...]]) -> Away:
    distance = [FAR] * len(free)
    rim = list(targets)
    for cell in rim:
        distance[cell] = 0
    away = 0
    while rim:
        later: list[Cell] = []
        while rim:
            cell = rim.pop()
            if distance[cell] < away:
                continue
            for near in free[cell]:
                if distance[near] > away:
                    distance[near] = away
                    rim.append(near)
            for near in costly[cell]:
                if distance[near] > away + 1:
                    distance[near] = away + 1
                    later.append(near)
        rim = later
        away += 1
    return tuple(distance)
