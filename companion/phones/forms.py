"""What is said: between a phone and the server (phones/1), and between the server and the table (table/1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.blocks import Json
from companion.core.message import Message
from companion.core.verdict import Way
from companion.night.record import Header, Row
from companion.phones.rights import Role

LONGEST_MESSAGE = 4096
"""Bytes of one message from a phone."""

Id = Annotated[str, Meta(pattern=r"^[0-9a-zA-Z]{1,32}$")]
Name = Annotated[str, Meta(max_length=200)]
Revision = Annotated[int, Meta(ge=0, le=1 << 40)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


# From a phone.


class FromPhone(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One message of a phone; `do` says what is asked for."""


class Hello(FromPhone, frozen=True):
    """Says in which language to answer; asks for everything anew."""

    language: Annotated[str, Meta(max_length=32)] = ""


class Knock(FromPhone, frozen=True):
    """Asks the table for a place."""

    role: Role
    player: Name = ""


class Submit(FromPhone, frozen=True):
    """Chooses something: commands as the view offered them, carried out all or none."""

    id: Id
    revision: Revision
    commands: Annotated[tuple[Json, ...], Meta(min_length=1, max_length=64)]


class Chance(FromPhone, frozen=True):
    """Rolls or draws what the game waits for."""

    id: Id
    revision: Revision


class Ask(FromPhone, frozen=True):
    """Asks how a figure comes to a space, or why it does not."""

    id: Id
    revision: Revision
    figure: Name
    space: Name


class Leave(FromPhone, frozen=True):
    """Gives the place back."""


AnyFromPhone = Hello | Knock | Submit | Chance | Ask | Leave


# From the server to the table.


class FromServer(Struct, frozen=True, tag_field="say", tag=str.lower, forbid_unknown_fields=True):
    """One line of the server; `number` is told again in the answer."""


class Ready(FromServer, frozen=True):
    """Says where phones reach the server, or why they cannot."""

    addresses: tuple[str, ...] = ()
    port: int = 0
    trouble: Message | None = None


class Enter(FromServer, frozen=True):
    """A browser brings an invitation; it is known from now on by the digest of its cookie."""

    number: int
    phone: Digest
    token: str = ""
    pin: str = ""


class AskPlace(FromServer, frozen=True):
    """A phone asks for a place."""

    number: int
    phone: Digest
    role: Role
    player: str = ""


class Do(FromServer, frozen=True):
    """A phone acts for its player; without commands, chance is asked to speak."""

    number: int
    phone: Digest
    id: str
    revision: int
    commands: tuple[Json, ...] = ()


class Wonder(FromServer, frozen=True):
    """A phone asks how its player's figure comes to a space, or why it does not."""

    number: int
    phone: Digest
    revision: int
    figure: str
    space: str


class Go(FromServer, frozen=True):
    """A phone gives its place back."""

    phone: Digest


AnyFromServer = Ready | Enter | AskPlace | Do | Wonder | Go


# From the table to the server.


class Phone(Struct, frozen=True, omit_defaults=True):
    """A browser that came in: what it is, or what it asks to be."""

    digest: Digest
    role: Role | None = None
    player: str = ""
    wants: Role | None = None
    """The place that it waits for; the table has not answered yet."""
    wants_player: str = ""
    was_refused: bool = False
    number: int = 0
    """A short number by which the table speaks of it."""


class FromTable(Struct, frozen=True, tag_field="tell", tag=str.lower):
    """One line of the table."""


class Door(FromTable, frozen=True):
    """Whether phones are let in at all; closed, the server leaves the network alone."""

    is_open: bool


class Opened(FromTable, frozen=True):
    """The whole night, from its start; None where none is played."""

    header: Header | None = None
    rows: tuple[Row, ...] = ()


class Grew(FromTable, frozen=True):
    """What was recorded since."""

    rows: tuple[Row, ...]


class Phones(FromTable, frozen=True):
    """Everybody who came in."""

    phones: tuple[Phone, ...]


class Answer(FromTable, frozen=True):
    """Answers a line of the server: done, or refused with the reason."""

    number: int
    ok: bool
    revision: int = 0
    error: str = ""
    message: Message | None = None
    details: tuple[Message, ...] = ()
    clauses: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    """The ways to a space that was asked about."""
    path: tuple[str, ...] = ()
    """How far a figure could come, where there is no way."""


class Lit(FromTable, frozen=True):
    """The spaces in reach of the figure whose turn it is."""

    revision: int
    spaces: tuple[str, ...]


class Keepsake(FromTable, frozen=True):
    """The evening on paper, for whoever read its code off the table's screen."""

    token: str
    pdf: bytes


AnyFromTable = Door | Opened | Grew | Phones | Answer | Lit | Keepsake
