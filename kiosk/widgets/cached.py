"""A layer that is drawn once and shown as one picture until something in it changes."""

from __future__ import annotations

from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import around
from kiosk.widgets.still import Opaque, sharp


class Cached(FloatLayout):
    """Covers the whole screen: what stands still costs one picture a frame, however much it is."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._strips = [Rectangle() for _ in range(4)]
        self._covering: Widget | None = None
        with self.canvas:
            self._fbo = Fbo(size=(1, 1))
            Color(1, 1, 1, 1)
        self.canvas.add(Opaque(*self._strips))
        with self._fbo:
            ClearColor(*look.colour("background"))
            ClearBuffers()
        self.bind(size=self._resized, pos=self._resized)

    def add_widget(self, widget: Widget, *args: Any, **options: Any) -> None:
        """Draws a child into the picture instead of onto the screen."""
        shown, self.canvas = self.canvas, self._fbo
        super().add_widget(widget, *args, **options)
        self.canvas = shown

    def remove_widget(self, widget: Widget, *args: Any, **options: Any) -> None:
        """Takes a child out of the picture."""
        shown, self.canvas = self.canvas, self._fbo
        super().remove_widget(widget, *args, **options)
        self.canvas = shown

    def leave_out(self, covering: Widget) -> None:
        """Spares the pixels that a widget above this layer hides all the same."""
        self._covering = covering
        covering.bind(pos=self._cut, size=self._cut, opacity=self._cut)
        self._cut()

    def _resized(self, *_: Any) -> None:
        size = (max(1, round(self.width)), max(1, round(self.height)))
        if tuple(self._fbo.size) != size:
            self._fbo.size = size
            sharp(self._fbo.texture)
        self._cut()

    def _cut(self, *_: Any) -> None:
        width, height = self._fbo.size
        hole = (0.0, 0.0, 0.0, 0.0)
        if self._covering is not None and self._covering.opacity == 1:
            hole = (*self._covering.pos, *self._covering.size)
        for strip, (x, y, w, h) in zip(self._strips, around(hole, width, height), strict=True):
            strip.pos, strip.size = (self.x + x, self.y + y), (w, h)
            if w and h:
                strip.texture = self._fbo.texture.get_region(x, y, w, h)


class Seat(Widget):
    """Keeps room in a cached layer for a widget that moves and is therefore shown above it."""

    def __init__(self, guest: Widget, **options: Any) -> None:
        super().__init__(**options)
        self._guest = guest
        guest.size_hint = (None, None)
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        self._guest.pos, self._guest.size = self.pos, self.size
