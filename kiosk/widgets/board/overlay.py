"""What lies over a board and changes at every step: lit spaces, a pressed space, a dotted way, trails."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from kivy.graphics import Color, InstructionGroup, Line, Rectangle

from companion.core.blocks import Board, Space
from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import Viewport, centre_of, drawn
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.paint import icon_texture, plate

Point = tuple[float, float]


class Overlay:
    """Draws below and above the pieces, in the pixels that a viewport gives."""

    def __init__(self, look: Look, in_picture: Callable[[float, float], Point]) -> None:
        self.look = look
        self.below = InstructionGroup()
        self.above = InstructionGroup()
        self.pressed: str | None = None
        self._in_picture = in_picture
        self._board: Board | None = None
        self._viewport: Viewport | None = None

    def show(self, board: Board, viewport: Viewport) -> None:
        """Draws what a board lights up, in place of what was drawn."""
        self._board, self._viewport = board, viewport
        self.below.clear()
        self.above.clear()
        spaces = {space.id: space for space in board.spaces}
        for space_id in board.lit:
            if space_id in spaces:
                colour = "hit" if space_id in board.costly else "accent"
                self._frame(spaces[space_id], 0.2, colour)
        if self.pressed in spaces:
            self._frame(spaces[self.pressed], 0.55)
        for trail in board.trails:
            self._trace(
                self._points(spaces, trail.path), "quiet" if trail.seat is None else f"seat-{trail.seat}"
            )
        for flight in board.flights:
            colour = colour_of(flight.tone)
            self._dash(self._points(spaces, flight.path), colour, viewport.unit_x)
        self._dot(self._points(spaces, board.path))
        if board.broken in spaces:
            self._break(self._points(spaces, board.path[-1:]), spaces[board.broken])

    def press(self, space: Space | None) -> None:
        """Shows under which space a finger lies, or none."""
        pressed = space.id if space is not None else None
        if pressed == self.pressed or self._board is None or self._viewport is None:
            return
        self.pressed = pressed
        self.show(self._board, self._viewport)

    def _points(self, spaces: dict[str, Space], path: tuple[str, ...]) -> list[Point]:
        return [self._in_picture(*centre_of(spaces[space_id])) for space_id in path if space_id in spaces]

    def _frame(self, space: Space, cover: float, colour: str = "accent") -> None:
        assert self._viewport is not None
        viewport = self._viewport
        space = drawn(space, min(viewport.unit_x, viewport.unit_y) / self.look.unit)
        corner = max(3, round(min(viewport.unit_x, viewport.unit_y) * 0.14))
        x, top = self._in_picture(space.x, space.y)
        w, h = space.w * viewport.unit_x, space.h * viewport.unit_y
        inset = max(1.0, self.look.px(1))
        box = {"pos": (x + inset, top - h + inset), "size": (w - 2 * inset, h - 2 * inset)}
        radius = min(box["size"]) / 2 if space.shape == "circle" else corner
        self.below.add(Color(*self.look.colour(colour)))
        is_round = space.shape == "circle"
        # A round space may be printed in the same colour: its light is a broad ring.
        line = self.look.px(4.5) if is_round else max(1.5, self.look.px(1.6))
        self.below.add(plate(box, radius, line, cover))

    def _break(self, reached: list[Point], space: Space) -> None:
        """Marks a space that a way does not reach: a cross there, and a gap from where the way breaks off."""
        (there,) = self._points({space.id: space}, (space.id,))
        self._dot([*reached, there], "hit")
        side = max(16, round(self.look.px(30)))
        self.above.add(Color(*self.look.colour("hit")))
        x, y = there
        self.above.add(
            Rectangle(
                texture=icon_texture("cross", side), pos=(x - side / 2, y - side / 2), size=(side, side)
            )
        )

    def _trace(self, points: list[Point], colour: str) -> None:
        """Leaves a faint line where a piece went, and a ring where it stood."""
        if len(points) < 2:
            return
        width = max(2.0, self.look.px(4))
        self.below.add(Color(*self.look.colour(colour, 0.5)))
        self.below.add(Line(points=[at for point in points for at in point], width=width / 2))
        side = max(10, round(self.look.px(20)))
        x, y = points[0]
        texture = icon_texture("bubble", side)
        self.below.add(Rectangle(texture=texture, pos=(x - side / 2, y - side / 2), size=(side, side)))

    def _dot(self, points: list[Point], colour: str = "accent") -> None:
        if len(points) < 2:
            return
        side = max(4, round(self.look.px(7)))
        texture = icon_texture("shape-circle", side)
        self.above.add(Color(*self.look.colour(colour)))
        gap = side * 1.7
        for (x1, y1), (x2, y2) in pairwise(points):
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            for i in range(max(1, round(length / gap)) + 1):
                part = i * gap / length if length else 0.0
                if part <= 1:
                    x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
                    self.above.add(
                        Rectangle(texture=texture, pos=(x - side / 2, y - side / 2), size=(side, side))
                    )

    def _dash(self, points: list[Point], colour: str, unit: float) -> None:
        """Draws two dashes from each space to the next, whichever way they lie."""
        self.below.add(Color(*self.look.colour(colour, 0.85)))
        width = max(2.0, self.look.px(3.5))
        for (x1, y1), (x2, y2) in pairwise(points):
            for part in (0.25, 0.75):
                x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
                long = unit * 0.26
                is_level = abs(x2 - x1) >= abs(y2 - y1)
                w, h = (long, width) if is_level else (width, long)
                self.below.add(Rectangle(pos=(x - w / 2, y - h / 2), size=(w, h)))
