"""House rules: what a table may decide where the book is open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.forced import ForcedSpending

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


class Options(HouseRules, frozen=True, forbid_unknown_fields=True):
    """The house rules of a game."""

    round_limit: Annotated[int, Meta(ge=1, le=500)] | None = None
    """After how many rounds the game ends undecided; None for never (PKR-TABLE-3)."""


class SetupPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player by name, with the side where it is chosen."""

    name: str
    side: SideName | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as `companion play` and the wizard send it: two players, or one for the solo game."""

    players: tuple[SetupPlayer | str, ...] = ()
    mode: Literal["two", "solo", "solo_hard"] | None = None
    """The game by the number of players where it is left out."""
    corridor: Literal["right", "left"] = "right"
    hands: Literal["known", "secret"] = "known"
    options: Options = Options()
