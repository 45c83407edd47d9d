"""What the camera read in the places beside the board."""

from __future__ import annotations

from msgspec import Struct

from companion.core.message import Message
from companion.ports.places import BACK


class SeenCard(Struct, frozen=True):
    """What lies in a card place: what it can be, likeliest first; nothing where no card lies there."""

    among: tuple[str, ...] = ()
    confidence: float = 0.0
    laid: int = 0
    """How often something else was laid there; a second look at the same card does not count."""

    @property
    def card(self) -> str:
        """The card where it is certain and lies open, else nothing."""
        return self.among[0] if len(self.among) == 1 and not self.is_back else ""

    @property
    def is_back(self) -> bool:
        """Whether it lies face down."""
        return self.among == (BACK,)


class SeenDie(Struct, frozen=True):
    """A die in the tray: its values or symbols, likeliest first, and whether the first is certain."""

    among: tuple[int | str, ...]
    is_certain: bool
    confidence: float = 0.0


class Reading(Struct, frozen=True, kw_only=True):
    """What lies in all places of a scene at rest."""

    cards: dict[str, SeenCard] = {}
    dice: tuple[SeenDie, ...] = ()
    throws: int = 0
    """How often the tray has come to rest with something else in it."""
    reader: int = 0
    """Whose reading it is: one that begins anew knows nothing of what lay there before."""
    why: Message | None = None
    """Why cards cannot be read, if they cannot."""
