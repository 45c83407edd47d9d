"""The whole board in small: where everybody is, and what is in sight; a lap as a strip, a map as a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import BorderImage, Color, InstructionGroup, Point, Rectangle
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.core.blocks import Board
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.board.geometry import Viewport, centre_of, is_lap
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.paint import Plate, corner_texture, icon_texture

FEW_GOALS = 2
"""Goals that have room for a large mark; more, such as a whole row, get small ones."""


class MiniMap(Widget):
    """A dot a space, or a column of a lap; touching it looks there."""

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

    @property
    def _margin(self) -> float:
        assert self._board is not None
        return self.look.px(14 if is_lap(self._board) else 4)

    def _x_of(self, x: float) -> float:
        assert self._board is not None
        return self.x + self._margin + (self.width - 2 * self._margin) * x / self._board.width

    def _y_of(self, y: float) -> float:
        """Returns where a height of the board lies; all of a lap lies in the middle."""
        assert self._board is not None
        if is_lap(self._board):
            return self.y + self.height / 2
        return self.top - self._margin - (self.height - 2 * self._margin) * y / self._board.height

    def _draw_frame(self) -> None:
        if self._viewport is None or self._board is None or self.width < 50:
            self._frame.size = (0, 0)
            return
        first, last = (self._x_of(column) for column in self._viewport.columns_in_sight())
        inset = self.look.px(3)
        bottom, top = self.y + inset, self.top - inset
        if not is_lap(self._board):
            top, bottom = (self._y_of(row) for row in self._viewport.rows_in_sight())
        self._frame.pos, self._frame.size = (first, bottom), (last - first, top - bottom)

    def _draw(self, *_: Any) -> None:
        self._dots.clear()
        if self._board is None or self.width < 50:
            return
        self._draw_frame()
        dot = max(2, round(self.look.px(3)))
        dots = {(round(self._x_of(x)), round(self._y_of(y))) for x, y in map(centre_of, self._board.spaces)}
        points = [place for dot_at in sorted(dots) for place in dot_at]
        self._dots.add(Color(*self.look.colour("line")))
        self._dots.add(Point(points=points, pointsize=dot / 2, texture=icon_texture("shape-circle", dot * 2)))
        spaces = {space.id: centre_of(space) for space in self._board.spaces}
        scale = 1.0 if is_lap(self._board) else 0.6
        goal_side = self.look.px(26 if len(self._board.goals) <= FEW_GOALS else 13) * scale
        for goal in self._board.goals:
            if goal in spaces:
                self._stamp("target", spaces[goal], goal_side, "accent")
        pieces = [piece for piece in self._board.pieces if piece.space in spaces]
        for piece in sorted(pieces, key=lambda piece: (piece.seat is not None, piece.is_active)):
            at = spaces[piece.space]
            if piece.seat is not None:
                side = self.look.px(20 if piece.is_active else 16) * scale
                self._stamp(shape_of(piece.seat), at, side + 3, "outline")
                self._stamp(shape_of(piece.seat), at, side, f"seat-{piece.seat}")
            elif piece.is_landmark:
                self._stamp(piece.icon, at, self.look.px(14) * scale, colour_of(piece.tone))

    def _stamp(self, icon: str, at: tuple[float, float], side: float, colour: str) -> None:
        side = max(2, round(side))
        self._dots.add(Color(*self.look.colour(colour)))
        self._dots.add(
            Rectangle(
                texture=icon_texture(icon, side),
                size=(side, side),
                pos=(round(self._x_of(at[0]) - side / 2), round(self._y_of(at[1]) - side / 2)),
            )
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Looks where the strip is touched."""
        if self._board is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._look_at(touch.x, touch.y)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follows the finger along the strip."""
        if touch.grab_current is not self:
            return False
        self._look_at(touch.x, touch.y)
        return True

    def _look_at(self, touch_x: float, touch_y: float) -> None:
        assert self._board is not None
        margin = self._margin
        across = (touch_x - self.x - margin) / max(1.0, self.width - 2 * margin)
        down = (
            0.5 if is_lap(self._board) else (self.top - touch_y - margin) / max(1.0, self.height - 2 * margin)
        )
        x, y = (max(0.0, min(1.0, share)) for share in (across, down))
        self._on_look(x * self._board.width, y * self._board.height)
