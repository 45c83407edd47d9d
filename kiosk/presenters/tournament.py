"""Tournaments: how to begin one, how the running one stands, and the finished nights of the last weeks."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.blocks import Json, Question, Tally
from companion.core.errors import Refusal
from companion.core.message import Message
from companion.core.outcome import Rank
from companion.night.folders import night_files
from companion.night.night import Night
from kiosk.night.files import Stamps, newest_first, stamps_of
from kiosk.presenters.content import own_content
from kiosk.presenters.setup import available_games

POINTS = (5, 3, 2, 1)
"""Points for the first places of a night."""


class Line(Struct, frozen=True):
    """A player's line in the table."""

    name: str
    points: int
    nights: int
    wins: int


def tournament(days: int = 60, folder: Path | None = None, now: datetime | None = None) -> tuple[Line, ...]:
    """Adds up every finished night of the last days, best first."""
    since = (now or datetime.now(UTC)) - timedelta(days=days)
    points: dict[str, int] = defaultdict(int)
    nights: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    for path in night_files(folder):
        seen = look_into(path)
        if seen is None or seen.began < since:
            continue
        for rank in seen.ranking:
            nights[rank.player] += 1
            wins[rank.player] += rank.place == 1
            points[rank.player] += POINTS[rank.place - 1] if rank.place <= len(POINTS) else 0
    lines = [Line(name, points[name], nights[name], wins[name]) for name in nights]
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.wins, line.name)))


TOURNAMENT = "tournament"
"""How the id of a set-up question begins that turns a night into a tournament."""


class Beginning(Struct, frozen=True):
    """A game that can be played as a tournament, and the wizard's memo that has it switched on."""

    title: Message
    memo: Json


def beginnings() -> tuple[Beginning, ...]:
    """Lists the games whose set-up asks for a tournament."""
    found = []
    for game in available_games():
        asked = game.questions(own_content(game), {})
        question = next((each for each in asked if each.id.startswith(TOURNAMENT)), None)
        if question is not None:
            memo = {"game": game.manifest.id, "answers": {question.id: _yes(question)}, "page": question.page}
            found.append(Beginning(game.manifest.title, memo))
    return tuple(found)


def _yes(question: Question) -> Any:
    """Returns the answer that switches a question on."""
    return next((option.value for option in question.options if option.value), True)


class Running(Struct, frozen=True):
    """A tournament that goes on: where it is, and how its players stand."""

    path: Path
    title: Message
    table: Tally
    seats: dict[str, int]


class Seen(Struct, frozen=True):
    """What a table asks of a night's file: the ranking once it is over, the tournament while it runs."""

    began: datetime
    ranking: tuple[Rank, ...]
    running: Running | None


def running_tournament(folder: Path | None = None) -> Running | None:
    """Returns the newest night that is a tournament and not over."""
    newest = newest_first(folder)
    return next((seen.running for path in newest if (seen := look_into(path)) and seen.running), None)


def look_into(path: Path) -> Seen | None:
    """Reads a night's file, once for as long as it does not change; None where it cannot be read."""
    return _look_into(path, stamps_of(path))


@lru_cache(maxsize=512)
def _look_into(path: Path, stamps: Stamps) -> Seen | None:
    try:
        with Night.read(path) as night:
            outcome = night.game.outcome(night.state)
            ranking = () if outcome is None else outcome.ranking
            is_running = outcome is None and _is_tournament(night.header.setup)
            return Seen(night.header.created, ranking, _running(path, night) if is_running else None)
    except (Refusal, OSError):
        return None


def _running(path: Path, night: Night[Any]) -> Running | None:
    table = night.game.report(night.states()).tournament
    view = night.game.view(night.state)
    seats = {player.name: player.seat for player in view.players}
    return None if table is None else Running(path, view.title, table, seats)


def _is_tournament(setup: Json) -> bool:
    return any(bool(value) for name, value in setup.items() if name.startswith(TOURNAMENT))
