"""Pretend devices for a table without hardware, for demonstrations and for tests."""

from __future__ import annotations

import os
import pty
import secrets
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from companion.ports.dice import DiceEvent, LightState
from hardware.firmware.dicebox import DEBOUNCE_MS, DiceBox

Listener = Callable[[DiceEvent], None]


class MockDevice:
    """A button and box whose presses, rolls and cable are methods; it remembers what it was told to show."""

    def __init__(self, name: str = "mock") -> None:
        self.name = name
        self.shown: list[tuple[LightState, int | None]] = []
        self._listener: Listener | None = None

    def start(self, listener: Listener) -> None:
        """Is there at once."""
        self._listener = listener
        self._tell(DiceEvent("connected", source=self.name))

    def show(self, light: LightState, number: int | None = None) -> None:
        """Remembers the light and the number."""
        self.shown.append((light, number))

    def close(self) -> None:
        """Falls silent."""
        self._listener = None

    def press(self) -> None:
        """Presses the button shortly."""
        self._tell(DiceEvent("press", source=self.name))

    def long_press(self) -> None:
        """Holds the button."""
        self._tell(DiceEvent("long_press", source=self.name))

    def roll(self, value: int) -> None:
        """Rolls the box's own die."""
        self._tell(DiceEvent("roll", value, self.name))

    def unplug(self) -> None:
        """Pulls the cable."""
        self._tell(DiceEvent("lost", source=self.name, detail="unplugged"))

    def plug(self) -> None:
        """Puts the cable back."""
        self._tell(DiceEvent("connected", source=self.name))

    def _tell(self, event: DiceEvent) -> None:
        if self._listener is not None:
            self._listener(event)


class PretendBox:
    """The firmware's logic behind a pseudo-terminal: to the companion it is a real box at `port`."""

    def __init__(self, port: Path, *, faces: int | None = None) -> None:
        self.port = port
        self.lights: list[bool] = []
        self.numbers: list[int] = []
        self._faces = faces
        self._closing = Event()
        self._lock = Lock()
        self._far_end, self._near_end = pty.openpty()
        tty.setraw(self._near_end)
        os.set_blocking(self._far_end, False)
        self._box = DiceBox(
            send=lambda line: self._write(line.encode() + b"\n"),
            light=self.lights.append,
            display=self.numbers.append,
            die=None if faces is None else lambda: secrets.randbelow(faces) + 1,
        )
        port.unlink(missing_ok=True)
        port.symlink_to(os.ttyname(self._near_end))
        self._thread = Thread(target=self._run, name="pretend box", daemon=True)
        self._thread.start()

    def press(self) -> None:
        """Presses the box's button for as long as its contact needs to settle."""
        now = _now_ms()
        with self._lock:
            for is_closed, at in (
                (True, now),
                (True, now + DEBOUNCE_MS),
                (False, now),
                (False, now + DEBOUNCE_MS),
            ):
                self._box.contact(is_closed, at)

    def unplug(self, half_a_line: bytes = b"") -> None:
        """Pulls the cable, in the middle of a line where one is given; the port is gone then."""
        self._closing.set()
        self._thread.join(timeout=1)
        self._write(half_a_line)
        self.port.unlink(missing_ok=True)
        os.close(self._near_end)
        os.close(self._far_end)

    def _run(self) -> None:
        while not self._closing.wait(0.002):
            with self._lock:
                with suppress(OSError):
                    self._box.hear(os.read(self._far_end, 256), _now_ms())
                self._box.tick(_now_ms())

    def _write(self, data: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(self._far_end, data)


def _now_ms() -> int:
    return int(monotonic() * 1000)
