from __future__ import annotations

import json

import pytest

from companion.games.rayman import GAME
from companion.games.rayman.forms import PRESETS
from tests.playthroughs.rayman.record import FOLDER, NIGHTS, RaymanRecorder

FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def test_every_night_is_written() -> None:
    assert sorted(NIGHTS) == FILES
    setups = [setup for setup, _ in NIGHTS.values()]
    assert {setup["mode"] for setup in setups if "play" not in setup} == set(PRESETS)
    assert {setup["mode"] for setup in setups if setup.get("play") == "coop"} == set(PRESETS)


@pytest.mark.parametrize("name", FILES)
def test_the_night_goes_as_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert json.loads(text.splitlines()[0].removeprefix("setup ")) == NIGHTS[name][0]
    assert RaymanRecorder.replay(text) == text


@pytest.mark.parametrize("name", FILES)
def test_every_line_reads_back(name: str) -> None:
    commands = [
        line[2:] for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines() if line[:2] == "> "
    ]
    assert commands
    assert [GAME.format(GAME.parse(command)) for command in commands] == commands
