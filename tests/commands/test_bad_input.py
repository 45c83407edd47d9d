"""Whatever a person gives a command, one line says what is wrong and what was expected, in their language."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.cli import Language, main
from companion.commands import sheets
from companion.content import writer
from companion.core.system import why_refused
from companion.games.registry import find_game
from companion.i18n import words
from companion.night.night import Night
from tests.night.command import environment

ROOT = Path(__file__).parents[2]
GRIMM = json.loads(
    re.findall(r"```json\n(.*?)```", (ROOT / "docs/dispute-grimm.md").read_text("utf-8"), re.S)[0]
)
RAYMAN: dict[str, Any] = {
    "format": "dispute/1",
    "game": "rayman",
    "board": {},
    "players": {"rayman": {"at": [4, 1]}},
    "turn": {"player": "rayman", "actions": {"move": 4}},
    "claim": {"at": [8, 1]},
}


@pytest.fixture(autouse=True)
def _language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Language, "chosen", "en")


class Ran:
    """How a command ended and what it said."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *args: str | Path) -> None:
        with pytest.raises(SystemExit) as left:
            main([str(arg) for arg in args])
        self.code = left.value.code
        self.out, self.err = capsys.readouterr()


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Returns a copy with one value deep inside replaced."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    *way, last = path.split(".")
    inside: Any = copy
    for step in way:
        inside = inside[step]
    inside[last] = value
    return copy


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            changed(RAYMAN, "options", {"damage_ends_turn": None}),
            "options.damage_ends_turn : attendu : true ou false ; reçu : null",
        ),
        (changed(RAYMAN, "game", 7), "game : attendu : rayman, grimm"),
        (changed(RAYMAN, "board", "nope"), "pas de « nope » dans boards/"),
        (
            changed(GRIMM, "board.spaces.red.kind", "swamp"),
            "board.spaces.red.kind : attendu au choix : blank, chest, discard",
        ),
        (changed(GRIMM, "board.spaces.red.mark", 3), "board.spaces.red.mark : attendu : du texte"),
        (changed(GRIMM, "board.paths", None), "board.paths : attendu : une liste ; reçu : null"),
        (changed(GRIMM, "board", 3), "mal formé ; dispute : board : attendu : du texte ou un objet"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_dispute_is_refused_with_the_field_in_french(
    document: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "d.json"
    file.write_text(json.dumps(document))
    ran = Ran(capsys, "--language", "fr", "judge", file)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "d.json"
    file.touch()
    assert "expected JSON, got nothing" in Ran(capsys, "judge", file).err


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with no room left for anything but a name."""
    disk = tmp_path / "disk"
    disk.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(options, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk, and not on every machine")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@pytest.mark.parametrize(
    ("args", "file"),
    [
        (("table", "new", "--game", "grimm", "--out"), "t.json"),
        (("print", "boards", "--game", "grimm", "--out"), "sheets.pdf"),
    ],
)
def test_a_full_disk_is_said_with_the_file_and_leaves_nothing_half(
    args: tuple[str, ...], file: str, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = small_disk / file
    target.write_bytes(b"old")
    ran = Ran(capsys, "--language", "fr", *args, target)
    assert (ran.code, ran.err) == (2, f"companion: {target} : le disque est plein\n")
    assert [path.name for path in small_disk.iterdir()] == [file]
    assert target.read_bytes() == b"old"


def test_an_export_that_did_not_fit_can_be_tried_again(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night = tmp_path / "a.night"
    Night.create(find_game("rayman"), {"players": ["Ana", "Bo"]}, path=night).close()
    target = small_disk / "a.jsonl"
    for _ in range(2):
        ran = Ran(capsys, "export", night, "--to", target)
        assert (ran.code, ran.err) == (2, f"companion: {target}: the disk is full\n")
    assert Ran(capsys, "export", night, "--to", night).err == (
        f"companion: {night}: there is such a file already\n"
    )


def test_a_new_pack_that_did_not_fit_can_be_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, content: bytes) -> None:
        if file.name == "pack.toml":
            raise OSError(errno.ENOSPC, "", str(file))
        file.write_bytes(content)

    with monkeypatch.context() as patched:
        patched.setattr(writer, "write_whole", full)
        assert Ran(capsys, "packs", "new", "grimm", tmp_path / "box").code == 2
    assert Ran(capsys, "packs", "new", "grimm", tmp_path / "box").code == 0


@pytest.mark.parametrize(
    "args", [("table", "new", "--game", "grimm", "--out"), ("print", "anchors", "--out")]
)
def test_a_pipe_is_written_to_and_not_replaced(
    args: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    listener.start()
    assert Ran(capsys, *args, pipe).code == 0
    listener.join(timeout=10)
    assert pipe.is_fifo()
    assert len(heard[0]) > 1000


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("demo", "--speed", "nan"), "--speed: expected > 0"),
        (("print", "boards", "--board", "nope", "--out", "x.pdf"), "jungle-sample, four-lands"),
        (("see", "a.jpg", "--table", "t.json", "--overlay", "o.zzz"), "o.zzz: the name of a picture ends in"),
        (
            ("table", "teach", "a.jpg", "--table", "t.json", "--at", "wolf"),
            "expected FIGURE=SPACE, got “wolf”",
        ),
        (
            ("table", "adjust", "--table", "t.json", "--to", "1,1", "--space", "nowhere", "--corner", "0"),
            "there are: portal, n,",
        ),
        (
            ("table", "adjust", "--table", "t.json", "--to", "1,1", "--space", "red", "--corner", "99"),
            "“red” has corners 0 to ",
        ),
        (("nights", "--folder", "no-such-folder"), "no-such-folder"),
        (("judge", "folder"), "folder: this is a folder; expected a file"),
        (("import", "no.jsonl"), "no.jsonl: there is no such file or folder"),
        (("import", "../here/t.json"), "../here/t.json:1: expected JSON; the text ends too early"),
        (("dice", "pretend", "no/port"), "no/port: there is no such file or folder"),
        (("dice", "pretend", "link"), "link"),
    ],
    ids=lambda value: "-".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_bad_words_are_refused_in_one_line(
    args: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Ran(capsys, "table", "new", "--game", "grimm", "--out", "t.json")
    Path("folder").mkdir()
    Path("link").symlink_to("t.json")
    ran = Ran(capsys, *args)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert said in ran.err
    assert Path("link").is_symlink()


@pytest.mark.parametrize("wrong", [{"--depth": "nan"}, {"--depth": "1e300"}, {"--tap": "2=nan,1"}])
def test_a_track_without_an_end_is_refused(
    wrong: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.json"
    Ran(capsys, "table", "new", "--game", "rayman", "--out", table)
    before = table.read_bytes()
    given = {"--columns": "2", "--levels": "1", "--depth": "9", "--tap": "2=9,1", **wrong}
    options = [part for option in given.items() for part in option]
    ran = Ran(capsys, "table", "lay", "--table", table, "--tap", "0=1,1", *options)
    assert ran.code == 2
    assert "spaces.0/1: expected corners in millimetres on the board" in ran.err
    assert table.read_bytes() == before


def test_a_board_is_found_in_whichever_game_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "print", "boards", "--board", "jungle-sample", "--out", tmp_path / "j.pdf")
    assert (ran.code, ran.err) == (0, "")


def test_sheets_that_are_the_same_for_every_game_load_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "GAMES", {"chess": "no.such:game"})
    assert Ran(capsys, "print", "anchors", "rings", "--out", tmp_path / "a.pdf").code == 0


def without_privileges() -> list[str]:
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []


def test_one_file_that_may_not_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    locked, good, night = (tmp_path / name for name in ("locked.json", "good.json", "a.night"))
    for file in (locked, good):
        file.write_text(json.dumps(RAYMAN))
    Night.create(find_game("rayman"), {"players": ["Ana", "Bo"]}, path=night).close()
    locked.chmod(0)
    night.chmod(0)

    def companion(*args: str) -> subprocess.CompletedProcess[str]:
        command = [*without_privileges(), sys.executable, "-m", "tests.night.launch", *args]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment(tmp_path))

    done = companion("judge", str(locked), str(good))
    if "setpriv" in done.stderr:
        pytest.skip("this machine lets no privilege go")
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (2, "legal")
    assert done.stderr == f"companion: {locked}: permission denied\n"
    assert companion("verify", str(night)).stderr == f"companion: {night}: permission denied\n"


def test_json_is_utf_8_and_help_is_said_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    file = tmp_path / "d.json"
    file.write_text(json.dumps(changed(RAYMAN, "claim.at", [9, 1])))
    odd = {**environment(tmp_path), "PYTHONIOENCODING": "latin-1", "COMPANION_LANGUAGE": "FR_fr"}
    for args in (("judge", str(file)), ("--help",)):
        command = [sys.executable, "-m", "tests.night.launch", *args]
        done = subprocess.run(command, capture_output=True, cwd=ROOT, env=odd)
        assert done.stderr == b""
        assert not done.stdout.decode("utf-8").isascii()


@pytest.mark.parametrize("name", ["ELOOP", "EACCES"])
def test_the_systems_words_are_translated(name: str) -> None:
    said = why_refused(OSError(getattr(errno, name), "in English"))
    assert words(said, "fr") not in ("in English", words(said, "en"))
    assert words(why_refused(OSError(errno.EXDEV, "in English")), "fr") == "in English"
