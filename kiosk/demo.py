"""A demo night: a small race with invented players, for the curious and for pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.demo import default_setup
from companion.content.loader import load_content
from companion.core.blocks import Json
from companion.core.errors import Refusal
from companion.games.registry import find_game
from companion.night.night import Night
from kiosk.session import Session


def demo_session(game_id: str = "rayman", setup: Json | None = None, path: Path | None = None) -> Session:
    """Begins a demo night; without a path it leaves nothing behind in the user's nights."""
    game = find_game(game_id)
    if path is None:
        path = Path(tempfile.mkdtemp(prefix="companion-demo-")) / "demo.night"
    return Session(Night.create(game, setup or default_setup(game, load_content(game)), path=path))


def play_on(session: Session, seed: int = 7) -> Iterator[Any]:
    """Plays a night by itself, one legal command at a time, the likeliest ones more often."""
    random = Random(seed)
    while not session.night.is_over:
        commands = list(session.game.legal_commands(session.state))
        if not commands:
            return
        index = min(int(random.expovariate(0.9)), len(commands) - 1)
        command = commands[index] if not commands[0].is_barrier else random.choice(commands)
        try:
            session.submit(command, source="demo")
        except Refusal:
            session.submit(commands[0], source="demo")
        yield command
