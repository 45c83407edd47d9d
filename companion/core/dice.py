"""Dice as the games print them, and the request for a roll."""

from __future__ import annotations

from msgspec import Struct

from companion.core.message import Message

Face = int | str


class Die(Struct, frozen=True):
    """A die by its faces; a symbol printed twice stands twice."""

    faces: tuple[Face, ...]


D6 = Die((1, 2, 3, 4, 5, 6))


class DiceRequest(Struct, frozen=True):
    """The game waits for `count` dice; the answer is a `RollDice` with as many faces."""

    die: Die
    purpose: Message
    count: int = 1
    roller: str | None = None
    """The player who should roll, where the rules name one."""
