"""What a report of a night is made of: charts, tables and the ranking, which any screen or page can draw."""

from __future__ import annotations

from msgspec import Struct

from companion.core.message import Message
from companion.core.outcome import Rank


class Series(Struct, frozen=True):
    """One player's line in a chart."""

    player: str
    seat: int
    values: tuple[float, ...]


class Chart(Struct, frozen=True):
    """A value of each player by round."""

    title: Message
    series: tuple[Series, ...]


class Tally(Struct, frozen=True):
    """A table of counts: one row a player, one column a thing counted."""

    title: Message
    columns: tuple[Message, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class Report(Struct, frozen=True):
    """A finished or running night in charts and tables."""

    charts: tuple[Chart, ...] = ()
    tallies: tuple[Tally, ...] = ()
    ranking: tuple[Rank, ...] = ()
    """How the players stand now, best first."""
    scores: Tally | None = None
    """The points of each finished part of the night and their sum, best first, where it has several."""
