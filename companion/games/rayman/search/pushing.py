"""Pushes of figures, as far as a search that pushes nobody can tell: from where, for how much, where to."""

from __future__ import annotations

from companion.games.rayman.board import Space
from companion.games.rayman.search.places import Push, Pushed, Spaces, Table, bit_of, spaces_of
from companion.games.rayman.search.records import FINISHED, HURT
from companion.games.rayman.search.walk import Search

Outcome = tuple[Pushed, Spaces]
"""How a pushed figure ends, and the projectiles that are left."""
Spot = tuple[Space, int, int, int]
"""Where the player is for a push, where to, what it costs, and the most Slaps held there."""


class Pushing:
    """What pushes could make of the figures."""

    def __init__(self, search: Search, *, spends_all: bool) -> None:
        self.search = search
        self.turn = search.turn
        self.columns = search.columns
        self._spots: dict[Space, list[Spot]] = {}
        """By the space of a figure."""
        self._look_around(spends_all)
        hazards = {space for space in search.enemies if space not in search.covered}
        self.hazards = frozenset(hazards | ({self.turn.boss} if self.turn.boss else set()))
        self._ends: dict[tuple[Pushed, int, Spaces], dict[Outcome, set[Spot]]] = {}
        self._outcomes: dict[tuple[Pushed, int, Spaces], list[tuple[set[Outcome], int, int]]] = {}

    def _look_around(self, spends_all: bool) -> None:
        search = self.search
        slaps: dict[Space, int] = {}
        for node, bits in search.nodes.items():
            if node.stance not in (FINISHED, HURT):
                space = (node.p % self.columns, node.level)
                most = search.pools.sizes["slap"] - 1 if spends_all else search.pools.most(bits, "slap")
                slaps[space] = max(most, slaps.get(space, 0))
        self.spaces: Spaces = frozenset(slaps)
        """Where the player may come."""
        for own, most in slaps.items():
            for space, (distance, direction) in search.reach_of_slaps(*own).items():
                cost, _ = search.slap_effect(distance, 0)
                for by in (direction,) if direction else (1, -1):
                    if cost <= most:
                        self._spots.setdefault(space, []).append((own, by, cost, most))

    def spots_of(self, figure: Pushed) -> list[Spot]:
        """Lists from where a figure can be pushed."""
        return self._spots.get((figure.p % self.columns, figure.level), [])

    def outcomes(self, figure: Pushed, others: int, projectiles: Spaces) -> dict[Outcome, set[Spot]]:
        """Returns what pushes make of a figure among others, each outcome with where it comes from."""
        key = (figure, others, projectiles)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = {}
            usual = {by: self._push(figure, by, others, projectiles) for by in (1, -1)}
            for spot in self.spots_of(figure):
                own, by, _, _ = spot
                outcomes, near = usual[by]
                if near & bit_of(own):
                    # The player stands where the figure might have come.
                    outcomes, _ = self._push(figure, by, others | bit_of(own), projectiles)
                for outcome in outcomes:
                    found.setdefault(outcome, set()).add(spot)
        return found

    def _push(self, figure: Pushed, by: int, taken: int, projectiles: Spaces) -> tuple[set[Outcome], int]:
        """Returns the outcomes of a push, and the spaces where a figure could change them.

        The player may have removed projectiles before: those that the figure could meet are left out too.
        """
        known = self._outcomes.setdefault((figure, by, projectiles), [])
        for found, near, there in known:
            if taken & near == there:
                return found, near
        table = Table(self.turn.board, frozenset(spaces_of(taken)), projectiles, self.turn.boss)
        ends = Push(self.turn, table, self.hazards).outcomes(figure, by)
        # A figure is pushed once, so that what becomes of its Heart does not matter.
        found = {(end._replace(heart=False, immune=False), left) for end, left in ends}
        # It looks for room from column to column, and no farther back than right behind where it ends.
        lowest = max(min(end.p for end, _ in found) - 1, 0)
        near = self.columns_bits(lowest, figure.p + 1)
        for space in self.search.removed & projectiles:
            if near & bit_of(space):
                more, beyond = self._push(figure, by, taken, projectiles - {space})
                found |= {(end, left | {space}) for end, left in more}
                near |= beyond
        known.append((found, near, taken & near))
        return found, near

    def columns_bits(self, low: int, high: int) -> int:
        """Returns all spaces between two columns."""
        bits = 0
        for p in range(low, high + 1):
            bits |= 7 << p % self.columns * 3
        return bits
