"""Other processes of the companion run nothing that lies in the folder that a command is called in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.doctor import devices
from companion.doctor.machine import Machine
from companion.night.thought import Worker
from tests.architecture.test_purity import ROOT


@pytest.fixture
def strange_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that this process is in, which holds modules with known names."""
    for name in ("companion", "vision", "json", "struct", "random", "socket"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\nraise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_doctors_camera_runs_nothing_of_a_strange_folder(
    strange_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CAMERA", str(strange_folder / "no camera"))
    devices.picture(Machine())
    assert not (strange_folder / "ran").exists()


def test_the_rules_worker_runs_nothing_of_a_strange_folder(strange_folder: Path) -> None:
    with Worker().open_line() as line:
        line.shutdown(1)
        line.recv(1)
    assert not (strange_folder / "ran").exists()


def test_no_other_module_begins_a_python_of_its_own() -> None:
    rooms = ("companion", "hardware", "kiosk", "vision")
    sources = [file for room in rooms for file in (ROOT / room).rglob("*.py")]
    found = [os.path.relpath(file, ROOT) for file in sources if "sys.executable" in file.read_text()]
    assert found == ["companion/ports/programs.py"]
