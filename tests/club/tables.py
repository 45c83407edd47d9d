"""Tables to play at, and what they have in the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Raw

from companion.club.carrier.messages import Rows, Sent
from companion.content.library import Content
from companion.night import recovery
from companion.night.night import Night
from companion.night.record import Seating
from tests.example.game import GAME

NOTHING = Content((), {})


def begin(path: Path, players: list[str] | None = None, seating: Seating | None = None) -> Night[Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    setup = {"players": players or ["Ana", "Bo"]}
    return Night.create(GAME, setup, path=path, content=NOTHING, seating=seating)


def take_step(night: Night[Any], random: Random) -> None:
    """Plays one step, and now and then takes one back."""
    if night.can_undo and random.random() < 0.1:
        night.undo(agreed=True)
    night.submit(random.choice(night.game.offers(night.state)))


def play_to_end(path: Path, random: Random, **begun: Any) -> None:
    with begin(path, **begun) as night:
        while not night.is_over:
            take_step(night, random)


def whole(path: Path) -> Rows:
    """Returns everything in a night's file, as a table sends it."""
    chain = recovery.read(path).chain
    sealed = (chain.header, *chain.rows)
    return Rows(chain.header[1].hex(), 0, tuple(Sent(Raw(body), seal.hex()) for body, seal in sealed))


def journals(folder: Path) -> Iterator[tuple[str, list[tuple[bytes, bytes]]]]:
    """Yields the id and the rows of every night of a folder."""
    for path in sorted(folder.glob("*.night")):
        chain = recovery.read(path).chain
        yield chain.header[1].hex(), [chain.header, *chain.rows]
