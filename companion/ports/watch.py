"""How the camera's process tells the screen what it sees: JSON lines over a Unix socket.

`companion watch` listens on the socket; each client gets the newest report at once and every later one. A
client may send `{"table": {...}}` (table/1) to say what to look for. A dead camera process is a closed
socket, nothing worse.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.ports.sight import Sighting
from companion.ports.table import Table

SOCKET_NAME = "watch.sock"


class WatchReport(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line from the watcher; `at` is the moment of the picture in seconds since 1970."""

    format: Literal["watch/1"] = "watch/1"
    at: float
    camera: Literal["looking", "away"]
    is_still: bool = False
    sighting: Sighting | None = None
    why: str = ""


class WatchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One line to the watcher: the table to look for from now on."""

    table: Table


def socket_path() -> Path:
    """Returns where the socket is: in the service's runtime folder, else in the user's."""
    folder = os.environ.get("COMPANION_RUNTIME") or os.environ.get("XDG_RUNTIME_DIR") or "/tmp"
    return Path(folder) / SOCKET_NAME


def reports(path: Path | None = None, request: WatchRequest | None = None) -> Iterator[WatchReport]:
    """Yields what the watcher tells until its socket closes; an OSError means that nobody watches."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(str(path or socket_path()))
        if request is not None:
            line.sendall(msgspec.json.encode(request) + b"\n")
        with line.makefile("rb") as told:
            for each in told:
                yield msgspec.json.decode(each, type=WatchReport)
