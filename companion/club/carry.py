"""Results without a network: a short text for a QR code, sealed by what only table and host know."""

from __future__ import annotations

import base64
import binascii
import hmac
import zlib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.club.carrier.messages import Rows, Sent
from companion.club.host.followed import places_of
from companion.club.ticket import Ticket
from companion.club.tournament.state import Placed
from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Illegal, Invalid
from companion.core.message import say
from companion.night import recovery
from companion.night.exchange import read_lines
from companion.night.night import Night
from companion.night.record import Hex, Seating, read_header
from companion.ports.files import read_whole

MARK = "CLUB1:"
SEAL_DIGITS = 24
UNPACKED_BYTES = 1 << 14
MOST_ROWS = 1_000_000
"""No night has so many; SQLite counts to a few more."""


class Summary(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The end of a table's night in a few words."""

    table: int
    seating: Seating | None
    night: Hex
    rows: Annotated[int, Meta(ge=0, le=MOST_ROWS)]
    head: Hex
    places: tuple[Placed, ...]


def summary_of(path: Path, ticket: Ticket) -> Summary:
    """Sums a finished night up; refuses one that is not over."""
    chain = recovery.read(path).chain
    night: Night[Any] = Night.read(path)
    if not night.is_over:
        raise Illegal(say("club.not_over"))
    head = chain.rows[-1][1] if chain.rows else chain.header[1]
    return Summary(
        ticket.table,
        night.header.seating,
        chain.header[1].hex(),
        len(chain.rows),
        head.hex(),
        places_of(night),
    )


def write_summary(summary: Summary, password: str) -> str:
    """Writes a summary as the text of a QR code."""
    return seal_summary(msgspec.json.encode(summary), password)


def seal_summary(plain: bytes, password: str) -> str:
    """Packs a summary's JSON and seals it."""
    body = zlib.compress(plain, 9)
    return MARK + _seal(body, password) + base64.urlsafe_b64encode(body).decode()


def read_summary(text: str, passwords: dict[int, str]) -> Summary:
    """Reads the text of a QR code; refuses with Invalid what no table of this club wrote."""
    try:
        mark, seal = text[: len(MARK)], text[len(MARK) :][:SEAL_DIGITS]
        packed = base64.urlsafe_b64decode(text.encode("ascii")[len(MARK) + SEAL_DIGITS :])
        unpacker = zlib.decompressobj()
        summary = msgspec.json.decode(unpacker.decompress(packed, UNPACKED_BYTES), type=Summary)
    except (ValueError, zlib.error, binascii.Error, *DECODING_ERRORS):
        raise Invalid(say("club.no_summary")) from None
    password = passwords.get(summary.table, "")
    if mark != MARK or not password or not hmac.compare_digest(seal, _seal(packed, password)):
        raise Invalid(say("club.foreign_summary", table=summary.table))
    return summary


def _seal(body: bytes, password: str) -> str:
    return hmac.digest(password.encode(), body, "sha256").hex()[:SEAL_DIGITS]


def rows_of(file: Path) -> tuple[Rows, Seating | None]:
    """Reads a night's file or its exported lines from a stick, as a table would have sent it."""
    body = read_whole(file, 32 << 20)
    if body.startswith(b"SQLite"):
        chain = recovery.read(file).chain
        sealed = [chain.header, *chain.rows]
    else:
        sealed = list(read_lines(body.splitlines(), str(file)))
    header = read_header(sealed[0][0], str(file))
    sent = tuple(Sent(msgspec.Raw(entry), checksum.hex()) for entry, checksum in sealed)
    return Rows(sealed[0][1].hex(), 0, sent), header.seating
