"""Writes whole games as text that a person can read: `python -m tests.playthroughs.grimm.record`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.core.command import Command
from companion.games.grimm import GAME
from companion.games.grimm.commands import Cast, Move
from companion.games.grimm.graph import distances, ways_of
from companion.games.grimm.state import EQUIPMENT_TO_WIN, State, Walk
from tests.playthroughs.recorder import Recorder

FOLDER = Path(__file__).parent
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn")
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "2-players": ({"players": list(NAMES[:2])}, 2),
    "4-players": ({"players": list(NAMES[:4])}, 4),
    "6-players": ({"players": list(NAMES[:6]), "options": {"cast_after_roll": False}}, 6),
}


class GrimmRecorder(Recorder):
    """Says where the pawns are after each round."""

    game = GAME

    def standing(self) -> str:
        chest = self.state.chest or "-"
        heroes = (f"{h.name} {h.at} e{h.equipment} c{len(h.hand)}" for h in self.state.heroes)
        return f"== round {self.state.round}: chest {chest} | " + " | ".join(heroes)


def choose(state: State, random: Random) -> Command:
    """Heads for the chest or the portal and casts now and then, as a child would."""
    legal = list(GAME.offers(state))
    walk = state.now
    if isinstance(walk, Walk) and walk.player == walk.pawn:
        ready = state.hero(walk.pawn).equipment >= EQUIPMENT_TO_WIN
        goal = ways_of(state.graph).portal if ready else state.chest
        away = distances(state.graph, goal) if goal else {}
        moves = [command for command in legal if isinstance(command, Move)]
        if moves:
            return min(moves, key=lambda move: (away.get(move.path[-1], 99), move.path))
    quiet = [command for command in legal if not isinstance(command, Cast)]
    casts = [command for command in legal if isinstance(command, Cast)]
    if casts and random.random() < 0.12:
        return random.choice(casts)
    return random.choice(quiet)


def record(setup: dict[str, Any], seed: int) -> str:
    random = Random(seed)
    recorder = GrimmRecorder(setup)
    while GAME.outcome(recorder.state) is None:
        recorder.take(choose(recorder.state, random))
    return recorder.text()


if __name__ == "__main__":
    for name, (setup, seed) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(record(setup, seed), "utf-8")
