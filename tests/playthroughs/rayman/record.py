"""Writes whole nights as text that a person can read: `python -m tests.playthroughs.rayman.record`.

A file holds the set-up and every command (`>`); what stands under a command is what the companion says.
The test plays the commands again and compares the text, so the patient player is only needed to write one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.core.command import Command, RevealCard, RollDice
from companion.games.rayman import GAME, commands as c
from companion.games.rayman.state import State
from tests.playthroughs.recorder import Recorder

FOLDER = Path(__file__).parent
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
HEROES = ("rayman", "globox", "barbara", "minimus", "murfy", "guest")


def seats(count: int) -> list[dict[str, str]]:
    return [{"name": name, "hero": hero} for name, hero in zip(NAMES[:count], HEROES, strict=False)]


NIGHTS: dict[str, tuple[dict[str, Any], int]] = {
    "rookie": ({"mode": "rookie", "players": seats(2)}, 1),
    "intermediate": ({"mode": "intermediate", "players": seats(3)}, 2),
    "hero": ({"mode": "hero", "players": seats(3)}, 3),
    "legend": ({"mode": "legend", "players": seats(4)}, 4),
    "coop-armored-toad": ({"mode": "rookie", "play": "coop", "players": seats(2)}, 5),
    "coop-dark-teensy": ({"mode": "intermediate", "play": "coop", "players": seats(3)}, 35),
    "coop-seabreather": ({"mode": "hero", "play": "coop", "players": seats(2)}, 7),
    "coop-grunderbite": (
        {"mode": "legend", "play": "coop", "players": seats(2), "boss_speed": "easy"},
        8,
    ),
    "competitive-boss": (
        {"mode": "rookie", "play": "competitive_boss", "players": seats(3), "boss_speed": "easy"},
        9,
    ),
    "solo": ({"mode": "rookie", "play": "solo", "players": seats(1), "boss_speed": "easy"}, 20),
    "five-players": ({"mode": "rookie", "players": seats(5)}, 11),
    "typed-cards": ({"mode": "rookie", "cards": "typed", "players": seats(2)}, 12),
    "tournament": (
        {"mode": "intermediate", "tournament": True, "players": seats(2), "additional_cards": True},
        13,
    ),
}


class RaymanRecorder(Recorder):
    """Says where the figures stand after each round and each race."""

    game = GAME

    def __init__(self, setup: dict[str, Any]) -> None:
        super().__init__(setup)
        self.lines += ["", self.standing()]

    def chapter(self) -> Any:
        return self.state.round, self.state.tournament and self.state.tournament.race

    def standing(self) -> str:
        figures = (
            f"{racer.name} {racer.at[0]}/{racer.at[1]}"
            f"{' heart' if racer.has_heart else ''}{' bubble' if racer.bubble else ''}"
            f" teensies {len(racer.freed)} tokens {len(racer.tokens)}"
            for racer in self.state.racers
        )
        boss = self.state.boss
        where = f" | Boss {boss.at[0]}/{boss.at[1]}" if boss is not None and boss.at[1] else ""
        return f"== round {self.state.round}: " + " | ".join(figures) + where


class Patient:
    """A player who imagines a number of turns and plays the best of them."""

    def __init__(self, seed: int, tries: int = 60) -> None:
        self.random = Random(seed)
        self.tries = tries
        self.plan: list[Command] = []

    def choose(self, state: State) -> Command:
        legal = list(GAME.offers(state))
        if isinstance(legal[0], RollDice | RevealCard):
            return self.random.choice(legal)
        if isinstance(legal[0], c.ChooseCards | c.TypeCards | c.ChooseBubble):
            player = legal[0].player
            own = [command for command in legal if command.player == player]
            best = [command for command in own if not isinstance(command, c.ChooseBubble)]
            return self.random.choice(best[: max(1, len(best) // 4)] or own)
        if state.turn is not None and state.agenda[0].kind == "turn":
            while self.plan:
                command = self.plan.pop(0)
                if command in legal:
                    return command
            self.plan = self._imagine(state)
            return self.plan.pop(0)
        return legal[0]

    def _imagine(self, state: State) -> list[Command]:
        player = state.turn.player if state.turn else ""
        best: tuple[float, list[Command]] = (-1e9, [])
        for number in range(self.tries):
            now, taken = state, []
            eager = (0.5, 0.75, 0.9)[number % 3]
            while now.outcome is None and now.turn is not None and now.turn.player == player:
                legal = list(GAME.offers(now))
                is_own = now.agenda[0].kind == "turn"
                command = legal[0] if is_own and self.random.random() < eager else self.random.choice(legal)
                if is_own:
                    taken.append(command)
                for event in GAME.decide(now, command):
                    now = GAME.evolve(now, event)
            score = self._score(state, now, player)
            if score > best[0]:
                best = (score, taken)
        return best[1]

    def _score(self, before: State, after: State, player: str) -> float:
        if after.outcome is not None and player not in after.outcome.winners:
            return -1000
        racer, old = after.racer(player), before.racer(player)
        missing = max(0, 3 - len(racer.freed))
        lap = before.board.columns
        ahead = [
            column
            for colour, (column, _) in before.board.teensies
            if colour not in racer.freed and column >= racer.at[0] % lap
        ]
        score = float(racer.at[0]) + 14 * len(racer.freed) + 2 * racer.has_heart + len(racer.tokens)
        if missing > len(ahead) and not racer.has_finished:
            score -= 12 * (missing - len(ahead))
        if racer.is_immune and not old.is_immune:
            score -= 4
        if racer.bubble:
            score -= 10
        score -= 8 * sum(mate.bubble == "mode" for mate in after.racers if mate.name != player)
        return score + 50 * racer.has_finished


def record(setup: dict[str, Any], seed: int) -> str:
    player, recorder = Patient(seed), RaymanRecorder(setup)
    while GAME.outcome(recorder.state) is None:
        recorder.take(player.choose(recorder.state))
    return recorder.text()


def main() -> None:
    for name, (setup, seed) in NIGHTS.items():
        (FOLDER / f"{name}.txt").write_text(record(setup, seed), "utf-8")


if __name__ == "__main__":
    main()
