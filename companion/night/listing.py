"""Nights at a glance, read without disturbing whoever plays them."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.system import why_refused, why_unfit
from companion.night.night import Night


class Summary(Struct, frozen=True, kw_only=True):
    """One line of the list; a night that cannot be read has only a `problem`."""

    file: str
    date: datetime | None = None
    last: datetime | None = None
    game: str = ""
    players: tuple[str, ...] = ()
    round: int | None = None
    leader: str | None = None
    is_over: bool = False
    entries: int = 0
    problem: Message | None = None


def summarize(path: Path) -> Summary:
    """Reads what the list says about a night; never raises for a bad file."""
    try:
        night = Night.read(path)
        rows = night.rows()
        return Summary(
            file=str(path),
            date=night.header.created,
            last=rows[-1].time if rows else night.header.created,
            game=night.game.manifest.id,
            players=tuple(player.name for player in night.game.view(night.state).players),
            round=night.game.round_of(night.state),
            leader=night.game.leader(night.state),
            is_over=night.is_over,
            entries=night.revision,
            problem=night.notice,
        )
    except Refusal as refusal:
        return Summary(file=str(path), problem=refusal.message)
    except (OSError, sqlite3.Error) as error:
        return Summary(file=str(path), problem=say("night.system", detail=why_refused(error)))
    except Exception as error:  # a game that stumbles over one night must not hide the others
        problem = say("core.field", field=str(path), problem=why_unfit(error))
        return Summary(file=str(path), problem=problem)
