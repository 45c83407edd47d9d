"""The label search: every end of a turn over the rules' own steps, cut by the bound.

A label is a pool at a position; those that another one covers are dropped. Slaps at figures come last, only
for ends that figures can change. Off an obstacle no Movement may be left, so that these ends are looked for
apart, with Movements counted exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from companion.games.rayman.judging.bound import GUARD, NEEDED, NOWHERE, Bound, Goal, Post, add_most
from companion.games.rayman.judging.doubt import SHOT
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends, forced_ends
from companion.games.rayman.rules.slaps import figure_slaps
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.stuck import Label, can_end, can_move, could_have_ended, explore
from companion.games.rayman.rules.table import Table

ALL_ICONS: Final = (1 << 56) - 1
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


class Node:
    """A position that has been reached, with the pools that one may hold there."""

    def __init__(self, position: int, post: Post, changes: int) -> None:
        self.position = position
        self.post = post
        self.changes = changes
        self.front: list[int] = []
        self.ends: list[int] | None = None
        self.steps: list[pos.Step] | None = None
        self.pushes: list[pos.Step] | None = None


class Search:
    """Finds the ends of a turn.

    With limits details count too, and nothing that seems of no use may be left out. After `patience` labels
    what has been found is enough; where there are limits even nothing is.
    """

    def __init__(self, table: Table, limits: Limits | None = None, patience: int = 10**9) -> None:
        self.table = table
        self.first = table.opening
        self.pool = table.pool
        self.is_free = limits is not None
        self.limits = limits or Limits()
        self.patience = patience
        self.bound = Bound(table, self.first, self.pool, is_free=self.is_free)
        self.nodes: dict[int, Node] = {}
        self.labels = 0
        self.found: set[int] = set()
        self.fits: Fits | None = None
        self.fitting: list[Found] = []
        self.most_fitting = 1
        self.came: dict[Label, tuple[Label, pos.Step]] = {}
        """By label the one before it and the step."""

    # What is asked

    def reach(self) -> set[int]:
        """Returns every place where the turn can end.

        First without slapping figures, then with; first as if more were always better, then with Movements
        counted. A turn that has no legal end, whatever the tokens to come, ends where it cannot leave
        (RAY-REST-7, 8); an end by ill luck with a token is none of these (RAY-REST-9).
        """
        for is_pushing in (False, True):
            for is_exact in (False, True):
                self._look(self.bound.ends(is_pushing, is_exact) - self.found, is_pushing, is_exact)
        if not self.found and not can_end(self.table, self.first, self.pool):
            self.found = {stuck.end & pos.PLACE for stuck in self.stuck_ends()}
        return self.found

    def find(self, at: int, fits: Fits, most: int = 1) -> list[Found]:
        """Returns up to so many ends on a place that fit; figures are slapped where there is none without."""
        return self.find_all(at, fits, False, most) or self.find_all(at, fits, True, most)

    def find_all(self, at: int, fits: Fits, is_pushing: bool, most: int = 1_000_000) -> list[Found]:
        """Returns the ends on a place that fit, all of them without slapping figures or all with."""
        self.fits, self.most_fitting, self.fitting = fits, most, []
        for is_exact in (False, True):
            if len(self.fitting) < most and at in self.bound.ends(is_pushing, is_exact):
                self._look({at}, is_pushing, is_exact)
        return self.fitting

    def stuck_ends(self, most: int = 1_000_000) -> Iterator[Found]:
        """Yields the ends of a turn that cannot leave a projectile or the Boss, from up to so many labels.

        Stuck from the beginning, or after a token that might have brought more was drawn (RAY-REST-7 to 9).
        """
        table, stuck = self.table, set[Label]()
        for label, before, step in islice(explore(table, self.first, self.pool), most):
            (s, pool), drawn = label, table.worlds[before[0] >> pos.WORLD].drawn
            if label == before:
                is_stuck = not can_end(table, s, pool)
            else:
                self.came[label] = (before, step)
                is_stuck = before in stuck
                if not is_stuck and drawn != table.worlds[s >> pos.WORLD].drawn:
                    token = table.to_come[drawn] - table.to_come[drawn + 1]
                    is_stuck = not can_end(table, s, pool) and could_have_ended(table, s, pool, token)
            if is_stuck:
                stuck.add(label)
                yield from [Found(s, pool, end) for end in forced_ends(table, s)]

    def way_to(self, found: Found) -> list[pos.Step]:
        """Lists the steps on the way to an end, in order."""
        label, way = (found.position, found.pool), list[pos.Step]()
        while label in self.came:
            label, step = self.came[label]
            way.append(step)
        return way[::-1]

    # The search

    def _node(self, s: int) -> Node:
        """Returns what is known of a position; outside of the bound that is nothing."""
        node = self.nodes.get(s)
        if node is None:
            post = self.bound.posts.get(s & pos.POST, NOWHERE)
            w, slapped = self.table.world(s), self.table.pushed[s >> pos.WORLD]
            changed = w.freed | w.gone << SHOT | slapped << self.bound.doubt.slapped
            node = self.nodes[s] = Node(s, post, self.bound.icons(changed))
        return node

    def _steps(self, node: Node, is_pushing: bool) -> list[pos.Step]:
        """Lists the steps from a node that keep to the limits."""
        table, s = self.table, node.position
        if node.steps is None:
            node.steps = self._within_limits(steps_alone(table, s))
        if not is_pushing:
            return node.steps
        if node.pushes is None:
            node.pushes = self._within_limits(figure_slaps(table, s))
        return node.steps + node.pushes

    def _within_limits(self, steps: list[pos.Step]) -> list[pos.Step]:
        if not self.is_free:
            return steps
        (dead, freed, pushed), found = self.limits, list[pos.Step]()
        for step in steps:
            number = step[2] >> pos.WORLD
            w = self.table.worlds[number]
            if not (w.dead & ~dead or w.freed & ~freed or self.table.pushed[number] & ~pushed):
                found.append(step)
        return found

    def _alike(self, goals: list[Goal], is_exact: bool) -> int:
        """Returns the counts of which more is not always better."""
        table = self.table
        alike = 0 if table.options.heart_optional else 255 * (pos.SLAP | pos.LUM)
        if not is_exact:
            return alike
        places = {post.position & pos.PLACE for _, post in goals}
        barred = [at for at in places if self.bound.is_barred(at)]
        beside = [at + by for at in barred for by in (pos.COLUMN, -pos.COLUMN)]
        # Whether one can go on from a projectile or the Boss depends on all that is left.
        if any(table.shot[at] >= 0 or table.space[at] == table.boss for at in beside):
            return ALL_ICONS
        return alike | 255 * (pos.MOVE | pos.CROUCH if barred else pos.MOVE)

    def _look(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> None:
        """Looks for some ends."""
        bound, came, first = self.bound, self.came, (self.first, self.pool)
        goals, patience = bound.goals(wanted, is_pushing, is_exact), self.table.patience
        alike = self._alike(goals, is_exact)
        for node in self.nodes.values():
            node.front = []
        start = self._node(self.first)
        start.front.append(self.pool)
        self._rest(start, self.pool, wanted)
        heap = [(0, self.pool, self.first)]
        bound.aim(goals)
        aimed, since = len(wanted), self.labels
        while heap and wanted:
            if len(wanted) < aimed and (self.labels - since) * 10 >= bound.effort:
                bound.aim(bound.goals(wanted, is_pushing, is_exact))
                aimed, since = len(wanted), self.labels
            _, pool, s = heappop(heap)
            node = self.nodes[s]
            if pool not in node.front:
                continue
            if self.labels > self.patience and (self.fitting or self.is_free):
                return
            steps = self._steps(node, is_pushing)
            patience.spend(len(steps))
            for step in steps:
                need, change, state, lack, _ = step
                if ((pool | pos.HIGH) - need) & pos.HIGH != pos.HIGH or (lack and pos.covers(pool, lack)):
                    continue
                to, after = self._node(state), pool + change
                hope = self._hope(to, after)
                if hope and add_most(to.front, after, alike):
                    self.labels += 1
                    if (state, after) not in came and (state, after) != first:
                        came[state, after] = ((s, pool), step)
                    heappush(heap, (3 * hope - after % 255, after, state))
                    self._rest(to, after, wanted)

    def _hope(self, to: Node, pool: int) -> int:
        """Returns one more than a label takes at least to an end that is looked for; 0: it leads to none."""
        bound, fewest, is_sneaker = self.bound, 0, self.table.card == pos.SNEAKER
        most = with_hearts = bound.most(pool, to.position) | to.changes | GUARD
        for least in bound.needs.get(to.post, ()):
            if is_sneaker:
                lost = pos.count(least & NEEDED, pos.HEART)
                most = bound.most(pool, to.position, lost) | to.changes | GUARD if lost else with_hearts
            if (most - least) & GUARD == GUARD:
                actions = (least & NEEDED) % 255 + 1
                if not fewest or actions < fewest:
                    fewest = actions
        return fewest

    def _rest(self, node: Node, pool: int, wanted: set[int]) -> None:
        """Notes the ends of a label."""
        if node.ends is None:
            node.ends = ends(self.table, node.position)
        if not node.ends or (node.post.is_hurdle and can_move(self.table, node.position, pool)):
            return
        for end in node.ends:
            at = end & pos.PLACE
            if self.fits is None:
                self.found.add(at)
                wanted.discard(at)
            elif at in wanted and self.fits(node.position, end):
                self.fitting.append(Found(node.position, pool, end))
                if len(self.fitting) >= self.most_fitting:
                    wanted.clear()
