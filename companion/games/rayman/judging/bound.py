"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table whose hazards are a choice, and looks backwards from the ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.rayman.judging.crowd import Crowd
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends, retreats as retreats_from
from companion.games.rayman.rules.slaps import can_be_slapped, in_reach
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.table import Table

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""
FREE: Final = 0
"""Steps for which enemies and projectiles may be out of the way already."""
PUSHING: Final = 1
"""The same where other figures may be anywhere."""


class Post:
    """A place and stance: where it leads, which ends it has, and the least pools to reach some of them."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.front: list[int] = []
        self.edges: list[tuple[int, int, Post]] = []
        self.is_seen = False
        self.into: list[list[tuple[int, int, Post]]] = [[], []]
        self.ends: list[set[int]] = [set(), set()]
        """Without pushes, and with them."""
        self.sure: set[int] = set()
        """The ends that need no push, once the player is here."""
        self.extra: list[Post] = []
        """Where damage may send the player only after a push."""
        self.number = 0
        """Its place in a table of needs."""


NOWHERE: Final = Post(0)
Needs = list[list[int]]
"""By post the least pools with which some ends might be reached; the first is of no post."""
REFINE_AFTER: Final = 100
"""After so many labels it is worth while to work out what a formation still needs."""


class Formation:
    """Other figures, some of them pushed, and what it takes from there on to an end that is looked for."""

    def __init__(self, figures: pos.Figures, is_hopeful: bool, needs: Needs) -> None:
        self.figures = figures
        self.is_hopeful = is_hopeful
        self.needs = needs
        self.needs_changed = needs
        """The same once projectiles are gone, enemies are covered or the player is immune."""
        self.asked = 0


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int) -> None:
        self.table = table
        self.first = first
        self.pool = pool
        self.posts: dict[int, Post] = {}
        self.crowd = Crowd(table)
        self.relevant = 0
        self.useful = -1
        """The figures that are slapped to some purpose."""
        self.needs: Needs = []
        self.effort = 0
        """How many needs the last aim has worked out."""
        self.formations: dict[pos.Figures, Formation] = {}
        self.refine_after = REFINE_AFTER
        self.sought: list[tuple[Post, set[int]]] = []
        self.wanted: set[int] = set()
        self.limit = self.most(pool, first)
        if table.card in (pos.WEAVER, pos.SMASHER, pos.SCRAMBLER):
            self.limit += (
                sum(self.limit // icon & 255 for icon in (pos.CROUCH, pos.SLAP, pos.JUMP)) * pos.MOVE
            )
        self.can_push = any(self.crowd.able) and self.most(pool, first) & 255 * pos.SLAP != 0
        still = self.crowd.places
        if self.can_push:
            self.crowd.spread()
        self._look_forward()
        pushed = self.crowd.places
        for is_pushing, self.crowd.places in enumerate((still, pushed)):
            for post in self.posts.values():
                if post.front and is_pushing <= self.can_push and self._is_even(post):
                    post.ends[is_pushing] = self.crowd.loose_ends(post.position)
        if self.can_push and table.card != pos.SMASHER and table.heart_optional:
            for post in self.posts.values():
                if post.front:
                    post.sure = self._sure_ends(post.position)
        self.movers = self._movers(self.posts.values())

    def _movers(self, posts: Iterable[Post]) -> int:
        """Returns the figures that, once pushed, may change a way by some posts."""
        table, crowd, found = self.table, self.crowd, 0
        for post in posts:
            found |= crowd.clearers.get(table.space[post.position & pos.PLACE], 0)
            for to in post.extra:
                column = table.space[to.position & pos.PLACE & ~3]
                found |= crowd.near({column + level for level in (1, 2, 3)})
        return found

    def _is_even(self, post: Post) -> bool:
        """Tells whether a post may be reached with no Movement left, where that is asked for (RAY-MOVE-7).

        Every Movement leads from an even column to an odd one or back, so that what is left is even or odd.
        """
        table, at = self.table, post.position & pos.PLACE
        if not post.is_hurdle or table.card or not table.damage_ends_turn or not self.is_left_freely(at):
            return True
        left = [self.pool & 255]
        for token in table.tokens[table.worlds[self.first >> pos.WORLD].drawn :]:
            left.append(left[-1] + (sum(token) & 255))
        first = (self.first & pos.PLACE) // 4
        return any((first + moves - at // 4) % 2 == 0 for moves in left)

    def is_left_freely(self, at: int) -> bool:
        """Tells whether a Movement from a place can always be made, with a legal end after it."""
        table = self.table
        return any(
            edge >= 0 and not table.wall[edge] and not table.is_busy[to] and to // 4 % table.columns
            for edge, to in ((at, at + 4), (at - 4, at - 4))
        )

    def _sure_ends(self, s: int) -> set[int]:
        """Returns the ends of a player who comes here and nobody has been pushed."""
        table = self.table
        if s & pos.STANCE == pos.HURDLE or (
            s & pos.STANCE == pos.STAND and table.taken(self.first, s & pos.PLACE, pos.NOBODY, -1)
        ):
            return set()
        return {end & pos.PLACE for end in ends(table, s)}

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

    def _look_forward(self) -> None:
        self.table.is_loose = True
        first = self.post(self.key(self.first))
        first.front = [self.most(self.pool, self.first)]
        work = [(first.front[0], first)]
        while work:
            pool, post = work.pop()
            if pool not in post.front:
                continue
            if not post.is_seen:
                self._take_steps(post)
            for cost, brought, to in post.edges:
                if ((pool | pos.HIGH) - cost) & pos.HIGH != pos.HIGH:
                    continue
                after = pool - cost + brought
                if add_most(to.front, after, 0):
                    work.append((after, to))
        self.table.is_loose = False
        for post in self.posts.values():
            for cost, brought, to in post.edges:
                if to.front:
                    to.into[PUSHING].append((cost, brought, post))

    def key(self, s: int) -> int:
        """Returns the place and stance of a position, and whether the projectile there has been removed."""
        shot = self.table.shot[s & pos.PLACE]
        if shot < 0:
            return s & pos.POST & ~pos.SHOT_GONE
        is_gone = s & pos.SHOT_GONE or self.table.worlds[s >> pos.WORLD].gone >> shot & 1
        return s & pos.POST | (pos.SHOT_GONE if is_gone else 0)

    def post(self, key: int) -> Post:
        """Returns what is known of a place and stance."""
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key)
            post.number = len(self.posts)
        return post

    def _take_steps(self, post: Post) -> None:
        """Notes the steps from a post in each graph."""
        s, table = post.position, self.table
        post.is_seen = True
        found = {
            (need, need + change, self.key(after), deed & pos.MEETING == pos.BY_SLAP, deed & pos.WAS_GONE)
            for need, change, after, _, deed in steps_alone(table, s)
        }
        if table.card == pos.DASHER:  # the card may be used by then: less Movement in the air, or none
            flown = [step for step in found if step[2] & pos.STANCE == pos.AIR]
            for stance in (pos.AIR | pos.ONE_AIR, pos.DROP):
                found |= {
                    (*step[:2], step[2] & ~(pos.AIRS | pos.STANCE) | stance, *step[3:]) for step in flown
                }
        retreats: set[int] = set()
        if s & pos.STANCE == pos.HURT and not table.damage_ends_turn:
            exact = retreats_from(table, s, pos.NOBODY, -1, s & pos.PLACE)
            found |= {(0, 0, self.key(table.without_shot(at | pos.IMMUNE, at)), False, 0) for at in exact}
            self.crowd.hurt_from((s & pos.PLACE) // 4, 0, pos.NOBODY, 0, retreats)
        free = set()
        moved = {(0, 0, table.without_shot(at | pos.IMMUNE, at)) for at in retreats}
        for cost, brought, after, is_slapped, was_gone in found:
            if brought or after != s:
                toll = (table.price if is_slapped else 0) + (
                    pos.HEART if was_gone and not s & pos.IMMUNE else 0
                )
                step = (cost - toll, brought, after)
                if was_gone and table.low[after & pos.PLACE] and not s & pos.IMMUNE:
                    moved.add(step)  # nobody stands upright there: only a push may have removed it
                else:
                    free.add(step)
        for cost, brought, after in free:
            self.post(after).into[FREE].append((cost, brought, post))
        moved -= free
        post.extra = [self.post(after) for cost, _, after in moved if after & pos.IMMUNE]
        post.edges = [(cost, brought, self.post(after)) for cost, brought, after in free | moved]

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        found: set[int] = set()
        for post in self.posts.values():
            if post.is_hurdle == is_exact:
                found |= post.ends[is_pushing]
        return found

    def aim(self, wanted: set[int], is_pushing: bool, is_exact: bool) -> None:
        """Works out by post the least pools with which some ends might be reached."""
        goals = [
            post
            for post in self.posts.values()
            if post.is_hurdle == is_exact and not post.ends[is_pushing].isdisjoint(wanted)
        ]
        graph = PUSHING if is_pushing else FREE
        self.needs = self._trace_back([(0, post) for post in goals], graph)
        if not is_pushing:
            return
        self.wanted = set(wanted)
        self.relevant = self._to_push(wanted)
        self.useful = -1
        if (
            self.table.slap_limit != pos.UNLIMITED
            and self.table.card != pos.SMASHER
            and self.table.heart_optional
        ):
            on_the_way = [post for post in self.posts.values() if self.needs[post.number]]
            self.useful = self.crowd.useful([post.position for post in goals], self._movers(on_the_way))
        self.sought = [(post, post.ends[1] & wanted) for post in goals]
        start = self.table.worlds[self.first >> pos.WORLD].figures
        self.start = Formation(
            start, True, self._trace_back(self._before_push(start, self.relevant, self.needs), PUSHING)
        )
        self.formations = {start: self.start}
        self.anyhow = Formation(start, True, self.needs)

    def aim_anyhow(self, at: int) -> None:
        """Works out the least pools for an end where figures may be pushed at any time."""
        goals = [(0, post) for post in self.posts.values() if at in set().union(*post.ends)]
        self.needs = self._trace_back(goals, PUSHING)

    def formation(self, figures: pos.Figures, pushed: int) -> Formation:
        """Returns what is known of figures that stand so, after some of them have been pushed."""
        if not pushed & self.relevant:
            return self.start
        if self.table.slap_limit == pos.UNLIMITED:
            return self.anyhow
        found = self.formations.get(figures)
        if found is None:
            crowd = self.crowd
            before = crowd.gather(figures)
            is_hopeful = any(
                not sought.isdisjoint(crowd.loose_ends(post.position)) for post, sought in self.sought
            )
            found = self.formations[figures] = Formation(figures, is_hopeful, self.needs)
            crowd.places = before
        found.asked += 1
        if found.asked == self.refine_after and found.is_hopeful:
            self._refine(found)
        return found

    def _refine(self, formation: Formation) -> None:
        """Works out what it takes to an end as the figures stand, or after another push."""
        crowd, table, figures = self.crowd, self.table, formation.figures
        before = crowd.gather(figures)
        goals = [(0, p) for p, sought in self.sought if not sought.isdisjoint(crowd.loose_ends(p.position))]
        later = self._before_push(figures, -1, self._trace_back(goals, PUSHING))
        crowd.places = [{table.space[figure & pos.PLACE]} for figure in figures]
        now, new = [], list[tuple[int, Post]]()
        for post, sought in self.sought:
            found = crowd.loose_ends(post.position) & sought
            if found:
                now.append((0, post))
                if not post.sure >= found:
                    new.append((0, post))
        crowd.places = before
        formation.needs_changed = needs = self._trace_back(now + later, PUSHING)
        for post in self.posts.values():
            new += [(need, post) for to in post.extra for need in needs[to.number]]
        formation.needs = self._trace_back(new + later, PUSHING)

    def _before_push(self, figures: pos.Figures, which: int, needs: Needs) -> list[tuple[int, Post]]:
        """Lists by post what it takes to slap one of some figures there and to go on with what is needed."""
        table = self.table
        spaces = {
            table.space[figure & pos.PLACE]
            for i, figure in enumerate(figures)
            if which >> i & 1 and can_be_slapped(table, i, figure)
        }
        found: list[tuple[int, Post]] = []
        for post in self.posts.values() if spaces else ():
            if needs[post.number]:
                costs = self._push_costs(post, spaces)
                found += [(need + cost, post) for cost in costs for need in needs[post.number]]
        return found

    def parts(self, wanted: set[int]) -> list[set[int]]:
        """Puts ends together for which the same figures have to be slapped; others are looked for apart."""
        found: dict[int, set[int]] = {}
        for end in wanted:
            found.setdefault(self._to_push({end}), set()).add(end)
        return list(found.values())

    def _to_push(self, wanted: set[int]) -> int:
        """Returns the figures one of which must be slapped for some ends: on one, near one, or on the way."""
        table, found, crowd = self.table, 0, self.crowd
        if not table.heart_optional or table.card == pos.SMASHER:  # a Slap may be for its own sake
            return -1
        line = ((self.first & pos.PLACE) // 4 // table.columns + 1) * table.columns * 4
        for end in wanted:
            on_it = [
                i for i, spaces in enumerate(crowd.still) if table.space[end] in spaces and 4 <= end < line
            ]
            if on_it:
                found |= 1 << on_it[0]
                continue
            for post in self.posts.values():
                if end in post.sure:
                    found |= self.movers
                elif end in post.ends[1]:
                    at = post.position & pos.PLACE
                    stance, spaces = post.position & pos.STANCE, {table.space[at]}
                    if table.perches and at & 3 > 1:
                        spaces.add(table.space[at - 1])
                    if stance in (pos.HURT, pos.HURDLE) or table.taken(self.first, at, pos.NOBODY, -1):
                        return -1
                    found |= crowd.near(spaces)
        return found

    def _trace_back(self, work: list[tuple[int, Post]], graph: int) -> Needs:
        """Works out the least pools with which some posts lead on with what is needed there."""
        needs: Needs = [[] for _ in range(len(self.posts) + 1)]
        work = [(need, post) for need, post in work if add_least(needs[post.number], need)]
        for need, post in work:
            if need not in needs[post.number]:
                continue
            for cost, brought, before in post.into[graph]:
                least = need + cost if not brought else _less(need, brought) + cost
                if pos.covers(self.limit, least) and add_least(needs[before.number], least):
                    work.append((least, before))
        self.effort = len(work)
        return needs

    def _push_costs(self, post: Post, spaces: set[int]) -> list[int]:
        """Lists what it takes to slap a figure from a post on each of some spaces."""
        table, stance = self.table, post.position & pos.STANCE
        if stance in (pos.HURT, pos.FINISHED):
            return []
        if table.card == pos.SMASHER:  # whose Slaps bring a Movement: counted as a step of its own
            return [0]
        near = in_reach(table, table.space[post.position & pos.PLACE])
        return [(near[space][0] + 1) * pos.SLAP for space in spaces if space in near]


def _less(need: int, brought: int) -> int:
    """Returns what is needed before something is brought."""
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
    """Adds a pool to those that cover no other."""
    raised = pool | pos.HIGH
    for other in front:
        if (raised - other) & pos.HIGH == pos.HIGH:
            return False
    front[:] = [other for other in front if ((other | pos.HIGH) - pool) & pos.HIGH != pos.HIGH]
    front.append(pool)
    return True
