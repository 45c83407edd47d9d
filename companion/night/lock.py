"""A lock beside the journal: one process writes a night, a second one is told so."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from companion.core.message import say
from companion.night.refusals import InUse


class Lock:
    """Holds the exclusive lock until it is closed or the process ends, however it ends."""

    def __init__(self, journal: Path) -> None:
        # A sidecar, because closing any other handle of the journal itself would drop SQLite's own locks.
        path = journal.with_name(f".{journal.name}.lock")
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._handle, 20).decode("ascii", "replace").strip() or "?"
            os.close(self._handle)
            raise InUse(say("night.in_use", file=str(journal), process=holder)) from None
        # The number only serves the message; a full disk must not keep anybody out.
        with contextlib.suppress(OSError):
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        """Lets the next process in."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
