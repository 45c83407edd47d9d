"""The night in figures: places, the race by round, tallies; the same for the screen, the page and the PDF."""

from __future__ import annotations

from msgspec import Struct

from companion.core.blocks import Chart, Tally
from companion.core.message import Message
from companion.core.outcome import Rank
from kiosk.session import Session


class Standing(Struct, frozen=True):
    """A player's place on the podium."""

    place: int
    name: str
    seat: int
    score: int
    note: Message | None


class NightReport(Struct, frozen=True):
    """Everything that is said after a game."""

    title: Message
    began: str
    because: Message | None
    standings: tuple[Standing, ...]
    charts: tuple[Chart, ...]
    tallies: tuple[Tally, ...]
    seats: dict[str, int]


def night_report(session: Session) -> NightReport:
    """Draws the report of a night up, finished or not."""
    night, game = session.night, session.game
    view = session.view()
    seats = {player.id: player.seat for player in view.players}
    names = {player.id: player.name for player in view.players}
    outcome = game.outcome(session.state)
    ranking: tuple[Rank, ...] = outcome.ranking if outcome else ()
    report = game.report(night.states())
    return NightReport(
        title=game.manifest.title,
        began=f"{night.header.created.astimezone():%Y-%m-%d %H:%M}",
        because=outcome.because if outcome else None,
        standings=tuple(
            Standing(
                rank.place,
                names.get(rank.player, rank.player),
                seats.get(rank.player, 0),
                rank.score,
                rank.note,
            )
            for rank in ranking
        ),
        charts=tuple(chart for chart in report.charts if any(series.values for series in chart.series)),
        tallies=report.tallies,
        seats={names.get(player, player): seat for player, seat in seats.items()} | seats,
    )
