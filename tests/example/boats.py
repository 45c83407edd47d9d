"""The table's word on where a boat is."""

from __future__ import annotations

from companion.core.corrections import Correct


def put_boat(player: str, at: int) -> Correct:
    """Corrects a boat's place."""
    return Correct("place", at, player)
