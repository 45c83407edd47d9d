"""Lights spaces up: what is within reach is worked out on another thread, so that no touch waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.session import Session, reach_of
from kiosk.thinking import Thinker

log = logging.getLogger("kiosk")


class Lighting:
    """Keeps the newest state lit; light for a state gone by is dropped."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_lit: Callable[[Session], None]) -> None:
        self._thinker = Thinker(post, "lighting")
        self._on_lit = on_lit

    def ask(self, session: Session) -> None:
        """Asks which spaces are within reach now; `on_lit` is called once the session knows."""
        if not session.is_lit:
            state = session.state
            self._thinker.ask(partial(_reach, session, state), partial(self._found, session, state))

    def close(self) -> None:
        """Lets the thread end after what it is at."""
        self._thinker.close()

    def _found(self, session: Session, state: Any, lit: tuple[str, ...] | None) -> None:
        if lit is not None and session.light(state, lit):
            self._on_lit(session)


def _reach(session: Session, state: Any) -> tuple[str, ...] | None:
    try:
        return reach_of(session.game, state)
    except Exception:  # a board without light is still a board
        log.exception("no light")
        return None
