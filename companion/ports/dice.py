"""What a dice device tells: presses, rolls of its own, and whether it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct


class DiceEvent(Struct, frozen=True, omit_defaults=True):
    """Something that a dice device reported; `source` names the device for the record."""

    event: Literal["press", "long_press", "roll", "connected", "lost", "stuck", "released"]
    value: int | None = None
    source: str = ""
    detail: str = ""


LightState = Literal["idle", "waiting", "rolled", "error"]


class DiceDevice(Protocol):
    """A button or box; events arrive on any thread, so the listener only queues them."""

    name: str

    def start(self, listener: Callable[[DiceEvent], None]) -> None:
        """Begins to report events."""

    def show(self, light: LightState, number: int | None = None) -> None:
        """Sets its light, and its display where it has one."""

    def close(self) -> None:
        """Stops and frees the hardware."""
