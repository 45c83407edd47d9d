"""Which camera there is: the watcher and the doctor ask one place, and no password is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.errors import Invalid
from companion.doctor.machine import Machine
from companion.i18n import words
from companion.ports import chosen_camera as chosen
from companion.ports.chosen_camera import chosen_camera, without_password
from kiosk.camera.process import CameraProcess
from vision.capture import SourceLost, open_source


@pytest.fixture
def camera_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("COMPANION_CAMERA", raising=False)
    monkeypatch.setattr(chosen, "CAMERA_FILE", tmp_path / "camera")
    return tmp_path / "camera"


def test_the_installed_camera_is_used_unless_another_is_named(
    camera_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chosen_camera() == "0"
    camera_file.write_text("pi\n")
    assert chosen_camera() == "pi"
    monkeypatch.setenv("COMPANION_CAMERA", "simulated")
    assert chosen_camera() == "simulated"


def test_a_camera_that_may_not_be_known_is_not_guessed(camera_file: Path) -> None:
    camera_file.mkdir()
    with pytest.raises(Invalid):
        chosen_camera()


def test_the_watcher_looks_through_the_camera_that_is_set_up(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from companion.cli import main; main()",
            "watch",
            "--socket",
            str(tmp_path / "s"),
        ],
        env={**os.environ, "COMPANION_CAMERA": str(tmp_path / "no such camera"), "COMPANION_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "no such camera" in done.stderr


def test_the_doctor_looks_through_the_same_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.doctor import devices

    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((480, 640, 3), 128, np.uint8))
    monkeypatch.setenv("COMPANION_CAMERA", str(pictures))
    (finding,) = devices.picture(Machine())
    assert finding.found.params["light"] == 50


def test_the_doctor_tells_a_camera_that_is_no_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.doctor import devices

    monkeypatch.delenv("COMPANION_CAMERA", raising=False)
    file = tmp_path / "etc/tabletop-companion/camera"
    file.parent.mkdir(parents=True)
    file.write_text("rtsp://ana:s3cret@10.0.0.7/table\n")
    (finding,) = devices.camera(Machine(tmp_path))
    assert (finding.todo, words(finding.found, "en")) == (
        None,
        "rtsp://10.0.0.7 is chosen; --camera looks through it",
    )
    file.write_text("pi\n")
    (finding,) = devices.camera(Machine(tmp_path))
    assert finding.found.key == "doctor.camera.none"
    file.unlink()
    file.mkdir()
    (finding,) = devices.camera(Machine(tmp_path))
    assert finding.found.key == "doctor.picture.unknown"


def test_an_address_reaches_the_watcher_where_others_cannot_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(
        "kiosk.camera.process.subprocess.Popen", lambda command, env, **_: begun.append((command, env))
    )
    address = "rtsp://ana:s3cret@10.0.0.7/table"
    CameraProcess(address)
    ((command, environment),) = begun
    assert "s3cret" not in " ".join(command)
    assert environment["COMPANION_CAMERA"] == address


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://ana:s3cret@127.0.0.1:9/table",
        "rtsp://ana:s3/s3cret@127.0.0.1:9/table",
        "rtsp://ana:s3@s3cret@127.0.0.1:9/table",
        "rtsp://127.0.0.1:9/user=ana&password=s3cret",
        "http://127.0.0.1:9?password=s3cret",
    ],
)
def test_a_password_is_never_shown(address: str) -> None:
    assert without_password(address) == f"{address.partition(':')[0]}://127.0.0.1:9"
    source = open_source(address)
    with pytest.raises(SourceLost) as lost:
        source.open()
    assert "s3cret" not in json.dumps([source.name, lost.value.message.params])


def test_a_number_of_many_digits_is_no_camera() -> None:
    with pytest.raises(Invalid):
        open_source("9" * 5000)


def test_a_camera_that_is_not_there_is_told_by_nobody_else() -> None:
    code = "from vision.testpicture import main; main()"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV_")}
    done = subprocess.run(
        [sys.executable, "-c", code, "97"], capture_output=True, text=True, env=inherited, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
