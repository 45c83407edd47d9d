"""Saves what a damaged journal still holds into a new file beside it; the damaged one is never written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.night import storage
from companion.night.lock import lock_of, witnessed_rows
from companion.night.record import FORMAT
from companion.night.refusals import Damaged
from companion.night.scan import Chain, Scan, assemble, is_sound, scan, scan_rebuilt
from companion.night.storage import index_of, wal_of

BACKUPS = 3


class Reading(Struct, frozen=True):
    """A journal as read: its sound chain, and what had to be left out, if anything."""

    chain: Chain
    loss: Message | None
    version: int


def backup_of(path: Path, number: int) -> Path:
    """Returns the name of a backup; 1 is the newest."""
    return path.with_name(f".{path.name}.{number}.bak")


def files_of(path: Path) -> list[Path]:
    """Lists all that is read with a journal: its lock and backups, and what SQLite keeps beside each."""
    read = [path, *(backup_of(path, number) for number in range(1, BACKUPS + 1))]
    return [lock_of(path), *(one for each in read for one in (each, wal_of(each), index_of(each)))]


def recovered_name(path: Path) -> Path:
    """Returns the name under which a damaged night goes on."""
    return path.with_name(f"{path.stem}.recovered{path.suffix}")


def read(path: Path) -> Reading:
    """Reads a journal, with the help of its backups where it is damaged; refuses when nothing is left."""
    if path.stat().st_size == 0 and not any(backup_of(path, n).exists() for n in range(1, BACKUPS + 1)):
        raise Damaged(say("night.empty_file", file=str(path)))
    try:
        first: Scan | None = scan(path)
    except Damaged:
        first = None
    chain = assemble([first]) if first else None
    if first and chain and is_sound(first, chain):
        is_complete = len(chain.rows) >= _known_rows(path, chain, [first])
        if is_complete and not _is_torn(path, first, chain):
            return Reading(chain, None, first.version)
    return _salvage(path, first)


def _is_torn(path: Path, found: Scan, chain: Chain) -> bool:
    """Tells whether a file was copied without its log while it was played, and without the lock's witness."""
    was_open = found.count is not None and found.count.is_open
    return was_open and not storage.has_log(path) and len(chain.rows) != witnessed_rows(path, chain.header[1])


def _known_rows(path: Path, chain: Chain, scans: Sequence[Scan]) -> int:
    """Returns how many rows there should be, by what the files say and by the lock that bore witness."""
    said = [found.count.rows for found in scans if found.count and found.header == chain.header]
    return max(witnessed_rows(path, chain.header[1]) or 0, *said, 0)


def _salvage(path: Path, first: Scan | None) -> Reading:
    backups = [backup for n in range(1, BACKUPS + 1) if (backup := backup_of(path, n)).exists()]
    looks: list[Callable[[], Scan]] = [partial(scan, backup) for backup in backups]
    looks.append(partial(scan_rebuilt, path))
    looks += [partial(scan_rebuilt, path, first_page(backup)) for backup in backups]
    scans = [first] if first else []
    for look in looks:
        with suppress(Refusal, OSError):
            scans.append(look())
    chain = assemble(scans)
    if chain is None:
        raise Damaged(say("night.beyond_reading", file=str(path)))
    kept = len(chain.rows)
    known = _known_rows(path, chain, scans)
    last = max(chain.highest, known)
    is_torn = first is not None and is_sound(first, chain) and _is_torn(path, first, chain)
    if last > kept:
        loss = say("night.lost_entries", file=str(path), kept=kept, first=kept + 1, last=last)
    elif is_torn:
        loss = say("night.copied_open", file=str(path), kept=kept)
    elif kept == known > 0:
        loss = say("night.nothing_lost", file=str(path), kept=kept)
    else:
        loss = say("night.maybe_lost", file=str(path), kept=kept)
    return Reading(chain, loss, FORMAT)


def first_page(backup: Path) -> bytes:
    """Returns the page that tells SQLite where everything is; it is the same in all copies of a night."""
    with backup.open("rb") as file:
        head = file.read(100)
        size = int.from_bytes(head[16:18], "big")
        return head + file.read((65536 if size == 1 else size) - 100)


def save_beside(path: Path, chain: Chain) -> Path:
    """Writes what was saved to the sibling file, unless an earlier recovery of the same night is there."""
    sibling = recovered_name(path)
    if not sibling.exists():
        rows = [(number, *row) for number, row in enumerate(chain.rows, 1)]
        storage.create(sibling, chain.header, rows)
        return sibling
    if read(sibling).chain.header != chain.header:
        raise Damaged(say("night.sibling_taken", file=str(path), sibling=str(sibling)))
    return sibling
