"""What a search looks for: the ends still open, and whether a label can come to any of them.

Everything here is a bound from below on what an end takes: no label that can come to an open end is refused.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from companion.games.platformer.turn.distances import FAR, Away, Distances
from companion.games.platformer.turn.means import Means, Reserve
from companion.games.platformer.turn.position import Position, Table
from companion.games.platformer.turn.tower import OFF, OFF_BOSS, Cell


class Perch(NamedTuple):
    """A cell that carries nobody by itself: a hero ends there on a stack of other figures only."""

    cell: Cell
    away: Away
    """The hero's steps from each cell to it."""
    stack: int
    """How many figures are needed below it."""
    pushes: Away
    """How far a figure in each cell is from that stack."""


class Aims:
    """The places where the hero may still be shown to end; off the map is one of them."""

    def __init__(
        self,
        table: Table,
        start: Position,
        cells: Iterable[Cell],
        *,
        off_map: bool,
        can_win: bool = False,
    ) -> None:
        self.table = table
        self.all_gems = start.gems.bit_count() + sum(enemy.gems for enemy in table.enemies)
        """The gems that the hero may still get."""
        self.loot = [
            (index, enemy.health, enemy.gems) for index, enemy in enumerate(table.enemies) if enemy.gems
        ]
        self.off_map = off_map
        tower = table.tower
        above = self._start_cells(True)
        self.distances = Distances(tower, table.rules, self._start_cells(False) + above, above)
        wanted = set(cells)
        self.carried = {cell for cell in wanted if can_win or tower.has_floor[cell] or tower.has_ladder[cell]}
        """Cells where a hero can end without others; anywhere, if the Boss may fall before gravity comes."""
        figures = len(table.enemies) + len(table.others)
        perches = (self._perch(cell) for cell in sorted(wanted - self.carried))
        self.perches = {perch.cell: perch for perch in perches if perch.stack <= figures}
        self.away: Away = ()
        self.away_all: Away = ()
        self.most_effects = FAR
        """Bounds the steps and monster moves of the whole turn."""
        self.is_open: list[bool] = []
        self._needs: dict[tuple[tuple[Cell, ...], tuple[Cell, ...]], list[tuple[int, Perch]]] = {}
        self._threats: dict[tuple[Cell, tuple[Cell, ...]], list[tuple[int, int]]] = {}
        self._gems_away: dict[tuple[Cell, Cell, int], tuple[list[int], list[int]]] = {}
        self.fall_paths = [self._fall_path(cell) for cell in tower.cells]
        is_struck = not tower.portals or table.rules.portal_cost is None
        self.damages = [enemy.damage * is_struck for enemy in table.enemies] + [0] * len(table.others)
        self.hops_for_gems = bool(tower.portals) and table.rules.portal_cost == "gem"
        self.traps_below = self._count_traps()
        self.most_traps = max(self.traps_below)
        self._last: tuple[Position | None, Means | None, Reserve] = None, None, Reserve(0, 0, 0)
        """The label that was asked about last, for it is asked about twice."""
        self._measure()

    def are_open(self) -> bool:
        """Tells whether anything is left to look for."""
        return bool(self.carried or self.perches or self.off_map)

    def close(self, cell: Cell) -> None:
        """Takes an end off the list, for it was found."""
        if cell < 0:
            self.off_map = False
        elif cell in self.carried:
            self.carried.discard(cell)
            self._measure()
        elif cell in self.perches:
            del self.perches[cell]
            self._measure()

    def drop_hopeless(self, position: Position, means: Means) -> None:
        """Takes ends off the list that are too far from a position, whatever comes."""
        most = means.reserve(self.all_gems)
        self.most_effects = most.together
        starts = {position.hero, OFF, OFF_BOSS}
        figures = [cell for cell in (*position.enemies, *position.others) if cell >= 0]
        for perch in list(self.perches.values()):
            need = sum(sorted([perch.pushes[cell] for cell in figures])[: perch.stack])
            if need > most.together or min(perch.away[cell] for cell in starts) > most.steps:
                del self.perches[perch.cell]
        self._measure()

    def may_end_from(self, hero: Cell) -> bool:
        """Tells whether the hero of a cell might be at an open end once everybody has fallen."""
        if hero < 0:
            return self.off_map
        if self.off_map and self.traps_below[hero]:
            return True
        is_open = self.is_open
        if self.table.tower.has_ladder[hero] and is_open[hero]:
            return True
        return any(is_open[cell] for cell in self.fall_paths[hero])

    def standing(self, position: Position, means: Means) -> int:
        """Guesses how far a label is from an open end without fainting."""
        hero = position.hero
        if hero < 0:
            return FAR
        return self._outlook_from(position, hero, position.health, self._reserve(position, means))

    def fainting(self, position: Position, means: Means) -> int:
        """Guesses how far a label is from an open end by fainting first."""
        hero = position.hero
        to_faint = self._effort_to_faint(position, self._reserve(position, means)) if hero >= 0 else 0
        if to_faint >= FAR or self.off_map:
            return to_faint
        if not means.can_generate:
            return FAR
        is_above = hero == OFF_BOSS or (hero >= 0 and self.table.tower.is_above[hero])
        off = OFF_BOSS if is_above else OFF
        loot = self._loot(position, means)
        gems = loot + self._gems_within(hero, off, position.gems, loot, means)
        reserve = means.reserve(gems)
        later = means.reserve_after_fainting(gems, is_off=hero < 0)
        altogether = means.steps_left + means.reserve_after_fainting(gems, is_off=True).together
        # Figures can be moved before the hero faints too, from wherever it was, with all that it had.
        after = Reserve(
            min(reserve.steps - (to_faint > 0), later.steps, altogether - to_faint),
            reserve.monsters + reserve.steps,
            altogether,
        )
        return to_faint + self._outlook_from(position, off, self.table.active.max_health, after)

    def _reserve(self, position: Position, means: Means) -> Reserve:
        """Bounds what the pool allows before the hero faints."""
        if self._last[0] is not position or self._last[1] is not means:
            loot = self._loot(position, means)
            hero = position.hero
            gems = loot + self._gems_within(hero, hero, position.gems, loot, means)
            self._last = position, means, means.reserve(gems)
        return self._last[2]

    def _gems_within(self, hero: Cell, later: Cell, gems: int, loot: int, means: Means) -> int:
        """Bounds the gems on the hero's way to an open end, from a cell or, fainting first, from another."""
        if not gems:
            return 0
        key = hero, later, gems
        known = self._gems_away.get(key)
        if known is None:
            steps = self.distances.from_hero(hero)
            if later != hero:
                steps = tuple(map(min, steps, self.distances.from_hero(later)))
            cells = [cell for cell in self.table.tower.cells if gems >> cell & 1]
            known = (
                sorted([steps[cell] for cell in cells]),
                sorted([steps[cell] + self.away_all[cell] for cell in cells]),
            )
            self._gems_away[key] = known
        away, by_way = known
        reserve = means.reserve
        count = 0
        while (within := bisect_right(away, reserve(loot + count).steps)) > count:
            count = within  # each one lengthens the way to the next
        while (within := bisect_right(by_way, reserve(loot + count).steps)) < count:
            count = within  # each one that is out of the way leaves less for the others
        return count

    def _outlook_from(self, position: Position, hero: Cell, health: int, reserve: Reserve) -> int:
        """Guesses how far the hero is from an open end where it stands in a cell or comes onto the map."""
        steps = reserve.steps
        best = self.away[hero]
        if best > steps:
            best = FAR
        if not best or not self.perches:
            return best
        monsters, together = reserve.monsters, reserve.together
        for pushes, perch in self._needs_of(position):
            if pushes > together or pushes >= best:
                break
            if perch.cell not in self.perches or pushes - monsters > steps:
                continue
            away = perch.away[hero]
            if away > steps:
                continue
            is_near = not pushes or (pushes <= monsters and away + pushes <= together)
            if is_near or self._may_push(position, hero, perch, pushes, health, reserve):
                best = min(best, 2 * pushes + away)
        return best

    def _may_push(
        self, position: Position, hero: Cell, perch: Perch, pushes: int, health: int, reserve: Reserve
    ) -> bool:
        """Tells whether the hero can come to the perch by way of a figure that it pushes once at least.

        Before that push the figure can be moved as a monster. Every push of an enemy is answered by its
        attack, unless it is done through a portal.
        """
        steps, monsters = reserve.steps, reserve.monsters
        walks = self.distances.from_hero(hero)
        for index, cell in enumerate((*position.enemies, *position.others)):
            if cell < 0:
                continue
            own = max(perch.pushes[cell] - monsters, 1) if perch.stack == 1 else 1
            if own > steps or own * self.damages[index] >= health:
                continue
            if monsters and index < len(position.enemies):
                if pushes <= reserve.together:
                    return True
                continue
            for met in self.fall_paths[cell]:
                walked = walks[met]
                if walked + max(perch.away[met], own - 1) <= steps and (
                    walked + max(perch.away[met], pushes - 1) <= reserve.together
                ):
                    return True
        return False

    def _perch(self, cell: Cell) -> Perch:
        tower = self.table.tower
        below = []
        at = cell
        while not tower.has_floor[at]:
            at -= tower.columns
            below.append(at)
            if tower.has_ladder[at] and self.table.others:
                break
        return Perch(cell, self.distances.of_hero(cell), len(below), self.distances.of_pushed(below))

    def _needs_of(self, position: Position) -> list[tuple[int, Perch]]:
        """Lists the open perches with the pushes or monster moves they take as the figures stand."""
        key = (position.enemies, position.others)
        needs = self._needs.get(key)
        if needs is None:
            figures = [cell for cell in (*position.enemies, *position.others) if cell >= 0]
            count = len(figures)
            needs = []
            for perch in self.perches.values():
                stack = perch.stack
                if stack > count:
                    continue
                away = [perch.pushes[cell] for cell in figures]
                need = min(away) if stack == 1 else sum(sorted(away)[:stack])
                if need <= self.most_effects:
                    needs.append((need, perch))
            needs.sort()
            self._needs[key] = needs
        return needs

    def _fall_path(self, cell: Cell) -> list[Cell]:
        tower = self.table.tower
        path = [cell]
        while not tower.has_floor[path[-1]]:
            path.append(path[-1] - tower.columns)
        return path

    def _effort_to_faint(self, position: Position, reserve: Reserve) -> int:
        """Bounds from below the steps and monster moves after which the hero can be down; FAR if never."""
        health = position.health - self.traps_below[position.hero]
        if health <= 0 or self.hops_for_gems:  # a hop without a step can lead to one more fall
            return 0
        most, steps = reserve.together, reserve.steps
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
        each = self.table.rules.trap_on_walk + self.most_traps
        for effort in range(1, most + 1):
            walked = min(effort, steps)
            wounds = walked * each
            for away, damage in threats:
                if away < effort:
                    wounds += damage * min(effort - away, walked)
            if wounds >= health:
                return effort
        return FAR

    def _count_traps(self) -> list[int]:
        """Counts the traps that a fall from each cell can lead through."""
        tower = self.table.tower
        return [sum(tower.has_trap[below] for below in self.fall_paths[cell][1:]) for cell in tower.cells]

    def _loot(self, position: Position, means: Means) -> int:
        """Bounds the gems of enemies that the pool might defeat."""
        if not self.loot:
            return 0
        wounds = means.most_wounds(self.all_gems)
        gems = 0
        for index, health, count in self.loot:
            if health <= wounds and position.enemies[index] >= 0:
                gems += count
        return gems

    def _start_cells(self, is_boss_level: bool) -> tuple[Cell, ...]:
        """Lists the cells where the hero might be generated, whoever stands in the way."""
        tower = self.table.tower
        rows = 1 + (len(self.table.enemies) + len(self.table.others)) // tower.columns
        return tuple(
            cell
            for cell in tower.cells
            if tower.is_above[cell] == is_boss_level and (is_boss_level or cell < rows * tower.columns)
        )

    def _measure(self) -> None:
        self.away = self.distances.of_hero_to_any(self.carried)
        self.away_all = self.distances.of_hero_to_any((*self.carried, *self.perches))
        self._gems_away.clear()
        self._last = None, None, Reserve(0, 0, 0)
        self.is_open = [cell in self.carried or cell in self.perches for cell in self.table.tower.cells]
