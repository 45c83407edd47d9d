"""What a turn that is to finish still has to do: free Teensies until there are three, and cross the line."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.pool import Pools

NEEDED = 3


class Errand:
    """Bounds on what that takes: whoever is short of it does not finish in this turn."""

    def __init__(self, turn: Turn, pools: Pools, farthest_slap: int) -> None:
        self.pools = pools
        self.columns = turn.board.columns
        self.farthest_slap = farthest_slap
        self.is_smasher = turn.player.legendary == "smasher"
        held = set(turn.player.freed)
        self.lacking = NEEDED - len(held)
        prisoners = enumerate(turn.board.teensies)
        self.prisoners = [(index, column) for index, (colour, (column, _)) in prisoners if colour not in held]
        tokens = [token.count("slap") + token.count("lums") for token in turn.drawn]
        self._slaps_to_come = [sum(tokens[count:]) for count in range(len(tokens) + 1)]
        self._able: dict[tuple[int, int, int, int], int] = {}

    def able(self, freed: int, p: int, moves: int, drawn: int) -> int:
        """Returns the pools that may do, from a column with so many Movements, those to come included."""
        key = (freed, p, moves, drawn)
        if key not in self._able:
            self._able[key] = self._find_able(*key)
        return self._able[key]

    def _find_able(self, freed: int, p: int, moves: int, drawn: int) -> int:
        count = max(self.lacking - freed.bit_count(), 0)
        left = [column for index, column in self.prisoners if not freed >> index & 1]
        if len(left) < count:
            return 0
        slaps = [*self._slaps_on_the_way(count, left, p, moves)]
        if count:
            slaps += self._slaps_past_the_line(count, left, p, moves)
        if not slaps:
            return 0
        return self.pools.at_least("slap", max(min(slaps) - self._slaps_to_come[drawn], 0))

    def _slaps_on_the_way(self, count: int, columns: list[int], p: int, moves: int) -> Iterator[int]:
        """Yields how many Slaps it takes to free some of the prisoners in columns, and to cross the line."""
        lap = p - p % self.columns
        # One that is just past the line may be slapped from before it.
        places = [lap + column + (column < self.farthest_slap) * self.columns for column in columns]
        if len(places) >= count:
            for more in self._more_slaps(sorted(places, reverse=True)[:count], p, moves):
                yield count + more

    def _slaps_past_the_line(self, count: int, columns: list[int], p: int, moves: int) -> Iterator[int]:
        """Yields the same if some of them are freed past the line, which is then crossed once more."""
        spare = moves - (self.columns - p % self.columns) - 2
        for beyond in range(spare // 2 + 1):
            distances = [max(column - beyond, 0) for column in columns]
            near = [distance for distance in sorted(distances) if distance <= self.farthest_slap]
            costs = [1 + max(distance - self.is_smasher, 0) for distance in near]
            for past in range(1, min(count, len(costs)) + 1):
                left = moves - 2 * beyond - 2
                for slaps in self._slaps_on_the_way(count - past, columns, p, left):
                    yield sum(costs[:past]) + slaps

    def _more_slaps(self, prisoners: list[int], p: int, moves: int) -> Iterator[int]:
        """Yields how many Slaps more than one for each it takes, the line being behind or ahead."""
        lap = p - p % self.columns
        if lap and moves >= p - lap + 2:
            yield 0
        spare = moves - (lap + self.columns - p)
        # The last one behind has to be come near enough to, and the way there is gone twice.
        distance = max(p - prisoners[-1] - max(spare, 0) // 2, 0) if prisoners else 0
        if spare >= 0 and distance <= self.farthest_slap:
            yield max(distance - self.is_smasher, 0)
