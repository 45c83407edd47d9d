"""A USB dice box: dice/1 over a serial port that may come and go."""

from __future__ import annotations

import errno
import os
import select
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Event, Lock, Thread

import serial
from serial.tools import list_ports

from companion.ports.dice import DiceEvent, LightState
from hardware.protocol import Counts, LineReader, Pressed, Rolled, Said

BAUD = 115200
LOOK_AGAIN_S = 0.2
WAIT_S = 0.05
KEPT_ANSWERS = 1 << 20
"""Bytes kept for a box that does not read its answers; beyond that they are dropped, never waited for."""

KNOWN_USB_IDS = ("2e8a:0005", "2e8a:000a", "2e8a:0009")
"""A Raspberry Pi Pico with MicroPython, and Pico and Pico 2 with programs made by the C SDK."""

# A box knows three lights; it is dark when idle, and when the screen explains an error.
_LIGHTS: dict[LightState, bytes] = {
    "idle": b"LED off\n",
    "waiting": b"LED blink\n",
    "rolled": b"LED on\n",
    "error": b"LED off\n",
}

Listener = Callable[[DiceEvent], None]


class _Port(serial.Serial):
    """Keeps what a box said while its port was being opened: pyserial would throw that away."""

    def _reset_input_buffer(self) -> None:
        pass


class UsbBox:
    """One box on a fixed port, or on whichever free port carries one of its USB ids."""

    def __init__(
        self, name: str = "box", *, port: str | None = None, usb_ids: Iterable[str] = KNOWN_USB_IDS
    ) -> None:
        self.name = name
        self._port = port
        self._usb_ids = frozenset(usb_id.lower() for usb_id in usb_ids)
        self._reader = LineReader()
        self._listener: Listener = lambda event: None
        self._closing = Event()
        self._thread: Thread | None = None
        self._answers = bytearray()
        self._answers_lock = Lock()
        self._light = b""

    @property
    def counts(self) -> Counts:
        """How the lines fared so far."""
        return self._reader.counts

    def start(self, listener: Listener) -> None:
        """Looks for the box from now on, and reports what it says."""
        self._listener = listener
        self._thread = Thread(target=self._run, name=f"dice {self.name}", daemon=True)
        self._thread.start()

    def show(self, light: LightState, number: int | None = None) -> None:
        """Sets the box's light and number; a box that is away gets them when it is back."""
        self._light = _LIGHTS[light] + (b"" if number is None else b"SHOW %d\n" % number)
        self._send(self._light)

    def close(self) -> None:
        """Stops listening and frees the port."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(timeout=2)

    # -- the thread ---------------------------------------------------------------------------------

    def _run(self) -> None:
        # A box that is only looked for by its id is not missed before it was there once.
        told = "absent" if self._port is None else ""
        while not self._closing.is_set():
            port, why = self._open()
            if port is None:
                if why != told and told != "unplugged":
                    self._tell("lost", detail=why)
                    told = why
                self._closing.wait(LOOK_AGAIN_S)
                continue
            self._tell("connected")
            with suppress(serial.SerialException, OSError), port:
                self._listen(port.fileno())
            self._reader.cut()
            told = "unplugged"
            if not self._closing.is_set():
                self._tell("lost", detail=told)

    def _open(self) -> tuple[_Port | None, str]:
        """Opens the port, or says in one word why there is none."""
        why = "absent"
        for path in [self._port] if self._port is not None else ports_with(self._usb_ids):
            try:
                return _Port(path, BAUD, timeout=0, exclusive=True), ""
            except (serial.SerialException, OSError, ValueError) as error:
                why = _why(getattr(error, "errno", None))
        return None, why

    def _listen(self, descriptor: int) -> None:
        """Hears the box until it is unplugged, which shows as an end of file or an error."""
        with self._answers_lock:
            self._answers[:] = self._light
        while not self._closing.is_set():
            wanting = [descriptor] if self._answers else []
            readable, writable, _ = select.select([descriptor], wanting, [], WAIT_S)
            if writable:
                self._flush(descriptor)
            if readable:
                data = os.read(descriptor, 4096)
                if not data:
                    return
                for said in self._reader.feed(data):
                    self._hear(said)

    def _hear(self, said: Said | None) -> None:
        self._send(b"ERR\n" if said is None else b"OK\n")
        if isinstance(said, Pressed):
            self._tell("press")
        elif isinstance(said, Rolled):
            self._tell("roll", value=said.value)

    def _tell(self, event: str, *, value: int | None = None, detail: str = "") -> None:
        if not self._closing.is_set():
            self._listener(DiceEvent(event, value, self.name, detail))  # type: ignore[arg-type]

    # -- answers ------------------------------------------------------------------------------------

    def _send(self, lines: bytes) -> None:
        with self._answers_lock:
            if len(self._answers) + len(lines) <= KEPT_ANSWERS:
                self._answers += lines

    def _flush(self, descriptor: int) -> None:
        """Writes what the port takes; a box that does not read its answers never stops the listening."""
        with self._answers_lock, suppress(BlockingIOError):
            written = os.write(descriptor, self._answers[:4096])
            del self._answers[:written]


def ports_with(usb_ids: frozenset[str]) -> list[str]:
    """Lists the serial ports whose USB device has one of the ids (`vendor:product`, hexadecimal)."""
    return sorted(
        port.device
        for port in list_ports.comports()
        if port.vid is not None and f"{port.vid:04x}:{port.pid:04x}" in usb_ids
    )


def _why(number: int | None) -> str:
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        return "absent"
    if number in (errno.EACCES, errno.EPERM):
        return "forbidden"
    if number in (errno.EAGAIN, errno.EBUSY):
        return "busy"
    return "unusable"
