"""What can still matter on the way to some ends: who has few Movements left forgets what is far off."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.places import Spaces


class Sight(NamedTuple):
    """What a turn could still come by; enemies and Teensies one bit each."""

    enemies: int
    projectiles: Spaces
    teensies: int


class Horizon:
    """Tells what is within the Movements that a turn has to spare."""

    def __init__(
        self, turn: Turn, corridor: tuple[int, int], away: dict[int, int], farthest_slap: int
    ) -> None:
        """Takes the columns from which the ends come about, and the Movements there from each column."""
        self.turn = turn
        self.columns = turn.board.columns
        self.away = away
        self.farthest_slap = farthest_slap
        self._ends = {p % self.columns for p in range(max(corridor[0], 0), corridor[1] + 1)}
        self._sights: dict[tuple[int, int, bool], Sight] = {}

    def sight(self, p: int, moves: int, *, slaps_enemies: bool) -> Sight:
        """Returns what is in sight from a column with some Movements, to be entered or to be slapped."""
        key = (p, moves, slaps_enemies)
        if key not in self._sights:
            self._sights[key] = self._sight(*key)
        return self._sights[key]

    def _sight(self, p: int, moves: int, slaps_enemies: bool) -> Sight:
        board = self.turn.board
        near = [q for q, away in self.away.items() if abs(p - q) + away <= moves]
        entered = {q % self.columns for q in near} | self._ends
        slapped = {
            (q + by) % self.columns for q in near for by in range(-self.farthest_slap, self.farthest_slap + 1)
        }
        fought = entered | slapped if slaps_enemies else entered
        return Sight(
            sum(1 << index for index, (column, _) in enumerate(board.enemies) if column in fought),
            frozenset(space for space in self.turn.projectiles if space[0] in entered),
            sum(1 << index for index, (_, (column, _)) in enumerate(board.teensies) if column in slapped),
        )
