"""The bound of a search: the least pools with which an end might still be reached from a place and stance.

It takes the same steps as the turn, on a table whose hazards are a choice, and looks backwards from the ends.
"""

from __future__ import annotations

from typing import Final

from companion.games.rayman.judging.crowd import Crowd
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.slaps import can_be_slapped, in_reach
from companion.games.rayman.rules.steps import steps_alone
from companion.games.rayman.rules.table import Table

NEEDED: Final = (1 << 48) - 1
"""The icons that steps on the board ask for."""
SELDOM: Final = 30
"""Up to so many times figures are asked for before it is worth while to look at them closely."""


class Post:
    """A place and stance: where it leads and comes from, and which ends it has."""

    def __init__(self, position: int, number: int) -> None:
        self.position = position
        self.number = number
        """Its place in a table of needs."""
        self.is_hurdle = position & pos.STANCE == pos.HURDLE
        self.front: list[int] = []
        self.edges: list[tuple[int, int, Post]] | None = None
        """Where it leads, with what a step costs at least and brings; None: not worked out yet."""
        self.into: list[list[tuple[int, int, Post]]] = [[], []]
        """Where it is come to from: by nobody's push, and by any."""
        self.ends: list[set[int]] = [set(), set()]
        """Without pushes, and with them."""
        self.is_barred = False
        """Whether nobody comes here unless a push has changed something on the way."""


Goal = tuple[int, Post]
"""What is needed at least at a post."""
NOWHERE: Final = Post(0, 0)
Needs = list[list[int]]
"""By post the least pools with which some ends might be reached; the first is of no post."""


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int) -> None:
        self.table = table
        self.first = first
        self.posts: dict[int, Post] = {}
        self.crowd = Crowd(table, first)
        self.relevant = 0
        self.useful = -1
        """The figures that are slapped to some purpose."""
        self.needs: Needs = []
        self.needs_push: Needs = []
        """The same before a figure has been slapped that must be."""
        self.graph = 0
        """Which steps count: 1 with those that only a push makes possible."""
        self.missed: set[int] = set()
        """The ends that are not reached unless figures are slapped."""
        self.effort = 0
        """How many needs the last aim has worked out."""
        self.asked: dict[tuple[pos.Figures, bool], int] = {}
        self.narrowed: dict[tuple[pos.Figures, bool], Needs] = {}
        """By figures what has been asked for how often, and found."""
        self.sought: list[tuple[Post, set[int]]] = []
        options = table.options
        self.slaps_pay = table.card == pos.SMASHER or not options.heart_optional
        """Whether a Slap at a figure may be worth it whatever becomes of the figure."""
        self.is_plain = options.damage_ends_turn and not self.slaps_pay
        most = self.limit = self.most(pool, first)
        if table.card in (pos.WEAVER, pos.SMASHER, pos.SCRAMBLER):
            self.limit += sum(most // icon & 255 for icon in (pos.CROUCH, pos.SLAP, pos.JUMP)) * pos.MOVE
        self.can_push = any(self.crowd.able) and most & 255 * pos.SLAP != 0
        if self.can_push:
            self.crowd.spread()
        self._look_forward(most)
        crowd = self.crowd
        for is_pushing, places in enumerate((crowd.still, crowd.places) if self.can_push else (crowd.still,)):
            crowd.places = places
            for post in self.posts.values():
                if post.front:
                    post.ends[is_pushing] = crowd.loose_ends(post.position)

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
            for cost, brought, to in post.edges:
                after = pool - cost + brought
                if pos.covers(pool, cost) and add_most(to.front, after, 0):
                    work.append((after, to))
        self.table.is_loose = False
        for post in self.posts.values():
            for cost, brought, to in post.edges or ():
                if to.front:
                    to.into[1].append((cost, brought, post))
                    if not self.needs_clearing(to.position):
                        to.into[0].append((cost, brought, post))

    def key(self, s: int) -> int:
        """Returns the place and stance of a position, and whether the projectile there has been removed."""
        shot = self.table.shot[s & pos.PLACE]
        if shot < 0 or s & pos.STANCE == pos.FINISHED:
            return s & pos.POST & ~pos.SHOT_GONE
        is_gone = s & pos.SHOT_GONE or self.table.worlds[s >> pos.WORLD].gone >> shot & 1
        return s & pos.POST | (pos.SHOT_GONE if is_gone else 0)

    def needs_clearing(self, s: int) -> bool:
        """Tells whether only a push may have removed the projectile here: under a low ceiling all crouch."""
        return bool(
            s & pos.SHOT_GONE and self.table.low[s & pos.PLACE] and self.table.options.damage_ends_turn
        )

    def _post(self, key: int) -> Post:
        post = self.posts.get(key)
        if post is None:
            post = self.posts[key] = Post(key, len(self.posts) + 1)
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
            retreats: set[int] = set()
            self.crowd.hurt_from((s & pos.PLACE) // 4, 0, pos.NOBODY, 0, retreats)
            found |= {(0, 0, table.without_shot(at | pos.IMMUNE, at)) for at in retreats}
        fixed = self.crowd.fixed
        return [
            (cost, brought, self._post(after))
            for cost, brought, after in found
            if (brought or after != s)
            and not (after & pos.SHOT_GONE and table.space[after & pos.PLACE] in fixed)
        ]

    # Aiming

    def ends(self, is_pushing: bool, is_exact: bool) -> set[int]:
        """Returns all that might be ends; `is_exact`: those off obstacles, where no Movement may be left."""
        found: set[int] = set()
        for post in self.posts.values():
            if post.is_hurdle == is_exact:
                found |= post.ends[is_pushing]
        return found

    def aim(self, wanted: set[int], is_pushing: bool, is_exact: bool, is_free: bool) -> None:
        """Works out by post the least pools with which some ends might be reached.

        `is_free`: a figure may be slapped that makes no difference to the end.
        """
        posts = self.posts.values()
        goals = [(post, post.ends[is_pushing] & wanted) for post in posts if post.is_hurdle == is_exact]
        self.sought = [(post, ends) for post, ends in goals if ends]
        self.graph = int(is_pushing)
        self.needs = self._trace_back([(0, post) for post, _ in self.sought])
        if is_pushing:
            self.asked, self.narrowed = {}, {}
            self.relevant = -1 if is_free else self._to_push(wanted)
            first = self.table.world(self.first).figures
            self.useful = -1 if is_free else self._useful()
            for post, _ in self.sought:
                post.is_barred = not is_free and not self.missed.isdisjoint(self._sure_ends(post.position))
            needs, clearers = self.needs, self.crowd.clearers if self.table.options.damage_ends_turn else -1
            open_goals = [(0, post) for post, _ in self.sought if not post.is_barred]
            if len(open_goals) < len(self.sought):
                needs = self._trace_back(open_goals)
            work = self._before_push(first, self.relevant, needs)
            if needs is not self.needs:
                work += self._before_push(first, self.relevant & clearers, self.needs)
            self.needs_push = self._trace_back(work)

    def _useful(self) -> int:
        """Returns the figures that are slapped to some purpose."""
        if not self.is_plain or self.table.options.slap_limit == "unlimited":
            return -1
        self.crowd.firsts = list(self.table.world(self.first).figures)
        return self.crowd.useful([post.position for post, _ in self.sought], self.crowd.clearers)

    def needs_after(self, figures: pos.Figures, is_changed: bool) -> Needs:
        """Returns the least pools once figures stand so, some of them slapped for good; empty: no hope.

        `is_changed`: something on the way may be different by now. Figures that are asked for often are
        looked at closely: which ends they leave open now, and which after another push.
        """
        if self.table.options.slap_limit == "unlimited":
            return self.needs
        key = (figures, is_changed)
        asked = self.asked.get(key, 0)
        self.asked[key] = asked + 1
        if asked == 0:
            self.narrowed[key] = self.needs if self._open_after(figures, is_changed)[0] else []
        elif asked > SELDOM + self.effort * 3 // 10 and self.narrowed[key] is self.needs:
            later, now = self._open_after(figures, is_changed)
            later = self._before_push(figures, -1, self._trace_back(later))
            self.narrowed[key] = self._trace_back(now + later)
        return self.narrowed[key]

    def _open_after(self, figures: pos.Figures, is_changed: bool) -> tuple[list[Goal], list[Goal]]:
        """Lists the posts with ends looked for: if more figures are slapped, and as they stand."""
        crowd, found = self.crowd, list[list[Goal]]()
        before = crowd.gather(figures)
        for places in (crowd.places, [{self.table.space[figure & pos.PLACE]} for figure in figures]):
            crowd.places = places
            found.append([(0, post) for post, ends in self.sought if ends & crowd.loose_ends(post.position)])
        crowd.places = before
        if not is_changed:
            found[1] = [(0, post) for _, post in found[1] if not post.is_barred]
        return found[0], found[1]

    def _before_push(self, figures: pos.Figures, which: int, needs: Needs) -> list[Goal]:
        """Lists by post what it takes to slap one of some figures there, and to go on as needed."""
        table, found = self.table, list[Goal]()
        chosen = [i for i in range(len(figures)) if which >> i & 1 and can_be_slapped(table, i, figures[i])]
        spaces = {table.space[figures[i] & pos.PLACE] for i in chosen}
        for post in self.posts.values() if spaces else ():
            if post.position & pos.STANCE in (pos.HURT, pos.FINISHED):
                continue
            near = in_reach(table, table.space[post.position & pos.PLACE])
            costs = [(near[space][0] + 1) * pos.SLAP for space in spaces if space in near]
            if table.card == pos.SMASHER:  # whose Slaps bring a Movement: counted as a step of its own
                costs = [0]
            found += [(need + cost, post) for cost in costs for need in needs[post.number]]
        return found

    def _sure_ends(self, s: int) -> set[int]:
        """Returns the ends of a player who comes here when nobody has been pushed."""
        at, stance = s & pos.PLACE, s & pos.STANCE
        is_taken = stance == pos.STAND and self.table.taken(self.first, at, pos.NOBODY, -1)
        if is_taken or stance == pos.HURDLE or not self.is_plain:
            return set()
        return {end & pos.PLACE for end in ends(self.table, s)}

    def parts(self, wanted: set[int]) -> list[set[int]]:
        """Puts ends together for which the same figures have to be slapped; others are looked for apart."""
        found: dict[int, set[int]] = {}
        for end in wanted:
            found.setdefault(self._to_push({end}), set()).add(end)
        return list(found.values())

    def _to_push(self, wanted: set[int]) -> int:
        """Returns the figures one of which must be slapped for some ends: on one, near one, or on the way."""
        table, found, crowd = self.table, 0, self.crowd
        if self.slaps_pay:
            return -1
        line = ((self.first & pos.PLACE) // 4 // table.columns + 1) * table.columns * 4
        for end in wanted:
            on_it = crowd.near({table.space[end]}, crowd.still) if 4 <= end < line else 0
            if on_it:
                found |= on_it & -on_it
                continue
            for post in self.posts.values():
                if end not in post.ends[1]:
                    continue
                at, stance = post.position & pos.PLACE, post.position & pos.STANCE
                is_taken = table.taken(self.first, at, pos.NOBODY, -1)
                is_shared = stance == pos.HURDLE or (stance == pos.STAND and is_taken)
                if not is_shared and end in [to & pos.PLACE for to in ends(table, post.position)]:
                    # What keeps the player from there is on the way.
                    found |= crowd.clearers if table.options.damage_ends_turn else -1
                elif is_shared or is_taken or stance == pos.HURT:
                    return -1
                else:
                    below = at - 1 if table.options.perches and at & 3 > 1 else at
                    found |= crowd.near({table.space[at], table.space[below]}, crowd.places)
        return found

    def _trace_back(self, work: list[Goal]) -> Needs:
        """Works out the least pools with which some posts lead on with what is needed there."""
        needs: Needs = [[] for _ in range(len(self.posts) + 1)]
        limit, self.effort = self.limit | pos.HIGH, 0
        by_size: list[list[Goal]] = [[] for _ in range(255)]
        for need, post in work:
            by_size[need % 255].append((need, post))
        for size, row in enumerate(by_size):  # the least first: what comes later covers none of it
            for need, post in row:
                if not add_least(needs[post.number], need):
                    continue
                self.effort += 1
                for cost, brought, before in post.into[self.graph]:
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
