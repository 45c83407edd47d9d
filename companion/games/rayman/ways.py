"""The materially different ways for the active figure to end on a space, as commands to submit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.command import Command
from companion.core.errors import Illegal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.games.rayman import commands as c
from companion.games.rayman.commands import Place
from companion.games.rayman.decide import decide
from companion.games.rayman.evolve import evolve
from companion.games.rayman.judging.labels import Fits, Found, Limits
from companion.games.rayman.judging.opening import Opening
from companion.games.rayman.judging.walked import Walk, read_walk
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.naming import hero_said, space_text
from companion.games.rayman.rules import position as pos
from companion.games.rayman.running import active, opening_of, place_of, reachable
from companion.games.rayman.state import State

MOST_WAYS = 6
PATIENCE = 4_000
"""After so many labels no more different ways are looked for, where there is one."""
MOST_FOUND = 72
MOST_ALIKE = 3
"""How many ways are looked at, and how many of these that come out alike."""
PLACING = ("retreat", "beside", "aside")
"""The tasks that ask where a figure is put."""


class Difference(NamedTuple):
    """What tells one way from another: whom it touches and what it costs."""

    is_hurt: bool
    loses_heart: bool
    uses_legend: bool
    """Whether a Legendary ability that works once a race is used up."""
    slapped: tuple[str, ...]
    freed: tuple[str, ...]
    defeated: tuple[Place, ...]

    @property
    def badness(self) -> tuple[int, ...]:
        """What makes a way less plain than another one, the worst first."""
        return (*self[:3], len(self.slapped), -len(self.freed), len(self.defeated))


def ways_to(state: State, space: str) -> tuple[Way, ...]:
    """Lists the ways to a space, the plainest first; refuses with the reason when there is none.

    Bonus tokens in hand are used only where there is no way without them.
    """
    place = place_of(state, space)
    for uses, after in _with_tokens(state):
        found = _found(after, place)
        if found:
            ordered = sorted(found.items(), key=lambda item: (item[0].badness, len(item[1].commands)))
            return tuple(_using(state, uses, way) for _, way in ordered[:MOST_WAYS])
    near = _nearest(state, place)
    raise Illegal(
        say("rayman.ways.none", space=space_text(state, place)),
        clauses=("RAY-MOVE-1", "RAY-REST-1"),
        details=(say("rayman.ways.instead", spaces=", ".join(near)),) if near else (),
    )


def _with_tokens(state: State) -> Iterator[tuple[tuple[c.UseToken, ...], State]]:
    """Yields the state as it is, with each Bonus token used, and with all of them used."""
    _, racer = active(state)
    uses = tuple(c.UseToken(racer.name, token) for token in racer.tokens)
    for row in dict.fromkeys([(), *((use,) for use in uses), uses]):
        after = _after(state, row)
        if after is not None and after.turn is not None:
            yield row, after


def _using(state: State, uses: tuple[c.UseToken, ...], way: Way) -> Way:
    if not uses:
        return way
    names = tuple(state.tokens[use.token].named() for use in uses)
    summary = say("rayman.ways.using", tokens=names, way=way.summary)
    return replace(way, commands=(*uses, *way.commands), summary=summary)


def _nearest(state: State, place: Place) -> list[str]:
    columns = state.board.columns

    def apart(text: str) -> int:
        column, level = (int(part) for part in text.split("/"))
        across = (column - place[0]) % columns
        return min(across, columns - across) * 2 + abs(level - place[1])

    return sorted(reachable(state), key=apart)[:3]


def _found(state: State, place: Place) -> dict[Difference, Way]:
    """Finds the shortest way of each kind, the plainest first, then what else may happen on the way."""
    opening, walks = opening_of(state), dict[Difference, list[Walk]]()
    at, is_new = opening.table.at(place), _new_outcomes()
    for limits in (None, Limits()) if at >= 0 else ():
        search = opening.search(limits, PATIENCE)
        ends = search.find_all(at, is_new, False, MOST_FOUND)
        if limits or not ends:
            ends = ends + search.find_all(at, is_new, True, MOST_FOUND)
        for end in ends:
            walk = read_walk(opening, search, end)
            walks.setdefault(_difference(opening, end, walk), []).append(walk)
        if not walks:
            break
    ways = dict[Difference, Way]()
    for difference, alike in walks.items():
        for walk in sorted(alike, key=lambda walk: len(walk.steps)):
            way = _way(state, walk, _summary(state, difference, place), place)
            if way is not None:
                ways[difference] = way
                break
    return ways


def _new_outcomes() -> Fits:
    """Returns what lets a few ways to each outcome through: who is slapped, hurt, freed, defeated."""
    seen = Counter[tuple[int, ...]]()

    def is_new(s: int, end: int) -> bool:
        key = (s >> pos.WORLD, end & pos.HELD_HEART, s & pos.STANCE == pos.HURT, s & pos.USED)
        seen[key] += 1
        return seen[key] <= MOST_ALIKE

    return is_new


def _difference(opening: Opening, found: Found, walk: Walk) -> Difference:
    done, board = [step.command for step in walk.steps], opening.table.board
    beaten = [step.to for step in walk.steps if step.kind == "slap_enemy" or "enemy_slap" in step.hows]
    return Difference(
        is_hurt=any(step.kind == "retreat" for step in walk.steps),
        loses_heart=bool(opening.first & ~found.end & pos.HELD_HEART),
        uses_legend=bool(found.position & ~opening.first & pos.USED),
        slapped=tuple(sorted({one.figure for one in done if isinstance(one, c.SlapFigure)})),
        freed=tuple(sorted(one.colour for one in done if isinstance(one, c.FreeTeensy))),
        defeated=tuple(sorted({(board.column(p), level) for p, level in beaten})),
    )


def _way(state: State, walk: Walk, summary: Message, place: Place) -> Way | None:
    """Plays the steps in the engine; stops where a token has to be drawn first."""
    name = active(state)[0].player
    now, commands = state, list[Command]()
    queue = [step.command for step in walk.steps if not isinstance(step.command, c.PlaceFigure)]
    goals: dict[str, list[Place]] = {}
    for step in walk.steps:
        if isinstance(step.command, c.PlaceFigure | c.SlapFigure):
            goals.setdefault(getattr(step.command, "figure", name), []).append(step.to)
    while now.outcome is None and (_is_running(now, name) or now.agenda[0].kind in PLACING):
        task = now.agenda[0]
        command: Command | None
        if task.kind in PLACING:
            command = _placing(now, goals.get(task.player, []))
        elif task.kind == "turn":
            command = queue.pop(0) if queue else c.EndTurn(name)
        else:
            break
        after = None if command is None else _after(now, (command,))
        if command is None or after is None:
            return None
        now = after
        commands.append(command)
    if not _is_running(now, name) and now.space(now.racer(name).at) != now.space(place):
        return None
    path = [space_text(state, at) for at in (state.racer(name).at, *walk.path, place)]
    shown, goes_on = tuple(at for at, _ in groupby(path)), _is_running(now, name) and now.outcome is None
    return Way(tuple(commands), summary, shown, goes_on=goes_on)


def _is_running(state: State, name: str) -> bool:
    return state.turn is not None and state.turn.player == name


def _after(state: State, commands: Sequence[Command]) -> State | None:
    """Returns the state after some commands, None where one is refused."""
    try:
        for command in commands:
            for event in decide(state, command):
                state = evolve(state, event)
    except Illegal:
        return None
    return state


def _placing(state: State, wanted: list[Place]) -> c.PlaceFigure | None:
    """Puts a figure where the walk has it, or from where it then gets there."""
    offers = sorted(_places(state), key=lambda offer: offer.to not in wanted)

    def leads_there(offer: c.PlaceFigure) -> bool:
        after = _after(state, (offer,))
        return after is not None and (
            after.racer(offer.player).at in wanted or any(later.to in wanted for later in _places(after))
        )

    return next(filter(leads_there, offers), offers[0] if offers else None)


def _places(state: State) -> list[c.PlaceFigure]:
    """Lists where a figure can be put, if one is to be put somewhere now."""
    found = legal_commands(state) if state.agenda[0].kind in PLACING else ()
    return [command for command in found if isinstance(command, c.PlaceFigure)]


def _summary(state: State, difference: Difference, place: Place) -> Message:
    is_hurt, loses_heart, uses_legend, slapped, freed, defeated = difference
    parts = [say("rayman.ways.free", colour=say(f"rayman.colour.{colour}")) for colour in freed]
    parts += [say("rayman.ways.defeat", space=space_text(state, at)) for at in defeated]
    parts += [say("rayman.ways.slap", figure=hero_said(state, name)) for name in slapped]
    costs = {"heart": loses_heart, "legend": uses_legend, "hurt": is_hurt}
    parts += [say(f"rayman.ways.{cost}") for cost, is_so in costs.items() if is_so]
    key = "with" if parts else "plain"
    return say(f"rayman.ways.{key}", space=space_text(state, place), parts=tuple(parts))
