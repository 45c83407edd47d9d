"""A table in doubt: what may have changed since the turn began is tried both ways, by the rules themselves.

Where a rule asks what stands in a space, the answer is first no, then yes: whatever the player has done by
then, and wherever other figures have been pushed, is among what `every` finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.slaps import can_be_slapped, in_reach, push
from companion.games.rayman.rules.steps import paces
from companion.games.rayman.rules.table import Table, World

Result = TypeVar("Result")
Pace = tuple[int, int, int]
"""What a step needs, its change of the pool and the position after it."""
SHOT: Final = 4
"""Changes are a bit set: Teensies freed, from this bit on projectiles removed, and then figures slapped."""
Answers = dict[tuple[str, int], bool]
"""By what is asked for and the space, whether it is there."""


class Doubt(Table):
    """The table of a turn on which hazards may be gone and other figures may have been slapped."""

    def __init__(self, table: Table, world: World, slaps: int) -> None:
        turn = table.turn
        super().__init__(turn)
        self.patience = table.patience
        self.tokens = []
        colours = {1 << colour for colour in self.teensy.values()}
        self.may_have_three = (self.freed | sum(colours)).bit_count() >= 3
        self.first = self.put(0, world)
        self.slapped = SHOT + len(turn.projectiles)
        """From this bit on: the figures slapped."""
        self.changed = -1
        """What the player may have changed; -1 for anything."""
        self.asked = 0
        """The changes by which an answer may differ."""
        self.may_stand: dict[int, set[int]] = {}
        """By figure the spaces where it might stand; while one is pushed, the player's own too."""
        self.cleared = [0] * len(turn.projectiles)
        """By projectile the figures that may remove it when they are pushed, and then stand elsewhere."""
        self.clears = 0
        """The projectiles that a push may remove, as a bit set."""
        self.landed = set(self.space)
        """The spaces to which damage might send the player, whose turn goes on."""
        self._answers: Answers = {}
        self._open: list[Answers] = []
        self.slaps = slaps
        self.pushable = [i for i, one in enumerate(world.figures) if can_be_slapped(self, i, one)]
        self.stood = [self.space[one & pos.PLACE] for one in world.figures]
        """The figures that may be slapped, and where all stood at first."""
        self._figures: dict[tuple[int, int], list[set[int]]] = {}
        self.change(-1)

    def change(self, changed: int) -> None:
        """Sets what may have changed."""
        figures = self._figures_after(changed >> self.slapped, self.slaps)
        self.changed = changed
        self.may_stand = {i: {self.space[one & pos.PLACE] for one in some} for i, some in enumerate(figures)}

    def _figures_after(self, movable: int, slaps: int) -> list[set[int]]:
        """Lists how each figure may stand after so many Slaps at some of them, each but once as a rule."""
        found = self._figures.get((movable, slaps))
        if found is None:
            found = self._figures[movable, slaps] = [{one} for one in self.worlds[0].figures]
            for i in self.pushable if slaps else ():
                if movable >> i & 1:
                    is_once = self.options.slap_limit != "unlimited"
                    before = self._figures_after(movable & ~(1 << i) if is_once else movable, slaps - 1)
                    for figure in before[i]:
                        for by in (1, -1):
                            found[i] |= self._pushed(i, figure, by, before)
        return found

    def _pushed(self, i: int, figure: int, by: int, others: list[set[int]]) -> set[int]:
        """Returns how a figure may stand after a Slap, from wherever the player deals it."""
        if not can_be_slapped(self, i, figure):
            return set()
        self.changed = -1
        self.may_stand = {j: {self.space[one & pos.PLACE] for one in some} for j, some in enumerate(others)}
        near = in_reach(self, self.space[figure & pos.PLACE], self.farthest)
        self.may_stand[pos.NOBODY] = {-1, *(space for space, (_, side) in near.items() if side != by)}
        world, found = self.worlds[0], set[int]()
        s = self.put(0, world._replace(figures=(*world.figures[:i], figure, *world.figures[i + 1 :])))
        for put, gone in self.every(partial(push, self, s, i, by)):
            found.add(put)
            self.clears |= gone
            under = self.shot[put & pos.PLACE]
            is_kept = under >= 0 and self.options.slap_limit != "unlimited"
            free = gone & ~(1 << under) if is_kept else gone  # it stands there
            self.cleared = [by | (free >> shot & 1) << i for shot, by in enumerate(self.cleared)]
        return found

    def every(self, ask: Callable[[], Iterable[Result]]) -> set[Result]:
        """Returns all that a rule finds, whatever it is told where there is doubt."""
        found: set[Result] = set()
        self._open = [{}]
        while self._open:
            self.patience.spend(1)
            self._answers = self._open.pop()
            found.update(ask())
        return found

    def steps(self, s: int) -> tuple[set[Pace], set[Pace], int]:
        """Returns the steps to other places or stances, those among them with a projectile there, and which.

        A step that is only there once it is gone needs the hit that removes it.
        """
        self.asked, ask = 0, partial(paces, self, s)
        found = {step[:3] for step in self.every(ask)}
        shot = self.asked & (1 << self.slapped) - 1
        if not shot or shot & shot - 1:
            return found, found, 0
        self.changed = ~shot
        anyway = {step[:3] for step in self.every(ask)}
        self.changed = -1
        return found, anyway, shot

    def _may_be(self, what: str, at: int) -> bool:
        question = (what, at)
        if question not in self._answers:
            self._open.append({**self._answers, question: True})
            self._answers[question] = False
        return self._answers[question]

    def ends(self, s: int, changed: int) -> set[int]:
        """Returns where the player might end from a place and stance after some changes."""
        self.change(changed)
        self.asked = 0
        found = self.every(lambda: ends(self, s) + ends(self, s | pos.HELD_HEART))
        self.change(-1)
        return {end & pos.PLACE for end in found}

    # What the rules ask

    def has_shot(self, position: int, at: int) -> bool:
        """A projectile may be gone; under a low ceiling nobody removes it but who is moved there."""
        shot = self.shot[at]
        if shot < 0 or not super().has_shot(position, at):
            return False
        cleared = self.cleared[shot] << self.slapped
        self.asked |= cleared
        is_cleared = self.space[at] in self.landed or cleared & self.changed
        if self.low[at] and not is_cleared:
            return not self.taken(position, at)  # who stands there has removed it
        if not self.clears >> shot & 1:
            self.asked |= 1 << SHOT + shot
            if not self.changed >> SHOT + shot & 1:
                return True  # nobody but the player removes it
        return self._may_be("shot", self.space[at])

    def has_enemy(self, position: int, at: int, who: int = pos.NOBODY) -> bool:
        """An enemy may have been defeated, or covered by a figure."""
        space, may_retreat = self.space[at], not self.options.damage_ends_turn
        may_be_covered = may_retreat or any(space in spaces for spaces in self.may_stand.values())
        is_sure = who != pos.NOBODY and not may_be_covered
        return super().has_enemy(position, at, who) and (is_sure or self._may_be("enemy", space))

    def is_guarded(self, position: int, at: int) -> bool:
        """The Boss may have been slapped."""
        return super().is_guarded(position, at) and self._may_be("guard", self.space[at])

    def plays(self, position: int, card: int) -> bool:
        """An ability that works once may have been used."""
        is_sure = not self.options.legendary_once
        return super().plays(position, card) and (is_sure or self._may_be("card", card))

    def has_three(self, position: int) -> bool:
        """Teensies may have been freed."""
        return super().has_three(position) or (self.may_have_three and self._may_be("three", 0))

    def taken(self, position: int, at: int, who: int = pos.NOBODY) -> bool:
        """Other figures may stand elsewhere; where one of them is pushed, so may the player."""
        space = self.space[at]
        there = [i for i, spaces in self.may_stand.items() if space in spaces and i != who]
        return any(self._stands(i, space) for i in there)

    def _stands(self, i: int, space: int) -> bool:
        """A figure stands in one space only, before a Slap in its first."""
        spaces = self.may_stand[i]
        if len(spaces) == 1:
            return True
        self.asked |= 1 << self.slapped + i
        is_elsewhere = any(self._answers.get((str(i), other)) for other in spaces - {space})
        return not is_elsewhere and self._may_be(str(i), space)
