"""Which figures could help to bring about what an end needs, if they were pushed."""

from __future__ import annotations

from functools import reduce
from operator import or_

from companion.games.rayman.board import Space
from companion.games.rayman.search.limits import Figures
from companion.games.rayman.search.needs import Need, locked
from companion.games.rayman.search.places import Pushed, bit_of
from companion.games.rayman.search.pushing import Pushing
from companion.games.rayman.search.room import Room, either

NEVER = 1000
"""More Slaps than anybody holds."""


class Helping:
    """Bounds on what each figure could do; figures and spaces are bits."""

    def __init__(self, pushing: Pushing, first: Figures) -> None:
        """Takes the figures as they stand at first, from where each is pushed once at most."""
        self.columns = pushing.columns
        self.first = first
        self._bits = [self._bit((figure.p, figure.level)) for figure in first]
        self.cheapest = [self._cheapest(pushing, *pair) for pair in enumerate(first)]
        """By figure: the fewest Slaps that push it."""
        room = Room(pushing.turn, [{by for _, by, _, _ in pushing.spots_of(figure)} for figure in first])
        self._landings = [self._by_bit(places) for places in room.possible]
        """By figure: where it might get to at all, and what is full then."""
        self._places = [sum(landings) for landings in self._landings]
        self.windows = [
            pushing.columns_bits(max(min(p for p, _ in places) - 1, 0), figure.p + 1)
            for places, figure in zip(room.possible, first, strict=True)
        ]
        """By figure: spaces where another one could matter when it is pushed."""
        self._removers = {space: self._removers_of(space) for space in pushing.turn.projectiles}
        self.removers = reduce(or_, self._removers.values(), 0)
        """The figures that may come by a projectile."""
        self.locked = locked(pushing.turn)
        self._fillers: dict[tuple[Need, int], int] = {}
        self._known: dict[tuple[Need, int, int, int, int], tuple[int, int]] = {}

    def _cheapest(self, pushing: Pushing, number: int, figure: Pushed) -> int:
        can_push = pushing.search.can_slap(number, figure)
        costs = [cost for _, _, cost, _ in pushing.spots_of(figure)]
        return min(costs, default=NEVER) if can_push else NEVER

    def _bit(self, place: Space) -> int:
        return bit_of((place[0] % self.columns, place[1]))

    def _by_bit(self, places: dict[Space, int]) -> dict[int, int]:
        return either(*({self._bit(place): full} for place, full in places.items()))

    def _removers_of(self, projectile: Space) -> int:
        """Returns the figures that may come by a projectile."""
        column, _ = projectile
        return sum(
            1 << number
            for number, figure in enumerate(self.first)
            if column in ((figure.p - 1) % self.columns, (figure.p + 1) % self.columns)
            or self._places[number] & bit_of(projectile)
        )

    def helpful(
        self, needs: list[tuple[Need, int]], loose: int, fixed: int, occupied: int, *, idle: int
    ) -> int:
        """Returns the figures whose pushes could help to bring about a need with the Slaps left.

        Figures that are `loose` were not pushed yet, and `fixed` are the spaces of the others. Where a need
        asks for no push, the `idle` ones help.
        """
        helpful = 0
        for need, slaps in needs:
            figures, least = self.helpful_with(need, loose, fixed, occupied, idle=idle)
            if least <= slaps:
                helpful |= figures
        return helpful

    def helpful_with(
        self, need: Need, loose: int, fixed: int, occupied: int, *, idle: int
    ) -> tuple[int, int]:
        """Returns the figures that could help with a need, and the fewest Slaps for that."""
        if not loose or need.free & fixed:
            return 0, NEVER
        key = (need, loose, need.taken & ~occupied, need.free & occupied, idle)
        if key not in self._known:
            self._known[key] = self._helpful_with(*key)
        return self._known[key]

    def _helpful_with(
        self, need: Need, loose: int, missing: int, occupied: int, idle: int
    ) -> tuple[int, int]:
        """Returns the figures that could fill or clear what a need says, and the fewest Slaps for that."""
        figures = [number for number in range(len(self.first)) if loose >> number & 1]
        figures.sort(key=lambda number: self.cheapest[number])
        blockers = [number for number in figures if self._bits[number] & need.free]
        if any(not self._places[number] & ~need.free for number in blockers):
            return 0, NEVER
        projectiles = [space for space, bit in self.locked.items() if bit & occupied]
        if not missing and not blockers and not projectiles:
            return loose & idle, self.cheapest[figures[0]]
        removers = 0
        for space in projectiles:
            if not self._removers[space] & loose:
                return 0, NEVER
            removers |= self._removers[space] & loose
        helpful, gaps = 0, missing.bit_count()
        while missing:
            gap = missing & -missing
            missing ^= gap
            fillers = self._fillers_of(need, gap) & loose
            if not fillers:
                return 0, NEVER
            helpful |= fillers
        if helpful.bit_count() < gaps:
            return 0, NEVER
        cheapest = [self.cheapest[number] for number in figures if helpful >> number & 1]
        filling = sum(cheapest[:gaps])
        clearing = sum(self.cheapest[number] for number in blockers)
        helpful |= removers | sum(1 << number for number in blockers)
        return helpful, max(filling, clearing, self.cheapest[figures[0]])

    def _fillers_of(self, need: Need, gap: int) -> int:
        """Returns the figures that could fill a gap of a need, the others filling all else that it takes."""
        key = (need, gap)
        if key not in self._fillers:
            self._fillers[key] = sum(
                1 << number
                for number, landings in enumerate(self._landings)
                if gap in landings and self._can_fill(need.taken, landings[gap])
            )
        return self._fillers[key]

    def _can_fill(self, taken: int, full: int) -> bool:
        """Tells whether there are figures for all of some spaces; the player may be in one that was full."""
        spaces, empty, able = taken | full, taken | full, 0
        for places in self._places:
            able += places & spaces != 0
            empty &= ~places
        return able + 1 >= spaces.bit_count() and empty.bit_count() <= 1 and not empty & taken

    def with_bystanders(self, helpful: int, loose: int) -> int:
        """Adds the figures that could be in the way of others that help, or no longer."""
        waiting = [number for number in range(len(self.first)) if helpful >> number & 1]
        while waiting:
            window = self.windows[waiting.pop()]
            for number in range(len(self.first)):
                if loose & ~helpful & 1 << number and window & self._places[number]:
                    helpful |= 1 << number
                    waiting.append(number)
        return helpful
