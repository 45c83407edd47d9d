"""Fewest steps between cells where nobody stands in the way and every fall stops where one likes: bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add

from companion.games.platformer.turn.position import Position, Rules
from companion.games.platformer.turn.tower import OFF, Cell, Tower

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
        self._hops = [
            ways if rules.portal_cost == "gem" else ()
            for ways in (tower.portal_ways[cell] for cell in tower.cells)
        ]
        self._hero_walks, self._hero_falls = _turned(self.hero_walked), _turned(self.hero_free)
        self._figure_falls = _turned(self.fallen_from)
        self._met_from = [(*tower.neighbours[cell], *_below_seal(tower, cell)) for cell in tower.cells]
        """From where a step makes an enemy in each cell strike."""
        self._from_hero: dict[Cell, Away] = {}
        self._from_others: dict[Cell, int] = {}
        """For each cell where a hero may come onto the map how far it is from the others."""
        self._shafts = _shafts(tower)
        """For each cell those that a figure may fall through to the ground, from above down."""
        self._landings: dict[tuple[Cell, ...], list[tuple[Cell, ...]]] = {}
        self._as_they_stand: dict[tuple[Cell, tuple[Cell, ...]], Away] = {}
        self._to_meet: dict[Cell, Away] = {}
        self._from_figure: dict[Cell, Away] = {}
        self._meetings: dict[tuple[Cell, Cell], int] = {}

    def from_hero(self, hero: Cell) -> Away:
        """Says how many steps the hero needs from a cell, or from off the map, to each cell."""
        if hero not in self._from_hero:
            sources = (hero,) if hero >= 0 else self.starts if hero == OFF else self.starts_above
            self._from_hero[hero] = _away(dict.fromkeys(sources, 0), self._hero_falls, self._hero_walks)
        return self._from_hero[hero]

    def to_enter(self, hero: Cell, start: Cell) -> int:
        """Says how many steps the hero needs into a cell that it cannot start in, now or in a later life."""
        if start not in self._from_others:
            others = {cell: 0 for cell in self.starts if cell != start}
            self._from_others[start] = _away(others, self._hero_falls, self._hero_walks)[start]
        return min(self.from_hero(hero)[start], self._from_others[start])

    def as_they_stand(self, here: Position) -> Away:
        """Says how many steps the hero needs to each cell before any other figure is moved.

        A fall then leads to the ground, or as high above it at most as there are figures to land on.
        """
        ladders, ends = self.tower.has_ladder, self._shafts
        figures = [ends[cell][-1] for cell in here.enemies if cell >= 0]
        for cell in here.others:
            if cell >= 0:  # who holds on to a ladder may carry others at any height
                figures += [ends[cell][-1]] * (self.tower.rows if ladders[cell] else 1)
        stacks = tuple(sorted(figures))
        key = here.hero, stacks
        if key not in self._as_they_stand:
            if stacks not in self._landings:
                self._landings[stacks] = [
                    (*shaft[max(-1 - stacks.count(shaft[-1]), 1 - len(shaft)) :], *self._hops[cell])
                    if len(shaft) > 1
                    else self._hops[cell]
                    for cell, shaft in enumerate(ends)
                ]
            self._as_they_stand[key] = _away({here.hero: 0}, self._landings[stacks], self._hero_walks)
        return self._as_they_stand[key]

    def meeting(self, hero: Cell, enemy: Cell) -> int:
        """Says how many moves of either it takes at least until a step of the hero makes the enemy strike."""
        key = hero, enemy
        if key not in self._meetings:
            if hero not in self._to_meet:
                away = self.from_hero(hero)
                self._to_meet[hero] = tuple(
                    min([away[cell] for cell in near], default=FAR) for near in self._met_from
                )
            if enemy not in self._from_figure:
                self._from_figure[enemy] = _away({enemy: 0}, self._figure_falls, self.walked_from)
            self._meetings[key] = min(map(add, self._to_meet[hero], self._from_figure[enemy]))
        return self._meetings[key]

    def of_hero_to_any(self, targets: Iterable[Cell]) -> Away:
        """Says how many steps the hero needs from each cell to the nearest target; off the map too."""
        return self.of_hero_by_way(dict.fromkeys(targets, 0))

    def of_hero_by_way(self, ways: Mapping[Cell, int]) -> Away:
        """Says how many steps the hero needs by way of one of some cells, each so far from the end."""
        away = _away(ways, self.hero_free, self.hero_walked)
        from_above, from_off = (
            min((away[cell] for cell in cells), default=FAR) for cells in (self.starts_above, self.starts)
        )
        return (*away, from_above, from_off)  # OFF_BOSS and OFF are the last two, counted from the end

    def of_pushed(self, targets: Iterable[Cell]) -> Away:
        """Says how many pushes or monster moves any other figure needs from each cell to a target."""
        return _away(dict.fromkeys(targets, 0), self.fallen_from, self.walked_from)


def _shafts(tower: Tower) -> list[tuple[Cell, ...]]:
    shafts: list[tuple[Cell, ...]] = []
    for cell in tower.cells:
        shafts.append((cell,) if tower.has_floor[cell] else (cell, *shafts[cell - tower.columns]))
    return shafts


def _turned(edges: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Returns the same edges the other way round."""
    turned: list[list[Cell]] = [[] for _ in edges]
    for cell, nears in enumerate(edges):
        for near in nears:
            turned[near].append(cell)
    return [tuple(nears) for nears in turned]


def _below_seal(tower: Tower, cell: Cell) -> tuple[Cell, ...]:
    below = cell - tower.columns
    return (below,) if below >= 0 and tower.over_seal[below] == cell else ()


def _away(targets: Mapping[Cell, int], free: list[tuple[Cell, ...]], costly: list[tuple[Cell, ...]]) -> Away:
    distance = [FAR] * len(free)
    rims: dict[int, list[Cell]] = {}
    for cell, away in targets.items():
        distance[cell] = away
        rims.setdefault(away, []).append(cell)
    away = min(rims, default=0)
    while rims:
        rim = rims.pop(away, [])
        later = rims.get(away + 1, [])
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
        away += 1
        if later:
            rims[away] = later
        elif rims:
            away = min(rims)
    return tuple(distance)
