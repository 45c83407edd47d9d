"""The judge of disputed turns: is the claimed end possible, by which steps, or why not.

`judge(dispute)` and `reach(dispute)` answer dispute/1 documents; `decide(turn, claim)` returns the structured
steps of one way to a claimed end, or None. Steps map one to one to commands (see search.records.Step).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from companion.core.message import Message
from companion.core.verdict import Verdict
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Claim, Turn, read_dispute
from companion.games.rayman.search.aims import ANYHOW, Opening
from companion.games.rayman.search.bounds import gains_by_detours
from companion.games.rayman.search.ends import Rest, is_off_obstacles, rests
from companion.games.rayman.search.hunt import Hunt
from companion.games.rayman.search.limits import Figures, Limits
from companion.games.rayman.search.perches import settled
from companion.games.rayman.search.reach import likely_ends, pushed_in, reach as reachable
from companion.games.rayman.search.records import Step
from companion.games.rayman.search.trace import held_at, path, spent, trace
from companion.games.rayman.search.vicinity import Vicinity

MOST_NEAREST = 5


class Finding(NamedTuple):
    """One way in which a turn ends as claimed."""

    steps: tuple[Step, ...]
    at: Space
    heart: bool
    defeated: frozenset[Space]
    freed: frozenset[str]
    slapped: frozenset[str]


class ClaimHunt(Hunt):
    """A search for an end that fits a whole claim."""

    def __init__(
        self,
        vicinity: Vicinity,
        claim: Claim,
        limits: Limits,
        *,
        is_exact: bool = False,
        patience: int | None = None,
    ) -> None:
        self.claim = claim
        like = vicinity.chart if vicinity.is_orderly() else None
        super().__init__(vicinity.turn, limits, is_exact=is_exact, like=like, patience=patience)

    def accepts(self, rest: Rest) -> Rest | None:
        """Returns the rest with the pools that fit the claim."""
        claim, world = self.claim, self.worlds[rest.node.world]
        if rest.at != claim.at or super().accepts(rest) is None:
            return None
        if claim.defeated is not None:
            defeated = {space for space, index in self.enemies.items() if world.defeated >> index & 1}
            boss = {self.turn.boss} if world.boss_slapped and self.turn.boss in claim.defeated else set()
            if defeated | boss != claim.defeated:
                return None
        if claim.freed is not None:
            teensies = enumerate(self.board.teensies)
            if {colour for index, (colour, _) in teensies if world.freed >> index & 1} != claim.freed:
                return None
        figures = dict(zip((other.name for other in self.turn.others), world.figures, strict=True))
        slapped = {name for name, figure in figures.items() if figure.slapped}
        if claim.slapped is not None and slapped != claim.slapped:
            return None
        if claim.players and not self._stand_as_claimed(rest):
            return None
        bits = rest.bits
        if claim.heart is not None:
            held = bits & self.with_token if rest.keeps_heart else 0
            bits = held if claim.heart else bits & ~held
        return rest._replace(bits=bits) if bits else None

    def _stand_as_claimed(self, rest: Rest) -> bool:
        world = self.worlds[rest.node.world]
        crowds: Iterable[Figures] = (world.figures,)
        if self.options.perches:
            crowds = settled(self.turn, world.figures, world.projectiles, rest.at)
        return any(_are_where_claimed(self.turn, self.claim, figures) for figures in crowds)


def _are_where_claimed(turn: Turn, claim: Claim, figures: Figures) -> bool:
    places = {other.name: (one.p, one.level) for other, one in zip(turn.others, figures, strict=True)}
    return all(places[name] == place for name, place in claim.players)


def decide(turn: Turn, claim: Claim, vicinity: Vicinity | None = None) -> Finding | None:
    """Returns one way to end a turn as claimed, or None."""
    vicinity = vicinity or Vicinity(turn)
    for plan in _plans(vicinity, claim):
        finding = _find(vicinity, claim, plan)
        if finding:
            return finding
    return None


class Plan(NamedTuple):
    """Which figures and Teensies are in play, how pushes may help, and whether the turn is to finish."""

    figures: int
    teensies: int
    opening: Opening = ANYHOW
    finishes: bool = False


def _plans(vicinity: Vicinity, claim: Claim) -> Iterator[Plan]:
    """Lists which figures and Teensies have to be in play, the simplest first."""
    if vicinity.is_orderly() and claim.at not in vicinity.charted:
        return
    if claim == Claim(claim.at) and vicinity.is_orderly() and vicinity.turn.player.legendary != "smasher":
        yield from _plans_for_an_end(vicinity, claim.at)
    else:
        yield from _plans_for_details(vicinity, claim)


def _plans_for_an_end(vicinity: Vicinity, end: Space) -> Iterator[Plan]:
    is_finish = end in vicinity.finish_ends
    yield Plan(0, 0)
    if is_finish:
        yield Plan(0, -1, finishes=True)
    if is_finish or end in vicinity.open_ends():
        for opening in vicinity.openings(end):
            if opening.crowds is None or opening.crowds:
                figures = pushed_in(opening.crowds)
                yield Plan(figures, 0, opening)
                if is_finish and not opening.is_likely:
                    yield Plan(figures, -1, opening, finishes=True)


def _plans_for_details(vicinity: Vicinity, claim: Claim) -> Iterator[Plan]:
    turn = vicinity.turn
    is_smasher = turn.player.legendary == "smasher"
    teensies = -1 if is_smasher or vicinity.may_finish() or not vicinity.is_orderly() else 0
    if claim.freed is not None:
        marks = enumerate(turn.board.teensies)
        teensies = sum(1 << index for index, (colour, _) in marks if colour in claim.freed)
    if is_smasher and claim.slapped is None and not claim.players:
        yield Plan(-1, teensies)
        return
    if not claim.slapped and _stays(turn, claim):
        yield Plan(0, teensies)
        if claim.slapped is not None:
            return
    among = -1
    if claim.slapped is not None:
        others = enumerate(turn.others)
        among = sum(1 << number for number, other in others if other.name in claim.slapped)
    for opening in vicinity.openings(claim.at, among, _fitting(turn, claim)):
        if opening.crowds is None:
            yield Plan(among, teensies)
        elif opening.crowds:
            yield Plan(pushed_in(opening.crowds), teensies, opening)


def _fitting(turn: Turn, claim: Claim) -> Callable[[Figures], bool]:
    """Returns what tells whether figures stand as claimed, and the right ones were slapped."""

    def fits(figures: Figures) -> bool:
        slapped = {other.name for other, one in zip(turn.others, figures, strict=True) if one.slapped}
        is_as_slapped = claim.slapped is None or slapped == claim.slapped
        return is_as_slapped and _are_where_claimed(turn, claim, figures)

    return fits


def _stays(turn: Turn, claim: Claim) -> bool:
    places = {other.name: other.at for other in turn.others}
    return all(places[name] == place for name, place in claim.players)


def _find(vicinity: Vicinity, claim: Claim, plan: Plan) -> Finding | None:
    limits = _limits(vicinity, claim, plan)
    if vicinity.is_orderly() and not plan.opening.is_tried:
        quick = ClaimHunt(vicinity, claim, limits, patience=vicinity.patience)
        if quick.is_cut_short:
            if not plan.figures and not plan.teensies and claim.at not in likely_ends(vicinity):
                return None
            quick = _hunt_straight(vicinity, claim, plan, limits) or quick
        if quick.found or plan.opening.is_likely:
            return _finding(quick, claim.at)
    if limits.forgets:
        # A look that forgets what lies behind settles most cases where there is no way.
        hunt = ClaimHunt(vicinity, claim, limits)
        if hunt.found or not any(rest.at == claim.at for rest in rests(hunt)):
            return _finding(hunt, claim.at)
    hunt = ClaimHunt(vicinity, claim, limits._replace(forgets=False))
    ends = [] if hunt.found else [rest for rest in rests(hunt) if rest.at == claim.at]
    if any(not rest.is_certain and hunt.accepts(rest) for rest in ends):
        exact = _limits(vicinity, claim, plan, off_obstacles=is_off_obstacles(ends))
        exact = exact._replace(late_enemies=-1, forgets=False)
        hunt = ClaimHunt(vicinity, claim, exact, is_exact=True)
    return _finding(hunt, claim.at)


def _hunt_straight(vicinity: Vicinity, claim: Claim, plan: Plan, limits: Limits) -> ClaimHunt | None:
    """Returns a hunt that has found what is claimed on a straight way."""
    for draws in vicinity.straight_kinds:
        aimed = limits._replace(keeps_to=vicinity.straight_to({claim.at}, plan.opening, draws=draws))
        hunt = ClaimHunt(vicinity, claim, aimed, patience=2 * vicinity.patience)
        if hunt.found:
            return hunt
    return None


def _limits(vicinity: Vicinity, claim: Claim, plan: Plan, *, off_obstacles: bool = False) -> Limits:
    turn, p = vicinity.turn, claim.at[0]
    enemies = -1
    if claim.defeated is not None:
        marks = enumerate(turn.board.enemies)
        enemies = sum(1 << index for index, space in marks if space in claim.defeated)
    limits = Limits(
        enemies=enemies,
        teensies=plan.teensies,
        figures=plan.figures,
        crowds=plan.opening.crowds,
        finishes=plan.finishes,
        targets=frozenset({claim.at}),
        corridor=(p, vicinity.farthest_source(p)),
    )
    if not vicinity.is_orderly():
        return limits
    useful = vicinity.useful([claim.at], plan.figures, plan.opening.posts, off_obstacles=off_obstacles)
    if claim.defeated is None and turn.player.legendary != "smasher":
        limits = limits._replace(late_enemies=vicinity.enemies_beside(plan.figures, (p, useful.farthest)))
    is_plain = claim.defeated is None and not plan.figures and not plan.teensies
    return limits._replace(
        corridor=(p, useful.farthest),
        forgets=is_plain and vicinity.can_forget and not gains_by_detours(turn),
        useful=useful,
        useful_before=vicinity.useful_before(useful, plan.opening, off_obstacles=off_obstacles),
        forgets_far=claim.defeated is None and claim.freed is None,
    )


def _finding(hunt: Hunt, at: Space) -> Finding | None:
    """Returns what a hunt has found out about an end."""
    rest = hunt.found.get(at)
    if rest is None:
        return None
    world = hunt.worlds[rest.node.world]
    _, bit = held_at(hunt, rest)
    others = zip(hunt.turn.others, world.figures, strict=True)
    steps = trace(hunt, rest)
    slapped = [step.to for step in steps if step.kind == "slap_enemy" or step.enemy == "slap"]
    hit = {(p % hunt.columns, level) for p, level in slapped}
    return Finding(
        steps,
        rest.at,
        rest.keeps_heart and bool(hunt.with_token & bit),
        frozenset(hit & hunt.enemies.keys() - {hunt.turn.boss}),
        frozenset(step.target for step in steps if step.kind == "free"),
        frozenset(other.name for other, figure in others if figure.slapped),
    )


def judge(dispute: dict[str, Any]) -> Verdict:
    """Decides a dispute/1 document; refuses with Invalid naming the field."""
    read = read_dispute(dispute, needs_claim=True)
    assert read.claim is not None
    return verdict(read.turn, read.claim)


def verdict(turn: Turn, claim: Claim) -> Verdict:
    """Decides a claim about a turn, with one way to do it, or with why not and the nearest ends."""
    from companion.games.rayman import reasons

    vicinity = Vicinity(turn)
    finding = decide(turn, claim, vicinity)
    if finding is None:
        because, clauses = reasons.why_not(turn, claim)
        return Verdict(False, clauses, because=because, nearest=nearest(vicinity, claim.at))
    steps = finding.steps
    return Verdict(
        True,
        reasons.clauses_of(turn, steps),
        steps=tuple(said(step) for step in steps),
        spent=spent(turn, steps),
        path=tuple(f"{p}/{level}" for p, level in path(turn.player.at, steps)),
    )


def said(step: Step) -> Message:
    """Says a step."""
    from companion.games.rayman.reasons import say_step

    return say_step(step)


def nearest(vicinity: Vicinity, at: Space) -> tuple[list[int], ...]:
    """Lists the legal ends that are closest to a place."""
    ends = reachable(vicinity.turn, vicinity)
    closest = sorted(ends, key=lambda end: (abs(end[0] - at[0]) + abs(end[1] - at[1]), end))
    return tuple(list(end) for end in closest[:MOST_NEAREST])


def reach(dispute: dict[str, Any]) -> tuple[list[int], ...]:
    """Lists every `[p, l]` where the disputed turn can end, sorted; refuses with Invalid naming the field."""
    return tuple(list(end) for end in sorted(reachable(read_dispute(dispute).turn)))
