"""What a camera reports besides sightings: whether it works, and what hinders it, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from companion.core.message import Message
from companion.ports.sight import Sighting
from companion.ports.table import Point, Point3


class Light(Struct, frozen=True):
    """The light on the board, each from 0 to 1: only glare is better when it is small."""

    brightness: float
    evenness: float
    glare: float
    sharpness: float


class EyeHealth(Struct, frozen=True):
    """How well the camera sees now; `message` says what to do where it does not."""

    status: Literal["good", "poor", "lost"]
    message: Message
    anchors_seen: tuple[str, ...] = ()
    anchors_hidden: tuple[str, ...] = ()
    light: Light | None = None
    """Of the last judged scene."""


class Picture(Struct, frozen=True):
    """A frame for a screen: red-green-blue bytes, rows from the top."""

    width: int
    height: int
    rgb: bytes
    number: int
    """Counts up with every frame of the source."""
    is_jpeg: bool = False
    """Whether `rgb` is packed for a way through a socket."""


class Bearing(Struct, frozen=True):
    """From where the camera looks at the board: its place in the board's axes, and its lens.

    The lens' matrix gives shares of the picture's width and height instead of pixels.
    """

    rotation: tuple[Point3, Point3, Point3]
    translation: Point3
    matrix: tuple[Point3, Point3, Point3]
    distortion: tuple[float, ...] = ()


class Sketch(Struct, frozen=True):
    """Where things are in the judged picture, as shares of its width and height from the top left."""

    spaces: dict[str, tuple[Point, ...]]
    figures: dict[str, Point] = {}
    """Figures seen for certain, by where they stand."""
    unsure: dict[str, tuple[Point, ...]] = {}
    anchors: dict[str, tuple[Point, ...]] = {}
    bearing: Bearing | None = None
    """Turns places of the picture into millimetres on the board and back."""


class Witness(Protocol):
    """A running camera; listeners are called on its own thread, so they only queue."""

    def start(self) -> None:
        """Begins to look."""

    def stop(self) -> None:
        """Stops and frees the camera."""

    def latest_picture(self) -> Picture | None:
        """Returns the newest frame."""

    def latest_sighting(self) -> Sighting | None:
        """Returns the last judged still scene."""

    def latest_sketch(self) -> Sketch | None:
        """Returns where the spaces and figures of that scene are in the picture."""

    def health(self) -> EyeHealth:
        """Says how well it sees."""

    def listen(self, listener: Callable[[Sighting], None]) -> None:
        """Adds somebody to be told every new sighting."""
