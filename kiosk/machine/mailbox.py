"""The one queue from other threads: cameras and dice boxes post, the screen's thread reads."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from kivy.clock import Clock


class Mailbox:
    """Runs what other threads post on the screen's thread, in order."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._wake = Clock.create_trigger(self._drain, 0)

    def post(self, call: Callable[[], Any]) -> None:
        """Queues a call; safe from any thread."""
        self._queue.put(call)
        self._wake()

    def _drain(self, _: float) -> None:
        while True:
            try:
                call = self._queue.get_nowait()
            except Empty:
                return
            try:
                call()
            except Exception:
                # Whoever guards the loop shows it. What waits behind it needs another event: this one is
                # cancelled by its error.
                Clock.schedule_once(self._drain, 0)
                raise
