"""Names of files may be any bytes, and names of machines anything: neither ends in a traceback."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from companion.content.loader import SHIPPED
from tests.commands.test_hostile_files import MANY_DIGITS, Ran
from tests.night.command import play

NO_TEXT = os.fsdecode(b"a\xff")
TOLD = "a\\udcff"
NEW = {"do": "new", "game": "grimm", "setup": {"players": ["Ana", "Bo"]}}


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "nights" / f"{NO_TEXT}.night"
    path.parent.mkdir()
    play(tmp_path, NEW, journal=path)
    return path


def test_a_night_is_listed_verified_and_resumed(night: Path, tmp_path: Path) -> None:
    shutil.copy(night, night.with_name("plain.night"))
    listed = json.loads(Ran(tmp_path, "nights", "--folder", night.parent, "--json").out)
    assert {Path(one["file"]).stem for one in listed} == {TOLD, "plain"}
    verified = json.loads(Ran(tmp_path, "verify", night, "--json").out)
    assert verified["agree"]
    assert verified["file"].endswith(f"{TOLD}.night")
    again, resumed = play(tmp_path, NEW, {"do": "resume"}, journal=night)
    assert TOLD in again["message"]
    assert resumed["ok"]


def test_a_name_moves_no_cursor_and_turns_no_writing_round(tmp_path: Path) -> None:
    name = "a\x1b[31m\u202egnp.night"
    (tmp_path / name).write_bytes(b"no night")
    for command in (("verify", tmp_path / name), ("nights", "--folder", tmp_path), ("see", name)):
        ran = Ran(tmp_path, *command, *(("--table", "none.json") if command[0] == "see" else ()))
        told = ran.out + ran.err
        assert not {"\x1b", "\u202e"} & set(told)
    assert "a\\x1b[31m\\u202egnp" in Ran(tmp_path, "nights", "--folder", tmp_path).out


def test_a_pack_stops_no_game(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "mine"
    shutil.copytree(SHIPPED / "grimm-sample", pack)
    (pack / "spells" / f"{NO_TEXT}.toml").write_text("a = 1")
    checked = Ran(tmp_path, "packs", "check", pack, "--json")
    assert checked.code == 1
    assert any(TOLD in str(defect) for defect in json.loads(checked.out)["defects"])
    assert '"grimm-sample"' in Ran(tmp_path, "packs", "list", "--json").out
    (answer,) = play(tmp_path, NEW)
    assert "stumbled" not in str(answer)


@pytest.mark.parametrize(
    "command",
    [
        ("club", "add", NO_TEXT),
        ("serve", "--bind", NO_TEXT),
        ("serve", "--bind", "999.1.1.1"),
        ("club", "host", "Cup", "--game", "grimm", "--address", "table.local"),
        ("club", "host", "Cup", "--game", "grimm", "--broker", "a..b"),
        ("club", "host", "Cup", "--game", "grimm", "--broker", f"a:{MANY_DIGITS}"),
        ("club", "host", "Cup", "--game", "grimm", "--broker", "a:99999"),
    ],
    ids=lambda command: " ".join(command)[:60].encode("ascii", "backslashreplace").decode(),
)
def test_other_words_are_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    Ran(tmp_path, *command).must_refuse("companion: ")
    assert not (tmp_path / "club").exists(), "nothing was begun"
