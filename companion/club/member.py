"""A table that joined a club: it reports what is recorded, and knows how the tournament stands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.club.carrier.messages import News
from companion.club.carrier.publisher import Publisher
from companion.club.heads import Head, keep_heads
from companion.club.ticket import Ticket, club_folder
from companion.core.blocks import Json
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.night.folders import nights_folder
from companion.night.forms import read_json
from companion.night.record import Seating, read_header
from companion.ports.files import read_whole, write_whole


class Member:
    """The line of one table, from the start of the program to its end, whatever the network does."""

    def __init__(
        self, ticket: Ticket, on_change: Callable[[], None] = lambda: None, folder: Path | None = None
    ) -> None:
        self.ticket = ticket
        self.board: Json = _kept_board(ticket)
        """What the host said last, also before a restart; empty before it said anything."""
        self.on_change = on_change
        self._publisher = Publisher(
            ticket.account, folder or nights_folder(), self._is_ours, self._heard, lambda: self.on_change()
        )

    def start(self) -> None:
        """Begins to report."""
        self._publisher.start()

    def close(self) -> None:
        """Stops reporting."""
        self._publisher.close()

    def nudge(self) -> None:
        """Reports at once: something was just recorded."""
        self._publisher.nudge()

    @property
    def is_up(self) -> bool:
        """Tells whether the host can be reached."""
        return self._publisher.state == "up"

    @property
    def waiting(self) -> int:
        """Counts the rows that the host has not confirmed."""
        return self._publisher.waiting

    def status(self) -> Message:
        """Says how the line is, in one sentence."""
        problem = self._publisher.problem
        if problem is not None and problem.problem is not None:
            return say("club.status.problem", why=problem.problem)
        if self._publisher.state == "refused":
            return say("club.status.refused", title=self.ticket.title)
        if not self.is_up:
            return say("club.status.away", title=self.ticket.title, rows=self.waiting)
        if self.waiting:
            return say("club.status.sending", rows=self.waiting)
        return say("club.status.up", title=self.ticket.title, table=self.ticket.table)

    @property
    def sitting(self) -> Json | None:
        """Returns who plays at this table in the running round; None where nothing is left to play."""
        pairing = self.board.get("pairing")
        if not isinstance(pairing, dict) or self.board.get("is_over"):
            return None
        for table in pairing.get("tables", []):
            if table.get("table") == self.ticket.table and not table.get("is_over"):
                return {**table, "round": pairing.get("round")}
        return None

    @property
    def seating(self) -> Seating | None:
        """Returns what a night of this table is played for now."""
        sitting = self.sitting
        if sitting is None:
            return None
        return Seating(self.ticket.event, int(sitting["round"]), self.ticket.table)

    def _is_ours(self, path: Path, header: bytes) -> bool:
        """A night counts that was begun for this event, or since the table joined."""
        told = read_header(header, str(path))
        if told.seating is not None:
            return told.seating.event == self.ticket.event
        return told.created >= self.ticket.joined

    def _heard(self, news: News) -> None:
        self.board = news.board
        with suppress(OSError):
            keep_heads({night: Head(told.up_to, told.head) for night, told in news.heads.items()})
            _keep_board(self.ticket, news.board)
        self.on_change()


def _board_file() -> Path:
    return club_folder() / "board.json"


def _keep_board(ticket: Ticket, board: Json) -> None:
    write_whole(_board_file(), msgspec.json.encode({"event": ticket.event, "board": board}), is_private=True)


def _kept_board(ticket: Ticket) -> Json:
    with suppress(OSError, Invalid):
        kept: Json = read_json(read_whole(_board_file()), dict, "board.json")
        if kept.get("event") == ticket.event and isinstance(kept.get("board"), dict):
            board: Json = kept["board"]
            return board
    return {}
