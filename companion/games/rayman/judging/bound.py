"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table whose hazards are a choice, and looks backwards from the ends.
"""

from __future__ import annotations

from typing import Final

from companion.games.rayman.judging.crowd import ALONE, Crowd
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import in_reach
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.table import Table

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""


class Post:
    """A place and stance: where it leads and comes from, and which ends it has."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.front: list[int] = []
        self.edges: list[tuple[int, int, Post]] | None = None
        """Where it leads, with what a step costs at least and brings; None: not worked out yet."""
        self.into: list[tuple[int, int, Post]] = []
        """Where it is come to from."""
        self.ends: dict[int, set[int]] = {}
        """By the figures that have been pushed, or ALONE."""


NOWHERE: Final = Post(0)
Goal = tuple[int, Post]
"""What is needed at least at a post."""
Needs = dict[Post, list[int]]
"""By post the least pools with which some ends might be reached."""


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int, *, is_free: bool) -> None:
        self.table = table
        self.first = first
        self.pool = pool
        self.posts: dict[int, Post] = {}
        self.crowd = Crowd(table, first)
        self.landed: set[int] = set()
        """The spaces to which damage might send the player, whose turn goes on."""
        self.goals: list[Post] = []
        self.wanted: set[int] = set()
        """The ends that are looked for, and the posts that may have some."""
        self.needs: dict[int, Needs] = {}
        """By the figures that have been pushed, or ALONE."""
        self.effort = 0
        """How many needs have been worked out since the last aim."""
        most = self.limit = self.most(pool, first)
        if table.card in (pos.WEAVER, pos.SMASHER, pos.SCRAMBLER):
            self.limit += sum(most // icon & 255 for icon in (pos.CROUCH, pos.SLAP, pos.JUMP)) * pos.MOVE
        self.crowd.spread(most // pos.SLAP & 255)
        self._look_forward(most)
        options = table.options
        is_idle = options.heart_optional and options.damage_ends_turn and table.card != pos.SMASHER
        may_spare = is_idle and not self.crowd.clears and not is_free
        """Whether nobody need slap a figure that is in nobody's way."""
        for post in self.posts.values():
            at, stance = post.position & pos.PLACE, post.position & pos.STANCE
            goes_on = stance == pos.HURT and not options.damage_ends_turn
            if post.front and not goes_on and self._is_even(post):
                post.ends = self.crowd.ends(post.position)
                is_taken = stance == pos.STAND and table.taken(first, at)
                if may_spare and not post.is_hurdle and not is_taken:
                    sure = post.ends.pop(ALONE, set())
                    post.ends = {pushed: found - sure for pushed, found in post.ends.items()}
                    post.ends[ALONE] = sure

    def _is_even(self, post: Post) -> bool:
        """Tells whether no Movement may be left there, where that is asked for (RAY-MOVE-7).

        Every Movement leads from an even column to an odd one or back, so that what is left is even or odd.
        """
        table, at, start = self.table, post.position & pos.PLACE, self.first & pos.PLACE
        if not post.is_hurdle or table.card or not table.options.damage_ends_turn:
            return True
        sides = [(edge, to) for edge, to in ((at, at + 4), (at - 4, at - 4)) if edge > 0]
        if all(table.wall[edge] or table.is_busy[to] or to // 4 % table.columns == 0 for edge, to in sides):
            return True  # a Movement may be left that cannot be made
        drawn = table.worlds[self.first >> pos.WORLD].drawn
        brought = [table.to_come[drawn] - rest for rest in table.to_come[drawn:]]
        return any((start // 4 - at // 4 + self.pool + more) % 2 == 0 for more in brought)

    # The loose graph

    def most(self, pool: int, s: int) -> int:
        """Returns what a position could hold at most: tokens to come and all that cards may turn included."""
        table = self.table
        come = table.to_come[table.worlds[s >> pos.WORLD].drawn]
        most = pool + come + (pos.HEART if s & pos.HELD_HEART else 0)
        lums = most // pos.LUM
        if table.lum:
            most += lums * table.lum
            if table.card == pos.SNEAKER:
                more = most // pos.HEART & 255
                most += more * pos.CROUCH + ((come // pos.CROUCH & 255) + more + 1) // 2 * pos.MOVE
            elif table.card == pos.DRIFTER:
                most += ((come // pos.GLIDE & 255) + lums + 1) // 2 * pos.MOVE
        return most & NEEDED

    def _look_forward(self, most: int) -> None:
        """Finds every post, with the most that one might hold there."""
        self.table.is_loose = True
        first = self._post(self.key(self.first))
        first.front = [most]
        work = [(most, first)]
        while work:
            pool, post = work.pop()
            if pool not in post.front:
                continue
            if post.edges is None:
                post.edges = self._edges(post.position)
            self.table.patience.spend(len(post.edges))
            for cost, brought, to in post.edges:
                after = pool - cost + brought
                if pos.covers(pool, cost) and add_most(to.front, after, 0):
                    work.append((after, to))
        self.table.is_loose = False
        fixed = self.crowd.fixed - self.landed
        for post in self.posts.values():
            for cost, brought, to in post.edges or ():
                if to.front and not (
                    to.position & pos.SHOT_GONE and self.table.space[to.position & pos.PLACE] in fixed
                ):
                    to.into.append((cost, brought, post))

    def key(self, s: int) -> int:
        """Returns the place and stance of a position, and whether the projectile there has been removed."""
        shot = self.table.shot[s & pos.PLACE]
        if shot < 0 or s & pos.STANCE == pos.FINISHED:
            return s & pos.POST & ~pos.SHOT_GONE
        is_gone = s & pos.SHOT_GONE or self.table.worlds[s >> pos.WORLD].gone >> shot & 1
        return s & pos.POST | (pos.SHOT_GONE if is_gone else 0)

    def _post(self, key: int) -> Post:
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key)
        return post

    def _edges(self, s: int) -> list[tuple[int, int, Post]]:
        """Lists the steps from a post; enemies and projectiles may be out of the way already."""
        table, found = self.table, set[tuple[int, int, int]]()
        for need, change, after, _, deed in steps_alone(table, s):
            cost = need - table.price if deed & pos.MEETING == pos.BY_SLAP else need
            if deed & pos.WAS_GONE and not s & pos.IMMUNE:
                cost -= pos.HEART
            found.add((cost, need + change, self.key(after)))
        if table.card == pos.DASHER:  # the card may be used by then: less Movement in the air, or none
            for cost, brought, after in [step for step in found if step[2] & pos.STANCE == pos.AIR]:
                on_foot = after & ~(pos.AIRS | pos.STANCE)
                found |= {(cost, brought, on_foot | to) for to in (pos.AIR | pos.ONE_AIR, pos.DROP)}
        if s & pos.STANCE == pos.HURT and not table.options.damage_ends_turn:
            for retreats in self.crowd.ends(s).values():
                found |= {(0, 0, table.without_shot(at | pos.IMMUNE, at)) for at in retreats}
                self.landed |= {table.space[at] for at in retreats}
        return [(cost, brought, self._post(after)) for cost, brought, after in found if brought or after != s]

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        found: set[int] = set()
        for post in self.posts.values():
            if post.is_hurdle == is_exact:
                for pushed, more in post.ends.items():
                    found |= more if is_pushing == (pushed != ALONE) else set()
        return found

    def aim(self, wanted: set[int], is_exact: bool) -> None:
        """Sets the ends that are looked for."""
        self.goals = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        self.wanted, self.needs, self.effort = wanted, {}, 0

    def needs_after(self, pushed: int) -> Needs:
        """Returns the least pools with which these might be reached once such figures have been pushed."""
        needs = self.needs.get(pushed)
        if needs is None:
            wanted = self.wanted
            work = [(0, post) for post in self.goals if not wanted.isdisjoint(post.ends.get(pushed, ()))]
            for i, at in self.crowd.pushable:
                if not pushed >> i & 1 and pushed | 1 << i in self.crowd.pushed:
                    work += self._slaps(at, self.needs_after(pushed | 1 << i))
            needs = self.needs[pushed] = self._trace_back(work)
        return needs

    def _slaps(self, at: int, needs: Needs) -> list[Goal]:
        """Lists what it takes to slap a figure where it stands at first, and to go on after it."""
        table, found = self.table, list[Goal]()
        for post, after in needs.items():
            near = in_reach(table, table.space[post.position & pos.PLACE], table.farthest)
            if at in near and post.position & pos.STANCE not in (pos.HURT, pos.FINISHED):
                # The Smasher's Slaps bring a Movement: counted as a step of its own.
                cost = 0 if table.card == pos.SMASHER else (near[at][0] + 1) * pos.SLAP
                found += [(need + cost, post) for need in after]
        return found

    def _trace_back(self, work: list[Goal]) -> Needs:
        """Works out the least pools with which some posts lead on with what is needed there."""
        needs, limit = Needs(), self.limit | pos.HIGH
        by_size: list[list[Goal]] = [[] for _ in range(255)]
        for need, post in work:
            by_size[need % 255].append((need, post))
        for size, row in enumerate(by_size):  # the least first: what comes later covers none of it
            for need, post in row:
                if not add_least(needs.setdefault(post, []), need):
                    continue
                self.effort += 1
                self.table.patience.spend(1 + len(post.into))
                for cost, brought, before in post.into:
                    least = need + cost if not brought else _less(need, brought) + cost
                    if (limit - least) & pos.HIGH == pos.HIGH:
                        by_size[max(size, least % 255)].append((least, before))
        return needs


def _less(need: int, brought: int) -> int:
    """Returns what is needed before something is brought."""
    if pos.covers(need, brought):
        return need - brought
    return sum(max(0, (need >> k & 255) - (brought >> k & 255)) << k for k in range(0, 48, 8))


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
    """Adds a pool to smaller ones that it covers none of."""
    raised = pool | pos.HIGH
    for other in front:
        if (raised - other) & pos.HIGH == pos.HIGH:
            return False
    front.append(pool)
    return True
