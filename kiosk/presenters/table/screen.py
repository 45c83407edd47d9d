"""The main screen as plain records: whose turn, which phase, what now, what may be done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.blocks import Board, Choice, Counter, Player

ActionKind = Literal[
    "choice", "roll", "type_roll", "draw", "pick_draw", "secret", "steps", "more", "results", "other_way"
]


class PhaseChip(Struct, frozen=True):
    """A phase of the round in the header."""

    label: str
    state: Literal["past", "now", "next"]


class Action(Struct, frozen=True):
    """A large button of the bottom bar."""

    kind: ActionKind
    label: str
    icon: str = ""
    is_primary: bool = False
    choice: Choice | None = None


class Notice(Struct, frozen=True):
    """A message over the strip: a refusal, a hit, an instruction, a reminder."""

    tone: Literal["info", "hit", "gain", "instruction", "refusal"]
    title: str
    lines: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


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
    is_sample: bool
    is_over: bool
    can_undo: bool
    roll_source: str
    is_thinking: bool = False


class Touch(Struct, frozen=True):
    """What a touch on a space led to: something was done, there is something to choose, or to work out."""

    kind: Literal["done", "proposed", "choose_choice", "refused", "asks", "wonders"]
    choices: tuple[Choice, ...] = ()
