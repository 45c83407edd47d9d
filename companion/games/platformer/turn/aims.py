"""What a search looks for: the ends still open, and whether a label can come to any of them.

Everything here is a bound from below on what an end takes: no label that can come to an open end is refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.platformer.turn.distances import FAR
from companion.games.platformer.turn.goals import Goals, off_map_of
from companion.games.platformer.turn.gravity import landing
from companion.games.platformer.turn.means import Means, Reserve
from companion.games.platformer.turn.position import Position, Table
from companion.games.platformer.turn.prospects import GemWays, Prospects
from companion.games.platformer.turn.tower import Cell


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
        self.off_map = off_map
        self.prospects = Prospects(table, start)
        tower = table.tower
        wanted = set(cells)
        carried = {cell for cell in wanted if can_win or tower.has_floor[cell] or tower.has_ladder[cell]}
        """Cells where a hero can end without others; anywhere, if the Boss may fall before gravity comes."""
        self.goals = Goals(table, start, self.prospects, wanted, carried)
        self.is_open = [cell in self.goals.open for cell in tower.cells]
        self._way = GemWays((0,) * (len(tower.cells) + 2))
        """The way to wherever one is: what comes after a gem does not matter for a guess."""

    def are_open(self) -> bool:
        """Tells whether anything is left to look for."""
        return self.off_map or bool(self.goals.open)

    def close(self, cell: Cell) -> None:
        """Takes an end off the list, for it was found."""
        if cell < 0:
            self.off_map = False
        elif self.is_open[cell]:
            self.is_open[cell] = False
            self.goals.close(cell)

    def drop_hopeless(self, position: Position, means: Means) -> None:
        """Takes ends off the list that are too far from a position, whatever comes."""
        self.goals.drop_hopeless(position, means)
        self.is_open = [cell in self.goals.open for cell in self.table.tower.cells]

    def may_end_from(self, here: Position, *, holds: bool) -> bool:
        """Tells whether the hero might be at an open end once everybody has fallen."""
        hero = here.hero
        if hero < 0:
            return self.off_map
        if holds:
            return self.is_open[hero]
        if self.prospects.falls_into_trap(hero):
            return self.off_map or any(self.is_open[cell] for cell in self.prospects.fall_paths[hero])
        return self.is_open[landing(self.table, here)]

    def count_open(self) -> int:
        """Counts what is left to look for."""
        return len(self.goals.open) + self.off_map

    def may_come(self, position: Position, means: Means, moved: int) -> bool:
        """Tells whether an end may be left once an enemy was moved so many cells, whichever and whereto."""
        if self.off_map:
            return True
        hero = position.hero
        if self._any_near(position, hero, self._reserve(position, means, hero), moved):
            return True
        off = off_map_of(self.table.tower, hero)
        return means.can_generate and self._any_near(
            position, off, self._reserve(position, means, off), moved
        )

    def _any_near(self, position: Position, hero: Cell, reserve: Reserve, moved: int) -> bool:
        moves = self.goals.moves(position)
        for away, goal in self.goals.near(hero):
            if away > reserve.steps:
                return False
            if moves.to(goal) - moved <= reserve.together[away]:
                return True
        return False

    def standing(self, position: Position, means: Means) -> int:
        """Guesses how far a label is from an open end without fainting."""
        hero = position.hero
        if hero < 0:
            return FAR
        reserve = self._reserve(position, means, hero)
        return self._outlook_from(position, hero, reserve.steps, reserve.together[0])

    def fainting(self, position: Position, means: Means) -> int:
        """Guesses how far a label is from an open end by fainting first."""
        altogether = self._reserve_to_faint(position, means)
        if altogether is None:
            return FAR
        if self.off_map:
            return self._to_faint(position, altogether)
        off = off_map_of(self.table.tower, position.hero)
        if self._outlook_from(position, off, altogether.steps, altogether.together[0]) >= FAR:
            return FAR  # too far from where it comes back, even if fainting took nothing
        to_faint = self._to_faint(position, altogether)
        if to_faint >= FAR:
            return FAR
        walks = to_faint > 0
        if walks > altogether.steps:
            return FAR
        return to_faint + self._outlook_from(
            position, off, altogether.steps - walks, altogether.together[walks] - to_faint
        )

    def may_stand(self, position: Position, means: Means) -> bool:
        """Looks closer, end by end, whether a label may come to one without fainting."""
        return self.goals.any_standing(position, means, self._reserve(position, means, position.hero))

    def may_faint(self, position: Position, means: Means) -> bool:
        """Looks closer, end by end, whether a label may come to one by fainting first."""
        if self.off_map:
            return True
        altogether = self._reserve_to_faint(position, means)
        return altogether is not None and self.goals.any_fainting(
            position, means, self._to_faint(position, altogether), altogether
        )

    def _reserve_to_faint(self, position: Position, means: Means) -> Reserve | None:
        """Bounds what the pool allows to a hero that faints: unless that is an end, a die must be left."""
        if self.off_map:
            return self._reserve(position, means, position.hero)
        if not means.can_generate:
            return None
        return self._reserve(position, means, off_map_of(self.table.tower, position.hero))

    def _to_faint(self, position: Position, reserve: Reserve) -> int:
        """Bounds from below the effects after which the hero can be off the map; FAR if it never can."""
        return self.prospects.effort_to_faint(position, reserve) if position.hero >= 0 else 0

    def _reserve(self, position: Position, means: Means, later: Cell) -> Reserve:
        """Bounds what the pool allows to a hero that stays on the map, or that comes back."""
        hero = position.hero
        prizes = self.prospects.prizes(position, means)
        key = hero, later, position.gems, prizes
        known = means.known.get(key)
        if known is None:
            gems = self.prospects.gems(self._way, position, later, means)
            if later == hero >= 0:
                known = means.reserve(gems, prizes)
            else:
                known = means.reserve_to_return(sum(gems), prizes)
            means.known[key] = known
        return known

    def _outlook_from(self, position: Position, hero: Cell, steps: int, together: int) -> int:
        """Guesses how far the hero is from an open end where it stands in a cell or comes onto the map."""
        best = FAR
        moves = self.goals.moves(position)
        known = moves.known
        for away, goal in self.goals.near(hero):
            if away > steps or away >= best:
                break
            need = known.get(goal.cell, -1)
            if need < 0:
                need = moves.to(goal)
            if need <= together and 2 * need + away < best:
                best = 2 * need + away
        return best
