"""The SQLite side of a journal: how the file is laid out, written durably and read without touching it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.core.message import say
from companion.night.record import FORMAT, seal
from companion.night.refusals import Damaged, TooNew

APPLICATION_ID = 0x436F4E69
"""Marks the file as a night for `file` and for us ("CoNi")."""

TABLES = (
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, body BLOB NOT NULL, checksum BLOB NOT NULL)",
    "CREATE TABLE header (number INTEGER PRIMARY KEY, body BLOB NOT NULL, checksum BLOB NOT NULL)",
)
SCHEMA = f"""
    PRAGMA application_id = {APPLICATION_ID};
    PRAGMA user_version = {FORMAT};
    {TABLES[1]};
    {TABLES[0]};
"""

UPGRADES: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""From each older format to the next one; a reader applies them in turn."""

BUSY_TIMEOUT_S = 5.0
PAGE_BYTES = 4096
"""SQLite's own choice, which no journal changes."""

Sealed = tuple[bytes, bytes]
"""A body and its checksum, as they stand in the file."""


def connect(path: Path) -> sqlite3.Connection:
    """Opens a journal for writing.

    WAL with full synchronisation: one write and one fsync of the log make a step durable before the answer is
    given. NORMAL would sync only at checkpoints and lose the last steps in a power cut; a rollback journal
    (even with EXTRA) would be as safe, but costs several syncs a step, which an SD card makes felt. Readers
    (`companion nights`) are never blocked.
    """
    # Whoever uses a journal from several threads lets one in at a time; SQLite itself minds no thread.
    db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Opens a journal without changing a byte of it."""
    # Without a log nobody is writing; only `immutable` reads a read-only disk and leaves no sidecars.
    has_log = wal_of(path).exists()
    mode = "mode=ro" if has_log else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_TIMEOUT_S)


def wal_of(path: Path) -> Path:
    """Returns the path of SQLite's log beside a journal."""
    return path.with_name(path.name + "-wal")


def index_of(path: Path) -> Path:
    """Returns the path of SQLite's index of that log."""
    return path.with_name(path.name + "-shm")


def has_log(path: Path) -> bool:
    """Tells whether SQLite's log beside a journal can hold anything: one page of the file at least."""
    log = wal_of(path)
    return log.exists() and log.stat().st_size > PAGE_BYTES


def insert(db: sqlite3.Connection, rows: list[tuple[int, bytes, bytes]]) -> None:
    """Writes rows in one transaction: all of them or none."""
    statement = "INSERT INTO entry (number, body, checksum) VALUES (?, ?, ?)"
    if len(rows) == 1:
        db.execute(statement, rows[0])
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany(statement, rows)
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def create(path: Path, header: Sealed, rows: list[tuple[int, bytes, bytes]]) -> None:
    """Writes a whole new journal that appears under its name only once it is complete.

    Raises FileExistsError rather than replace a file that holds anything.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        _make_private(draft)
        db = sqlite3.connect(draft, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous = FULL")
            db.executescript(SCHEMA)
            db.execute("INSERT INTO header VALUES (1, ?, ?)", header)
            if rows:
                insert(db, rows)
        finally:
            db.close()
        # A device or a pipe has no size either, and is no place for a night.
        if path.is_file() and path.stat().st_size == 0:
            os.replace(draft, path)
        else:
            _give_name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _make_private(path: Path) -> None:
    """Begins a file for its owner alone; SQLite gives its log and index the same rights."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))


def _give_name(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links (FAT on a USB stick); the lock beside the journal guards the gap.
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(draft, path)


def sync_folder(folder: Path) -> None:
    """Makes a new name in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Count(Struct, frozen=True):
    """What a file says of itself in its second header: its rows, and whether it was still being played."""

    rows: int
    is_open: bool


def note_count(db: sqlite3.Connection, header_seal: bytes, count: Count) -> None:
    """Writes into the file itself how many rows it holds, so that a copy of it alone knows what it lacks."""
    body = msgspec.json.encode(count)
    db.execute("INSERT OR REPLACE INTO header VALUES (2, ?, ?)", (body, seal(header_seal, body)))


def read_count(db: sqlite3.Connection, header_seal: bytes) -> Count | None:
    """Returns what the file says of itself; None for one of an earlier release, or where that is damaged."""
    body, checksum = db.execute("SELECT body, checksum FROM header WHERE number = 2").fetchone() or (b"", b"")
    if not isinstance(body, bytes) or seal(header_seal, body) != checksum:
        return None
    return msgspec.json.decode(body, type=Count)


def fold_log(db: sqlite3.Connection) -> None:
    """Moves the finished steps from SQLite's log into the file, as far as readers let it."""
    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    """Copies a journal with SQLite's backup, which is consistent while it is being written."""
    _make_private(target)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        copy.close()


def format_of(db: sqlite3.Connection, path: Path) -> int:
    """Returns the format of a journal; refuses what is no night and what is too new."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise Damaged(say("night.not_a_night", file=str(path)))
    if version > FORMAT:
        raise TooNew(say("night.too_new", file=str(path), found=version, known=FORMAT))
    return int(version)


def check_tables(db: sqlite3.Connection, path: Path) -> None:
    """Refuses a file with anything but a night's tables: a view or a trigger could compute for ever."""
    # As bytes: in a damaged file it need not be text.
    found = db.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master ORDER BY name").fetchall()
    # SQLite quotes a table's name once it was renamed.
    if tuple(sql.replace(b'"', b"") for (sql,) in found if sql) != tuple(map(str.encode, TABLES)):
        raise Damaged(say("night.not_a_night", file=str(path)))


def upgrade(db: sqlite3.Connection, version: int) -> None:
    """Brings an older format up to the present one in a single transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for older in range(version, FORMAT):
            UPGRADES[older](db)
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
