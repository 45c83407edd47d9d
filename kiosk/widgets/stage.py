"""The root of the screen: swallows the double touches that some displays send."""

from __future__ import annotations

import time
from collections.abc import Callable

from kivy.input import MotionEvent
from kivy.uix.floatlayout import FloatLayout

BOUNCE_S = 0.08
BOUNCE_PX = 24


class Stage(FloatLayout):
    """Holds the layers; a second touch at the same place within an instant is the same touch."""

    def __init__(
        self,
        on_activity: Callable[[], None],
        on_down: Callable[[MotionEvent], None],
        on_up: Callable[[], None],
    ) -> None:
        super().__init__()
        self._on_down, self._on_up = on_down, on_up
        self._on_activity = on_activity
        self._last = (0.0, 0.0, 0.0)
        self._swallowed: set[object] = set()
        self.swallowed_count = 0

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Lets a touch through unless it is an echo of the last one."""
        self._on_activity()
        now = time.monotonic()
        when, x, y = self._last
        if now - when < BOUNCE_S and abs(touch.x - x) + abs(touch.y - y) < BOUNCE_PX:
            self._swallowed.add(touch.uid)
            self.swallowed_count += 1
            return True
        if not touch.is_mouse_scrolling:
            self._last = (now, touch.x, touch.y)
        self._on_down(touch)
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Drops the moves of a swallowed touch."""
        self._on_activity()
        return touch.uid in self._swallowed or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Drops the end of a swallowed touch."""
        self._on_activity()
        self._on_up()
        if touch.uid in self._swallowed:
            self._swallowed.discard(touch.uid)
            return True
        return bool(super().on_touch_up(touch))
