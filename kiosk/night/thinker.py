"""Questions that take the rules long: worked out on other threads, so that no touch waits for them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from kivy.clock import Clock

from companion.night.thought import Thought

T = TypeVar("T")

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
