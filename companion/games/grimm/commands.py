"""What players and the table can ask for; chance arrives as `RollDice` and `RevealCard`."""

from __future__ import annotations

from typing import ClassVar, Union

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct


class Draw(Command, frozen=True):
    """Draw a spell before rolling."""


class Cast(Command, frozen=True):
    """Cast a spell, on a target where it needs one."""

    is_barrier: ClassVar[bool] = True

    player: str
    spell: str
    target: str | None = None


class LetPass(Command, frozen=True):
    """Nobody counters: the spell takes effect."""

    verb: ClassVar[str] = "pass"


class Move(Command, frozen=True):
    """Walk to the next place where something is to be decided, space by space."""

    path: tuple[str, ...]


class Stay(Command, frozen=True):
    """Stop on a teleporter without taking it (Piper)."""


class Drop(Command, frozen=True):
    """Discard a card of the hand."""

    player: str
    card: str


class Look(Command, frozen=True):
    """Look at one hand, and at no other, before taking a card out of it (Queen)."""

    is_barrier: ClassVar[bool] = True

    victim: str


class Take(Command, frozen=True):
    """Take a card out of a hand (Queen)."""

    is_barrier: ClassVar[bool] = True

    victim: str
    card: str


class Decline(Command, frozen=True):
    """Do without the power this time (Queen)."""


class Confirm(Command, frozen=True):
    """The effect has been carried out by hand."""


class EndTurn(Command, frozen=True):
    """Nobody casts any more: the next player's turn."""


GrimmCommand = Union[
    RollDice, RevealCard, Draw, Cast, LetPass, Move, Stay, Drop, Look, Take, Decline, Confirm, EndTurn,
    Correct,
]  # fmt: skip
