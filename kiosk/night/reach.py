"""Lights spaces up: what is within reach is worked out on another thread, so that no touch waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.night.session import Session
from kiosk.night.thinker import Thinker

log = logging.getLogger("kiosk")


class Reach:
    """Keeps the newest state lit; light for a state gone by is dropped."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_lit: Callable[[Session], None]) -> None:
        self._thinker = Thinker(post, "reach")
        self._on_lit = on_lit

    def ask(self, session: Session) -> None:
        """Asks which spaces are within reach now; `on_lit` is called once the session knows."""
        if not session.is_lit:
            state, figure = session.state, session.figure
            asked = partial(_reach, session, state, figure)
            self._thinker.ask(asked, partial(self._found, session, state, figure))

    def cancel(self) -> None:
        """Wants no light any more."""
        self._thinker.cancel()

    def _found(self, session: Session, state: Any, figure: str, lit: tuple[str, ...] | Exception) -> None:
        if isinstance(lit, Exception):
            log.error("no light", exc_info=lit)
        elif session.light(state, figure, lit):
            self._on_lit(session)


def _reach(session: Session, state: Any, figure: str) -> tuple[str, ...] | Exception:
    try:
        return session.game.reachable(state, figure)
    except Exception as error:  # a board without light is still a board
        return error
