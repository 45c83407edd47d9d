"""Lights spaces up: what is within reach is worked out on another thread, so that no touch waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from kiosk.night.session import Session
from kiosk.night.thinker import Thinker

Spaces = tuple[str, ...]

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
            asked = partial(_ask, session.game.reachable, state, figure)
            self._thinker.ask(asked, partial(self._found, session, state, figure))

    def cancel(self) -> None:
        """Wants no light any more."""
        self._thinker.cancel()

    def _found(self, session: Session, state: Any, figure: str, lit: Spaces | Exception) -> None:
        if isinstance(lit, Exception):
            log.error("no light", exc_info=lit)
        elif session.light(state, figure, lit):
            self._on_lit(session)
            asked = partial(_ask, session.game.costly, state, figure)
            self._thinker.ask(asked, partial(self._marked, session, state, figure))

    def _marked(self, session: Session, state: Any, figure: str, costly: Spaces | Exception) -> None:
        if isinstance(costly, Exception):
            log.error("no costs", exc_info=costly)
        elif session.mark_costly(state, figure, costly):
            self._on_lit(session)


def _ask(rule: Callable[[Any, str], Spaces], state: Any, figure: str) -> Spaces | Exception:
    try:
        return rule(state, figure)
    except Exception as error:  # a board without light is still a board
        return error
