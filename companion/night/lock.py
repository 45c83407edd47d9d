"""A lock beside the journal: one process writes a night, a second one is told so.

The lock's file also bears witness: how many rows of which night are known to be on the disk. It is written
without a sync after each step, so it may lag behind the journal but never runs ahead of it; a journal that
holds fewer rows has lost some, even where the loss looks like a log that simply ends.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from companion.core.message import say
from companion.night.refusals import InUse

_LINE = 64


def lock_of(journal: Path) -> Path:
    """Returns the path of the lock beside a journal."""
    # A sidecar, because closing any other handle of the journal itself would drop SQLite's own locks.
    return journal.with_name(f".{journal.name}.lock")


def witnessed_rows(journal: Path, seal: bytes) -> int | None:
    """Returns how many rows of that night (by its header's seal) were on the disk; None without a lock."""
    try:
        _, night, rows = lock_of(journal).read_text("ascii").split()
        return int(rows) if night == seal.hex()[:16] else None
    except (OSError, ValueError):
        return None


class Lock:
    """Holds the exclusive lock until it is closed or the process ends, however it ends."""

    def __init__(self, journal: Path) -> None:
        self._handle = os.open(lock_of(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        holder, *witness = os.pread(self._handle, _LINE, 0).decode("ascii", "replace").split() or ["?"]
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._handle)
            raise InUse(say("night.in_use", file=str(journal), process=holder)) from None
        self._write(*witness)

    def note(self, seal: bytes, rows: int) -> None:
        """Writes down how many rows the night has on the disk by now."""
        self._write(seal.hex()[:16], str(rows))

    def _write(self, *witness: str) -> None:
        # Of fixed length, so that one write replaces the line; a full disk must not stop the night.
        line = " ".join((str(os.getpid()), *witness)).ljust(_LINE - 1) + "\n"
        with contextlib.suppress(OSError):
            os.pwrite(self._handle, line.encode("ascii", "replace")[:_LINE], 0)

    def close(self) -> None:
        """Lets the next process in."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
