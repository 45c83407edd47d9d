"""What the hero of a label may get and suffer at most: gems, loot, traps and strikes, whatever it aims at.

Everything here errs on the side of what is possible, so that bounds built on it refuse no end there is.
"""

from __future__ import annotations

from bisect import bisect_right

from companion.games.platformer.turn.distances import FAR, Away, Distances
from companion.games.platformer.turn.means import Gems, Means, Prizes, Reserve
from companion.games.platformer.turn.position import Position, Table
from companion.games.platformer.turn.tower import Cell


class GemWays:
    """The way to an end, and what was worked out about the gems on it."""

    __slots__ = ("away", "counts", "ways")

    def __init__(self, away: Away) -> None:
        self.away = away
        self.ways: dict[tuple[Cell, Cell, int], tuple[int, list[int], list[int]]] = {}
        """For a hero, where it comes back and the gems on the map: how many take no step, the steps to each
        one, and those to the end by way of each one."""
        self.counts: dict[tuple[Cell, Cell, int, Prizes, Means], Gems] = {}


class Prospects:
    """Bounds that do not depend on the end that is looked for, each worked out once."""

    def __init__(self, table: Table, start: Position) -> None:
        self.table = table
        tower = table.tower
        above = self._start_cells(start, True)
        self.distances = Distances(tower, table.rules, self._start_cells(start, False) + above, above)
        self.all_gems = start.gems.bit_count() + sum(enemy.gems for enemy in table.enemies)
        """The gems that the hero may still get."""
        self._loot = [
            (index, (enemy.health, enemy.gems)) for index, enemy in enumerate(table.enemies) if enemy.gems
        ]
        self._alive: dict[tuple[Cell, ...], Prizes] = {}
        self.fall_paths = [self._fall_path(cell) for cell in tower.cells]
        self._traps_below = [
            sum(tower.has_trap[below] for below in self.fall_paths[cell][1:]) for cell in tower.cells
        ]
        self._most_traps = max(self._traps_below)
        hurt = [
            cell
            for cell in tower.cells
            if self._traps_below[cell] or (table.rules.trap_on_walk and tower.has_trap[cell])
        ]
        self.to_traps = self.distances.of_hero_to_any(hurt)
        """The hero's steps to where a trap may hurt it."""
        self._hops_for_gems = bool(tower.portals) and table.rules.portal_cost == "gem"
        self._threats: dict[tuple[Cell, tuple[Cell, ...]], list[tuple[int, int]]] = {}

    def falls_into_trap(self, hero: Cell) -> bool:
        """Tells whether a fall from a cell can lead into a trap."""
        return self._traps_below[hero] > 0

    def prizes(self, position: Position, means: Means) -> Prizes:
        """Lists the enemies with gems that the pool might defeat."""
        enemies = position.enemies
        alive = self._alive.get(enemies)
        if alive is None:
            alive = tuple(sorted([prize for index, prize in self._loot if enemies[index] >= 0]))
            self._alive[enemies] = alive
        if not alive:
            return alive
        found = means.prizes.get(alive)
        if found is None:
            wounds = means.most_wounds(self.all_gems)
            found = means.prizes[alive] = tuple(prize for prize in alive if prize[0] <= wounds)
        return found

    def gems(self, way: GemWays, position: Position, later: Cell, means: Means) -> Gems:
        """Bounds the gems on the map on the hero's way to an end, from its cell or, fainting first, another.

        A gem that is too far counts for nothing, and so does one from which the end is too far.
        """
        hero, gems = position.hero, position.gems
        if not gems:
            return 0, 0
        prizes = self.prizes(position, means)
        key = hero, later, gems, prizes, means
        count = way.counts.get(key)
        if count is None:
            count = way.counts[key] = self._count_gems(way, hero, later, gems, prizes, means)
        return count

    def _count_gems(
        self, way: GemWays, hero: Cell, later: Cell, gems: int, prizes: Prizes, means: Means
    ) -> Gems:
        key = hero, later, gems
        known = way.ways.get(key)
        if known is None:
            known = way.ways[key] = self._gem_ways(way.away, hero, later, gems)
        free, near, by_way = known
        count = 0
        while (within := bisect_right(near, means.reserve(_gems(count, free), prizes).steps)) > count:
            count = within  # each one lengthens the way to the next
        while (within := bisect_right(by_way, means.reserve(_gems(count, free), prizes).steps)) < count:
            count = within  # each one that is out of the way leaves less for the others
        return _gems(count, free)

    def _gem_ways(self, away: Away, hero: Cell, later: Cell, gems: int) -> tuple[int, list[int], list[int]]:
        cells = [cell for cell in self.table.tower.cells if gems >> cell & 1]
        first = self.distances.from_hero(hero)
        near = [first[cell] for cell in cells]
        by_way = [first[cell] + away[cell] for cell in cells]
        if later != hero:
            again = self.distances.from_hero(later)
            near = [min(steps, again[cell]) for steps, cell in zip(near, cells, strict=True)]
            by_way = [
                min(way, first[cell] + away[later], again[cell] + away[cell])
                for way, cell in zip(by_way, cells, strict=True)
            ]
        return near.count(0), sorted(near), sorted(by_way)

    def effort_to_faint(self, position: Position, reserve: Reserve) -> int:
        """Bounds from below the steps and monster moves after which the hero can be down; FAR if never."""
        health = position.health - self._traps_below[position.hero]
        if health <= 0 or self._hops_for_gems:  # a hop without a step can lead to one more fall
            return 0
        beside = reserve.beside
        key = position.hero, position.enemies
        threats = self._threats.get(key)
        if threats is None:
            meeting = self.distances.meeting
            threats = [
                (meeting(position.hero, cell), enemy.damage)
                for enemy, cell in zip(self.table.enemies, position.enemies, strict=True)
                if cell >= 0 and enemy.damage
            ]
            self._threats[key] = threats
        each = self.table.rules.trap_on_walk + self._most_traps
        to_traps = max(self.to_traps[position.hero] - 1, 0)
        for effort in range(1, reserve.together[0] + 1):
            walked = min(effort, reserve.steps)
            while walked and walked + beside[walked] < effort:
                walked -= 1
            wounds = max(walked - to_traps, 0) * each
            for away, damage in threats:
                if away < effort:
                    wounds += damage * min(effort - away, walked)
            if wounds >= health:
                return effort
        return FAR

    def _fall_path(self, cell: Cell) -> list[Cell]:
        tower = self.table.tower
        path = [cell]
        while not tower.has_floor[path[-1]]:
            path.append(path[-1] - tower.columns)
        return path

    def _start_cells(self, start: Position, is_boss_level: bool) -> tuple[Cell, ...]:
        """Lists the cells where the hero might be generated, whoever stands in the way."""
        tower = self.table.tower
        others = [
            cell for cell in (*start.enemies, *start.others)
            if cell >= 0 and tower.is_above[cell] == is_boss_level
        ]  # fmt: skip
        found: set[Cell] = set()
        taken: set[Cell] = set()
        while True:
            cells = tower.start_cells(taken, is_boss_level)
            found.update(cells)
            taken.update(cells)
            if not cells or len(taken) > len(others):
                return tuple(sorted(found))


def _gems(count: int, free: int) -> Gems:
    return (count, 0) if count <= free else (free, count - free)
