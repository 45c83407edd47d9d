"""Reads a journal as far as it goes: what is sound, what is broken, what can still be chained together."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from companion.night.record import FORMAT, seal
from companion.night.storage import (
    Count,
    Sealed,
    check_tables,
    connect_to_read,
    format_of,
    index_of,
    read_count,
    upgrade,
    wal_of,
)


class Scan(Struct):
    """What one file gave: its header, its rows by number, and whether SQLite complained about anything."""

    header: Sealed | None = None
    rows: dict[int, Sealed] = {}
    is_whole: bool = True
    version: int = FORMAT
    count: Count | None = None
    """What the file says of itself."""


class Chain(Struct, frozen=True):
    """The longest sound beginning that the scans give together."""

    header: Sealed
    rows: tuple[Sealed, ...]
    highest: int
    """The highest number that any scan has seen, sound or not."""


def scan(path: Path, shown: Path | None = None) -> Scan:
    """Reads a journal without changing it; refuses only a file that is no night or too new a one.

    `shown` is the name to say where `path` is only a copy.
    """
    if wal_of(path).exists() and not os.access(path.parent, os.W_OK):
        # SQLite reads a log only where it may write its index; a read-only card is read from a copy.
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            for file in (path, wal_of(path)):
                shutil.copyfile(file, copy.with_name(file.name))
            return scan(copy, path)
    found = Scan()
    try:
        db = connect_to_read(path)
    except sqlite3.Error:
        return Scan(is_whole=False)
    try:
        found.version = format_of(db, shown or path)
        if found.version < FORMAT:
            db = _upgraded_copy(db, found.version)
        check_tables(db, shown or path)
        _scan_rows(db, found)
        if has_unread_log(path):
            found.is_whole = False
    except (sqlite3.DatabaseError, UnicodeError):  # what SQLite quotes of a damaged file need not be text
        found.is_whole = False
    finally:
        db.close()
    return found


def _upgraded_copy(db: sqlite3.Connection, version: int) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    db.backup(copy)
    db.close()
    upgrade(copy, version)
    return copy


def _scan_rows(db: sqlite3.Connection, found: Scan) -> None:
    try:
        body, checksum = db.execute("SELECT body, checksum FROM header WHERE number = 1").fetchone() or (0, 0)
        if isinstance(body, bytes) and isinstance(checksum, bytes):
            found.header = (body, checksum)
            found.count = read_count(db, checksum)
    except sqlite3.DatabaseError:
        found.is_whole = False
    # From both ends, so that a broken page in the middle hides only itself.
    for direction in ("ASC", "DESC"):
        try:
            for number, body, checksum in db.execute(
                f"SELECT number, body, checksum FROM entry ORDER BY number {direction}"
            ):
                if isinstance(body, bytes) and isinstance(checksum, bytes):
                    found.rows[number] = (body, checksum)
            break
        except sqlite3.DatabaseError:
            found.is_whole = False
    if found.is_whole:
        found.is_whole = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)


def assemble(scans: Sequence[Scan]) -> Chain | None:
    """Chains rows from all scans as far as their checksums hold; None without any sound header.

    The first sound header counts: a backup may be left over from an older night of the same name.
    """
    headers = [found.header for found in scans if found.header]
    header = next((header for header in headers if seal(b"", header[0]) == header[1]), None)
    if header is None:
        return None
    rows: list[Sealed] = []
    checksum = header[1]
    while row := _sound_row(scans, len(rows) + 1, checksum):
        rows.append(row)
        checksum = row[1]
    own = [found for found in scans if found.header in (None, header)]
    return Chain(header, tuple(rows), max((max(found.rows, default=0) for found in own), default=0))


def _sound_row(scans: Iterable[Scan], number: int, previous: bytes) -> Sealed | None:
    for found in scans:
        row = found.rows.get(number)
        if row and seal(previous, row[0]) == row[1]:
            return row
    return None


def is_sound(found: Scan, chain: Chain | None) -> bool:
    """Tells whether a file is whole: nothing unreadable and every row in the chain."""
    return (
        chain is not None
        and found.is_whole
        and found.header == chain.header
        and len(found.rows) == len(chain.rows)
    )


# SQLite reads its log up to the first frame whose checksum fails and says nothing about the frames behind it.

_WAL_HEADER, _FRAME_HEADER = 32, 24


def _log_frames(log: bytes) -> list[tuple[int, int, int, bytes]]:
    """Lists place, page number, commit mark and page of every frame that belongs to the log's present run."""
    if len(log) < _WAL_HEADER:
        return []
    page_size, _, salt = struct.unpack(">II8s", log[8:24])
    if page_size not in {1 << power for power in range(9, 17)}:
        return []
    frames = []
    size = _FRAME_HEADER + page_size
    for place in range((len(log) - _WAL_HEADER) // size):
        frame = log[_WAL_HEADER + place * size : _WAL_HEADER + (place + 1) * size]
        page, commit, frame_salt = struct.unpack(">II8s", frame[:16])
        if frame_salt == salt:
            frames.append((place, page, commit, frame[_FRAME_HEADER:]))
    return frames


def has_unread_log(path: Path) -> bool:
    """Tells whether the log holds finished steps that SQLite skips, because a frame before them is broken."""
    log, index = wal_of(path), index_of(path)
    if not log.exists() or not index.exists() or not log.stat().st_size:
        return False
    with index.open("rb") as file:
        # The first header of SQLite's index: the number of valid frames stands at byte 16, in native order.
        head = file.read(20)
    if len(head) < 20:
        return False
    (valid,) = struct.unpack("=I", head[16:20])
    return any(commit and place >= valid for place, _, commit, _ in _log_frames(log.read_bytes()))


def scan_rebuilt(path: Path, page_one: bytes = b"") -> Scan:
    """Scans a copy to which every frame of the log is applied, trusting the rows' own checksums instead.

    `page_one`, from a backup, replaces the first page, without which SQLite reads nothing.
    """
    log = wal_of(path).read_bytes() if wal_of(path).exists() else b""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        image = bytearray(path.read_bytes())
        for _, page, _, content in _log_frames(log):
            start = (page - 1) * len(content)
            if 0 <= start <= len(image) + (1 << 24):
                image.extend(bytes(max(0, start + len(content) - len(image))))
                image[start : start + len(content)] = content
        if page_one:
            image[: len(page_one)] = page_one
        if len(image) >= 100:
            # The size in the header counts only while two counters agree; now the file's own size does.
            image[92:96] = bytes(4)
        copy.write_bytes(image)
        return scan(copy, path)
