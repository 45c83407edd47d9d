"""Whole games as text: the same commands still say the same things and end the same way."""

from __future__ import annotations

import pytest

from tests.playthroughs.pickle_rick.record import FOLDER, GAMES, PickleRickRecorder


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_as_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert PickleRickRecorder.replay(text) == text


def test_the_recorded_games_show_the_whole_game() -> None:
    together = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in GAMES)
    for part in (
        "he wins",
        "the Russians win",
        "Rick loses",
        "plays",
        "shoots",
        "Jaguar comes",
        "the arrow to the right",
    ):
        assert part in together, f"no golden game shows: {part}"
