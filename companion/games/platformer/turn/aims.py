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


class Outlook(NamedTuple):
    """How far a label seems to be from an open end; FAR where it can come to none."""

    standing: int
    """Without fainting."""
    fainting: int
    """By fainting, now or later."""


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
        self.is_open: list[bool] = []
        self._needs: dict[tuple[tuple[Cell, ...], tuple[Cell, ...]], list[tuple[int, Perch]]] = {}
        self._threats: dict[tuple[Cell, tuple[Cell, ...]], list[tuple[int, int]]] = {}
        self._gems_away: dict[tuple[Cell, Cell, int], list[int]] = {}
        self.fall_paths = [self._fall_path(cell) for cell in tower.cells]
        is_struck = not tower.portals or table.rules.portal_cost is None
        self.damages = [enemy.damage * is_struck for enemy in table.enemies] + [0] * len(table.others)
        self.hops_for_gems = bool(tower.portals) and table.rules.portal_cost == "gem"
        self.traps_below = self._count_traps()
        self.most_traps = max(self.traps_below)
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

    def outlook(self, position: Position, means: Means) -> Outlook:
        """Guesses how far a label is from an open end, as it is or by fainting first."""
        hero, health = position.hero, position.health
        loot = self._loot(position, means)
        standing = fainting = FAR
        to_faint = 0
        if hero >= 0:
            reserve = means.reserve(loot + self._gems_within(hero, hero, position.gems, loot, means))
            standing = self._outlook_from(position, hero, health, reserve)
            to_faint = self._effort_to_faint(position, reserve)
            if to_faint >= FAR:
                return Outlook(standing, FAR)
        if self.off_map:
            return Outlook(standing, to_faint)
        if means.can_generate:
            is_above = hero == OFF_BOSS or (hero >= 0 and self.table.tower.is_above[hero])
            off = OFF_BOSS if is_above else OFF
            gems = loot + self._gems_within(hero, off, position.gems, loot, means)
            reserve = means.reserve(gems)
            later = means.reserve_after_fainting(gems, is_off=hero < 0)
            altogether = means.steps_left + means.reserve_after_fainting(gems, is_off=True).together
            steps = min(reserve.steps - (to_faint > 0), later.steps, altogether - to_faint)
            # Figures can be moved before the hero faints too, from wherever it was, with all that it had.
            moves = reserve.monsters + reserve.steps
            fainting = self._outlook_from(
                position,
                off,
                self.table.active.max_health,
                Reserve(steps, moves, max(reserve.together, later.together)),
            )
            if fainting < FAR:
                fainting += to_faint
        return Outlook(standing, fainting)

    def _gems_within(self, hero: Cell, later: Cell, gems: int, loot: int, means: Means) -> int:
        """Bounds the gems that the hero can pick up from a cell, or later from another one."""
        if not gems:
            return 0
        key = hero, later, gems
        away = self._gems_away.get(key)
        if away is None:
            steps = self.distances.from_hero(hero)
            if later != hero:
                steps = tuple(map(min, steps, self.distances.from_hero(later)))
            away = sorted([steps[cell] for cell in self.table.tower.cells if gems >> cell & 1])
            self._gems_away[key] = away
        count = 0
        while True:
            within = bisect_right(away, means.reserve(loot + count).steps)
            if within == count:
                return count
            count = within

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
            needs = []
            for perch in self.perches.values():
                if len(figures) >= perch.stack:
                    away = sorted([perch.pushes[cell] for cell in figures])
                    needs.append((sum(away[: perch.stack]), perch))
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
        wounds = means.most_wounds(self.all_gems)
        if not wounds:
            return 0
        return sum(
            enemy.gems
            for enemy, cell in zip(self.table.enemies, position.enemies, strict=True)
            if cell >= 0 and enemy.health <= wounds
        )

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
        self.is_open = [cell in self.carried or cell in self.perches for cell in self.table.tower.cells]
