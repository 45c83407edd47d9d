"""What the table shows to be confirmed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.blocks import Choice
from companion.core.message import Message
from companion.core.verdict import Way


class Offer(Struct, frozen=True):
    """Something to confirm: where it leads, the ways to do it with the plainest first, and which is shown."""

    space: str
    ways: tuple[Way, ...]
    way: Way
    is_seen: bool = False
    """Whether the camera saw it."""
    then: Choice | None = None
    """The one thing that is left to do afterwards, such as ending the turn."""
    costs: tuple[Message, ...] = ()
    """What is lost on the way."""
    names: tuple[Message, ...] = ()
    """Short names of the ways, where any of them is one touch away."""
    lines: tuple[Message, ...] = ()
    """What was read in detail."""
    confirmed_by: Literal["touch", "hand", "time"] = "touch"
    """What confirms it besides a touch: a hand at the dice button or at the next figure; or time as well."""
