"""The table of a tournament: finished nights of the last weeks, points by place."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Refusal
from companion.night.folders import night_files
from companion.night.night import Night

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
        try:
            with Night.read(path) as night:
                outcome = night.game.outcome(night.state)
                began = night.header.created
        except (Refusal, OSError):
            continue
        if outcome is None or began < since:
            continue
        for rank in outcome.ranking:
            nights[rank.player] += 1
            wins[rank.player] += rank.place == 1
            points[rank.player] += POINTS[rank.place - 1] if rank.place <= len(POINTS) else 0
    lines = [Line(name, points[name], nights[name], wins[name]) for name in nights]
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.wins, line.name)))
