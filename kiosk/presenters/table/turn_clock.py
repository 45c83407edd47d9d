"""The gentle timer: notices when a turn lasts longer than the table wants, and says so once."""

from __future__ import annotations

import time
from collections.abc import Callable


class TurnClock:
    """Measures how long the same player is on."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._player: str | None = None
        self._began = now()
        self._has_told = False

    def follow(self, player: str | None) -> None:
        """Takes in whose turn it is."""
        if player != self._player:
            self._player, self._began, self._has_told = player, self._now(), False

    def overdue(self, minutes: int) -> bool:
        """Tells, once a turn, that it has lasted so many minutes; never where there is no limit."""
        is_over = minutes > 0 and self._player is not None and self._now() - self._began >= 60 * minutes
        if not is_over or self._has_told:
            return False
        self._has_told = True
        return True
