"""Walks every way that a running move can still take, by the same rules that play it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from companion.core.command import Command, RollDice
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.games.grimm import events as ev, state as st
from companion.games.grimm.commands import Move, Stay
from companion.games.grimm.decide import decide, legal_commands
from companion.games.grimm.evolve import evolve
from companion.games.grimm.graph import ways_of
from companion.games.grimm.log import space_name
from companion.games.grimm.play import Play
from companion.games.grimm.state import EQUIPMENT_TO_WIN, State

Happened = tuple[str, ...]
ARRIVALS = ("draw", "discard", "reroll")


class End(Struct, frozen=True):
    """Where a move can end: the spaces walked, what happened on the way, and how to play it."""

    space: str
    path: tuple[str, ...]
    happened: Happened
    commands: tuple[Command, ...]
    """The commands up to the first chance on the way: a chest card must be turned before going on."""
    equipment: int


class Branch(Struct, frozen=True):
    """A move in the middle of being explored."""

    state: State
    path: tuple[str, ...] = ()
    happened: Happened = ()
    commands: tuple[Command, ...] = ()
    is_open: bool = True
    """Whether the commands still lead here: no chance came between."""
    chests: tuple[str, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()


def ends_of(
    state: State,
    pawn: str,
    chests: tuple[str, ...] = (),
    rolls: tuple[tuple[int, ...], ...] = (),
    *,
    tells_paths: bool = False,
) -> Iterator[End]:
    """Lists every end of the running move; further chests and rolls come in the order given.

    One path stands for all that leave the same choices, unless `tells_paths` asks for every one.
    """
    seen = set()
    depth = max(1, len(_walks_of(state, pawn)))
    waiting = [Branch(state, chests=chests, rolls=rolls)]
    while waiting:
        branch = waiting.pop()
        walks = _walks_of(branch.state, pawn)
        if len(walks) < depth:
            onward = _roll_on(branch, pawn)
            if onward is not None:
                waiting.append(onward)
            elif not branch.rolls:
                yield _end(branch, pawn)
            continue
        walk = walks[-1]
        key = (*_key(branch, walk), branch.path if tells_paths else None)
        if key not in seen:
            seen.add(key)
            waiting.extend(reversed([*_steps(branch, walk)]))


def _walks_of(state: State, pawn: str) -> list[st.Walk]:
    """Lists a pawn's walks: a spell may move it in the middle of its own move."""
    return [ask for ask in state.agenda if isinstance(ask, st.Walk) and ask.pawn == pawn]


def _key(branch: Branch, walk: st.Walk) -> tuple[object, ...]:
    """Tells branches apart by what can still make a difference."""
    walked = frozenset(pairwise(walk.trail))
    state = branch.state
    return (
        walk.trail[-1], walked, walk.steps, walk.is_at_gate, state.chest,
        tuple(hero.equipment for hero in state.heroes),
        branch.happened, len(branch.chests), len(branch.rolls), type(state.now),
    )  # fmt: skip


def _steps(branch: Branch, walk: st.Walk) -> Iterator[Branch]:
    """Goes one stretch on in every way, or past a question that is not about the way."""
    state = branch.state
    if state.now is not walk:
        yield _past_question(branch)
        return
    commands = [command for command in legal_commands(state) if isinstance(command, (Move, Stay))]
    if not commands:  # it has no way on at all, and stays (GRM-MOVE-4)
        play = Play(state)
        play.run_on()
        yield replace(branch, state=play.state)
    for command in commands:
        events = decide(state, command)
        after = state
        for event in events:
            after = evolve(after, event)
        yield Branch(
            after,
            branch.path + _spaces(events),
            branch.happened + _notable(events),
            (*branch.commands, command) if branch.is_open else branch.commands,
            branch.is_open,
            branch.chests,
            branch.rolls,
        )


def _past_question(branch: Branch) -> Branch:
    """Answers what stands in the way: the next chest appears where it is said to, or out of reach."""
    play = Play(branch.state)
    chests = branch.chests
    if isinstance(branch.state.now, st.PlaceChest):
        play.place_chest("", chests[0] if chests else "")
        chests = chests[1:]
    else:
        play.settle()
    play.run_on()
    return Branch(play.state, branch.path, branch.happened, branch.commands, False, chests, branch.rolls)


def _roll_on(branch: Branch, pawn: str) -> Branch | None:
    """Rolls again where the space allows it and a further roll is told."""
    now = branch.state.now
    if not (branch.rolls and isinstance(now, st.Prepare) and now.player == pawn and branch.state.rerolls):
        return None
    after = branch.state
    events = decide(after, RollDice(branch.rolls[0]))
    for event in events:
        after = evolve(after, event)
    return Branch(
        after, branch.path, branch.happened, branch.commands, False, branch.chests, branch.rolls[1:]
    )


def _spaces(events: tuple[Event, ...]) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, ev.PawnMoved):
            path += event.path
        elif isinstance(event, ev.PawnTeleported):
            path += (event.to,)
    return path


def _notable(events: tuple[Event, ...]) -> Happened:
    names = {ev.ChestTaken: "chest", ev.PawnTeleported: "teleporter", ev.PortalEntered: "portal"}
    return tuple(names[type(event)] for event in events if type(event) in names)


def _end(branch: Branch, pawn: str) -> End:
    hero = branch.state.hero(pawn)
    kind = branch.state.graph.kind(hero.at)
    arrival = (kind,) if kind in ARRIVALS and branch.path else ()
    return End(hero.at, branch.path, branch.happened + arrival, branch.commands, hero.equipment)


def running_walk(state: State) -> st.Walk | None:
    """Returns the walk that somebody is choosing the way of, if any."""
    return state.now if isinstance(state.now, st.Walk) else None


def ways_to(state: State, space: str) -> tuple[Way, ...]:
    """Lists the ways to a space that differ in what happens; refuses with the reason when there is none."""
    if space not in state.graph.spaces:
        raise Invalid(say("grimm.bad.space", field="space", space=space))
    walk = running_walk(state)
    if walk is None:
        raise Illegal(say("grimm.no.not_rolled"), clauses=("GRM-TURN-3",))
    found: dict[Happened, End] = {}
    for end in ends_of(state, walk.pawn):
        if end.space == space:
            found.setdefault(end.happened, end)
    if not found:
        message, clauses = why_unreachable(state, walk.pawn, walk.steps, space)
        raise Illegal(message, clauses=clauses)
    return tuple(
        Way(end.commands, summary_of(state, walk.pawn, end), (walk.trail[-1], *end.path))
        for end in found.values()
    )


def why_unreachable(state: State, pawn: str, steps: int, space: str) -> tuple[Message, tuple[str, ...]]:
    """Says why no way of a move ends on a space."""
    if space == ways_of(state.graph).portal and state.hero(pawn).equipment < EQUIPMENT_TO_WIN:
        return say("grimm.no.portal_closed", player=pawn), ("GRM-PORTAL-1",)
    named = space_name(state, space)
    return say("grimm.no.unreachable", space=named, steps=steps), ("GRM-MOVE-2", "GRM-MOVE-3")


def summary_of(state: State, pawn: str, end: End) -> Message:
    """Says a way in one line, with what happens on it."""
    space = space_name(state, end.space)
    if not end.happened:
        return say("grimm.way.plain", player=pawn, space=space)
    effects = tuple(say(f"grimm.way.{what}") for what in end.happened)
    return say("grimm.way.with", player=pawn, space=space, effects=effects)
