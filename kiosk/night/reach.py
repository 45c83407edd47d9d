"""Lights spaces up: what is within reach is worked out in another process, so that no touch waits for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.night.questions import Spaces, find_costs, find_reach
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
            asked = partial(find_reach, session.game, state, figure)
            self._thinker.ask(asked, partial(self._found, session, state, figure), failed=_dark)

    def cancel(self) -> None:
        """Wants no light any more."""
        self._thinker.cancel()

    def _found(self, session: Session, state: Any, figure: str, lit: Spaces) -> None:
        if not session.light(state, figure, lit):
            self.ask(session)  # another figure was chosen meanwhile
            return
        self._on_lit(session)
        asked = partial(find_costs, session.game, state, figure)
        self._thinker.ask(asked, partial(self._marked, session, state, figure), failed=_dark)

    def _marked(self, session: Session, state: Any, figure: str, costly: Spaces) -> None:
        if session.mark_costly(state, figure, costly):
            self._on_lit(session)


def _dark(error: Exception) -> None:
    """Leaves the board without light: it is still a board."""
    log.error("no light", exc_info=error)
