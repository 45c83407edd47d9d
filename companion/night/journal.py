"""A night's file: durable appends, rotating backups, and opening with what to say about it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import suppress
from errno import EACCES
from pathlib import Path

import msgspec

from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.message import Message, say
from companion.core.system import why_refused
from companion.night import recovery, storage
from companion.night.folders import nights_folder
from companion.night.lock import Lock
from companion.night.record import FORMAT, Header, Row, read_header, read_row, seal
from companion.night.refusals import Damaged, InUse, Unwritable, no_night
from companion.night.storage import Sealed
from companion.ports.files import too_large
from companion.ports.folders import make_private_folder

BACKUP_AFTER = 32
"""How many new rows are worth a backup; a long night waits for an eighth of its length, to stay cheap."""


JOURNAL_BYTES = 32 << 20
"""The most that a night may hold; a long one of five hundred steps is a tenth of it."""


class Journal:
    """One night in one file, held by one process. `append` returns once the rows are on the disk."""

    def __init__(self, path: Path, header: Sealed, rows: Sequence[Sealed]) -> None:
        self.path = path
        self.header = read_header(header[0], str(path))
        self.notice: Message | None = None
        """What to tell the table about opening it: something was lost, or nothing can be written."""
        self._header_seal = header[1]
        self._checksum = rows[-1][1] if rows else header[1]
        self._count = len(rows)
        self._saved = 0
        self._bodies = [body for body, _ in rows]
        self._db: sqlite3.Connection | None = None
        self._lock: Lock | None = None
        self._place: tuple[int, int] | None = None
        self._why_not: Message = say("night.opened_to_read")

    @classmethod
    def create(cls, path: Path, header: Header, rows: Sequence[Row] = ()) -> Journal:
        """Begins a new file; refuses to overwrite one."""
        body = msgspec.json.encode(header)
        return cls.create_sealed(path, (body, seal(b"", body)), seal_rows(seal(b"", body), rows))

    @classmethod
    def create_sealed(cls, path: Path, header: Sealed, rows: Sequence[Sealed]) -> Journal:
        """Begins a new file from bodies that already carry their checksums."""
        try:
            make_private_folder(path.parent)
            if path.parent == nights_folder():
                path.parent.chmod(0o700)  # an earlier release made it for everybody
            lock = Lock(path)
        except OSError as error:
            raise _cannot_create(path, error) from None
        try:
            try:
                storage.create(path, header, [(number, *row) for number, row in enumerate(rows, 1)])
            except FileExistsError:
                raise Unwritable(say("night.exists", file=str(path))) from None
            except (OSError, sqlite3.Error) as error:
                raise _cannot_create(path, error) from None
            journal = cls(path, header, rows)
            try:
                journal._begin(lock)
            except sqlite3.Error as error:
                path.unlink()
                raise _cannot_create(path, error) from None
        except BaseException:
            lock.close()
            raise
        return journal

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Opens a night to go on with it.

        What is damaged is opened as far as it goes, in a new file beside it; what cannot be written is opened
        to be read. `notice` says so. A night that another process has open is refused.
        """
        check_there(path)
        try:
            lock = Lock(path)
        except InUse:
            raise
        except OSError as error:
            journal = cls.read(path)
            journal._why_not = _read_only(path, error)
            journal.notice = journal.notice or journal._why_not
            return journal
        try:
            return cls._open_locked(path, lock)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _open_locked(cls, path: Path, lock: Lock) -> Journal:
        reading = recovery.read(path)
        if reading.loss:
            lock.close()
            try:
                sibling = recovery.save_beside(path, reading.chain)
            except (OSError, sqlite3.Error) as error:
                journal = cls.read(path)
                journal._why_not = _read_only(path, error)
                return journal
            journal = cls.open(sibling)
            journal.notice = say("night.goes_on_in", loss=reading.loss, file=str(sibling))
            return journal
        journal = cls(path, reading.chain.header, reading.chain.rows)
        if not os.access(path, os.W_OK):
            lock.close()
            journal.notice = journal._why_not = _read_only(path, PermissionError(EACCES, ""))
            return journal
        if reading.version < FORMAT:
            _upgrade_file(path, reading.version)
        try:
            journal._begin(lock)
        except sqlite3.Error as error:
            lock.close()
            journal._db = None
            journal.notice = journal._why_not = _read_only(path, error)
        return journal

    @classmethod
    def read(cls, path: Path) -> Journal:
        """Reads a night without holding or changing it, even while another process plays it."""
        check_there(path)
        reading = recovery.read(path)
        if reading.loss:
            # Its player may just have closed it and folded the log away; real damage stays on a second look.
            reading = recovery.read(path)
        journal = cls(path, reading.chain.header, reading.chain.rows)
        journal.notice = reading.loss
        return journal

    def _begin(self, lock: Lock) -> None:
        self._lock = lock
        lock.note(self._header_seal, self._count)
        self._db = storage.connect(self.path)
        self._place = _place_of(self.path)
        self._back_up()

    @property
    def is_writable(self) -> bool:
        """Tells whether rows can be appended."""
        return self._db is not None

    def take_rows(self) -> list[Row]:
        """Hands over the rows it was opened with, once, so that they are not kept twice."""
        bodies, self._bodies = self._bodies, []
        try:
            return [read_row(body) for body in bodies]
        except DECODING_ERRORS as error:
            raise Damaged(say("night.strange_row", file=str(self.path), detail=explain(error))) from None

    def append(self, rows: Sequence[Row]) -> None:
        """Writes rows in one transaction; when it returns they are on the disk, when it refuses none is."""
        if self._db is None:
            raise Unwritable(self._why_not)
        sealed = seal_rows(self._checksum, rows)
        numbered = [(number, *row) for number, row in enumerate(sealed, self._count + 1)]
        if _place_of(self.path) != self._place:
            # SQLite would go on with the log of the old name, and the file would never see it.
            raise Unwritable(say("night.moved", file=str(self.path)))
        try:
            self._insert(numbered)
        except sqlite3.Error as error:
            why = why_refused(error)
            raise Unwritable(say("night.not_written", file=str(self.path), detail=why)) from None
        self._checksum = sealed[-1][1]
        self._count += len(sealed)
        if self._lock:
            self._lock.note(self._header_seal, self._count)
        if self._count - self._saved >= max(BACKUP_AFTER, self._count // 8):
            self._back_up()

    def _insert(self, rows: list[tuple[int, bytes, bytes]]) -> None:
        """Writes rows; on a full disk older backups make room, the newest one stays."""
        assert self._db is not None
        older = [recovery.backup_of(self.path, number) for number in range(recovery.BACKUPS, 1, -1)]
        spare = [backup for backup in older if backup.exists()]
        while True:
            try:
                storage.insert(self._db, rows)
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_FULL" or not spare:
                    raise
                spare.pop(0).unlink(missing_ok=True)

    def _note(self, *, is_open: bool) -> None:
        """Brings the file itself up to date: its rows, and how many there are."""
        if self._db is None:
            return
        with suppress(sqlite3.Error):  # a full disk; the rows are safe in the log
            storage.note_count(self._db, self._header_seal, storage.Count(self._count, is_open))
            storage.fold_log(self._db)

    def _back_up(self) -> None:
        """Keeps a copy and lets the oldest go; the night goes on if the disk has no room for it."""
        if self._db is None:
            return
        self._saved = self._count
        self._note(is_open=True)
        names = [recovery.backup_of(self.path, number) for number in range(1, recovery.BACKUPS + 1)]
        draft = names[0].with_suffix(".new")
        try:
            draft.unlink(missing_ok=True)
            storage.copy_into(self._db, draft)
            for older, newer in zip(reversed(names), reversed(names[:-1]), strict=False):
                if newer.exists():
                    os.replace(newer, older)
            os.replace(draft, names[0])
        except (OSError, sqlite3.Error):
            draft.unlink(missing_ok=True)

    def close(self) -> None:
        """Folds SQLite's log into the file and lets the next process in."""
        if self._db is not None:
            self._note(is_open=False)
            self._db.close()
            self._db = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _place_of(path: Path) -> tuple[int, int] | None:
    """Returns which file of the disk a name means now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_there(path: Path) -> None:
    """Refuses a path where there is no file, or one that may not be read, and what is no file beside it."""
    if not path.is_file():
        raise no_night(path)
    for file in recovery.files_of(path):
        with suppress(OSError):
            found = file.stat()
            # What SQLite or the lock is given as a folder is refused by them; a device or a pipe has no end.
            if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
                raise no_night(file)
            if found.st_size > JOURNAL_BYTES:
                raise too_large(str(file), JOURNAL_BYTES)
    if not os.access(path, os.R_OK):
        raise Damaged(say("core.field", field=str(path), problem=why_refused(PermissionError(EACCES, ""))))


def _cannot_create(path: Path, error: Exception) -> Unwritable:
    return Unwritable(say("night.cannot_create", file=str(path), detail=why_refused(error)))


def _read_only(path: Path, error: Exception) -> Message:
    return say("night.read_only", file=str(path), detail=why_refused(error))


def seal_rows(checksum: bytes, rows: Sequence[Row]) -> list[Sealed]:
    """Encodes rows, each chained to the one before."""
    sealed = []
    for row in rows:
        body = msgspec.json.encode(row)
        checksum = seal(checksum, body)
        sealed.append((body, checksum))
    return sealed


def _upgrade_file(path: Path, version: int) -> None:
    db = storage.connect(path)
    try:
        storage.copy_into(db, path.with_name(f"{path.name}.format-{version}.bak"))
        storage.upgrade(db, version)
    finally:
        db.close()
