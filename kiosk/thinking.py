"""Questions that take the rules long: worked out on another thread, so that no touch waits for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from kivy.clock import Clock

T = TypeVar("T")

SLOW_S = 0.2
"""How long a question may take before the screen says that it thinks."""

TURN_S = 0.0005
"""How long the thread may keep the interpreter from the screen, which takes it many times a frame."""


class Thinker:
    """Answers the last question only: who asks again, or cancels, no longer needs the one before."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], name: str) -> None:
        self._post = post
        self._name = name
        self._asked: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._number = 0
        self._slow: Any = None
        self.is_busy = False
        """Whether an answer is still wanted."""

    def ask(
        self, question: Callable[[], T], answered: Callable[[T], None], slow: Callable[[], None] | None = None
    ) -> None:
        """Has a question worked out; `answered` is called on the screen's thread, `slow` if it takes long."""
        if self._thread is None:
            sys.setswitchinterval(TURN_S)
            self._thread = Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self.cancel()
        if slow is not None:
            self._slow = Clock.schedule_once(lambda _: slow(), SLOW_S)
        self.is_busy = True
        self._asked.put(partial(self._think, self._number, question, answered))

    def cancel(self) -> None:
        """Wants no answer any more."""
        self._number += 1
        self.is_busy = False
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def close(self) -> None:
        """Lets the thread end after what it is at."""
        self.cancel()
        self._asked.put(None)

    def _work(self) -> None:
        while True:
            asked = self._asked.get()
            while asked is not None and not self._asked.empty():
                asked = self._asked.get()
            if asked is None:
                return
            asked()

    def _think(self, number: int, question: Callable[[], T], answered: Callable[[T], None]) -> None:
        if number != self._number:
            return
        try:
            answer = question()
        except Exception as error:
            self._post(partial(self._fail, number, error))
        else:
            self._post(partial(self._answer, number, answered, answer))

    def _answer(self, number: int, answered: Callable[[T], None], answer: T) -> None:
        if number == self._number:
            self.cancel()
            answered(answer)

    def _fail(self, number: int, error: Exception) -> None:
        """Raises where the panel that asked can be shown as broken; nobody misses an answer unasked for."""
        if number == self._number:
            self.cancel()
            raise error
