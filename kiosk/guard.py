"""Catches what any callback raises, so that one broken panel is not the end of the night."""

from __future__ import annotations

import logging
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

log = logging.getLogger("kiosk")


class Guard(ExceptionHandler):
    """Turns an error in any callback into the broken panel instead of the end of the night."""

    def __init__(self, show: Callable[[Exception], None]) -> None:
        self._show = show

    def handle_exception(self, exception: Exception) -> int:
        """Shows the error and lets the loop go on."""
        if isinstance(exception, KeyboardInterrupt):
            return ExceptionManager.RAISE
        log.exception("a panel failed", exc_info=exception)
        self._show(exception)
        return ExceptionManager.PASS
