"""Display blocks: the few shapes that a view is made of, which any screen can draw.

Lengths are board units: one unit is the side of an ordinary space, x to the right, y down.
Icon names form an open set; a screen draws a lettered token for one it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from companion.core.dice import DiceRequest, Face
from companion.core.message import Message

Json = dict[str, Any]


class Space(Struct, frozen=True, omit_defaults=True):
    """A place where a piece can stand."""

    id: str
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    shape: Literal["rect", "circle"] = "rect"
    icon: str = ""
    """What is printed on it, if anything."""
    tone: str = ""
    """A named tint, such as `start`, `goal`, `danger`, `foe`, `gain`, or a colour."""
    label: Message | None = None
    """What is written on it."""
    name: Message | None = None
    """How the table calls it, where that is not what is written on it."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something printed on the board that nobody stands on: a platform, a wall, a path, a caption."""

    icon: str
    x: float
    y: float
    w: float = 0.0
    h: float = 0.0
    label: Message | None = None
    tone: str = ""


class Badge(Struct, frozen=True, omit_defaults=True):
    """A small mark on a player: a Heart, a prisoner freed, a Bubble."""

    icon: str
    label: Message
    count: int = 1
    tone: str = ""


Side = Literal["N", "E", "S", "W"]
"""A side of a space or a tile; N is up on the screen."""


class Edge(Struct, frozen=True, omit_defaults=True):
    """Something on one side of a space: a wall, a vent, a door; it can be touched by its id."""

    space: str
    side: Side
    icon: str
    label: Message | None = None
    tone: str = ""

    @property
    def id(self) -> str:
        """Names the side of the space."""
        return edge_id(self.space, self.side)


def edge_id(space: str, side: Side) -> str:
    """Returns the id by which a choice or an editor names a side of a space."""
    return f"{space}:{side}"


class Tile(Struct, frozen=True, omit_defaults=True):
    """A tile that lies on the board under its spaces, perhaps turned, perhaps with its back up."""

    id: str
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    turned: Literal[0, 90, 180, 270] = 0
    """How far it is turned clockwise from how it is printed."""
    is_face_up: bool = True
    icon: str = ""
    label: Message | None = None
    """What is printed on it, drawn the way the tile lies: a letter, a number."""
    tone: str = ""
    has_arrow: bool = False
    """Whether an arrow shows which of its sides is the upper one in print."""


class Piece(Struct, frozen=True, omit_defaults=True):
    """Something that lies or stands on a space; screens animate a piece that changes its space by its id."""

    id: str
    space: str
    icon: str
    label: Message
    seat: int | None = None
    """The player's seat, which gives colour and shape; None for what belongs to nobody."""
    tone: str = ""
    is_active: bool = False
    is_dimmed: bool = False
    is_airborne: bool = False
    """Whether it hangs in the middle of a tall space instead of standing on its floor."""
    is_landmark: bool = False
    """Whether a small map of the whole board shows it too; it always shows the players' figures."""
    can_move: bool = False
    """Whether it can be touched to see where it may go, and then a space to send it there."""
    badges: tuple[Badge, ...] = ()
    """What is shown on it: what it may still do this turn, its health."""


class Flight(Struct, frozen=True, omit_defaults=True):
    """Something that flew in the last step; a screen lets what is no piece any more fly its way and fade."""

    id: str
    """The id of the piece that it is, or was."""
    icon: str
    label: Message
    path: tuple[str, ...]
    """The spaces that it came over, from where it was to where it hit, stopped or left."""
    tone: str = ""


class Trail(Struct, frozen=True, omit_defaults=True):
    """Where a piece came from in the last move, so that whoever looked away can see it."""

    piece: str
    path: tuple[str, ...]
    seat: int | None = None


class Board(Struct, frozen=True, omit_defaults=True):
    """A drawn board with what is on it now."""

    width: float
    height: float
    spaces: tuple[Space, ...]
    marks: tuple[Mark, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lit: tuple[str, ...] = ()
    """Spaces that the active player can still reach."""
    focus: tuple[str, ...] = ()
    """Spaces to keep in sight."""
    goals: tuple[str, ...] = ()
    """Spaces that the player whose turn it is wants to come to; a small map marks them."""
    path: tuple[str, ...] = ()
    """One way to draw as a dotted line."""
    broken: str = ""
    """A space that the drawn way does not reach: it is marked, with where the way breaks off."""
    costly: tuple[str, ...] = ()
    """Those of the lit spaces that are reached only by losing something, such as a Heart."""
    flights: tuple[Flight, ...] = ()
    """What flew in the last step."""
    trails: tuple[Trail, ...] = ()
    """What the last move leaves on the board; a screen keeps it up to the next one."""
    tiles: tuple[Tile, ...] = ()
    """What lies under the spaces, the lowest first."""
    unit_mm: float | None = None
    """How large a unit is on the table, where the game's pieces decide it."""
    edges: tuple[Edge, ...] = ()
    """What stands between spaces."""


class Player(Struct, frozen=True, omit_defaults=True):
    """A player in the order of play."""

    id: str
    name: str
    role: Message
    seat: int
    status: Literal["waiting", "now", "done", "out"] = "waiting"
    value: int | None = None
    """The number the order follows, such as initiative."""
    badges: tuple[Badge, ...] = ()


class Counter(Struct, frozen=True, omit_defaults=True):
    """A number with an icon: an action left in the pool, health, coins."""

    icon: str
    label: Message
    value: int
    maximum: int | None = None


class Track(Struct, frozen=True, omit_defaults=True):
    """A number that is shown on its own: a Boss's health, a pile, a reserve, a player's coins."""

    id: str
    label: Message
    value: int
    maximum: int | None = None
    owner: str | None = None
    """The player or piece it belongs to; None for what is the table's."""
    icon: str = ""
    tone: str = ""


class TableDie(Struct, frozen=True, omit_defaults=True):
    """A die that lies on the table with a face up."""

    id: str
    face: Face
    owner: str | None = None
    is_spent: bool = False
    is_held: bool = False
    """Whether it stays as it is when the others are rolled again."""
    tone: str = ""


Zone = Literal["hand", "play", "shop", "discard", "table"]


class Card(Struct, frozen=True, omit_defaults=True):
    """A card on the table; a face-down card has no lines."""

    id: str
    title: Message
    owner: str | None = None
    is_face_up: bool = True
    icons: tuple[Badge, ...] = ()
    lines: tuple[Message, ...] = ()
    value: int | None = None
    zone: Zone = "table"
    is_used: bool = False
    """Whether it is turned sideways: used, and ready again later."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One answer to a question."""

    value: Any
    label: Message
    help: Message | None = None
    icon: str = ""
    touches_edges: bool = False
    """Whether it is an editor's tool for the sides of spaces instead of spaces."""


class Question(Struct, frozen=True, omit_defaults=True):
    """Something that only a person can fill in: a set-up choice, a number read off a card."""

    id: str
    """The field that the answer fills, `field.part` for a part of one."""
    label: Message
    kind: Literal["choice", "many", "toggle", "number", "text", "players", "dice"]
    """`dice` asks for some of the dice on the table: its options are their ids, its answer a list."""
    default: Any = None
    options: tuple[Option, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    help: Message | None = None
    clauses: tuple[str, ...] = ()
    page: str = "options"
    """The wizard's page that it stands on: `mode`, `players`, `board`, `options`."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something to do now: its command can be submitted once `asks` have filled their fields in it."""

    label: Message
    command: Json
    icon: str = ""
    space: str | None = None
    """The space to touch for it, if it has one."""
    player: str | None = None
    """Whose choice it is, where several players choose at once."""
    group: Literal["main", "step", "chance", "secret", "table"] = "main"
    """`main` buttons, `step` details of a turn, `chance` outcomes, `secret` choices, `table` corrections."""
    is_primary: bool = False
    asks: tuple[Question, ...] = ()
    clauses: tuple[str, ...] = ()
    piece: str | None = None
    """The piece to touch for it."""
    card: str | None = None
    """The card to touch for it."""
    die: str | None = None
    """The die on the table to touch for it."""
    edge: str | None = None
    """The side of a space to touch for it, by `edge_id`."""

    def filled(self, answers: Mapping[str, Any]) -> Json:
        """Returns the command with its questions answered; `part.of` fills a field of a field."""
        command = dict(self.command)
        for question, answer in answers.items():
            field, _, part = question.partition(".")
            command[field] = {**command[field], part: answer} if part else answer
        return command


class Prompt(Struct, frozen=True, omit_defaults=True):
    """The one large line that says what to do now."""

    headline: Message
    detail: Message | None = None
    player: str | None = None


MomentKind = Literal[
    "roll", "reveal", "order", "slap", "hit", "freed", "spell", "push", "boss", "gift", "win"
]
"""What a moment is about, which decides its picture, its colour and its sound."""


class Moment(Struct, frozen=True, omit_defaults=True):
    """Marks a line that is announced on a card of its own: who did what to whom, and what came up."""

    kind: MomentKind
    player: str = ""
    """The player who did it, or whom it befell."""
    other: str = ""
    """The player it was done to."""
    piece: str = ""
    """The piece that moved by itself: each one is announced on a card of its own."""
    icon: str = ""
    """What is drawn for it, where neither dice nor cards are."""
    faces: tuple[Face, ...] = ()
    """The faces that the dice show."""
    cards: tuple[Card, ...] = ()
    """The cards that are turned face up, side by side."""
    order: tuple[str, ...] = ()
    """The players in their new order."""


class LogLine(Struct, frozen=True, omit_defaults=True):
    """Something that just happened; an instruction says what to change on the real board."""

    text: Message
    tone: Literal["info", "hit", "gain", "instruction"] = "info"
    moves: str = ""
    """The piece that an instruction moves: where it is moved on at once, only the last one is told."""
    moment: Moment | None = None
    """Whether it is announced, and how; the lines after it belong to it."""
    change: Message | None = None
    """What to change on the real board for it, where the line itself is no instruction."""


class View(Struct, frozen=True, omit_defaults=True):
    """Everything a screen needs to show a state."""

    title: Message
    prompt: Prompt
    phase: str
    players: tuple[Player, ...]
    round: int | None = None
    is_sample: bool = False
    is_over: bool = False
    board: Board | None = None
    pool: tuple[Counter, ...] = ()
    tracks: tuple[Track, ...] = ()
    table_dice: tuple[TableDie, ...] = ()
    """The dice that lie on the table."""
    cards: tuple[Card, ...] = ()
    choices: tuple[Choice, ...] = ()
    dice: DiceRequest | None = None
    """The roll that is waited for."""
    log: tuple[LogLine, ...] = ()
    """What the last step did, oldest first."""
    hints: tuple[Message, ...] = ()
    """Reminders of forgotten steps and dangers ahead."""
