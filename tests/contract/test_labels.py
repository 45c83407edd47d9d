"""The record says every step in people's words, never in those of the command line."""

from __future__ import annotations

from random import Random

import pytest

from companion.commands.demo import next_command
from companion.games.registry import GAMES, find_game
from companion.i18n import words
from companion.night.night import Night


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_step_is_said_in_the_language_of_the_table(game_id: str) -> None:
    game, chance = find_game(game_id), Random(5)
    night = Night.create(game, {"players": ["Ana", "Bo"]})
    for _ in range(80):
        if night.is_over:
            break
        command = next_command(game, night.state, chance)
        night.submit(command)
        said = words(night.entries()[-1].label, "fr")
        assert game.format(command) not in said, said
