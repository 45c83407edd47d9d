"""Time as a port: the brain is told the time, it never asks the machine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]
