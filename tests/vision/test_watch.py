"""`companion watch` as a real process: a folder of pictures for a camera, a socket for the screen."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import cv2
import msgspec
import numpy as np
import pytest

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.camera import EyeHealth
from companion.ports.table import Table
from vision import remote
from vision.remote import RemoteEye, is_watching
from vision.render.scenes import make_scene
from vision.teller import Teller


class Watching:
    """A running watcher and the service manager that hears it."""

    def __init__(self, folder: Path, camera: Path) -> None:
        self.socket = folder / "watch.sock"
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.heard.bind(str(folder / f"notify{monotonic()}"))
        self.heard.settimeout(30)
        self._camera = camera
        self.begin()

    def begin(self) -> None:
        arguments = ["watch", "--camera", str(self._camera), "--socket", str(self.socket)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from companion.cli import main; main()", *arguments],
            env={**os.environ, "NOTIFY_SOCKET": self.heard.getsockname(), "WATCHDOG_USEC": "600000"},
        )
        while self.heard.recv(100) != b"READY=1":
            pass

    def hear_on(self) -> None:
        """Hears whatever comes: a process whose service manager hears nothing would wait for it."""
        with suppress(OSError):
            while self.heard.recv(100):
                pass


@pytest.fixture
def scene() -> tuple[Table, dict[str, str], np.ndarray]:
    made = make_scene("plain", 3)
    return made.table, made.standing, np.asarray(made.picture)


@pytest.fixture
def watching(tmp_path: Path, scene: tuple[Table, dict[str, str], np.ndarray]) -> Iterator[Watching]:
    pictures = tmp_path / "camera"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), scene[2])
    made = Watching(tmp_path, pictures)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def until(is_so: Callable[[], object], timeout_s: float = 25) -> object:
    deadline = monotonic() + timeout_s
    while monotonic() < deadline:
        found = is_so()
        if found:
            return found
        sleep(0.05)
    pytest.fail("it did not happen in time")


def test_the_screen_sees_through_another_process(
    watching: Watching, scene: tuple[Table, dict[str, str], np.ndarray]
) -> None:
    table, standing, _ = scene
    eye = RemoteEye(table, watching.socket)
    eye.start()
    try:
        until(lambda: eye.health().status != "lost")
        sighting = until(eye.latest_sighting)
        seen = {name: figure.space for name, figure in sighting.figures.items()}  # type: ignore[attr-defined]
        assert seen
        assert seen.items() <= standing.items()
        shown = until(eye.latest_picture)
        assert shown.width * shown.height * 3 == len(shown.rgb)  # type: ignore[attr-defined]
        assert until(eye.explained_picture)
        assert watching.heard.recv(100) == b"WATCHDOG=1"

        watching.process.kill()
        watching.process.wait()
        until(lambda: eye.health().status == "lost")
        assert eye.latest_sighting() is not None, "what was seen last stays known"
        watching.begin()
        until(lambda: eye.health().status != "lost")
    finally:
        eye.stop()


def test_a_table_that_cannot_be_used_is_said_in_words(
    watching: Watching, scene: tuple[Table, dict[str, str], np.ndarray]
) -> None:
    table, standing, _ = scene
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    broken = msgspec.structs.replace(table, spaces={"a": square, "b": square})
    answers: list[object] = []
    eye = RemoteEye(broken, watching.socket)
    eye.start()
    try:
        until(lambda: eye.health().message.key == "vision.table.refused")
        eye.look_for(table, b"no photo", None, answers.append)
        until(lambda: answers)
        until(lambda: eye.latest_sighting())
        seen = eye.latest_sighting()
        assert seen is not None
        assert {name: figure.space for name, figure in seen.figures.items()}.items() <= standing.items()
    finally:
        eye.stop()


def test_it_ends_well_and_takes_its_socket_along(watching: Watching) -> None:
    assert is_watching(watching.socket)
    watching.process.send_signal(signal.SIGTERM)
    assert watching.process.wait(timeout=10) == 0
    assert not watching.socket.exists()
    assert not is_watching(watching.socket)


def test_a_file_in_the_place_of_the_socket_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("precious")
    with pytest.raises(Invalid) as refused:
        Teller(file)
    assert refused.value.message.params == {"file": str(file)}
    assert file.read_text() == "precious"


def test_a_client_that_babbles_or_leaves_harms_nobody(watching: Watching) -> None:
    broken = {"table": {"format": "table/1", "board_mm": [1, 1], "dictionary": "none"}}
    for noise in (
        b"",
        b"\xff\xfe\n",
        b'{"tabel": 1}\n',
        msgspec.json.encode(broken) + b"\n",
        b"x" * 3_000_000,
    ):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as rude:
            rude.connect(str(watching.socket))
            rude.settimeout(0.5)
            with suppress(OSError):
                rude.sendall(noise)
    assert {watching.heard.recv(100) for _ in range(3)} == {b"WATCHDOG=1"}
    assert watching.process.poll() is None


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "CALLS_AFTER_S", 0.5)
    monkeypatch.setattr(remote, "SILENT_S", 3.0)


@pytest.mark.usefixtures("impatient")
def test_a_process_that_hangs_is_lost_until_it_goes_on(
    watching: Watching, scene: tuple[Table, dict[str, str], np.ndarray]
) -> None:
    Thread(target=watching.hear_on, daemon=True).start()
    heard: list[str] = []
    eye = RemoteEye(scene[0], watching.socket)
    eye.listen_to_health(lambda health: heard.append(health.status))
    eye.start()
    try:
        until(lambda: eye.health().status != "lost")
        heard.clear()
        sleep(4.0)
        assert "lost" not in heard, "one that has nothing to say answers when it is called"
        watching.process.send_signal(signal.SIGSTOP)
        until(lambda: eye.health().status == "lost")
        watching.process.send_signal(signal.SIGCONT)
        until(lambda: eye.health().status != "lost")
    finally:
        watching.process.send_signal(signal.SIGCONT)
        eye.stop()


def test_a_camera_that_hangs_is_lost_until_it_goes_on(
    tmp_path: Path, scene: tuple[Table, dict[str, str], np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision import watch

    goes_on, ended = Event(), Event()
    goes_on.set()

    class Hanging:
        name = "hanging"

        def open(self) -> None: ...

        def read(self) -> np.ndarray:
            sleep(0.02)
            goes_on.wait(30)
            return scene[2]

        def close(self) -> None: ...

    monkeypatch.setattr(watch, "HANGS_AFTER_S", 1.0)
    monkeypatch.setattr(watch, "open_source", lambda name: Hanging())
    teller = Teller(tmp_path / "watch.sock")
    watcher = Thread(target=watch.Watcher("hanging", teller).run, args=(ended,))
    watcher.start()
    eye = RemoteEye(scene[0], tmp_path / "watch.sock")
    eye.start()
    try:
        until(lambda: eye.health().status != "lost")
        goes_on.clear()
        until(lambda: eye.health() == EyeHealth("lost", say("vision.source.silent", name="hanging")))
        goes_on.set()
        until(lambda: eye.health().status != "lost")
    finally:
        goes_on.set()
        eye.stop()
        ended.set()
        watcher.join()
        teller.close()


def test_a_camera_that_hangs_is_not_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision import watch

    class Hanging:
        name = "hanging"

        def open(self) -> None: ...

        def read(self) -> np.ndarray:
            sleep(0.6)
            return np.zeros((48, 64, 3), np.uint8)

        def close(self) -> None: ...

    monkeypatch.setattr(watch, "HANGS_AFTER_S", 0.3)
    source = watch.WatchedSource(Hanging())
    assert not source.has_hung
    sleep(0.4)
    assert source.has_hung
    source.read()
    assert not source.has_hung
