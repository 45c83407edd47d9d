"""A live picture to aim at: a magnifier shows what the finger hides, and dense boards can be zoomed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle
from kivy.input import MotionEvent
from kivy.uix.stencilview import StencilView

from companion.ports.table import Point
from kiosk.look.theme import Look
from kiosk.widgets.camera.live_picture import LivePicture
from kiosk.widgets.letters import letters_texture

ZOOMS = (1, 2, 4)
LOUPE_SHARE = 0.46
LOUPE_TIMES = 3.0
"""How much larger things are in the magnifier than on the screen."""


class AimPicture(StencilView, LivePicture):
    """`press` returns where the thing is that it took hold of: then `drag` follows, else the finger pans."""

    def __init__(
        self,
        look: Look,
        press: Callable[[Point], Point | None],
        drag: Callable[[Point], None],
        release: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._press, self._drag, self._release = press, drag, release
        self._zoom = 1
        self._focus: Point = (0.5, 0.5)
        self._offset: Point | None = None
        """From the finger to what it holds, which it need not have hit exactly."""
        self._marks: tuple[Any, ...] = ()
        self._loupe = InstructionGroup()
        self.canvas.add(self._loupe)

    # Zooming.

    @property
    def zoom(self) -> int:
        """How many times larger than fitting the picture is."""
        return self._zoom

    def zoom_in(self) -> None:
        """Goes to the next zoom, and from the largest back to the whole picture."""
        self._zoom = ZOOMS[(ZOOMS.index(self._zoom) + 1) % len(ZOOMS)]
        self._place()
        self._mark_again()

    def _place(self, *_: object) -> None:
        super()._place()
        zoom = getattr(self, "_zoom", 1)
        if self._texture is None or zoom == 1:
            return
        (w, h), (x, y) = self._rect.size, self._rect.pos
        middle = (x + w / 2, y + h / 2)
        half = 0.5 / zoom
        across, down = (min(max(at, half), 1 - half) for at in self._focus)
        self._focus = (across, down)
        self._rect.size = (w * zoom, h * zoom)
        self._rect.pos = (middle[0] - across * w * zoom, middle[1] - (1 - down) * h * zoom)

    @property
    def aspect(self) -> float:
        """The picture's width over its height."""
        width, height = self._texture.size if self._texture is not None else (16, 9)
        return float(width / height)

    def reach(self, px: float) -> float:
        """Returns a length on the screen as a share of the picture's width."""
        return px / max(1.0, float(self._rect.size[0]))

    # Marks.

    def mark(
        self,
        lines: Sequence[Sequence[Point]],
        outlines: Sequence[Sequence[Point]] = (),
        handles: Sequence[Point] = (),
        *,
        is_closed: bool = False,
        chosen: int | None = None,
    ) -> None:
        """Draws tapped points, numbered and joined in their order, spaces between them, and handles."""
        self._marks = (lines, outlines, handles, is_closed, chosen)
        drawn = (
            tuple(map(tuple, lines)), tuple(map(tuple, outlines)), tuple(handles), chosen,
            tuple(self._rect.pos), tuple(self._rect.size),
        )  # fmt: skip
        if drawn == self._drawn or self._texture is None:
            return
        self._drawn = drawn
        self._over.clear()
        look = self.look
        for colour, shift in (("background", look.px(1)), ("camera", 0.0)):
            self._over.add(Color(*look.colour(colour)))
            self._over.add(self._net(outlines, shift))
        self._over.add(Color(*look.colour("accent")))
        side = max(2.0, look.px(5))
        for at in handles:
            x, y = self._on_screen(at)
            self._over.add(Rectangle(pos=(x - side / 2, y - side / 2), size=(side, side)))
        for points in lines:
            if len(points) > 1:
                flat = [part for point in points for part in self._on_screen(point)]
                is_ring = is_closed and len(points) == 4
                self._over.add(Line(points=flat, width=look.px(1.3), close=is_ring))
        number = 0
        for points in lines:
            for point in points:
                self._pin(number, point, is_chosen=number == chosen)
                number += 1

    def _mark_again(self) -> None:
        """Draws the same marks where the picture lies now."""
        if self._marks:
            lines, outlines, handles, is_closed, chosen = self._marks
            self.mark(lines, outlines, handles, is_closed=is_closed, chosen=chosen)

    def _net(self, outlines: Sequence[Sequence[Point]], shift: float) -> Mesh:
        """Draws all outlines as one instruction: a board has hundreds, and they follow a finger."""
        vertices: list[float] = []
        indices: list[int] = []
        for outline in outlines:
            first, count = len(vertices) // 4, len(outline)
            for at in outline:
                x, y = self._on_screen(at)
                vertices += (x + shift, y - shift, 0.0, 0.0)
            for k in range(count):
                indices += (first + k, first + (k + 1) % count)
        return Mesh(vertices=vertices, indices=indices, mode="lines")

    def _pin(self, number: int, at: Point, *, is_chosen: bool) -> None:
        """Draws a numbered disc beside a point and a fine cross on it, so that the point stays in sight."""
        look = self.look
        x, y = self._on_screen(at)
        arm = look.px(8)
        self._over.add(Color(*look.colour("accent" if is_chosen else "text")))
        for points in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
            self._over.add(Line(points=points, width=max(1.0, look.px(0.9))))
        side = look.px(22)
        left = x + look.px(5) if x + side + look.px(5) < self.right else x - side - look.px(5)
        bottom = y + look.px(5) if y + side + look.px(5) < self.top else y - side - look.px(5)
        middle = (left + side / 2, bottom + side / 2)
        self._stamp("shape-circle", middle, side, "accent" if is_chosen else "raised")
        texture = letters_texture(str(number + 1), round(look.font_px("small")), is_bold=True)
        self._over.add(Color(*look.colour("on_accent" if is_chosen else "text")))
        corner = (round(middle[0] - texture.width / 2), round(middle[1] - texture.height / 2))
        self._over.add(Rectangle(texture=texture, pos=corner, size=texture.size))

    # The finger.

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Takes hold, or begins to pan."""
        if self._texture is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        at = self._in_picture(touch)
        held = self._press(at)
        self._offset = (held[0] - at[0], held[1] - at[1]) if held is not None else None
        if held is not None:
            self._magnify(held, touch.x)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Moves what is held, or the picture."""
        if touch.grab_current is not self:
            return False
        if self._offset is not None:
            x, y = self._in_picture(touch)
            at = (x + self._offset[0], y + self._offset[1])
            self._drag(at)
            self._magnify(at, touch.x)
        elif self._zoom > 1:
            w, h = self._rect.size
            self._focus = (self._focus[0] - touch.dx / w, self._focus[1] + touch.dy / h)
            self._place()
            self._mark_again()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Lets go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._loupe.clear()
        if self._offset is not None:
            if self._zoom == 1:
                self._focus = self._in_picture(touch)
            self._release()
        self._offset = None
        return True

    def _magnify(self, at: Point, finger_x: float) -> None:
        """Shows the place under the finger, larger, on the other side of the picture."""
        look = self.look
        side = min(self.width, self.height) * LOUPE_SHARE
        gap = look.px(6)
        left = self.right - side - gap if finger_x < self.center_x else self.x + gap
        bottom = self.top - side - gap
        half_x = side / LOUPE_TIMES / max(1.0, float(self._rect.size[0])) / 2
        half_y = side / LOUPE_TIMES / max(1.0, float(self._rect.size[1])) / 2
        west, east, north, south = at[0] - half_x, at[0] + half_x, at[1] - half_y, at[1] + half_y
        self._loupe.clear()
        self._loupe.add(Color(*look.colour("accent")))
        edge = look.px(2)
        self._loupe.add(Rectangle(pos=(left - edge, bottom - edge), size=(side + 2 * edge, side + 2 * edge)))
        self._loupe.add(Color(1, 1, 1, 1))
        corners = (west, south, east, south, east, north, west, north)
        self._loupe.add(
            Rectangle(texture=self._texture, tex_coords=corners, pos=(left, bottom), size=(side, side))
        )
        x, y, gap = left + side / 2, bottom + side / 2, look.px(5)
        for colour, width in (("background", look.px(2)), ("accent", look.px(1))):
            self._loupe.add(Color(*look.colour(colour)))
            for points in (
                (left, y, x - gap, y), (x + gap, y, left + side, y),
                (x, bottom, x, y - gap), (x, y + gap, x, bottom + side),
            ):  # fmt: skip
                self._loupe.add(Line(points=points, width=max(1.0, width)))
