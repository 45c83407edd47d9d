"""Questions of phones to the rules, asked on the table's side: a few at a time, none of them for ever."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from threading import Timer
from typing import Any

from companion.night.thought import Answer, Thought

MOST_AT_ONCE = 2
MOST_WAITING = 16
"""Questions in the queue; a phone asks one at a time, so that only many phones at once come near it."""
LONGEST_S = 6.0
"""How long the rules may think for a phone; the table itself waits as long as it likes."""

Answered = Callable[[Answer | None], Any]
"""Takes the answer in; None where it took too long."""


class Questions:
    """Has questions worked out beside the table's thread; what takes too long is dropped."""

    def __init__(self, post: Callable[[Callable[[], Any]], None]) -> None:
        self._post = post
        self._running: dict[Thought, tuple[Timer, Answered]] = {}
        self._waiting: deque[tuple[Callable[[], Any], Answered]] = deque()

    def ask(self, question: Callable[[], Any], answered: Answered) -> None:
        """Has a question worked out; `answered` is called on the table's thread."""
        if len(self._waiting) >= MOST_WAITING:
            answered(None)
            return
        self._waiting.append((question, answered))
        self._go_on()

    def close(self) -> None:
        """Wants no answer any more."""
        self._waiting.clear()
        for thought, (timer, _) in self._running.items():
            timer.cancel()
            thought.drop()
        self._running.clear()

    def _go_on(self) -> None:
        while self._waiting and len(self._running) < MOST_AT_ONCE:
            question, answered = self._waiting.popleft()
            thought = Thought(question, self._tell, "phones thinking")
            timer = Timer(LONGEST_S, self._post, (partial(self._settle, thought, None),))
            timer.daemon = True
            self._running[thought] = timer, answered
            timer.start()
            thought.start()

    def _tell(self, thought: Thought, answer: Answer) -> None:
        self._post(partial(self._settle, thought, answer))

    def _settle(self, thought: Thought, answer: Answer | None) -> None:
        found = self._running.pop(thought, None)
        if found is None:
            return
        timer, answered = found
        timer.cancel()
        if answer is None:
            thought.drop()
        answered(answer)
        self._go_on()
