"""The dice/1 line protocol, pure: bytes in, messages and answers out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

LONGEST_LINE = 80
"""Bytes before the line end; a longer line is noise and is thrown away up to its end."""

HIGHEST_ROLL = 100
"""The largest number that a die can plausibly show (two ten-sided dice read as one)."""

_CHECKED = re.compile(rb"(.*) \*([0-9A-Fa-f]{2})", re.DOTALL)
_HELLO = re.compile(rb"HELLO ([!-)+-~]+) ([!-)+-~]+)")
_ROLL = re.compile(rb"ROLL ([1-9][0-9]{0,2})")


class Hello(Struct, frozen=True):
    """A box says who it is."""

    name: str
    version: str


class Pressed(Struct, frozen=True):
    """The box's button was pressed."""


class Rolled(Struct, frozen=True):
    """The box rolled by itself."""

    value: int


Said = Hello | Pressed | Rolled


def checksum(line: bytes) -> int:
    """Returns the XOR of all bytes."""
    total = 0
    for byte in line:
        total ^= byte
    return total


def with_checksum(line: bytes) -> bytes:
    """Appends the checksum of a line to it."""
    return b"%s *%02X" % (line, checksum(line))


def parse_line(line: bytes) -> Said | None:
    """Reads one line without its end; None where it is damaged or unknown."""
    checked = _CHECKED.fullmatch(line)
    if checked:
        line = checked[1]
        if int(checked[2], 16) != checksum(line):
            return None
    if line == b"PRESS":
        return Pressed()
    if roll := _ROLL.fullmatch(line):
        value = int(roll[1])
        return Rolled(value) if value <= HIGHEST_ROLL else None
    if hello := _HELLO.fullmatch(line):
        return Hello(hello[1].decode("ascii"), hello[2].decode("ascii"))
    return None


class Counts(Struct):
    """How the lines of a port fared since it was first opened."""

    honoured: int = 0
    skipped: int = 0
    """Damaged, unknown or over-long lines."""
    halves: int = 0
    """Lines cut off by an unplugged cable."""


class LineReader:
    """Cuts a stream of bytes into lines and reads them, whatever the pieces it arrives in."""

    def __init__(self) -> None:
        self.counts = Counts()
        self._pending = bytearray()
        self._is_overlong = False

    def feed(self, data: bytes) -> Iterator[Said | None]:
        """Yields what each finished line says, None where it was skipped: every line gets an answer."""
        *finished, rest = data.split(b"\n")
        for piece in finished:
            self._add(piece)
            yield self._finish()
        self._add(rest)

    def cut(self) -> None:
        """Forgets a half line: the cable was pulled, and what comes next begins anew."""
        if self._pending or self._is_overlong:
            self.counts.halves += 1
        self._pending.clear()
        self._is_overlong = False

    def _add(self, piece: bytes) -> None:
        # One byte of room beyond the limit for the carriage return that some boards put before the line end.
        if self._is_overlong or len(self._pending) + len(piece) > LONGEST_LINE + 1:
            self._is_overlong = True
            self._pending.clear()
        else:
            self._pending += piece

    def _finish(self) -> Said | None:
        line = bytes(self._pending).removesuffix(b"\r")
        is_readable = not self._is_overlong and len(line) <= LONGEST_LINE
        said = parse_line(line) if is_readable else None
        self._pending.clear()
        self._is_overlong = False
        if said is None:
            self.counts.skipped += 1
        else:
            self.counts.honoured += 1
        return said
