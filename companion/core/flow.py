"""Phases and turn orders as data, so that any screen can show where the night stands."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from companion.core.message import Message


class TurnOrder(StrEnum):
    """Who acts within a phase, and in which order."""

    TABLE = "table"
    """Nobody in particular: the companion or the whole table."""
    TOGETHER = "together"
    """Everybody, in any order."""
    CLOCKWISE = "clockwise"
    """In seating order from the first player."""
    BY_INITIATIVE = "by_initiative"
    """From the highest value down."""


class Phase(Struct, frozen=True):
    """One stretch of a round."""

    id: str
    label: Message
    order: TurnOrder
    is_once: bool = False
    """Whether it comes once a night, before the first round or after the last."""
    clause: str = ""
    """The rule that tells a newcomer in one sentence what it is about."""


class Flow(Struct, frozen=True):
    """A round: its phases in the order in which they come."""

    phases: tuple[Phase, ...]
