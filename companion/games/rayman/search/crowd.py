"""All that Slaps can make of the other figures, whichever way the player goes.

A crowd is where the figures stand. From the first one, each push leads to others: the player is somewhere in
line and has the Slaps for it, as far as a search that slaps no figures can tell. Crowds are few, while the
ways of a player through them are many: an end that no crowd leaves open needs no search at all, and a search
for the others keeps to the crowds that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.helping import NEVER, Helping
from companion.games.rayman.search.limits import Figures, Leads
from companion.games.rayman.search.needs import Need
from companion.games.rayman.search.places import Pushed, Spaces, bit_of
from companion.games.rayman.search.pushing import Outcome, Pushing, Spot

Crowd = tuple[Figures, Spaces]
"""Where the figures stand, and the projectiles that are left."""
Onward = tuple[int, int, int]
"""A crowd after a push, what that costs, and the figure."""
Before = tuple[int, int, int]
"""The crowd before a push, the figure, and what the push costs."""

Pushes = dict[int, dict[int, tuple[int, int]]]
"""From crowd to crowd: which figure is pushed, and what that costs."""


Spots = dict[Space, int]
"""Where the player is for a push, and what it costs there."""


class Way(NamedTuple):
    """How crowds are brought about that meet a need."""

    leads: Leads
    met: dict[Figures, set[Need]]
    """How the figures stand in the end, and the needs that are met so."""
    spots: dict[Figures, dict[Figures, Spots]]
    """From how the figures stand to how they may stand after a push."""


class Crowds:
    """The crowds of a turn, found from the first one on by pushes; each has a number, the first one 0."""

    def __init__(self, pushing: Pushing) -> None:
        self._pushing = pushing
        self._columns = pushing.columns
        world = pushing.search.worlds[0]
        self._helping = Helping(pushing, world.figures)
        self._bits: dict[Pushed, int] = {}
        self._numbers: dict[Crowd, int] = {}
        self._crowds: list[Crowd] = []
        self._occupied: list[int] = []
        self._fixed: list[int] = []
        """By crowd: the spaces of figures that are not pushed any more."""
        self._loose: list[int] = []
        """By crowd: the figures that were not pushed yet."""
        self._onward: dict[tuple[int, int, int], list[Onward]] = {}
        self._number((world.figures, world.projectiles))

    def _number(self, crowd: Crowd) -> int:
        number = self._numbers.get(crowd)
        if number is None:
            number = self._numbers[crowd] = len(self._crowds)
            self._crowds.append(crowd)
            fixed, free, loose = 0, 0, 0
            for index, figure in enumerate(crowd[0]):
                if not figure.slapped and self._helping.cheapest[index] < NEVER:
                    loose |= 1 << index
                    free |= self._bit(figure)
                else:
                    fixed |= self._bit(figure)
            still = sum(bit for space, bit in self._helping.locked.items() if space in crowd[1])
            self._occupied.append(fixed | free | still)
            self._fixed.append(fixed)
            self._loose.append(loose)
        return number

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
        bring about what is needed, or to remove a projectile that the player may come by. Directly means that
        no figure is pushed for a projectile, nor only to be in the way of others.
        """
        met = set() if fits else self.met_at_first(needs)
        idle = -1 if fits else 0 if is_direct else self._helping.removers
        at_first = (self._loose[0], self._fixed[0], self._occupied[0])
        # What cannot be brought about now cannot be later.
        needs = {
            need: most
            for need, most in needs.items()
            if self._helping.helpers(need, *at_first, idle=idle).least <= most
        }
        slaps = {0: 0}
        before: dict[int, list[Before]] = {}
        ends: list[int] = []
        ended: dict[Figures, set[Need]] = {}
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
                ended.setdefault(figures, set()).update(here)
            loose, fixed = self._loose[crowd], self._fixed[crowd]
            helpful = 0
            for need, most in left:
                helpers = self._helping.helpers(need, loose, fixed, occupied, idle=idle)
                if helpers.least <= most:
                    helpful |= helpers.direct if is_direct else helpers.all
            helpful &= among
            for after, cost, number in self._pushes(crowd, spent, helpful):
                before.setdefault(after, []).append((crowd, number, cost))
                if spent + cost < slaps.get(after, NEVER):
                    slaps[after] = spent + cost
                    heappush(agenda, (spent + cost, after))
        taken, free = -1, -1
        if fits is None:
            taken, free = 0, 0
            for need in set().union(*ended.values()):
                taken, free = taken | need.taken, free | need.free
        onward = self._with_purpose(ends, before, taken, free)
        found = [0]
        for crowd in found:
            found += [later for later in onward.get(crowd, ()) if later not in found]
        return Way(self._leads(found, ends, onward), ended, self._spots_between(found, onward))

    def met_at_first(self, needs: dict[Need, int]) -> set[Need]:
        """Returns the needs that are met as the turn begins."""
        return {need for need in needs if need.is_met(self._occupied[0])}

    def easiest(self, needs: dict[Need, int]) -> dict[Need, int]:
        """Returns those of some needs that take the fewest Slaps to meet."""
        at_first = (self._loose[0], self._fixed[0], self._occupied[0])
        least = {need: self._helping.helpers(need, *at_first, idle=0).least for need in needs}
        fewest = min((least[need] for need, most in needs.items() if least[need] <= most), default=NEVER)
        return {need: most for need, most in needs.items() if least[need] == fewest < NEVER}

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

    def _spots_between(self, crowds: list[int], after: Pushes) -> dict[Figures, dict[Figures, Spots]]:
        """Returns where the player is for the pushes between some crowds, and what they cost there."""
        spots: dict[Figures, dict[Figures, Spots]] = {}
        for crowd in crowds:
            onward = spots.setdefault(self._crowds[crowd][0], {})
            for later, (number, _) in after.get(crowd, {}).items():
                figures, left = self._crowds[later]
                here = onward.setdefault(figures, {})
                for own, _, cost, _ in self._pushed(number, *self._crowds[crowd])[figures[number], left]:
                    here[own] = min(cost, here.get(own, cost))
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
            bit = self._bits[figure] = bit_of((figure.p % self._columns, figure.level))
        return bit

    def _pushes(self, crowd: int, spent: int, helpful: int) -> Iterator[Onward]:
        """Lists what pushes of some figures make of a crowd, and what they cost."""
        for number in range(len(self._crowds[0][0])):
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
        return self._pushing.outcomes(figures[number], others & self._helping.windows[number], projectiles)
