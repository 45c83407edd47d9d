"""Tidies memory up while nothing moves: a full collection of garbage takes longer than a frame."""

from __future__ import annotations

import ctypes
import gc
import time
from contextlib import suppress
from pathlib import Path

CALM_S = 0.8
"""How long after a touch or a change everything has come to rest: time to collect what is new."""
LONG_CALM_S = 5.0
"""How long after a touch nobody is about to touch again: time to look through everything."""
AGAIN_S = 10.0
"""How long after it everything is looked through again where a camera never lets the screen rest."""
MOST_NEW = 100_000
"""A bustle that never rests is tidied all the same, after so many new objects."""
MOST_SHORT = 40
"""After so many short collections one looks through everything, however busy the table is."""

MAPS = Path("/proc/self/maps")
MADV_DONTNEED = 4
"""Linux has this number on every machine that a kiosk runs on; where it has no maps, it is not used."""


class Memory:
    """Collects new garbage after each bustle; collects all and gives memory back once nobody is about."""

    def __init__(self) -> None:
        self._swept = 0.0
        self._tidied = 0.0

    def begin(self) -> None:
        """Leaves out for good what lives as long as the kiosk, and collects nothing unasked."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def end(self) -> None:
        """Lets Python collect by itself again."""
        gc.enable()

    def look(self, last_activity: float, last_touch: float) -> None:
        """Tidies where everything is calm and something has happened; asked again and again."""
        now = time.monotonic()
        rests = last_activity < now - LONG_CALM_S or self._tidied < now - AGAIN_S
        if self._tidied < last_activity and last_touch < now - LONG_CALM_S and rests:
            self._tidied = self._swept = now
            gc.collect()
            _give_back()
        elif self._swept < last_activity < now - CALM_S:
            self._swept = now
            gc.collect(2 if gc.get_count()[2] >= MOST_SHORT else 1)
        elif gc.get_count()[0] > MOST_NEW:
            gc.collect()


def _give_back() -> None:
    """Returns to the system what is free, and the code that compiles shaders, which runs at the start.

    The system keeps that code in its cache and brings it back by itself; without a graphics card it is
    the largest part of a kiosk.
    """
    with suppress(OSError):  # another system, or a container that hides its maps: there is nothing to gain
        library = ctypes.CDLL(None)
        trim, advise = (getattr(library, name, None) for name in ("malloc_trim", "madvise"))
        if trim is not None:  # glibc's alone
            trim(0)
        if advise is None:
            return
        for line in MAPS.read_text("utf-8", "replace").splitlines():
            # Only code, which nobody writes to: pages given back come from the file again.
            if " r-xp " in line and "libLLVM" in line:
                first, last = (int(end, 16) for end in line.split(" ", 1)[0].split("-"))
                advise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), MADV_DONTNEED)
