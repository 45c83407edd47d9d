"""Tables, broker and host on the loopback: killed in the middle, nothing is lost and nothing comes twice."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.club.carrier import racing
from companion.club.host.broker import Broker
from tests.club.arena import Arena, until


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path, tables=2, pause_s=0.02, steps=60)
    arena.admit_tables()
    yield arena
    arena.close()


def test_killed_tables_broker_and_host_lose_nothing(arena: Arena) -> None:
    arena.start_host()
    for number in (1, 2):
        arena.start_table(number)
    random = Random(4)
    until(
        lambda: (arena.board() or {}).get("tables", [{}])[0].get("steps"), 60, "the first steps on the board"
    )
    for victim in ("table-1", "broker", "host", "table-2"):
        time.sleep(random.uniform(0.1, 0.6))
        if victim == "broker":
            arena.kill_broker()
            continue
        arena.kill(victim)
        arena.start_host() if victim == "host" else arena.start_table(int(victim[-1]))
    until(lambda: sum(len(rows) for rows in arena.played().values()) > 120, 60, "enough steps played")
    for number in (1, 2):
        until(lambda number=number: _rests(arena, number), 60, "tables at rest")  # type: ignore[misc]
    until(lambda: arena.stored() == arena.played(), 20, "everything stored")
    until(lambda: not arena.wrong_on_board(), 20, arena.wrong_on_board)
    arena.kill("table-1")
    until(lambda: not (arena.board() or {})["tables"][0]["is_here"], 20, "the last will")


def test_a_broker_of_somebody_else_serves_as_well(arena: Arena) -> None:
    arena.start_host("other")
    until(lambda: (arena.hosted / "passwords").exists(), 60, "the accounts to give to the broker")
    broker = Broker(arena.hosted, arena.broker_port, lambda who, said: None)
    broker.start()
    try:
        arena.start_table(1)
        until(lambda: (arena.board() or {}).get("tables", [{}])[0].get("steps"), 60, "steps on the board")
    finally:
        arena.close()
        broker.close()


def _rests(arena: Arena, number: int) -> bool:
    """Tells whether a table has stopped playing."""
    before = arena.played()
    time.sleep(0.5)
    return before == arena.played()


def test_a_connection_comes_from_the_first_try_that_is_through() -> None:
    """Whoever does not answer at all is given up in time, and a refusal is said at once."""
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        place = full.getsockname()
        connected = racing.connect(*place, timeout_s=5)
        peer, _ = full.accept()
        connected.sendall(b"hello")
        assert peer.recv(5) == b"hello"
        connected.close()
        peer.close()
    with pytest.raises(ConnectionRefusedError):
        racing.connect(*place, timeout_s=5)
