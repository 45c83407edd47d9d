"""All that Slaps can make of the other figures, whichever way the player goes.

A crowd is where the figures stand. From the first one, each push leads to others: the player is somewhere in
line and has the Slaps for it, as far as a search that slaps no figures can tell. Crowds are few, while the
ways of a player through them are many: an end that no crowd leaves open needs no search at all, and a search
for the others keeps to the crowds that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from companion.games.rayman.board import LEVELS, Space
from companion.games.rayman.search import FINISHED, HURT, Search
from companion.games.rayman.search_needs import Need, bit_of, spaces_of
from companion.games.rayman.search_nodes import Figures, Leads
from companion.games.rayman.search_places import Push, Pushed, Spaces, Table

Crowd = tuple[Figures, Spaces]
"""Where the figures stand, and the projectiles that are left."""
Outcome = tuple[Pushed, Spaces]
"""How a pushed figure ends, and the projectiles that are left."""
Spot = tuple[Space, int, int]
"""Where the player is for a push, what it costs, and the most Slaps held there."""

NEVER = 1000
"""More Slaps than anybody holds."""


class Crowds:
    """The crowds of a turn, each with the fewest Slaps that bring it about."""

    def __init__(self, search: Search, *, spends_all: bool) -> None:
        self.search = search
        self.turn = search.turn
        self.columns = search.columns
        self.first: Crowd = (search.worlds[0].figures, search.worlds[0].projectiles)
        self._spots: dict[tuple[Space, int], list[Spot]] = {}
        """By the space of a figure and the direction of a push."""
        self._look_around(spends_all)
        hazards = {space for space in search.enemies if space not in search.covered}
        self.hazards = frozenset(hazards | ({self.turn.boss} if self.turn.boss else set()))
        self._bits: dict[Pushed, int] = {}
        self._windows: dict[int, int] = {}
        self._ends: dict[tuple[Pushed, int, Spaces, int], dict[Outcome, int]] = {}
        self._outcomes: dict[tuple[object, ...], tuple[set[Outcome], int]] = {}

    def _look_around(self, spends_all: bool) -> None:
        search = self.search
        slaps: dict[Space, int] = {}
        for node, bits in search.nodes.items():
            if node.stance not in (FINISHED, HURT):
                space = (node.p % self.columns, node.level)
                most = search.pools.sizes["slap"] - 1 if spends_all else search.pools.most(bits, "slap")
                slaps[space] = max(most, slaps.get(space, 0))
        self.entered: Spaces = frozenset(slaps) & frozenset(self.turn.projectiles)
        """Projectiles that the player might remove."""
        for own, most in slaps.items():
            for space, (distance, direction) in search.reach_of_slaps(*own).items():
                cost, _ = search.slap_effect(distance, 0)
                for by in (direction,) if direction else (1, -1):
                    if cost <= most:
                        self._spots.setdefault((space, by), []).append((own, cost, most))

    def leading_to(
        self, needs: dict[Need, int], among: int = -1, fits: Callable[[Figures], bool] | None = None
    ) -> Leads:
        """Returns how the figures may stand on the way to a crowd, not the first one, that meets a need.

        Only figures `among` these are pushed. Where the crowd itself has nothing to fit, pushes serve to
        bring about what is needed, or, where that is met at first, to remove a projectile.
        """
        met = set() if fits else self.met_at_first(needs)
        slaps: dict[Crowd, int] = {self.first: 0}
        before: dict[Crowd, set[Crowd]] = {}
        ends: list[Crowd] = []
        agenda: list[tuple[int, int, Crowd]] = [(0, 0, self.first)]
        settled: set[Crowd] = set()
        while agenda:
            spent, _, crowd = heappop(agenda)
            if crowd in settled:
                continue
            settled.add(crowd)
            occupied = self._occupied(crowd[0])
            left = [(need, most - spent) for need, most in needs.items() if spent <= most]
            is_same = crowd[1] == self.first[1]
            if (
                crowd != self.first
                and (fits is None or fits(crowd[0]))
                and any(need.is_met(occupied) and not (is_same and need in met) for need, _ in left)
            ):
                ends.append(crowd)
            if not self._is_hopeful(crowd[0], occupied, left):
                continue
            for after, cost in self._pushes(crowd, occupied, spent, among):
                before.setdefault(after, set()).add(crowd)
                if spent + cost < slaps.get(after, NEVER):
                    slaps[after] = spent + cost
                    heappush(agenda, (spent + cost, len(slaps), after))
        return self._on_the_way(ends, before)

    def met_at_first(self, needs: dict[Need, int]) -> set[Need]:
        """Returns the needs that are met as the turn begins."""
        occupied = self._occupied(self.first[0])
        return {need for need in needs if need.is_met(occupied)}

    def _on_the_way(self, ends: list[Crowd], before: dict[Crowd, set[Crowd]]) -> Leads:
        leads = {figures: True for figures, _ in ends}
        found = set(ends)
        while ends:
            for crowd in before.get(ends.pop(), ()):
                if crowd not in found:
                    found.add(crowd)
                    leads.setdefault(crowd[0], False)
                    ends.append(crowd)
        return leads

    def _bit(self, figure: Pushed) -> int:
        bit = self._bits.get(figure)
        if bit is None:
            bit = self._bits[figure] = bit_of((figure.p % self.columns, figure.level))
        return bit

    def _occupied(self, figures: Figures) -> int:
        occupied = 0
        for figure in figures:
            occupied |= self._bit(figure)
        return occupied

    def _is_hopeful(self, figures: Figures, occupied: int, needs: list[tuple[Need, int]]) -> bool:
        """Tells whether figures that were not pushed yet could bring about a need with the Slaps left."""
        fixed, loose = 0, 0
        for number, figure in enumerate(figures):
            if self._can_push(number, figure):
                loose += 1
            else:
                fixed |= self._bit(figure)
        return loose > 0 and any(
            slaps > 0 and (need.taken & ~occupied).bit_count() <= min(loose, slaps) and not need.free & fixed
            for need, slaps in needs
        )

    def _can_push(self, number: int, figure: Pushed) -> bool:
        return not figure.slapped and self.search.can_slap(number, figure)

    def _pushes(self, crowd: Crowd, occupied: int, spent: int, among: int) -> Iterator[tuple[Crowd, int]]:
        """Lists what pushes of some figures make of a crowd, and what they cost."""
        figures, projectiles = crowd
        for number, figure in enumerate(figures):
            if not self._can_push(number, figure) or not among >> number & 1:
                continue
            others = occupied & ~self._bit(figure) & self._window(figure.p)
            before, after = figures[:number], figures[number + 1 :]
            for (pushed, left), cost in self._pushed(figure, others, projectiles, spent).items():
                yield ((*before, pushed, *after), left), cost

    def _pushed(self, figure: Pushed, others: int, projectiles: Spaces, spent: int) -> dict[Outcome, int]:
        """Returns what pushes beside others make of a figure, each outcome with its least cost."""
        key = (figure, others, projectiles, spent)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = {}
            space = (figure.p % self.columns, figure.level)
            for by in (1, -1):
                spots = [spot for spot in self._spots.get((space, by), ()) if spent + spot[1] <= spot[2]]
                for outcomes, cost in self._pushed_from(figure, by, others, projectiles, spots):
                    for outcome in outcomes:
                        found[outcome] = min(cost, found.get(outcome, NEVER))
        return found

    def _pushed_from(
        self, figure: Pushed, by: int, others: int, projectiles: Spaces, spots: list[Spot]
    ) -> Iterator[tuple[set[Outcome], int]]:
        """Lists the outcomes of a push from each spot that makes a difference, and what it costs."""
        if not spots:
            return
        usual, lowest = self._push(figure, by, others, projectiles, None)
        highest = figure.p + by
        cheapest = NEVER
        for own, cost, _ in spots:
            # Where the player stands matters only to who comes by there.
            if (highest - own[0]) % self.columns > highest - lowest:
                cheapest = min(cheapest, cost)
            else:
                yield self._push(figure, by, others, projectiles, own)[0], cost
        if cheapest < NEVER:
            yield usual, cheapest

    def _push(
        self, figure: Pushed, by: int, others: int, projectiles: Spaces, own: Space | None
    ) -> tuple[set[Outcome], int]:
        """Returns the outcomes of a push, and how far back the figure looks for room.

        The player may have removed projectiles before: those that the figure could meet are left out too.
        """
        key = (figure, by, others, projectiles, own)
        if key not in self._outcomes:
            taken = frozenset(spaces_of(others))
            table = Table(self.turn.board, taken | {own} if own else taken, projectiles, self.turn.boss)
            ends = Push(self.turn, table, self.hazards).outcomes(figure, by)
            # A figure is pushed once, so that what becomes of its Heart does not matter.
            found = {(end._replace(heart=False, immune=False), left) for end, left in ends}
            lowest = min(end.p for end, _ in found)
            for space in self.entered & projectiles:
                if (figure.p + by - space[0]) % self.columns <= figure.p + by - lowest:
                    more, low = self._push(figure, by, others, projectiles - {space}, own)
                    found |= {(end, left | {space}) for end, left in more}
                    lowest = min(lowest, low)
            self._outcomes[key] = (found, lowest)
        return self._outcomes[key]

    def _window(self, p: int) -> int:
        """Returns the spaces where another figure could matter to one that is pushed from a column.

        Who is pushed comes some columns back by itself, and farther only past spaces that are taken.
        """
        window = self._windows.get(p)
        if window is None:
            board = self.turn.board
            window, steps, full, most = 0, 0, 0, len(self.turn.others)
            for column in range(p + 1, max(p - self.columns, -1), -1):
                places = [(column % self.columns, level) for level in LEVELS]
                window |= sum(bit_of(space) for space in places)
                room = sum(board.is_floor(*space) and not board.is_obstacle(*space) for space in places)
                full += room if steps > 3 + self.turn.options.damage_retreat else 0
                steps += room > 0
                if full > most:
                    break
            self._windows[p] = window
        return window
