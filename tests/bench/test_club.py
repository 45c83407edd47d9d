"""What a step of a table costs the host, by the number of tables: stored, followed, shown."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from companion.club.carrier.messages import Rows, Sent
from companion.club.host.host import Host
from companion.club.host.settings import new_settings
from companion.games.registry import find_game
from companion.night.journal import seal_rows
from companion.night.night import Night
from companion.night.record import Header, Row, seal

pytestmark = pytest.mark.bench

STEPS = 500
MOST_MS = 50.0
GAME_SETUP = {"players": ["Ana", "Bo"], "options": {"round_limit": 60}}


def played(steps: int) -> tuple[Header, tuple[Row, ...]]:
    """Plays a real game for so many steps, taking steps back and again where it would end."""
    random, game = Random(7), find_game("grimm")
    night = Night.create(game, GAME_SETUP)
    while night.revision < steps:
        if night.is_over:
            night.undo(agreed=True)
            continue
        night.submit(random.choice(game.offers(night.state)))
    return night.header, night.rows()


def sent_by(number: int, header: Header, rows: tuple[Row, ...]) -> Rows:
    """Returns the same game as another table's: another header, and so another chain."""
    body = msgspec.json.encode(replace(header, created=header.created + timedelta(seconds=number)))
    first = seal(b"", body)
    sealed = [(body, first), *seal_rows(first, rows)]
    return Rows(first.hex(), 0, tuple(Sent(Raw(entry), checksum.hex()) for entry, checksum in sealed))


def cost_ms(folder: Path, tables: int, steps: int) -> tuple[float, float]:
    """Returns what one step of one table costs the host, storing and following it and drawing up the board:
    the mean over all, and the worst tenth's."""
    folder.mkdir()
    settings = new_settings("Cup", tables)
    players = [f"P{number}" for number in range(2 * tables)]
    Host.create(folder / "hosted", settings, {"game": "grimm", "players": players})
    host = Host(folder / "hosted")
    game = played(steps)
    sent = [sent_by(number, *game) for number in range(tables)]
    for number, rows in enumerate(sent, 1):
        host.collector.take_rows(f"table-{number}", Rows(rows.night, 0, rows.rows[:1]))
    times = []
    for step in range(1, steps + 1):
        for number, rows in enumerate(sent, 1):
            began = time.process_time()
            host.collector.take_rows(f"table-{number}", Rows(rows.night, step, rows.rows[step : step + 1]))
            times.append(time.process_time() - began)
        # The board is drawn up four times a second at most; here once for every step of all tables.
        began = time.process_time()
        host.board()
        times[-1] += time.process_time() - began
    host.close()
    times.sort()
    return 1000 * sum(times) / len(times), 1000 * times[-max(1, len(times) // 10)]


def test_the_cost_of_a_step_does_not_grow_with_the_tables(tmp_path: Path) -> None:
    measured = {}
    for tables, steps in ((10, 100), (50, 100), (100, STEPS)):
        measured[tables] = cost_ms(tmp_path / str(tables), tables, steps)
        mean, slow = measured[tables]
        print(
            f"{tables:4} tables × {steps} steps: {mean:6.2f} ms a step, the slowest tenth from {slow:6.2f} ms"
        )
    assert measured[100][1] < MOST_MS
    # The whole is linear in the tables: a step costs about the same however many there are.
    assert measured[100][0] < 3 * measured[10][0]
