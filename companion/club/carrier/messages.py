"""Topics and what is said on them: compressed JSON, and nothing is trusted before it is checked."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from companion.core.blocks import Json
from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.night.record import Hex

MESSAGE_BYTES = 1 << 20
"""The most that a message may hold as it travels."""
UNPACKED_BYTES = 8 << 20
"""The most that a message may come to; a header with a large pack is a hundredth of it."""

NEWS = "club/news"
"""Where the host says how the tournament stands; kept by the broker for whoever comes later."""
CALL = "club/call"
"""Where the host asks every table to say hello."""
FROM_TABLES = ("rows", "hello", "presence")
"""What tables write, each below its own name."""

T = TypeVar("T")


def topic(table: str, about: str) -> str:
    """Names the topic of a table for `rows`, `hello`, `presence` or `stored`."""
    return f"club/table/{table}/{about}"


def table_of(name: str) -> tuple[str, str]:
    """Splits a topic into the table and what it is about."""
    _, _, table, about = (*name.split("/"), "", "", "", "")[:4]
    return table, about


class Said(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is sent over a line."""


class Sent(Said, frozen=True):
    """One row as it stands in the journal, to the byte; row 0 is the header."""

    entry: Raw
    checksum: Hex


class Rows(Said, frozen=True):
    """Rows of a night, from number `first` on."""

    night: Hex
    first: int
    rows: tuple[Sent, ...]


class Hello(Said, frozen=True):
    """What a table has: how far each night since it joined goes; -1 stands for nothing."""

    nights: dict[Hex, int]


class Presence(Said, frozen=True):
    """Whether a table is on the line; the broker says no in its name when it falls silent."""

    is_here: bool


class Receipt(Said, frozen=True):
    """What the host has on its disk of a night: rows up to a number (-1 for none), and the last checksum."""

    up_to: int
    head: Hex = ""
    problem: Message | None = None


class Stored(Said, frozen=True):
    """The host's receipts to a table."""

    nights: dict[Hex, Receipt]


class News(Said, frozen=True):
    """How the tournament stands, for every table's screen."""

    board: Json
    heads: dict[Hex, Receipt] = {}


_READERS: dict[Any, msgspec.json.Decoder[Any]] = {
    form: msgspec.json.Decoder(form) for form in (Rows, Hello, Presence, Stored, News)
}


def pack(message: Struct) -> bytes:
    """Writes a message as it travels."""
    return zlib.compress(msgspec.json.encode(message), 6)


def unpack(payload: bytes, form: type[T], source: str) -> T:
    """Reads a message; refuses with Invalid whatever is no such message, however it was made."""
    if len(payload) > MESSAGE_BYTES:
        raise Invalid(say("club.message_too_long", source=source))
    try:
        unpacker: Any = zlib.decompressobj()
        text: bytes = unpacker.decompress(payload, UNPACKED_BYTES)
        if not unpacker.eof:
            raise Invalid(say("club.message_too_long", source=source))
        read: T = _READERS[form].decode(text)
        return read
    except zlib.error:
        raise Invalid(say("club.message_garbled", source=source)) from None
    except (*DECODING_ERRORS, RecursionError) as error:
        raise Invalid(explain(error, form, source)) from None
