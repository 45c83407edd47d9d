"""`./run` and `./test` from nothing on every machine that the README promises.

Foreign processors are emulated by QEMU: that proves what installs, starts and answers, not how fast a Pi is,
nor its screen, pins, camera and dice box (docs/build.md).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.machines.fresh import DEBIAN_12, DEBIAN_13, UBUNTU_24, FreshMachine, Release
from tests.vision.conftest import photograph, small_table
from vision.tables import write_table

pytestmark = pytest.mark.slow

PCS = {"debian-12": DEBIAN_12, "debian-13": DEBIAN_13, "ubuntu-24.04": UBUNTU_24}
PIS = {
    "debian-12": Release("bookworm", "arm64", "3.11"),
    "debian-13": Release("trixie", "arm64", "3.13"),
}
PLACES = {"rayman": "5/1", "globox": "8/2"}
FAST_PART = (
    "tests/core",
    "tests/rules",
    "tests/playthroughs",
    "tests/content",
    "tests/commands/test_judge.py",
    "tests/night/test_journal.py",
    "tests/night/test_night.py",
    "tests/vision/test_see_command.py",
    "tests/vision/test_tags.py",
    "-k",
    "not (plain_search or whole_sample or whatever_stands or clauses_covered)",
)
"""The rules of all games, nights, the judge and seeing: 28 s of processor time on a PC. Emulation is ten to
twenty times slower: without the screen, and without the comparisons and random documents that take long
everywhere."""
REQUESTS = (
    '{"do":"new","game":"grimm","setup":{"players":["Ana","Bo"]}}',
    '{"do":"legal"}',
    '{"do":"state"}',
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose disk space is given back: a root takes one to two gigabytes."""
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.mark.parametrize("release", PIS.values(), ids=PIS)
def test_a_pi_of_either_release_installs_plays_sees_prints_and_passes_its_tests(
    release: Release, folder: Path
) -> None:
    pi = FreshMachine(folder, release)
    report = pi.run("/project/run", "doctor", "--json")
    lines = {line["part"]: line for line in json.loads(report.stdout)["lines"]}
    assert release.python in lines["python"]["found"], report.stderr
    assert lines["packages"]["ok"], lines["packages"]
    assert pi.run("test", "-e", "/project/.venv/bin/pytest").returncode == 1, "running needs no tools"
    _plays_sees_and_prints(pi)
    _takes_lgpio_where_it_is(pi)
    assert " passed" in pi.must("/project/test", *FAST_PART)


@pytest.mark.parametrize("user", ["root", "ana"])
@pytest.mark.parametrize("release", PCS.values(), ids=PCS)
def test_a_pc_runs_and_tests_from_nothing(release: Release, user: str, folder: Path) -> None:
    machine = FreshMachine(folder, release)
    project = "/project"
    if user != "root":
        machine.add_user_with_sudo(user)
        project = f"/home/{user}/project"
    pictures = machine.must(f"{project}/run", user=user)
    assert "out" in pictures, "without a display it plays a demo night and leaves pictures"
    _plays_sees_and_prints(machine, user, project)
    assert " passed" in machine.must(f"{project}/test", user=user)


def _takes_lgpio_where_it_is(pi: FreshMachine) -> None:
    """Where Python has no wheel of lgpio, Raspberry Pi OS lends its own."""
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
