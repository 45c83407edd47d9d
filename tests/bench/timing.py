"""How long an answer takes, and a row of a table about many."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from companion.night.garbage import no_cycle_search


def seconds(dispute: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> float:
    """Times one answer, asked as the command asks, by a clock that busy neighbours do not lengthen."""
    with no_cycle_search():
        start = process_time()
        answer(dispute)
        return process_time() - start


def row(name: str, times: list[float]) -> str:
    """Writes median, 90 % and longest in milliseconds."""
    ordered = sorted(times)
    ninety = ordered[int(len(ordered) * 0.9)]
    return f"{name:>14} {median(ordered) * 1000:>9.2f} {ninety * 1000:>9.2f} {ordered[-1] * 1000:>9.2f}"
