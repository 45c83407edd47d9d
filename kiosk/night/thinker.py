"""Questions that take the rules long: worked out in another process, so that no touch waits for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from kivy.clock import Clock

from companion.night.thought import Answer, Thought

T = TypeVar("T")
Told = Callable[[Any], None]
Failed = Callable[[Exception], None] | None

SLOW_S = 0.2
"""How long a question may take before the screen says that it thinks."""


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
        self,
        question: Callable[[], T],
        answered: Callable[[T], None],
        slow: Callable[[], None] | None = None,
        failed: Failed = None,
    ) -> None:
        """Has a question worked out; `answered` is called on the screen's thread, `slow` if it takes long.

        The question goes to another process: a function of a module, with what it is asked about. An error
        of the rules goes to `failed`, else it is raised on the screen's thread, where it is shown.
        """
        self.cancel()
        if slow is not None:
            self._slow = Clock.schedule_once(lambda _: slow(), SLOW_S)
        self._thought = Thought(question, partial(self._tell, answered, failed), self._name)
        self._thought.start()

    def cancel(self) -> None:
        """Wants no answer any more."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.drop()
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _tell(self, answered: Told, failed: Failed, thought: Thought, answer: Answer) -> None:
        self._post(partial(self._hear, answered, failed, thought, answer))

    def _hear(self, answered: Told, failed: Failed, thought: Thought, answer: Answer) -> None:
        if thought is not self._thought:
            return
        self.cancel()
        try:
            found = answer()
        except Exception as error:
            if failed is None:
                raise
            failed(error)
            return
        answered(found)
