"""Talks to systemd where a service runs under it: ready, alive, what it is doing."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable


def notify(state: str) -> bool:
    """Sends a state such as READY=1 to the service manager; False where there is none to hear it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    # An address that begins with @ is in Linux's abstract namespace, where a zero byte stands for it.
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as messenger:
            messenger.connect(address)
            messenger.sendall(state.encode())
    except OSError:
        return False
    return True


class Heartbeat:
    """Tells the watchdog that a loop still turns; the loop itself calls `beat`, never a timer beside it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        limit_us = os.environ.get("WATCHDOG_USEC", "")
        self._every_s = int(limit_us) / 3e6 if limit_us.isdigit() else 0.0
        self._clock = clock
        self._next_at = 0.0

    def beat(self) -> None:
        """Feeds the watchdog, a third of its limit apart at most; costs next to nothing in between."""
        now = self._clock()
        if self._every_s and now >= self._next_at:
            self._next_at = now + self._every_s
            notify("WATCHDOG=1")
