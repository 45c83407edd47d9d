"""How the other figures might come to stand by the rules' own pushes, and where the player might then end.

Where the player is meanwhile, and what the player has done, is left open: half of the bound that tells a
search what to leave alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import Put, ends, retreats
from companion.games.rayman.rules.slaps import can_be_slapped, in_reach, push, with_figure
from companion.games.rayman.rules.table import A_WORLD, Table, World

Columns = frozenset[int]
ALONE: Final = -1
"""Instead of which figures have been pushed, as a bit set: nobody is."""


class Crowd:
    """Every way in which the other figures might come to stand: a *standing* is a world of pushes alone."""

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        firsts = table.world(first).figures
        self.taken = {table.space[figure & pos.PLACE] for figure in firsts}
        """The spaces where any figure might be."""
        self.pushable = [
            (i, table.space[one & pos.PLACE]) for i, one in enumerate(firsts) if can_be_slapped(table, i, one)
        ]
        """The figures that may be slapped, and where they stand before."""
        self.shots = {at for at in range(4 * table.columns) if table.shot[at] >= 0}
        self.fixed = {at for at in self.shots if table.low[at]}
        """The spaces whose projectiles are not removed unless damage sends the player there."""
        self.removable = self.shots - self.fixed if table.options.damage_ends_turn else self.shots
        """The spaces whose projectiles the player might remove."""
        self.clears = False
        """Whether a push might remove a projectile, or cover an enemy to some purpose.

        Covering takes a Slap at least: slapping the enemy on entering is as cheap, unless that costs more.
        """
        self.first = table.put(0, table.world(first)._replace(freed=0, drawn=0, dead=0))
        self.standings: dict[int, int] = {}
        """With the figures that have been pushed in each, as a bit set."""
        self.pushed: set[int] = set()
        """Which figures may have been pushed together."""
        self._outcomes: dict[tuple[object, ...], set[Put]] = {}
        self._ranges: dict[tuple[int, int], Columns] = {}
        self._unlike: dict[Columns, dict[tuple[int, ...], tuple[World, set[int]]]] = {}

    def spread(self, slaps: int) -> None:
        """Finds all standings to which so many pushes lead."""
        table, row = self.table, [self.first]
        self.standings[self.first] = ALONE
        for _ in range(slaps):
            later: list[int] = []
            for s in row:
                for i, figure in enumerate(table.world(s).figures):
                    for to in self._pushed(s, i) if can_be_slapped(table, i, figure) else ():
                        if to not in self.standings:
                            self.standings[to] = self.pushed_in(to)
                            later.append(to)
            row = later
        self.pushed = set(self.standings.values()) - {ALONE}
        for s in self.standings:
            self.taken.update(table.spaces[s >> pos.WORLD])
            w, first = table.world(s), table.world(self.first)
            self.fixed = {at for at in self.fixed if not w.gone >> table.shot[at] & 1}
            self.clears |= w.gone != first.gone or (table.extra_slaps > 0 and w.covered != first.covered)

    def pushed_in(self, s: int) -> int:
        """Returns as a bit set which figures have been pushed; all, where one may be pushed again."""
        if self.table.options.slap_limit == "unlimited":
            return (1 << len(self.table.others)) - 1
        return self.table.pushed[s >> pos.WORLD]

    # Pushes

    def _pushed(self, s: int, i: int) -> Iterator[int]:
        """Yields the standings after a push, wherever the player is and whatever he has done."""
        table, world = self.table, self.table.world(s)
        figure = world.figures[i]
        at = figure & pos.PLACE
        for by in (1, -1):
            to = at // 4 + by
            columns = self._columns(self._lowest_near(to), max(to, at // 4))
            key = (i, by, figure, self._near_to(world, columns), world.covered)
            found = self._outcomes.get(key)
            if found is None:
                found = self._outcomes[key] = set()
                owns = [
                    own
                    for own, (_, side) in in_reach(table, table.space[at], table.farthest).items()
                    if side != by
                ]
                for varied in self._varied(world, columns, may_cover=True):
                    for own in (0, *(own for own in owns if own // 4 in columns)):
                        for put, gone in push(table, table.put(own, varied), i, by):
                            found.add((put, gone & ~varied.gone))
            for put, gone in found:
                yield with_figure(table, s, i, (put, world.gone | gone))

    def _varied(self, world: World, columns: Columns, *, may_cover: bool = False) -> list[World]:
        """Lists worlds in which the player has removed projectiles, or covers an enemy after a retreat."""
        table, found = self.table, [world]
        for at in self.removable:
            if at // 4 in columns and not world.gone >> table.shot[at] & 1:
                table.patience.spend(A_WORLD * len(found))
                found += [one._replace(gone=one.gone | 1 << table.shot[at]) for one in found]
        if may_cover and not table.options.damage_ends_turn:
            enemies = [n for n, (column, _) in enumerate(table.board.enemies) if column in columns]
            found += [one._replace(covered=one.covered | 1 << n) for one in found for n in enemies]
        return found

    # What is near enough to make a difference

    def _near_to(self, world: World, columns: Columns) -> tuple[int, ...]:
        """Returns what stands in some columns: the projectiles that are gone, and the figures."""
        space, shot = self.table.space, self.table.shot
        gone = sum(1 << shot[at] for at in self.shots if at // 4 in columns and world.gone >> shot[at] & 1)
        spaces = [space[figure & pos.PLACE] for figure in world.figures]
        return (gone, *[at if at // 4 in columns else -1 for at in spaces])

    def _columns(self, low: int, high: int) -> Columns:
        found = self._ranges.get((low, high))
        if found is None:
            found = self._ranges[low, high] = frozenset(
                [q % self.table.columns for q in range(low, high + 1)]
            )
        return found

    def _lowest_near(self, p: int) -> int:
        """Returns the column farthest back to which a figure that comes to a column might be sent."""
        return self._room_behind(self._room_behind(p - 1) - self.table.options.damage_retreat)

    def _room_behind(self, p: int) -> int:
        """Returns the column from which on there is room for all figures and the player up to another one."""
        table, room, p = self.table, 0, max(p, 0)
        while p % table.columns:
            for at in range(4 * p + 1, 4 * p + 4):
                is_open = table.floor[at] and not table.obstacle[at] and table.space[at] != table.boss
                room += is_open and table.shot[at] < 0
            if room > len(table.others):
                break
            p -= 1
        return p

    # Ends

    def ends(self, s: int) -> dict[int, set[int]]:
        """Returns where the player might end, or be sent by damage, by the figures that have been pushed."""
        table, p, stance = self.table, (s & pos.PLACE) // 4, s & pos.STANCE
        may_share = table.options.perches or (
            stance == pos.STAND and table.space[s & pos.PLACE] in self.taken
        )
        low = p
        if stance == pos.HURT:
            low = self._room_behind(p - table.options.damage_retreat)
        elif stance == pos.HURDLE or may_share:
            low = self._lowest_near(p)
        columns, found = self._columns(low, p), dict[int, set[int]]()
        is_open = not s & pos.SHOT_GONE or table.space[s & pos.PLACE] in self.removable
        for world, pushed in self._different(columns):
            listed = self._ends(s, world, columns)
            for figures in pushed if is_open else pushed - {ALONE}:
                found.setdefault(figures, set()).update(listed)
        return found

    def _different(self, columns: Columns) -> Collection[tuple[World, set[int]]]:
        """Returns the standings that differ in some columns, with the figures pushed in those alike."""
        found = self._unlike.get(columns)
        if found is None:
            found = self._unlike[columns] = {}
            for standing, pushed in self.standings.items():
                world = self.table.world(standing)
                found.setdefault(self._near_to(world, columns), (world, set()))[1].add(pushed)
        return found.values()

    def _ends(self, s: int, world: World, columns: Columns) -> set[int]:
        """Returns the ends in a world, whatever projectiles the player has removed."""
        table, at, found = self.table, s & pos.PLACE, set[int]()
        own = 1 << table.shot[at] if table.shot[at] >= 0 else 0
        if s & pos.SHOT_GONE:
            world = world._replace(gone=world.gone | own)
        for varied in self._varied(world, columns):
            if varied.gone & own and not s & pos.SHOT_GONE:
                continue
            bare = table.put(s & ~pos.SHOT_GONE, varied)
            if s & pos.STANCE == pos.HURT:
                found.update(retreats(table, bare, at))
            else:
                rest = ends(table, bare) + ends(table, bare | pos.HELD_HEART)
                found.update([end & pos.PLACE for end in rest])
        return found
