"""Lights spaces up: what is within reach is worked out on another thread, so that no touch waits for it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

from kiosk.session import Session, reach_of

log = logging.getLogger("kiosk")

TURN_S = 0.0005
"""How long the thread may keep the interpreter from the screen, which takes it many times a frame."""


class Lighting:
    """Answers the last question only: who asks again before it is answered no longer needs the first."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_lit: Callable[[Session], None]) -> None:
        self._post = post
        self._on_lit = on_lit
        self._asked: SimpleQueue[tuple[Session, Any] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def ask(self, session: Session) -> None:
        """Asks which spaces are within reach now; `on_lit` is called once the session knows."""
        if session.is_lit:
            return
        if self._thread is None:
            sys.setswitchinterval(TURN_S)
            self._thread = Thread(target=self._work, name="lighting", daemon=True)
            self._thread.start()
        self._asked.put((session, session.state))

    def close(self) -> None:
        """Lets the thread end after what it is at."""
        self._asked.put(None)

    def _work(self) -> None:
        while True:
            asked = self._asked.get()
            while not self._asked.empty():
                asked = self._asked.get()
            if asked is None:
                return
            session, state = asked
            try:
                lit = reach_of(session.game, state)
            except Exception:  # a board without light is still a board
                log.exception("no light")
                continue
            self._post(partial(self._found, session, state, lit))

    def _found(self, session: Session, state: Any, lit: tuple[str, ...]) -> None:
        if session.light(state, lit):
            self._on_lit(session)
