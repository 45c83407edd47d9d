"""A demo night: a small race with invented players, for the curious and for pictures."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.demo import default_setup
from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.blocks import Json
from companion.core.chance import draw
from companion.core.command import Command
from companion.games.protocol import Game
from companion.games.registry import find_game
from companion.night.night import Night
from kiosk.night.session import Session
from kiosk.presenters.setup import nested, role_key

GUESTS = ("Ana", "Bo", "Cleo", "Dan")


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
    game_id: str = "rayman", setup: Json | None = None, path: Path | None = None, *, is_lively: bool = False
) -> Session:
    """Begins a demo night; without a path it leaves nothing behind in the user's nights."""
    game = find_game(game_id)
    if path is None:
        folder = tempfile.mkdtemp(prefix="companion-demo-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / "demo.night"
    chosen = setup or demo_setup(game_id, is_lively=is_lively)
    return Session(Night.create(game, chosen, path=path))


def play_on(session: Session, seed: int = 7) -> Iterator[Any]:
    """Plays a night by itself, one legal command at a time, the likeliest ones more often."""
    random = Random(seed)
    while not session.night.is_over:
        command = likely(session.game, session.state, random)
        session.submit(command, source="demo")
        yield command


def likely(game: Game[Any], state: Any, random: Random) -> Command:
    """Takes one of the likelier choices, or an outcome of the chance that is waited for."""
    commands, requests = list(game.legal_commands(state)), game.chance(state)
    if requests and (not commands or random.random() < 0.5):
        return draw(random.choice(requests), random.randrange)
    return commands[min(int(random.expovariate(2.0)), len(commands) - 1)]
