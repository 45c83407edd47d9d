"""Words and clauses for verdicts: what each step is, and what it is that a claimed end lacks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.message import Message, say
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import ICONS, Claim, Turn
from companion.games.rayman.judge import decide
from companion.games.rayman.search.records import Step
from companion.games.rayman.shortage import Shortage, shortage, with_more

Reason = tuple[Message, tuple[str, ...]]
TRIALS = 3
"""How many more of an action are tried where figures or details of a claim are in the way."""

_SHORT_OF = {
    "slap": ("RAY-SLAP-1", "RAY-SLAP-2"),
    "crouch": ("RAY-CROUCH-1", "RAY-CROUCH-7"),
    "jump": ("RAY-JUMP-2",),
    "glide": ("RAY-GLIDE-1",),
    "heart": ("RAY-HEART-1", "RAY-HEART-3"),
    "move": ("RAY-MOVE-1",),
}
_STEP_CLAUSES = {
    "move": "RAY-MOVE-1",
    "jump": "RAY-JUMP-2",
    "glide": "RAY-GLIDE-1",
    "end_glide": "RAY-GLIDE-9",
    "drift": "RAY-LEGEND-6",
    "fall": "RAY-FALL-1",
    "slap_enemy": "RAY-ENEMY-11",
    "free": "RAY-TEENSY-1",
    "slap_figure": "RAY-SLAP-10",
    "heart": "RAY-HEART-1",
    "lum": "RAY-LEGEND-2",
    "convert": "RAY-LEGEND-13",
    "retreat": "RAY-DAMAGE-1",
    "displace": "RAY-REST-2",
    "step_off": "RAY-REST-6",
}


def place(at: Space) -> str:
    """Writes a place as people say it."""
    return f"{at[0]}/{at[1]}"


def say_step(step: Step) -> Message:
    """Says a step so that a person can follow it on the board."""
    figure = step.target
    if step.kind == "slap_figure" and step.lands:
        said = say("rayman_judge.step.slap_figure", figure=figure, to=place(step.lands), count=step.cost)
    elif step.kind in ("convert", "lum", "heart"):
        said = say(f"rayman_judge.step.{step.kind}")
    elif step.kind == "free":
        said = say(
            "rayman_judge.step.free", teensy=say(f"rayman_judge.teensy.{step.target}"), count=step.cost
        )
    else:
        said = say(f"rayman_judge.step.{step.kind}", to=place(step.to), count=step.cost)
    hows = [step.cover and f"cover_{step.cover}", step.enemy and f"enemy_{step.enemy}"]
    hows.append("obstacle" if step.obstacle else "")
    for how in filter(None, hows):
        said = say("rayman_judge.step.with", step=said, how=say(f"rayman_judge.how.{how}"))
    return said


def clauses_of(turn: Turn, steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Lists the clauses that the steps rest on, in the order in which they come up."""
    found = [clause for step in steps for clause in _of_step(turn, step)]
    return tuple(dict.fromkeys(found or ["RAY-REST-1"]))


def _of_step(turn: Turn, step: Step) -> Iterator[str]:
    yield _STEP_CLAUSES[step.kind]
    board = turn.board
    if step.cover == "crouch":
        yield "RAY-CROUCH-1" if board.is_low(*step.to) else "RAY-CROUCH-3"
    elif step.cover == "hit":
        yield "RAY-PROJ-13"
    if step.enemy:
        boss = turn.boss == (board.column(step.to[0]), step.to[1])
        yield {"slap": "RAY-ENEMY-1", "hit": "RAY-ENEMY-2", "dodge": "RAY-LEGEND-3"}[step.enemy]
        if boss:
            yield "RAY-REST-5"
    if step.obstacle:
        yield "RAY-MOVE-5"
    if step.kind == "retreat":
        yield "RAY-DAMAGE-2"
        yield "RAY-DAMAGE-8"
    if step.kind == "move" and step.by > 0 and step.to[0] % board.columns == 0:
        yield "RAY-FINISH-1" if len(turn.player.freed) >= 3 else "RAY-FINISH-5"


def why_not(turn: Turn, claim: Claim) -> Reason:
    """Finds what an impossible claim lacks by relaxing the turn until it would hold."""
    strange = _strange_detail(turn, claim)
    if strange:
        return strange
    only_place = Claim(claim.at)
    if claim != only_place and decide(turn, only_place):
        return _wrong_detail(turn, claim)
    why = _bad_place(turn, claim.at) or _blocked(turn, only_place) or _short(turn, only_place)
    return why or _no_way(claim.at)


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
    return None


def _wrong_detail(turn: Turn, claim: Claim) -> Reason:
    """Says which of the claimed details does not go with the place."""
    short = _short(turn, claim)
    if short:
        return short
    bare = Claim(claim.at)
    for field, clauses in (
        ("defeated", ("RAY-ENEMY-1", "RAY-ENEMY-5")),
        ("freed", ("RAY-TEENSY-1", "RAY-TEENSY-3")),
        ("slapped", ("RAY-SLAP-11",)),
        ("players", ("RAY-SLAP-8", "RAY-SLAP-9")),
        ("heart", ("RAY-HEART-2", "RAY-HEART-3")),
    ):
        value = getattr(claim, field)
        if value in (None, ()):
            continue
        if decide(turn, msgspec.structs.replace(bare, **{field: value})) is None:
            return say(f"rayman_judge.because.detail_{field}", at=place(claim.at)), clauses
    return say("rayman_judge.because.details", at=place(claim.at)), ("RAY-REST-1",)


def _bad_place(turn: Turn, at: Space) -> Reason | None:
    """Says why nobody rests on a place, whatever the pool."""
    board = turn.board
    column = board.column(at[0])
    space = (column, at[1])
    if at[0] >= board.columns and len(turn.player.freed) >= 3:
        return None
    below = (column, at[1] - 1)
    is_head = turn.options.perches and below in {(board.column(one.at[0]), one.at[1]) for one in turn.others}
    if not board.is_floor(*space) and not is_head:
        return say("rayman_judge.because.no_floor", at=place(at)), ("RAY-FALL-1", "RAY-FALL-8")
    if board.is_obstacle(*space):
        return say("rayman_judge.because.obstacle", at=place(at)), ("RAY-MOVE-7", "RAY-REST-6")
    if space == turn.boss:
        return say("rayman_judge.because.boss", at=place(at)), ("RAY-REST-5",)
    if space in turn.projectiles:
        return say("rayman_judge.because.projectile", at=place(at)), ("RAY-CROUCH-6",)
    for other in turn.others:
        if column and (board.column(other.at[0]), other.at[1]) == space:
            figure = say("rayman_judge.because.figure", at=place(at), figure=other.name)
            without = msgspec.structs.replace(
                turn, others=tuple(one for one in turn.others if one.name != other.name)
            )
            if decide(without, Claim(at)) and not with_more(turn, Claim(at), {"slap": TRIALS}):
                return figure, ("RAY-REST-1", "RAY-REST-2")
    return None


def _short(turn: Turn, claim: Claim) -> Reason | None:
    """Says what actions are missing: of one kind where that does, else of two or more, none too many."""
    found = shortage(turn, claim.at) if claim == Claim(claim.at) else None
    if found is None:
        found = _by_trial(turn, claim)
    if found is None:
        return None
    lacking = found.lacking
    if len(lacking) == 1:
        ((icon, count),) = lacking.items()
        return _missing(turn, found.steps, icon, count), _SHORT_OF[icon]
    *first, last = (_lack(icon, lacking[icon]) for icon in ICONS if icon in lacking)
    said = say("rayman_judge.because.short_of", parts=tuple(first), last=last)
    return said, tuple(clause for icon in ICONS if icon in lacking for clause in _SHORT_OF[icon])


def _by_trial(turn: Turn, claim: Claim) -> Shortage | None:
    """Looks for what one kind of action could do, figures being slapped and all details being as claimed."""
    for count in (1, 2, TRIALS):
        for icon in ("slap", "move", "heart") if claim != Claim(claim.at) else ("slap", "move"):
            finding = with_more(turn, claim, {icon: count})
            if finding:
                return Shortage({icon: count}, finding.steps)
    return None


def _lack(icon: str, count: int) -> Message:
    return say("rayman_judge.because.lack", count=_count(count), icon=_icon(icon, count))


def _missing(turn: Turn, steps: tuple[Step, ...], icon: str, count: int) -> Message:
    if icon == "slap" and count == 1 and not turn.enemy_extra_slaps:
        met = [step for step in steps if step.enemy == "slap"]
        if met:
            return say("rayman_judge.because.no_slap", at=place(met[-1].to))
    if icon == "crouch" and count == 1:
        ducked = [step for step in steps if step.cover == "crouch"]
        if ducked:
            return say("rayman_judge.because.no_crouch", at=place(ducked[-1].to))
    return say("rayman_judge.because.short", count=_count(count), icon=_icon(icon, count))


def _count(count: int) -> Message | int:
    return say(f"rayman_judge.count.{count}") if count <= 3 else count


def _icon(icon: str, count: int) -> Message:
    return say(f"rayman_judge.icon.{icon}") if count == 1 else say(f"rayman_judge.icons.{icon}")


def _blocked(turn: Turn, claim: Claim) -> Reason | None:
    """Says which wall, if it were not there, would let the turn end there."""
    near = [wall for wall in turn.board.walls if _is_between(turn, wall, claim.at)]
    if not near or decide(_rebuilt(turn, ()), claim) is None:
        return None
    for wall in near if len(near) > 1 else ():
        walls = tuple(one for one in turn.board.walls if one != wall)
        if decide(_rebuilt(turn, walls), claim):
            return _wall(wall)
    return _wall(near[0])


def _rebuilt(turn: Turn, walls: tuple[Space, ...]) -> Turn:
    return msgspec.structs.replace(turn, board=msgspec.structs.replace(turn.board, walls=walls))


def _wall(wall: Space) -> Reason:
    return say("rayman_judge.because.wall", column=wall[0], level=wall[1]), ("RAY-MOVE-2", "RAY-BOARD-6")


def _is_between(turn: Turn, wall: Space, at: Space) -> bool:
    low, high = sorted((turn.player.at[0], at[0]))
    return any(turn.board.column(p) == wall[0] for p in range(low - 3, high + 4))


def _no_way(at: Space) -> Reason:
    return say("rayman_judge.because.no_way", at=place(at)), ("RAY-MOVE-1", "RAY-JUMP-2")
