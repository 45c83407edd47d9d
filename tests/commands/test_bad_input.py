"""Whatever a person gives a command, one line says what is wrong and what was expected, in their language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.cli import Language, main

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
            "board.spaces.red.kind : attendu : blank, chest, discard",
        ),
        (changed(GRIMM, "board.spaces.red.mark", 3), "board.spaces.red.mark : attendu : du texte"),
        (changed(GRIMM, "board.paths", None), "board.paths : attendu : une liste"),
        (changed(GRIMM, "board", 3), "mal formé ; dispute : board : attendu : un objet, du texte"),
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
