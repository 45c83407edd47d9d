"""A patch of a colour as the camera sees it, or an empty one."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.widgets.paint import icon_texture


class Swatch(Widget):
    """A round patch with a hole, as a ring looks from above; empty where no colour is known."""

    def __init__(self, look: Look, rgb: tuple[int, int, int] | None, **options: Any) -> None:
        super().__init__(size_hint_x=None, width=look.px(40), **options)
        self._side = round(look.px(34))
        with self.canvas:
            Color(*(part / 255 for part in rgb)) if rgb is not None else Color(*look.colour("line"))
            self._outer = Rectangle(
                texture=icon_texture("shape-circle", self._side), size=(self._side, self._side)
            )
            Color(*look.colour("surface"))
            hole = round(self._side * 0.45)
            self._hole = Rectangle(texture=icon_texture("shape-circle", hole), size=(hole, hole))
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        for part in (self._outer, self._hole):
            w, h = part.size
            part.pos = (round(self.x + (self.width - w) / 2), round(self.y + (self.height - h) / 2))
