"""Every space where a turn can come to rest, found by closing in from both sides.

One search that holds all tokens from the start and slaps no figures gives ends beyond which nothing can be;
those that it comes to with the tokens' icons to spare are certain. Only what lies between is hunted for, with
just the figures and Teensies in play that could matter there (vicinity).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.aims import ANYHOW, Opening
from companion.games.rayman.search.bounds import gains_by_detours
from companion.games.rayman.search.ends import Rest, is_off_obstacles, rests
from companion.games.rayman.search.hunt import Hunt
from companion.games.rayman.search.limits import Leads, Limits
from companion.games.rayman.search.records import HURDLE, STANDING
from companion.games.rayman.search.trace import is_held, is_sound, trace
from companion.games.rayman.search.vicinity import Vicinity
from companion.games.rayman.search.walk import Search


def reach(turn: Turn, vicinity: Vicinity | None = None) -> frozenset[Space]:
    """Returns every place where the turn can end, damage retreats included."""
    vicinity = vicinity or Vicinity(turn)
    if not vicinity.is_orderly():
        return _reach_fully(turn)
    found = _certain_ends(vicinity)
    is_smasher = turn.player.legendary == "smasher"
    likely = likely_ends(vicinity)
    for cluster in _clusters(likely.keys() - found):
        off_obstacles = {end for end in cluster if is_off_obstacles(likely[end])}
        _hunt(vicinity, found, Quarry(cluster - off_obstacles))
        _hunt_exactly(vicinity, found, Quarry(off_obstacles), off_obstacles=True)
        if is_smasher:
            _hunt(vicinity, found, Quarry(cluster - found, figures=-1))
    finish = vicinity.finish_ends
    _hunt_finishes(vicinity, found, finish - found)
    for end in sorted((vicinity.open_ends() | finish) - found):
        for opening in vicinity.openings(end):
            if opening.crowds is None or opening.crowds:
                figures = pushed_in(opening.crowds)
                _hunt(vicinity, found, Quarry({end}, figures, opening))
                if end in finish - found and not opening.is_likely:
                    limits = Quarry({end}, figures, opening, finishes=True).limits(vicinity)
                    found |= set(Hunt(turn, limits, like=vicinity.chart).found)
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
        limits = Limits(teensies=0, figures=0, tokens="none", late_enemies=0, forgets=True)
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


def likely_ends(vicinity: Vicinity) -> dict[Space, list[Rest]]:
    """Finds ends beyond which nothing leads without slapping a figure or freeing a Teensy."""
    return _by_end(rests(vicinity.likely, is_gentle=True))


def _by_end(rests: Iterable[Rest]) -> dict[Space, list[Rest]]:
    found: dict[Space, list[Rest]] = {}
    for rest in rests:
        found.setdefault(rest.at, []).append(rest)
    return found


class Quarry(NamedTuple):
    """Ends to hunt for, and what is in play there."""

    ends: set[Space]
    figures: int = 0
    opening: Opening = ANYHOW
    finishes: bool = False

    def limits(self, vicinity: Vicinity, *, off_obstacles: bool = False) -> Limits:
        """Returns what a hunt may leave alone."""
        turn = vicinity.turn
        is_smasher = turn.player.legendary == "smasher"
        useful = vicinity.useful(self.ends, self.figures, self.opening.posts, off_obstacles=off_obstacles)
        before = vicinity.useful_before(useful, self.opening, off_obstacles=off_obstacles)
        corridor = (min(p for p, _ in self.ends), useful.farthest)
        return Limits(
            figures=self.figures,
            crowds=self.opening.crowds,
            teensies=-1 if self.finishes or is_smasher else 0,
            late_enemies=-1 if is_smasher else vicinity.enemies_beside(self.figures, corridor),
            forgets=vicinity.can_forget and not (gains_by_detours(turn) or self.figures or self.finishes),
            forgets_far=True,
            finishes=self.finishes,
            targets=frozenset(self.ends),
            corridor=corridor,
            useful=useful,
            useful_before=before,
        )


def _hunt(vicinity: Vicinity, found: set[Space], quarry: Quarry) -> None:
    """Adds those of some ends that can really be reached: by quick hunts for all, then one for each."""
    if not quarry.ends:
        return
    limits = quarry.limits(vicinity)
    if not quarry.opening.is_tried:
        quick = Hunt(vicinity.turn, limits, like=vicinity.chart, patience=vicinity.patience)
        found |= set(quick.found)
        if not quick.is_cut_short:
            _hunt_doubtful(vicinity, found, quarry, quick)
            return
        _hunt_straight(vicinity, found, quarry, limits)
    if quarry.opening.is_likely:
        return
    left = quarry.ends - found
    if limits.forgets and vicinity.vague:
        # One look that holds for figures pushed or not spares two.
        left = {end for end in left if vicinity.may_open(end)}
    for end in sorted(left):
        here = quarry._replace(ends={end})
        own_limits = limits if here == quarry else here.limits(vicinity)
        hunt = Hunt(vicinity.turn, own_limits, like=vicinity.chart)
        found |= set(hunt.found)
        _hunt_doubtful(vicinity, found, here, hunt)


def _hunt_straight(vicinity: Vicinity, found: set[Space], quarry: Quarry, limits: Limits) -> None:
    """Adds those of some ends that are reached straight; who has found some aims anew at the others."""
    for draws in vicinity.straight_kinds:
        is_hopeful = True
        while is_hopeful and quarry.ends - found:
            left = quarry.ends - found
            aims = vicinity.straight_to(left, quarry.opening, draws=draws)
            limits = limits._replace(targets=frozenset(left), keeps_to=aims)
            hunt = Hunt(vicinity.turn, limits, like=vicinity.chart, patience=2 * vicinity.patience)
            found |= set(hunt.found)
            is_hopeful = bool(hunt.found)


def _hunt_doubtful(vicinity: Vicinity, found: set[Space], quarry: Quarry, hunt: Hunt) -> None:
    """Looks again, and closer, at ends that a hunt has come to but could not be certain of."""
    unsure, unsound = _doubts(hunt, quarry.ends - found)
    if hunt.limits.forgets and vicinity.vague:
        unsound = {end for end in unsound if vicinity.may_open(end)}
    if hunt.limits.forgets and unsound:
        limits = hunt.limits._replace(targets=frozenset(unsound), forgets=False)
        hunt = Hunt(vicinity.turn, limits, like=vicinity.chart)
        found |= set(hunt.found)
        unsure |= _doubts(hunt, unsound - found)[0]
    off_obstacles = {end for end, ways in unsure.items() if is_off_obstacles(ways)}
    _hunt_exactly(vicinity, found, quarry._replace(ends=off_obstacles), off_obstacles=True)
    _hunt_exactly(vicinity, found, quarry._replace(ends=unsure.keys() - off_obstacles))


def _hunt_finishes(vicinity: Vicinity, found: set[Space], ends: set[Space]) -> None:
    """Adds those of some ends past the line that can really be reached."""
    if ends:
        limits = Quarry(ends, finishes=True).limits(vicinity)
        found |= set(Hunt(vicinity.turn, limits, like=vicinity.chart, patience=vicinity.patience).found)
    for p, level in sorted(ends, reverse=True):
        if (p, level) not in found and (not vicinity.vague or vicinity.may_open((p, level))):
            limits = Quarry({(p, level)}, finishes=True).limits(vicinity)
            found |= set(Hunt(vicinity.turn, limits, like=vicinity.chart).found)
        if (p, level) in found:
            # Who goes on past the line may stop before.
            line = p - p % vicinity.columns
            found |= {(q, level) for q in range(line, p)}


def _doubts(hunt: Hunt, ends: set[Space]) -> tuple[dict[Space, list[Rest]], set[Space]]:
    """Returns ends that a hunt has come to not for certain, with their rests; and those that it mistook."""
    found = {end: ways for end, ways in _by_end(rests(hunt)).items() if end in ends}
    unsure = {end: ways for end, ways in found.items() if not all(rest.is_certain for rest in ways)}
    return unsure, found.keys() - unsure.keys()


def _hunt_exactly(
    vicinity: Vicinity, found: set[Space], quarry: Quarry, *, off_obstacles: bool = False
) -> None:
    """Adds those of some ends that can be reached with exactly the Movements left that they ask for."""
    ends = quarry.ends
    if vicinity.vague and not quarry.figures:
        ends = {end for end in ends if vicinity.may_open(end)}
    if ends:
        limits = quarry._replace(ends=ends).limits(vicinity, off_obstacles=off_obstacles)
        limits = limits._replace(forgets=False, late_enemies=-1)
        found |= set(Hunt(vicinity.turn, limits, is_exact=True, like=vicinity.chart).found)
