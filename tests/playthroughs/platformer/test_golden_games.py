"""Whole games as text: the same commands still say the same things and end the same way."""

from __future__ import annotations

import pytest

from tests.playthroughs.platformer.record import FOLDER, GAMES, PlatformerRecorder


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_as_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert PlatformerRecorder.replay(text) == text


def test_the_recorded_games_show_the_whole_game() -> None:
    together = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in GAMES)
    for part in (
        "defeats the Boss",
        "faints",
        "is revealed",
        "Take the levels",
        "Push",
        "falls to",
        "buys",
        "plays",
    ):
        assert part in together, f"no golden game shows: {part}"
