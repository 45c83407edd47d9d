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
        self.into: list[tuple[int, int, Post]] = []
        """Where it is come to from."""
        self.ends: list[set[int]] = [set(), set()]
        """Without pushes, and with them."""


Goal = tuple[int, Post]
"""What is needed at least at a post."""
NOWHERE: Final = Post(0, 0)
Needs = list[list[int]]
"""By post the least pools with which some ends might be reached; the first is of no post."""


class Bound:
    """All places and stances that might be reached, with what each step costs at least."""

    def __init__(self, table: Table, first: int, pool: int, *, is_free: bool) -> None:
        self.table = table
        self.first = first
        self.pool = pool
        self.posts: dict[int, Post] = {}
        self.crowd = Crowd(table, first)
        self.figures = table.world(first).figures
        self.landed: set[int] = set()
        """The spaces to which damage might send the player, whose turn goes on."""
        self.needs: Needs = []
        self.effort = 0
        """How many needs the last aim has worked out."""
        self.asked: dict[pos.Figures, int] = {}
        self.narrowed: dict[pos.Figures, Needs] = {}
        """By figures what has been asked for how often, and found."""
        self.sought: list[tuple[Post, set[int]]] = []
        most = self.limit = self.most(pool, first)
        if table.card in (pos.WEAVER, pos.SMASHER, pos.SCRAMBLER):
            self.limit += sum(most // icon & 255 for icon in (pos.CROUCH, pos.SLAP, pos.JUMP)) * pos.MOVE
        slaps = most // pos.SLAP & 255 if self.crowd.can_push else 0
        self.can_push = slaps > 0
        self.crowd.spread(slaps)
        self._look_forward(most)
        for post in self.posts.values():
            goes_on = post.position & pos.STANCE == pos.HURT and not table.options.damage_ends_turn
            if post.front and not goes_on and self._is_even(post):
                space = table.space[post.position & pos.PLACE]
                if not post.position & pos.SHOT_GONE or space in self.crowd.removable:
                    post.ends[0] = self.crowd.ends(post.position, [self.crowd.first])
                post.ends[1] = self.crowd.ends(post.position, self.crowd.standings)
                if not (is_free or self.crowd.clears or self._slaps_pay()):
                    post.ends[1] -= self._sure_ends(post.position)

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

    def _slaps_pay(self) -> bool:
        """Tells whether a Slap at a figure may be worth it whatever becomes of the figure."""
        options = self.table.options
        return self.table.card == pos.SMASHER or not (options.heart_optional and options.damage_ends_turn)

    def _sure_ends(self, s: int) -> set[int]:
        """Returns the ends of a player who comes here when nobody has been pushed: no push helps there."""
        at, stance = s & pos.PLACE, s & pos.STANCE
        is_taken = stance == pos.STAND and self.table.taken(self.first, at)
        if is_taken or stance == pos.HURDLE:
            return set()
        return {end & pos.PLACE for end in ends(self.table, s)}

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
            retreats = self.crowd.ends(s, self.crowd.standings)
            found |= {(0, 0, table.without_shot(at | pos.IMMUNE, at)) for at in retreats}
            self.landed |= {table.space[at] for at in retreats}
        return [(cost, brought, self._post(after)) for cost, brought, after in found if brought or after != s]

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
        posts = [post for post in self.posts.values() if post.is_hurdle == is_exact]
        self.sought = [(post, found) for post in posts if (found := post.ends[is_pushing] & wanted)]
        self.needs = self._trace_back([(0, post) for post, _ in self.sought])
        self.asked, self.narrowed = {}, {}

    def needs_after(self, figures: pos.Figures) -> Needs:
        """Returns the least pools once figures stand so, those that were slapped for good; empty: no hope.

        Figures that are asked for often are looked at closely: which ends they leave open now, and which
        after another push. Before any push there are only the latter: the others have been looked for alone.
        """
        asked = self.asked[figures] = self.asked.get(figures, -1) + 1
        is_first = figures == self.figures and self.table.options.slap_limit != "unlimited"
        if not asked and not is_first:
            self.narrowed[figures] = self.needs if self._goals(self.crowd.from_here(figures)) else []
        elif not asked or (asked > SELDOM + self.effort * 3 // 10 and self.narrowed[figures] is self.needs):
            ways = self.crowd.ways[figures]
            later = self.crowd.from_here(figures)[len(ways) :]
            work = self._before_push(figures, later)
            self.narrowed[figures] = self._trace_back(work if is_first else work + self._goals(ways))
        return self.narrowed[figures]

    def _goals(self, standings: list[int]) -> list[Goal]:
        """Lists the posts with ends looked for in any of some standings."""
        find = self.crowd.ends
        return [(0, post) for post, wanted in self.sought if wanted & find(post.position, standings)]

    def _before_push(self, figures: pos.Figures, later: list[int]) -> list[Goal]:
        """Lists by post what it takes to slap a figure there, and to go on as the standings after it need.

        Where all of these with an end ask for some figure to be slapped, that one alone counts.
        """
        table, found = self.table, list[Goal]()
        which = ~table.pushed[self.crowd.ways[figures][0] >> pos.WORLD]
        for standing in later:
            pushed = table.pushed[standing >> pos.WORLD]
            if which & ~pushed and self._goals([standing]):
                which &= pushed
        which = which & -which or -1
        chosen = [i for i in range(len(figures)) if which >> i & 1 and can_be_slapped(table, i, figures[i])]
        spaces = {table.space[figures[i] & pos.PLACE] for i in chosen}
        needs = self._trace_back(self._goals(later)) if spaces else []
        for post in self.posts.values() if spaces else ():
            if post.position & pos.STANCE in (pos.HURT, pos.FINISHED):
                continue
            near = in_reach(table, table.space[post.position & pos.PLACE])
            costs = [(near[space][0] + 1) * pos.SLAP for space in spaces if space in near]
            if table.card == pos.SMASHER:  # whose Slaps bring a Movement: counted as a step of its own
                costs = [0]
            found += [(need + cost, post) for cost in costs for need in needs[post.number]]
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
