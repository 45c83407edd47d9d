"""An eye in another process: a `Witness` over the socket of `companion watch`, without OpenCV."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

import msgspec

from companion.core.message import Message, say
from companion.ports.camera import EyeHealth, Picture, Sketch
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.ports.watch import Pictures, WatchReport, WatchRequest, socket_path

AGAIN_S = 1.0
ASKED_LATELY_S = 3.0
"""Pictures are sent as long as somebody has asked for one so lately."""

_AWAY = EyeHealth("lost", say("hardware.watch.away"))


class RemoteEye:
    """Asks the camera's process to look for a table; when that process dies, it says so and tries again."""

    def __init__(self, table: Table, path: Path | None = None) -> None:
        self.table = table
        self._path = path or socket_path()
        self._lock = Lock()
        self._health = _AWAY
        self._sighting: Sighting | None = None
        self._sketch: Sketch | None = None
        self._photo = b""
        self._lesson: dict[str, str] | None = None
        self._taught: Callable[[Table | None, tuple[Message, ...]], None] = lambda table, notes: None
        self._scene: dict[str, str] | None = None
        self._pictures: dict[Pictures, Picture] = {}
        self._asked: dict[Pictures, float] = {}
        self._listeners: list[Callable[[Sighting], None]] = []
        self._health_listeners: list[Callable[[EyeHealth], None]] = []
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begins to look."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = Thread(target=self._run, name="remote eye", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Lets the camera's process go on without us."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=3)
            self._thread = None

    def latest_picture(self) -> Picture | None:
        """Returns the newest frame; pictures begin to come with the first question."""
        return self._picture("plain")

    def explained_picture(self) -> Picture | None:
        """Returns the judged frame with what was seen drawn in."""
        return self._picture("explained")

    def latest_sighting(self) -> Sighting | None:
        """Returns the last judged still scene."""
        with self._lock:
            return self._sighting

    def latest_sketch(self) -> Sketch | None:
        """Returns where the spaces and figures of that scene are in the picture."""
        with self._lock:
            return self._sketch

    def teach(
        self, places: dict[str, str], taught: Callable[[Table | None, tuple[Message, ...]], None]
    ) -> None:
        """Has the rings' colours learned from figures on known spaces; the answer comes on another thread."""
        with self._lock:
            self._lesson, self._taught = dict(places), taught

    def latest_jpeg(self) -> bytes | None:
        """Returns the last judged scene packed, for the album of the night."""
        with self._lock:
            return self._photo or None

    def draw(self, scene: dict[str, str]) -> None:
        """Says where the figures of a drawn table stand now; a real camera does not care."""
        with self._lock:
            self._scene = dict(scene)

    def health(self) -> EyeHealth:
        """Says how well it sees."""
        with self._lock:
            return self._health

    def listen(self, listener: Callable[[Sighting], None]) -> None:
        """Adds somebody to be told every new sighting."""
        self._listeners.append(listener)

    def listen_to_health(self, listener: Callable[[EyeHealth], None]) -> None:
        """Adds somebody to be told when the health changes."""
        self._health_listeners.append(listener)

    def _picture(self, kind: Pictures) -> Picture | None:
        with self._lock:
            self._asked[kind] = monotonic()
            return self._pictures.get(kind)

    def _wanted(self) -> Pictures:
        with self._lock:
            kind = max(self._asked, key=lambda each: self._asked[each], default="none")
            is_late = monotonic() - self._asked.get(kind, 0.0) > ASKED_LATELY_S
        return "none" if is_late else kind

    def _run(self) -> None:
        while not self._stopping.is_set():
            with suppress(OSError, msgspec.DecodeError):
                self._converse()
            self._hear(WatchReport(health=_AWAY), "none")
            self._stopping.wait(AGAIN_S)

    def _converse(self) -> None:
        """Talks with the camera's process until either side ends it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(self._path))
            line.settimeout(0.2)
            heard, wanted, scene = bytearray(), self._wanted(), self._scene
            _ask(line, WatchRequest(table=self.table, pictures=wanted, scene=scene))
            while not self._stopping.is_set():
                if (wanted, scene) != (self._wanted(), self._scene):
                    wanted, scene = self._wanted(), self._scene
                    _ask(line, WatchRequest(pictures=wanted, scene=scene))
                if self._lesson is not None:
                    lesson, self._lesson = self._lesson, None
                    _ask(line, WatchRequest(pictures=wanted, teach=lesson))
                try:
                    data = line.recv(1 << 18)
                except TimeoutError:
                    continue
                if not data:
                    return
                heard += data
                while (end := heard.find(b"\n")) >= 0:
                    self._hear(msgspec.json.decode(heard[:end], type=WatchReport), wanted)
                    del heard[: end + 1]

    def _hear(self, report: WatchReport, wanted: Pictures) -> None:
        with self._lock:
            has_new_health = report.health != self._health
            has_new_sighting = report.sighting is not None and report.sighting != self._sighting
            self._health = report.health
            if report.sighting is not None:
                self._sighting, self._sketch = report.sighting, report.sketch or self._sketch
            self._photo = report.photo or self._photo
            if report.picture is not None and wanted != "none":
                self._pictures[wanted] = report.picture
        if has_new_sighting and report.sighting is not None:
            for listener in tuple(self._listeners):
                listener(report.sighting)
        if report.notes or report.taught is not None:
            self._taught(report.taught, report.notes)
        if has_new_health:
            for health_listener in tuple(self._health_listeners):
                health_listener(report.health)


def is_watching(path: Path | None = None) -> bool:
    """Tells whether a camera process listens: then the screen uses it instead of a camera of its own."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(str(path or socket_path()))
        except OSError:
            return False
    return True


def _ask(line: socket.socket, request: WatchRequest) -> None:
    line.sendall(msgspec.json.encode(request) + b"\n")
