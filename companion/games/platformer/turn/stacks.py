"""What carries the hero where it may end, and how far other figures are from it."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.platformer.turn.distances import FAR, Away
from companion.games.platformer.turn.position import Position
from companion.games.platformer.turn.prospects import GemWays
from companion.games.platformer.turn.tower import Cell


class Goal(NamedTuple):
    """A cell where the hero may end."""

    cell: Cell
    away: Away
    """The hero's steps from each cell to it; off the map too."""
    below: tuple[Cell, ...]
    """The cells that figures must fill to carry the hero; none where ground or a ladder does."""
    moves: Away
    """How many pushes or monster moves a figure in each cell is from that stack."""
    by_push: Away
    """The hero's steps to it by way of a cell next to the stack, where a push into the stack leaves it."""
    climb: int
    """The hero's fewest steps to it after such a push."""
    portals: frozenset[int]
    """How many moves figures on portals are from the stack: a hop pushes them, and nobody strikes."""
    way: GemWays


class Moves:
    """How the figures of a position stand to each stack, worked out when it is asked for."""

    __slots__ = ("_figures", "known")

    def __init__(self, position: Position) -> None:
        self._figures = [cell for cell in (*position.enemies, *position.others) if cell >= 0]
        self.known: dict[Cell, int] = {}
        """What was worked out, by the cell on the stack."""

    def to(self, goal: Goal) -> int:
        """Returns how many moves of figures a stack takes at least."""
        known = self.known.get(goal.cell)
        if known is None:
            stack = len(goal.below)
            if not stack:
                known = 0
            elif len(self._figures) < stack:
                known = FAR
            elif stack == 1:
                known = min(map(goal.moves.__getitem__, self._figures))
            else:
                known = sum(sorted(map(goal.moves.__getitem__, self._figures))[:stack])
            self.known[goal.cell] = known
        return known

    def missing(self, goal: Goal) -> int:
        """Returns how many figures a stack misses."""
        if not goal.below:
            return 0
        return max(len(goal.below) - sum([not goal.moves[cell] for cell in self._figures]), 0)
