"""QR codes before the camera, read by the camera's own process; knows no OpenCV."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.core.errors import Illegal
from companion.ports.programs import COMPANION
from companion.ports.watch import WatchReport, WatchRequest, socket_path

ASK_S = 0.4
PATIENCE_S = 8.0
"""How long a camera may take to come up."""
LONGEST_REPORT = 1 << 24


def seen_codes(stop: Event, path: Path | None = None) -> Iterator[str]:
    """Yields the texts of QR codes as they come before the camera, until stopped; refuses in words."""
    began = time.monotonic()
    while not stop.is_set():
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.connect(str(path or socket_path()))
            line.settimeout(PATIENCE_S)
            yield from _asked(line, stop, began)
        except (OSError, *DECODING_ERRORS):
            stop.wait(ASK_S)  # the camera's process comes up, or comes again
        finally:
            line.close()


def _asked(line: socket.socket, stop: Event, began: float) -> Iterator[str]:
    heard, number = bytearray(), 0
    while not stop.is_set():
        number += 1
        line.sendall(msgspec.json.encode(WatchRequest(codes=True, number=number)) + b"\n")
        report = None
        while report is None or report.answers != number:
            while (end := heard.find(b"\n")) < 0:
                data = line.recv(1 << 18)
                if not data or len(heard) > LONGEST_REPORT:
                    raise ConnectionError
                heard += data
            report = msgspec.json.decode(heard[:end], type=WatchReport)
            del heard[: end + 1]
        if report.notes and time.monotonic() - began > PATIENCE_S:
            raise Illegal(report.notes[0])
        yield from report.codes
        stop.wait(ASK_S)


def codes_of_any_camera(stop: Event) -> Iterator[str]:
    """Yields codes from the camera's process that runs, else from one that runs for as long as this."""
    import subprocess
    import tempfile

    from vision.remote import is_watching

    if is_watching():
        yield from seen_codes(stop)
        return
    with tempfile.TemporaryDirectory(prefix="companion-eye-") as folder:
        path = Path(folder) / "watch.sock"
        command = [*COMPANION, "watch", "--with-parent", "--socket", str(path)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield from seen_codes(stop, path)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(3)
