"""A question to the rules, worked out in a process of its own, which can be dropped at any time."""

from __future__ import annotations

import io
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from typing import Any

from companion.games.protocol import Game
from companion.games.registry import GAMES, find_game
from companion.night.worker import read_all
from companion.ports.programs import PYTHON, its_environment

Answer = Callable[[], Any]
"""Returns what the rules answered, or raises what they raised."""


class Worker:
    """The process beside this one that knows the rules; begun anew where it has died."""

    def __init__(self) -> None:
        self._gate = Lock()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Starts the process, which takes a moment to read the rules, unless it runs."""
        with self._gate:
            if self._control is None:
                self._control = self._begin()

    def open_line(self) -> socket.socket:
        """Returns a line on which one question is asked and answered."""
        ours, theirs = socket.socketpair()
        with theirs, self._gate:
            for _ in range(2):
                self._control = self._control or self._begin()
                try:
                    socket.send_fds(self._control, [b"?"], [theirs.fileno()])
                except OSError:  # it was killed: there is always another one
                    self._control.close()
                    self._control = None
                else:
                    return ours
        ours.close()
        raise ChildProcessError("the process of the rules does not stay alive")

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # It ends by itself when this process lets go of the line.
            self._process = subprocess.Popen(
                [*PYTHON, "-m", "companion.night.worker", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                env={**its_environment(), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )
        return ours


@cache
def worker() -> Worker:
    """Returns this process's worker; everybody here asks the same."""
    return Worker()


class Thought(Thread):
    """Has a question worked out and tells the answer, unless it is dropped before."""

    def __init__(
        self, question: Callable[[], Any], tell: Callable[[Thought, Answer], None], name: str
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._question = question
        self._tell = tell
        self._gate = Lock()
        self._line: socket.socket | None = None
        self._is_dropped = False

    def drop(self) -> None:
        """Wants no answer any more: the process that thinks about it ends."""
        with self._gate:
            self._is_dropped = True
            if self._line is not None:
                with suppress(OSError):  # it has just ended by itself
                    self._line.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        """Asks, and waits for the answer."""
        try:
            answer = self._ask()
        except Exception as error:
            answer = _raiser(error)
        with self._gate:
            if self._line is not None:
                self._line.close()
                self._line = None
            is_dropped = self._is_dropped
        if not is_dropped:
            self._tell(self, answer)

    def _ask(self) -> Answer:
        asked = packed(self._question)
        line = worker().open_line()
        with self._gate:
            self._line = line
            if self._is_dropped:
                return _raiser(EOFError())
        line.sendall(asked)
        line.shutdown(socket.SHUT_WR)
        told = read_all(line)
        if not told:
            raise ChildProcessError("the rules ended without an answer")
        answer, error = pickle.loads(told)
        return (lambda: answer) if error is None else _raiser(error)


def _raiser(error: Exception) -> Answer:
    def answer() -> Any:
        raise error

    return answer


class _Packer(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        """Sends a game by its name: its functions are known on the other side."""
        if isinstance(value, Game) and value.manifest.id in GAMES and find_game(value.manifest.id) is value:
            return find_game, (value.manifest.id,)
        return NotImplemented


def packed(question: Callable[[], Any]) -> bytes:
    """Packs a question for another process."""
    buffer = io.BytesIO()
    _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(question)
    return buffer.getvalue()
