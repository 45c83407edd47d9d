"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table in doubt, and looks backwards from the ends.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from companion.games.rayman.judging.doubt import SHOT, Doubt
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import in_reach
from companion.games.rayman.rules.table import Table

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""
CHANGE: Final = 1 << 48
"""Beyond them: that something has changed on the table, two bits for each."""
GUARD: Final = pos.HIGH & NEEDED | 0x2AAA << 48
"""The highest bit of each icon and change."""


Ends = dict[int, set[int]]
"""By what has to be changed for them."""
Edge = tuple[int, int, int, int, "Post"]
"""What a step costs at least, brings and changes, what has to be changed before, and where it leads."""


class Post:
    """A place and stance: where it comes from, and which ends it has."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.is_hurt = position & pos.STANCE == pos.HURT
        self.is_over = position & pos.STANCE == pos.FINISHED
        self.front: list[int] = []
        """The most that one may hold there."""
        self.into: list[tuple[int, int, int, Post]] = []
        """From where it is come to, with what a step costs at least and brings, and the changes before it."""
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
        self.asked: list[int] = []
        """The changes by which anything is decided."""
        self.effort = 0
        """How many needs have been worked out since the last aim."""
        edges = self._look_forward(self._post(first), most)
        sent = [edge[4].position & pos.PLACE for post in edges if post.is_hurt for edge in edges[post]]
        doubt.landed = {table.space[at] for at in sent}
        options = table.options
        is_idle = options.heart_optional and options.damage_ends_turn and table.card != pos.SMASHER
        may_spare = is_idle and not is_free and not doubt.clears and not table.extra_slaps
        """Whether nobody need slap a figure that is in nobody's way."""
        for post in self.posts.values():
            at, stance = post.position & pos.PLACE, post.position & pos.STANCE
            if post.front and (not post.is_hurdle or self._may_use_up(at, first, pool)):
                is_taken = stance == pos.STAND and table.taken(first, at)
                post.ends = self._ends(post, is_spared=may_spare and not post.is_hurdle and not is_taken)
        self._look_back(edges, table.freed | table.world(first).freed)

    def _ends(self, post: Post, *, is_spared: bool) -> tuple[Ends, Ends]:
        """Returns the ends of a post; `is_spared`: no Slap is of use for those that it has without."""
        doubt, s, alone, more = self.doubt, post.position, Ends(), Ends()
        all_ends = doubt.ends(s, -1)
        asked, part = doubt.asked, 0
        while True:  # each of the changes that make a difference, or not
            found = all_ends if part == asked else doubt.ends(s, part | ~asked)
            if not part >> doubt.slapped:
                alone[part] = found
            if doubt.pushable and not is_spared:
                more[part] = found
            elif part >> doubt.slapped:
                more[part] = found - alone[part & (1 << doubt.slapped) - 1]
            if part == asked:
                return alone, more
            part = (part - asked) & asked

    def _may_use_up(self, at: int, first: int, pool: int) -> bool:
        """Tells whether a turn may end off an obstacle with no Movement left that could be made.

        Every Movement leads from an even column to an odd one or back, so that what is left is even or odd.
        """
        if self.table.card or self.is_barred(at):
            return True
        come = self.table.to_come[self.table.world(first).drawn :]
        moved = (first & pos.PLACE) // 4 - at // 4
        return any((moved + pool + come[0] - rest) % 2 == 0 for rest in come)

    def is_barred(self, at: int) -> bool:
        """Tells whether Movements left on an obstacle may be none that can be made (RAY-MOVE-7).

        An enemy or an obstacle lets in whom it hits; the line, the Boss and what asks to crouch may not.
        """
        table = self.table
        sides = [to for edge, to in ((at, at + 4), (at - 4, at - 4)) if edge > 0 and not table.wall[edge]]
        bars = [table.space[to] in (table.boss, 1) or table.low[to] or table.shot[to] >= 0 for to in sides]
        return all(bars) or not table.options.damage_ends_turn

    # The graph

    def most(self, pool: int, s: int, lost: int = 0) -> int:
        """Returns what a position could hold at most: tokens to come and all that cards may turn included.

        So many Hearts that are lost are none that the Sneaker turns.
        """
        table = self.table
        come = table.to_come[table.worlds[s >> pos.WORLD].drawn]
        most = pool + come + (pos.HEART if s & pos.HELD_HEART else 0)
        if table.lum:
            most += most // pos.LUM * table.lum
            if table.card == pos.SNEAKER:
                most += max(0, pos.count(most, pos.HEART) - lost) * pos.CROUCH
            if table.counted:
                most += (pos.count(most - pool, table.counted) + bool(s & pos.ODD)) // 2 * pos.MOVE
        return most & NEEDED

    def _look_forward(self, first: Post, most: int) -> dict[Post, list[Edge]]:
        """Finds every post, with the most that one might hold there, and the steps from each."""
        edges: dict[Post, list[Edge]] = {}
        first.front = [most]
        work = [(most, first)]
        while work:
            pool, post = work.pop()
            if pool not in post.front:
                continue
            if post not in edges:
                edges[post] = self._edges(post)
            self.table.patience.spend(len(edges[post]))
            for cost, brought, _, _, to in edges[post]:
                after = pool - cost + brought
                if pos.covers(pool, cost) and add_most(to.front, after, 0):
                    work.append((after, to))
        return edges

    def _look_back(self, edges: dict[Post, list[Edge]], freed: int) -> None:
        """Lists from where each post is come to, and with which changes.

        An end off a projectile's space needs the hit that removed it, and finishing any three Teensies
        (RAY-FINISH-1), so that they are aimed at like icons that only those steps bring.
        """
        teensies = [1 << colour for colour in self.table.teensy.values() if not freed >> colour & 1]
        trios = [sum(some) for some in combinations(teensies, max(0, 3 - freed.bit_count()))]
        asked = sum(teensies) if any(post.is_over for post in edges) and trios != [0] else 0
        for post, found in edges.items():
            for needed in (*post.ends[0], *post.ends[1], *(edge[3] for edge in found)):
                asked |= needed
        self.asked = [1 << bit for bit in range(asked.bit_length()) if asked >> bit & 1]
        for post, found in edges.items():
            for cost, brought, changed, before, to in found:
                for needed in trios if to.is_over and not post.is_over else [before]:
                    to.into.append((cost, brought + self.icons(changed), self.icons(needed), post))
            self._add_slaps(post)

    def _post(self, s: int) -> Post:
        key = s & pos.POST
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key | self.doubt.first)
        return post

    def _edges(self, post: Post) -> list[Edge]:
        """Lists the steps from a post, with a Heart held and without; a Heart that is lost is a cost."""
        doubt, found = self.doubt, set[Edge]()
        for heart, price in ((0, 0), (pos.HELD_HEART, pos.HEART)):
            steps, anyway, shot = doubt.steps(post.position | heart)
            for need, change, after in steps:
                cost = need + price if heart & ~after else need
                before = 0 if (need, change, after) in anyway else shot
                found.add((cost, need + change, doubt.world(after).gone << SHOT, before, self._post(after)))
            if not any(step[2] & pos.STANCE == pos.HURT for step in steps):
                break  # nothing is there that would take a Heart
        if self.table.card == pos.SMASHER:
            found.add((2 * pos.SLAP, pos.MOVE, 0, 0, post))
        return list(found)

    def _add_slaps(self, post: Post) -> None:
        """Adds the Slaps at Teensies and, where they stand at first, figures; they bring that change."""
        doubt = self.doubt
        near = in_reach(doubt, doubt.space[post.position & pos.PLACE], doubt.farthest)
        targets = [(doubt.stood[i], 1 << doubt.slapped + i) for i in doubt.pushable]
        targets += [(space, 1 << colour) for space, colour in doubt.teensy.items()]
        for space, changed in targets if not (post.is_hurt or post.is_over) else ():
            if space in near and changed in self.asked:
                # The Smasher's Slaps bring a Movement: counted as a step of its own.
                cost = 0 if doubt.card == pos.SMASHER else (near[space][0] + 1) * pos.SLAP
                post.into.append((cost, self.icons(changed), 0, post))

    def icons(self, changed: int) -> int:
        """Returns an icon for each change by which anything is decided."""
        found = 0
        for number, one in enumerate(self.asked):
            if changed & one:
                found |= CHANGE << 2 * min(number, 6)  # the last ones share an icon
        return found

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        posts = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        return set[int]().union(*[found for post in posts for found in post.ends[is_pushing].values()])

    def goals(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> list[Goal]:
        """Lists where some ends might be reached, with the figures that have to be slapped."""
        posts = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        ends = [(changed, found, post) for post in posts for changed, found in post.ends[is_pushing].items()]
        return [(self.icons(changed), post) for changed, found, post in ends if not wanted.isdisjoint(found)]

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
                for cost, brought, icons, before in post.into:
                    least = (need + cost if not brought else _less(need, brought) + cost) | icons
                    cheap = least & NEEDED
                    for most in before.front:
                        if ((most | pos.HIGH) - cheap) & pos.HIGH == pos.HIGH:
                            by_size[max(size, least % 255)].append((least, before))
                            break
        self.needs = needs


def _less(need: int, brought: int) -> int:
    """Returns what is needed before something is brought."""
    if ((need | GUARD) - brought) & GUARD == GUARD:
        return need - brought
    icons = sum(max(0, (need >> k & 255) - (brought >> k & 255)) << k for k in range(0, 48, 8))
    return icons | need & ~NEEDED & ~brought


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
