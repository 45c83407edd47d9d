"""Writes whole games as text that a person can read: `python -m tests.playthroughs.pickle_rick.record`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.core.chance import draw
from companion.core.command import Command
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.game import GAME
from companion.games.pickle_rick.state import State, place_of
from companion.games.pickle_rick.turn.tiles import SIDE, neighbour
from tests.playthroughs.recorder import Recorder

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "two-players": ({"players": ["Ana", "Bo"]}, 2),
    "two-players-lost": ({"players": ["Ana", "Bo"], "corridor": "left"}, 1),
    "solo": ({"players": ["Ana"], "options": {"solo_ties": "worst"}}, 8),
    "solo-hard": ({"players": ["Ana"], "mode": "solo_hard", "corridor": "left"}, 1),
}


class PickleRickRecorder(Recorder):
    """Says where everybody stands after each turn."""

    game = GAME

    def chapter(self) -> Any:
        return self.state.round, self.state.turn

    def standing(self) -> str:
        state = self.state
        guards = " ".join(guard.at for guard in state.guards) or "-"
        jaguar = f"{state.jaguar_at} h{state.jaguar_health}" if state.jaguar == "on" else state.jaguar
        rick = f"Rick {state.rick_at} h{state.rick_health}"
        turn = f"== round {state.round}, {state.turn}"
        return f"{turn}: {rick} | Guards {guards} | Jaguar {jaguar} | stack {state.stack}"


def choose(state: State, random: Random) -> Command:
    """Heads for the Rooftop, hunts Rick, plays cards now and then, as a child would."""
    requests = GAME.chance(state)
    if requests:
        return draw(requests[0], random.randrange)
    legal = list(GAME.legal_commands(state))
    goal = place_of(state.rooftop) if state.turn == "rick" else state.rick
    steps = [command for command in legal if isinstance(command, cmd.Go | cmd.Step)]
    if isinstance(state.now, st.ChooseReroll):
        return random.choice([command for command in legal if isinstance(command, cmd.Keep)] or legal)
    shots = [command for command in legal if isinstance(command, cmd.Shoot | cmd.Hit)]
    if shots:
        return shots[0]
    if steps and random.random() < 0.9:
        return min(steps, key=lambda step: (_away(state, step, goal), str(step)))
    cards = [command for command in legal if isinstance(command, cmd.PlayCard)]
    if cards and random.random() < 0.5:
        return random.choice(cards)
    return random.choice([command for command in legal if isinstance(command, cmd.EndTurn)] or legal)


def _away(state: State, step: cmd.Go | cmd.Step, goal: tuple[int, int]) -> int:
    start = state.rick if isinstance(step, cmd.Go) else state.figure(step.figure).at
    x, y = neighbour(start, SIDE[step.towards])
    return abs(x - goal[0]) + abs(y - goal[1])


def record(setup: dict[str, Any], seed: int) -> str:
    random = Random(seed)
    recorder = PickleRickRecorder(setup)
    while GAME.outcome(recorder.state) is None:
        recorder.take(choose(recorder.state, random))
    return recorder.text()


if __name__ == "__main__":
    for name, (setup, seed) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(record(setup, seed), "utf-8")
