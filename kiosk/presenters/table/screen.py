"""The main screen as plain records: whose turn, which phase, what now, what may be done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.blocks import Board, Card, Choice, Counter, Player, TableDie
from companion.core.verdict import Way

ActionKind = Literal[
    "choice",
    "confirm",
    "confirm_all",
    "cancel",
    "roll",
    "type_roll",
    "draw",
    "pick_draw",
    "secret",
    "open_hands",
    "steps",
    "places",
    "more",
    "results",
    "other_way",
    "way",
    "why",
    "dispute",
    "correct",
    "correct_of",
    "close",
    "understood",
]


class PhaseChip(Struct, frozen=True):
    """A phase of the round in the header."""

    label: str
    state: Literal["past", "now", "next"]


class Action(Struct, frozen=True):
    """A button of the bottom bar or of a notice."""

    kind: ActionKind
    label: str
    icon: str = ""
    is_primary: bool = False
    choice: Choice | None = None
    is_final: bool = False
    """Whether it makes chance or a secret known, which nobody can take back alone."""
    number: int = 0
    """Which of the offered ways it takes."""
    player: str = ""
    """Whose corrections it lists; the table's where it is empty."""


class Notice(Struct, frozen=True):
    """A message over the strip: a refusal, a hit, an instruction, a reminder; with what to do about it."""

    tone: Literal["info", "hit", "gain", "instruction", "refusal", "lesson"]
    title: str
    lines: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()


class TableScreen(Struct, frozen=True):
    """Everything that the table panel shows, in words."""

    title: str
    phases: tuple[PhaseChip, ...]
    players: tuple[Player, ...]
    board: Board | None
    pool: tuple[Counter, ...]
    headline: str
    detail: str
    headline_seat: int | None
    actions: tuple[Action, ...]
    notice: Notice | None
    hints: tuple[str, ...]
    status: tuple[str, ...]
    is_over: bool
    can_undo: bool
    is_thinking: bool = False
    dice: tuple[TableDie, ...] = ()
    """The dice that lie on the table."""
    picked_dice: frozenset[str] = frozenset()
    """Those that were touched for what is asked about dice."""
    cards: tuple[Card, ...] = ()
    """The cards that lie open."""
    usable_cards: frozenset[str] = frozenset()
    """Those that can be touched to do something now."""
    goes_alone: Action | None = None
    """What is done by itself in a moment, as nothing about it is open."""


class Reply(Struct, frozen=True):
    """What a touch on the table needs besides the screen: a sheet to choose from, answers, another panel."""

    kind: Literal["shown", "choose", "ask", "ways", "more", "rules", "open"] = "shown"
    title: str = ""
    choices: tuple[Choice, ...] = ()
    ways: tuple[Way, ...] = ()
    actions: tuple[Action, ...] = ()
    lines: tuple[str, ...] = ()
    panel: str = ""
    space: str = ""
    figure: str = ""
    """The figure that the space is about."""
    memo: dict[str, bool] = {}
    """What the panel is to know."""
