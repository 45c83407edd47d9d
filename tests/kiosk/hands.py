"""The pilot's hands by name: Kivy is loaded only once a test has a display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiosk.pilot.hands import Hands
else:
    Hands = Any
