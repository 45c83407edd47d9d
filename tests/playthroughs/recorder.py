"""Plays a game and writes it down: the set-up, every command (`>`), and under it what the companion says."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Any

from companion.content.loader import load_content
from companion.core.command import Command
from companion.games.protocol import Game
from companion.i18n import words


class Recorder(ABC):
    """Plays commands and keeps what is said about them; a game says how it stands now and then."""

    game: Game[Any]

    def __init__(self, setup: dict[str, Any]) -> None:
        self.state: Any = self.game.new_state(setup, load_content(self.game))
        self.lines = [f"setup {json.dumps(setup)}", ""]
        self.lines += [f"  {words(said, 'en')}" for said in self.game.layout(self.state)]

    def take(self, command: Command) -> None:
        before = self.chapter()
        for event in self.game.decide(self.state, command):
            self.state = self.game.evolve(self.state, event)
        self.lines.append(f"> {self.game.format(command)}")
        self.lines += [f"    {words(line.text, 'en')}" for line in self.state.log]
        if self.chapter() != before:
            self.lines += ["", self.standing()]

    def text(self) -> str:
        outcome = self.game.outcome(self.state)
        ranking = ", ".join(f"{rank.place}. {rank.player}" for rank in outcome.ranking) if outcome else "-"
        because = words(outcome.because, "en") if outcome else "unfinished"
        return "\n".join([*self.lines, "", because, ranking]) + "\n"

    def chapter(self) -> Any:
        """Returns what changes when it is time to say how the game stands."""
        return self.state.round

    @abstractmethod
    def standing(self) -> str:
        """Says in one line how the game stands."""

    @classmethod
    def replay(cls, text: str) -> str:
        """Plays the commands of a written game again."""
        lines = text.splitlines()
        recorder = cls(json.loads(lines[0].removeprefix("setup ")))
        for line in lines:
            if line.startswith("> "):
                recorder.take(cls.game.parse(line.removeprefix("> ")))
        return recorder.text()
