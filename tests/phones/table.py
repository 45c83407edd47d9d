"""A table for the tests: a night, its reception on a thread of its own, and a real server beside it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from companion.core.command import Command
from companion.night.night import Night
from companion.phones.book import digest_of
from companion.phones.gate import Gate
from companion.phones.reception import Reception

WAIT_S = 30.0
ADDRESS = "127.0.0.1"


def until(is_so: Callable[[], Any], timeout_s: float = WAIT_S) -> Any:
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        found = is_so()
        if found:
            return found
        time.sleep(0.005)
    raise AssertionError(f"not so within {timeout_s} s")


class Table:
    """The one writer: everything that touches the night happens on its thread."""

    def __init__(self, begin: Callable[[], Night[Any]], folder: Path, *, agrees: bool = True) -> None:
        self.trouble: BaseException | None = None
        self.agrees = agrees
        self.steps: list[str] = []
        """The sources of everything that was carried out."""
        self.gate_path = folder / "phones.sock"
        self._calls: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.reception = Reception(
            self._tell, self._changed, post=self._calls.put, path=folder / "phones.json"
        )
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        self.night = self.do(begin)
        self.gate = Gate(self.gate_path, self._calls.put, self.reception.hear, self.reception.connected)
        self.do(lambda: self.reception.use(self))
        self.do(self.reception.open)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                call()
            except BaseException as error:
                self.trouble = error
                raise

    def _tell(self, line: Any) -> None:
        self.gate.tell(line)

    def _changed(self) -> None:
        if self.agrees:
            for phone in self.reception.book.waiting():
                self.reception.agree(phone.digest)

    def submit(self, *commands: Command | dict[str, Any], source: str = "touch") -> None:
        self.night.submit_all(commands, source=source)
        self.steps.append(source)
        self.reception.night_changed()

    def roll(self, *, source: str) -> None:
        self.night.roll(source=source)
        self.steps.append(source)
        self.reception.night_changed()

    def do(self, call: Callable[[], Any]) -> Any:
        """Does something on the table's thread, and returns what came of it."""
        done: SimpleQueue[Any] = SimpleQueue()

        def carry_out() -> None:
            try:
                done.put((call(), None))
            except BaseException as error:
                done.put((None, error))

        self._calls.put(carry_out)
        found, error = done.get(timeout=WAIT_S)
        if error is not None:
            raise error
        return found

    @property
    def port(self) -> int:
        return int(until(lambda: self.reception.reach.port))

    def token(self) -> str:
        return str(self.do(lambda: self.reception.invite().token))

    def close(self) -> None:
        self.do(self.reception.close_down)
        self.gate.close()
        self.do(self.night.close)
        self._calls.put(None)
        self._thread.join(timeout=5)
        assert self.trouble is None


class Server:
    """A real `companion serve`; it can be killed and begun again on the same port."""

    def __init__(self, gate: Path, port: int = 0, log: Path | None = None) -> None:
        self._command = [
            *(sys.executable, "-c", "from companion.cli import main; main()", "serve"),
            *("--socket", str(gate), "--bind", ADDRESS, "--port"),
        ]
        self.port = port
        self._log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.begin()

    def begin(self) -> None:
        out = self._log.open("ab") if self._log is not None else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*self._command, str(self.port)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )

    def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(timeout=20)


class Phone:
    """A phone at the level of its protocol: it keeps everything that it was ever told."""

    def __init__(self, port: int, *, language: str = "en") -> None:
        self.port, self.language = port, language
        self.cookie = ""
        self.heard: list[str] = []
        self.view: dict[str, Any] | None = None
        self.answers: dict[str, dict[str, Any]] = {}
        self.last: dict[str, Any] = {}
        self.line: ClientConnection | None = None

    @property
    def digest(self) -> str:
        return digest_of(self.cookie)

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=10)
        host = f"{ADDRESS}:{self.port}"
        given = {"Origin": f"http://{host}", "Cookie": f"companion={self.cookie}", **headers}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request("POST", path, data, given)
        answer = connection.getresponse()
        told = answer.read().decode()
        self.heard.append(told)
        connection.close()
        return answer.status, dict(answer.getheaders()), told

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=10)
        connection.request("GET", path, headers={"Cookie": f"companion={self.cookie}", **headers})
        answer = connection.getresponse()
        told = answer.read().decode()
        self.heard.append(told)
        connection.close()
        return answer.status, told

    def enter(self, token: str = "", pin: str = "") -> int:
        given = {"token": token} if token else {"pin": pin}
        status, headers, _ = self.post("/enter", given)
        cookie = next((value for name, value in headers.items() if name.lower() == "set-cookie"), "")
        if cookie:
            self.cookie = cookie.partition("=")[2].partition(";")[0]
        return status

    def connect(self, **headers: str) -> None:
        host = f"{ADDRESS}:{self.port}"
        given = {"Cookie": f"companion={self.cookie}", **headers}
        origin: Any = given.pop("Origin", f"http://{host}")
        self.line = connect(
            f"ws://{host}/line",
            origin=origin,
            additional_headers=given,
            open_timeout=10,
            max_size=None,
            legacy=True,
        )
        self.say(do="hello", language=self.language)

    def say(self, **message: Any) -> None:
        assert self.line is not None
        self.line.send(json.dumps(message))

    def hear(self, timeout_s: float = WAIT_S) -> dict[str, Any]:
        """Takes in the next message."""
        assert self.line is not None
        text = str(self.line.recv(timeout=timeout_s))
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self.last = message
        if message["kind"] == "view":
            self.view = message
        elif message["kind"] == "answer":
            self.answers[message["id"]] = message
        return message

    def hear_until(self, is_so: Callable[[], Any], timeout_s: float = WAIT_S) -> Any:
        end = time.monotonic() + timeout_s
        while not (found := is_so()):
            self.hear(max(0.01, end - time.monotonic()))
        return found

    def see(self, revision: int, timeout_s: float = WAIT_S) -> None:
        """Waits until it shows a revision, or a later one."""
        self.hear_until(lambda: self.view is not None and self.view["revision"] >= revision, timeout_s)

    def answer_to(self, request: str) -> dict[str, Any]:
        """Waits for the answer to a request."""
        self.hear_until(lambda: request in self.answers)
        return self.answers[request]

    def hear_the_end(self) -> None:
        """Takes in everything until the server ends the line."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.hear(10)

    def listen(self) -> None:
        """Takes in whatever is there."""
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                self.hear(0.0)

    def take(self, role: str, player: str = "") -> None:
        self.say(do="knock", role=role, player=player)
        self.hear_until(lambda: self.view is not None)

    def leave(self) -> None:
        if self.line is not None:
            with contextlib.suppress(ConnectionClosed, OSError):
                self.line.close()
            self.line = None

    def drop(self) -> None:
        """Loses the connection without a word, as a phone in a pocket does."""
        if self.line is not None:
            with contextlib.suppress(OSError):
                self.line.socket.shutdown(2)
            self.leave()

    def can_connect(self) -> bool:
        try:
            self.connect()
        except (InvalidHandshake, OSError, ConnectionClosed):
            return False
        return True


def joined(table: Table, role: str = "seat", player: str = "", language: str = "en") -> Phone:
    """Lets a phone in and gives it a place."""
    phone = Phone(table.port, language=language)
    assert phone.enter(table.token()) == 200
    phone.connect()
    phone.hear_until(lambda: phone.last.get("kind") == "join")
    phone.take(role, player)
    return phone


@contextlib.contextmanager
def served(
    begin: Callable[[], Night[Any]], folder: Path, *, agrees: bool = True
) -> Iterator[tuple[Table, Server]]:
    """A table with its server."""
    table = Table(begin, folder, agrees=agrees)
    server = Server(table.gate_path, log=folder / "server.log")
    try:
        server.port = table.port
        yield table, server
    finally:
        server.kill()
        table.close()
