"""Which figures could help to bring about what an end needs, if they were pushed."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.limits import Figures
from companion.games.rayman.search.needs import Need, locked
from companion.games.rayman.search.places import Pushed, bit_of
from companion.games.rayman.search.pushing import Pushing
from companion.games.rayman.search.room import Room, either

NEVER = 1000
"""More Slaps than anybody holds."""
ANYWHERE = -1
"""All spaces."""


class Helpers(NamedTuple):
    """Figures whose pushes could help with a need."""

    least: int = NEVER
    """The fewest Slaps for that."""
    direct: int = 0
    """Those that fill or clear what is needed."""
    all: int = 0
    """And those that could be in the way of others that help, or no longer."""


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
        self._possible = [[(p, self._bit((p, level))) for p, level in places] for places in room.possible]
        self._columns_bits = pushing.columns_bits
        self.windows = [
            pushing.columns_bits(max(min(p for p, _ in places) - 1, 0), figure.p + 1)
            for places, figure in zip(room.possible, first, strict=True)
        ]
        """By figure: spaces where another one makes a difference to what becomes of it."""
        self._removers = {space: self._removers_of(space) for space in pushing.turn.projectiles}
        met = [figures for space, figures in self._removers.items() if space in pushing.spaces]
        self.removers = reduce(or_, met, 0)
        """The figures that may remove a projectile which the player may come by."""
        self.locked = locked(pushing.search)
        self._hazards = sum(bit_of(space) for space in pushing.hazards)
        self._chains: dict[Need, int] = {}
        self._known: dict[tuple[Need, int, int, int], Helpers] = {}

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

    def _window(self, number: int, spaces: int) -> int:
        """Returns where another figure could matter to one that is to be pushed into some spaces.

        Who is pushed looks for room from column to column backwards, as far as where that is.
        """
        first = self.first[number].p
        lowest = min((p for p, bit in self._possible[number] if bit & spaces), default=first)
        return self._columns_bits(lowest, first + 1)

    def helpers(self, need: Need, loose: int, fixed: int, occupied: int, *, idle: int) -> Helpers:
        """Returns the figures whose pushes could help to bring about a need.

        Figures that are `loose` were not pushed yet, and `fixed` are the spaces of the others. The `idle`
        ones help anyhow.
        """
        if not loose or need.free & fixed:
            return Helpers()
        key = (need, loose, occupied & (self._chain(need) | need.free), idle)
        if key not in self._known:
            self._known[key] = self._helpers(*key)
        return self._known[key]

    def _helpers(self, need: Need, loose: int, occupied: int, idle: int) -> Helpers:
        figures = [number for number in range(len(self.first)) if loose >> number & 1]
        figures.sort(key=lambda number: self.cheapest[number])
        blockers = [number for number in figures if self._bits[number] & need.free]
        if any(not self._places[number] & ~need.free for number in blockers):
            return Helpers()
        projectiles = [space for space, bit in self.locked.items() if bit & need.free & occupied]
        missing = need.taken & ~occupied
        aims = dict.fromkeys(blockers, ANYWHERE)
        aims |= {number: ANYWHERE for number in figures if idle >> number & 1}
        for space in projectiles:
            removers = [number for number in figures if self._removers[space] >> number & 1]
            if not removers:
                return Helpers()
            aims |= dict.fromkeys(removers, ANYWHERE)
        fillers, gaps, more = set[int](), missing.bit_count(), 0
        while missing:
            gap = missing & -missing
            missing ^= gap
            able = self._fillers_of(need, gap, figures, occupied)
            if not able:
                return Helpers()
            fillers.update(able)
            more = max(more, min(able.values()))
            aims |= {number: aims.get(number, 0) | gap for number in able}
        if len(fillers) < gaps:
            return Helpers()
        filling = sum(sorted(self.cheapest[number] for number in fillers)[:gaps])
        clearing = sum(self.cheapest[number] for number in blockers)
        least = max(filling + more * self.cheapest[figures[0]], clearing, self.cheapest[figures[0]])
        return Helpers(least, sum(1 << number for number in aims), self._with_bystanders(aims, figures))

    def _chain(self, need: Need) -> int:
        """Returns the spaces that may have to be full for others to be filled, these included."""
        if need not in self._chains:
            chain = need.taken
            for landings in self._landings:
                for gap, full in landings.items():
                    chain |= full if gap & need.taken else 0
            self._chains[need] = chain
        return self._chains[need]

    def _fillers_of(self, need: Need, gap: int, figures: list[int], occupied: int) -> dict[int, int]:
        """Returns figures that could fill a gap, and how many others have to be pushed so that they do."""
        found = {}
        for number in figures:
            full = self._landings[number].get(gap)
            if full is not None:
                others = [other for other in figures if other != number]
                more = self._fills(need.taken & ~gap & ~occupied, full & ~need.taken & ~occupied, others)
                if more is not None:
                    found[number] = more
        return found

    def _fills(self, taken: int, full: int, figures: list[int]) -> int | None:
        """Returns how many more figures it takes to fill some spaces, or None where that cannot be.

        The player may be in one that is only to be full on the way.
        """
        spaces, able = taken | full, 0
        empty = spaces
        for number in figures:
            able += self._places[number] & spaces != 0
            empty &= ~self._places[number]
        if able + 1 < spaces.bit_count() or empty.bit_count() > 1 or empty & taken:
            return None
        return max(full.bit_count() - 1, 0)

    def _with_bystanders(self, aims: dict[int, int], figures: list[int]) -> int:
        """Adds figures that could make a difference to others which are to get to some spaces.

        They fill a space on the way there, or clear one where others are to get to, or where an enemy is that
        harms nobody as long as they cover it; or they remove a projectile.
        """
        aims = dict(aims)
        waiting = list(aims)
        while waiting:
            helped = waiting.pop()
            window = self._window(helped, aims[helped])
            removers = 0
            for projectile, figures_there in self._removers.items():
                removers |= figures_there if bit_of(projectile) & window else 0
            closed = window & (aims[helped] | self._hazards)
            for number in figures:
                spaces = self._places[number] & ~self._bits[number] & window
                if self._bits[number] & closed or removers >> number & 1:
                    spaces = ANYWHERE
                if number != helped and spaces & ~aims.get(number, 0):
                    aims[number] = aims.get(number, 0) | spaces
                    waiting.append(number)
        return sum(1 << number for number in aims)
