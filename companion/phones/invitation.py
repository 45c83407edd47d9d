"""An invitation: a token for the QR code and a PIN to type, for two minutes and one phone."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hmac import compare_digest
from time import monotonic

LASTS_S = 120.0
MOST_TRIES = 5
"""How often a PIN may be typed wrongly before it is void."""
TOKEN_BYTES = 16


class Invitation:
    """Lets one phone in; used, tried too often or too old, it lets nobody in."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.pin = f"{secrets.randbelow(10**6):06}"
        self._clock = clock
        self._until = clock() + LASTS_S
        self._tries_left = MOST_TRIES
        self._is_used = False

    @property
    def left_s(self) -> float:
        """How long it still holds."""
        return 0.0 if self._is_used else max(0.0, self._until - self._clock())

    def use(self, token: str = "", pin: str = "") -> bool:
        """Tells whether a phone may come in, and lets no other one in after it."""
        if not self.left_s:
            return False
        if token:
            is_right = compare_digest(token.encode(), self.token.encode())
        else:
            if not self._tries_left:
                return False
            is_right = compare_digest(pin.encode(), self.pin.encode())
            self._tries_left -= not is_right
        self._is_used = is_right
        return is_right
