"""What the table shows to be confirmed, and how the rules are asked for it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.blocks import Choice
from companion.core.errors import Refusal
from companion.core.message import Message
from companion.core.verdict import Way
from companion.games.protocol import Game

Found = tuple[Way, ...] | Refusal
"""What the rules answer about a space: ways to get there, or why there is none."""


def find_ways(game: Game[Any], state: Any, figure: str, space: str) -> Found:
    """Asks the rules for the ways of a figure to a space, which can take them a while."""
    try:
        return game.ways_to(state, figure, space)
    except Refusal as refusal:
        return refusal


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
