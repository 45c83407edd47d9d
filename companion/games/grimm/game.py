"""The Grimm tales race as a game: everything that the protocol asks for, by its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.content.library import Content
from companion.core.blocks import Json, Question, Report, View
from companion.core.clause import load_clauses
from companion.core.command import Command
from companion.core.event import Event
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import Message, say
from companion.core.outcome import Outcome
from companion.core.verdict import Verdict, Way
from companion.games.grimm import decide, explore, judge, outcome, setup, sight, text, view as screen
from companion.games.grimm.commands import GrimmCommand
from companion.games.grimm.content import CONTENT_KINDS
from companion.games.grimm.describe import describe
from companion.games.grimm.editor import GrimmEditor
from companion.games.grimm.events import GrimmEvent
from companion.games.grimm.evolve import evolve
from companion.games.grimm.state import State
from companion.games.protocol import Manifest
from companion.ports.sight import Scene, SceneChange


class Grimm:
    """Rules of the race as pure functions over its state."""

    manifest = Manifest(
        "grimm",
        say("grimm.title"),
        say("grimm.summary"),
        setup.MIN_PLAYERS,
        setup.MAX_PLAYERS,
        "grimm-sample",
    )
    flow = Flow(
        (
            Phase("setup", say("grimm.phase.setup"), TurnOrder.TABLE, is_once=True),
            Phase("prepare", say("grimm.phase.prepare"), TurnOrder.TOGETHER),
            Phase("move", say("grimm.phase.move"), TurnOrder.CLOCKWISE),
            Phase("finish", say("grimm.phase.finish"), TurnOrder.TOGETHER),
            Phase("over", say("grimm.phase.over"), TurnOrder.TABLE, is_once=True),
        )
    )
    clauses = load_clauses("companion.games.grimm")
    content_kinds = CONTENT_KINDS
    state_type = State
    command_type: Any = GrimmCommand
    event_type: Any = GrimmEvent
    editor = GrimmEditor()

    def questions(self, content: Content, answers: Json) -> tuple[Question, ...]:
        """Lists the set-up questions."""
        return setup.questions(content, answers)

    def new_state(self, setup_form: Json, content: Content) -> State:
        """Checks a set-up and returns the first state."""
        return setup.new_state(setup_form, content)

    def legal_commands(self, state: State) -> Sequence[Command]:
        """Lists what can be submitted now."""
        return decide.legal_commands(state)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        """Returns what a command makes happen, or refuses."""
        return decide.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        """Folds one event."""
        return evolve(state, event)

    def problems(self, state: State) -> tuple[Message, ...]:
        """Lists every broken invariant."""
        return outcome.problems(state)

    def outcome(self, state: State) -> Outcome | None:
        """Returns how the race ended."""
        return outcome.outcome(state)

    def round_of(self, state: State) -> int:
        """Returns the table round, 1 also before the first turn."""
        return max(1, state.round)

    def leader(self, state: State) -> str | None:
        """Returns who is ahead."""
        return outcome.leader(state)

    def view(self, state: State, viewer: str | None = None, *, is_lit: bool = True) -> View:
        """Describes the state for a screen."""
        return screen.view(state, viewer, is_lit=is_lit)

    def describe(self, state: State, command: Command, events: Sequence[Event]) -> Message:
        """Labels a step for the history."""
        return describe(state, command, events)

    def layout(self, state: State) -> tuple[Message, ...]:
        """Says how to lay out the table."""
        return setup.layout(state)

    def expected_scene(self, state: State) -> Scene:
        """Says where the pawns stand."""
        return sight.expected_scene(state)

    def interpret(self, state: State, change: SceneChange) -> tuple[Way, ...]:
        """Lists what a moved pawn could mean."""
        return sight.interpret(state, change)

    def ways_to(self, state: State, space: str) -> tuple[Way, ...]:
        """Lists the ways of the running move to a space."""
        return explore.ways_to(state, space)

    def dispute(self, state: State, space: str) -> Json:
        """Writes the running turn as a dispute/1 document."""
        return judge.dispute_of(state, space)

    def judge(self, dispute: Json) -> Verdict:
        """Decides a dispute/1 document."""
        return judge.judge(dispute)

    def reach(self, dispute: Json) -> tuple[Any, ...]:
        """Lists every space where the disputed move can end."""
        return judge.reach(dispute)

    def report(self, history: Iterable[State]) -> Report:
        """Draws up charts and tables."""
        return outcome.report(history)

    def parse(self, line: str) -> Command:
        """Reads a command from a line."""
        return text.parse(line)

    def format(self, command: Command) -> str:
        """Writes a command as a line."""
        return text.format_command(command)
