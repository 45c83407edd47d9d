"""Whole games as text: the same commands still say the same things, and end in the portal."""

from __future__ import annotations

import pytest

from tests.playthroughs.grimm.record import FOLDER, GAMES, GrimmRecorder


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_plays_as_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert GrimmRecorder.replay(text) == text
    assert "passed the portal with three pieces of equipment" in text


def test_the_recorded_games_show_the_whole_game() -> None:
    together = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in GAMES)
    for part in (
        "casts",
        "is cancelled",
        "Teleporter",
        "takes the chest",
        "rolls again",
        "loses a piece",
        "Swap",
    ):
        assert part in together, f"no golden game shows: {part}"
