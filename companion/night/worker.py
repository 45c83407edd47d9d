"""Runs beside the screen: a process that knows the rules and answers each question in a child of its own."""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import companion.games

QUESTIONS = ("companion.night.questions", "companion.night.reasons", "companion.referee")

POLITENESS = 5
"""How far a question stands back behind the screen where both want a core."""


def serve(control: socket.socket) -> None:
    """Takes questions until whoever asks is gone; each comes as one end of a line of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system itself clears away children that have ended
    load_rules()
    gc.collect()
    gc.freeze()  # what is shared with the children stays shared
    while True:
        asked, handles, _, _ = socket.recv_fds(control, 1, 1)
        if not asked:
            return
        if os.fork() == 0:
            control.close()
            os.nice(POLITENESS)
            gc.disable()  # it ends after one answer
            _answer(socket.socket(fileno=handles[0]))
            os._exit(0)
        for handle in handles:
            os.close(handle)


def load_rules() -> None:
    """Imports what questions are made of, and all that the games import late, so that no question has to."""
    for name in QUESTIONS:
        import_module(name)
    for module in walk_packages(companion.games.__path__, "companion.games."):
        import_module(module.name)


def _answer(line: socket.socket) -> None:
    """Works one question out; ends at once where nobody listens any more."""
    asked = read_all(line)
    if not asked:
        return
    flags = fcntl.fcntl(line, fcntl.F_GETFL)
    # From here on the system ends this process as soon as the other side hangs up.
    fcntl.fcntl(line, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(line, fcntl.F_SETFL, flags | os.O_ASYNC)
    if _is_hung_up(line):
        return
    outcome = _work_out(asked)
    fcntl.fcntl(line, fcntl.F_SETFL, flags)
    with suppress(BrokenPipeError):
        line.sendall(outcome)


def read_all(line: socket.socket) -> bytes:
    """Reads what the other side says, to its end."""
    return b"".join(iter(lambda: line.recv(1 << 16), b""))


def _is_hung_up(line: socket.socket) -> bool:
    watch = select.poll()
    watch.register(line, 0)
    return bool(watch.poll(0))


def _work_out(asked: bytes) -> bytes:
    try:
        question: Callable[[], Any] = pickle.loads(asked)
        return pickle.dumps((question(), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    """Packs an error; one that cannot travel is told in words."""
    try:
        packed = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)
    except Exception:
        told = RuntimeError(f"{type(error).__name__}: {error}")
        return pickle.dumps((None, told), pickle.HIGHEST_PROTOCOL)
    return packed


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        serve(given)
