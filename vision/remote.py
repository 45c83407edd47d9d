"""An eye in another process: a `Witness` over the socket of `companion watch`, without OpenCV."""

from __future__ import annotations

import secrets
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.core.message import say
from companion.ports.camera import EyeHealth, Picture, Sketch
from companion.ports.reading import Reading
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.ports.threads import MessageThread
from companion.ports.watch import (
    Laid,
    LensViews,
    Pictures,
    TakenPhoto,
    WatchReport,
    WatchRequest,
    socket_path,
)
from vision.jpeg import shown, unpacked

AGAIN_S = 1.0
HEAR_S = 0.2
SEND_S = 10.0
"""A photo of a board is long, and the camera's process may be busy with a picture."""
LONGEST_REPORT = 16 << 20
"""Bytes of one report; a picture with every pixel of the camera is a fifth of it."""
CALLS_AFTER_S, SILENT_S = 5.0, 20.0
"""A process that says nothing may have nothing to say, so it is called; one that does not answer has hung."""
CALL = -1
"""The number of such a request, which nobody waits for."""
ASKED_LATELY_S = 3.0
"""Pictures are sent as long as somebody has asked for one so lately."""

_AWAY = EyeHealth("lost", say("hardware.watch.away"))


class RemoteEye:
    """Asks the camera's process to look for a table; when that process dies, it says so and tries again."""

    def __init__(
        self, table: Table, path: Path | None = None, *, board: bytes = b"", drawn: Table | None = None
    ) -> None:
        self.table = table
        self.board = board
        self._drawn = drawn
        self._path = path or socket_path()
        self._lock = Lock()
        self._health = _AWAY
        self._sighting: Sighting | None = None
        self._sketch: Sketch | None = None
        self._photo = b""
        self._views: LensViews | None = None
        self._taken: TakenPhoto | None = None
        self._requests: deque[WatchRequest] = deque()
        self._awaited: dict[int, Callable[[WatchReport], None]] = {}
        self._scene: dict[str, str] | None = None
        self._laid: Laid | None = None
        self._reading: Reading | None = None
        self._read_by = WatchRequest()
        """The places to read, and the deck to read cards by."""
        self._pictures: dict[Pictures, Picture] = {}
        self._asked: dict[Pictures, float] = {}
        self._listeners: list[Callable[[Sighting], None]] = []
        self._health_listeners: list[Callable[[EyeHealth], None]] = []
        self._reading_listeners: list[Callable[[Reading], None]] = []
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begins to look."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = MessageThread(target=self._run, name="remote eye", daemon=True)
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

    def lens_views(self) -> LensViews | None:
        """Returns how far the views of the calibration sheet have come."""
        with self._lock:
            return self._views

    def taken_photo(self) -> TakenPhoto | None:
        """Returns the photo of what was laid down last, once."""
        with self._lock:
            taken, self._taken = self._taken, None
            return taken

    def whole_picture(self) -> Picture | None:
        """Returns a frame with every pixel of the camera; they come seldom, once somebody asks."""
        return self._picture("whole")

    def ask(self, request: WatchRequest, answered: Callable[[WatchReport], None]) -> None:
        """Asks once; the answer comes on another thread, also when the camera's process dies over it."""
        number = secrets.randbits(31) + 1
        with self._lock:
            self._awaited[number] = answered
            self._requests.append(msgspec.structs.replace(request, number=number))

    def look_for(
        self, table: Table, board: bytes, drawn: Table | None, answered: Callable[[WatchReport], None]
    ) -> None:
        """Looks for another table from now on, unless the answer refuses it in its notes."""

        def heard(report: WatchReport) -> None:
            if not report.notes:
                with self._lock:
                    self.table, self.board, self._drawn = table, board, drawn
                    self._sighting, self._sketch = report.sighting, report.sketch
            answered(report)

        self.ask(WatchRequest(table=table, board=board, drawn=drawn), heard)

    def latest_jpeg(self) -> bytes | None:
        """Returns the last judged scene packed, for the album of the night."""
        with self._lock:
            return self._photo or None

    def draw(self, scene: dict[str, str]) -> None:
        """Says where the figures of a drawn table stand now; a real camera does not care."""
        with self._lock:
            self._scene = dict(scene)

    def read_places(self, read_by: WatchRequest) -> None:
        """Has dice and cards read in the places that a request names, by the photos that it names."""
        with self._lock:
            self._read_by = read_by

    def lay(self, laid: Laid) -> None:
        """Says what lies beside the board of a drawn table now; a real camera does not care."""
        with self._lock:
            self._laid = laid

    def latest_reading(self) -> Reading | None:
        """Returns what lies in the places of the last scene at rest."""
        with self._lock:
            return self._reading

    def listen_to_reading(self, listener: Callable[[Reading], None]) -> None:
        """Adds somebody to be told when something else lies in the places."""
        self._reading_listeners.append(listener)

    def health(self) -> EyeHealth:
        """Says how well it sees."""
        with self._lock:
            return self._health

    @property
    def is_heard(self) -> bool:
        """Whether the camera's process answers."""
        return self.health() != _AWAY

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
            # Whatever the other side says, this side lives on and tries again.
            with suppress(OSError, *DECODING_ERRORS):
                self._converse()
            self._hear(WatchReport(health=_AWAY), "none")
            self._give_up()
            self._stopping.wait(AGAIN_S)

    def _give_up(self) -> None:
        """Answers whoever still waits that the camera's process is away."""
        with self._lock:
            waiting, self._awaited = tuple(self._awaited.values()), {}
            self._requests.clear()
        for answered in waiting:
            answered(WatchReport(health=_AWAY, notes=(_AWAY.message,)))

    def _converse(self) -> None:
        """Talks with the camera's process until either side ends it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(self._path))
            heard, wanted, scene = bytearray(), self._wanted(), self._scene
            read_by, laid = self._read_by, self._laid
            first = msgspec.structs.replace(
                read_by,
                table=self.table,
                pictures=wanted,
                scene=scene,
                board=self.board,
                drawn=self._drawn,
                laid=laid,
            )
            _ask(line, first)
            heard_at = called_at = monotonic()
            while not self._stopping.is_set():
                if (wanted, scene) != (self._wanted(), self._scene):
                    wanted, scene = self._wanted(), self._scene
                    _ask(line, WatchRequest(pictures=wanted, scene=scene))
                if (read_by, laid) != (self._read_by, self._laid):
                    read_by, laid = self._read_by, self._laid
                    _ask(line, msgspec.structs.replace(read_by, pictures=wanted, laid=laid))
                while self._requests:
                    _ask(line, msgspec.structs.replace(self._requests.popleft(), pictures=wanted))
                try:
                    data = line.recv(1 << 18)
                except TimeoutError:
                    if monotonic() - heard_at > SILENT_S:
                        return
                    if monotonic() - max(heard_at, called_at) > CALLS_AFTER_S:
                        called_at = monotonic()
                        _ask(line, WatchRequest(pictures=wanted, number=CALL))
                    continue
                if not data:
                    return
                heard_at = monotonic()
                heard += data
                if len(heard) > LONGEST_REPORT:
                    return
                while (end := heard.find(b"\n")) >= 0:
                    self._hear(msgspec.json.decode(heard[:end], type=WatchReport), wanted)
                    del heard[: end + 1]

    def _hear(self, report: WatchReport, wanted: Pictures) -> None:
        is_whole = report.picture is not None and report.picture.is_jpeg
        # Unpacked on this thread and not on the screen's.
        picture = None if wanted == "none" or report.picture is None else shown(report.picture)
        if report.taken is not None:
            unpacked(report.taken.jpeg)
        with self._lock:
            has_new_health = report.health != self._health
            has_new_sighting = report.sighting is not None and report.sighting != self._sighting
            has_new_reading = report.reading is not None and report.reading != self._reading
            self._reading = report.reading or self._reading
            self._health = report.health
            if report.sighting is not None:
                # Pictures come without a sketch; a board that is lost has none.
                kept = self._sketch if report.sighting.registered else None
                self._sighting, self._sketch = report.sighting, report.sketch or kept
            self._photo = report.photo or self._photo
            self._views = report.lens or self._views
            self._taken = report.taken or self._taken
            answered = self._awaited.pop(report.answers, None) if report.answers else None
            if picture is not None:
                self._pictures["whole" if is_whole else wanted] = picture
        if has_new_sighting and report.sighting is not None:
            for listener in tuple(self._listeners):
                listener(report.sighting)
        if has_new_reading and report.reading is not None:
            for reading_listener in tuple(self._reading_listeners):
                reading_listener(report.reading)
        if answered is not None:
            answered(report)
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
    line.settimeout(SEND_S)
    line.sendall(msgspec.json.encode(request) + b"\n")
    line.settimeout(HEAR_S)
