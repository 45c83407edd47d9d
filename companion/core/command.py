"""Commands: what somebody asks for. Only `Night.submit` carries them out."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class Command(Struct, frozen=True, tag_field="command", tag=True, forbid_unknown_fields=True):
    """Base of every command, imperative by name; its JSON form carries the class name in `command`."""

    verb: ClassVar[str] = ""
    """The word that a line of text calls it by; left out, its class name."""

    is_barrier: ClassVar[bool] = False
    """Whether undoing it needs the table's agreement (something hidden became known)."""

    is_correction: ClassVar[bool] = False
    """Whether it is the table overriding the record: always possible, never listed as legal."""


class ChanceCommand(Command, frozen=True):
    """Chance that has fallen: it arrives from outside, the engine never draws it."""

    is_barrier: ClassVar[bool] = True


class RollDice(ChanceCommand, frozen=True):
    """The dice the game asked for, as they fell: numbers, or symbols for dice that have them."""

    verb: ClassVar[str] = "roll"

    faces: tuple[int | str, ...]


class RevealCard(ChanceCommand, frozen=True):
    """The card, token or tile that came from a shuffled `deck`."""

    verb: ClassVar[str] = "drawn"

    deck: str
    card: str
