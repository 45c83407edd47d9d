"""The label search: every end of a turn over the rules' own steps, cut by the bound.

A label is a pool at a position; those that another one covers are dropped. Slaps at figures come last, only
for ends that figures can change. Off an obstacle no Movement may be left, so that these ends are looked for
apart, with Movements counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, NamedTuple

from companion.games.rayman.judging.bound import (
    NEEDED,
    NOWHERE,
    Bound,
    Post,
    add_most,
)  # fmt: skip
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends, forced_ends
from companion.games.rayman.rules.slaps import figure_slaps
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.stuck import can_move, movements
from companion.games.rayman.rules.table import Table, World

ALL_ICONS: Final = 255 * (1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32 | 1 << 40 | 1 << 48)
Fits = Callable[[int, int], bool]
"""Tells whether a position and an end of it are what is looked for."""


class Limits(NamedTuple):
    """What a way may do at most, as bit sets; -1 for anything."""

    dead: int = -1
    freed: int = -1
    pushed: int = -1


class Found(NamedTuple):
    """An end that fits: the position and pool before it, and the place with HELD_HEART where that is kept."""

    position: int
    pool: int
    end: int


class Came(NamedTuple):
    """How a label was come to: from which position and pool, by which deed, and what that took."""

    position: int
    pool: int
    deed: int
    cost: int


class Node:
    """A position that has been reached, with the pools that one may hold there."""

    def __init__(self, position: int, post: Post, world: World, come: int, is_changed: bool) -> None:
        self.position = position
        self.post = post
        self.come = come
        self.is_changed = is_changed
        self.ends: list[int] | None = None
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.pushed = world.pushed
        self.figures = world.figures
        self.changes = world.dead.bit_count() + world.freed.bit_count() + world.gone.bit_count()
        self.front: list[int] = []
        self.steps: list[pos.Step] | None = None
        self.pushes: list[pos.Step] | None = None
        self.movements: list[pos.Step] | None = None


class Search:
    """Finds the ends of a turn."""

    def __init__(
        self,
        table: Table,
        first: int,
        pool: int,
        *,
        limits: Limits | None = None,
        is_traced: bool = False,
        patience: int = 0,
        gives_up: bool = False,
    ) -> None:
        self.table = table
        self.first = first
        self.pool = pool
        self.limits = limits or Limits()
        self.is_free = limits is not None
        """Whether details count too, so that nothing that seems of no use may be left out."""
        self.bound = Bound(table, first, pool)
        self.nodes: dict[int, Node] = {}
        self.labels = 0
        self.has_lums = table.lum != 0
        self.start = table.world(first)
        self.found: set[int] = set()
        self.fits: Fits | None = None
        self.fitting: list[Found] = []
        self.most_fitting = 1
        self.came: dict[tuple[int, int], Came] | None = {} if is_traced else None
        self.patience = patience
        """After so many labels what has been found is enough; 0: never."""
        self.gives_up = gives_up
        """Whether that holds where nothing has been found, too."""
        self.frees_all = True
        if not self.is_free and table.card != pos.SMASHER and table.heart_optional:
            self.frees_all = any(
                post.position & pos.STANCE == pos.FINISHED for post in self.bound.posts.values()
            )

    # What is asked

    def reach(self) -> set[int]:
        """Returns every place where the turn can end.

        First without slapping figures, then with; first as if more were always better, then with Movements
        counted. A turn that has no legal end ends where it cannot leave (RAY-REST-7, 8).
        """
        for is_pushing in (False, True):
            for is_exact in (False, True):
                wanted = self.bound.ends(is_pushing, is_exact) - self.found
                if is_pushing and not self.bound.can_push:
                    continue
                for part in self.bound.parts(wanted) if is_pushing else [wanted]:
                    if part - self.found:
                        self._look(part - self.found, is_pushing, is_exact)
        if not self.found:
            self.found = {end & pos.PLACE for end in self.forced()}
        return self.found

    def find(self, at: int, fits: Fits, most: int = 1) -> list[Found]:
        """Returns up to so many ends on a place that fit, with their positions; empty where there is none."""
        self.fits, self.most_fitting, self.fitting = fits, most, []
        for is_pushing in (False, True):
            if is_pushing and not self.bound.can_push:
                break
            for is_exact in (False, True):
                is_possible = at in self.bound.ends(is_pushing, is_exact) or self.is_free
                if is_possible and len(self.fitting) < most:
                    self._look({at}, is_pushing, is_exact)
            if self.fitting:
                break
        return self.fitting

    def find_all(self, at: int, fits: Fits, *, is_alone: bool = False) -> list[Found]:
        """Returns every end on a place that fits, with the best pools; `is_alone`: without pushes."""
        self.fits, self.most_fitting, self.fitting = fits, 1_000_000, []
        self._look({at}, False, False)
        self._look({at}, False, True)
        if self.bound.can_push and not is_alone:
            self._look({at}, True, False)
            self._look({at}, True, True)
        return self.fitting

    def forced(self) -> set[int]:
        """Returns the ends of a turn that has no legal end, with HELD_HEART where it is kept."""
        found: set[int] = set()
        for s, _ in self.walk():
            found.update(forced_ends(self.table, s))
        return found

    def walk(self, most: int = 1_000_000) -> list[tuple[int, int]]:
        """Lists positions with the pools at hand, without any bound; up to so many."""
        seen = {(self.first, self.pool)}
        work = [(self.first, self.pool)]
        for s, pool in work:
            if len(work) > most:
                break
            for need, change, after, lack, deed in steps_alone(self.table, s) + figure_slaps(self.table, s):
                if not pos.covers(pool, need) or (lack and pos.covers(pool, lack)):
                    continue
                label = (after, pool + change)
                if label not in seen:
                    seen.add(label)
                    work.append(label)
                    if self.came is not None:
                        self.came[label] = Came(s, pool, deed, need)
        return work

    def way_to(self, position: int, pool: int) -> list[tuple[int, Came]]:
        """Lists the positions on the way to a label, in order, each with how it was come to."""
        assert self.came is not None
        way: list[tuple[int, Came]] = []
        while (position, pool) in self.came:
            came = self.came[position, pool]
            way.append((position, came))
            position, pool = came.position, came.pool
        return way[::-1]

    # The search

    def _node(self, s: int) -> Node:
        """Returns what is known of a position; outside of the bound that is nothing."""
        table, post = self.table, self.bound.posts.get(self.bound.key(s), NOWHERE)
        world = table.worlds[s >> pos.WORLD]
        come = (table.to_come[world.drawn] & NEEDED) + (pos.HEART if s & pos.HELD_HEART else 0)
        is_changed = s & pos.IMMUNE or world.gone != self.start.gone or world.covered != self.start.covered
        node = self.nodes[s] = Node(s, post, world, come, bool(is_changed))
        return node

    def _steps(self, node: Node) -> list[pos.Step]:
        """Returns the steps from a node that are of use."""
        found = node.steps
        if found is None:
            found = node.steps = [
                step for step in steps_alone(self.table, node.position) if self._is_useful(node, step)
            ]
        return found

    def _is_useful(self, node: Node, step: pos.Step) -> bool:
        kind, table = step[4] & pos.KIND, self.table
        if kind == pos.FREES and not self.frees_all:
            return False
        if not self.is_free:
            return True
        world, limits = table.worlds[step[2] >> pos.WORLD], self.limits
        return not (world.dead & ~limits.dead or world.freed & ~limits.freed)

    def _pushes(self, node: Node) -> list[pos.Step]:
        found = node.pushes
        if found is None:
            forgets = not self.is_free and self.table.slap_limit != pos.UNLIMITED
            found = figure_slaps(self.table, node.position, forgets=forgets)
            if self.limits.pushed >= 0:
                worlds, barred = self.table.worlds, ~self.limits.pushed
                found = [step for step in found if not worlds[step[2] >> pos.WORLD].pushed & barred]
            node.pushes = found
        return found

    def _alike(self, wanted: set[int], is_exact: bool) -> int:
        """Returns the counts of which more is not always better."""
        table = self.table
        alike = 0 if table.heart_optional else 255 * (pos.SLAP | pos.LUM)
        if is_exact:
            alike |= 255 * pos.MOVE
            for post in self.bound.posts.values():
                at = post.position & pos.PLACE
                is_goal = post.is_hurdle and not wanted.isdisjoint(post.ends[0] | post.ends[1])
                if is_goal and not self.bound.is_left_freely(at):
                    alike |= 255 * pos.CROUCH
                    if any(table.shot[to] >= 0 or table.space[to] == table.boss for to in (at + 4, at - 4)):
                        return ALL_ICONS
        return alike

    def _look(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> None:
        """Looks for some ends."""
        nodes, first = self.nodes, self.first
        alike = self._alike(wanted, is_exact)
        came = self.came
        aimed, due = self._aim(wanted, is_pushing, is_exact)
        for node in nodes.values():
            node.front = []
        start = nodes.get(first) or self._node(first)
        start.front.append(self.pool)
        self._rest(start, self.pool, wanted)
        heap = [(0, self.pool, first)]
        while heap and wanted:
            if self.labels >= due and len(wanted) < aimed:
                aimed, due = self._aim(wanted, is_pushing, is_exact)
            _, pool, s = heappop(heap)
            node = nodes[s]
            if pool not in node.front:
                continue
            if self.patience and self.labels > self.patience and (self.fitting or self.gives_up):
                return
            steps = self._steps(node)
            if is_pushing and pool & 255 * pos.SLAP:
                useful = self.bound.useful
                pushes = self._pushes(node)
                steps = steps + [step for step in pushes if useful >> (step[4] >> pos.TARGET) & 1]
            for need, change, state, lack, deed in steps:
                if ((pool | pos.HIGH) - need) & pos.HIGH != pos.HIGH or (lack and pos.covers(pool, lack)):
                    continue
                to = nodes.get(state)
                if to is None:
                    to = self._node(state)
                after = pool + change
                hope = self._hope(to, after, is_pushing)
                if not hope:
                    continue
                if add_most(to.front, after, alike):
                    self.labels += 1
                    if (
                        came is not None
                        and (state, after) not in came
                        and (state, after) != (first, self.pool)
                    ):
                        came[state, after] = Came(s, pool, deed, need)
                    rank = hope + 4 * to.changes if is_pushing else 3 * hope
                    heappush(heap, (rank - after % 255, after, state))
                    self._rest(to, after, wanted)

    def _aim(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> tuple[int, int]:
        if self.is_free and is_pushing:
            for at in wanted:
                self.bound.aim_anyhow(at)
            self.bound.useful = -1
        else:
            self.bound.aim(wanted, is_pushing, is_exact)
        return len(wanted), self.labels + self.bound.effort * 3 // 10

    def _hope(self, to: Node, pool: int, is_pushing: bool) -> int:
        """Returns one more than a label takes at least to an end that is looked for; 0: it leads to none."""
        bound = self.bound
        most = bound.most(pool, to.position) if self.has_lums else (pool & NEEDED) + to.come
        needs = bound.needs[to.post.number]
        if is_pushing and not self.is_free:
            formation = bound.formation(to.figures, to.pushed)
            if not formation.is_hopeful:
                return 0
            table = formation.needs_changed if to.is_changed else formation.needs
            needs = table[to.post.number]
        most |= pos.HIGH
        fewest = 0
        for least in needs:
            if (most - least) & pos.HIGH == pos.HIGH:
                actions = least % 255 + 1
                if not fewest or actions < fewest:
                    fewest = actions
        return fewest

    def _can_move(self, node: Node, pool: int) -> bool:
        if node.movements is None:
            node.movements = movements(self.table, node.position)
        return can_move(self.table, node.position, pool, node.movements)

    def _rest(self, node: Node, pool: int, wanted: set[int]) -> None:
        """Notes the ends of a label."""
        found = node.ends
        if found is None:
            found = node.ends = ends(self.table, node.position)
        if not found or (node.is_hurdle and pool & 255 and self._can_move(node, pool)):
            return
        if self.fits is None:
            for end in found:
                self.found.add(end & pos.PLACE)
                wanted.discard(end & pos.PLACE)
            return
        for end in found:
            if end & pos.PLACE in wanted and self.fits(node.position, end):
                self.fitting.append(Found(node.position, pool, end))
                if len(self.fitting) >= self.most_fitting:
                    wanted.clear()
                    return
