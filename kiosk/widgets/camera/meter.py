"""A bar that fills: how far something has come, or how good it is."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from kiosk.look.theme import Look


class Meter(Widget):
    """Filled from the left to a share of its width, in the colour of what is done once it is full enough."""

    def __init__(self, look: Look, share: float, *, good_from: float = 1.0, **options: Any) -> None:
        super().__init__(size_hint_y=None, height=look.px(8), **options)
        self._share = min(max(share, 0.0), 1.0)
        with self.canvas:
            Color(*look.colour("line"))
            self._back = Rectangle()
            Color(*look.colour("done" if share >= good_from else "accent"))
            self._front = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._back.pos, self._back.size = self.pos, self.size
        self._front.pos, self._front.size = self.pos, (self.width * self._share, self.height)
