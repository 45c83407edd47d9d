"""The materially different ways for the active figure to end on a space, as commands to submit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from companion.core.command import Command
from companion.core.errors import Illegal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.games.rayman import commands as c
from companion.games.rayman.commands import Place
from companion.games.rayman.decide import decide
from companion.games.rayman.evolve import evolve
from companion.games.rayman.judging.labels import Fits, Limits
from companion.games.rayman.judging.walked import Walk, read_walk
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.naming import hero_said, space_text
from companion.games.rayman.rules.position import HELD_HEART, HURT, STANCE, USED
from companion.games.rayman.rules.table import Table
from companion.games.rayman.running import active, opening_of, place_of, reachable
from companion.games.rayman.state import State

MOST_WAYS = 6
PATIENCE = 4_000
"""After so many labels no more different ways are looked for, where there is one."""
PLACING = ("retreat", "beside", "aside")
"""The tasks that ask where a figure is put."""


class Difference(NamedTuple):
    """What tells one way from another: whom it touches and what it costs."""

    hurt: bool
    hearts_lost: bool
    slapped: tuple[str, ...]
    defeated: tuple[Place, ...]
    freed: tuple[str, ...]
    uses_legend: bool
    """Whether a Legendary ability that works once a race is used up."""


def ways_to(state: State, space: str) -> tuple[Way, ...]:
    """Lists the ways to a space, the plainest first; refuses with the reason when there is none.

    Bonus tokens in hand are used only where there is no way without them.
    """
    place = place_of(state, space)
    for tokens, after in _with_tokens(state):
        found = dict(_found(after, place))
        if found:
            ordered = sorted(found.items(), key=lambda item: (_badness(item[0]), len(item[1].commands)))
            return tuple(_using(state, tokens, way) for _, way in ordered[:MOST_WAYS])
    near = _nearest(state, place)
    raise Illegal(
        say("rayman.ways.none", space=space_text(state, place)),
        clauses=("RAY-MOVE-1", "RAY-REST-1"),
        details=(say("rayman.ways.instead", spaces=", ".join(near)),) if near else (),
    )


def _with_tokens(state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yields the state as it is, with each Bonus token used, and with all of them used."""
    yield (), state
    name = active(state)[0].player
    held = state.racer(name).tokens
    rows = [(token,) for token in dict.fromkeys(held)]
    for tokens in (*rows, held) if len(held) > 1 else rows:
        after: State | None = state
        for token in tokens:
            after = None if after is None else _after(after, c.UseToken(name, token))
        if after is not None and after.turn is not None:
            yield tokens, after


def _using(state: State, tokens: tuple[str, ...], way: Way) -> Way:
    if not tokens:
        return way
    name = active(state)[0].player
    uses = tuple(c.UseToken(name, token) for token in tokens)
    names = tuple(state.tokens[token].named() for token in tokens)
    summary = say("rayman.ways.using", tokens=names, way=way.summary)
    return Way((*uses, *way.commands), summary, way.path, way.goes_on)


def _badness(difference: Difference) -> tuple[int, ...]:
    return (
        difference.hurt,
        difference.hearts_lost,
        difference.uses_legend,
        len(difference.slapped),
        -len(difference.freed),
        len(difference.defeated),
    )


def _nearest(state: State, place: Place) -> list[str]:
    columns = state.board.columns

    def apart(text: str) -> int:
        column, level = (int(part) for part in text.split("/"))
        across = (column - place[0]) % columns
        return min(across, columns - across) * 2 + abs(level - place[1])

    return sorted(reachable(state), key=apart)[:3]


def _found(state: State, place: Place) -> Iterator[tuple[Difference, Way]]:
    """Searches without slapping figures first, and with them only where that is not enough."""
    opening = opening_of(state)
    at = opening.table.at(place)
    if at < 0:
        return
    is_new = _new_outcomes(opening.table)
    shortest: dict[Difference, Way] = {}
    for limits in (None, Limits()):  # the plainest first, then what else may happen on the way
        search = opening.search(limits, PATIENCE)
        for found in search.find(at, is_new, most=4 * MOST_WAYS):
            made = _replay(state, read_walk(opening, search, found), place)
            if made is not None:
                difference, way = made
                known = shortest.get(difference)
                if known is None or len(way.commands) < len(known.commands):
                    shortest[difference] = way
        if not shortest:
            return
    yield from shortest.items()


def _new_outcomes(table: Table) -> Fits:
    """Returns what lets each outcome of a turn through once: who is slapped, hurt, freed, defeated."""
    seen: set[tuple[object, ...]] = set()

    def is_new(s: int, end: int) -> bool:
        world = table.world(s)
        key = (world.dead, world.freed, world.figures, end & HELD_HEART, s & STANCE == HURT, s & USED)
        if key in seen:
            return False
        seen.add(key)
        return True

    return is_new


def _replay(state: State, walk: Walk, place: Place) -> tuple[Difference, Way] | None:
    """Plays the steps in the engine; stops where a token has to be drawn first."""
    name = active(state)[0].player
    now = state
    commands: list[Command] = []
    path = [space_text(state, state.racer(name).at)]
    queue = [step.command for step in walk.steps if not isinstance(step.command, c.PlaceFigure)]
    goals: dict[str, list[Place]] = {}
    for step in walk.steps:
        if isinstance(step.command, c.PlaceFigure):
            goals.setdefault(name, []).append(step.to)
        elif isinstance(step.command, c.SlapFigure):
            goals.setdefault(step.command.figure, []).append(step.to)
    while (now.turn is not None and now.turn.player == name) or now.agenda[0].kind in PLACING:
        task = now.agenda[0]
        if task.kind in PLACING:
            command: Command | None = _placing(now, task.player, goals)
        elif task.kind != "turn":
            break
        else:
            command = queue.pop(0) if queue else c.EndTurn(name)
        after = None if command is None else _after(now, command)
        if command is None or after is None:
            return None
        now = after
        commands.append(command)
        path.append(space_text(now, now.racer(name).at))
        if now.outcome is not None:
            break
    has_ended = now.turn is None or now.turn.player != name
    if has_ended and now.space(now.racer(name).at) != now.space(place):
        return None
    difference = _difference(state, now, walk)
    goes_on = not has_ended and now.outcome is None
    if goes_on:
        path = [path[0], *(space_text(state, to) for to in walk.path)]
    shown = tuple(at for at, _ in groupby([*path, space_text(state, place)]))
    return difference, Way(tuple(commands), _summary(state, difference, place), shown, goes_on=goes_on)


def _after(state: State, command: Command) -> State | None:
    """Returns the state after a command, None where it is refused."""
    try:
        for event in decide(state, command):
            state = evolve(state, event)
    except Illegal:
        return None
    return state


def _placing(state: State, name: str, goals: dict[str, list[Place]]) -> Command | None:
    """Puts a figure where the walk has it, or else where it can be put there from."""
    offers = _places(state, name)
    wanted = goals.get(name, [])
    offers.sort(key=lambda command: command.to not in wanted)
    leading = (command for command in offers if wanted and _leads_to(state, command, wanted))
    return next(leading, offers[0] if offers else None)


def _places(state: State, name: str) -> list[c.PlaceFigure]:
    """Lists where a figure can be put, if it is the one to be put somewhere now."""
    task = state.agenda[0]
    if task.kind not in PLACING or task.player != name:
        return []
    return [command for command in legal_commands(state) if isinstance(command, c.PlaceFigure)]


def _leads_to(state: State, command: c.PlaceFigure, wanted: list[Place]) -> bool:
    """Tells whether a figure that is put somewhere is, or can then be put, where it is wanted."""
    if command.to in wanted:
        return True
    after = _after(state, command)
    return after is not None and any(
        _leads_to(after, each, wanted) for each in _places(after, command.player)
    )


def _difference(before: State, now: State, walk: Walk) -> Difference:
    name = active(before)[0].player
    racer, old = now.racer(name), before.racer(name)
    done = [step.command for step in walk.steps]
    defeated = {
        before.space(step.to) for step in walk.steps if step.kind == "slap_enemy" or "enemy_slap" in step.hows
    }
    return Difference(
        hurt=racer.is_immune or any(step.kind == "retreat" for step in walk.steps),
        hearts_lost=old.has_heart and not racer.has_heart,
        slapped=tuple(sorted({one.figure for one in done if isinstance(one, c.SlapFigure)})),
        defeated=tuple(sorted(defeated)),
        freed=tuple(sorted(one.colour for one in done if isinstance(one, c.FreeTeensy))),
        uses_legend=racer.has_used_legendary and not old.has_used_legendary,
    )


def _summary(state: State, difference: Difference, place: Place) -> Message:
    parts: list[Message] = [
        say("rayman.ways.free", colour=say(f"rayman.colour.{colour}")) for colour in difference.freed
    ]
    parts += [say("rayman.ways.defeat", space=space_text(state, at)) for at in difference.defeated]
    parts += [say("rayman.ways.slap", figure=hero_said(state, name)) for name in difference.slapped]
    if difference.hearts_lost:
        parts.append(say("rayman.ways.heart"))
    if difference.uses_legend:
        parts.append(say("rayman.ways.legend"))
    if difference.hurt:
        parts.append(say("rayman.ways.hurt"))
    if not parts:
        return say("rayman.ways.plain", space=space_text(state, place))
    return say("rayman.ways.with", space=space_text(state, place), parts=tuple(parts))
