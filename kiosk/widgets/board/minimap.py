"""The whole lap as a strip below the board: where everybody is, and what is in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import BorderImage, Color, InstructionGroup, Point, Rectangle
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.core.blocks import Board
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.board.geometry import Viewport, centre_of
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.paint import Plate, corner_texture, icon_texture


class MiniMap(Widget):
    """A strip with one dot a column; touching it looks there."""

    def __init__(self, look: Look, on_look: Callable[[float, float], None], **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", look.px(30))
        super().__init__(**options)
        self.look = look
        self._on_look = on_look
        self._board: Board | None = None
        self._viewport: Viewport | None = None
        Plate(self, look, fill="surface")
        corner = round(look.px(8))
        with self.canvas:
            Color(*look.colour("accent_dim", 0.75))
            self._frame = BorderImage(texture=corner_texture(corner), border=(corner + 1,) * 4, size=(0, 0))
        self._dots = InstructionGroup()
        self.canvas.add(self._dots)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, board: Board) -> None:
        """Shows where the pieces of a board are."""
        before, self._board = self._board, board
        if before is None or (before.spaces, before.pieces) != (board.spaces, board.pieces):
            self._draw()

    def follow(self, viewport: Viewport) -> None:
        """Marks the stretch that is in sight."""
        self._viewport = viewport
        self._draw_frame()

    def _x_of(self, x: float) -> float:
        assert self._board is not None
        margin = self.look.px(14)
        return self.x + margin + (self.width - 2 * margin) * x / self._board.width

    def _draw_frame(self) -> None:
        if self._viewport is None or self._board is None or self.width < 50:
            self._frame.size = (0, 0)
            return
        first, last = (self._x_of(column) for column in self._viewport.columns_in_sight())
        inset = self.look.px(3)
        self._frame.pos, self._frame.size = (first, self.y + inset), (last - first, self.height - 2 * inset)

    def _draw(self, *_: Any) -> None:
        self._dots.clear()
        if self._board is None or self.width < 50:
            return
        self._draw_frame()
        dot = max(2, round(self.look.px(3)))
        columns = sorted({round(space.x + space.w / 2, 1) for space in self._board.spaces})
        middle = self.y + self.height / 2
        points = [place for column in columns for place in (self._x_of(column), middle)]
        self._dots.add(Color(*self.look.colour("line")))
        self._dots.add(Point(points=points, pointsize=dot / 2, texture=icon_texture("shape-circle", dot * 2)))
        spaces = {space.id: centre_of(space)[0] for space in self._board.spaces}
        pieces = [piece for piece in self._board.pieces if piece.space in spaces]
        for piece in sorted(pieces, key=lambda piece: (piece.seat is not None, piece.is_active)):
            x = spaces[piece.space]
            if piece.seat is not None:
                side = self.look.px(20 if piece.is_active else 16)
                self._stamp(shape_of(piece.seat), x, side + 3, "outline")
                self._stamp(shape_of(piece.seat), x, side, f"seat-{piece.seat}")
            elif piece.is_landmark:
                self._stamp(piece.icon, x, self.look.px(14), colour_of(piece.tone))

    def _stamp(self, icon: str, column: float, side: float, colour: str) -> None:
        side = max(2, round(side))
        self._dots.add(Color(*self.look.colour(colour)))
        self._dots.add(
            Rectangle(
                texture=icon_texture(icon, side),
                size=(side, side),
                pos=(round(self._x_of(column) - side / 2), round(self.y + self.height / 2 - side / 2)),
            )
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Looks where the strip is touched."""
        if self._board is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._look_at(touch.x)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follows the finger along the strip."""
        if touch.grab_current is not self:
            return False
        self._look_at(touch.x)
        return True

    def _look_at(self, touch_x: float) -> None:
        assert self._board is not None
        margin = self.look.px(14)
        share = (touch_x - self.x - margin) / max(1.0, self.width - 2 * margin)
        self._on_look(max(0.0, min(1.0, share)) * self._board.width, self._board.height / 2)
