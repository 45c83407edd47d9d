"""The materially different ways for the active figure to end on a space, as commands to submit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, groupby, islice, repeat
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.command import Command
from companion.core.errors import Illegal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.games.rayman import commands as c
from companion.games.rayman.commands import Place
from companion.games.rayman.decide import play
from companion.games.rayman.judging.claims import Step, path_of, read_walk
from companion.games.rayman.judging.labels import Found, Limits, Search
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.naming import hero_said, space_text
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import PLACES
from companion.games.rayman.rules.table import Table
from companion.games.rayman.running import active, opening_of, place_of, reachable
from companion.games.rayman.state import State, Task

MOST_WAYS = 6
PATIENCE = 4_000
"""After so many labels no more different ways are looked for, where there is one."""
MOST_FOUND = 72
MOST_ALIKE = 3
"""How many ways are looked at, and how many of these that come out alike."""


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
    place, (turn, racer) = place_of(state, space), active(state)
    for tokens in dict.fromkeys([(), *((token,) for token in racer.tokens), racer.tokens]):
        uses = tuple(c.UseToken(turn.player, token) for token in tokens)
        with suppress(Illegal):
            ways = _ways(play(state, *uses), place)
            if ways:
                return tuple(_using(state, uses, way) for way in ways[:MOST_WAYS])

    def apart(end: str) -> int:
        p, level = place_of(state, end)
        return state.board.across(p, place[0]) * 2 + abs(level - place[1])

    near = ", ".join(sorted(reachable(state), key=apart)[:3])
    raise Illegal(
        say("rayman.ways.none", space=space_text(state, place)),
        clauses=("RAY-MOVE-1", "RAY-REST-1"),
        details=(say("rayman.ways.instead", spaces=near),) if near else (),
    )


def _using(state: State, uses: tuple[c.UseToken, ...], way: Way) -> Way:
    if not uses:
        return way
    names = tuple(state.tokens[use.token].named() for use in uses)
    summary = say("rayman.ways.using", tokens=names, way=way.summary)
    return replace(way, commands=(*uses, *way.commands), summary=summary)


def _ways(state: State, place: Place) -> list[Way]:
    """Finds the shortest way of each kind, the plainest first."""
    walks, ways = dict[Difference, list[list[Step]]](), list[tuple[Difference, Way]]()
    for difference, walk in _walks(opening_of(state), place):
        walks.setdefault(difference, []).append(walk)
    for difference, alike in walks.items():
        played = (_played(state, walk, difference, place) for walk in sorted(alike, key=len))
        ways += [(difference, way) for way in islice(filter(None, played), 1)]
    ways.sort(key=lambda found: (found[0].badness, len(found[1].commands)))
    return [way for _, way in ways]


def _walks(table: Table, place: Place) -> Iterator[tuple[Difference, list[Step]]]:
    """Yields a few walks to each outcome: the plainest first, then what else may happen on the way."""
    at, seen = table.at(place), Counter[tuple[int, ...]]()

    def is_new(s: int, end: int) -> bool:
        key = (s >> pos.WORLD, end & pos.HELD_HEART, s & pos.STANCE == pos.HURT, s & pos.USED)
        seen[key] += 1
        return seen[key] <= MOST_ALIKE

    for limits in (None, Limits()):
        search = Search(table, limits, PATIENCE)
        ends = search.find_all(at, is_new, False, MOST_FOUND)
        if limits or not ends:
            ends = ends + search.find_all(at, is_new, True, MOST_FOUND)
        if not ends and not limits:
            return
        for end in ends:
            walk = read_walk(search, end)
            yield _difference(table, end, walk), walk


def _difference(table: Table, found: Found, walk: list[Step]) -> Difference:
    done = [step.command for step in walk]
    beaten = [step.to for step in walk if step.kind == "slap_enemy" or "enemy_slap" in step.hows]
    return Difference(
        is_hurt=any(step.kind == "retreat" for step in walk),
        loses_heart=bool(table.opening & ~found.end & pos.HELD_HEART),
        uses_legend=bool(found.position & ~table.opening & pos.USED),
        slapped=tuple(sorted({one.figure for one in done if isinstance(one, c.SlapFigure)})),
        freed=tuple(sorted(one.colour for one in done if isinstance(one, c.FreeTeensy))),
        defeated=tuple(sorted(set(map(table.board.space, beaten)))),
    )


def _played(state: State, walk: list[Step], difference: Difference, place: Place) -> Way | None:
    """Plays a walk in the engine; stops where a token has to be drawn first."""
    name, now, commands = active(state)[0].player, state, list[Command]()
    placed = [step for step in walk if isinstance(step.command, c.PlaceFigure | c.SlapFigure)]
    goals = {(getattr(step.command, "figure", name), step.to) for step in placed}
    steps = [step.command for step in walk if not isinstance(step.command, c.PlaceFigure)]
    queue = chain(steps, repeat(c.EndTurn(name)))
    while now.outcome is None and (now.agenda[0].kind in PLACES or now.agenda[0] == Task("turn", name)):
        commands.append(_placing(now, goals) if now.agenda[0].kind in PLACES else next(queue))
        try:
            now = play(now, commands[-1])
        except Illegal:
            return None
    is_running = now.turn is not None and now.turn.player == name
    if not is_running and now.space(now.racer(name).at) != now.space(place):
        return None
    path = [space_text(state, at) for at in (state.racer(name).at, *path_of(walk), place)]
    shown, summary = tuple(at for at, _ in groupby(path)), _summary(state, difference, place)
    return Way(tuple(commands), summary, shown, goes_on=is_running and now.outcome is None)


def _placing(state: State, goals: set[tuple[str, Place]]) -> c.PlaceFigure:
    """Puts a figure where the walk has it, or from where it then gets there."""

    def misses(offer: c.PlaceFigure) -> tuple[bool, bool]:
        after = play(state, offer)
        reached = [(later.player, later.to) for later in _places(after)]
        reached.append((offer.player, after.racer(offer.player).at))
        return goals.isdisjoint(reached), (offer.player, offer.to) not in goals

    return min(_places(state), key=misses)


def _places(state: State) -> list[c.PlaceFigure]:
    """Lists where a figure can be put, if one is to be put somewhere now."""
    found = legal_commands(state) if state.agenda and state.agenda[0].kind in PLACES else ()
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
