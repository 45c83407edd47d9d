"""Lighthouse: row along a line of spaces; first at the lighthouse wins. Small, but nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.content.library import Content, Entity
from companion.core import blocks
from companion.core.clause import load_clauses
from companion.core.command import Command, RevealCard, RollDice
from companion.core.dice import D6, DiceRequest
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import Message, literal
from companion.core.outcome import Outcome, Rank
from companion.core.verdict import Verdict, Way
from companion.games.protocol import Manifest
from companion.ports.sight import Scene, SceneChange

GOAL = 12


class Row(Command, frozen=True):
    """Move the active boat."""

    spaces: int


class PutBoat(Command, frozen=True):
    """The table corrects where a boat is."""

    is_correction = True
    player: str
    at: int


class DiceRolled(Event, frozen=True):
    value: int


class BoatRowed(Event, frozen=True):
    player: str
    to: int


class BoatPut(Event, frozen=True):
    player: str
    to: int


class WindTurned(Event, frozen=True):
    card: str


class TurnPassed(Event, frozen=True):
    to: int


class State(Struct, frozen=True):
    players: tuple[str, ...]
    at: tuple[int, ...]
    turn: int = 0
    round: int = 1
    rolled: int = 0
    waits_for: Literal["dice", "row", "wind", "over"] = "dice"


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[str, ...]


class Lighthouse:
    manifest = Manifest("lighthouse", literal("Lighthouse"), literal("A race of boats."), 1, 4, "none")
    flow = Flow((Phase("turns", literal("Turns"), TurnOrder.CLOCKWISE),))
    clauses = load_clauses("tests.example")
    content_kinds: ClassVar[dict[str, type[Entity]]] = {}
    state_type = State
    command_type = RollDice | RevealCard | Row | PutBoat
    event_type = DiceRolled | BoatRowed | BoatPut | WindTurned | TurnPassed
    editor = None

    def questions(self, content: Content, answers: blocks.Json) -> tuple[blocks.Question, ...]:
        return (
            blocks.Question("players", literal("Players"), "players", page="players", minimum=1, maximum=4),
        )

    def new_state(self, setup: blocks.Json, content: Content) -> State:
        try:
            players = msgspec.convert(setup, Setup).players
        except msgspec.ValidationError as error:
            raise Invalid(literal(str(error))) from None
        if not 1 <= len(players) <= 4:
            raise Invalid(literal("players: expected 1 to 4"))
        return State(players, (0,) * len(players))

    def legal_commands(self, state: State) -> Sequence[Command]:
        match state.waits_for:
            case "dice":
                return [RollDice((face,)) for face in range(1, 7)]
            case "row":
                longest = min(state.rolled, GOAL - state.at[state.turn])
                return [Row(spaces) for spaces in range(longest, 0, -1)]
            case "wind":
                return [RevealCard("wind", card) for card in ("fair", "foul")]
        return []

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        player = state.players[state.turn]
        here = state.at[state.turn]
        if isinstance(command, PutBoat):
            if command.player not in state.players or not 0 <= command.at < GOAL:
                raise Invalid(literal("player or at: expected one of the players and a space"))
            return (BoatPut(command.player, command.at),)
        if command not in self.legal_commands(state):
            clause = "LH-MOVE-2" if isinstance(command, Row) and command.spaces > GOAL - here else "LH-TURN-1"
            raise Illegal(literal("Not now."), clauses=(clause,))
        passed = TurnPassed((state.turn + 1) % len(state.players))
        match command:
            case RollDice(faces):
                return (DiceRolled(int(faces[0])),)
            case Row(spaces):
                rowed = BoatRowed(player, here + spaces)
                keeps_turn = state.rolled == 6 or rowed.to == GOAL
                return (rowed,) if keeps_turn else (rowed, passed)
            case RevealCard(_, card):
                to = here + (1 if card == "fair" else 0)
                rowed = BoatRowed(player, to)
                events = (WindTurned(card), rowed)
                return events if to == GOAL else (*events, passed)
        raise Invalid(literal("command"))

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case DiceRolled(value):
                return replace(state, rolled=value, waits_for="row")
            case BoatRowed(player, to) | BoatPut(player, to):
                seat = state.players.index(player)
                at = (*state.at[:seat], to, *state.at[seat + 1 :])
                if isinstance(event, BoatPut):
                    return replace(state, at=at)
                wind = state.rolled == 6 and state.waits_for == "row"
                return replace(
                    state, at=at, waits_for="over" if to == GOAL else "wind" if wind else state.waits_for
                )
            case TurnPassed(to):
                return replace(
                    state, turn=to, rolled=0, waits_for="dice", round=state.round + (1 if to == 0 else 0)
                )
        return state

    def problems(self, state: State) -> tuple[Message, ...]:
        return tuple(literal(f"{at} is no space") for at in state.at if not 0 <= at <= GOAL)

    def outcome(self, state: State) -> Outcome | None:
        if state.waits_for != "over":
            return None
        order = sorted(zip(state.at, state.players, strict=True), reverse=True)
        ranking = tuple(Rank(player, place, at) for place, (at, player) in enumerate(order, 1))
        return Outcome((ranking[0].player,), ranking, literal("The light is reached."))

    def round_of(self, state: State) -> int:
        return state.round

    def leader(self, state: State) -> str | None:
        return state.players[state.at.index(max(state.at))]

    def view(self, state: State, viewer: str | None = None, *, is_lit: bool = True) -> blocks.View:
        pieces = tuple(
            blocks.Piece(name, str(at), "figure", literal(name), seat=seat)
            for seat, (name, at) in enumerate(zip(state.players, state.at, strict=True))
        )
        commands = self.legal_commands(state)
        return blocks.View(
            title=self.manifest.title,
            prompt=blocks.Prompt(literal("Row!"), player=state.players[state.turn]),
            phase="turns",
            players=tuple(
                blocks.Player(name, name, literal("boat"), seat, "now" if seat == state.turn else "waiting")
                for seat, name in enumerate(state.players)
            ),
            round=state.round,
            is_over=state.waits_for == "over",
            board=blocks.Board(
                GOAL + 1, 1, tuple(blocks.Space(str(x), x, 0) for x in range(GOAL + 1)), pieces=pieces
            ),
            choices=tuple(
                blocks.Choice(literal(self.format(c)), msgspec.to_builtins(c))
                for c in commands
                if not isinstance(c, RollDice)
            ),
            dice=DiceRequest(D6, literal("oars")) if state.waits_for == "dice" else None,
        )

    def describe(self, state: State, command: Command, events: Sequence[Event]) -> Message:
        return literal(f"{state.players[state.turn]}: {self.format(command)}")

    def layout(self, state: State) -> tuple[Message, ...]:
        return (literal("Put all boats on the pier."),)

    def expected_scene(self, state: State) -> Scene:
        return Scene({name: str(at) for name, at in zip(state.players, state.at, strict=True)})

    def interpret(self, state: State, change: SceneChange) -> tuple[Way, ...]:
        return self.ways_to(state, change.after)

    def ways_to(self, state: State, space: str) -> tuple[Way, ...]:
        command = Row(int(space) - state.at[state.turn])
        if command not in self.legal_commands(state):
            raise Illegal(literal("Too far."), clauses=("LH-MOVE-1",))
        return (Way((command,), literal(f"row to {space}"), (space,)),)

    def dispute(self, state: State, space: str) -> blocks.Json:
        turn = {"from": state.at[state.turn], "roll": state.rolled}
        return {"format": "dispute/1", "game": "lighthouse", "turn": turn, "claim": {"at": int(space)}}

    def judge(self, dispute: blocks.Json) -> Verdict:
        ends = self.reach(dispute)
        is_legal = dispute["claim"]["at"] in ends
        because = None if is_legal else literal("Too far.")
        return Verdict(is_legal, ("LH-MOVE-1",), because=because, nearest=ends[-1:])

    def reach(self, dispute: blocks.Json) -> tuple[Any, ...]:
        start, roll = dispute["turn"]["from"], dispute["turn"]["roll"]
        return tuple(range(start + 1, min(start + roll, GOAL) + 1))

    def report(self, history: Iterable[State]) -> blocks.Report:
        states = list(history)
        series = tuple(
            blocks.Series(name, seat, tuple(float(state.at[seat]) for state in states))
            for seat, name in enumerate(states[0].players)
        )
        return blocks.Report((blocks.Chart(literal("Way"), series),))

    def parse(self, text: str) -> Command:
        if found := re.fullmatch(r"row (\d+)", text):
            return Row(int(found[1]))
        if found := re.fullmatch(r"roll (\d)", text):
            return RollDice((int(found[1]),))
        if found := re.fullmatch(r"wind (\w+)", text):
            return RevealCard("wind", found[1])
        if found := re.fullmatch(r"put (\S+) (\d+)", text):
            return PutBoat(found[1], int(found[2]))
        raise Invalid(literal(f"“{text}”: expected roll N, row N, wind CARD or put PLAYER N"))

    def format(self, command: Command) -> str:
        match command:
            case Row(spaces):
                return f"row {spaces}"
            case RollDice(faces):
                return f"roll {faces[0]}"
            case RevealCard(_, card):
                return f"wind {card}"
            case PutBoat(player, at):
                return f"put {player} {at}"
        raise Invalid(literal("command"))


GAME = Lighthouse()
