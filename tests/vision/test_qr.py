"""QR codes as a camera sees them: small, turned, dim; and through the camera's own process."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from subprocess import Popen
from threading import Event

import cv2
import numpy as np
import pytest

from companion.core.qr import qr_modules
from vision.codes import seen_codes
from vision.read.qr import read_qr, read_qr_file

INVITATION = "http://192.168.178.120:8021/join/a1b2c3"
RESULT = "CLUB1:" + "0123456789abcdef01234567" + "eJyVkM1qwzAQhF9F7Lk" * 18


def drawn(text: str, module_px: int, turned: float = 0.0, light: float = 1.0) -> np.ndarray:
    """Draws a code as it stands on a screen in a room, turned and lit."""
    code = np.where(np.array(qr_modules(text)), 0, 255).astype(np.uint8)
    code = np.kron(code, np.ones((module_px, module_px), np.uint8))
    side = code.shape[0]
    room = np.full((max(480, side + 160), max(640, side + 240)), 90, np.uint8)
    top, left = (room.shape[0] - side) // 2, (room.shape[1] - side) // 2
    room[top : top + side, left : left + side] = code
    middle = (room.shape[1] / 2, room.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, turned, 1.0)
    room = cv2.warpAffine(room, turn, (room.shape[1], room.shape[0]), borderValue=90)
    noise = np.random.default_rng(1).normal(0, 6, room.shape)
    room = np.clip(cv2.GaussianBlur(room, (3, 3), 0) * light + noise, 0, 255).astype(np.uint8)
    return cv2.cvtColor(room, cv2.COLOR_GRAY2BGR)


@pytest.mark.parametrize("turned", [0.0, 12.0, -25.0, 90.0])
@pytest.mark.parametrize("light", [1.0, 0.5])
def test_an_invitation_is_read_from_a_screen(turned: float, light: float) -> None:
    assert read_qr(drawn(INVITATION, 5, turned, light)) == (INVITATION,)


def test_every_one_of_many_invitations_is_read() -> None:
    secrets = (f"{Random(number).getrandbits(192):032x}" for number in range(60))
    invitations = [f"http://192.168.178.120:8021/join/{secret}" for secret in secrets]
    assert [one for one in invitations if read_qr(drawn(one, 5)) != (one,)] == []


def test_a_result_as_long_as_they_come_is_read() -> None:
    assert read_qr(drawn(RESULT, 6)) == (RESULT,)


def test_a_picture_without_a_code_says_nothing(tmp_path: Path) -> None:
    noise = np.random.default_rng(2).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    assert read_qr(noise) == ()
    cv2.imwrite(str(tmp_path / "p.png"), drawn(INVITATION, 4))
    assert read_qr_file(tmp_path / "p.png") == (INVITATION,)


def test_the_cameras_process_reads_codes_before_any_table_is_named(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), drawn(INVITATION, 5))
    path = tmp_path / "w.sock"
    program = [sys.executable, "-c", "from companion.cli import main; main()", "watch", "--with-parent"]
    process = Popen([*program, "--camera", str(pictures), "--socket", str(path)])
    try:
        assert next(seen_codes(Event(), path)) == INVITATION
    finally:
        process.terminate()
        process.wait(5)
