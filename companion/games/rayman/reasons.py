"""Why a claimed end is not possible: what is wrong with it, or the least that the turn lacks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.core.message import Message, say
from companion.core.patience import TooManyWays
from companion.games.rayman.board import TEENSIES, Space
from companion.games.rayman.dispute import ICONS, Claim, Figure, Turn
from companion.games.rayman.judging.claims import Step, figure_said, find_walk, place, wanted
from companion.games.rayman.judging.labels import Limits, Search
from companion.games.rayman.rules.position import bit_set, unpacked
from companion.games.rayman.rules.slaps import settled
from companion.games.rayman.rules.steps import open_turn

LOANS = {"slap": 3, "crouch": 2, "jump": 2, "glide": 2, "heart": 1, "move": 3}
"""What may be lacking of each icon; the less usual action first, which is named where several would do."""
SHORT_OF = {
    "slap": ("RAY-SLAP-1", "RAY-SLAP-2"),
    "crouch": ("RAY-CROUCH-1", "RAY-CROUCH-7"),
    "jump": ("RAY-JUMP-2",),
    "glide": ("RAY-GLIDE-1",),
    "heart": ("RAY-HEART-1", "RAY-HEART-3"),
    "move": ("RAY-MOVE-1",),
}
DETAILS = {
    "players": ("RAY-SLAP-8", "RAY-SLAP-9"),
    "slapped": ("RAY-SLAP-11",),
    "freed": ("RAY-TEENSY-1", "RAY-TEENSY-3"),
    "defeated": ("RAY-ENEMY-1", "RAY-ENEMY-5"),
    "heart": ("RAY-HEART-2", "RAY-HEART-3"),
}
FARTHEST = 24
"""How many columns beyond the Movements at hand are worth a thought."""
DETAIL_LOANS = {"slap": 3, "crouch": 2, "heart": 1}
"""What may be lacking of each icon where the turn can end there, but not as claimed."""
TRIALS = ({"slap": 1}, {"heart": 1}, {"slap": 2}, {"slap": 3})
"""What is tried where figures have to be slapped or hold what is claimed."""
PATIENCE = 20_000
"""How many labels are looked at before what was found so far has to do."""

Reason = tuple[Message, tuple[str, ...]]


def because(key: str, *clauses: str, **params: Any) -> Reason:
    """Puts a reason into words, with the clauses behind it."""
    return say(f"rayman_judge.because.{key}", **params), clauses


def why_not(turn: Turn, claim: Claim) -> Reason:
    """Says what is wrong with an impossible claim: the plainest reason found in time."""
    no_way = because("no_way", "RAY-MOVE-1", "RAY-JUMP-2", at=place(claim.at))
    try:
        return next(_reasons(turn, claim), no_way)
    except TooManyWays:
        return no_way


def _reasons(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields what is wrong with a claim, the plainest first; each is looked for only when it is its turn."""
    board, bare, at = turn.board, Claim(claim.at), place(claim.at)
    space = board.space(claim.at)
    if turn.player.bubble:
        yield because("bubble", "RAY-BUBBLE-9", at=place(turn.player.at))
    yield from _strange_details(turn, claim)
    if claim != bare and _is_possible(turn, bare):
        yield from _wrong_details(turn, claim)
    yield from _bad_place(turn, claim.at)
    elsewhere = [one for one in turn.others if board.space(one.at) != space]
    there = [one for one in turn.others if one not in elsewhere] if space[0] else []
    clauses = ("RAY-REST-1", "RAY-REST-2")
    taken = [because("figure", *clauses, at=at, figure=figure_said(one.name)) for one in there[:1]]
    if there and _is_possible(replace(turn, others=tuple(elsewhere)), bare):
        yield from taken
    yield from _blocked(turn, bare)
    yield from _short(turn, bare)
    yield from taken


def _is_possible(turn: Turn, claim: Claim) -> bool:
    return find_walk(open_turn(turn), claim) is not None


# Details


def _strange_details(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields what nobody could have done, wherever the turn ended."""
    for space in sorted(claim.defeated or ()):
        if space not in {*turn.board.enemies, turn.boss}:
            yield because("no_enemy", "RAY-ENEMY-1", at=place(space))
    for colour in sorted(claim.freed or ()):
        teensy = say(f"rayman_judge.teensy.{colour}")
        if turn.board.space_of_teensy(colour) is None:
            yield because("no_teensy", "RAY-TEENSY-1", teensy=teensy)
        if colour in turn.player.freed:
            yield because("freed_before", "RAY-TEENSY-3", teensy=teensy)
    for other in turn.others:
        if other.name in (claim.slapped or ()) and _is_spent(turn, other):
            yield because("slapped", "RAY-SLAP-11", figure=figure_said(other.name))


def _is_spent(turn: Turn, other: Figure) -> bool:
    return other.slapped and turn.options.slap_limit == "per_round"


def _wrong_details(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields which of the claimed details does not go with the place."""
    at = place(claim.at)
    for field, clauses in DETAILS.items():
        alone = replace(Claim(claim.at), **{field: getattr(claim, field)})
        if not _is_possible(turn, alone):
            yield from _short(turn, alone)
            yield from _wrong_places(turn, alone)
            yield from _not_reached(turn, alone)
            yield because(f"detail_{field}", *clauses, at=at)
    yield from _short(turn, claim)
    yield because("details", "RAY-REST-1", at=at)


def _wrong_places(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields where a figure must go instead of where it is claimed to stand."""
    table, at = open_turn(turn), place(claim.at)
    limits, fits = wanted(table, replace(claim, players=None))
    search, to = Search(table, limits, PATIENCE), table.at(claim.at)
    ends = [*search.find_all(to, fits, False), *search.find_all(to, fits, True)] if claim.players else []
    crowds = [figures for one in ends for figures in settled(table, one.position, one.end)]
    for i, other in enumerate(turn.others):
        found = {table.place(figures[i], i) for figures in crowds}
        if claim.places.get(other.name, other.at) in {other.at, *found}:
            continue
        name, places = figure_said(other.name), ", ".join(map(place, sorted(found - {other.at})))
        if _is_spent(turn, other):
            yield because("slapped", "RAY-SLAP-11", figure=name)
        if places:
            clauses = ("RAY-SLAP-8", "RAY-SLAP-9", "RAY-PUSH-1")
            yield because("must_go", *clauses, figure=name, at=at, places=places)
        yield because("stays", "RAY-SLAP-8", "RAY-SLAP-9", figure=name, at=at, place=place(other.at))


def _not_reached(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields which Teensy or enemy no Slap of the turn reaches."""
    table, at = open_turn(turn), place(claim.at)
    search = Search(table, Limits())

    def gets_to(deeds: str, bit: int) -> bool:
        return bool(search.find(table.at(claim.at), lambda s, end: getattr(table.world(s), deeds) & bit > 0))

    for colour in sorted(claim.freed or ()):
        on, teensy = turn.board.space_of_teensy(colour), say(f"rayman_judge.teensy.{colour}")
        if on and not gets_to("freed", 1 << TEENSIES.index(colour)):
            clauses = ("RAY-TEENSY-1", "RAY-SLAP-3", "RAY-SLAP-6")
            yield because("teensy_far", *clauses, teensy=teensy, at=at, on=place(on))
    for on in sorted(claim.defeated or ()):
        bit = bit_set(turn.board.enemies, [on]) & ~table.world(table.opening).covered
        if bit and not gets_to("dead", bit):
            yield because("enemy_far", "RAY-ENEMY-1", "RAY-SLAP-3", "RAY-SLAP-6", at=at, on=place(on))


# Places


def _bad_place(turn: Turn, at: Space) -> Iterator[Reason]:
    """Yields why nobody rests on a place, whatever the pool."""
    board, space = turn.board, turn.board.space(at)
    if at[0] >= board.columns and len(turn.player.freed) >= 3:
        return
    is_head = turn.options.perches and (space[0], at[1] - 1) in [board.space(one.at) for one in turn.others]
    if not board.is_floor(*space) and not is_head:
        yield because("no_floor", "RAY-FALL-1", "RAY-FALL-8", at=place(at))
    if board.is_obstacle(*space):
        yield because("obstacle", "RAY-MOVE-7", "RAY-REST-6", at=place(at))
    if space == turn.boss and space[0]:
        yield because("boss", "RAY-REST-5", at=place(at))
    if space in turn.projectiles:
        yield because("projectile", "RAY-CROUCH-6", at=place(at))


def _blocked(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields which wall, if it were not there, would let the turn end there."""
    low, high = sorted((turn.player.at[0], claim.at[0]))
    columns = {turn.board.column(p) for p in range(low - 3, high + 4)}

    def would_do(*walls: Space) -> bool:
        left = tuple(wall for wall in turn.board.walls if wall not in walls)
        return _is_possible(replace(turn, board=replace(turn.board, walls=left)), claim)

    near = [wall for wall in turn.board.walls if wall[0] in columns]
    if near and would_do(*near):
        column, level = next((wall for wall in near if len(near) > 1 and would_do(wall)), near[0])
        yield because("wall", "RAY-MOVE-2", "RAY-BOARD-6", column=column, level=level)


# Actions


def _short(turn: Turn, claim: Claim) -> Iterator[Reason]:
    """Yields what actions are missing at least: the fewest of the fewest kinds that would do."""
    is_bare, away = claim == Claim(claim.at), abs(claim.at[0] - turn.player.at[0])
    more = max(away - turn.pool.get("move", 0), 0)
    if more > FARTHEST:
        return
    debts = _debts(turn, claim, {**LOANS, "move": more + LOANS["move"]} if is_bare else DETAIL_LOANS)
    for lacking in debts if is_bare else [*debts, *TRIALS]:
        walk = find_walk(open_turn(_lending(turn, lacking)), claim)
        if walk is not None:
            yield _lack(turn, claim, lacking, walk)


def _lack(turn: Turn, claim: Claim, lacking: dict[str, int], walk: list[Step]) -> Reason:
    """Says what actions are missing, which gap they would have to cross, or what met there takes them."""
    gap = _gap(turn, claim.at) if set(lacking) <= {"jump", "glide"} else None
    if gap is not None:
        return because("gap", "RAY-FALL-1", "RAY-MOVE-8", at=place(gap))
    clauses = [clause for icon in ICONS if icon in lacking for clause in SHORT_OF[icon]]
    *first, last = (_counted(icon, lacking[icon]) for icon in ICONS if icon in lacking)
    if first:
        return because("short_of", *clauses, parts=tuple(first), last=last)
    slapped = [step.to for step in walk if "enemy_slap" in step.hows and not turn.enemy_extra_slaps]
    ducked = [step.to for step in walk if not {"crouch", "duck"}.isdisjoint(step.hows)]
    for icon, met in (("slap", slapped), ("crouch", ducked)):
        if lacking == {icon: 1} and met:
            return because(f"no_{icon}", *clauses, at=place(met[-1]))
    return because("short", *clauses, lack=last)


def _lending(turn: Turn, more: dict[str, int]) -> Turn:
    """Returns the turn with more actions."""
    return replace(turn, pool=dict(Counter(turn.pool) + Counter(more)))


def _debts(turn: Turn, claim: Claim, loans: dict[str, int]) -> list[dict[str, int]]:
    """Lists what of the loans the ways take that slap no figures, the least of the fewest kinds first."""
    table = open_turn(_lending(turn, loans))
    limits, fits = wanted(table, claim)
    found: list[dict[str, int]] = []
    for one in Search(table, limits, PATIENCE).find_all(table.at(claim.at), fits, False):
        debt = dict(Counter(loans) - Counter(unpacked(one.pool)))
        if debt and debt not in found:
            found.append(debt)
    kinds = list(loans)
    return sorted(found, key=lambda debt: (len(debt), sum(debt.values()), [*map(kinds.index, debt)]))[:6]


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
