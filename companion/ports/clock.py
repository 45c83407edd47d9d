"""Time as a port: the brain is told the time, it never asks the machine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]


def local_time(moment: datetime) -> datetime:
    """Returns a moment by this machine's clock; one at the ends of time stays as it was written."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return moment
