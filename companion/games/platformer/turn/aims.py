"""What a search looks for: the ends still open, and whether a label can come to any of them.

Everything here is a bound from below on what an end takes: no label that can come to an open end is refused.
"""

from __future__ import annotations

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

    def __init__(self, table: Table, cells: Iterable[Cell], *, off_map: bool, can_win: bool = False) -> None:
        self.table = table
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
        self._needs: dict[tuple[tuple[Cell, ...], tuple[Cell, ...]], list[tuple[int, Perch]]] = {}
        self._blows: dict[tuple[Cell, ...], int] = {}
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

    def outlook(self, position: Position, means: Means) -> Outlook:
        """Guesses how far a label is from an open end, as it is or by fainting first."""
        hero, health = position.hero, position.health
        gems = position.gems.bit_count() + self._loot(position, means)
        reserve = means.reserve(gems)
        standing = fainting = FAR
        to_faint: int | None = 0
        if hero >= 0:
            standing = self._outlook_from(position, hero, health, reserve)
            to_faint = self._steps_to_faint(position, reserve.steps)
        if to_faint is None:
            return Outlook(standing, FAR)
        if self.off_map:
            return Outlook(standing, health)
        if means.can_generate:
            is_above = hero == OFF_BOSS or (hero >= 0 and self.table.tower.is_above[hero])
            later = means.reserve_after_fainting(gems, is_off=hero < 0)
            steps = min(reserve.steps - to_faint, later.steps)
            # Figures can be moved before the hero faints too, from wherever it was, with all that it had.
            moves = reserve.monsters + reserve.steps
            fainting = self._outlook_from(
                position,
                OFF_BOSS if is_above else OFF,
                self.table.active.max_health,
                Reserve(steps, moves, max(reserve.together, later.together)),
            )
            if fainting < FAR:
                fainting += health
        return Outlook(standing, fainting)

    def _outlook_from(self, position: Position, hero: Cell, health: int, reserve: Reserve) -> int:
        """Guesses how far the hero is from an open end where it stands in a cell or comes onto the map."""
        steps = reserve.steps
        best = self.away[hero]
        if best > steps:
            best = FAR
        if not best or not self.perches:
            return best
        for pushes, perch in self._needs_of(position):
            if pushes > reserve.together or pushes >= best:
                break
            if perch.cell not in self.perches or pushes - reserve.monsters > steps:
                continue
            away = perch.away[hero]
            if away <= steps and (
                pushes <= reserve.monsters
                or self._may_push(position, hero, perch, health, steps, reserve.monsters)
            ):
                best = min(best, 2 * pushes + away)
        return best

    def _may_push(
        self,
        position: Position,
        hero: Cell,
        perch: Perch,
        health: int,
        steps: int,
        monsters: int,
    ) -> bool:
        """Tells whether the hero can come to the perch by way of figures that it pushes so often at least.

        Every push of an enemy is answered by its attack, unless it is done through a portal.
        """
        for index, cell in enumerate((*position.enemies, *position.others)):
            if cell < 0:
                continue
            if perch.stack == 1:
                own = perch.pushes[cell] - monsters
                if own <= 0:
                    return True
            else:
                own = 1
            if own > steps:
                continue
            damage = self.damages[index]
            if own * damage >= health:
                continue
            if monsters:
                return True
            for met in self.fall_paths[cell]:
                left = steps - max(perch.away[met], own - 1)
                if left >= 0 and self.distances.of_hero(met)[hero] <= left:
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

    def _steps_to_faint(self, position: Position, steps: int) -> int | None:
        """Bounds from below the steps after which enemies and traps can have the hero down, if ever."""
        health = position.health - self.traps_below[position.hero]
        if health <= 0 or self.hops_for_gems:  # a hop without a step can lead to one more fall
            return 0
        each = self._blow(position) + self.table.rules.trap_on_walk + self.most_traps
        if each * steps < health:
            return None
        return -(-health // each)

    def _blow(self, position: Position) -> int:
        """Bounds the wounds of one step: four enemies at a hero's sides, one more above the seal."""
        if position.enemies not in self._blows:
            damages = sorted(
                enemy.damage
                for enemy, cell in zip(self.table.enemies, position.enemies, strict=True)
                if cell >= 0
            )
            self._blows[position.enemies] = sum(damages[-4:])
        return self._blows[position.enemies]

    def _count_traps(self) -> list[int]:
        """Counts the traps that a fall from each cell can lead through."""
        tower = self.table.tower
        return [sum(tower.has_trap[below] for below in self.fall_paths[cell][1:]) for cell in tower.cells]

    def _loot(self, position: Position, means: Means) -> int:
        if not means.has_swords:
            return 0
        return sum(
            enemy.gems for enemy, cell in zip(self.table.enemies, position.enemies, strict=True) if cell >= 0
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
