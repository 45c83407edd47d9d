"""`companion watch` as a real process: a video for a camera, a socket for the screen."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports.watch import WatchReport, reports
from vision.watch import Stillness


def _video(path: Path, frames: int) -> str:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for _ in range(frames):
        writer.write(np.full((240, 320, 3), 120, np.uint8))
    writer.release()
    return str(path)


@pytest.fixture
def manager(tmp_path: Path) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(20)
    return heard


def _watch(tmp_path: Path, camera: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}
    code = "from companion.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "watch", "--camera", camera, "--socket", str(tmp_path / "watch.sock")],
        env=environment,
    )


def test_the_watcher_tells_stillness_feeds_the_watchdog_and_survives_its_camera(
    tmp_path: Path, manager: socket.socket
) -> None:
    process = _watch(tmp_path, _video(tmp_path / "camera.avi", 20))
    try:
        assert manager.recv(100) == b"READY=1"
        told: list[WatchReport] = []
        for report in reports(tmp_path / "watch.sock"):
            told.append(report)
            if report.camera == "away":
                break
        assert [report.is_still for report in told if report.camera == "looking"][-1:] == [True]
        assert {manager.recv(100) for _ in range(3)} == {b"WATCHDOG=1"}, "the heart beats on without a camera"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
        assert not (tmp_path / "watch.sock").exists()
    finally:
        process.kill()


def test_a_client_that_babbles_or_leaves_harms_nobody(tmp_path: Path, manager: socket.socket) -> None:
    process = _watch(tmp_path, str(tmp_path / "no-camera.avi"))
    try:
        assert manager.recv(100) == b"READY=1"
        for noise in (b"", b"\xff\xfe\n", b'{"tabel": 1}\n', b"x" * 3_000_000):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as rude:
                rude.connect(str(tmp_path / "watch.sock"))
                rude.settimeout(0.5)
                with suppress(OSError):
                    rude.sendall(noise)
        report = next(reports(tmp_path / "watch.sock"))
        assert report.camera == "away"
    finally:
        process.kill()
        process.wait()


def test_nobody_watching_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        next(reports(tmp_path / "nobody.sock"))


def test_a_hand_over_the_board_is_not_still() -> None:
    stillness = Stillness()
    noise = np.random.default_rng(1)
    board = np.full((480, 640, 3), 150, np.int16)

    def picture(hand_at: int | None) -> np.ndarray:
        frame = board + noise.integers(-4, 5, board.shape)
        if hand_at is not None:
            frame[200:260, hand_at : hand_at + 60] = 60
        return np.clip(frame, 0, 255).astype(np.uint8)

    assert [stillness.saw(picture(None)) for _ in range(8)][-1]
    assert not any(stillness.saw(picture(20 + 40 * step)) for step in range(10))
    rest = [stillness.saw(picture(None)) for _ in range(8)]
    assert not rest[0]
    assert rest[-1]
