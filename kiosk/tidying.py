"""Tidies memory up while nothing moves: a full collection of garbage takes longer than a frame."""

from __future__ import annotations

import ctypes
import gc
import time

CALM_S = 0.8
"""How long after a touch or a change everything has come to rest."""
LONGEST_S = 10.0
"""How long a night without a rest may go on before it is tidied all the same."""
NEVER = 1_000_000


class Tidying:
    """Collects garbage and gives memory back, once after each bustle."""

    def __init__(self) -> None:
        self._tidied = time.monotonic()

    def begin(self) -> None:
        """Leaves out for good what lives as long as the kiosk, and keeps full collections for a rest."""
        if not gc.get_freeze_count():
            gc.collect()
            gc.freeze()
        gc.set_threshold(2_000, 10, NEVER)

    def look(self, last_activity: float) -> None:
        """Tidies where it is time; asked again and again."""
        now = time.monotonic()
        is_calm = now - last_activity > CALM_S and self._tidied < last_activity
        if is_calm or now - self._tidied > LONGEST_S > now - last_activity:
            self._tidied = now
            gc.collect()
            _give_back()


def _give_back() -> None:
    """Returns freed memory to the system, where the C library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
