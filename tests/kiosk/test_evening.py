"""An evening to keep: best moments, times, photos, on the screen, the page, the PDF and a USB stick."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import find_game
from companion.i18n import Translator
from companion.night.night import Night
from companion.referee.photos import PhotoAlbum
from kiosk.machine.stick import Stick, StickRefused, carry, sticks
from kiosk.night.session import Session
from kiosk.report.contents import night_report, with_evening
from kiosk.report.evening import whole_evening
from kiosk.report.page import html_page
from kiosk.show.demo import demo_setup
from tests.kiosk.fixtures import playing
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.fixture
def evening(tmp_path: Path) -> Session:
    """A night of twelve seconds a step, with photos."""
    at = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
    ticks = iter(range(100_000))
    path = tmp_path / "grimm.night"
    night = Night.create(
        find_game("grimm"),
        demo_setup("grimm"),
        path=path,
        clock=lambda: at + timedelta(seconds=12 * next(ticks)),
    )
    session = Session(night)
    for _ in playing(session):
        pass
    album = PhotoAlbum.beside(path)
    for number in range(1, 21):
        album.keep(number, "after", jpeg())
    return session


def jpeg() -> bytes:
    from io import BytesIO

    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (40, 30), (200, 120, 40)).save(file, "JPEG")
    return file.getvalue()


def test_the_best_moments_and_each_players_time_are_remembered(evening: Session) -> None:
    kept = whole_evening(evening)
    assert 3 <= len(kept.moments) <= 8
    assert [moment.number for moment in kept.moments] == sorted(moment.number for moment in kept.moments)
    assert len(kept.photos) == 6
    assert set(kept.seconds) == {player.id for player in evening.view().players}
    steps = sum(entry.is_active for entry in evening.night.entries())
    assert 0 < sum(kept.seconds.values()) <= 12 * steps


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_and_paper_hold_all_of_it(evening: Session, language: str, tmp_path: Path) -> None:
    from kiosk.report.paper import save_pdf

    words = Translator(language)
    names = {player.id: player.name for player in evening.view().players}
    whole = with_evening(night_report(evening, words), whole_evening(evening), names)
    page = html_page(whole, words)
    assert page.count("data:image/jpeg") == 6
    for moment in whole.moments:
        assert words(moment.said).split()[0] in page
    assert 'class="podium"' in page or len(whole.standings) < 2
    for name in names.values():
        assert name in page
    paper = save_pdf(whole, words, tmp_path / "night.pdf").read_bytes()
    assert paper.startswith(b"%PDF")
    assert paper.count(b"/Subtype /Image") >= 1


def disk(path: str, label: str, mounted: str | None = None, tran: str | None = "usb") -> dict[str, Any]:
    """A disk with one partition, as lsblk tells it."""
    part = {"path": f"{path}1", "label": label, "fstype": "vfat", "tran": None, "mountpoint": mounted}
    return {"path": path, "fstype": None, "tran": tran, "mountpoint": None, "children": [part]}


CARD = disk("/dev/mmcblk0p", "bootfs", "/boot/firmware", tran=None)
"""The SD card that a Pi runs from."""


class Machine:
    """A machine with one stick, which is mounted only while something is copied."""

    def __init__(self, folder: Path, *, is_full: bool = False) -> None:
        self.folder = folder
        self.is_full = is_full
        self.disks = [disk("/dev/sda", "HOLIDAY")]
        self.commands: list[str] = []

    def __call__(self, command: Sequence[str]) -> str:
        self.commands.append(" ".join(command))
        if command[0] == "lsblk":
            return json.dumps({"blockdevices": [CARD, *self.disks]})
        if command[1] == "mount":
            if self.is_full:
                raise StickRefused(whole_refusal())
            self.folder.mkdir(exist_ok=True)
            return f"Mounted {command[4]} at {self.folder}.\n"
        return ""


def whole_refusal() -> Any:
    from companion.core.message import literal

    return literal("full")


def test_a_stick_is_mounted_for_the_copy_and_let_go(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "stick")
    (tmp_path / "night.pdf").write_text("paper")
    (stick,) = sticks(machine)
    assert stick == Stick("/dev/sda1", "HOLIDAY")
    carry([tmp_path / "night.pdf"], stick, machine)
    assert (tmp_path / "stick" / "tabletop" / "night.pdf").read_text() == "paper"
    verbs = [command.split()[1] for command in machine.commands[1:]]
    assert verbs == ["mount", "unmount"]


def test_what_the_machine_runs_from_is_no_stick(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.disks = [disk("/dev/sda", "bootfs", "/boot/firmware"), disk("/dev/sdb", "SATA", tran="sata")]
    assert sticks(machine) == ()
    machine.disks = [disk("/dev/sda", "", "/media/pi/AB12")]
    assert sticks(machine) == (Stick("/dev/sda1", "USB", "/media/pi/AB12"),)


def test_a_stick_that_refuses_is_let_go_all_the_same(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "stick")
    with pytest.raises(StickRefused):
        carry([tmp_path / "is-not-there.pdf"], Stick("/dev/sda1", "X"), machine)
    assert machine.commands[-1].startswith("udisksctl unmount")


def test_the_report_shows_it_and_carries_it_away(
    start: Start, evening: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "data/reports").mkdir(mode=0o755, parents=True)
    carried: list[list[str]] = []
    found: list[Stick] = []
    monkeypatch.setattr("kiosk.panels.report.sticks", lambda: tuple(found))
    monkeypatch.setattr(
        "kiosk.panels.report.carry",
        lambda files, stick: carried.append([file.name for file in files]) or Path("tabletop"),
    )
    hands = start("report", session=evening)
    hands.until(lambda: hands.says("Best moments"))
    assert hands.says("Time at the board")
    hands.tap("USB stick")
    hands.until(lambda: hands.says("No USB stick"))
    found.append(Stick("/dev/sda1", "HOLIDAY"))
    hands.tap("USB stick")
    hands.until(lambda: hands.says("It can be pulled out"))
    assert carried == [["grimm.html", "grimm.pdf"]]
    assert (tmp_path / "data/reports").stat().st_mode & 0o077 == 0, "people's photos are in there"
