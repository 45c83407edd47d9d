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
from companion.games.grimm.log import space_name
from companion.games.grimm.moves import dice_count
from companion.games.grimm.play import Play
from companion.games.grimm.reasons import why_unreachable
from companion.games.grimm.state import State

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
    events: tuple[Event, ...] = ()
    """What happened on the way, in order: rolls, steps, teleporters, chests."""


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
    events: tuple[Event, ...] = ()


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
            waiting.extend(reversed([*_steps(branch, walk, pawn)]))


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


def _steps(branch: Branch, walk: st.Walk, pawn: str) -> Iterator[Branch]:
    """Goes one stretch on in every way, or past a question that is not about the way."""
    state = branch.state
    if state.now is not walk:
        yield _past_question(branch, pawn)
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
            branch.happened + _notable(events, pawn),
            (*branch.commands, command) if branch.is_open else branch.commands,
            branch.is_open,
            branch.chests,
            branch.rolls,
            branch.events + _told(events),
        )


def _past_question(branch: Branch, pawn: str) -> Branch:
    """Answers what stands in the way: the next chest appears where it is said to, or out of reach."""
    play = Play(branch.state)
    chests = branch.chests
    if isinstance(branch.state.now, st.PlaceChest):
        play.place_chest("", chests[0] if chests else "")
        chests = chests[1:]
    else:
        play.settle()
    events = play.run_on()
    return replace(
        branch,
        state=play.state,
        happened=branch.happened + _notable(events, pawn),
        is_open=False,
        chests=chests,
        events=branch.events + _told(events),
    )


def _roll_on(branch: Branch, pawn: str) -> Branch | None:
    """Rolls again where the space allows it and a further roll is told with the dice that it takes."""
    now = branch.state.now
    if not (branch.rolls and isinstance(now, st.Prepare) and now.player == pawn and branch.state.rerolls):
        return None
    after = branch.state
    if len(branch.rolls[0]) != dice_count(after, after.hero(pawn)):
        return None
    events = decide(after, RollDice(branch.rolls[0]))
    for event in events:
        after = evolve(after, event)
    told = branch.events + _told(events)
    return replace(branch, state=after, is_open=False, rolls=branch.rolls[1:], events=told)


def _spaces(events: tuple[Event, ...]) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, ev.PawnMoved):
            path += event.path
        elif isinstance(event, ev.PawnTeleported):
            path += (event.to,)
    return path


def _notable(events: tuple[Event, ...], pawn: str) -> Happened:
    names = {ev.ChestTaken: "chest", ev.PawnTeleported: "teleporter", ev.PortalEntered: "portal"}
    own = [event for event in events if getattr(event, "player", "") == pawn]
    return tuple(names[type(event)] for event in own if type(event) in names)


def _told(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Keeps what a verdict tells."""
    return tuple(event for event in events if isinstance(event, TOLD))


TOLD = (ev.MoveRolled, ev.PawnMoved, ev.PawnTeleported, ev.ChestTaken, ev.RerollGranted, ev.PortalEntered)


def _end(branch: Branch, pawn: str) -> End:
    hero = branch.state.hero(pawn)
    kind = branch.state.graph.kind(hero.at)
    arrival = (kind,) if kind in ARRIVALS and branch.path else ()
    happened = branch.happened + arrival
    return End(hero.at, branch.path, happened, branch.commands, hero.equipment, branch.events)


def running_walk(state: State) -> st.Walk | None:
    """Returns the walk that somebody is choosing the way of, if any."""
    return state.now if isinstance(state.now, st.Walk) else None


def _find_walk(state: State, figure: str) -> st.Walk:
    """Returns the running walk of a character's pawn; refuses where it is not on its way."""
    walk = running_walk(state)
    if walk is None or state.hero(walk.pawn).character != figure:
        raise Illegal(say("grimm.no.not_rolled"), clauses=("GRM-TURN-3",))
    return walk


def reachable(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces where the running move of a pawn can end."""
    try:
        walk = _find_walk(state, figure)
    except Illegal:
        return ()
    return tuple(sorted({end.space for end in ends_of(state, walk.pawn)}))


def ways_to(state: State, figure: str, space: str) -> tuple[Way, ...]:
    """Lists the ways to a space that differ in what happens; refuses with the reason when there is none."""
    if space not in state.graph.spaces:
        raise Invalid(say("grimm.bad.space", field="space", space=space))
    walk = _find_walk(state, figure)
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


def summary_of(state: State, pawn: str, end: End) -> Message:
    """Says a way in one line, with what happens on it."""
    space = space_name(state, end.space)
    if not end.happened:
        return say("grimm.way.plain", player=pawn, space=space)
    effects = tuple(say(f"grimm.way.{what}") for what in end.happened)
    return say("grimm.way.with", player=pawn, space=space, effects=effects)
