"""A demo night: a small race with invented players, for the curious and for pictures."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Any

from companion.commands.demo import default_setup
from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.blocks import Json
from companion.games.protocol import Game
from companion.games.registry import GAMES, find_game
from companion.night.night import Night
from kiosk.night.session import Session
from kiosk.presenters.setup import nested, role_key

GUESTS = ("Ana", "Bo", "Cleo", "Dan")
SHOWN = next(iter(GAMES))
"""The game that is shown to the curious."""


def demo_setup(game_id: str, *, is_lively: bool = False) -> Json:
    """Returns the game's usual set-up with four guests, or as many as it seats; lively is a step harder."""
    game = find_game(game_id)
    content = load_content(game)
    setup = default_setup(game, content)
    if is_lively:
        setup = _livelier(game, content, setup)
    for question in game.questions(content, setup):
        if question.kind == "players" and question.options:
            key = role_key(question)
            seats = min(len(GUESTS), question.maximum or 4, len(question.options))
            setup[question.id] = [
                {"name": name, key: option.value}
                for name, option in zip(GUESTS[:seats], question.options, strict=False)
            ]
    return nested(setup)


def _livelier(game: Game[Any], content: Content, setup: Json) -> Json:
    """Takes the second answer to the first question of the mode; what hangs on it follows the game."""
    asked = [each for each in game.questions(content, setup) if each.page == "mode" and each.kind == "choice"]
    if not asked or len(asked[0].options) < 2:
        return setup
    return default_setup(game, content, {asked[0].id: asked[0].options[1].value})


def demo_session(
    game_id: str = SHOWN, setup: Json | None = None, path: Path | None = None, *, is_lively: bool = False
) -> Session:
    """Begins a demo night; without a path it leaves nothing behind in the user's nights."""
    game = find_game(game_id)
    if path is None:
        folder = tempfile.mkdtemp(prefix="companion-demo-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / "demo.night"
    chosen = setup or demo_setup(game_id, is_lively=is_lively)
    return Session(Night.create(game, chosen, path=path))
