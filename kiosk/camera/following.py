"""How the table follows the record: for a while figures may stand where the record has just had them."""

from __future__ import annotations

import time
from collections.abc import Mapping

from companion.ports.sight import Sighting
from kiosk.camera.tables import BARE, DRAWN

LAG_S = {"": 1.0, DRAWN: 2.5, BARE: 2.5}
"""How long after a change of the record a sighting may still show the old scene; a drawn hand is slower."""
GRACE_S = 4.0
"""How long the table has to move its figures after the record changed before a difference is said."""


class Following:
    """The record's last changes, and which spaces figures left in them."""

    def __init__(self, recorded: Mapping[str, str]) -> None:
        self._changed_at = 0.0
        self._is_awaited = False
        self._recorded = recorded
        self._left: dict[str, set[str]] = {}

    def record_changed(self, recorded: Mapping[str, str]) -> None:
        """Takes in where the record has figures now, and begins to wait for the table anew."""
        if not self.has_time:
            self._left.clear()
        for figure, space in self._recorded.items():
            if recorded.get(figure) != space:
                self._left.setdefault(figure, set()).add(space)
        self._recorded, self._changed_at, self._is_awaited = recorded, time.monotonic(), True

    @property
    def has_time(self) -> bool:
        """Whether the table may still be moving figures."""
        return time.monotonic() - self._changed_at < GRACE_S

    def has_ended(self) -> bool:
        """Tells once that the time to move figures after a change is over."""
        if not self._is_awaited or self.has_time:
            return False
        self._is_awaited = False
        return True

    def is_behind(self, sighting: Sighting, seen_at: float, source: str) -> bool:
        """Tells whether a sighting of just after a change shows a figure where the record had it before.

        Whatever else it shows was moved by a quick hand: a scene at rest is seen only once.
        """
        return seen_at < self._changed_at + LAG_S.get(source, LAG_S[""]) and any(
            seen.space in self._left.get(figure, ()) and self._recorded.get(figure) != seen.space
            for figure, seen in sighting.figures.items()
        )
