"""The night in figures: places, the race by round, tallies; the same for the screen, the page and the PDF."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.dice import FaceId
from companion.core.message import Message, literal, say
from companion.core.outcome import Rank
from companion.core.report import Chart, Tally
from companion.i18n import Translator
from companion.night.fairness import KNOWN_SOURCES, fairness, falls_of
from companion.night.night import Night
from companion.ports.clock import local_time
from kiosk.night.session import Session
from kiosk.report.evening import BestMoment, Evening, time_tally


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
    scores: Tally | None = None
    """The points of each part, where the night has several."""
    moments: tuple[BestMoment, ...] = ()
    photos: tuple[Path, ...] = ()


def with_evening(report: NightReport, evening: Evening, names: dict[str, str]) -> NightReport:
    """Adds what is remembered of the evening: its best moments, each player's time, photos."""
    time = time_tally(evening, names)
    tallies = report.tallies if time is None else (*report.tallies, time)
    return replace(report, moments=evening.moments, photos=evening.photos, tallies=tallies)


def night_report(session: Session, words: Translator) -> NightReport:
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
        began=f"{local_time(night.header.created):%Y-%m-%d %H:%M}",
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
        tallies=(*report.tallies, *dice_tallies(night, words)),
        seats={names.get(player, player): seat for player, seat in seats.items()} | seats,
        scores=report.scores,
    )


def dice_tallies(night: Night[Any], words: Translator) -> tuple[Tally, ...]:
    """Counts how often each face fell, one table for each kind of die, and says whether that looks fair."""
    falls = falls_of(night)
    tallies = []
    for order, die in enumerate(dict.fromkeys(die for _, die in falls)):
        by_source = {source: count for (source, kind), count in falls.items() if kind == die}
        total: Counter[FaceId] = sum(by_source.values(), Counter())
        told = fairness("", die, total, order)
        said = {"few": "few", "fair": "even"}.get(told.verdict, "odd")
        rows = [
            (words(source_name(source)), tuple(count[face] for face in dict.fromkeys(die)))
            for source, count in sorted(by_source.items())
        ]
        expected = tuple(round(number) for number in told.expected.values())
        rows.append((words(say("kiosk.report.expected")), expected))
        title = say("kiosk.report.dice", count=told.rolls, verdict=say(f"kiosk.report.dice.{said}"))
        columns = tuple(literal(str(face)) for face in dict.fromkeys(die))
        tallies.append(Tally(title, columns, tuple(rows)))
    return tuple(tallies)


def source_name(source: str) -> Message:
    """Says what rolled: the screen, a finger, or a device by its name."""
    return say(f"hardware.source.{source}") if source in KNOWN_SOURCES else literal(source)
