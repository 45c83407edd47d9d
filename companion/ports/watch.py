"""How the camera's process tells the screen what it sees (watch/1): JSON lines over a Unix socket.

`companion watch` listens on the socket. A client says which table to look for and whether it wants pictures;
it gets a report at once and whenever something changes. A dead camera process is a closed socket, no more.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.core.message import Message
from companion.ports.camera import EyeHealth, Picture, Sketch
from companion.ports.sight import Sighting
from companion.ports.table import Table

SOCKET_NAME = "watch.sock"

Pictures = Literal["none", "plain", "explained"]


class WatchReport(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line from the watcher; a picture comes only to those who want one."""

    format: Literal["watch/1"] = "watch/1"
    health: EyeHealth
    sighting: Sighting | None = None
    sketch: Sketch | None = None
    picture: Picture | None = None
    photo: bytes = b""
    """The judged scene as a JPEG, once for each sighting."""
    taught: Table | None = None
    notes: tuple[Message, ...] = ()
    """What was learned of the figures' colours, or why nothing was; both answer `teach`."""


class WatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line to the watcher; a table that is left out stays the one before."""

    table: Table | None = None
    pictures: Pictures = "none"
    scene: dict[str, str] | None = None
    """Where the figures stand on a drawn table; a real camera does not ask."""
    teach: dict[str, str] | None = None
    """Where each figure stands now, to learn the colours of its ring."""


def socket_path() -> Path:
    """Returns where the socket is: in the service's runtime folder, else in the user's."""
    folder = os.environ.get("COMPANION_RUNTIME") or os.environ.get("XDG_RUNTIME_DIR") or "/tmp"
    return Path(folder) / SOCKET_NAME
