"""Places beside the board where the camera reads (places/1): a dice tray, and a place for each card.

They are kept in a file of their own beside the table, since table/1 refuses fields that it does not know.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.ports.table import Point

BACK = "back"
"""What a taught photo of the cards' back is called."""
MOST_TAUGHT = 100
"""How many cards, or faces of dice, a folder of photos teaches at most: each takes time and memory."""
DRAWN = "drawn"
"""The place where a card or token off a shuffled deck is laid."""


Place = Annotated[tuple[Point, ...], Meta(min_length=4, max_length=4)]
"""The corners of a place."""


class Places(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where to read, in millimetres of the board or beyond it; corners clockwise from the top left."""

    format: Literal["places/1"] = "places/1"
    tray: Place | None = None
    cards: Annotated[dict[str, Place], Meta(max_length=64)] = {}
    """By name: `1/1` is the left card of the first seat, `1/2` the next one, `drawn` the drawn card."""

    @property
    def all(self) -> tuple[Place, ...]:
        """Lists every place."""
        return (*self.cards.values(), *((self.tray,) if self.tray is not None else ()))


def card_place(seat: int, number: int) -> str:
    """Names a seat's place for a card, both counted from 1."""
    return f"{seat}/{number}"
