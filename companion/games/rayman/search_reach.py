"""Every space where a turn can come to rest, found by closing in from both sides.

A quick search that draws no tokens and slaps no figures gives ends that are certain; a loose one, which holds
all tokens from the start, gives ends beyond which nothing can be. Only what lies between is hunted for by the
exact search, with just the figures in play that could matter there (search_vicinity).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search import FINISHED, HURDLE, HURT, STANDING, Limits, Node, Search, World
from companion.games.rayman.search_ends import Rest, rests, rests_of
from companion.games.rayman.search_nodes import Leads
from companion.games.rayman.search_steps import Steps
from companion.games.rayman.search_trace import is_held, is_sound, trace
from companion.games.rayman.search_vicinity import Vicinity, gains_by_detours

QUICK = 300
"""How many nodes a quick hunt goes on from."""
FIRST = 1000
"""More than a world can change."""

ENDING = (*STANDING, HURT, HURDLE, FINISHED)
"""Stances in which a turn ends; on another figure's head it ends in the air as well."""


class Hunt(Search):
    """A search for certain ends only, that stops when it has them all."""

    found: dict[Space, Rest]

    def __init__(
        self,
        turn: Turn,
        limits: Limits,
        *,
        is_exact: bool = False,
        like: Steps | None = None,
        effort: int | None = None,
    ) -> None:
        self.effort = effort
        self.found = {}
        self._sought = set(limits.targets)
        super().__init__(turn, limits=limits, is_exact=is_exact, like=like)

    def is_done(self) -> bool:
        """Tells whether all targets are found, or the effort is spent."""
        if self.effort is not None:
            self.effort -= 1
            return self.effort < 0 or not self._sought
        return not self._sought

    def _rank(self, world: World) -> int:
        """Lets worlds come first where the figures stand right; then those that have changed most."""
        return -super()._rank(world) - (FIRST if self._lead(world.figures) else 0)

    def _arrived(self, node: Node, fresh: int, moves: int) -> None:
        if self._corridor and not self._corridor[0] <= node.p <= self._corridor[1]:
            return
        if not (node.stance in ENDING or self.options.perches):
            return
        for rest in rests_of(self, node, fresh, moves):
            if rest.at in self._sought and rest.is_certain:
                accepted = self.accepts(rest)
                if accepted:
                    self._sought.discard(rest.at)
                    self.found[rest.at] = accepted

    def accepts(self, rest: Rest) -> Rest | None:
        """Returns the rest, or the part of it, that is wanted."""
        if self.limits.forgets and not is_sound(self.turn, trace(self, rest)):
            return None
        return rest


def reach(turn: Turn, vicinity: Vicinity | None = None) -> frozenset[Space]:
    """Returns every place where the turn can end, damage retreats included."""
    vicinity = vicinity or Vicinity(turn)
    if not vicinity.is_orderly():
        return _reach_fully(turn)
    found = _certain_ends(vicinity)
    everybody = -1 if turn.player.legendary == "smasher" else 0
    for cluster in _clusters(likely_ends(vicinity) - found):
        _hunt(vicinity, found, cluster, 0)
        if everybody and not found.issuperset(cluster):
            _hunt(vicinity, found, cluster - found, everybody)
    open_ends = vicinity.open_ends()
    for end in sorted(open_ends.keys() - found):
        may_finish = open_ends[end]
        for crowds in vicinity.crowds_for(end):
            if may_finish or crowds is None or crowds:
                _hunt(vicinity, found, {end}, pushed_in(crowds), may_finish, crowds=crowds)
            if end in found:
                break
    return frozenset(found)


def pushed_in(crowds: Leads | None) -> int:
    """Returns the figures that are slapped about in some crowds; all, if it may be any crowd."""
    if crowds is None:
        return -1
    marks = {number for figures in crowds for number, figure in enumerate(figures) if figure.slapped}
    return sum(1 << number for number in marks)


def _clusters(targets: set[Space]) -> list[set[Space]]:
    """Groups targets that are close together, so that each hunt looks in one direction."""
    clusters: list[set[Space]] = []
    last = -10
    for target in sorted(targets):
        if target[0] - last > 2:
            clusters.append(set())
        clusters[-1].add(target)
        last = target[0]
    return clusters


def _reach_fully(turn: Turn) -> frozenset[Space]:
    """Searches everything, for tables whose options break the short cuts."""
    search = Search(turn)
    found = {rest.at for rest in rests(search) if rest.is_certain}
    unsure = {rest.at for rest in rests(search)} - found
    if unsure:
        found |= {rest.at for rest in rests(Search(turn, is_exact=True))}
    return frozenset(found)


def _certain_ends(vicinity: Vicinity) -> set[Space]:
    """Finds ends that need no drawn token, and no Slap but on a figure that stands there.

    The search for likely ends holds all tokens from the start: who has their icons left has not needed them,
    unless others have come in for them since.
    """
    turn, search = vicinity.turn, vicinity.likely
    fewest, spared, slaps = 0, search.pools.all, 0
    gains_on_the_way = turn.player.legendary not in (None, "dasher", "drifter")
    if gains_on_the_way or any(len(effect) > 1 for effect in search.token_effects):
        strikes = turn.player.legendary == "smasher"
        limits = Limits(teensies=0, figures=0, tokens="none", late_enemies=0, strikes=strikes, forgets=True)
        search = Search(turn, limits=limits, like=vicinity.chart)
    else:
        drawn = [icon for token in turn.drawn for icon in token if icon != "lums"]
        fewest, slaps = drawn.count("move"), drawn.count("slap")
        for icon in {*drawn} - {"move"}:
            spared &= search.pools.at_least(icon, drawn.count(icon))
    found: set[Space] = set()
    for rest in (*rests(search), *_cleared(search, slaps)):
        if rest.at in found or not rest.is_certain or (rest.node.stance == HURDLE and turn.drawn):
            continue
        spare = rest._replace(bits=rest.bits & spared, fewest=fewest)
        if spare.bits and is_held(search, spare) and is_sound(turn, trace(search, spare)):
            found.add(rest.at)
    return found


def _cleared(search: Search, spared: int) -> Iterator[Rest]:
    """Lists rests on the space of a figure that is slapped off it in the end, some Slaps being spared."""
    places = {(other.at[0] % search.columns, other.at[1]): n for n, other in enumerate(search.turn.others)}
    able = search.pools.at_least("slap", search.slap_effect(0, 0)[0] + spared)
    for node, bits in search.nodes.items():
        space = (node.p % search.columns, node.level)
        number = places.get(space)
        if number is None or node.stance not in STANDING or not bits & able or space == search.turn.boss:
            continue
        world = search.worlds[node.world]
        if space in world.projectiles or not search.can_slap(number, world.figures[number]):
            continue
        pushed = [end for by in (1, -1) for end, _ in search.outcomes(world, number, by, space)]
        if any((end.p % search.columns, end.level) != space for end in pushed):
            yield Rest((node.p, node.level), node, bits & able, True, ())


def likely_ends(vicinity: Vicinity) -> set[Space]:
    """Finds ends beyond which nothing leads without slapping a figure or freeing a Teensy."""
    return {rest.at for rest in rests(vicinity.likely, is_gentle=True)}


def _hunt(
    vicinity: Vicinity,
    found: set[Space],
    targets: set[Space],
    figures: int,
    may_finish: bool = False,
    *,
    crowds: Leads | None = None,
) -> None:
    """Adds those of the targets that can really be reached."""
    turn = vicinity.turn
    forgets = not gains_by_detours(turn) and not figures and not may_finish
    is_smasher = turn.player.legendary == "smasher"
    limits = Limits(
        figures=figures,
        crowds=crowds,
        teensies=-1 if may_finish or is_smasher else 0,
        late_enemies=-1 if is_smasher else vicinity.enemies_beside(figures),
        forgets=forgets,
        targets=frozenset(targets),
        corridor=(min(p for p, _ in targets), max(vicinity.farthest_source(p) for p, _ in targets)),
        useful=vicinity.useful(targets, figures),
    )
    hunt = Hunt(turn, limits, like=vicinity.chart)
    found |= set(hunt.found)
    unsure = _unsure(hunt, targets - found)
    unsound = ({rest.at for rest in rests(hunt)} & targets) - found - unsure
    if forgets and vicinity.vague:
        # One look that holds for figures pushed or not spares two.
        unsure = {end for end in unsure if vicinity.may_open(end)}
        unsound = {end for end in unsound if vicinity.may_open(end)}
    if forgets and unsound:
        hunt = Hunt(turn, limits._replace(targets=frozenset(unsound), forgets=False), like=vicinity.chart)
        found |= set(hunt.found)
        unsure |= _unsure(hunt, unsound - found)
    if unsure:
        exact = limits._replace(targets=frozenset(unsure), forgets=False, late_enemies=-1)
        found |= set(Hunt(turn, exact, is_exact=True, like=vicinity.chart).found)


def _unsure(hunt: Hunt, ends: set[Space]) -> set[Space]:
    """Returns the ends that a hunt comes to with more Movements than it should, if at all."""
    return {rest.at for rest in rests(hunt) if not rest.is_certain} & ends
