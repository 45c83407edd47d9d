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
from companion.core.patience import Patience
from companion.core.verdict import Way
from companion.games.grimm import events as ev, state as st
from companion.games.grimm.commands import Move, Stay
from companion.games.grimm.decide import decide, legal_commands
from companion.games.grimm.evolve import evolve
from companion.games.grimm.log import space_name
from companion.games.grimm.moves import dice_count, is_piper
from companion.games.grimm.play import Play
from companion.games.grimm.reasons import why_unreachable
from companion.games.grimm.state import State

MOST_BRANCHES = 60_000
"""How many steps are looked at before a move has too many ways; the shipped board asks for a thousand."""

Happened = tuple[str, ...]
"""What a way meets, by the words that tell it: `grimm.way.…`."""


class End(Struct, frozen=True):
    """Where a move can end: the spaces walked, what happened on the way, and how to play it."""

    space: str
    path: tuple[str, ...]
    happened: Happened
    commands: tuple[Command, ...]
    """The commands up to the first chance on the way: a chest card must be turned before going on."""
    goes_on: bool
    """Whether the way goes on behind that chance."""
    equipment: int
    hand: int
    """How many cards are held there, before the space takes one."""
    steps_lost: int = 0
    """How much of the roll a teleporter took away (GRM-GATE-2)."""
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
    arrival: str = ""
    """What the space of the last step did."""
    steps_lost: int = 0
    goes_on: bool = False
    """Whether a step was taken behind a chance."""


def ends_of(
    state: State,
    pawn: str,
    chests: tuple[str, ...] = (),
    rolls: tuple[tuple[int, ...], ...] = (),
    *,
    tells_paths: bool = False,
    patience: Patience | None = None,
) -> Iterator[End]:
    """Lists every end of the running move; further chests and rolls come in the order given.

    One path stands for all that leave the same choices, unless `tells_paths` asks for every one. Refuses
    a move with more ways than patience reaches.
    """
    patience = patience or Patience(MOST_BRANCHES)
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
            onwards = []
            for onward in _steps(branch, walk, pawn):
                patience.spend()
                onwards.append(onward)
            waiting += reversed(onwards)


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
        yield replace(branch, state=play.state, arrival="")
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
            _arrival(events, pawn),
            _steps_lost(walk, after, events),
            goes_on=not branch.is_open,
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
        arrival=_arrival(events, pawn),
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


def _arrival(events: tuple[Event, ...], pawn: str) -> str:
    """Names what the space did where the walk ended: a full hand gives a card up before it draws."""
    asked = {type(event.ask) for event in events if isinstance(event, ev.Asked) and event.ask.player == pawn}
    if st.DrawCard in asked:
        return "exchange" if st.DropCard in asked else "draw"
    if st.DropCard in asked:
        return "discard"
    return "reroll" if any(isinstance(event, ev.RerollGranted) for event in events) else ""


def _steps_lost(walk: st.Walk, after: State, events: tuple[Event, ...]) -> int:
    """Counts what is left of a roll when a teleporter ends the walk."""
    is_carried = any(isinstance(event, ev.PawnTeleported) for event in events)
    if not is_carried or is_piper(after, walk.pawn):
        return 0
    return walk.steps - sum(len(event.path) for event in events if isinstance(event, ev.PawnMoved))


def _told(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Keeps what a verdict tells."""
    return tuple(event for event in events if isinstance(event, TOLD))


TOLD = (ev.MoveRolled, ev.PawnMoved, ev.PawnTeleported, ev.ChestTaken, ev.RerollGranted, ev.PortalEntered)


def _end(branch: Branch, pawn: str) -> End:
    hero = branch.state.hero(pawn)
    happened = branch.happened + ((branch.arrival,) if branch.arrival else ())
    return End(
        hero.at,
        branch.path,
        happened,
        branch.commands,
        branch.goes_on,
        hero.equipment,
        len(hero.hand),
        branch.steps_lost,
        branch.events,
    )


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


def costly(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces where the running move of a pawn cannot end without losing a card (GRM-SPACE-3)."""
    try:
        walk = _find_walk(state, figure)
    except Illegal:
        return ()
    ends = tuple(ends_of(state, walk.pawn))
    free = {end.space for end in ends if "discard" not in _met(end)}
    return tuple(sorted({end.space for end in ends} - free))


def ways_to(state: State, figure: str, space: str) -> tuple[Way, ...]:
    """Lists the ways to a space that differ in what happens; refuses with the reason when there is none."""
    if space not in state.graph.spaces:
        raise Invalid(say("grimm.bad.space", field="space", space=space))
    walk = _find_walk(state, figure)
    found: dict[Happened, End] = {}
    for end in ends_of(state, walk.pawn):
        if end.space == space:
            found.setdefault(_met(end), end)
    if not found:
        message, clauses = why_unreachable(state, walk.pawn, walk.steps, space)
        raise Illegal(message, clauses=clauses)
    return tuple(
        Way(end.commands, summary_of(state, walk.pawn, end), (walk.trail[-1], *end.path), end.goes_on)
        for end in found.values()
    )


def _met(end: End) -> Happened:
    """Names what happens on a way: nobody discards out of an empty hand."""
    return end.happened[:-1] if end.happened[-1:] == ("discard",) and not end.hand else end.happened


def summary_of(state: State, pawn: str, end: End) -> Message:
    """Says a way in one line, with what happens on it and what is lost."""
    space = space_name(state, end.space)
    effects = tuple(say(f"grimm.way.{what}") for what in _met(end))
    if end.steps_lost:
        effects += (say("grimm.way.rest_lost", count=end.steps_lost),)
    if not effects:
        return say("grimm.way.plain", player=pawn, space=space)
    return say("grimm.way.with", player=pawn, space=space, effects=effects)
