"""Writes whole games as text that a person can read: `python -m tests.playthroughs.platformer.record`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.core.chance import draw
from companion.games.platformer.game import GAME
from tests.playthroughs.recorder import Recorder
from tests.rules.platformer.games import worth

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "two-players-medusa": ({"players": ["Ana", "Bo"], "boss": "medusa", "options": {"round_limit": 25}}, 23),
    "four-players-ikee": (
        {
            "players": ["Ana", "Bo", "Cleo", "Dan"],
            "boss": "ikee",
            "dungeon": "void",
            "options": {"artifacts": True, "larger_map": True, "round_limit": 8},
        },
        2,
    ),
    "two-players-ikee": ({"players": ["Ana", "Bo"], "boss": "ikee", "options": {"round_limit": 25}}, 7),
    "solo": ({"players": ["Ana"], "boss": "medusa"}, 2),
}


class PlatformerRecorder(Recorder):
    """Says where everybody stands after each turn."""

    game = GAME

    def chapter(self) -> Any:
        return self.state.round, self.state.turn

    def standing(self) -> str:
        state = self.state
        heroes = " | ".join(
            f"{one.name} {one.at or 'off'} h{one.health} g{one.gems} c{one.coins}" for one in state.players
        )
        foes = " ".join(f"{name}@{foe.at}" for name, foe in state.foes.items()) or "-"
        return f"== round {state.round}, {state.active.name}: {heroes} | {foes}"


def record(setup: dict[str, Any], seed: int) -> str:
    random = Random(seed)
    recorder = PlatformerRecorder(setup)
    while GAME.outcome(recorder.state) is None:
        state = recorder.state
        requests = GAME.chance(state)
        if requests:
            recorder.take(draw(requests[0], random.randrange))
        else:
            scored = [
                (worth(state, one, random), number, one)
                for number, one in enumerate(GAME.legal_commands(state))
            ]
            recorder.take(max(scored)[2])
    return recorder.text()


if __name__ == "__main__":
    for name, (setup, seed) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(record(setup, seed), "utf-8")
