"""A whole club on one machine: a host, tables, and hands that kill them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from companion.club.carrier.line import Account
from companion.club.host.broker import brokers_of
from companion.club.host.host import Host
from companion.club.host.settings import Settings, load_settings, new_settings
from companion.club.host.store import Store
from companion.club.ticket import Ticket, join_url, keep_ticket
from companion.night.night import now
from tests.club.tables import journals

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def until(is_so: Callable[[], object], patience_s: float, what: str | Callable[[], object] = "") -> float:
    """Waits; returns how long it took, fails with what was waited for when it takes too long."""
    began = time.monotonic()
    while not is_so():
        is_late = time.monotonic() - began >= patience_s
        assert not is_late, f"not within {patience_s} s: {what() if callable(what) else what}"
        time.sleep(0.05)
    return time.monotonic() - began


class Arena:
    """One host and several tables as processes; `where` wraps a command so that it runs somewhere else."""

    def __init__(
        self,
        folder: Path,
        tables: int,
        *,
        address: str = "127.0.0.1",
        where: Callable[[str], Sequence[str]] = lambda name: (),
        pause_s: float = 0.05,
        steps: int = 10**6,
        game: str = "lighthouse",
        players: Sequence[str] = (),
    ) -> None:
        self.folder, self.tables, self.address, self.where = folder, tables, address, where
        self.pause_s, self.steps = pause_s, steps
        self.port, self.broker_port = free_port(), free_port()
        folder.mkdir(exist_ok=True)
        self.hosted = folder / "hosted"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        names = list(players) or [f"P{number}" for number in range(tables * 2)]
        setup = {"game": game, "players": names, "table_size": 2 if not players else 4, "largest": 4}
        Host.create(self.hosted, new_settings("Cup", tables), setup)

    def start_host(self, whose_broker: str = "own") -> None:
        self._start("host", "host", self.hosted, self.address, self.port, self.broker_port, whose_broker)

    def start_table(self, number: int) -> None:
        name = f"table-{number}"
        self._start(name, "table", self.folder / name, number, self.pause_s, self.steps)

    def _start(self, name: str, *args: object) -> None:
        command = [*self.where(name), sys.executable, "-m", "tests.club.processes", *map(str, args)]
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
        )

    def admit_tables(self) -> None:
        """Lets every table in, as if each had typed the code long ago."""
        from companion.club.host.settings import admit, save_settings

        settings: Settings = load_settings(self.hosted)
        for number in range(1, self.tables + 1):
            settings, seat = admit(settings, settings.secret, f"machine{number:04}")
            account = Account(self.address, self.broker_port, seat.user, seat.password)
            ticket = Ticket(settings.event, "Cup", number, account, "", now() - timedelta(days=1))
            keep_ticket(ticket, self.folder / f"table-{number}" / "club")
        save_settings(self.hosted, settings)

    def act(self, **command: Any) -> None:
        """Does what an organiser does."""
        url = f"http://127.0.0.1:{self.port}/act"
        headers = {"x-club-key": load_settings(self.hosted).key}
        asked = urllib.request.Request(url, json.dumps(command).encode(), headers)
        urllib.request.urlopen(asked, timeout=10).read()

    @property
    def invitation(self) -> str:
        """What the host's QR code says."""
        return join_url("127.0.0.1", self.port, load_settings(self.hosted).secret)

    def kill(self, name: str) -> None:
        """Kills a process as the kernel does when memory is short; what it had started is left over."""
        with suppress(ProcessLookupError):
            os.kill(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def kill_broker(self) -> None:
        with suppress(OSError, ValueError):
            os.kill(int((self.hosted / "broker.pid").read_text()), signal.SIGKILL)

    def stop(self, name: str, *, is_still: bool) -> None:
        """Lets a process stand still, or go on."""
        with suppress(ProcessLookupError):
            os.kill(self.processes[name].pid, signal.SIGSTOP if is_still else signal.SIGCONT)

    def board(self) -> dict[str, Any] | None:
        """Asks the host for its board, from where the host is; None where it does not answer."""
        url = f"http://127.0.0.1:{self.port}/board.json"
        where = self.where("host")
        try:
            if where:
                answer = subprocess.run(
                    [*where, "curl", "-s", "-m", "2", url], capture_output=True, check=False
                )
                return json.loads(answer.stdout) if answer.stdout else None
            with urllib.request.urlopen(url, timeout=2) as answer:
                return json.loads(answer.read())
        except (OSError, ValueError):
            return None

    def played(self) -> dict[str, list[tuple[bytes, bytes]]]:
        """Returns every night of every table as its journal has it."""
        return {
            night: rows
            for number in range(1, self.tables + 1)
            for night, rows in journals(self.folder / f"table-{number}" / "nights")
        }

    def stored(self) -> dict[str, list[tuple[bytes, bytes]]]:
        """Returns every night that the host has."""
        store = Store(self.hosted / "tables.db")
        try:
            return {night.id: list(store.rows(night.id)) for night in store.nights()}
        finally:
            store.close()

    def stored_counts(self) -> dict[str, int]:
        """Counts the rows that the host has of every night."""
        store = Store(self.hosted / "tables.db")
        try:
            return {night.id: night.last + 1 for night in store.nights()}
        finally:
            store.close()

    def wrong_on_board(self) -> list[str]:
        """Says where the board does not show the newest night of a table as far as its journal goes."""
        board = self.board()
        if board is None:
            return ["there is no board"]
        wrong = []
        for number in range(1, self.tables + 1):
            *_, (night, rows) = journals(self.folder / f"table-{number}" / "nights")
            shown = board["tables"][number - 1]
            found = (shown.get("night"), shown.get("steps"), shown["is_here"])
            if found != (night, len(rows) - 1, True):
                wrong.append(f"table {number}: {found} instead of {(night, len(rows) - 1, True)}")
        return wrong

    def close(self) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.kill_broker()
        for pid in brokers_of(self.hosted):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
