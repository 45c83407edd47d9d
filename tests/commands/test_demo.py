from __future__ import annotations

from random import Random

import pytest
from click.testing import CliRunner

from companion.commands import demo as demo_module
from companion.core.command import RollDice
from companion.games import registry
from companion.games.registry import find_game
from companion.night.night import Night
from tests.night.command import environment


@pytest.fixture(autouse=True)
def _lighthouse(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")
    monkeypatch.setenv("COMPANION_DATA", environment(tmp_path)["COMPANION_DATA"])
    monkeypatch.setattr("companion.cli.Language.chosen", "en")


def test_the_demo_plays_to_the_end_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(demo_module.time, "sleep", slept.append)
    done = CliRunner().invoke(demo_module.demo, ["--game", "lighthouse", "--speed", "2"])
    assert done.exit_code == 0, done.output
    assert "Round 1" in done.output
    assert "The light is reached." in done.output
    assert "1. " in done.output
    assert set(slept) == {demo_module.PAUSE_S / 2}


def test_the_demo_stops_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_module.time, "sleep", lambda _: None)
    done = CliRunner().invoke(demo_module.demo, ["--game", "lighthouse", "--steps", "1"])
    assert done.output.count(": roll") == 1


def test_the_demo_rolls_dice_as_real_ones_fall() -> None:
    game = find_game("pickle_rick")
    night = Night.create(game, {"players": ["Ana", "Bo"], "hands": "secret"})
    random = Random(1)
    while not isinstance(rolled := demo_module.next_command(game, night.state, random), RollDice):
        night.submit(rolled, source="demo")
    rolls = [demo_module.next_command(game, night.state, random) for _ in range(300)]
    assert len({roll.faces for roll in rolls if isinstance(roll, RollDice)}) > 100
