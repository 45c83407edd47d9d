from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.content.library import Content
from companion.games import registry
from companion.night.night import Night
from tests.example.game import GAME, State

SETUP = {"players": ["Ana", "Bo"]}
NOTHING = Content((), {})


@pytest.fixture(autouse=True)
def _lighthouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")


@pytest.fixture
def clock() -> Callable[[], datetime.datetime]:
    """A clock that goes on by one second each time it is read."""
    moment = datetime.datetime(2026, 1, 2, 20, 0, tzinfo=datetime.UTC)

    def tick() -> datetime.datetime:
        nonlocal moment
        moment += datetime.timedelta(seconds=1)
        return moment

    return tick


@pytest.fixture
def begin(clock: Callable[[], datetime.datetime]) -> Callable[..., Night[State]]:
    """Begins a Lighthouse night, in memory or in a file."""

    def make(path: Path | None = None) -> Night[State]:
        return Night.create(GAME, SETUP, path=path, clock=clock, content=NOTHING)

    return make
