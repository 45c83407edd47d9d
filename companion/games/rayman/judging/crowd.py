"""Where other figures might get to by being slapped, and where the player might then come to rest.

Everything here errs on the side of more: it is half of the bound that tells a search what to leave alone.
"""

from __future__ import annotations

from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import can_be_slapped
from companion.games.rayman.rules.table import Table


class Crowd:
    """The spaces where each of the other figures might be."""

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        covered = table.world(first).covered
        self.is_hostile = [enemy >= 0 and not covered >> enemy & 1 for enemy in table.enemy]
        """By place whether an enemy there may hurt somebody."""
        self.still = [{table.space[other.figure & pos.PLACE]} for other in table.others]
        self.places = self.still
        self.firsts = [other.figure for other in table.others]
        self.able = [can_be_slapped(table, i, other.figure) for i, other in enumerate(table.others)]
        shots = {table.space[at] for at in range(4 * table.columns) if table.shot[at] >= 0}
        self.fixed = {at for at in shots if table.low[at]} if table.options.damage_ends_turn else set[int]()
        """The spaces whose projectiles nobody removes."""
        self.put: set[int] = set()
        """The spaces where the player might be put beside a figure."""
        self.asked: set[int] = set()
        """The spaces of which it has made a difference whether figures are there."""
        self.clearers = 0
        """The figures that, pushed, might remove a projectile, or cover an enemy to some purpose.

        Covering takes a Slap at least: slapping the enemy on entering is as cheap, unless that costs more.
        """

    def spread(self) -> None:
        """Finds where each figure might be pushed that was not yet, the others being where they might be."""
        table, is_unlimited = self.table, self.table.options.slap_limit == "unlimited"
        firsts = self.firsts
        found = [{first & pos.PLACE} for first in firsts]
        for _ in range(40 if is_unlimited else len(firsts)):
            fixed = set(self.fixed)
            found = [
                self._pushed(i, found[i] if is_unlimited else {first & pos.PLACE})
                if self.able[i] and not (first & pos.F_SLAPPED and not is_unlimited)
                else {first & pos.PLACE}
                for i, first in enumerate(firsts)
            ]
            places = [{table.space[at] for at in ends} for ends in found]
            if places == self.places and fixed == self.fixed:
                break
            self.places = places

    def _pushed(self, i: int, places: set[int]) -> set[int]:
        """Returns where a figure might be that is pushed on or back from some places."""
        table, found = self.table, set(places)
        is_unlimited, figure = table.options.slap_limit == "unlimited", self.firsts[i]
        lives = 1 if is_unlimited else 99 if figure & pos.F_IMMUNE else 2 if figure & pos.F_HEART else 1
        for first in places:
            for by in (1, -1):
                at, hits = first + 4 * by, 0
                if at < 0:
                    continue
                if table.wall[first if by > 0 else at]:
                    if lives == 1:
                        self.hurt_from(first // 4, 1, i, 0, found)
                    continue
                while True:
                    if table.shot[at] >= 0:
                        self._note_cleared(i, at)
                    hits += table.obstacle[at] + (table.shot[at] >= 0)
                    hits += self.is_hostile[at] or table.space[at] == table.boss
                    if hits >= lives:
                        self.hurt_from(at // 4, 1, i, 0, found)
                    if table.floor[at]:
                        break
                    at -= 1
                if table.obstacle[at]:
                    self.back_from(at // 4, 1, i, 0, found)
                else:
                    found.add(at)
                    self.beside(at, 1, i, found, hits + 1 >= lives)
        for at in found - places:
            if table.shot[at] >= 0 or (table.extra_slaps and table.enemy[at] >= 0):
                self._note_cleared(i, at)
        return found

    def _note_cleared(self, i: int, at: int) -> None:
        self.clearers |= 1 << i
        self.fixed.discard(self.table.space[at])

    def near(self, spaces: set[int], places: list[set[int]]) -> int:
        """Returns the figures that are in some spaces, by the places where they are or might be."""
        return sum(1 << i for i, where in enumerate(places) if not spaces.isdisjoint(where))

    def useful(self, posts: list[int], clearers: int) -> int:
        """Returns the figures that make a difference to the ends of some posts, or to such figures."""
        self.asked = set()
        for post in posts:
            self.loose_ends(post)
        found, more = 0, clearers | self.near(self.asked, self.places)
        while more:
            found |= more
            for i, first in enumerate(self.firsts):
                if more >> i & 1 and self.able[i]:
                    self._pushed(i, {first & pos.PLACE})
            more = self.near(self.asked, self.places) & ~found
        return found

    def may_be(self, space: int, but: int) -> bool:
        """Tells whether a figure (but one) might be in a space."""
        self.asked.add(space)
        return any(space in places for i, places in enumerate(self.places) if i != but)

    def is_stuck(self, space: int, but: int) -> bool:
        """Tells whether a figure (but one) is in a space that cannot be anywhere else."""
        self.asked.add(space)
        return any(len(places) == 1 and space in places for i, places in enumerate(self.places) if i != but)

    def gaps(self, places: list[int], but: int) -> tuple[int, int]:
        """Counts how many of some places figures close, and how many of these none (but one) could fill."""
        table = self.table
        to_fill = {table.space[at] for at in places if table.shot[at] < 0 and not table.is_boss_alone(at)}
        fillers = sum(
            1 for i, filled in enumerate(self.places) if i != but and not to_fill.isdisjoint(filled)
        )
        lonely = sum(1 for space in to_fill if not self.may_be(space, but))
        return len(to_fill), max(len(to_fill) - fillers, lonely)

    def is_open(self, at: int, but: int, is_hurt: bool = False) -> bool:
        """Tells whether a figure might be put there; one that is hurt minds no projectile and no Boss."""
        if not self.table.floor[at] or self.table.obstacle[at]:
            return False
        space = self.table.space[at]
        if not is_hurt and (space in self.fixed or self.table.is_boss_alone(at)):
            return False
        return space < 4 or not self.is_stuck(space, but)

    def back_from(
        self, p: int, own: int, but: int, full: int, found: set[int], is_hurt: bool = False
    ) -> None:
        """Adds where a figure might be put that looks for room from a column backwards.

        `own` says how many spaces the player may fill, `full` how many figures are known to fill others.
        """
        while p >= 0:
            open_here = [at for at in range(4 * p + 1, 4 * p + 4) if self.is_open(at, but, is_hurt)]
            found.update(open_here)
            if p % self.table.columns == 0:
                found.add(4 * p + 1)
                return
            closed, gaps = self.gaps(open_here, but)
            own -= gaps
            full += closed
            if own < 0 or full > len(self.table.others) + (but != pos.NOBODY):
                return
            p -= 1

    def hurt_from(self, p: int, own: int, but: int, full: int, found: set[int]) -> None:
        """Adds where a figure might be put that is hurt in a column."""
        low = max(p - self.table.options.damage_retreat, 0)
        for q in range(low, (p if self.table.options.walls_stop_retreat else low) + 1):
            self.back_from(q, own, but, full, found, is_hurt=True)

    def beside(self, at: int, own: int, but: int, found: set[int], is_frail: bool = True) -> None:
        """Adds where a figure might be put that comes to rest on another one."""
        table = self.table
        if not self.may_be(table.space[at], but):
            own = 0  # it is the player who stands there
        near = [to for to in (at + 1, at - 1, at - 4) if to > 0 and to & 3]
        opened = [to for to in near if self.is_open(to, but)]
        put = {*opened, at + 1} if table.options.perches and at & 3 < 3 else {*opened}
        _, gaps = self.gaps(opened, but)
        if at > 4 and gaps <= own:
            # The space behind counts with its column.
            full = 1 + self.gaps([to for to in opened if to != at - 4], but)[0]
            self.back_from(at // 4 - 1, own, but, full, put)
        if but == pos.NOBODY:
            self.put |= {table.space[to] for to in put}
        for to in put:
            if is_frail and self.is_hostile[to]:
                self.hurt_from(to // 4, own, but, 1, found)
        found |= put

    def loose_ends(self, s: int) -> set[int]:
        """Returns where a turn might end from a position, wherever the figures might be."""
        table, at, stance, found = self.table, s & pos.PLACE, s & pos.STANCE, set[int]()
        space = table.space[at]
        is_head = table.options.perches and at & 3 > 1 and self.may_be(table.space[at - 1], pos.NOBODY)
        if stance == pos.FINISHED:
            found.add(at)
        elif stance == pos.HURT:
            if table.options.damage_ends_turn:
                self.hurt_from(at // 4, 0, pos.NOBODY, 0, found)
        elif stance == pos.HURDLE:
            self.back_from(at // 4, 0, pos.NOBODY, 0, found)
            if table.options.obstacle_mode == "stop_only":
                self.hurt_from(at // 4, 0, pos.NOBODY, 0, found)
        elif stance in (pos.AIR, pos.DROP):
            if is_head:
                found.add(at)
        elif table.has_shot(s, at):
            pass
        elif stance == pos.STAND and not table.is_boss_alone(at) and (table.floor[at] or is_head):
            if space < 4 or not self.is_stuck(space, pos.NOBODY):
                found.add(at)
            if space >= 4 and self.may_be(space, pos.NOBODY):
                self.beside(at, 0, pos.NOBODY, found)
        return found

    def gather(self, figures: pos.Figures) -> list[set[int]]:
        """Takes figures to stand so, those that were slapped for good; returns where they might be before."""
        before, space = self.places, self.table.space
        self.firsts = list(figures)
        self.places = [{space[figure & pos.PLACE]} for figure in figures]
        self.spread()
        return before
