"""How a table joins: a short code that leads to the host, and the ticket that the host gives for it."""

from __future__ import annotations

import re
import socket
import urllib.error
import urllib.request
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from http.client import HTTPException
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from companion.club.carrier.line import Account
from companion.core.blocks import Json
from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Illegal, Invalid
from companion.core.message import Message, literal, say
from companion.core.system import why_refused
from companion.night.forms import read_json
from companion.night.night import now
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import data_folder, make_private_folder

WEB_PORT = 8021
BROKER_PORT = 8022
PATIENCE_S = 5.0
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's letters: no I, L, O and U, which people misread."""
CODE_LETTERS = 12
ADDRESS = re.compile(r"[!-~]{1,200}")
"""What the address of a host is written with: whatever else a picture or a clipboard holds is none."""


class Ticket(Struct, frozen=True):
    """What a table needs to report to a club night."""

    event: str
    title: str
    table: int
    account: Account
    url: str
    joined: datetime


def write_code(address: str, secret: str) -> str:
    """Writes where the host is and its secret (six hexadecimal digits) as three groups of letters."""
    body = IPv4Address(address).packed + bytes.fromhex(secret)
    number = int.from_bytes(body, "big") << 4 | sha256(body).digest()[0] >> 4
    letters = "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(CODE_LETTERS)))
    return "-".join(letters[at : at + 4] for at in range(0, CODE_LETTERS, 4))


def read_code(code: str) -> tuple[str, str]:
    """Returns address and secret of a code; refuses with Invalid one that was misread."""
    plain = code.upper().replace("-", "").replace(" ", "").translate(str.maketrans("ILOU", "110V"))
    number = 0
    for letter in plain:
        number = number << 5 | max(0, LETTERS.find(letter))
    body = (number >> 4 & (1 << 56) - 1).to_bytes(7, "big")
    # A club's host is in the same room: a code that leads out into the world was misread.
    is_near = IPv4Address(body[:4]).is_private
    is_code = is_near and len(plain) == CODE_LETTERS and set(plain) <= set(LETTERS)
    if not is_code or number & 15 != sha256(body).digest()[0] >> 4:
        raise Invalid(say("club.bad_code", code=code.strip()[:40], letters=CODE_LETTERS))
    return str(IPv4Address(body[:4])), body[4:].hex()


def join_url(address: str, port: int, secret: str) -> str:
    """Returns what the QR code of the host says."""
    return f"http://{address}:{port}/join/{secret}"


def read_invitation(text: str) -> str:
    """Turns a code or the text of a QR code into the address to ask; refuses with Invalid anything else."""
    text = text.strip()
    if not text.lower().startswith("http"):
        return join_url(*_with_port(*read_code(text)))
    with suppress(ValueError, AddressValueError):
        parts = urlsplit(text)
        if (
            ADDRESS.fullmatch(text)
            and parts.scheme == "http"
            and parts.hostname
            and parts.path.startswith("/join/")
        ):
            return f"http://{parts.hostname}:{parts.port or WEB_PORT}{parts.path}"
    raise Invalid(say("club.bad_code", code=text[:60], letters=CODE_LETTERS))


def _with_port(address: str, secret: str) -> tuple[str, int, str]:
    return address, WEB_PORT, secret


def claim(invitation: str, folder: Path | None = None) -> Ticket:
    """Asks the host for a place and keeps the ticket; refuses in words when the host does or is not there."""
    url = read_invitation(invitation)
    asked = urllib.request.Request(
        url, data=msgspec.json.encode({"machine": machine_id(folder)}), method="POST"
    )
    asked.add_header("Content-Type", "application/json")
    host = urlsplit(url).hostname or "?"
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            body = answer.read(1 << 16)
    except urllib.error.HTTPError as error:
        raise Illegal(what_was_said(error)) from None
    except (OSError, ValueError, HTTPException) as error:
        cause = error.reason if isinstance(error, urllib.error.URLError) else error
        why = why_refused(cause) if isinstance(cause, OSError) else literal(str(cause))
        raise Illegal(say("club.no_host", host=host, why=why)) from None
    given: Json = read_json(body, dict, host)
    ticket: Ticket = read_json(msgspec.json.encode({**given, "joined": now().isoformat()}), Ticket, host)
    keep_ticket(ticket, folder)
    return ticket


def what_was_said(error: urllib.error.HTTPError) -> Message:
    """Returns in the host's own words why it refused, or what else answered there."""
    try:
        return literal(str(msgspec.json.decode(error.read(1 << 12), type=dict[str, Any])["said"]))
    except (OSError, HTTPException, KeyError, *DECODING_ERRORS):
        return say("club.no_host", host=urlsplit(error.url).hostname or "?", why=str(error.code))


def club_folder(folder: Path | None = None) -> Path:
    """Returns where this machine keeps what it needs for club nights."""
    return folder or data_folder() / "club"


def machine_id(folder: Path | None = None) -> str:
    """Returns what this machine is called among the tables, made once: whoever joins again is known."""
    path = club_folder(folder) / "machine"
    with suppress(OSError, UnicodeDecodeError):
        return read_whole(path, 64).decode().strip()
    make_private_folder(path.parent)
    name = token_hex(8)
    write_whole(path, name.encode(), is_private=True)
    return name


def keep_ticket(ticket: Ticket, folder: Path | None = None) -> None:
    """Keeps the ticket for later starts."""
    path = club_folder(folder) / "ticket.json"
    make_private_folder(path.parent)
    write_whole(path, msgspec.json.encode(ticket), is_private=True)


def kept_ticket(folder: Path | None = None) -> Ticket | None:
    """Returns the ticket of the club that this table reports to."""
    try:
        ticket: Ticket = read_json(
            read_whole(club_folder(folder) / "ticket.json"), Ticket, "club/ticket.json"
        )
        return ticket
    except (OSError, Invalid):
        return None


def forget_ticket(folder: Path | None = None) -> None:
    """Leaves the club; its nights stay."""
    (club_folder(folder) / "ticket.json").unlink(missing_ok=True)


def own_address() -> str:
    """Returns the address by which others in the room reach this machine; loopback without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way it would go
        return str(asked.getsockname()[0])
    return "127.0.0.1"
