"""Lighthouse: row along a line of spaces; first at the lighthouse wins. Small, but nothing is left out."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.content.library import Content
from companion.core import blocks
from companion.core.chance import ChanceRequest, DrawRequest, dice_asked, draw_choices, is_outcome
from companion.core.clause import load_clauses
from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import (
    Correct,
    Correction,
    RecordCorrected,
    correct,
    correction_choices,
    correction_line,
    fold_correction,
)
from companion.core.decoding import explain
from companion.core.dice import D6, DiceRequest, Face
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import literal
from companion.core.outcome import Outcome, Rank
from companion.core.verdict import Verdict
from companion.games.protocol import Game, Manifest

GOAL = 12


class Row(Command, frozen=True):
    """Move the active boat."""

    spaces: int


class DiceRolled(Event, frozen=True):
    value: int


class BoatRowed(Event, frozen=True):
    player: str
    to: int


class WindTurned(Event, frozen=True):
    card: str


class TurnPassed(Event, frozen=True):
    to: int


class NightFell(Event, frozen=True):
    """The rounds that the table agreed on are over."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    round_limit: Annotated[int, Meta(ge=1, le=500)] | None = None


class State(Struct, frozen=True):
    players: tuple[str, ...]
    at: tuple[int, ...]
    turn: int = 0
    round: int = 1
    rolled: int = 0
    waits_for: Literal["dice", "row", "wind", "over"] = "dice"
    options: Options = Options()
    log: tuple[blocks.LogLine, ...] = ()


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[str, ...]
    options: Options = Options()


def questions(content: Content, answers: blocks.Json) -> tuple[blocks.Question, ...]:
    return (blocks.Question("players", literal("Players"), "players", page="players", minimum=1, maximum=4),)


def new_state(setup: blocks.Json, content: Content) -> State:
    try:
        chosen = msgspec.convert(setup, Setup)
    except msgspec.ValidationError as error:
        raise Invalid(explain(error, Setup)) from None
    players = chosen.players
    if not 1 <= len(players) <= 4:
        raise Invalid(literal("players: expected 1 to 4"))
    return State(players, (0,) * len(players), options=chosen.options)


def chance(state: State) -> tuple[ChanceRequest, ...]:
    match state.waits_for:
        case "dice":
            return (DiceRequest((D6,), literal("oars")),)
        case "wind":
            winds = tuple(Face(card, "card", literal(card)) for card in ("fair", "foul"))
            return (DrawRequest("wind", winds, literal("wind")),)
    return ()


def legal_commands(state: State) -> list[Row]:
    if state.waits_for != "row":
        return []
    longest = min(state.rolled, GOAL - state.at[state.turn])
    return [Row(spaces) for spaces in range(longest, 0, -1)]


def moved(state: State, player: str, to: int) -> State:
    seat = state.players.index(player)
    return replace(state, at=(*state.at[:seat], to, *state.at[seat + 1 :]))


def put(state: State, figure: str, space: str) -> Correct | None:
    return Correct("place", int(space), figure) if int(space) < GOAL else None


CORRECTIONS: tuple[Correction[State], ...] = (
    Correction(
        id="place",
        label=literal("Place of a boat"),
        form=Literal[tuple(range(GOAL))],
        asks=lambda state, player: blocks.Question(
            "at", literal("Space"), "number", 0, minimum=0, maximum=GOAL - 1
        ),
        now=lambda state, player: state.at[state.players.index(player)],
        change=moved,
    ),
)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    player, here = state.players[state.turn], state.at[state.turn]
    passed: Event = TurnPassed((state.turn + 1) % len(state.players))
    if state.turn + 1 == len(state.players) and state.round == state.options.round_limit:
        passed = NightFell()
    if isinstance(command, Correct):
        return (correct(CORRECTIONS, state, command, state.players),)
    if command not in legal_commands(state) and not is_outcome(chance(state), command):
        clause = "LH-MOVE-2" if isinstance(command, Row) and command.spaces > GOAL - here else "LH-TURN-1"
        raise Illegal(literal("Not now."), clauses=(clause,))
    match command:
        case RollDice(faces):
            return (DiceRolled(int(faces[0])),)
        case Row(spaces):
            rowed = BoatRowed(player, here + spaces)
            keeps_turn = state.rolled == 6 or rowed.to == GOAL
            return (rowed,) if keeps_turn else (rowed, passed)
        case RevealCard(_, card):
            rowed = BoatRowed(player, here + (1 if card == "fair" else 0))
            events = (WindTurned(card), rowed)
            return events if rowed.to == GOAL else (*events, passed)
    raise Invalid(literal("command"))


def evolve(state: State, event: Event) -> State:
    match event:
        case DiceRolled(value):
            return replace(state, rolled=value, waits_for="row")
        case BoatRowed(player, to):
            wind = state.rolled == 6 and state.waits_for == "row"
            waits_for = "over" if to == GOAL else "wind" if wind else state.waits_for
            return replace(moved(state, player, to), waits_for=waits_for)
        case TurnPassed(to):
            rounds = state.round + (1 if to == 0 else 0)
            return replace(state, turn=to, rolled=0, waits_for="dice", round=rounds)
        case NightFell():
            return replace(state, waits_for="over")
        case RecordCorrected():
            line = correction_line(CORRECTIONS, state, event)
            return replace(fold_correction(CORRECTIONS, state, event), log=(line,) if line else ())
    return state


def outcome(state: State) -> Outcome | None:
    if state.waits_for != "over":
        return None
    order = sorted(zip(state.at, state.players, strict=True), reverse=True)
    ranking = tuple(Rank(player, place, at) for place, (at, player) in enumerate(order, 1))
    because = "The light is reached." if GOAL in state.at else "Night has fallen."
    return Outcome((ranking[0].player,), ranking, literal(because))


def view(state: State, viewer: str | None = None) -> blocks.View:
    rows = tuple(
        blocks.Choice(literal(f"row {to}"), msgspec.to_builtins(row), space=str(to), group="step")
        for row in legal_commands(state)
        for to in [state.at[state.turn] + row.spaces]
    )
    return blocks.View(
        title=GAME.manifest.title,
        prompt=blocks.Prompt(literal("Row!"), player=state.players[state.turn]),
        phase="turns",
        players=tuple(
            blocks.Player(name, name, literal("boat"), seat, "now" if seat == state.turn else "waiting")
            for seat, name in enumerate(state.players)
        ),
        round=state.round,
        is_over=state.waits_for == "over",
        board=blocks.Board(
            GOAL + 1,
            1,
            tuple(blocks.Space(str(x), x, 0) for x in range(GOAL + 1)),
            pieces=tuple(
                blocks.Piece(name, str(at), "figure", literal(name), seat, can_move=seat == state.turn)
                for seat, (name, at) in enumerate(zip(state.players, state.at, strict=True))
            ),
        ),
        choices=(
            *rows,
            *draw_choices(chance(state)),
            *correction_choices(CORRECTIONS, state, state.players),
        ),
        dice=dice_asked(chance(state)),
        log=state.log,
    )


def dispute(state: State, figure: str, space: str) -> blocks.Json:
    turn = {"from": state.at[state.turn], "roll": state.rolled}
    return {"format": "dispute/1", "game": "lighthouse", "turn": turn, "claim": {"at": int(space)}}


def reach(document: blocks.Json, content: Content) -> blocks.Json:
    start, roll = document["turn"]["from"], document["turn"]["roll"]
    return {"spaces": list(range(start + 1, min(start + roll, GOAL) + 1))}


def judge(document: blocks.Json, content: Content) -> Verdict:
    ends = reach(document, content)["spaces"]
    if document["claim"]["at"] in ends:
        return Verdict(True, ("LH-MOVE-1",))
    nearest = tuple(ends[-1:])
    return Verdict(
        False,
        ("LH-MOVE-1",),
        because=literal("Too far."),
        nearest=nearest,
        nearest_spaces=tuple(map(str, nearest)),
    )


GAME = Game[State](
    manifest=Manifest("lighthouse", literal("Lighthouse"), literal("A race of boats."), 1, 4),
    flow=Flow((Phase("turns", literal("Turns"), TurnOrder.CLOCKWISE),)),
    clauses=load_clauses("tests.example"),
    state_type=State,
    command_type=RollDice | RevealCard | Row | Correct,
    event_type=DiceRolled | BoatRowed | WindTurned | TurnPassed | NightFell | RecordCorrected,
    questions=questions,
    new_state=new_state,
    legal_commands=legal_commands,
    chance=chance,
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    view=view,
    put=put,
    dispute=dispute,
    judge=judge,
    reach=reach,
)
