"""All that Slaps can make of the other figures, whichever way the player goes.

A crowd is where the figures stand. From the first one, each push leads to others: the player is somewhere in
line and has the Slaps for it, as far as a search that slaps no figures can tell. Crowds are few, while the
ways of a player through them are many: an end that no crowd leaves open needs no search at all, and a search
for the others keeps to the crowds that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from companion.games.rayman.board import LEVELS, Space
from companion.games.rayman.search import FINISHED, HURT, Search
from companion.games.rayman.search_needs import Need
from companion.games.rayman.search_nodes import Figures, Leads
from companion.games.rayman.search_places import Push, Pushed, Spaces, Table, bit_of, spaces_of
from companion.games.rayman.search_room import Room, either

Crowd = tuple[Figures, Spaces]
"""Where the figures stand, and the projectiles that are left."""
Outcome = tuple[Pushed, Spaces]
"""How a pushed figure ends, and the projectiles that are left."""
Spot = tuple[Space, int, int, int]
"""Where the player is for a push, where to, what it costs, and the most Slaps held there."""

Onward = tuple[int, int, int]
"""A crowd after a push, what that costs, and the figure."""
Before = tuple[int, int, int]
"""The crowd before a push, the figure, and what the push costs."""

Pushes = dict[int, dict[int, tuple[int, int]]]
"""From crowd to crowd: which figure is pushed, and what that costs."""


class Way(NamedTuple):
    """How a crowd is brought about that meets a need."""

    leads: Leads
    met: set[Need]
    spots: dict[Space, int]
    """Where the player is for the pushes, and what they cost there."""


NEVER = 1000
"""More Slaps than anybody holds."""


class Crowds:
    """The crowds of a turn, found from the first one on by pushes; each has a number, the first one 0."""

    def __init__(self, search: Search, *, spends_all: bool) -> None:
        self.search = search
        self.turn = search.turn
        self.columns = search.columns
        self._spots: dict[Space, list[Spot]] = {}
        """By the space of a figure."""
        self._look_around(spends_all)
        hazards = {space for space in search.enemies if space not in search.covered}
        self.hazards = frozenset(hazards | ({self.turn.boss} if self.turn.boss else set()))
        self._bits: dict[Pushed, int] = {}
        self._ends: dict[tuple[Pushed, int, Spaces], dict[Outcome, set[Spot]]] = {}
        self._outcomes: dict[tuple[Pushed, int, Spaces], list[tuple[set[Outcome], int, int]]] = {}
        first = search.worlds[0].figures
        room = Room(self.turn, [{by for _, by, _, _ in self._spots_of(figure)} for figure in first])
        self._cheapest = [self._cheapest_push(*pair) for pair in enumerate(first)]
        """By figure: the fewest Slaps that push it. Each is pushed once, from where it stood at first."""
        self._landings = [self._by_bit(places) for places in room.possible]
        """By figure: where it might get to at all, and what is full then."""
        self._places = [sum(landings) for landings in self._landings]
        removers = [number for number, figure in enumerate(first) if self._may_remove(number, figure)]
        self._removers = sum(1 << number for number in removers)
        self._windows = [
            self._columns_bits(max(min(p for p, _ in places) - 1, 0), figure.p + 1)
            for places, figure in zip(room.possible, first, strict=True)
        ]
        """By figure: spaces where another one could matter when it is pushed."""
        self._fillers: dict[tuple[Need, int], int] = {}
        self._helping: dict[tuple[Need, int, int, int], tuple[int, int]] = {}
        self._numbers: dict[Crowd, int] = {}
        self._crowds: list[Crowd] = []
        self._occupied: list[int] = []
        self._loose: list[int] = []
        """By crowd: the figures that were not pushed yet."""
        self._onward: dict[tuple[int, int, int], list[Onward]] = {}
        self._number((first, search.worlds[0].projectiles))

    def _number(self, crowd: Crowd) -> int:
        number = self._numbers.get(crowd)
        if number is None:
            number = self._numbers[crowd] = len(self._crowds)
            self._crowds.append(crowd)
            occupied, loose = 0, 0
            for index, figure in enumerate(crowd[0]):
                occupied |= self._bit(figure)
                if not figure.slapped and self._cheapest[index] < NEVER:
                    loose |= 1 << index
            self._occupied.append(occupied)
            self._loose.append(loose)
        return number

    def _by_bit(self, places: dict[Space, int]) -> dict[int, int]:
        return either(*({bit_of((p % self.columns, level)): full} for (p, level), full in places.items()))

    def _may_remove(self, number: int, figure: Pushed) -> bool:
        """Tells whether a figure that is pushed may come by a projectile."""
        beside = {(q % self.columns, at) for q in (figure.p - 1, figure.p + 1) for at in LEVELS}
        return any(space in beside or self._places[number] & bit_of(space) for space in self.turn.projectiles)

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
                        self._spots.setdefault(space, []).append((own, by, cost, most))

    def _spots_of(self, figure: Pushed) -> list[Spot]:
        return self._spots.get((figure.p % self.columns, figure.level), [])

    def _cheapest_push(self, number: int, figure: Pushed) -> int:
        can_push = self.search.can_slap(number, figure)
        return min((cost for _, _, cost, _ in self._spots_of(figure)), default=NEVER) if can_push else NEVER

    def leading_to(
        self,
        needs: dict[Need, int],
        among: int = -1,
        fits: Callable[[Figures], bool] | None = None,
        *,
        is_direct: bool = False,
    ) -> Way:
        """Returns how the figures may stand on the way to a crowd, not the first one, that meets a need.

        Only figures `among` these are pushed. Where the crowd itself has nothing to fit, pushes serve to
        bring about what is needed, or, where that is met at first, to remove a projectile. Directly means
        that no figure is pushed only to be in the way of others.
        """
        met = set() if fits else self.met_at_first(needs)
        slaps = {0: 0}
        before: dict[int, list[Before]] = {}
        ends: list[int] = []
        meant: set[Need] = set()
        agenda = [(0, 0)]
        while agenda:
            spent, crowd = heappop(agenda)
            if spent > slaps[crowd]:
                continue
            figures, projectiles = self._crowds[crowd]
            occupied = self._occupied[crowd]
            left = [(need, most - spent) for need, most in needs.items() if spent <= most]
            is_same = projectiles == self._crowds[0][1]
            here = {need for need, _ in left if need.is_met(occupied) and not (is_same and need in met)}
            if crowd and here and (fits is None or fits(figures)):
                ends.append(crowd)
                meant |= here
            helpful = self._helpful(crowd, left, -1 if fits else self._removers)
            if not is_direct:
                helpful = self._with_bystanders(helpful, self._loose[crowd])
            helpful &= among
            for after, cost, number in self._pushes(crowd, spent, helpful):
                before.setdefault(after, []).append((crowd, number, cost))
                if spent + cost < slaps.get(after, NEVER):
                    slaps[after] = spent + cost
                    heappush(agenda, (spent + cost, after))
        taken, free = -1, -1
        if fits is None:
            taken, free = (reduce(or_, spaces, 0) for spaces in zip(*meant, strict=True)) if meant else (0, 0)
        onward = self._with_purpose(ends, before, taken, free)
        found = [0]
        for crowd in found:
            found += [later for later in onward.get(crowd, ()) if later not in found]
        return Way(self._leads(found, ends, onward), meant, self._spots_between(found, onward))

    def met_at_first(self, needs: dict[Need, int]) -> set[Need]:
        """Returns the needs that are met as the turn begins."""
        return {need for need in needs if need.is_met(self._occupied[0])}

    def _with_purpose(
        self, ends: list[int], before: dict[int, list[Before]], taken: int, free: int
    ) -> Pushes:
        """Returns the pushes that have a purpose.

        A push has one where it fills or clears what is needed, removes a projectile, or makes a difference
        to a later push that has one. No turn needs any other.
        """
        matter = dict.fromkeys(ends, 0)
        after: Pushes = {}
        waiting = list(ends)
        while waiting:
            crowd = waiting.pop()
            for earlier, number, cost in before.get(crowd, ()):
                here = self._bit(self._crowds[crowd][0][number])
                first = self._bit(self._crowds[0][0][number])
                removes = self._crowds[earlier][1] != self._crowds[crowd][1]
                if not (here & taken or first & free or matter[crowd] >> number & 1 or removes):
                    continue
                after.setdefault(earlier, {})[crowd] = (number, cost)
                all_matter = matter.get(earlier, 0) | matter[crowd] | self._mattering(earlier, number)
                if matter.get(earlier) != all_matter:
                    matter[earlier] = all_matter
                    waiting.append(earlier)
        return after

    def _leads(self, crowds: list[int], ends: list[int], after: Pushes) -> Leads:
        """Returns how the figures stand in some crowds, and the fewest Slaps from there to an end."""
        slaps = {crowd: 0 if crowd in ends else NEVER for crowd in crowds}
        is_settled = False
        while not is_settled:
            is_settled = True
            for crowd in reversed(crowds):
                for later, (_, cost) in after.get(crowd, {}).items():
                    if slaps[later] + cost < slaps[crowd]:
                        slaps[crowd] = slaps[later] + cost
                        is_settled = False
        leads: Leads = {}
        for crowd, least in slaps.items():
            figures = self._crowds[crowd][0]
            if least < NEVER:
                leads[figures] = min(least, leads.get(figures, NEVER))
        return leads

    def _spots_between(self, crowds: list[int], after: Pushes) -> dict[Space, int]:
        """Returns where the player is for the pushes between some crowds, and what they cost there."""
        spots: dict[Space, int] = {}
        for crowd in crowds:
            for later, (number, _) in after.get(crowd, {}).items():
                figures, left = self._crowds[later]
                outcome = (figures[number], left)
                for own, _, cost, _ in self._pushed(number, *self._crowds[crowd])[outcome]:
                    spots[own] = min(cost, spots.get(own, cost))
        return spots

    def _mattering(self, crowd: int, number: int) -> int:
        """Returns the figures whose pushes have made a difference to the push of one."""
        figures, projectiles = self._crowds[crowd]
        first = self._crowds[0][0]
        found = 0
        for other, figure in enumerate(figures):
            if figure.slapped:
                before = (*figures[:other], first[other], *figures[other + 1 :])
                if self._pushed(number, before, projectiles) != self._pushed(number, figures, projectiles):
                    found |= 1 << other
        return found

    def _bit(self, figure: Pushed) -> int:
        bit = self._bits.get(figure)
        if bit is None:
            bit = self._bits[figure] = bit_of((figure.p % self.columns, figure.level))
        return bit

    def _helpful(self, crowd: int, needs: list[tuple[Need, int]], idle: int) -> int:
        """Returns the figures whose pushes could help to bring about a need with the Slaps left.

        Where a need asks for no push, that goes for the `idle` ones.
        """
        occupied, loose = self._occupied[crowd], self._loose[crowd]
        if not loose:
            return 0
        fixed = 0
        for number, figure in enumerate(self._crowds[crowd][0]):
            if not loose >> number & 1:
                fixed |= self._bit(figure)
        helpful = 0
        for need, slaps in needs:
            if need.free & fixed:
                continue
            key = (need, loose, need.taken & ~occupied, idle)
            if key not in self._helping:
                self._helping[key] = self._helping_with(*key)
            figures, least = self._helping[key]
            if least <= slaps:
                helpful |= figures
        return helpful

    def _helping_with(self, need: Need, loose: int, missing: int, idle: int) -> tuple[int, int]:
        """Returns the figures that could fill or clear what a need says, and the fewest Slaps for that."""
        first = self._crowds[0][0]
        figures = [number for number in range(len(first)) if loose >> number & 1]
        figures.sort(key=lambda number: self._cheapest[number])
        blockers = [number for number in figures if self._bit(first[number]) & need.free]
        if any(not self._places[number] & ~need.free for number in blockers):
            return 0, NEVER
        if not missing and not blockers:
            return loose & idle, self._cheapest[figures[0]]
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
        cheapest = [self._cheapest[number] for number in figures if helpful >> number & 1]
        filling = sum(cheapest[:gaps])
        clearing = sum(self._cheapest[number] for number in blockers)
        return helpful | sum(1 << number for number in blockers), max(filling, clearing)

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

    def _with_bystanders(self, helpful: int, loose: int) -> int:
        """Adds the figures that could be in the way of others that help, or no longer."""
        first = self._crowds[0][0]
        waiting = [number for number in range(len(first)) if helpful >> number & 1]
        while waiting:
            window = self._windows[waiting.pop()]
            for number in range(len(first)):
                if loose & ~helpful & 1 << number and window & self._places[number]:
                    helpful |= 1 << number
                    waiting.append(number)
        return helpful

    def _pushes(self, crowd: int, spent: int, helpful: int) -> Iterator[Onward]:
        """Lists what pushes of some figures make of a crowd, and what they cost."""
        for number in range(len(self._cheapest)):
            if helpful >> number & 1:
                key = (crowd, number, spent)
                if key not in self._onward:
                    self._onward[key] = list(self._pushes_of(*key))
                yield from self._onward[key]

    def _pushes_of(self, crowd: int, number: int, spent: int) -> Iterator[Onward]:
        figures, projectiles = self._crowds[crowd]
        before, after = figures[:number], figures[number + 1 :]
        for (pushed, left), spots in self._pushed(number, figures, projectiles).items():
            cost = min((cost for _, _, cost, most in spots if spent + cost <= most), default=NEVER)
            if cost < NEVER:
                yield self._number(((*before, pushed, *after), left)), cost, number

    def _pushed(self, number: int, figures: Figures, projectiles: Spaces) -> dict[Outcome, set[Spot]]:
        """Returns what pushes make of a figure among others, each outcome with where it comes from."""
        others = 0
        for other, figure in enumerate(figures):
            if other != number:
                others |= self._bit(figure)
        figure = figures[number]
        key = (figure, others & self._windows[number], projectiles)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = {}
            for spot in self._spots_of(figure):
                own, by, _, _ = spot
                for outcome in self._push(figure, by, others | bit_of(own), projectiles)[0]:
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
        near = self._columns_bits(lowest, figure.p + 1)
        for space in self.entered & projectiles:
            if near & bit_of(space):
                more, beyond = self._push(figure, by, taken, projectiles - {space})
                found |= {(end, left | {space}) for end, left in more}
                near |= beyond
        known.append((found, near, taken & near))
        return found, near

    def _columns_bits(self, low: int, high: int) -> int:
        bits = 0
        for p in range(low, high + 1):
            bits |= 7 << p % self.columns * 3
        return bits
