from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import registry


@pytest.fixture(autouse=True)
def _lighthouse(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
