"""Rayman as the rest of the companion sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.content.library import Content, Entity
from companion.core.blocks import Json, Question, Report, View
from companion.core.clause import Clause, load_clauses
from companion.core.command import Command
from companion.core.event import Event
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import Message, say
from companion.core.outcome import Outcome
from companion.core.verdict import Verdict, Way
from companion.games.protocol import Manifest
from companion.games.rayman import (
    decide as deciding,
    evolve as folding,
    legal,
    problems,
    ranking,
    report,
    scene,
    start,
    text,
)
from companion.games.rayman.commands import RaymanCommand
from companion.games.rayman.editor import EDITOR
from companion.games.rayman.entities import CONTENT_KINDS
from companion.games.rayman.events import RaymanEvent
from companion.games.rayman.questions import questions
from companion.games.rayman.state import State
from companion.ports.sight import Scene, SceneChange


class Rayman:
    """The rules of Rayman the Board Game as pure functions."""

    manifest = Manifest(
        id="rayman",
        title=say("rayman.title"),
        summary=say("rayman.summary"),
        min_players=1,
        max_players=6,
        default_pack="rayman-sample",
    )
    flow = Flow(
        (
            Phase("setup", say("rayman.phase.setup"), TurnOrder.CLOCKWISE, is_once=True),
            Phase("dangers", say("rayman.phase.dangers"), TurnOrder.TABLE),
            Phase("choose", say("rayman.phase.choose"), TurnOrder.TOGETHER),
            Phase("turns", say("rayman.phase.turns"), TurnOrder.BY_INITIATIVE),
            Phase("end", say("rayman.phase.end"), TurnOrder.TABLE),
            Phase("over", say("rayman.phase.over"), TurnOrder.TABLE, is_once=True),
        )
    )
    content_kinds: Mapping[str, type[Entity]] = CONTENT_KINDS
    state_type = State
    command_type: Any = RaymanCommand
    event_type: Any = RaymanEvent
    editor = EDITOR

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Returns the numbered rules."""
        return load_clauses("companion.games.rayman")

    def questions(self, content: Content, answers: Json) -> tuple[Question, ...]:
        """Lists the set-up questions."""
        return questions(content, answers)

    def new_state(self, setup: Json, content: Content) -> State:
        """Checks a set-up and returns the first state."""
        return start.new_state(setup, content)

    def legal_commands(self, state: State) -> Sequence[Command]:
        """Lists what can be submitted now."""
        return legal.legal_commands(state)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        """Returns what the command makes happen, or refuses."""
        return deciding.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        """Folds one event into the state."""
        return folding.evolve(state, event)

    def problems(self, state: State) -> tuple[Message, ...]:
        """Lists every broken invariant."""
        return problems.problems(state)

    def outcome(self, state: State) -> Outcome | None:
        """Returns how the night ended."""
        return state.outcome

    def round_of(self, state: State) -> int:
        """Returns the round being played."""
        return state.round

    def leader(self, state: State) -> str | None:
        """Returns who is ahead: in the tournament if there are points, else in the race."""
        if state.tournament is not None and state.tournament.points:
            return ranking.rank_tournament(state)[0].player
        first, *others = ranking.rank_race(state)
        return None if others and others[0].place == first.place else first.player

    def view(self, state: State, viewer: str | None = None, *, is_lit: bool = True) -> View:
        """Describes the state for a screen."""
        from companion.games.rayman.view import view

        return view(state, viewer, is_lit=is_lit)

    def describe(self, state: State, command: Command, events: Sequence[Event]) -> Message:
        """Labels a step for the history."""
        from companion.games.rayman.labels import describe

        return describe(state, command)

    def layout(self, state: State) -> tuple[Message, ...]:
        """Says how to lay out the real table."""
        from companion.games.rayman.layout import layout

        return layout(state)

    def expected_scene(self, state: State) -> Scene:
        """Says where the camera should see the figures."""
        return scene.expected_scene(state)

    def interpret(self, state: State, change: SceneChange) -> tuple[Way, ...]:
        """Lists the ways in which a seen change could be the active player's doing."""
        from companion.games.rayman.interpret import interpret

        return interpret(state, change)

    def ways_to(self, state: State, space: str) -> tuple[Way, ...]:
        """Lists the materially different ways for the active figure to end on a space."""
        from companion.games.rayman.ways import ways_to

        return ways_to(state, space)

    def dispute(self, state: State, space: str) -> Json:
        """Writes the running turn as a dispute/1 document."""
        from companion.games.rayman.running import dispute_form

        return dispute_form(state, space)

    def judge(self, dispute: Json) -> Verdict:
        """Decides a dispute/1 document."""
        from companion.games.rayman.judge import judge

        return judge(dispute)

    def reach(self, dispute: Json) -> tuple[Any, ...]:
        """Lists every place where the disputed turn could end."""
        from companion.games.rayman.judge import reach

        return reach(dispute)

    def report(self, history: Iterable[State]) -> Report:
        """Draws up charts and tables."""
        return report.report(history)

    def parse(self, text_line: str) -> Command:
        """Reads a command from one line."""
        return text.parse_command(text_line)

    def format(self, command: Command) -> str:
        """Writes a command as one line."""
        return text.format_command(command)


GAME = Rayman()
