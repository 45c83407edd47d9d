"""`companion watch`: the camera in a process of its own, heard over a Unix socket (watch/1)."""

from __future__ import annotations

import select
import signal
import socket
from pathlib import Path
from time import monotonic, time

import click
import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.ports.service import Heartbeat, notify
from companion.ports.table import Table
from companion.ports.watch import WatchReport, WatchRequest, socket_path
from vision.commands import in_words
from vision.see import Seer
from vision.tables import read_table

Frame = NDArray[np.uint8]

FRAMES_A_SECOND = 8
LOOK_AGAIN_S = 2.0
STILL_FRAMES = 5
"""A hand that pauses over the board is still for less than this many frames."""

MOVED = 6.0
"""Change of a region between two small pictures that noise does not reach and a moving figure does."""


class Stillness:
    """Tells whether the scene has come to rest."""

    def __init__(self) -> None:
        self._last: Frame | None = None
        self._still = 0

    def saw(self, frame: Frame) -> bool:
        """Takes the next picture; true once enough of them in a row were alike."""
        small = cv2.cvtColor(cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        # The largest change of any region counts: a small figure moves few pixels of the whole.
        change = 255.0
        if self._last is not None:
            difference = cv2.blur(cv2.absdiff(small, self._last), (7, 7))
            change = float(difference.max())
        self._last = small
        self._still = self._still + 1 if change < MOVED else 0
        return self._still >= STILL_FRAMES


class Teller:
    """The socket: every client gets the newest report and all later ones; a slow client is let go."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        self._path = path
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door.bind(str(path))
        path.chmod(0o660)
        self._door.listen(4)
        self._door.setblocking(False)
        self._clients: dict[socket.socket, bytes] = {}
        self._newest = b""

    def tell(self, report: WatchReport) -> None:
        """Sends a report to everybody."""
        self._newest = msgspec.json.encode(report) + b"\n"
        for client in list(self._clients):
            self._send(client)

    def requests(self, wait_s: float) -> list[WatchRequest]:
        """Waits so long at most; greets new clients and returns what the others ask for."""
        asked: list[WatchRequest] = []
        ready, _, _ = select.select([self._door, *self._clients], [], [], wait_s)
        for one in ready:
            if one is self._door:
                client, _ = self._door.accept()
                client.setblocking(False)
                self._clients[client] = b""
                if self._newest:
                    self._send(client)
            else:
                asked += self._hear(one)
        return asked

    def close(self) -> None:
        """Lets everybody go."""
        for client in [*self._clients, self._door]:
            client.close()
        self._path.unlink(missing_ok=True)

    def _hear(self, client: socket.socket) -> list[WatchRequest]:
        try:
            data = client.recv(65536)
            if not data or len(self._clients[client]) > 1 << 20:
                raise ConnectionError
            *lines, self._clients[client] = (self._clients[client] + data).split(b"\n")
            return [msgspec.json.decode(line, type=WatchRequest) for line in lines]
        except (OSError, msgspec.DecodeError):
            self._let_go(client)
            return []

    def _send(self, client: socket.socket) -> None:
        try:
            if client.send(self._newest) < len(self._newest):
                self._let_go(client)
        except OSError:
            self._let_go(client)

    def _let_go(self, client: socket.socket) -> None:
        self._clients.pop(client, None)
        client.close()


class Watcher:
    """The loop: one picture, one beat of the heart, a judgement whenever the scene has newly come to rest."""

    def __init__(self, camera: int | str, table: Table | None, teller: Teller) -> None:
        self._camera = camera
        self._teller = teller
        self._seer = Seer(table, remembers_lens=True) if table else None
        self._heart = Heartbeat()
        self._is_ended = False
        self._was_still = False

    def end(self, *_: object) -> None:
        """Ends the loop after this picture."""
        self._is_ended = True

    def run(self) -> None:
        """Watches until told to end; a camera that is away is looked for again and again."""
        while not self._is_ended:
            capture = cv2.VideoCapture(self._camera)
            if capture.isOpened():
                self._watch(capture)
            capture.release()
            if not self._is_ended:
                self._teller.tell(WatchReport(at=time(), camera="away"))
                self._pause(LOOK_AGAIN_S)

    def _watch(self, capture: cv2.VideoCapture) -> None:
        stillness, self._was_still = Stillness(), False
        while not self._is_ended:
            begun = monotonic()
            is_read, frame = capture.read()
            if not is_read:
                return
            self._heart.beat()
            self._judge(np.asarray(frame, np.uint8), stillness)
            self._pause(max(0.0, 1 / FRAMES_A_SECOND - (monotonic() - begun)))

    def _judge(self, frame: Frame, stillness: Stillness) -> None:
        is_still = stillness.saw(frame)
        if is_still == self._was_still:
            return
        self._was_still = is_still
        sighting = in_words(self._seer.look(frame)) if is_still and self._seer else None
        self._teller.tell(WatchReport(at=time(), camera="looking", is_still=is_still, sighting=sighting))

    def _pause(self, for_s: float) -> None:
        until = monotonic() + for_s
        while not self._is_ended:
            left_s = until - monotonic()
            for request in self._teller.requests(max(0.0, min(left_s, 1.0))):
                self._seer = Seer(request.table, remembers_lens=True)
                self._was_still = False
            self._heart.beat()
            if left_s <= 0:
                return


@click.command()
@click.option("--camera", default="0", show_default=True, help="Number of the camera, or a video file.")
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    help="Look for this table (table/1) from the start.",
)
@click.option("--socket", "path", type=click.Path(path_type=Path), help="Where to listen.")
def watch(camera: str, table_file: Path | None, path: Path | None) -> None:
    """Watch the board and tell what is seen over a Unix socket (watch/1), until ended.

    Example: companion watch --camera 0 --table table.json --socket /tmp/watch.sock
    """
    teller = Teller(path or socket_path())
    try:
        watcher = Watcher(
            int(camera) if camera.isdigit() else camera,
            read_table(table_file) if table_file else None,
            teller,
        )
        signal.signal(signal.SIGTERM, watcher.end)
        signal.signal(signal.SIGINT, watcher.end)
        notify("READY=1")
        watcher.run()
    finally:
        teller.close()
