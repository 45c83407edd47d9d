"""The live picture while a lens is measured: parts already covered are green, the sheet is outlined."""

from __future__ import annotations

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.stencilview import StencilView

from companion.ports.table import Point
from kiosk.widgets.camera.live_picture import LivePicture

GAP = 0.004


class LensPicture(StencilView, LivePicture):
    """Draws a grid over the picture: what is missing lies under a veil."""

    def cover(self, cells: tuple[tuple[float, ...], ...], outline: tuple[Point, ...]) -> None:
        """Shows how well each part of the picture is covered, and where the sheet is now."""
        drawn = (cells, outline, tuple(self._rect.pos), tuple(self._rect.size))
        if drawn == self._drawn or self._texture is None:
            return
        self._drawn = drawn
        self._over.clear()
        look = self.look
        for row, shares in enumerate(cells):
            for column, share in enumerate(shares):
                west, north = column / len(shares) + GAP, row / len(cells) + GAP
                east, south = (column + 1) / len(shares) - GAP, (row + 1) / len(cells) - GAP
                left, bottom = self._on_screen((west, south))
                right, top = self._on_screen((east, north))
                is_full = share >= 1
                self._over.add(
                    Color(*look.colour("done" if is_full else "background", 0.3 if is_full else 0.5))
                )
                self._over.add(Rectangle(pos=(left, bottom), size=(right - left, top - bottom)))
                if is_full:
                    middle = ((left + right) / 2, (bottom + top) / 2)
                    self._stamp("check", middle, look.px(24), "done")
        if outline:
            self._over.add(Color(*look.colour("accent")))
            flat = [part for point in outline for part in self._on_screen(point)]
            self._over.add(Line(points=flat, width=look.px(1.6), close=True))
