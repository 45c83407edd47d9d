from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import find_game
from companion.night.night import Night
from tests.contract.games import SETUPS
from tests.phones.table import Server, Table, served


def a_night(game: str = "rayman", number: int = -1, path: Path | None = None) -> Night[Any]:
    setups = SETUPS[game]
    setup = setups[1] if game == "pickle_rick" else setups[number if game != "platformer" else 1]
    return Night.create(find_game(game), setup, path=path)


@pytest.fixture(scope="module")
def rayman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Server]]:
    """A night of Rayman with four players, a server, and a table that agrees to everybody."""
    with served(a_night, tmp_path_factory.mktemp("table")) as both:
        yield both
