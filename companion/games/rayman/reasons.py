"""Why a claimed end is not possible: what is wrong with it, or the least that the turn lacks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.message import Message, say
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import ICONS, Claim, Turn
from companion.games.rayman.judging.claims import crowds_after, find_walk, fitting, limits_of
from companion.games.rayman.judging.opening import open_turn
from companion.games.rayman.judging.walked import Step, figure_said, place
from companion.games.rayman.rules.position import unpacked

KINDS = ("slap", "crouch", "jump", "glide", "heart", "move")
"""Which lack is named where several would do: the less usual action first."""
LOANS = {"slap": 3, "crouch": 2, "jump": 2, "glide": 2, "heart": 1}
SPARE_MOVES = 3
FARTHEST = 24
"""How many columns beyond the Movements at hand are worth a thought."""
TRIALS = ({"slap": 1}, {"move": 1}, {"heart": 1}, {"slap": 2}, {"move": 2}, {"slap": 3}, {"move": 3})
"""What is tried where figures have to be slapped or hold what is claimed."""
PATIENCE = 20_000
"""How many labels are looked at before what was found so far has to do."""


class Shortage(NamedTuple):
    """What is missing by kind, and the steps that would then lead there."""

    lacking: dict[str, int]
    steps: tuple[Step, ...]


def shortage(turn: Turn, claim: Claim) -> Shortage | None:
    """Returns the fewest actions of the fewest kinds that would do; None where more than that is amiss."""
    away = abs(claim.at[0] - turn.player.at[0]) - turn.pool.get("move", 0)
    if away > FARTHEST:
        return None
    for lacking in _debts(turn, claim, {**LOANS, "move": max(away, 0) + SPARE_MOVES}):
        found = with_more(turn, claim, lacking)
        if found is not None:
            return found
    for lacking in () if claim == Claim(claim.at) else TRIALS:
        found = with_more(turn, claim, lacking)
        if found is not None:
            return found
    return None


def with_more(turn: Turn, claim: Claim, more: dict[str, int]) -> Shortage | None:
    """Returns a way to end as claimed with more actions than there are."""
    walk = find_walk(open_turn(lending(turn, more)), claim)
    return None if walk is None else Shortage(more, walk.steps)


def lending(turn: Turn, more: dict[str, int]) -> Turn:
    """Returns the turn with more actions."""
    pool = {**turn.pool, **{icon: turn.pool.get(icon, 0) + count for icon, count in more.items()}}
    return replace(turn, pool=pool)


def _debts(turn: Turn, claim: Claim, loans: dict[str, int]) -> list[dict[str, int]]:
    """Lists what of the loans the ways take that slap no figures, the least of the fewest kinds first."""
    opening = open_turn(lending(turn, loans))
    search = opening.search(limits_of(opening, claim), PATIENCE)
    at = opening.table.at(claim.at)
    found: list[dict[str, int]] = []
    for one in search.find_all(at, fitting(opening, claim), False):
        left = unpacked(one.pool)
        debt = {icon: loans[icon] - left.get(icon, 0) for icon in KINDS}
        debt = {icon: count for icon, count in debt.items() if count > 0}
        if debt and debt not in found:
            found.append(debt)
    return sorted(
        found, key=lambda debt: (len(debt), sum(debt.values()), [KINDS.index(icon) for icon in debt])
    )[:6]


Reason = tuple[Message, tuple[str, ...]]

SHORT_OF = {
    "slap": ("RAY-SLAP-1", "RAY-SLAP-2"),
    "crouch": ("RAY-CROUCH-1", "RAY-CROUCH-7"),
    "jump": ("RAY-JUMP-2",),
    "glide": ("RAY-GLIDE-1",),
    "heart": ("RAY-HEART-1", "RAY-HEART-3"),
    "move": ("RAY-MOVE-1",),
}


def why_not(turn: Turn, claim: Claim) -> Reason:
    """Says what is wrong with an impossible claim."""
    if turn.player.bubble:
        return say("rayman_judge.because.bubble", at=place(turn.player.at)), ("RAY-BUBBLE-9",)
    strange = _strange_detail(turn, claim)
    if strange is not None:
        return strange
    bare = Claim(claim.at)
    if claim != bare and find_walk(open_turn(turn), bare):
        return _wrong_detail(turn, claim)
    why = _bad_place(turn, claim.at) or _blocked(turn, bare) or _short(turn, bare)
    no_way = say("rayman_judge.because.no_way", at=place(claim.at)), ("RAY-MOVE-1", "RAY-JUMP-2")
    return why or no_way


# Details


def _strange_detail(turn: Turn, claim: Claim) -> Reason | None:
    """Says which claimed deed nobody could have done, wherever the turn ended."""
    enemies = {*turn.board.enemies, turn.boss}
    for space in sorted(claim.defeated or ()):
        if space not in enemies:
            return say("rayman_judge.because.no_enemy", at=place(space)), ("RAY-ENEMY-1",)
    there = dict(turn.board.teensies)
    for colour in sorted(claim.freed or ()):
        teensy = say(f"rayman_judge.teensy.{colour}")
        if colour not in there:
            return say("rayman_judge.because.no_teensy", teensy=teensy), ("RAY-TEENSY-1",)
        if colour in turn.player.freed:
            return say("rayman_judge.because.freed_before", teensy=teensy), ("RAY-TEENSY-3",)
    if turn.options.slap_limit == "per_round":
        for other in turn.others:
            if other.slapped and other.name in (claim.slapped or ()):
                return say("rayman_judge.because.slapped", figure=figure_said(other.name)), ("RAY-SLAP-11",)
    return None


def _wrong_detail(turn: Turn, claim: Claim) -> Reason:
    """Says which of the claimed details does not go with the place."""
    bare = Claim(claim.at)
    for field in ("players", "slapped", "freed", "defeated", "heart"):
        value = getattr(claim, field)
        if value is None:
            continue
        alone = replace(bare, **{field: value})
        if find_walk(open_turn(turn), alone) is None:
            return _short(turn, alone) or DETAILS[field](turn, alone)
    short = _short(turn, claim)
    return short or (say("rayman_judge.because.details", at=place(claim.at)), ("RAY-REST-1",))


def _wrong_places(turn: Turn, claim: Claim) -> Reason:
    """Says where a figure must go instead of where it is claimed to stand."""
    opening = open_turn(turn)
    loose = replace(claim, players=None)
    search = opening.search(limits_of(opening, loose), PATIENCE)
    at = opening.table.at(claim.at)
    found: dict[str, set[Space]] = {name: set() for name in claim.places}
    names = [other.name for other in opening.table.others]
    was = {other.name: other for other in turn.others}
    fits = fitting(opening, loose)
    for one in (*search.find_all(at, fits, False), *search.find_all(at, fits, True)):
        for figures in crowds_after(opening, one.position, one.end):
            for i, name in enumerate(names):
                if name in found:
                    found[name].add(opening.table.place_of(i, figures[i]))
    for name, claimed in claim.places.items():
        if claimed in found[name]:
            continue
        figure, other = figure_said(name), was[name]
        places = found[name] - {other.at}
        if other.slapped and turn.options.slap_limit == "per_round":
            return say("rayman_judge.because.slapped", figure=figure), ("RAY-SLAP-11",)
        if places:
            listed = ", ".join(place(to) for to in sorted(places))
            said = say("rayman_judge.because.must_go", figure=figure, at=place(claim.at), places=listed)
            return said, ("RAY-SLAP-8", "RAY-SLAP-9", "RAY-PUSH-1")
        said = say("rayman_judge.because.stays", figure=figure, at=place(claim.at), place=place(other.at))
        return said, ("RAY-SLAP-8", "RAY-SLAP-9")
    return say("rayman_judge.because.detail_players", at=place(claim.at)), ("RAY-SLAP-8", "RAY-SLAP-9")


def _wrong_teensies(turn: Turn, claim: Claim) -> Reason:
    """Says which Teensy no Slap of the turn reaches."""
    there = dict(turn.board.teensies)
    for colour in sorted(claim.freed or ()):
        if find_walk(open_turn(turn), replace(claim, freed=(colour,))) is None:
            teensy = say(f"rayman_judge.teensy.{colour}")
            at, on = place(claim.at), place(there[colour])
            said = say("rayman_judge.because.teensy_far", teensy=teensy, at=at, on=on)
            return said, ("RAY-TEENSY-1", "RAY-SLAP-3", "RAY-SLAP-6")
    return say("rayman_judge.because.detail_freed", at=place(claim.at)), ("RAY-TEENSY-1", "RAY-TEENSY-3")


def _plainly(field: str, *clauses: str) -> Callable[[Turn, Claim], Reason]:
    return lambda turn, claim: (say(f"rayman_judge.because.detail_{field}", at=place(claim.at)), clauses)


DETAILS: dict[str, Callable[[Turn, Claim], Reason]] = {
    "players": _wrong_places,
    "freed": _wrong_teensies,
    "defeated": _plainly("defeated", "RAY-ENEMY-1", "RAY-ENEMY-5"),
    "slapped": _plainly("slapped", "RAY-SLAP-11"),
    "heart": _plainly("heart", "RAY-HEART-2", "RAY-HEART-3"),
}


# Places


def _bad_place(turn: Turn, at: Space) -> Reason | None:
    """Says why nobody rests on a place, whatever the pool."""
    board = turn.board
    column = board.column(at[0])
    space = (column, at[1])
    if at[0] >= board.columns and len(turn.player.freed) >= 3:
        return None
    taken = {(board.column(one.at[0]), one.at[1]) for one in turn.others}
    is_head = turn.options.perches and (column, at[1] - 1) in taken
    if not board.is_floor(*space) and not is_head:
        return say("rayman_judge.because.no_floor", at=place(at)), ("RAY-FALL-1", "RAY-FALL-8")
    if board.is_obstacle(*space):
        return say("rayman_judge.because.obstacle", at=place(at)), ("RAY-MOVE-7", "RAY-REST-6")
    if space == turn.boss and column:
        return say("rayman_judge.because.boss", at=place(at)), ("RAY-REST-5",)
    if space in turn.projectiles:
        return say("rayman_judge.because.projectile", at=place(at)), ("RAY-CROUCH-6",)
    for other in turn.others:
        if column and (board.column(other.at[0]), other.at[1]) == space:
            others = tuple(one for one in turn.others if one is not other)
            if find_walk(open_turn(replace(turn, others=others)), Claim(at)):
                said = say("rayman_judge.because.figure", at=place(at), figure=figure_said(other.name))
                return said, ("RAY-REST-1", "RAY-REST-2")
    return None


def _blocked(turn: Turn, claim: Claim) -> Reason | None:
    """Says which wall, if it were not there, would let the turn end there."""
    low, high = sorted((turn.player.at[0], claim.at[0]))
    columns = {turn.board.column(p) for p in range(low - 3, high + 4)}
    near = [wall for wall in turn.board.walls if wall[0] in columns]
    if not near or not _is_legal_without(turn, turn.board.walls, claim):
        return None
    only = [wall for wall in near if len(near) > 1 and _is_legal_without(turn, (wall,), claim)]
    column, level = (only or near)[0]
    return say("rayman_judge.because.wall", column=column, level=level), ("RAY-MOVE-2", "RAY-BOARD-6")


def _is_legal_without(turn: Turn, walls: tuple[Space, ...], claim: Claim) -> bool:
    left = tuple(wall for wall in turn.board.walls if wall not in walls)
    return find_walk(open_turn(replace(turn, board=replace(turn.board, walls=left))), claim) is not None


# Actions


def _short(turn: Turn, claim: Claim) -> Reason | None:
    """Says what actions are missing at least, or which gap they would have to cross."""
    found = shortage(turn, claim)
    if found is None:
        return None
    lacking = found.lacking
    gap = _gap(turn, claim.at) if set(lacking) <= {"jump", "glide"} else None
    if gap is not None:
        return say("rayman_judge.because.gap", at=place(gap)), ("RAY-FALL-1", "RAY-MOVE-8")
    if len(lacking) == 1:
        ((icon, count),) = lacking.items()
        return _missing(turn, found, icon, count), SHORT_OF[icon]
    *first, last = (_counted(icon, lacking[icon]) for icon in ICONS if icon in lacking)
    said = say("rayman_judge.because.short_of", parts=tuple(first), last=last)
    return said, tuple(clause for icon in ICONS if icon in lacking for clause in SHORT_OF[icon])


def _gap(turn: Turn, at: Space) -> Space | None:
    """Returns the first space without a floor on the straight way along a level above the ground."""
    (p, level), (q, to) = turn.player.at, at
    if level != to or level == 1:
        return None
    way = range(p, q, 1 if q > p else -1)
    return next(((column, level) for column in way if not turn.board.is_floor(column, level)), None)


def _counted(icon: str, count: int) -> Message:
    """Says how many of an icon, in words up to three."""
    if count == 1:
        return say(f"rayman_judge.one.{icon}")
    return say(f"rayman_judge.more.{icon}", count=say(f"rayman_judge.count.{count}") if count <= 3 else count)


def _missing(turn: Turn, found: Shortage, icon: str, count: int) -> Message:
    if icon == "slap" and count == 1 and not turn.enemy_extra_slaps:
        met = [step for step in found.steps if step.enemy == "slap"]
        if met:
            return say("rayman_judge.because.no_slap", at=place(met[-1].to))
    if icon == "crouch" and count == 1:
        ducked = [step for step in found.steps if step.cover == "crouch"]
        if ducked:
            return say("rayman_judge.because.no_crouch", at=place(ducked[-1].to))
    return say("rayman_judge.because.short", lack=_counted(icon, count))
