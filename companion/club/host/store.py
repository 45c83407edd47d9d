"""What the host has of every table's nights: rows as they stand in the journals, never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from companion.club.carrier.messages import Receipt, Rows
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.night.record import read_header, seal
from companion.night.storage import Sealed
from companion.ports.folders import make_private_folder

SCHEMA = """
    CREATE TABLE IF NOT EXISTS night (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, last INTEGER NOT NULL, head TEXT NOT NULL,
        begun TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS entry (
        night TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, checksum BLOB NOT NULL,
        PRIMARY KEY (night, number)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS claim (night TEXT PRIMARY KEY, owner TEXT NOT NULL, last INTEGER, head TEXT);
"""


class StoredNight(Struct, frozen=True):
    """A night by its id: whose it is, how far it goes and its last checksum."""

    id: str
    table: str
    last: int
    head: str


class Store:
    """One file; a row is on the disk before its receipt is written."""

    def __init__(self, path: Path) -> None:
        make_private_folder(path.parent)
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        """Lets the file go."""
        self._db.close()

    def nights(self) -> tuple[StoredNight, ...]:
        """Lists everything stored, oldest first."""
        found = self._db.execute("SELECT id, owner, last, head FROM night ORDER BY begun, rowid")
        return tuple(StoredNight(*row) for row in found)

    def night(self, night: str) -> StoredNight | None:
        """Returns what is stored of a night."""
        row = self._db.execute("SELECT id, owner, last, head FROM night WHERE id = ?", (night,)).fetchone()
        return StoredNight(*row) if row else None

    def receipt(self, table: str, night: str) -> Receipt:
        """Says to a table how far one of its nights is stored."""
        known = self.night(night)
        if known is None:
            return Receipt(-1)
        if known.table != table:
            return Receipt(-1, problem=say("club.others_night", table=known.table))
        return Receipt(known.last, known.head)

    def rows(self, night: str, first: int = 0) -> Iterator[Sealed]:
        """Reads the rows of a night; row 0 is the header."""
        yield from self._db.execute(
            "SELECT body, checksum FROM entry WHERE night = ? AND number >= ? ORDER BY number", (night, first)
        )

    def add(self, table: str, sent: Rows) -> Receipt:
        """Stores what is new and sound in a message; returns how far the night is stored now.

        Rows beyond a gap are left out: the receipt tells the table where to begin again. A row that differs
        from the one stored under its number is a night rewritten, and changes nothing.
        """
        receipt = self.receipt(table, sent.night)
        if receipt.problem is not None or sent.first > receipt.up_to + 1 or sent.first < 0:
            return receipt
        previous = self._checksum(sent.night, sent.first - 1)
        new: list[tuple[str, int, bytes, bytes]] = []
        for number, row in enumerate(sent.rows, sent.first):
            body, checksum = bytes(row.entry), bytes.fromhex(row.checksum)
            if number <= receipt.up_to:
                if checksum != self._checksum(sent.night, number):
                    return Receipt(receipt.up_to, receipt.head, say("club.rewritten", number=number))
            else:
                new.append((sent.night, number, body, checksum))
            if self._claimed(sent.night, number) not in ("", row.checksum):
                return Receipt(receipt.up_to, receipt.head, say("club.rewritten", number=number))
            problem = _unsound(sent.night, number, previous, body, checksum)
            if problem is not None:
                return Receipt(receipt.up_to, receipt.head, problem)
            previous = checksum
        if new:
            self._insert(table, new)
            return Receipt(new[-1][1], new[-1][3].hex())
        return receipt

    def claim(self, table: str, night: str, last: int, head: str) -> None:
        """Keeps the head of a night that a table told before its rows came."""
        self._db.execute("INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?)", (night, table, last, head))

    def claims(self) -> tuple[StoredNight, ...]:
        """Lists the heads that were told before their rows came."""
        return tuple(
            StoredNight(*row) for row in self._db.execute("SELECT night, owner, last, head FROM claim")
        )

    def _claimed(self, night: str, number: int) -> str:
        """Returns the checksum that a table told for a row; nothing where it told none."""
        found = self._db.execute(
            "SELECT head FROM claim WHERE night = ? AND last = ?", (night, number)
        ).fetchone()
        return found[0] if found else ""

    def _checksum(self, night: str, number: int) -> bytes:
        found = self._db.execute(
            "SELECT checksum FROM entry WHERE night = ? AND number = ?", (night, number)
        ).fetchone()
        return found[0] if found else b""

    def _insert(self, table: str, new: list[tuple[str, int, bytes, bytes]]) -> None:
        night, last, _, head = new[-1]
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", new)
            self._db.execute(
                "INSERT INTO night VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET last = excluded.last, head = excluded.head",
                (night, table, last, head.hex(), datetime.now(UTC).isoformat()),
            )
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise


def _unsound(night: str, number: int, previous: bytes, body: bytes, checksum: bytes) -> Message | None:
    """Says what is wrong with a row of the chain."""
    if seal(previous, body) != checksum or (number == 0 and checksum.hex() != night):
        return say("club.unsound", number=number)
    if number == 0:
        try:
            read_header(body, "header")
        except Refusal as refusal:
            return refusal.message
    return None
