"""What a journal holds: one header, then one row for each step or move, each chained to the one before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from companion.content.library import Content, Entity, PackRef
from companion.core.blocks import Json
from companion.night.forms import read_json

Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){0,64}$")]
"""Bytes, two digits each."""

FORMAT = 1
"""The number of the journal's format; it goes up whenever an older reader would misunderstand a file."""


class Pledge(Struct, frozen=True, forbid_unknown_fields=True):
    """The promise of a chain of seeds for the dice: `hash` is what the first seed hashes to.

    The nonce tells the machine that keeps the secret which chain it is.
    """

    nonce: Hex
    hash: Hex


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a night in a tournament."""

    event: str
    round: int
    table: int


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a night needs to be read again on any machine, whatever became of its packs."""

    format: int
    game: str
    created: datetime
    companion: str
    """The version of the companion that began it."""
    setup: Json
    packs: tuple[PackRef, ...]
    content: Raw
    """The resolved entities: a pack that changes later does not change the night."""
    start: Raw
    """The first state: a default that changes later does not change the night either."""
    pledge: Pledge | None = None
    """What settles the dice of the screen before anybody rolls them."""
    seating: Seating | None = None
    """The round and table of a tournament that it is played for."""


class Step(Struct, frozen=True, tag_field="row", tag="step", forbid_unknown_fields=True, omit_defaults=True):
    """A command that was carried out on top of entry `base` (0 is the start)."""

    base: int
    time: datetime
    source: str
    command: Raw
    events: Raw
    label: Raw
    is_barrier: bool
    seed: Hex = ""
    """What the dice fell by, where they were pledged before."""


class Move(Struct, frozen=True, tag_field="row", tag="move", forbid_unknown_fields=True, omit_defaults=True):
    """The night went to the state after entry `base`; nothing is rewritten."""

    base: int
    time: datetime
    source: str
    verb: Literal["undo", "redo", "jump"]
    is_agreed: bool
    """Whether the table agreed to undo what had become known."""
    pledge: Pledge | None = None
    """A new chain of seeds, from here on."""


Row = Step | Move


def plain_source(source: str) -> str:
    """Returns where a row came from, without the number of the request that some sources add after a #."""
    return source.partition("#")[0]


# Made here, once: msgspec works a type out at its first use, and not safely on two threads at once.
_rows: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Step | Move)
_headers: msgspec.json.Decoder[Header] = msgspec.json.Decoder(Header)


def read_header(body: bytes, source: str) -> Header:
    """Decodes a header; refuses with Invalid naming the field, from the name of its source on."""
    header: Header = read_json(body, Header, f"{source}: header")
    return header


def read_row(body: bytes) -> Row:
    """Decodes a row of the journal."""
    return _rows.decode(body)


def seal(previous: bytes, body: bytes) -> bytes:
    """Chains a body to the checksum before it, so that a changed, missing or moved row is found."""
    return sha256(previous + body).digest()


def encode_content(content: Content) -> Raw:
    """Writes the entities as JSON."""
    return Raw(msgspec.json.encode(content.entities))


def decode_content(header: Header, kinds: Mapping[str, type[Entity]]) -> Content:
    """Reads the entities that the header carries, each kind by its own type."""
    raw: dict[str, Raw] = read_json(bytes(header.content), dict[str, Raw], "header.content")
    entities: dict[str, dict[str, Entity]] = {}
    for kind, body in raw.items():
        form: Any = kinds.get(kind, Entity)
        entities[kind] = read_json(bytes(body), dict[str, form], f"header.content.{kind}")
    return Content(header.packs, entities)
