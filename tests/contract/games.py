"""Every registered game with a few set-ups to play it by, and the example game that proves the protocol."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.command import Command
from companion.games.registry import GAMES, find_game
from tests.example.game import GAME as LIGHTHOUSE

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn")
HEROES = ("rayman", "globox", "barbara", "minimus")

SETUPS: dict[str, list[dict[str, Any]]] = {
    "lighthouse": [{"players": ["Ana", "Bo"]}, {"players": ["Ana"]}],
    "rayman": [
        {
            "mode": "rookie",
            "options": {"round_limit": 50},
            "players": [{"name": n, "hero": h} for n, h in zip(NAMES[:2], HEROES, strict=False)],
        },
        {
            "mode": "hero",
            "options": {"round_limit": 50},
            "players": [{"name": n, "hero": h} for n, h in zip(NAMES, HEROES, strict=False)],
        },
    ],
    "grimm": [
        {"players": [{"name": name} for name in NAMES[:count]], "options": {"round_limit": 30}}
        for count in (2, 4)
    ],
    "pickle_rick": [
        {"players": ["Ana", "Bo"], "options": {"round_limit": 30}},
        {"players": ["Ana", "Bo"], "hands": "secret", "corridor": "left", "options": {"round_limit": 30}},
        {"players": ["Ana"], "mode": "solo_hard", "options": {"round_limit": 30}},
    ],
    "platformer": [
        {"players": ["Ana", "Bo"], "options": {"round_limit": 8}},
        {
            "players": [*NAMES[:4]],
            "boss": "ikee",
            "dungeon": "void",
            "options": {"round_limit": 4, "larger_map": True, "artifacts": True},
        },
        {"players": ["Ana"], "options": {"round_limit": 30}},
    ],
}
"""A game that is registered must stand here: the suite fails where one is forgotten."""


def game_of(game_id: str) -> Any:
    return LIGHTHOUSE if game_id == "lighthouse" else find_game(game_id)


def content_of(game_id: str) -> Content:
    return load_content(game_of(game_id))


def all_game_ids() -> list[str]:
    return ["lighthouse", *sorted(GAMES)]


class Table:
    """A game being played by a seeded chooser, with everything that happened kept."""

    def __init__(self, game_id: str, setup: dict[str, Any], seed: int = 1) -> None:
        self.game = game_of(game_id)
        self.start = self.game.new_state(setup, content_of(game_id))
        self.state = self.start
        self.states = [self.start]
        self.steps: list[tuple[Command, tuple[Any, ...]]] = []
        self.random = Random(seed)

    def offers(self) -> list[Command]:
        return list(self.game.offers(self.state))

    def take(self, command: Command) -> None:
        events = self.game.decide(self.state, command)
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.steps.append((command, events))
        self.states.append(self.state)

    def play(self, steps: int) -> None:
        """Takes random legal commands until the game is over or so many were taken."""
        for _ in range(steps):
            legal = self.offers()
            if not legal:
                return
            self.take(self.random.choice(legal))
