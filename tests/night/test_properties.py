from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.content.library import Content
from companion.games import registry
from companion.night.night import Night
from companion.night.verify import verify
from tests.example.boats import put_boat
from tests.example.game import GAME


class NightMachine(RuleBasedStateMachine):
    """A night against the plainest model: the state after every row, remembered whole."""

    def __init__(self) -> None:
        super().__init__()
        registry.GAMES["lighthouse"] = "tests.example.game:GAME"
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "a.night"
        self.night: Night[Any] = Night.create(
            GAME, {"players": ["Ana", "Bo"]}, path=self.path, content=Content((), {})
        )
        self.after_row = [self.night.state]
        self.line = [self.night.state]
        self.undone: list[Any] = []

    def teardown(self) -> None:
        self.night.close()
        registry.GAMES.pop("lighthouse", None)
        self.folder.cleanup()

    @rule(player=st.sampled_from(["Ana", "Bo"]), at=st.integers(0, 11))
    def put(self, player: str, at: int) -> None:
        self.night.submit(put_boat(player, at))
        self.line.append(self.night.state)
        self.undone.clear()
        self.after_row.append(self.night.state)

    @rule(chance=st.randoms(use_true_random=False))
    def take_any_legal_step(self, chance: Any) -> None:
        legal = GAME.offers(self.night.state)
        if legal:
            self.night.submit(chance.choice(legal))
            self.line.append(self.night.state)
            self.undone.clear()
            self.after_row.append(self.night.state)

    @precondition(lambda self: len(self.line) > 1)
    @rule()
    def undo(self) -> None:
        self.night.undo(agreed=True)
        self.undone.append(self.line.pop())
        self.after_row.append(self.line[-1])

    @precondition(lambda self: self.night.can_redo)
    @rule()
    def redo(self) -> None:
        self.night.redo()
        if self.undone:
            assert self.night.state == self.undone.pop()
        self.line.append(self.night.state)
        self.after_row.append(self.night.state)

    @rule(back=st.integers(0, 40))
    def jump(self, back: int) -> None:
        target = max(0, self.night.revision - back)
        self.night.jump(target, agreed=True)
        self.after_row.append(self.after_row[target])
        self.line = list(self.night.states())
        self.undone.clear()

    @rule()
    def close_and_resume(self) -> None:
        entries = self.night.entries()
        self.night.close()
        self.night = Night.open(self.path)
        assert self.night.entries() == entries

    @invariant()
    def agrees_with_the_model(self) -> None:
        assert self.night.state == self.line[-1] == self.after_row[-1]
        assert self.night.revision == len(self.after_row) - 1
        assert self.night.can_redo or not self.undone
        assert sum(entry.is_active for entry in self.night.entries()) == len(self.line) - 1

    @rule()
    def every_row_is_remembered(self) -> None:
        assert [self.night.state_at(row) for row in range(len(self.after_row))] == self.after_row
        assert not any(verify(self.night))


TestNight = NightMachine.TestCase
TestNight.settings = settings(max_examples=15, stateful_step_count=25)
