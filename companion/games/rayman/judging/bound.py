"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table whose hazards are a choice, and looks backwards from the ends.
"""

from __future__ import annotations

from typing import Final

from companion.games.rayman.judging.crowd import Crowd
from companion.games.rayman.rules import places
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.position import (
    AIR,
    AIRS,
    BOSS_SLAPPED,
    BY_SLAP,
    CROUCH,
    DROP,
    FINISHED,
    GLIDE,
    HEART,
    HELD_HEART,
    HIGH,
    HURDLE,
    HURT,
    IMMUNE,
    JUMP,
    LUM,
    MEETING,
    MOVE,
    ONE_AIR,
    PLACE,
    POST,
    SHOT_GONE,
    SLAP,
    STANCE,
    STAND,
    WAS_GONE,
    WORLD,
    Figures,
    covers,
)  # fmt: skip
from companion.games.rayman.rules.slaps import in_reach
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.table import (
    DASHER,
    DRIFTER,
    NOBODY,
    SCRAMBLER,
    SMASHER,
    SNEAKER,
    UNLIMITED,
    WEAVER,
    Table,
)  # fmt: skip

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""
ONWARD: Final = 0
"""What an end takes from here on."""
CHANGED: Final = 1
"""What one takes that pushes make a difference to: for the end itself, or for the way there."""
BEFORE_PUSH: Final = 2
"""The same where the figure is still to be slapped."""

CHARGED: Final = 0
"""Steps that pay for every enemy and projectile met: no way without pushes comes twice over the same space,
but to draw a token or free a Teensy."""
FREE: Final = 1
"""Steps for which enemies and projectiles may be out of the way already."""
PUSHING: Final = 2
"""The same where other figures may be anywhere."""


class Post:
    """A place and stance: where it leads, which ends it has, and the least pools to reach some of them."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.is_hurdle = position & STANCE == HURDLE
        self.front: list[int] = []
        self.edges: list[tuple[int, int, Post]] = []
        self.is_seen = False
        self.into: list[list[tuple[int, int, Post]]] = [[], [], []]
        self.ends: list[set[int]] = [set(), set()]
        """Without pushes, and with them."""
        self.sure: set[int] = set()
        """The ends that need no push, once the player is here."""
        self.extra: list[Post] = []
        """Where damage may send the player only after a push."""
        self.needs: list[list[int]] = [[], [], []]


NOWHERE: Final = Post(0)


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int) -> None:
        self.table = table
        self.first = first
        self.pool = pool
        self.posts: dict[int, Post] = {}
        self.crowd = Crowd(table)
        self.is_any_hopeful = True
        self.relevant = 0
        self.effort = 0
        """How many needs the last aim has worked out."""
        self.hopes: dict[Figures, bool] = {}
        self.sought: list[tuple[Post, set[int]]] = []
        self.limit = self.most(pool, first)
        if table.card in (WEAVER, SMASHER, SCRAMBLER):
            self.limit += sum(self.limit // icon & 255 for icon in (CROUCH, SLAP, JUMP)) * MOVE
        self.can_push = any(self.crowd.able) and self.most(pool, first) & 255 * SLAP != 0
        still = self.crowd.places
        if self.can_push:
            self.crowd.spread()
        self._look_forward()
        pushed = self.crowd.places
        for is_pushing, self.crowd.places in enumerate((still, pushed)):
            for post in self.posts.values():
                if post.front and is_pushing <= self.can_push:
                    post.ends[is_pushing] = self.crowd.loose_ends(post.position)
        self.movers = self.crowd.clearers
        """The figures that, once pushed, may change where the player can go."""
        if self.can_push and table.card != SMASHER and table.heart_optional:
            for post in self.posts.values():
                if post.front:
                    post.sure = self._sure_ends(post.position)
                for to in post.extra:
                    column = table.space[to.position & PLACE & ~3]
                    self.movers |= self.crowd.near({column + level for level in (1, 2, 3)})

    def _sure_ends(self, s: int) -> set[int]:
        """Returns the ends of a player who comes here and nobody has been pushed."""
        table = self.table
        if s & STANCE == HURDLE or (s & STANCE == STAND and table.taken(self.first, s & PLACE, NOBODY, -1)):
            return set()
        return {end & PLACE for end in ends(table, s)}

    # The loose graph

    def most(self, pool: int, s: int) -> int:
        """Returns what a position could hold at most: tokens to come and all that cards may turn included."""
        table = self.table
        come = table.to_come[table.worlds[s >> WORLD].drawn]
        most = pool + come + (HEART if s & HELD_HEART else 0)
        lums = most // LUM
        if table.lum:
            most += lums * table.lum
            if table.card == SNEAKER:
                more = most // HEART & 255
                most += more * CROUCH + ((come // CROUCH & 255) + more + 1) // 2 * MOVE
            elif table.card == DRIFTER:
                most += ((come // GLIDE & 255) + lums + 1) // 2 * MOVE
        return most & NEEDED

    def credit(self, s: int) -> int:
        """Returns what charged steps may ask for although it is paid: enemies and projectiles out of the way.

        While tokens are left to draw, a way may also come twice over what it has dealt with.
        """
        table = self.table
        world, start = table.worlds[s >> WORLD], table.worlds[self.first >> WORLD]
        paid = ((world.dead | world.covered) & ~(start.dead | start.covered)).bit_count()
        left = len(table.tokens) - world.drawn
        gone = (world.gone & ~start.gone).bit_count()
        hearts = gone + left * (len(table.shots) - gone)
        return (
            hearts * HEART
            + (paid + left * (left + 1) // 2 + (s & BOSS_SLAPPED != 0)) * (1 + table.extra_slaps) * SLAP
        )

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
                if ((pool | HIGH) - cost) & HIGH != HIGH:
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
        shot = self.table.shot[s & PLACE]
        if shot < 0:
            return s & POST & ~SHOT_GONE
        is_gone = s & SHOT_GONE or self.table.worlds[s >> WORLD].gone >> shot & 1
        return s & POST | (SHOT_GONE if is_gone else 0)

    def post(self, key: int) -> Post:
        """Returns what is known of a place and stance."""
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key)
        return post

    def _take_steps(self, post: Post) -> None:
        """Notes the steps from a post in each graph."""
        s, table = post.position, self.table
        post.is_seen = True
        found = {
            (need, need + change, self.key(after), deed & MEETING == BY_SLAP, deed & WAS_GONE)
            for need, change, after, _, deed in steps_alone(table, s)
        }
        if table.card == DASHER:  # the card may be used by then: less Movement in the air, or none
            flown = [step for step in found if step[2] & STANCE == AIR]
            for stance in (AIR | ONE_AIR, DROP):
                found |= {(*step[:2], step[2] & ~(AIRS | STANCE) | stance, *step[3:]) for step in flown}
        retreats: set[int] = set()
        if s & STANCE == HURT and not table.damage_ends_turn:
            exact = places.retreats(table, s, NOBODY, -1, s & PLACE)
            found |= {(0, 0, self.key(table.without_shot(at | IMMUNE, at)), False, 0) for at in exact}
            self.crowd.hurt_from((s & PLACE) // 4, 0, NOBODY, 0, retreats)
        charged, free = set(), set()
        for cost, brought, after, is_slapped, was_gone in found:
            if brought or after != s:
                charged.add((cost, brought, after))
                toll = (table.price if is_slapped else 0) + (HEART if was_gone and not s & IMMUNE else 0)
                free.add((cost - toll, brought, after))
        for graph, steps in ((CHARGED, charged), (FREE, free)):
            for cost, brought, after in steps:
                self.post(after).into[graph].append((cost, brought, post))
        moved = {(0, 0, table.without_shot(at | IMMUNE, at)) for at in retreats} - free
        post.extra = [self.post(after) for _, _, after in moved]
        free |= moved
        post.edges = [(cost, brought, self.post(after)) for cost, brought, after in free]

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        found: set[int] = set()
        for post in self.posts.values():
            if post.is_hurdle == is_exact:
                found |= post.ends[is_pushing]
        return found

    def aim(self, wanted: set[int], is_pushing: bool, is_exact: bool, is_charged: bool = False) -> None:
        """Works out by post the least pools with which some ends might be reached."""
        goals = [
            post
            for post in self.posts.values()
            if post.is_hurdle == is_exact and not post.ends[is_pushing].isdisjoint(wanted)
        ]
        graph = PUSHING if is_pushing else CHARGED if is_charged else FREE
        self._trace_back([(0, post) for post in goals], ONWARD, graph)
        if not is_pushing:
            return
        depends = [(0, post) for post in goals if not wanted.isdisjoint(post.ends[1] - post.sure)]
        for post in self.posts.values():
            if self.table.space[post.position & PLACE] in self.crowd.cleared:
                depends += [(need, post) for need in post.needs[ONWARD]]
            depends += [(need, post) for to in post.extra for need in to.needs[ONWARD]]
        self._trace_back(depends, CHANGED, graph)
        self.relevant = self._to_push(wanted)
        self.hopes = {}
        self.sought = [(post, post.ends[is_pushing] & wanted) for post in goals]
        self.is_any_hopeful = self.table.slap_limit == UNLIMITED
        work = []
        for post in self.posts.values():
            if post.needs[CHANGED]:
                costs = self._push_costs(post)
                work += [(need + cost, post) for cost in costs for need in post.needs[CHANGED]]
        self._trace_back(work, BEFORE_PUSH, graph)

    def aim_anyhow(self, at: int) -> None:
        """Works out the least pools for an end where figures may be pushed at any time."""
        goals = [(0, post) for post in self.posts.values() if at in set().union(*post.ends)]
        self._trace_back(goals, ONWARD, PUSHING)
        self.is_any_hopeful = True

    def is_hopeful(self, figures: Figures) -> bool:
        """Tells whether figures that stand so leave an end open that is looked for."""
        hope = self.hopes.get(figures)
        if hope is None:
            crowd = self.crowd
            hope = self.hopes[figures] = any(
                not sought.isdisjoint(crowd.loose_ends_with(figures, post.position))
                for post, sought in self.sought
            )
        return hope

    def parts(self, wanted: set[int]) -> list[set[int]]:
        """Puts ends together for which the same figures have to be slapped; others are looked for apart."""
        found: dict[int, set[int]] = {}
        for end in wanted:
            found.setdefault(self._to_push({end}), set()).add(end)
        return list(found.values())

    def _to_push(self, wanted: set[int]) -> int:
        """Returns the figures one of which must be slapped for some ends: on one, near one, or on the way."""
        table, found, crowd = self.table, 0, self.crowd
        if not table.heart_optional:  # Slaps may have to be got rid of
            return -1
        line = ((self.first & PLACE) // 4 // table.columns + 1) * table.columns * 4
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
                    at = post.position & PLACE
                    stance, spaces = post.position & STANCE, {table.space[at]}
                    if table.perches and at & 3 > 1:
                        spaces.add(table.space[at - 1])
                    if stance in (HURT, HURDLE) or table.taken(self.first, at, NOBODY, -1):
                        return -1
                    found |= crowd.near(spaces)
        return found

    def _trace_back(self, work: list[tuple[int, Post]], layer: int, graph: int) -> None:
        """Works out the least pools with which some posts lead on with what is needed there."""
        for post in self.posts.values():
            post.needs[layer] = []
        limit = self.limit + self.credit(self.first) if graph == CHARGED else self.limit
        work = [(need, post) for need, post in work if add_least(post.needs[layer], need)]
        for need, post in work:
            if need not in post.needs[layer]:
                continue
            for cost, brought, before in post.into[graph]:
                least = need + cost if not brought else _less(need, brought) + cost
                if covers(limit, least) and add_least(before.needs[layer], least):
                    work.append((least, before))
        self.effort = len(work)

    def _push_costs(self, post: Post) -> list[int]:
        """Lists what it takes to slap each figure from a post, as it stands at first."""
        table, stance = self.table, post.position & STANCE
        if stance in (HURT, FINISHED):
            return []
        if table.card == SMASHER:  # whose Slaps bring a Movement: counted as a step of its own
            return [0]
        near = in_reach(table, table.space[post.position & PLACE])
        firsts = [
            next(iter(spaces))
            for i, spaces in enumerate(self.crowd.still)
            if self.crowd.able[i] and self.relevant >> i & 1
        ]
        return [(near[space][0] + 1) * SLAP for space in firsts if space in near]


def _less(need: int, brought: int) -> int:
    """Returns what is needed before something is brought."""
    return sum(max(0, (need >> k & 255) - (brought >> k & 255)) << k for k in range(0, 48, 8))


def add_most(front: list[int], pool: int, alike: int) -> bool:
    """Adds a pool to those that no other covers; `alike`: the counts that must be equal to be compared."""
    for other in front:
        if ((other | HIGH) - pool) & HIGH == HIGH and not (other ^ pool) & alike:
            return False
    if front:
        raised = pool | HIGH
        front[:] = [other for other in front if (raised - other) & HIGH != HIGH or (other ^ pool) & alike]
    front.append(pool)
    return True


def add_least(front: list[int], pool: int) -> bool:
    """Adds a pool to those that cover no other."""
    raised = pool | HIGH
    for other in front:
        if (raised - other) & HIGH == HIGH:
            return False
    front[:] = [other for other in front if ((other | HIGH) - pool) & HIGH != HIGH]
    front.append(pool)
    return True
