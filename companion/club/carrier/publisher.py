"""A table's side: its nights go to the host row by row, again and again until they are stored there."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Raw, Struct

from companion.club.carrier.line import Account, Line, State
from companion.club.carrier.messages import (
    CALL,
    NEWS,
    Hello,
    News,
    Receipt,
    Rows,
    Sent,
    Stored,
    table_of,
    topic,
    unpack,
)
from companion.core.errors import Refusal
from companion.night import storage
from companion.night.folders import night_files
from companion.ports.threads import MessageThread

LOOK_EVERY_S = 0.25
HELLO_EVERY_S = 15.0
AGAIN_AFTER_S = 0.6
"""How long a receipt is waited for before the same rows are sent again, over the other line."""
HELLO_AGAIN_S = 2.0
NIGHTS_A_HELLO = 100
CHUNK_BYTES = 200_000
"""How much of a night goes into one message."""


class Kept(Struct):
    """A night of this table: where it is, how far it goes, and how far the host has it."""

    path: Path
    last: int = -1
    stored: int | None = None
    """None until the host has said."""
    sent_at: float = -1e9


class Publisher:
    """Watches the nights of a folder and brings the host up to date; keeps nothing on its own."""

    def __init__(
        self,
        account: Account,
        folder: Path,
        counts: Callable[[Path, bytes], bool],
        on_news: Callable[[News], None] = lambda news: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.nights: dict[str, Kept] = {}
        self.problem: Receipt | None = None
        """What the host found wrong with a night of this table."""
        self._table, self._folder = account.user, folder
        self._counts = counts
        """Whether a night, by its file and its header, is played for the club."""
        self._on_news, self._on_change = on_news, on_change
        self._known: dict[Path, str | None] = {}
        self._stamps: dict[Path, tuple[int, ...]] = {}
        self._hello_at = 0.0
        self._is_answered = False
        self._wake = threading.Event()
        self._lock = threading.Lock()
        self._is_closing = False
        topics = (topic(self._table, "stored"), NEWS, CALL)
        # Two lines: where packets are lost, one of them is seldom held up together with the other. The host
        # takes rows by their numbers, so that it does not matter how often and by which way they come.
        self._lines = (
            Line(account, self._heard, self._changed, topics=topics, is_table=True),
            Line(account, self._heard, self._changed, topics=topics[:1], is_table=False),
        )
        self._thread = MessageThread(target=self._run, name="club", daemon=True)

    @property
    def state(self) -> State:
        """Whether the host's broker can be reached."""
        states = [line.state for line in self._lines]
        return "up" if "up" in states else states[0]

    @property
    def waiting(self) -> int:
        """Counts the rows that the host has not confirmed yet."""
        with self._lock:
            return sum(
                kept.last - (-1 if kept.stored is None else kept.stored) for kept in self.nights.values()
            )

    def start(self) -> None:
        """Begins to look and to send, beside whatever else the program does."""
        for line in self._lines:
            line.start()
        self._thread.start()

    def close(self) -> None:
        """Stops; what was not sent stays in the journals."""
        self._is_closing = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)
        for line in self._lines:
            line.close()

    def nudge(self) -> None:
        """Looks at once: something was just recorded."""
        self._wake.set()

    # The loop.

    def _run(self) -> None:
        while not self._is_closing:
            self._wake.clear()
            self._look()
            for line in self._lines:
                line.mind()
            if self.state == "up":
                self._speak(time.monotonic())
            self._wake.wait(LOOK_EVERY_S)

    def _speak(self, now: float) -> None:
        with self._lock:
            open_ones = [item for item in self.nights.items() if item[1].stored != item[1].last]
            nights = {night: kept.last for night, kept in open_ones[:NIGHTS_A_HELLO]}
            is_unsure = any(kept.stored is None for kept in self.nights.values())
            due = [
                (night, kept, kept.stored + 1)
                for night, kept in self.nights.items()
                if kept.stored is not None and kept.stored < kept.last and now - kept.sent_at > AGAIN_AFTER_S
            ]
        if now - self._hello_at > (HELLO_AGAIN_S if is_unsure else HELLO_EVERY_S):
            self._hello_at = now
            self._send("hello", Hello(nights))
        for night, kept, first in due:
            with suppress(sqlite3.Error, OSError):
                if self._send("rows", _chunk(kept.path, night, first)):
                    kept.sent_at = now

    def _send(self, about: str, message: Struct) -> bool:
        """Hands a message to the line that has been used least lately."""
        lines = sorted(self._lines, key=lambda line: line.used_at)
        return any(line.send(topic(self._table, about), message) for line in lines)

    # The disk.

    def _look(self) -> None:
        for path in night_files(self._folder):
            with suppress(OSError, sqlite3.Error, Refusal):
                stamps = _stamps(path)
                if self._stamps.get(path) != stamps:
                    self._look_into(path)
                    self._stamps[path] = stamps

    def _look_into(self, path: Path) -> None:
        db = storage.connect_to_read(path)
        try:
            if path not in self._known:
                body, checksum = db.execute("SELECT body, checksum FROM header WHERE number = 1").fetchone()
                self._known[path] = checksum.hex() if self._counts(path, body) else None
            night = self._known[path]
            if night is None:
                return
            (last,) = db.execute("SELECT COALESCE(MAX(number), 0) FROM entry").fetchone()
        finally:
            db.close()
        with self._lock:
            kept = self.nights.get(night)
            if kept is None:
                # A night that appears while the host answers is new to it; others it is asked about first.
                kept = self.nights[night] = Kept(path, stored=-1 if self._is_answered else None)
            if last >= kept.last:
                kept.path, kept.last = path, last

    # The host.

    def _heard(self, name: str, payload: bytes) -> None:
        with suppress(Refusal):
            if name == NEWS:
                self._on_news(unpack(payload, News, name))
            elif name == CALL:
                self._hello_at = -1e9
            elif table_of(name) == (self._table, "stored"):
                self._take_receipts(unpack(payload, Stored, name))
            self._wake.set()

    def _take_receipts(self, stored: Stored) -> None:
        self._is_answered = True
        with self._lock:
            for night, receipt in stored.nights.items():
                kept = self.nights.get(night)
                if kept is None:
                    continue
                if kept.stored != receipt.up_to:
                    kept.stored, kept.sent_at = receipt.up_to, -1e9
                if receipt.problem is not None:
                    self.problem = receipt
                    kept.stored = kept.last  # what the host refuses is not sent again and again
        self._on_change()

    def _changed(self, state: State) -> None:
        if state == "up":
            # What the host had before it has still; should it not, its receipts say so.
            self._hello_at = -1e9
            with self._lock:
                for kept in self.nights.values():
                    kept.sent_at = -1e9
        self._wake.set()
        self._on_change()


def _stamps(path: Path) -> tuple[int, ...]:
    found = []
    for file in (path, storage.wal_of(path)):
        with suppress(OSError):
            about = file.stat()
            found += [about.st_mtime_ns, about.st_size]
    return tuple(found)


def _chunk(path: Path, night: str, first: int) -> Rows:
    """Reads the next rows from the journal, as many as fit into one message."""
    db = storage.connect_to_read(path)
    try:
        rows: list[Sent] = []
        size = 0
        for entry, checksum in _sealed(db, first):
            rows.append(Sent(Raw(entry), checksum.hex()))
            size += len(entry)
            if size > CHUNK_BYTES:
                break
        return Rows(night, first, tuple(rows))
    finally:
        db.close()


def _sealed(db: sqlite3.Connection, first: int) -> Iterator[tuple[bytes, bytes]]:
    if first == 0:
        yield db.execute("SELECT body, checksum FROM header WHERE number = 1").fetchone()
    yield from db.execute("SELECT body, checksum FROM entry WHERE number >= ? ORDER BY number", (first,))
