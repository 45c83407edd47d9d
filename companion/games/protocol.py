"""What a game provides. A screen, a journal, a referee and a camera need nothing else to serve it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from companion.content.library import Content, Entity
from companion.core.blocks import Board, Json, Option, Question, Report, View
from companion.core.clause import Clause
from companion.core.command import Command
from companion.core.event import Event
from companion.core.flow import Flow
from companion.core.message import Message
from companion.core.outcome import Outcome
from companion.core.verdict import Verdict, Way
from companion.ports.sight import Scene, SceneChange

S = TypeVar("S", bound=Struct)


class Manifest(Struct, frozen=True):
    """What a game is, before anybody plays it."""

    id: str
    title: Message
    summary: Message
    min_players: int
    max_players: int
    default_pack: str
    """The shipped content pack that is used when the table brings none."""


class Editor(Protocol):
    """How a table enters its own box: boards by touching spaces, the rest by answering questions."""

    def kinds(self) -> tuple[Option, ...]:
        """Lists the kinds of entities that can be entered; an option's value is the content kind."""

    def blank(self, kind: str) -> Entity:
        """Returns a new, empty entity of a kind."""

    def questions(self, kind: str, entity: Entity) -> tuple[Question, ...]:
        """Lists the fields to fill by hand, with their present values as defaults."""

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Returns the entity with one field filled; refuses with Invalid."""

    def board(self, kind: str, entity: Entity) -> Board | None:
        """Draws the entity if it is edited by touch."""

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Lists what a touch can place."""

    def touch(self, kind: str, entity: Entity, tool: str, space: str) -> Entity:
        """Returns the entity after a touch on a space with a tool."""

    def copy_column(self, kind: str, entity: Entity, source: int, target: int) -> Entity:
        """Returns the entity with one column repeated, where the board has columns."""

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists every defect of the entity as it stands."""


class Game(Protocol[S]):
    """A game's rules as pure functions over its own immutable state."""

    manifest: Manifest
    flow: Flow
    clauses: Mapping[str, Clause]
    content_kinds: Mapping[str, type[Entity]]
    """The folders of a content pack and the type of the entities in them."""
    state_type: type[S]
    command_type: Any
    """The union of the game's commands, for decoding."""
    event_type: Any
    """The union of the game's events, for decoding."""
    editor: Editor | None

    def questions(self, content: Content, answers: Json) -> tuple[Question, ...]:
        """Lists the set-up questions; later ones follow from the answers so far."""

    def new_state(self, setup: Json, content: Content) -> S:
        """Checks a set-up and returns the first state; refuses with Invalid listing every defect."""

    def legal_commands(self, state: S) -> Sequence[Command]:
        """Lists what can be submitted now: empty only when the game is over; the likeliest first.

        Corrections (`is_correction`) are always possible and never listed. Taking any of the listed
        commands again and again ends the game.
        """

    def decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """Returns what the command makes happen, or refuses; changes nothing."""

    def evolve(self, state: S, event: Event) -> S:
        """Folds one event into the state."""

    def problems(self, state: S) -> tuple[Message, ...]:
        """Lists every broken invariant of a state."""

    def outcome(self, state: S) -> Outcome | None:
        """Returns how the game ended, or None while it goes on."""

    def round_of(self, state: S) -> int:
        """Returns the round being played, from 1."""

    def leader(self, state: S) -> str | None:
        """Returns the name of the player who is ahead."""

    def view(self, state: S, viewer: str | None = None, *, is_lit: bool = True) -> View:
        """Describes the state for a screen; only `viewer`'s secrets are shown.

        Working out `board.lit` may take long; a view that is not lit leaves it out and comes at once.
        """

    def describe(self, state: S, command: Command, events: Sequence[Event]) -> Message:
        """Labels a step for the history, from the state before it."""

    def layout(self, state: S) -> tuple[Message, ...]:
        """Says how to lay out the real table at the start, one instruction each."""

    def expected_scene(self, state: S) -> Scene:
        """Says where the camera should see the figures."""

    def interpret(self, state: S, change: SceneChange) -> tuple[Way, ...]:
        """Lists the ways in which a seen change could be the active player's doing."""

    def ways_to(self, state: S, space: str) -> tuple[Way, ...]:
        """Lists the materially different ways for the active figure to end on a space.

        Refuses with Illegal, giving the reason and the clauses, when there is none.
        """

    def dispute(self, state: S, space: str) -> Json:
        """Writes the running turn as a dispute/1 document claiming that its figure ended on a space."""

    def judge(self, dispute: Json) -> Verdict:
        """Decides a dispute/1 document; refuses with Invalid naming the field."""

    def reach(self, dispute: Json) -> tuple[Any, ...]:
        """Lists every place where the disputed turn could end, sorted."""

    def report(self, history: Iterable[S]) -> Report:
        """Draws up charts and tables from every state of the night in order."""

    def parse(self, text: str) -> Command:
        """Reads a command from one line of text; refuses with Invalid or Ambiguous."""

    def format(self, command: Command) -> str:
        """Writes a command as one line of text that `parse` reads back."""
