"""A QR code on the screen, to be read by a camera."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.club.qr import QUIET, qr_modules


class QrPicture(Widget):
    """Draws a code as large as it fits, dark on light whatever the theme."""

    def __init__(self, text: str, **options: Any) -> None:
        super().__init__(**options)
        self._modules = qr_modules(text)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        count = len(self._modules) + 2 * QUIET
        module = min(self.width, self.height) // count
        side = module * count
        left, top = int(self.center_x - side / 2), int(self.center_y + side / 2)
        self.canvas.clear()
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(0, 0, 0)
            for row, modules in enumerate(self._modules, QUIET):
                for column, is_dark in enumerate(modules, QUIET):
                    if is_dark:
                        at = (left + column * module, top - (row + 1) * module)
                        Rectangle(pos=at, size=(module, module))
