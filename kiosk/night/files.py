"""The nights on the disk: which was played last, and whether one has changed since it was read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.night.folders import night_files

Stamps = tuple[tuple[int, int], ...]


def stamps_of(path: Path) -> Stamps:
    """Tells when a night was last written: while it is played, its newest steps are in a log beside it."""
    stamps = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            about = file.stat()
            stamps.append((about.st_mtime_ns, about.st_size))
    return tuple(stamps)


def newest_first(folder: Path | None = None) -> list[Path]:
    """Lists the nights, the one that was played last first."""
    return sorted(night_files(folder), key=lambda path: max(stamps_of(path), default=(0, 0)), reverse=True)
