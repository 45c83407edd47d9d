"""Whoever talks to the camera's socket, the others are served, and nobody else can listen."""

from __future__ import annotations

import os
import socket
import stat
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.camera import EyeHealth, Picture
from companion.ports.watch import TakenPhoto, WatchReport, WatchRequest, socket_path
from tests.vision.conftest import small_table
from vision.remote import LONGEST_REPORT, RemoteEye
from vision.teller import LONGEST_OUTBOX, MOST_CLIENTS, Teller

REPORT = WatchReport(health=EyeHealth("good", say("vision.health.good")))


@pytest.fixture
def teller(tmp_path: Path) -> Iterator[Teller]:
    teller = Teller(tmp_path / "s")
    teller.tell(REPORT)
    yield teller
    teller.close()


def call(folder: Path) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(5)
    line.connect(str(folder / "s"))
    return line


def is_served(teller: Teller, line: socket.socket) -> bool:
    line.setblocking(False)
    for _ in range(20):
        teller.turn(0.01)
        try:
            return bool(line.recv(1 << 16))
        except BlockingIOError:
            continue
    return False


@pytest.mark.parametrize(
    "garbage",
    [
        b'{"scene":{"a\xff":"b"}}\n',
        b"[" * 100_000 + b"\n",
        b"\0" * 70_000 + b"\n",
        b'{"number":' + b"9" * 5000 + b"}\n",
    ],
)
def test_garbage_costs_only_its_sender(teller: Teller, tmp_path: Path, garbage: bytes) -> None:
    quiet, loud = call(tmp_path), call(tmp_path)
    teller.turn(0.01)
    teller.turn(0.01)
    for place in range(0, len(garbage), 1 << 14):
        loud.send(garbage[place : place + (1 << 14)])
        teller.turn(0.01)
    for _ in range(5):
        assert teller.turn(0.01) == []
    assert is_served(teller, quiet)


def test_eleven_hundred_connections_disturb_nobody(teller: Teller, tmp_path: Path) -> None:
    screen = call(tmp_path)
    teller.turn(0.01)
    screen.sendall(msgspec.json.encode(WatchRequest(number=7)) + b"\n")
    asked = [request for _ in range(5) for request in teller.turn(0.01)]
    assert [request.number for request in asked] == [7]
    crowd = []
    for _ in range(1100):
        crowd.append(call(tmp_path))
        teller.turn(0)
        if len(crowd) > 200:
            crowd.pop(0).close()
    assert len(teller._clients) <= MOST_CLIENTS
    assert is_served(teller, screen), "who asked for something stays"
    latecomer = call(tmp_path)
    assert is_served(teller, latecomer)


def test_who_never_reads_is_let_go(teller: Teller, tmp_path: Path) -> None:
    sleepers = [call(tmp_path) for _ in range(4)]
    for _ in sleepers:
        teller.turn(0.01)
    picture = Picture(960, 720, bytes(960 * 720 * 3), 1)
    for _ in range(20):
        teller.tell(msgspec.structs.replace(REPORT, picture=picture))
        teller.turn(0)
    assert sum(len(client.outbox) for client in teller._clients) <= 4 * 2 * LONGEST_OUTBOX
    assert is_served(teller, call(tmp_path))


def test_a_second_watcher_does_not_take_a_living_socket(teller: Teller, tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        Teller(tmp_path / "s")
    assert is_served(teller, call(tmp_path))


def test_the_socket_is_for_its_owner_in_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(tmp_path / "new" / "s")
    assert stat.S_IMODE((tmp_path / "new" / "s").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    teller.close()
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(Invalid):
        Teller(shared / "s")
    for name in ("COMPANION_RUNTIME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert socket_path() == tmp_path / "run" / "watch.sock"


def speak(path: Path, *lines: bytes) -> Callable[[], int]:
    """Plays a camera process that says these lines, one to each caller, and counts its callers."""
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.bind(str(path))
    door.listen(4)
    callers = 0

    def serve() -> None:
        nonlocal callers
        for line in lines:
            caller, _ = door.accept()
            callers += 1
            with caller:
                caller.settimeout(5)
                try:
                    caller.sendall(line)
                    time.sleep(0.3)
                except OSError:
                    pass
        door.close()

    threading.Thread(target=serve, daemon=True).start()
    return lambda: callers


def png_that_says(width: int, height: int) -> bytes:
    """Makes a small file with the header of a picture of that size."""

    def part(name: bytes, content: bytes) -> bytes:
        check = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = part(b"IHDR", header) + part(b"IDAT", zlib.compress(bytes(100))) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def jpeg_that_says(width: int, height: int) -> bytes:
    """Makes a small file with the header of a picture of that size."""
    packed = BytesIO()
    Image.new("RGB", (16, 16)).save(packed, "JPEG")
    return packed.getvalue().replace(struct.pack(">HH", 16, 16), struct.pack(">HH", height, width), 1)


def test_the_screen_survives_whatever_the_camera_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.remote.AGAIN_S", 0.02)
    good = msgspec.json.encode(REPORT) + b"\n"
    pictures = (
        Picture(1, 1, b"no jpeg", 1, is_jpeg=True),
        Picture(1, 1, png_that_says(60_000, 60_000), 1, is_jpeg=True),
        Picture(1, 1, jpeg_that_says(60_000, 60_000), 1, is_jpeg=True),
        Picture(1, 1, png_that_says(4, 4).replace(b"IEND", b"\xcdEND"), 1, is_jpeg=True),
        Picture(2000, 2000, b"fewer", 1),
        Picture(-1, -1, b"abc", 1),
        Picture(10**12, 10**12, b"", 1),
    )
    reports = [msgspec.structs.replace(REPORT, picture=picture) for picture in pictures]
    reports.append(msgspec.structs.replace(REPORT, taken=TakenPhoto(1, b"no jpeg", 1, 1)))
    bad = [msgspec.json.encode(report) + b"\n" for report in reports]
    endless = b"x" * (LONGEST_REPORT + (1 << 20))
    lines = (b'{"a\xff"\n', b"[" * 100_000 + b"\n", endless, *bad, good)
    callers = speak(tmp_path / "s", *lines)
    eye = RemoteEye(small_table(), tmp_path / "s")
    eye.latest_picture()
    eye.start()
    try:
        deadline = time.monotonic() + 30
        while eye.health().status != "good" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert (eye.health().status, callers()) == ("good", len(lines))
    finally:
        eye.stop()


def test_nights_and_photos_are_for_their_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands.demo import default_setup
    from companion.content.loader import load_content
    from companion.games.registry import find_game
    from companion.night.folders import nights_folder
    from companion.night.night import Night
    from companion.referee.photos import PhotoAlbum

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "data/nights").mkdir(parents=True)
    (tmp_path / "data/nights").chmod(0o755)
    before = os.umask(0o022)
    try:
        game = find_game("grimm")
        content = load_content(game)
        path = nights_folder() / "a.night"
        with Night.create(game, default_setup(game, content), path=path, content=content) as night:
            night.submit(next(iter(game.offers(night.state))))
            PhotoAlbum.beside(path).keep(1, "after", b"jpeg")
            found = [nights_folder(), *nights_folder().rglob("*")]
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in found}
    finally:
        os.umask(before)
    assert len(modes) >= 6
    assert {name for name, mode in modes.items() if mode & 0o077} == set()
