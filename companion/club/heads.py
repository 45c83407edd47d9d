"""Heads of nights: how far one went, and its last checksum. An honest one finds a rewritten night out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.club.ticket import club_folder
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.night import recovery
from companion.night.forms import read_json
from companion.night.record import Hex
from companion.night.scan import Chain
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import make_private_folder

MOST_KEPT = 2000


class Head(Struct, frozen=True):
    """A night came to so many rows, the last with this checksum."""

    rows: int
    head: Hex


class _Document(Struct, frozen=True):
    heads: dict[Hex, Head] = {}


def read_heads(file: Path) -> dict[str, Head]:
    """Reads the heads of an exported tournament, or of any JSON object with `heads`."""
    found: _Document = read_json(read_whole(file), _Document, str(file))
    return dict(found.heads)


def kept_heads(folder: Path | None = None) -> dict[str, Head]:
    """Returns the heads that this machine was told by hosts of club nights."""
    try:
        return read_heads(club_folder(folder) / "heads.json")
    except (OSError, Invalid):
        return {}


def keep_heads(told: Mapping[str, Head], folder: Path | None = None) -> None:
    """Keeps what a host said, never less than was said before."""
    kept = kept_heads(folder)
    further = {
        night: head for night, head in told.items() if night not in kept or head.rows > kept[night].rows
    }
    if not further:
        return
    kept = {night: head for night, head in kept.items() if night not in further} | further
    document = _Document(dict(list(kept.items())[-MOST_KEPT:]))
    path = club_folder(folder) / "heads.json"
    make_private_folder(path.parent)
    write_whole(path, msgspec.json.encode(document), is_private=True)


def compare(path: Path, heads: Mapping[str, Head], *, must_be_known: bool) -> tuple[bool, Message | None]:
    """Compares a night with kept heads: whether it agrees, and what to say of it."""
    return compare_chain(recovery.read(path).chain, heads, must_be_known=must_be_known)


def compare_chain(
    chain: Chain, heads: Mapping[str, Head], *, must_be_known: bool
) -> tuple[bool, Message | None]:
    """Compares a night's chain with kept heads.

    A night whose beginning was changed is another night: none of the heads knows it.
    """
    head = heads.get(chain.header[1].hex())
    if head is None:
        return (False, say("club.verify.unknown")) if must_be_known else (True, None)
    if len(chain.rows) < head.rows:
        return False, say("club.verify.shorter", rows=len(chain.rows), reported=head.rows)
    checksum = chain.rows[head.rows - 1][1] if head.rows else chain.header[1]
    if checksum.hex() != head.head:
        return False, say("club.verify.rewritten", rows=head.rows)
    return True, say("club.verify.attested", rows=head.rows, total=len(chain.rows))
