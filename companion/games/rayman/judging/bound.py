"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table in doubt, and looks backwards from the ends.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.rayman.judging.doubt import Doubt
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import in_reach
from companion.games.rayman.rules.steps import paces
from companion.games.rayman.rules.table import Table

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""
FIGURE: Final = 1 << 48
"""Beyond them: that the first of the other figures has been slapped, two bits for each."""
GUARD: Final = pos.HIGH & NEEDED | 0x2AAA << 48
"""The highest bit of each icon and figure."""


Ends = dict[int, set[int]]
"""By the figures that have to be slapped for them, as a bit set."""


class Post:
    """A place and stance: where it comes from, and which ends it has."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.is_hurt = position & pos.STANCE == pos.HURT
        self.front: list[int] = []
        """The most that one may hold there."""
        self.into: list[tuple[int, int, Post]] = []
        """From where it is come to, with what a step costs at least and brings."""
        self.ends: tuple[Ends, Ends] = ({}, {})
        """The ends there as the other figures stand, and once some are slapped."""


Goal = tuple[int, Post]
"""What is needed at least at a post."""
Needs = dict[Post, list[int]]
"""By post the least pools with which some ends might be reached."""
NOWHERE: Final = Post(0)


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int, *, is_free: bool) -> None:
        self.table = table
        most = self.most(pool, first)
        doubt = self.doubt = Doubt(table, table.world(first), pos.count(most, pos.SLAP))
        self.posts: dict[int, Post] = {}
        self.needs = Needs()
        self.effort = 0
        """How many needs have been worked out since the last aim."""
        self._look_forward(self._post(first), most)
        sent = [post for post in self.posts.values() if any(before.is_hurt for _, _, before in post.into)]
        doubt.landed = {table.space[post.position & pos.PLACE] for post in sent}
        options = table.options
        is_idle = options.heart_optional and options.damage_ends_turn and table.card != pos.SMASHER
        may_spare = is_idle and not is_free and not doubt.clears and not table.extra_slaps
        """Whether nobody need slap a figure that is in nobody's way."""
        for post in self.posts.values():
            at, stance = post.position & pos.PLACE, post.position & pos.STANCE
            if post.front and (not post.is_hurdle or self._may_use_up(at, first, pool)):
                is_taken = stance == pos.STAND and table.taken(first, at)
                post.ends = self._ends(post, is_spared=may_spare and not post.is_hurdle and not is_taken)

    def _ends(self, post: Post, *, is_spared: bool) -> tuple[Ends, Ends]:
        """Returns the ends of a post; `is_spared`: no Slap is of use for those that it has without."""
        doubt, s = self.doubt, post.position
        found = doubt.ends(s, -1)
        asked = pushed = doubt.asked
        alone = doubt.ends(s, 0) if asked else found
        more: Ends = {} if is_spared or not doubt.pushable else {0: alone}
        while pushed:  # each of the figures that make a difference, or not
            more[pushed] = doubt.ends(s, pushed | ~asked) - (alone if is_spared else set())
            pushed = (pushed - 1) & asked
        return {0: alone}, more

    def _may_use_up(self, at: int, first: int, pool: int) -> bool:
        """Tells whether no Movement may be left on an obstacle that could be made (RAY-MOVE-7).

        Every Movement leads from an even column to an odd one or back, so that what is left is even or odd.
        """
        table = self.table
        if table.card or not table.options.damage_ends_turn:
            return True
        sides = [(edge, to) for edge, to in ((at, at + 4), (at - 4, at - 4)) if edge > 0]
        if all(table.wall[edge] or table.is_busy[to] or to // 4 % table.columns == 0 for edge, to in sides):
            return True
        come = table.to_come[table.world(first).drawn :]
        moved = (first & pos.PLACE) // 4 - at // 4
        return any((moved + pool + come[0] - rest) % 2 == 0 for rest in come)

    # The graph

    def most(self, pool: int, s: int) -> int:
        """Returns what a position could hold at most: tokens to come and all that cards may turn included."""
        table = self.table
        come = table.to_come[table.worlds[s >> pos.WORLD].drawn]
        most = pool + come + (pos.HEART if s & pos.HELD_HEART else 0)
        if table.lum:
            most += most // pos.LUM * table.lum
            if table.card == pos.SNEAKER:
                most += pos.count(most, pos.HEART) * pos.CROUCH
            if table.counted:
                most += (pos.count(most - pool, table.counted) + 1) // 2 * pos.MOVE
        return most & NEEDED

    def _look_forward(self, first: Post, most: int) -> None:
        """Finds every post, with the most that one might hold there."""
        edges: dict[Post, list[tuple[int, int, Post]]] = {}
        first.front = [most]
        work = [(most, first)]
        while work:
            pool, post = work.pop()
            if pool not in post.front:
                continue
            if post not in edges:
                edges[post] = self._edges(post)
                for cost, brought, to in edges[post]:
                    to.into.append((cost, brought, post))
            self.table.patience.spend(len(edges[post]))
            for cost, brought, to in edges[post]:
                after = pool - cost + brought
                if pos.covers(pool, cost) and add_most(to.front, after, 0):
                    work.append((after, to))

    def _post(self, s: int) -> Post:
        key = s & pos.POST
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key | self.doubt.first)
        return post

    def _edges(self, post: Post) -> list[tuple[int, int, Post]]:
        """Lists the steps from a post, with a Heart held and without; a Heart that is lost is a cost."""
        doubt, found = self.doubt, set[tuple[int, int, Post]]()
        for heart, price in ((0, 0), (pos.HELD_HEART, pos.HEART)):
            steps = doubt.every(partial(paces, doubt, post.position | heart))
            for need, change, after, _, _ in steps:
                cost = need + price if heart & ~after else need
                found.add((cost, need + change, self._post(after)))
            if not any(step[2] & pos.STANCE == pos.HURT for step in steps):
                break  # nothing is there that would take a Heart
        if self.table.card == pos.SMASHER:
            found.add((2 * pos.SLAP, pos.MOVE, post))
        self._add_slaps(post)
        return list(found)

    def _add_slaps(self, post: Post) -> None:
        """Adds the Slaps at figures where they stand at first; what they bring is that they are done."""
        doubt, stance = self.doubt, post.position & pos.STANCE
        near = in_reach(doubt, doubt.space[post.position & pos.PLACE], doubt.farthest)
        for i in doubt.pushable if stance not in (pos.HURT, pos.FINISHED) else ():
            if doubt.stood[i] in near:
                # The Smasher's Slaps bring a Movement: counted as a step of its own.
                cost = 0 if doubt.card == pos.SMASHER else (near[doubt.stood[i]][0] + 1) * pos.SLAP
                post.into.append((cost, figures(1 << i), post))

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        posts = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        return set[int]().union(*[found for post in posts for found in post.ends[is_pushing].values()])

    def goals(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> list[Goal]:
        """Lists where some ends might be reached, with the figures that have to be slapped."""
        posts = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        ends = [(pushed, found, post) for post in posts for pushed, found in post.ends[is_pushing].items()]
        return [(figures(pushed), post) for pushed, found, post in ends if not wanted.isdisjoint(found)]

    def aim(self, goals: list[Goal]) -> None:
        """Works out the least pools with which some posts lead on with what is needed at the goals."""
        self.effort, needs = 0, Needs()
        by_size: list[list[Goal]] = [[] for _ in range(255)]
        for need, post in goals:
            by_size[need % 255].append((need, post))
        for size, row in enumerate(by_size):  # the least first: what comes later covers none of it
            for need, post in row:
                if not add_least(needs.setdefault(post, []), need):
                    continue
                self.effort += 1
                self.table.patience.spend(1 + len(post.into))
                for cost, brought, before in post.into:
                    least = need + cost if not brought else _less(need, brought) + cost
                    icons = least & NEEDED
                    for most in before.front:
                        if ((most | pos.HIGH) - icons) & pos.HIGH == pos.HIGH:
                            by_size[max(size, least % 255)].append((least, before))
                            break
        self.needs = needs


def figures(pushed: int) -> int:
    """Returns what is needed once some figures have to be slapped: an icon of its own for each."""
    found = 0
    for i in range(pushed.bit_length()):
        if pushed >> i & 1:
            found |= FIGURE << 2 * min(i, 6)  # the last ones share an icon
    return found


def _less(need: int, brought: int) -> int:
    """Returns what is needed before something is brought."""
    if ((need | GUARD) - brought) & GUARD == GUARD:
        return need - brought
    icons = sum(max(0, (need >> k & 255) - (brought >> k & 255)) << k for k in range(0, 48, 8))
    return icons | need & ~NEEDED


def add_most(front: list[int], pool: int, alike: int) -> bool:
    """Adds a pool to those that no other covers; `alike`: the counts that must be equal to be compared."""
    for other in front:
        if ((other | pos.HIGH) - pool) & pos.HIGH == pos.HIGH and not (other ^ pool) & alike:
            return False
    if front:
        raised = pool | pos.HIGH
        front[:] = [
            other for other in front if (raised - other) & pos.HIGH != pos.HIGH or (other ^ pool) & alike
        ]
    front.append(pool)
    return True


def add_least(front: list[int], pool: int) -> bool:
    """Adds what is needed to smaller needs that it covers none of."""
    raised = pool | GUARD
    for other in front:
        if (raised - other) & GUARD == GUARD:
            return False
    front.append(pool)
    return True
