"""`./run` and `./test` from nothing on every machine that the README promises.

Foreign processors are emulated by QEMU: that proves what installs, starts and answers, not how fast a Pi is,
nor its screen, pins, camera and dice box (docs/build.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.machines.fresh import FreshMachine
from tests.vision.conftest import photograph, small_table
from vision.tables import write_table

pytestmark = pytest.mark.slow

PYTHON = {"bookworm": "3.11", "trixie": "3.13"}
PLACES = {"rayman": "5/1", "globox": "8/2"}
UNDER_EMULATION = (
    "tests/architecture",
    "tests/core",
    "tests/content",
    "tests/commands",
    "tests/doctor",
    "tests/hardware",
    "tests/i18n",
    "tests/night/test_journal.py",
    "tests/vision/test_see_command.py",
)
"""The fast part of the suite: every room once; emulation is about fifteen times slower than the machine."""
REQUESTS = (
    '{"do":"new","game":"grimm","setup":{"players":["Ana","Bo"]}}',
    '{"do":"legal"}',
    '{"do":"state"}',
)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FreshMachine]:
    """A Debian of a Raspberry Pi's processor."""
    machine = FreshMachine(tmp_path_factory.mktemp(request.param), request.param, "arm64")
    yield machine
    machine.remove()


def test_a_pi_of_either_release_installs_plays_sees_and_prints(
    pi: FreshMachine, request: pytest.FixtureRequest
) -> None:
    suite = request.node.callspec.params["pi"]
    report = pi.run("/project/run", "doctor", "--json")
    lines = {line["part"]: line for line in json.loads(report.stdout)["lines"]}
    assert PYTHON[suite] in lines["python"]["found"], report.stderr
    assert lines["packages"]["ok"], lines["packages"]

    _plays_sees_and_prints(pi)
    assert pi.run("test", "-e", "/project/.venv/bin/pytest").returncode == 1, "running needs no tools"


def test_where_python_has_no_wheel_of_lgpio_raspberry_pi_os_lends_its_own(pi: FreshMachine) -> None:
    packages = pi.root / "usr/lib/python3/dist-packages"
    has_wheel = pi.run("/project/.venv/bin/python", "-c", "import lgpio").returncode == 0
    # Raspberry Pi OS has a package python3-lgpio; Debian has none, so that a stand-in is put in its place.
    (packages / "lgpio.py").write_text("VERSION = 'of Raspberry Pi OS'\n")
    (packages / "_lgpio.stand-in.so").touch()
    (pi.root / "etc/rpi-issue").touch()
    (pi.root / "project/.venv/installed").unlink()
    pi.must("/project/scripts/bootstrap")
    said = pi.must("/project/.venv/bin/python", "-c", "import lgpio; print(vars(lgpio).get('VERSION'))")
    assert ("Raspberry Pi OS" in said) == (not has_wheel)


def test_the_fast_part_of_the_suite_on_a_pi(pi: FreshMachine) -> None:
    said = pi.must("/project/test", *UNDER_EMULATION)
    assert " passed" in said


@pytest.mark.parametrize("user", ["root", "ana"])
@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_run_and_test_from_nothing(suite: str, user: str, tmp_path: Path) -> None:
    machine = FreshMachine(tmp_path, suite)
    project = "/project"
    try:
        if user != "root":
            machine.add_user_with_sudo(user)
            project = f"/home/{user}/project"
        pictures = machine.must(f"{project}/run", user=user)
        assert "out" in pictures, "without a display it plays a demo night and leaves pictures"
        _plays_sees_and_prints(machine, user, project)
        assert " passed" in machine.must(f"{project}/test", user=user)
    finally:
        machine.remove()


def _plays_sees_and_prints(machine: FreshMachine, user: str = "root", project: str = "/project") -> None:
    """A night without a screen, a picture of known figures, and all sheets."""
    desk = machine.root / "desk"
    desk.mkdir(mode=0o777)
    desk.chmod(0o777)
    cv2.imwrite(str(desk / "board.png"), photograph(small_table(), PLACES))
    write_table(small_table(), desk / "table.json")
    for file in desk.iterdir():
        file.chmod(0o644)
    (desk / "requests").write_text("\n".join(REQUESTS) + "\n")

    play = f"{project}/run play --journal /desk/a.night < /desk/requests"
    answers = [json.loads(line) for line in machine.must("/bin/sh", "-c", play, user=user).splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True, True]
    verified = machine.must(f"{project}/run", "verify", "/desk/a.night", user=user)
    assert "0" in verified

    seen = machine.must(f"{project}/run", "see", "/desk/board.png", "--table", "/desk/table.json", user=user)
    figures = json.loads(seen)["figures"]
    assert {name: one["space"] for name, one in figures.items()} == PLACES

    machine.must(f"{project}/run", "print", "all", "--out", "/desk/sheets.pdf", user=user)
    assert (desk / "sheets.pdf").read_bytes().startswith(b"%PDF")
