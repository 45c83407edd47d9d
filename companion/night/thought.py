"""A question to the rules on a thread of its own, which can be cut short at any time."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from threading import Lock, Thread
from typing import Any

import companion.games

Answer = Callable[[], Any]


class Dropped(BaseException):
    """Ends a question from outside; no rule catches it."""


class Thought(Thread):
    """Works an answer out and tells it, unless it is dropped before.

    The rules are pure, so that they can be cut short anywhere: nothing but the answer is lost. What is not
    pure stays out of the time in which that may happen: imports, the telling, and garbage.
    """

    def __init__(
        self, work_out: Callable[[], Answer], tell: Callable[[Thought, Answer], None], name: str
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._work_out = work_out
        self._tell = tell
        self._gate = Lock()
        self._is_dropped = False
        self._is_open = False
        """Whether it may be cut short now; changed only behind the gate."""

    def drop(self) -> None:
        """Wants no answer any more; asked once, on another thread."""
        with self._gate:
            self._is_dropped = True
            if self._is_open:
                _raise_in(self, ctypes.py_object(Dropped))

    def run(self) -> None:
        """Thinks; from the moment the gate is closed again nobody cuts it short."""
        load_rules()
        try:
            self._set_open(True)
            answer = None if self._is_dropped else self._work_out()
            self._set_open(False)
            # Who dropped it just before may have left an end on its way.
            _raise_in(self, ctypes.py_object())
        except Dropped:
            return
        if answer is not None:
            self._tell(self, answer)

    def _set_open(self, is_open: bool) -> None:
        with self._gate:
            self._is_open = is_open


def _raise_in(thread: Thread, error: ctypes.py_object[Any]) -> None:
    """Raises an error in another thread as soon as it runs Python again; none takes back what was raised."""
    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), error)


@cache
def load_rules() -> None:
    """Imports all that the games import late: a module whose import is cut short may stay locked for good."""
    for module in walk_packages(companion.games.__path__, "companion.games."):
        import_module(module.name)
