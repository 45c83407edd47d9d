"""A camera's live picture with spaces and figures drawn on top, and the space that a touch means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.ports.camera import Picture, Sketch
from companion.ports.table import Point
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import icon_texture


class LivePicture(Widget):
    """Frames as large as they fit; places are shares of the picture from its top left."""

    def __init__(
        self,
        look: Look,
        on_touch: Callable[[Point], None] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.look = look
        self._on_touch = on_touch
        self._number = -1
        self._texture: Texture | None = None
        self._drawn: tuple[Any, ...] = ()
        self._explained: tuple[Any, ...] = ()
        with self.canvas:
            self._color = Color(1, 1, 1, 0)
            self._rect = Rectangle()
            self._over = InstructionGroup()
        self.bind(pos=self._place, size=self._place)

    @property
    def has_picture(self) -> bool:
        """Tells whether a frame has come."""
        return self._texture is not None

    def show(self, picture: Picture) -> None:
        """Shows a frame unless it is the one already shown."""
        if picture.number == self._number:
            return
        self._number = picture.number
        size = (picture.width, picture.height)
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
            self._rect.texture = self._texture
            self._color.a = 1
            self._place()
        self._texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _place(self, *_: object) -> None:
        if self._texture is None:
            return
        width, height = self._texture.size
        scale = min(self.width / width, self.height / height)
        w, h = width * scale, height * scale
        self._rect.size = (w, h)
        self._rect.pos = (self.x + (self.width - w) / 2, self.y + (self.height - h) / 2)
        if self._explained:
            self.explain(*self._explained)

    # What is drawn on top.

    def explain(
        self, sketch: Sketch | None, seats: dict[str, int], names: dict[str, str], spaces: dict[str, str]
    ) -> None:
        """Draws spaces, anchors and figures; `spaces` says on which space each figure was seen."""
        drawn = (sketch, seats, names, spaces, tuple(self._rect.pos), tuple(self._rect.size))
        if drawn == self._drawn:
            return
        self._drawn, self._explained = drawn, (sketch, seats, names, spaces)
        self._over.clear()
        if sketch is None or self._texture is None:
            return
        self._words: list[tuple[float, float, float, float]] = []
        look = self.look
        self._outlines(sketch.spaces.values(), look.colour("camera", 0.75), look.px(1))
        self._outlines(sketch.anchors.values(), look.colour("accent"), look.px(2))
        for figure, at in sketch.figures.items():
            colour = f"seat-{seats[figure]}" if figure in seats else "camera"
            here = sketch.spaces.get(spaces.get(figure, ""))
            if here:
                self._outlines([here], look.colour(colour), look.px(2.2))
            self._figure(at, figure, colour, seats, names)
        for figure, spots in sketch.unsure.items():
            for at in spots:
                self._figure(at, figure, "quiet", seats, {figure: f"{names.get(figure, figure)} ?"})

    def _outlines(self, polygons: Any, colour: Any, width: float) -> None:
        self._over.add(Color(*colour))
        for polygon in polygons:
            flat = [part for point in polygon for part in self._on_screen(point)]
            self._over.add(Line(points=flat, width=max(1.0, width), close=True))

    def _figure(
        self, at: Point, figure: str, colour: str, seats: dict[str, int], names: dict[str, str]
    ) -> None:
        x, y = self._on_screen(at)
        side = self.look.px(20)
        icon = shape_of(seats[figure]) if figure in seats else "figure"
        self._stamp(icon, (x, y), side * 1.3, "background")
        self._stamp(icon, (x, y), side, colour)
        self._name(names.get(figure, figure), x, y + side * 1.15)

    def _stamp(self, icon: str, at: tuple[float, float], side: float, colour: str) -> None:
        side = round(side)
        self._over.add(Color(*self.look.colour(colour)))
        texture = icon_texture(icon, side)
        self._over.add(
            Rectangle(texture=texture, pos=(at[0] - side / 2, at[1] - side / 2), size=(side, side))
        )

    def _name(self, text: str, x: float, y: float) -> None:
        """Writes a name above its figure, higher where another name is in the way."""
        texture = letters_texture(text, round(self.look.font_px("small")), is_bold=True)
        pad = self.look.px(3)
        w, h = texture.width + 2 * pad, texture.height
        left, bottom = min(max(x - w / 2, self.x), self.right - w), y - h / 2
        while any(
            left < right and other < left + w and bottom < top and low < bottom + h
            for other, low, right, top in self._words
        ):
            bottom += h + 1
        self._words.append((left, bottom, left + w, bottom + h))
        self._over.add(Color(*self.look.colour("background", 0.8)))
        self._over.add(Rectangle(pos=(left, bottom), size=(w, h)))
        self._over.add(Color(*self.look.colour("text")))
        self._over.add(Rectangle(texture=texture, pos=(round(left + pad), round(bottom)), size=texture.size))

    # Where things are.

    def _on_screen(self, at: Point) -> tuple[float, float]:
        (x, y), (w, h) = self._rect.pos, self._rect.size
        return x + at[0] * w, y + (1 - at[1]) * h

    def where(self, at: Point) -> tuple[float, float]:
        """Returns where a place of the picture is on the screen."""
        return self._on_screen(at)

    def _in_picture(self, touch: MotionEvent) -> Point:
        (x, y), (w, h) = self._rect.pos, self._rect.size
        across, down = (touch.x - x) / max(w, 1), 1 - (touch.y - y) / max(h, 1)
        return min(max(across, 0.0), 1.0), min(max(down, 0.0), 1.0)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Reports a touch inside the picture."""
        if self._on_touch is None or not self.has_picture or not self.collide_point(*touch.pos):
            return False
        self._on_touch(self._in_picture(touch))
        return True
