"""What a judge answers about a disputed turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from companion.core.message import Message

NEAREST: Final = 5
"""How many of the nearest ends a verdict tells."""


class Verdict(Struct, frozen=True):
    """Legal with one way to do it, or illegal with the reason and the nearest legal ends."""

    is_legal: bool
    clauses: tuple[str, ...]
    steps: tuple[Message, ...] = ()
    spent: dict[str, int] = {}
    path: tuple[str, ...] = ()
    """The spaces of that way in order, for drawing."""
    because: Message | None = None
    nearest: tuple[Any, ...] = ()
    """The nearest legal ends, written as the game's dispute form writes places."""
    nearest_spaces: tuple[str, ...] = ()
    """The same ends by the ids of their spaces, for drawing."""


def nearest_to(at: tuple[int, int], ends: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Lists the few ends that are closest to a place."""
    return sorted(ends, key=lambda end: (abs(end[0] - at[0]) + abs(end[1] - at[1]), end))[:NEAREST]


class Way(Struct, frozen=True):
    """One way to bring a figure to a space: commands to submit in order."""

    commands: tuple[Any, ...]
    summary: Message
    path: tuple[str, ...] = ()
    """The spaces from where the figure stands to the end, for drawing; what chance leaves open as planned."""
    goes_on: bool = False
    """Whether chance has to speak on the way; asked again after it, the rules go on to the same space."""
