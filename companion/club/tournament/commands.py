"""What the organiser asks for, and what a table reports."""

from __future__ import annotations

from typing import ClassVar

from companion.club.tournament.state import Placed
from companion.core.command import ChanceCommand, Command


class AddPlayer(Command, frozen=True):
    """Somebody arrives, or comes back; plays from the next round on."""

    name: str


class DropPlayer(Command, frozen=True):
    """Somebody leaves; results so far stay."""

    name: str


class SeatRound(ChanceCommand, frozen=True):
    """The next round as it was drawn: who sits at which table, who sits out."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class RecordResult(Command, frozen=True):
    """How a table's night ended."""

    round: int
    table: int
    places: tuple[Placed, ...]
    night: str = ""


class CorrectResult(Command, frozen=True):
    """The organiser's own word on a table; it stands whatever the table reports later."""

    is_correction: ClassVar[bool] = True

    round: int
    table: int
    places: tuple[Placed, ...]


class EndTournament(Command, frozen=True):
    """Nothing more is played."""


TournamentCommand = AddPlayer | DropPlayer | SeatRound | RecordResult | CorrectResult | EndTournament
