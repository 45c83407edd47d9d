"""How the camera's process tells the screen what it sees (watch/1): JSON lines over a Unix socket.

`companion watch` listens on the socket. A client says which table to look for and whether it wants pictures;
it gets a report at once and whenever something changes. A dead camera process is a closed socket, no more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.message import Message
from companion.ports.camera import EyeHealth, Picture, Sketch
from companion.ports.places import Places
from companion.ports.private_socket import runtime_path
from companion.ports.reading import Reading
from companion.ports.sight import Sighting
from companion.ports.table import CameraModel, Millimetres, Point, Table

SOCKET_NAME = "watch.sock"

Pictures = Literal["none", "plain", "explained", "whole"]
"""`whole` ones are seldom and have every pixel of the camera, for a finger that must hit a corner."""


class Lesson(Struct, frozen=True):
    """What was learned of one figure that stood on a known space."""

    figure: str
    space: str
    colour: tuple[int, int, int] | None = None
    """Of its ring, red, green and blue; None where the figure carries a tag or was not found."""
    tag: int | None = None
    confidence: float = 0.0
    """How certain the camera is of the figure with what it knows now; 0 where it was not found."""


class LensViews(Struct, frozen=True):
    """How far the views of the calibration sheet have come."""

    views: int = 0
    tilted: int = 0
    cells: tuple[tuple[int, ...], ...] = ()
    """How many corners of the sheet were seen in each part of the picture, row by row from the top."""
    outline: tuple[Point, ...] = ()
    """The sheet in the newest picture, as shares of it."""
    is_enough: bool = False
    hint: Message | None = None


class LensMeasured(Struct, frozen=True):
    """A measured lens, and by how many pixels it misses the sheet's corners on average."""

    camera: CameraModel
    error_px: float


class TakenPhoto(Struct, frozen=True):
    """A photo of something that was laid down before the camera, and what is wrong with it."""

    number: int
    jpeg: bytes
    width: int
    height: int
    notes: tuple[Message, ...] = ()
    """Why it should be taken again."""
    like: tuple[str, ...] = ()
    """The cards that can hardly be told from this one: by name, or `#2` for the second photo of this time."""


class BoardCorners(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a board without anchors lies: shares of the picture, clockwise from the board's top left."""

    at: tuple[Point, Point, Point, Point]
    board_mm: tuple[Millimetres, Millimetres]


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
    lessons: tuple[Lesson, ...] = ()
    notes: tuple[Message, ...] = ()
    """What to know about an answer, or why there is none."""
    board: bytes = b""
    """The board seen from above, cut at its corners, as a JPEG; answers `corners`."""
    lens: LensViews | None = None
    measured: LensMeasured | None = None
    reading: Reading | None = None
    """What lies in the places beside the board."""
    taken: TakenPhoto | None = None
    """What was laid down last, while photos are taken."""
    codes: tuple[str, ...] = ()
    """The texts of the QR codes in the newest frame; answers `codes`."""
    places: Places | None = None
    """Where the printed mats put the places; answers `mats`."""
    answers: int = 0
    """The number of the request that this report answers."""


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies beside the board of a drawn table: cards or their backs by place, and dice in the tray."""

    cards: dict[str, str] = {}
    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    faces: tuple[str, ...] = ()
    """Dice with symbols in the tray, by what they show."""
    throw: int = 0
    """Which throw it is: the same values lie elsewhere in the next one."""


class WatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line to the watcher; a table that is left out stays the one before."""

    table: Table | None = None
    pictures: Pictures = "none"
    scene: dict[str, str] | None = None
    """Where the figures stand on a drawn table; a real camera does not ask."""
    teach: dict[str, str] | None = None
    """Where each figure stands now, to learn the colours of its ring."""
    board: bytes = b""
    """How the board of that table looks from above, where it has no anchors to be found by."""
    drawn: Table | None = None
    """What a drawn table really is, where it is not the table to look for."""
    corners: BoardCorners | None = None
    """Where the board lies now, to learn its print."""
    lens: Literal["begin", "measure", "end"] | None = None
    """Collects views of the calibration sheet, and measures the lens by them."""
    places: Places | None = None
    """Where dice and cards are read from now on."""
    taught: str = ""
    """The folder with the taught photos that cards in these places are read by."""
    drawn_cards: tuple[str, ...] = ()
    """The cards of a drawn table, where no photos were taught."""
    taught_dice: str = ""
    """The folder with a photo of each face of the dice, where they have symbols."""
    drawn_faces: tuple[str, ...] = ()
    """The faces of a drawn table's dice, where they have symbols."""
    laid: Laid | None = None
    """What lies in the places of a drawn table; a real camera does not ask."""
    photos: Literal["card", "tile", "die", "end"] | None = None
    """Takes a photo of each card, or tile, that is laid down; cards are compared with the `taught` ones."""
    codes: bool = False
    """Reads the QR codes that are before the camera now."""
    mats: bool = False
    """Looks for the printed mats of the places."""
    number: int = 0
    """Told again in the answer; 0 asks for none."""


def socket_path() -> Path:
    """Returns where the camera's process listens."""
    return runtime_path(SOCKET_NAME)
