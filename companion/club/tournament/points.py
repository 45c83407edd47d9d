"""Points by place: a game's own where it has some, else the same for every game and every size of table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.club.tournament.state import Placed

FIRST = 12
"""The general points of a first place; the last one gets none and the others lie evenly between."""


def points_of(places: Sequence[Placed], own: Sequence[int]) -> dict[str, int]:
    """Returns each player's points at one table."""
    if own:
        return {placed.player: own[placed.place - 1] if placed.place <= len(own) else 0 for placed in places}
    return {placed.player: _general(placed, places) for placed in places}


def _general(placed: Placed, places: Sequence[Placed]) -> int:
    """Counts who was beaten, and half of those on the same place, out of all opponents."""
    opponents = len(places) - 1
    if not opponents:
        return FIRST if placed.place == 1 else 0
    beaten = sum(other.place > placed.place for other in places)
    level = sum(other.place == placed.place for other in places) - 1
    return (FIRST * (2 * beaten + level) + opponents) // (2 * opponents)


def bye_points(own: Sequence[int]) -> int:
    """Returns what a round without a table is worth: a first place, as nobody chose it."""
    return own[0] if own else FIRST
