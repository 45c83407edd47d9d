"""The games that there are, loaded only when asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.protocol import Game

GAMES: dict[str, str] = {
    "rayman": "companion.games.rayman:GAME",
    "grimm": "companion.games.grimm:GAME",
    "pickle_rick": "companion.games.pickle_rick:GAME",
    "platformer": "companion.games.platformer:GAME",
}

RECORDS: dict[str, str] = {"tournament": "companion.club.tournament.game:GAME"}
"""What is kept like a night although nobody chooses it as a game."""


@cache
def find_game(game_id: str) -> Game[Any]:
    """Returns the game of that id; refuses with Invalid naming the games there are."""
    if game_id not in GAMES | RECORDS:
        raise Invalid(say("core.unknown_game", game=game_id, games=", ".join(sorted(GAMES))))
    module, name = (GAMES | RECORDS)[game_id].split(":")
    game: Game[Any] = getattr(import_module(module), name)
    return game
