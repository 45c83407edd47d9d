"""What a game provides. A screen, a journal, a referee and a camera need nothing else to serve it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from companion.content.library import Content, Entity
from companion.core.blocks import Board, Json, Option, Question, View
from companion.core.chance import ChanceRequest, outcomes_of
from companion.core.clause import Clause
from companion.core.command import Command
from companion.core.command_text import format_command, parse_command
from companion.core.dice import Die
from companion.core.event import Event
from companion.core.flow import Flow
from companion.core.message import Message
from companion.core.outcome import Outcome
from companion.core.report import Report
from companion.core.verdict import Verdict, Way
from companion.games import defaults
from companion.ports.sight import Scene, SceneChange

S = TypeVar("S", bound=Struct)
Seen = TypeVar("Seen", contravariant=True)


class Manifest(Struct, frozen=True):
    """What a game is, before anybody plays it."""

    id: str
    title: Message
    summary: Message
    min_players: int
    max_players: int
    default_pack: str = ""
    """The shipped content pack that is used when the table brings none; empty: the game needs none."""
    points: tuple[int, ...] = ()
    """The points by place that its rules give in a tournament; empty where they say nothing."""


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

    def touch(self, kind: str, entity: Entity, tool: str, target: str) -> Entity:
        """Returns the entity after a touch with a tool on a space, or on a side of one by `edge_id`."""

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists every defect of the entity as it stands."""


class ShowState(Protocol[Seen]):
    """Describes a state for a screen."""

    def __call__(self, state: Seen, viewer: str | None = None) -> View:
        """Shows only `viewer`'s secrets."""


_BY_DEFAULT: Any = None


@dataclass(kw_only=True, eq=False)
class Game(Generic[S]):
    """A game's rules as a record of pure functions over its own immutable state.

    What stands below `view` may be left out: `companion.games.defaults` then does what most games need.
    """

    manifest: Manifest
    flow: Flow
    clauses: Mapping[str, Clause]
    state_type: type[S]
    command_type: Any
    """The union of the game's commands, for decoding and for text."""
    event_type: Any
    """The union of the game's events, for decoding."""
    questions: Callable[[Content, Json], tuple[Question, ...]]
    """Lists the set-up questions; later ones follow from the answers so far."""
    new_state: Callable[[Json, Content], S]
    """Checks a set-up and returns the first state; refuses with Invalid listing every defect."""
    legal_commands: Callable[[S], Sequence[Command]]
    """Lists what can be chosen now, the likeliest first; never chance, never corrections."""
    decide: Callable[[S, Command], tuple[Event, ...]]
    """Returns what a command makes happen, or refuses; changes nothing."""
    evolve: Callable[[S, Event], S]
    """Folds one event into the state."""
    outcome: Callable[[S], Outcome | None]
    """Returns how the game ended, or None while it goes on."""
    view: ShowState[S]
    """Describes the state for a screen; it comes at once, so what is in reach is asked of `reachable`."""

    legend: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The clauses that say what an icon means, by the icon's name."""
    content_kinds: Mapping[str, type[Entity]] = field(default_factory=dict)
    """The folders of a content pack and the type of the entities in them."""
    dice: tuple[Die, ...] = ()
    """The kinds of dice with symbols in the box: a camera is taught their faces."""
    editor: Editor | None = None
    upgrade: Callable[[Json], Json] = lambda form: form
    """Brings a command or an event that an older version recorded into today's form."""
    chance: Callable[[S], tuple[ChanceRequest, ...]] = _BY_DEFAULT
    """Says what is waited for that nobody chooses: dice, a card, a tile."""
    problems: Callable[[S], tuple[Message, ...]] = _BY_DEFAULT
    """Lists every broken invariant of a state."""
    round_of: Callable[[S], int] = _BY_DEFAULT
    """Returns the round being played, from 1."""
    leader: Callable[[S], str | None] = _BY_DEFAULT
    """Returns the name of the player who is ahead."""
    describe: Callable[[S, Command, Sequence[Event]], Message] = _BY_DEFAULT
    """Labels a step for the history, from the state before it."""
    layout: Callable[[S], tuple[Message, ...]] = _BY_DEFAULT
    """Says how to lay out the real table now, one instruction each."""
    mat: Callable[[S], Board | None] = _BY_DEFAULT
    """Draws the largest board that the table may come to: what a camera is taught and what is printed. The
    view shows the part that lies there now. A space keeps its id and its place all night; where a map has no
    border, what it has come to beyond the printed grid lies outside of the width and height."""
    tiles: Callable[[Content], Mapping[str, Board]] = _BY_DEFAULT
    """Draws every tile of the box as it is printed, to be cut out and laid on the mat."""
    expected_scene: Callable[[S], Scene] = _BY_DEFAULT
    """Says where the camera should see the figures."""
    interpret: Callable[[S, SceneChange], tuple[Way, ...]] = _BY_DEFAULT
    """Lists the ways in which a seen change could be somebody's doing."""
    reachable: Callable[[S, str], tuple[str, ...]] = _BY_DEFAULT
    """Lists the spaces where a figure can still come to; may take long."""
    costly: Callable[[S, str], tuple[str, ...]] = _BY_DEFAULT
    """Lists those of the reachable spaces that cost health or the like on every way there; may take long."""
    ways_to: Callable[[S, str, str], tuple[Way, ...]] = _BY_DEFAULT
    """Lists the materially different ways for a figure to end on a space; refuses with Illegal, giving the
    reason and the clauses, when there is none."""
    put: Callable[[S, str, str], Command | None] = _BY_DEFAULT
    """Returns the correction that puts a figure on a space whatever the rules say, where there is one."""
    dispute: Callable[[S, str, str], Json] = _BY_DEFAULT
    """Writes the running turn as a dispute/1 document claiming that a figure ended on a space; what chance
    brought in the turn is part of it."""
    judge: Callable[[Json, Content], Verdict] = _BY_DEFAULT
    """Decides a dispute/1 document; refuses with Invalid naming the field."""
    reach: Callable[[Json, Content], Json] = _BY_DEFAULT
    """Answers where the disputed turn could end, as reach/1 without its `format`."""
    report: Callable[[Iterable[S]], Report] = _BY_DEFAULT
    """Draws up charts and tables from every state of the night in order."""

    def __post_init__(self) -> None:
        for name, default in defaults.DEFAULTS.items():
            if getattr(self, name) is None:
                setattr(self, name, partial(default, self))

    def offers(self, state: S) -> tuple[Command, ...]:
        """Lists what play can go on with: every choice, and outcomes of the chance that is waited for."""
        drawn = (outcome for request in self.chance(state) for outcome in outcomes_of(request))
        return (*self.legal_commands(state), *drawn)

    def parse(self, text: str) -> Command:
        """Reads a command from one line of text; refuses with Invalid or Ambiguous."""
        return parse_command(text, self.command_type)

    def format(self, command: Command) -> str:
        """Writes a command as one line of text that `parse` reads back."""
        return format_command(command)


def on_call(path: str) -> Callable[..., Any]:
    """Returns the function at `module:name`, imported at its first call so that starting stays quick."""
    module, name = path.split(":")

    def call(*args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(module), name)(*args, **kwargs)

    return call
