"""What slapping figures about, or freeing Teensies on the way, might change about the ends of a turn.

Most ends have nothing to do with that, and a search that pushes nobody finds them. An exact search that may
push everybody is slow: every way the figures could stand is a world of its own. So this asks first, by bounds
that allow more than the rules do: which ends could pushes open at all (`open_ends`), how must the figures
stand for each (`needs`), can Slaps bring that about (`openings`), and from which pools does a turn get
there (`useful`)? What passes all four is left to an exact search, which then has few worlds to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import ICONS, Turn
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.backwards import Held, joined
from companion.games.rayman.search.chart import Chart
from companion.games.rayman.search.crowd import Crowds, Spots
from companion.games.rayman.search.ends import is_off_obstacles, rests
from companion.games.rayman.search.helping import NEVER
from companion.games.rayman.search.hunt import Hunt
from companion.games.rayman.search.limits import Figures, Leads, Limits
from companion.games.rayman.search.needs import Need, Needs, needs_of
from companion.games.rayman.search.places import Spaces, displacements, retreats, ways_off_obstacle
from companion.games.rayman.search.pushing import Pushing
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, STANDING, Node
from companion.games.rayman.search.room import Room
from companion.games.rayman.search.straight import Straight
from companion.games.rayman.search.useful import Sources, Useful, UsefulOnChart
from companion.games.rayman.search.walk import Search

DETOUR_FROM = {"weaver": ("crouch", 3), "smasher": ("slap", 0), "scrambler": ("jump", 6)}
"""How much of what lets a Legendary card gain Movements a detour takes to pay.

A detour to another column and back costs two Movements. A Weaver gains one a Crouch, a Scrambler one for two
Jumps; a Smasher's gains depend on what is in reach, so that every detour of his is looked at.
"""


def gains_by_detours(turn: Turn) -> bool:
    """Tells whether going away and back over a defeated enemy might bring more Movements than it takes."""
    if turn.player.legendary not in DETOUR_FROM:
        return False
    icon, least = DETOUR_FROM[turn.player.legendary]
    tokens = [name for token in turn.drawn for name in token]
    return sum(turn.pool.get(name, 0) + tokens.count(name) for name in (icon, "lums")) >= least


def with_gains(turn: Turn) -> Turn:
    """Holds every drawn token from the start."""
    pool = dict(turn.pool)
    for token in turn.drawn:
        for icon in token:
            pool[icon] = pool.get(icon, 0) + 1
    extra = {"weaver": "crouch", "smasher": "slap", "scrambler": "jump"}.get(turn.player.legendary or "")
    if extra:
        gained = pool.get(extra, 0) + pool.get("lums", 0)
        # In the middle of a turn a Scrambler may have taken the first of two Jumps already.
        gained += extra == "jump" and turn.stance is not None
        pool["move"] = pool.get("move", 0) + (gained if extra == "crouch" else gained // 2)
    return msgspec.structs.replace(
        turn, pool={icon: pool[icon] for icon in ICONS if pool.get(icon)}, drawn=()
    )


class Opening(NamedTuple):
    """How pushes may make a turn end somewhere."""

    crowds: Leads | None
    """How the figures may stand on the way; None is: anyhow."""
    posts: set[Post] | None
    """Where the turn comes from that ends there; None is: not known."""
    posts_of: dict[Figures, frozenset[Post]]
    """The same by how the figures stand then."""
    spots: dict[Figures, dict[Figures, Spots]]
    """From how the figures stand to how they may stand after a push: where the player is for that."""
    is_likely: bool = False
    """Whether it is worth a quick look before another one that leaves nothing out."""
    is_tried: bool = False
    """Whether that quick look was all there is to see quickly."""


ANYHOW = Opening(None, None, {}, {})


class Vicinity(Room):
    """Where the other figures might get to, and which ends that might open."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._openable: dict[Space, bool] = {}

    def is_orderly(self) -> bool:
        """Tells whether the table plays by options that leave the short cuts of this module sound."""
        options = self.turn.options
        is_usual = options.damage_ends_turn and options.heart_optional and not options.heart_gives_immunity
        is_once = options.legendary_once and self.turn.player.legendary is not None
        return is_usual and not is_once and not options.perches

    @cached_property
    def can_forget(self) -> bool:
        """Whether what lies behind need not be remembered: nobody comes round the whole board to it."""
        return self.chart.pools.most_moves < self.columns

    def may_finish(self) -> bool:
        """Tells whether Teensies freed on the way might make this turn the last lap's end."""
        held = len(set(self.turn.player.freed))
        free = sum(colour not in self.turn.player.freed for colour, _ in self.board.teensies)
        return held < 3 <= held + free and self._is_line_near()

    def enemies_beside(self, figures: int, corridor: tuple[int, int] | None = None) -> int:
        """Returns the enemies onto which who rests on a figure could be displaced, there or anywhere."""
        places = {place for number in range(len(self.turn.others)) for place in self.beside(number, figures)}
        spaces = {(p % self.columns, level) for p, level in places}
        if corridor:
            # The figures may be on another lap.
            columns = {p % self.columns for p in range(corridor[0], corridor[1] + 1)}
            spaces = {space for space in spaces if space[0] in columns}
        return sum(1 << index for index, space in enumerate(self.board.enemies) if space in spaces)

    def beside(self, number: int, figures: int) -> set[Space]:
        """Lists where who rests on a figure could be put, the figures named being slapped about."""
        if not figures:
            tables = (self.table, self.table._replace(projectiles=frozenset()))
            return {place for table in tables for place in displacements(table, *self.turn.others[number].at)}
        spaces = self.possible[number] if figures >> number & 1 else [self.turn.others[number].at]
        return {place for p, level in spaces for place in self._beside(p, level)}

    @cached_property
    def charted(self) -> set[Space]:
        """Every end that the chart leaves possible, whatever becomes of the figures."""
        ends: set[Space] = set()
        for node in self.chart.nodes:
            ends |= self._around(node, is_all=True)
        return ends

    @cached_property
    def finish_ends(self) -> set[Space]:
        """The ends that Teensies freed on the way might open: each of them takes a Slap."""
        if not self.may_finish():
            return set()
        pools = self.figureless.pools
        able = pools.at_least("slap", 3 - len(set(self.turn.player.freed)))
        nodes = self.figureless.nodes.items()
        return {(node.p, node.level) for node, bits in nodes if node.stance == FINISHED and bits & able}

    def open_ends(self) -> set[Space]:
        """Lists the ends that pushes might open."""
        found: set[Space] = set()
        if not self.movable:
            return found
        # A Smasher's Slap on a figure is spent on the chart already, for the Movement that it brings.
        spare = self.chart.pools.at_least("slap", 0 if self.turn.player.legendary == "smasher" else 1)
        is_vague = bool(self.vague)
        for node, bits in self.chart.nodes.items():
            if bits & spare:
                found |= self._around(node, is_all=is_vague)
        return found

    def openings(
        self, end: Space, among: int = -1, fits: Callable[[Figures], bool] | None = None
    ) -> Iterator[Opening]:
        """Lists what pushes may open the way to an end."""
        if not self.is_orderly() or self.turn.options.slap_limit == "unlimited":
            yield ANYHOW
            return
        needs = self.needs.slaps.get(end, {})
        if fits is not None or self.turn.player.legendary == "smasher":
            # Pushes are for their own sake: claimed, or for the Movements that they bring.
            yield self._opening_of(end, needs, among, fits or (lambda _: True))
            return
        met = self.crowds.met_at_first(needs)
        unmet = {need: needs[need] for need in needs if need not in met}
        direct = self._opening_of(end, self.crowds.easiest(unmet), among, is_direct=True)
        if direct.crowds:
            yield direct
        opening = self._opening_of(end, unmet, among)
        yield opening._replace(is_tried=opening.crowds == direct.crowds)
        if met and self.vague and self.may_open(end):
            yield self._opening_of(end, {need: needs[need] for need in met}, among)

    def _opening_of(
        self,
        end: Space,
        needs: dict[Need, int],
        among: int,
        fits: Callable[[Figures], bool] | None = None,
        *,
        is_direct: bool = False,
    ) -> Opening:
        way = self.crowds.leading_to(needs, among, fits, is_direct=is_direct)
        posts = {
            figures: frozenset().union(*(self.needs.posts[end, need] for need in needs))
            for figures, needs in way.met.items()
        }
        return Opening(way.leads, set().union(*posts.values()), posts, way.spots, is_direct)

    def may_open(self, end: Space) -> bool:
        """Tells whether a turn might end where no push is needed, were projectiles pushed away or not."""
        if end not in self._openable:
            self._openable[end] = self._may_open(end)
        return self._openable[end]

    def _may_open(self, end: Space) -> bool:
        if gains_by_detours(self.turn):
            return True
        useful = self.useful([end], 0)
        limits = Limits(
            figures=0,
            teensies=0,
            late_enemies=0,
            forgets=self.can_forget,
            forgets_far=True,
            vague=self.vague,
            targets=frozenset({end}),
            corridor=(end[0], useful.farthest),
            useful=useful,
        )
        if end in self.finish_ends:
            finishing = limits._replace(teensies=-1, forgets=False, finishes=True)
            if Hunt(self.turn, finishing, is_loose=True, like=self.chart).found:
                return True
        ends = [rest for rest in rests(self.figureless, is_gentle=True) if rest.at == end]
        if self.may_finish():
            ends = [rest for rest in ends if rest.node.stance != FINISHED]
        if not is_off_obstacles(ends):
            hunt = Hunt(self.turn, limits, is_loose=True, like=self.chart)
            if hunt.found:
                return True
            ends = [rest for rest in rests(hunt, is_gentle=True) if rest.at == end]
        if not ends:
            return False
        useful = self.useful([end], 0, off_obstacles=is_off_obstacles(ends))
        limits = limits._replace(forgets=False, late_enemies=-1, useful=useful)
        return bool(Hunt(self.turn, limits, is_exact=True, is_loose=True, like=self.chart).found)

    @cached_property
    def vague(self) -> Spaces:
        """Projectiles that a pushed figure might remove, so that the player finds them gone."""
        if self.turn.options.slap_limit == "unlimited":
            return frozenset(self.turn.projectiles) if self.movable else frozenset()
        beside = {
            ((column + by) % self.columns, below)
            for column, level in self.movable
            for by in (1, -1)
            for below in range(1, level + 1)
        }
        return frozenset(self.turn.projectiles) & (beside | self.maybe_taken)

    @cached_property
    def likely(self) -> Search:
        """A search beyond which nothing leads without slapping a figure or freeing a Teensy."""
        limits = Limits(teensies=0, figures=0, tokens="held", late_enemies=0)
        return self._bound(limits)

    @cached_property
    def figureless(self) -> Search:
        """A search that slaps no figures, and beyond which no turn comes that does.

        Figures do not stand in the way and a Slap only costs, so whatever node a turn comes to, it comes
        there without slapping figures too, and with a Slap to spare. Only a Smasher gains by such Slaps, and
        only a pushed figure that removes a projectile opens a way.
        """
        if not self.vague and not self.may_finish():
            return self.likely
        limits = Limits(teensies=0, figures=0, tokens="held", late_enemies=0)
        return self._bound(limits._replace(vague=self.vague, may_finish=self.may_finish()))

    def _bound(self, limits: Limits) -> Search:
        limits = limits._replace(forgets=self.can_forget)
        if gains_by_detours(self.turn):
            return Search(with_gains(self.turn), limits=limits)
        return Search(self.turn, limits=limits, like=self.chart)

    @cached_property
    def needs(self) -> Needs:
        """What each end needs of the other figures."""
        spends_all = self.turn.player.legendary == "smasher"
        return needs_of(self.figureless, vague=self.vague, spends_all=spends_all)

    @cached_property
    def crowds(self) -> Crowds:
        """How the other figures could come to stand."""
        spends_all = self.turn.player.legendary == "smasher"
        return Crowds(Pushing(self.figureless, spends_all=spends_all))

    def _is_line_near(self) -> bool:
        p = self.turn.player.at[0]
        most = with_gains(self.turn).pool
        moves = sum(most.get(icon, 0) for icon in ("move", "glide", "crouch", "heart", "lums"))
        return any(q % self.columns == 0 for q in range(max(p - moves, 0) + 1, p + moves + 1))

    def _around(self, node: Node, *, is_all: bool = False) -> set[Space]:
        """Lists ends of a node that the figures, where they stood at first, do not leave open; or all."""
        p, level = node.p, node.level
        if node.stance == FINISHED:
            return {(p, level)} if is_all else set()
        options = self.turn.options
        found: set[Space]
        usual: set[Space]
        if node.stance in (HURT, HURDLE):
            found, usual = set(), set()
            if node.stance == HURT or options.obstacle_mode == "stop_only":
                walls_stop = options.walls_stop_retreat
                usual.update(retreats(self.table, p, level, options.damage_retreat, walls_stop=walls_stop))
                low = max(p - options.damage_retreat, 0)
                for q in range(low, p + 1) if walls_stop else (low,):
                    found.update(self._back_from(q))
            if node.stance == HURDLE:
                usual.update(ways_off_obstacle(self.table, p))
                found.update(self._back_from(p))
            return found | usual if is_all else found - usual
        space = (p % self.columns, level)
        if node.stance not in STANDING or space == self.turn.boss:
            return set()
        found = set()
        if is_all or space in self.movable or space in self.turn.projectiles:
            found.add((p, level))
        if space in self.maybe_taken:
            for (q, at), full in self._beside(p, level).items():
                found.add((q, at))
                if (q % self.columns, at) in self.board.enemies:
                    found |= self._back_from(max(q - options.damage_retreat, 0), full=full).keys()
            if space in self.first_taken and space[0] and not is_all:
                found -= set(displacements(self.table, p, level))
        return found

    @cached_property
    def chart(self) -> Chart:
        """The chart of the turn."""
        return Chart(self.turn, may_finish=self.may_finish(), figures=self.maybe_taken)

    def useful(
        self,
        targets: Iterable[Space],
        figures: int,
        posts: set[Post] | None = None,
        *,
        off_obstacles: bool = False,
    ) -> UsefulOnChart:
        """Returns the pools from which a turn may come to the targets, the figures named being in play.

        Where it is known from which `posts` that is, it need not be found out. It may be `off_obstacles`
        only, which takes all Movements.
        """
        every, most = self.chart.pools.all, self.chart.pools.most_moves
        by_moves = [every, *([0 if off_obstacles else every] * most)]
        is_source = self._source_test(set(targets), figures, posts, off_obstacles=off_obstacles)
        sources = {node[1:]: by_moves for node in self.chart.nodes if is_source(node)}
        return self.chart.towards(lambda _: sources, spends_all=off_obstacles)

    def _source_test(
        self, wanted: set[Space], figures: int, posts: set[Post] | None, *, off_obstacles: bool
    ) -> Callable[[Node], bool]:
        low = min(p for p, _ in wanted)
        high = max(self.farthest_source(p) for p, _ in wanted)
        retreat, walls_stop = self.turn.options.damage_retreat, self.turn.options.walls_stop_retreat
        gone = {(p % self.columns, level) for p, level in wanted}
        cleared = self.table._replace(projectiles=self.table.projectiles - gone)
        taken = self.maybe_taken if figures else self.first_taken
        is_known = not figures and self.turn.options.obstacle_mode == "enter"

        def is_source(node: Node) -> bool:
            _, p, level, stance = node
            if off_obstacles and stance != HURDLE:
                return False
            if posts is not None:
                return node[1:] in posts
            if (stance == FINISHED or stance in STANDING) and (p, level) in wanted:
                return True
            if not low <= p <= high:
                return False
            if stance == HURT:
                found = retreats(self.table, p, level, retreat, walls_stop=walls_stop) if is_known else []
                return not is_known or not wanted.isdisjoint(found)
            if stance == HURDLE:
                tables = (self.table, cleared)
                return not is_known or any(wanted & set(ways_off_obstacle(table, p)) for table in tables)
            return stance in STANDING and (p % self.columns, level) in taken

        return is_source

    def useful_before(
        self, useful: Useful, opening: Opening, *, off_obstacles: bool = False
    ) -> UsefulOnChart | None:
        """Returns the pools from which a turn may come to where it pushes a figure, and on from there."""
        if not self._pushes_in_place(opening):
            return None
        spots = _cheapest(spots for here in opening.spots.values() for spots in here.values())
        return self.chart.towards(self._pushes([(spots, useful)]), spends_all=off_obstacles)

    def _pushes_in_place(self, opening: Opening) -> bool:
        """Tells whether pushes have their places; a Smasher gains by any, which the chart counts already."""
        return bool(opening.crowds) and self.turn.player.legendary != "smasher"

    def _pushes(self, ways: list[tuple[Spots, Useful]]) -> Sources:
        """Returns with which pools pushes in some places lead on to what is useful then."""
        pools = self.chart.pools

        def sources(drawn: int) -> Held:
            found: Held = {}
            for spots, useful in ways:
                for space, slaps in spots.items():
                    push = pools.spend("slap", slaps)
                    for post in self._posts_in.get(space, ()):
                        by_moves = useful.at(post, drawn)
                        if by_moves:
                            before = [push.before(bits) for bits in by_moves]
                            found[post] = joined(before, found[post]) if post in found else before
            return found

        return sources

    @cached_property
    def _posts_in(self) -> dict[Space, list[Post]]:
        """The posts from which figures can be pushed, by their spaces."""
        found: dict[Space, list[Post]] = {}
        for p, level, stance in self.chart.most_at:
            if stance not in (HURT, FINISHED):
                found.setdefault((p % self.columns, level), []).append((p, level, stance))
        return found

    @cached_property
    def straight(self) -> Straight:
        """The straight ways of the turn."""
        # What may be gained by detours is in the likely search from the start, but not in others.
        bound = self.chart if gains_by_detours(self.turn) else self.likely
        return Straight(self.turn, bound.most_at, like=self.chart)

    def straight_to(self, ends: set[Space], opening: Opening, *, draws: bool) -> Callable[[Figures], Useful]:
        """Returns, by how the figures stand, the pools from which straight ways lead to ends."""
        straight, leads = self.straight, opening.crowds
        if not leads or not self._pushes_in_place(opening):
            sources = straight.before(ends)
            useful = straight.towards(lambda _: sources, draws=draws)
            return lambda _: useful

        @cache
        def after(posts: frozenset[Post]) -> Useful:
            every = [self.chart.pools.all] * (self.chart.pools.most_moves + 1)
            return straight.towards(lambda _: dict.fromkeys(posts, every), draws=draws)

        @cache
        def before(*crowds: Figures) -> Useful:
            by_use: dict[Useful, list[Spots]] = {}
            for figures in crowds:
                for later, spots in opening.spots.get(figures, {}).items():
                    if leads.get(later, NEVER) < leads[figures]:
                        by_use.setdefault(useful_in(later, leads[later]), []).append(spots)
            ways = [(_cheapest(spots), useful) for useful, spots in by_use.items()]
            return straight.towards(self._pushes(ways), draws=draws)

        def useful_in(figures: Figures, slaps: int) -> Useful:
            if not slaps:
                return after(opening.posts_of[figures])
            return before(*(crowd for crowd, least in leads.items() if least == slaps))

        return lambda figures: before(figures) if leads[figures] else after(opening.posts_of[figures])


def _cheapest(all_spots: Iterable[Spots]) -> Spots:
    """Returns where pushes can be made, and the least that they cost there."""
    found: Spots = {}
    for spots in all_spots:
        for space, cost in spots.items():
            found[space] = min(cost, found.get(space, cost))
    return found
