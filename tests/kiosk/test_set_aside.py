"""Whatever the disk holds, the home screen comes up, says what was set aside, and offers a way on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.commands.demo import default_setup
from companion.content.loader import load_content
from companion.games.registry import find_game
from companion.i18n import words
from companion.night.exchange import RowLine, export_lines
from companion.night.journal import Journal
from companion.night.night import Night
from companion.night.record import seal
from kiosk.commands import _interrupted_night
from kiosk.machine.display import virtual_display
from kiosk.preferences import Preferences, PreferencesFile
from kiosk.presenters.home import (
    Aside,
    NightCard,
    asides_of,
    last_night,
    last_time,
    nights_aside,
    read_card,
    recent_nights,
)
from tests.kiosk.hands import Hands

STEPS = 6
BAD_PREFERENCES = [
    b'{"language":"e\xff"}',
    b'{"a":' * 100_000,
    b"[]",
    b'{"volume":' + b"9" * 5000 + b"}",
    b'{"camera_source":"\\u0000"}',
    b'{"camera_source":"' + b"x" * 200_000 + b'"}',
    b"",
]


def make_night(path: Path) -> Path:
    """Plays a few steps of Rayman."""
    game = find_game("rayman")
    content = load_content(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with Night.create(game, default_setup(game, content), path=path, content=content) as night:
        for _ in range(STEPS):
            night.submit(next(iter(game.offers(night.state))))
    return path


def spoil(path: Path, number: int) -> Path:
    """Makes the night a misfit from one entry on: its checksums hold, its events name nobody at the table."""
    lines = list(export_lines(path))
    rows = [msgspec.json.decode(line, type=RowLine) for line in lines[1:]]
    for file in path.parent.glob(f"*{path.name}*"):
        file.unlink()
    header = bytes(msgspec.json.decode(lines[0], type=dict[str, msgspec.Raw])["header"])
    sealed = [(header, seal(b"", header))]
    for row in rows:
        body = bytes(row.entry)
        if row.number >= number:
            entry = msgspec.json.decode(body)
            entry["events"] = [{"event": "NoSuchEvent"}]
            body = msgspec.json.encode(entry)
        sealed.append((body, seal(sealed[-1][1], body)))
    Journal.create_sealed(path, sealed[0], sealed[1:]).close()
    return path


@pytest.mark.parametrize("bad", BAD_PREFERENCES)
def test_bad_preferences_are_set_aside(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "kiosk.json").write_bytes(bad)
    file = PreferencesFile(tmp_path / "kiosk.json")
    assert file.load() == Preferences()
    assert (tmp_path / "kiosk.damaged").read_bytes() == bad
    assert file.trouble is not None
    assert file.trouble.params["file"] == str(tmp_path / "kiosk.damaged")


def test_a_pipe_in_the_place_of_the_preferences_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kiosk.json")
    file = PreferencesFile(tmp_path / "kiosk.json")
    assert file.load() == Preferences()
    assert file.trouble is not None


def test_a_misfit_is_set_aside_with_the_entry_to_go_on_from(tmp_path: Path) -> None:
    path = spoil(make_night(tmp_path / "a.night"), 4)
    aside = read_card(path)
    assert isinstance(aside, Aside)
    assert (aside.night, aside.last) == (path, 3)
    assert last_night(tmp_path) is None
    assert nights_aside(tmp_path) == [aside]


def test_nights_that_cannot_be_shown_hide_none_that_can(tmp_path: Path) -> None:
    sound = make_night(tmp_path / "sound.night")
    os.utime(sound, (1, 1))
    for number in range(30):
        (tmp_path / f"bad-{number}.night").write_bytes(b"no night")
    card = last_night(tmp_path)
    assert card is not None
    assert card.path == sound
    assert [card.path for card in recent_nights(tmp_path)] == [sound]
    again = last_time(tmp_path)
    assert again is not None
    assert again.game == "rayman"


def a_file(path: Path) -> None:
    path.write_bytes(b"no folder")


def a_circle(path: Path) -> None:
    path.symlink_to(path.name)


def a_stick_that_is_gone(path: Path) -> None:
    path.symlink_to("/media/gone/nights")


@pytest.mark.parametrize("make", [a_file, a_circle, a_stick_that_is_gone])
def test_a_folder_of_nights_that_is_none_is_said(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert asides_of(()) == []
    make(tmp_path / "nights")
    (aside,) = asides_of(())
    assert str(tmp_path / "nights") in words(aside.said, "en")


def test_a_night_that_folds_but_cannot_be_shown_is_set_aside_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_night(tmp_path / "a.night")
    game = find_game("rayman")
    bad = Night.read(path).state
    real = game.view

    def view(state: object, viewer: str | None = None) -> object:
        if state == bad:
            raise KeyError("Zed")
        return real(state, viewer)

    monkeypatch.setattr(game, "view", view)
    aside = read_card(path)
    assert isinstance(aside, Aside)
    assert aside.last == STEPS - 1
    assert "does not fit this game" in words(aside.said, "en")


def test_the_home_screen_says_so_and_goes_on_from_there(
    start: Callable[..., Hands], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = spoil(make_night(tmp_path / "data/nights/a.night"), 4)
    hands = start("home")
    hands.press(hands.find("Set aside: 1"))
    assert any(str(path) in words for words in hands.words())
    hands.press(hands.find("Go on after entry 3"))
    hands.frames(5)
    session = hands.kiosk.session
    assert session is not None
    assert session.night.position == 3
    assert hands.kiosk.stack[-1][0] == "table"
    session.close()
    assert isinstance(read_card(path), NightCard), "from now on it can be carried on"


def test_a_night_that_can_be_read_but_not_gone_on_with_leaves_the_home_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    path = make_night(tmp_path / "nights/a.night")
    path.with_name("a.night-shm").mkdir()
    assert isinstance(read_card(path), NightCard)
    assert _interrupted_night() is None


def test_kivy_keeps_no_files_of_its_own(tmp_path: Path) -> None:
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", "import kiosk.show.faults"], env=clean, check=True)
    # The system's libraries may keep what they like in a cache; Kivy's files cannot be told from its name.
    assert {each.name for each in tmp_path.iterdir()} <= {".cache"}


def test_the_screen_comes_up_over_a_disk_full_of_trouble(tmp_path: Path) -> None:
    data = tmp_path / "data"
    spoil(make_night(data / "nights/a.night"), 2)
    (data / "nights/b.night").write_bytes(b"no night")
    (data / "kiosk.json").write_bytes(BAD_PREFERENCES[0])
    for home in (data / "kivy", data / ".kivy"):
        home.mkdir()
        (home / "config.ini").write_text("[kivy]\nconfig_version = 2x\n")
    (tmp_path / "devices.toml").write_text("[[button]]\npin = " + "9" * 5000)
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(120)
    with virtual_display() as _:
        process = subprocess.Popen(
            [sys.executable, "-c", "from companion.cli import main; main()", "kiosk", "--resume"],
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("KIVY_")},
                "COMPANION_DATA": str(data),
                "COMPANION_DEVICES": str(tmp_path / "devices.toml"),
                "COMPANION_SILENT": "1",
                "HOME": str(data),
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
            },
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        try:
            said = b""
            while process.poll() is None and said != b"READY=1":
                said = heard.recv(100)
            assert said == b"READY=1", process.stderr.read() if process.stderr else b""
        finally:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            heard.close()
