"""What happened in a tournament."""

from __future__ import annotations

from companion.club.tournament.state import Placed
from companion.core.event import Event


class PlayerAdded(Event, frozen=True):
    """A player is seated from a round on."""

    name: str
    since: int


class PlayerDropped(Event, frozen=True):
    """A player is seated no more."""

    name: str


class RoundSeated(Event, frozen=True):
    """A round began."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class ResultRecorded(Event, frozen=True):
    """A table ended, or ended otherwise than it had said before."""

    round: int
    table: int
    places: tuple[Placed, ...]
    night: str = ""


class ResultCorrected(Event, frozen=True):
    """The organiser settled a result."""

    round: int
    table: int
    places: tuple[Placed, ...]


class TournamentEnded(Event, frozen=True):
    """The standings are final."""


TournamentEvent = (
    PlayerAdded | PlayerDropped | RoundSeated | ResultRecorded | ResultCorrected | TournamentEnded
)
