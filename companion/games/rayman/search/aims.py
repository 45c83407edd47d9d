"""From which pools a turn may come to some ends, and from which it gets there straight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.backwards import Held, joined
from companion.games.rayman.search.bounds import Bounds, gains_by_detours
from companion.games.rayman.search.crowd import Spots
from companion.games.rayman.search.helping import NEVER
from companion.games.rayman.search.limits import Figures, Leads
from companion.games.rayman.search.places import retreats, ways_off_obstacle
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, STANDING, Node
from companion.games.rayman.search.straight import Straight
from companion.games.rayman.search.useful import Sources, Useful, UsefulOnChart


class Opening(NamedTuple):
    """How pushes may make a turn end somewhere."""

    crowds: Leads | None
    """How the figures may stand on the way; None is: anyhow."""
    posts_of: dict[Figures, frozenset[Post]]
    """By how the figures stand then: where the turn comes from that ends there."""
    spots: dict[Figures, dict[Figures, Spots]]
    """From how the figures stand to how they may stand after a push: where the player is for that."""
    is_likely: bool = False
    """Whether it is worth a quick look before another one that leaves nothing out."""
    is_tried: bool = False
    """Whether such a quick look was taken before, in vain."""

    @property
    def posts(self) -> set[Post] | None:
        """Where the turn comes from that ends there; None is: not known."""
        return None if self.crowds is None else set().union(*self.posts_of.values())


ANYHOW = Opening(None, {}, {})

MANY_POOLS = 5000
"""So many that to look back for straight ways takes longer than to look ahead: a Sneaker's."""
PATIENCE = 50
MORE_PATIENCE = 200


class Aims(Bounds):
    """What a search for some ends keeps to."""

    @property
    def patience(self) -> int:
        """How many nodes a quick hunt goes on from without finding anything, before it is given up."""
        return PATIENCE if self.straight_kinds else MORE_PATIENCE

    @cached_property
    def straight_kinds(self) -> tuple[bool, ...]:
        """Which straight ways are worth looking for, the first ones first: those that draw tokens or not."""
        if self.chart.pools.all.bit_length() >= MANY_POOLS:
            return ()
        return (False, True) if self.turn.drawn else (False,)

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
        return self.chart.towards(self.pushes([(spots, useful)]), spends_all=off_obstacles)

    def _pushes_in_place(self, opening: Opening) -> bool:
        """Tells whether pushes have their places; a Smasher gains by any, which the chart counts already."""
        return bool(opening.crowds) and self.turn.player.legendary != "smasher"

    def pushes(self, ways: list[tuple[Spots, Useful]]) -> Sources:
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
        if opening.crowds and self._pushes_in_place(opening):
            return StraightByCrowd(self, opening, opening.crowds, draws=draws)
        sources = self.straight.before(ends)
        useful = self.straight.towards(lambda _: sources, draws=draws)
        return lambda _: useful


class StraightByCrowd:
    """The pools from which straight ways lead to pushes, and on from there to the ends that they open."""

    def __init__(self, aims: Aims, opening: Opening, leads: Leads, *, draws: bool) -> None:
        self._aims = aims
        self._opening = opening
        self._leads = leads
        self._towards = partial(aims.straight.towards, draws=draws)
        self._after: dict[frozenset[Post], Useful] = {}
        self._before: dict[tuple[Figures, ...], Useful] = {}

    def __call__(self, figures: Figures) -> Useful:
        """Returns what is of use as the figures stand."""
        return self._before_pushes((figures,)) if self._leads[figures] else self._after_pushes(figures)

    def _after_pushes(self, figures: Figures) -> Useful:
        posts = self._opening.posts_of[figures]
        if posts not in self._after:
            pools = self._aims.chart.pools
            sources = dict.fromkeys(posts, [pools.all] * (pools.most_moves + 1))
            self._after[posts] = self._towards(lambda _: sources)
        return self._after[posts]

    def _before_pushes(self, crowds: tuple[Figures, ...]) -> Useful:
        """Returns what is of use for the next push of any of some crowds."""
        if crowds not in self._before:
            by_use: dict[Useful, list[Spots]] = {}
            for figures in crowds:
                for later, spots in self._opening.spots.get(figures, {}).items():
                    if self._leads.get(later, NEVER) < self._leads[figures]:
                        by_use.setdefault(self._use_of(later), []).append(spots)
            ways = [(_cheapest(spots), useful) for useful, spots in by_use.items()]
            self._before[crowds] = self._towards(self._aims.pushes(ways))
        return self._before[crowds]

    def _use_of(self, figures: Figures) -> Useful:
        """Returns what is of use then, all crowds being alike that take as many Slaps."""
        slaps = self._leads[figures]
        if not slaps:
            return self._after_pushes(figures)
        return self._before_pushes(tuple(crowd for crowd, least in self._leads.items() if least == slaps))


def _cheapest(all_spots: Iterable[Spots]) -> Spots:
    """Returns where pushes can be made, and the least that they cost there."""
    found: Spots = {}
    for spots in all_spots:
        for space, cost in spots.items():
            found[space] = min(cost, found.get(space, cost))
    return found
