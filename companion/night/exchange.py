"""A night as JSON lines: the header first, then one line a row, each with its checksum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from companion.core.errors import Invalid, Refusal
from companion.core.message import say
from companion.night import recovery
from companion.night.forms import read_json, refuse_field
from companion.night.journal import Journal, check_there
from companion.night.lock import lock_of
from companion.night.night import Night
from companion.night.record import FORMAT, Row, read_header, seal
from companion.night.refusals import TooNew
from companion.night.scan import scan
from companion.night.storage import Sealed

EXPORT_FORMAT = f"night/{FORMAT}"


class HeaderLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    format: str
    header: Raw
    checksum: str = ""


class RowLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any further line; a line written by hand may leave the checksum out."""

    number: int
    entry: Raw
    checksum: str = ""


def export_lines(path: Path) -> Iterator[bytes]:
    """Writes a night line by line; what is damaged is exported as far as it goes."""
    check_there(path)
    chain = recovery.read(path).chain
    body, checksum = chain.header
    yield msgspec.json.encode(HeaderLine(EXPORT_FORMAT, Raw(body), checksum.hex()))
    for number, (body, checksum) in enumerate(chain.rows, 1):
        yield msgspec.json.encode(RowLine(number, Raw(body), checksum.hex()))


def import_lines(lines: Iterable[bytes], target: Path, source: str) -> Night[Any]:
    """Makes a night from lines; refuses a wrong one by source and number, and leaves no file behind then."""
    header, *rows = read_lines(lines, source)
    Journal.create_sealed(target, header, rows).close()
    try:
        return Night.open(target)
    except BaseException:
        _forget(target, header)
        raise


def _forget(path: Path, header: Sealed) -> None:
    """Removes a night that was only just made, with its lock and its own backups: others may lie there."""
    for number in range(1, recovery.BACKUPS + 1):
        backup = recovery.backup_of(path, number)
        with suppress(Refusal, OSError):
            if scan(backup).header == header:
                backup.unlink()
    for file in (path, lock_of(path)):
        file.unlink(missing_ok=True)


def read_lines(lines: Iterable[bytes], source: str) -> Iterator[Sealed]:
    """Reads the header and the rows of exported lines; refuses a wrong one by source and number."""
    previous = b""
    for number, line in enumerate(lines):
        place = f"{source}:{number + 1}"
        if number == 0:
            first: HeaderLine = read_json(line, HeaderLine, place)
            _check_format(first.format, place)
            body, checksum = bytes(first.header), first.checksum
            read_header(body, place)
        else:
            row: RowLine = read_json(line, RowLine, place)
            if row.number != number:
                raise refuse_field(f"{place}.number", say("core.read.expected", expected=str(number)))
            body, checksum = bytes(row.entry), row.checksum
            read_json(body, Row, f"{place}.entry")
        previous = seal(previous, body)
        if checksum and checksum != previous.hex():
            raise refuse_field(f"{place}.checksum", say("night.changed_line"))
        yield body, previous
    if not previous:
        raise Invalid(say("night.no_lines", file=source))


def _check_format(found: str, place: str) -> None:
    name, _, version = found.partition("/")
    if name == "night" and version.isdecimal() and (len(version) > 6 or int(version) > FORMAT):
        raise TooNew(say("night.too_new", file=place, found=version[:9], known=FORMAT))
    if found != EXPORT_FORMAT:
        raise refuse_field(f"{place}.format", say("core.read.expected", expected=EXPORT_FORMAT))
