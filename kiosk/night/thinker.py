"""Questions that take the rules long: worked out on other threads, so that no touch waits for them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages
from threading import Lock, Thread
from typing import Any, TypeVar

from kivy.clock import Clock

import companion.games

T = TypeVar("T")
Answer = Callable[[], Any]

SLOW_S = 0.2
"""How long a question may take before the screen says that it thinks."""

TURN_S = 0.0005
"""How long a thread may keep the interpreter from the screen, which takes it many times a frame."""


class Thinker:
    """Answers the last question only: who asks again, or cancels, ends the one before."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], name: str) -> None:
        self._post = post
        self._name = name
        self._thought: Thought | None = None
        self._slow: Any = None

    @property
    def is_busy(self) -> bool:
        """Tells whether an answer is still wanted."""
        return self._thought is not None

    def ask(
        self, question: Callable[[], T], answered: Callable[[T], None], slow: Callable[[], None] | None = None
    ) -> None:
        """Has a question worked out; `answered` is called on the screen's thread, `slow` if it takes long."""
        sys.setswitchinterval(TURN_S)
        self.cancel()
        if slow is not None:
            self._slow = Clock.schedule_once(lambda _: slow(), SLOW_S)
        self._thought = Thought(partial(_work_out, question, answered), self._tell, self._name)
        self._thought.start()

    def cancel(self) -> None:
        """Wants no answer any more."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.drop()
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _tell(self, thought: Thought, answer: Callable[[], Any]) -> None:
        self._post(partial(self._hear, thought, answer))

    def _hear(self, thought: Thought, answer: Callable[[], Any]) -> None:
        if thought is self._thought:
            self.cancel()
            answer()


def _work_out(question: Callable[[], T], answered: Callable[[T], None]) -> Callable[[], Any]:
    """Returns what the screen's thread does with the answer; an error is raised there, where it is shown."""
    try:
        return partial(answered, question())
    except Exception as error:
        return partial(_fail, error)


def _fail(error: Exception) -> None:
    raise error


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
