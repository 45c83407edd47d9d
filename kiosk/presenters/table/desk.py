"""What stands around the table presenter: who works questions out, the camera, a clock, the preferences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field

from kiosk.camera.camera import Camera
from kiosk.preferences import Preferences

T = TypeVar("T")


class Thinks(Protocol):
    """Works a question out and hands the answer on, unless it is cancelled or asked another one before."""

    @property
    def is_busy(self) -> bool:
        """Tells whether an answer is still wanted."""

    def ask(
        self, question: Callable[[], T], answered: Callable[[T], None], slow: Callable[[], None] | None = None
    ) -> None:
        """Has a question worked out; `slow` is called where it takes long."""

    def cancel(self) -> None:
        """Wants no answer any more."""


class AtOnce:
    """Answers every question at once, where no screen waits."""

    is_busy = False

    def ask(
        self, question: Callable[[], T], answered: Callable[[T], None], slow: Callable[[], None] | None = None
    ) -> None:
        """Answers before it returns."""
        answered(question())

    def cancel(self) -> None:
        """Has nothing to cancel."""


def _never(act: Callable[[], Any], after_s: float) -> None:
    """Does nothing later."""


class Desk(Struct):
    """The table's surroundings; by themselves they are an empty room."""

    thinker: Thinks = field(default_factory=AtOnce)
    referee: Thinks = field(default_factory=AtOnce)
    camera: Camera | None = None
    preferences: Preferences = field(default_factory=Preferences)
    later: Callable[[Callable[[], Any], float], None] = _never
    lost_device: Callable[[], str] = str
    """Names the dice device that has gone, if one has."""
    keep: Callable[[], Any] = lambda: None
    """Keeps the preferences, where there is a disk."""
