"""What slapping figures about, or freeing Teensies on the way, might change about the ends of a turn.

Most ends have nothing to do with that, and a search that pushes nobody finds them. An exact search that may
push everybody is slow: every way the figures could stand is a world of its own. So this asks first, by bounds
that allow more than the rules do: which ends could pushes open at all (`open_ends`), how must the figures
stand for each (`needs`), can Slaps bring that about (`openings`), and from which pools does a turn get
there (`useful`)? What passes all four is left to an exact search, which then has few worlds to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.aims import ANYHOW, Aims, Opening
from companion.games.rayman.search.bounds import gains_by_detours
from companion.games.rayman.search.crowd import Crowds
from companion.games.rayman.search.ends import is_off_obstacles, rests
from companion.games.rayman.search.hunt import Hunt
from companion.games.rayman.search.limits import Figures, Limits
from companion.games.rayman.search.needs import Need, Needs, needs_of
from companion.games.rayman.search.places import displacements, retreats, ways_off_obstacle
from companion.games.rayman.search.pushing import Pushing
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, STANDING, Node


class Vicinity(Aims):
    """Where the other figures might get to, and which ends that might open."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._openable: dict[Space, bool] = {}

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
        yield opening._replace(is_tried=bool(direct.crowds))
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
            figures: frozenset().union(*(self.needs.posts[end, need] for need in met))
            for figures, met in way.met.items()
        }
        return Opening(way.leads, posts, way.spots, is_direct)

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
    def needs(self) -> Needs:
        """What each end needs of the other figures."""
        spends_all = self.turn.player.legendary == "smasher"
        return needs_of(self.figureless, vague=self.vague, spends_all=spends_all)

    @cached_property
    def crowds(self) -> Crowds:
        """How the other figures could come to stand."""
        spends_all = self.turn.player.legendary == "smasher"
        return Crowds(Pushing(self.figureless, spends_all=spends_all))

    def _around(self, node: Node, *, is_all: bool = False) -> set[Space]:
        """Lists ends of a node that the figures, where they stood at first, do not leave open; or all."""
        p, level = node.p, node.level
        if node.stance == FINISHED:
            return {(p, level)} if is_all else set()
        options = self.turn.options
        found: set[Space] = set()
        if node.stance == HURT or (node.stance == HURDLE and options.obstacle_mode == "stop_only"):
            walls_stop = options.walls_stop_retreat
            low = max(p - options.damage_retreat, 0)
            for q in range(low, p + 1) if walls_stop else (low,):
                found.update(self._back_from(q))
            usual = retreats(self.table, p, level, options.damage_retreat, walls_stop=walls_stop)
            found = found | {*usual} if is_all else found - {*usual}
        if node.stance == HURDLE:
            # Who has a Heart there is not hurt, and is put elsewhere.
            usual = ways_off_obstacle(self.table, p)
            found |= {*self._back_from(p), *usual} if is_all else {*self._back_from(p)} - {*usual}
        if node.stance in (HURT, HURDLE):
            return found
        space = (p % self.columns, level)
        if node.stance not in STANDING or space == self.turn.boss:
            return found
        if is_all or space in self.movable or space in self.turn.projectiles:
            found.add((p, level))
        if space in self.maybe_taken:
            for (q, at), full in self._beside(p, level).items():
                found.add((q, at))
                if (q % self.columns, at) in self.board.enemies:
                    found |= self._back_from(max(q - options.damage_retreat, 0), full=full).keys()
            if space in self.first_taken and space[0] and not is_all:
                # Beside an enemy only who has a Heart, or has defeated it, ends as usual.
                usual = displacements(self.table, p, level)
                found -= {(q, at) for q, at in usual if (q % self.columns, at) not in self.board.enemies}
        return found
