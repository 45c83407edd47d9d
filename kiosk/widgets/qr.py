"""A QR code, always dark on white with its quiet margin, whatever the theme: cameras want it so."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.core.qr import qr_modules
from kiosk.widgets.still import sharp


class QrCode(Widget):
    """Shows a text as a code, as large as whole pixels allow."""

    def __init__(self, text: str, **options: Any) -> None:
        super().__init__(**options)
        rows = qr_modules(text)
        self._count = len(rows)
        body = bytes(0 if is_dark else 255 for row in reversed(rows) for is_dark in row)
        texture = Texture.create(size=(self._count, self._count), colorfmt="luminance")
        texture.blit_buffer(body, colorfmt="luminance", bufferfmt="ubyte")
        with self.canvas:
            Color(1, 1, 1, 1)
            self._square = Rectangle(texture=sharp(texture))
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        room = min(self.width, self.height)
        side = max(1, int(room // self._count)) * self._count
        self._square.size = (side, side)
        self._square.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))
