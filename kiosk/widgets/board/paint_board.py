"""A board to draw on: one finger paints every space that it passes, two fingers zoom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.input import MotionEvent

from kiosk.look.theme import Look
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.board.geometry import edge_at, space_at


class PaintBoard(BoardCanvas):
    """Tells each space of a stroke once, and whether it is the stroke's first."""

    def __init__(self, look: Look, on_paint: Callable[[str, bool], None], words: Any, **options: Any) -> None:
        super().__init__(look, None, words, **options)
        self._on_paint = on_paint
        self._stroke: set[str] = set()
        self.touches_edges = False
        """Whether the tool in hand is for the sides of spaces."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begins a stroke; a second finger turns it into a pinch."""
        if not super().on_touch_down(touch):
            return False
        if len(self._touches) == 1 and not touch.is_mouse_scrolling:
            self._stroke = set()
            self._paint(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Paints on, or zooms with two fingers."""
        if touch.grab_current is not self or self.viewport is None:
            return False
        if len(self._touches) == 1:
            self._paint(touch)
            return True
        return super().on_touch_move(touch)

    def _paint(self, touch: MotionEvent) -> None:
        if self.board is None or self.viewport is None or not self.collide_point(*touch.pos):
            return
        at = self.viewport.to_board(touch.x - self.x, self.y + self.height - touch.y)
        space = space_at(self.board, *at)
        target = edge_at(self.board, *at) if self.touches_edges else space.id if space else None
        if target is None or target in self._stroke:
            return
        is_first = not self._stroke
        self._stroke.add(target)
        self._on_paint(target, is_first)
