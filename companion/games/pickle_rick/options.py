"""House rules: what a table may decide where the book is open."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.pickle_rick.forced import ForcedSpending

ZeroHealthEnds = Literal["turn", "now"]
SoloTies = Literal["player", "random", "worst"]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules that a dispute can carry too."""

    forced_spending: ForcedSpending = "book"
    """What must be spent before a turn may end: as in the book, Jokers too, or nothing (PKR-SPEND-4)."""
    zero_health_ends: ZeroHealthEnds = "turn"
    """Whether Rick without health loses at the end of the turn or at once (PKR-END-2)."""
    walled_in_loses: bool = True
    """Whether Rick loses when he is walled in (PKR-END-5)."""
    solo_ties: SoloTies = "player"
    """Who chooses between equally short ways in the solo game (PKR-SOLO-5)."""
