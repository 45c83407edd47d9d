"""Smooth shapes as textures: surfaces, outlines and icons, made once and tinted where they are used."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from kiosk.look.icons import picture
from kiosk.look.theme import Look, Rgba
from kiosk.widgets.still import odd_side


def upload(width: int, height: int, alpha: bytes) -> Texture:
    """Makes a texture of a mask, white where it covers, to be tinted where it is drawn."""
    pixels = bytearray(b"\xff" * (4 * width * height))
    pixels[3::4] = alpha
    texture = Texture.create(size=(odd_side(width), odd_side(height)), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), size=(width, height), colorfmt="rgba", bufferfmt="ubyte")
    part = texture.get_region(0, 0, width, height)
    part.flip_vertical()
    return part


@lru_cache(maxsize=64)
def corner_texture(radius: int, line: float = 0.0, middle: int = 3, inside: float = 0.0) -> Texture:
    """Returns a round-cornered square to be stretched in the middle: filled, or an outline and its inside."""
    side = 2 * radius + middle
    axis = [abs(i + 0.5 - side / 2) - (side / 2 - radius) for i in range(side)]
    alpha = bytearray()
    for y in axis:
        for x in axis:
            distance = hypot(max(x, 0.0), max(y, 0.0)) + min(max(x, y), 0.0) - radius
            cover = min(1.0, max(0.0, 0.5 - distance))
            if line:
                cover = min(cover, max(inside, 0.5 + distance + line))
            alpha.append(round(cover * 255))
    return upload(side, side, bytes(alpha))


Box = dict[str, tuple[float, float]]
"""Where something is drawn: `pos` and `size`."""


def plate(box: Box, corner: float, line: float = 0.0, inside: float = 0.0) -> Rectangle | BorderImage:
    """Draws a rounded box; one that is round all over has no middle to stretch, so it is drawn as it is."""
    least, most = sorted(box["size"])
    if corner >= least / 2 - 2 and most - least < 4:
        return Rectangle(texture=corner_texture(max(2, int(least // 2)), line, 0, inside), **box)
    corner = max(1, min(round(corner), int((least - 2) // 2)))
    return BorderImage(texture=corner_texture(corner, line, inside=inside), border=(corner + 1,) * 4, **box)


@lru_cache(maxsize=128)
def icon_texture(name: str, side: int) -> Texture:
    """Returns an icon's picture at exactly the size it is shown in."""
    mask = picture(name, max(side, 4))
    return upload(*mask.size, mask.tobytes())


class Plate:
    """A rounded surface with an optional outline behind or inside a widget, following its place and size."""

    def __init__(
        self,
        widget: Widget,
        look: Look,
        *,
        fill: str = "",
        line: str = "",
        radius: float | None = None,
        line_px: float = 1.5,
    ) -> None:
        self._look = look
        corner = max(2, round(look.radius if radius is None else radius))
        border = (corner + 1,) * 4
        outline = corner_texture(corner, max(1.0, look.px(line_px)))
        self._fill, self._line = Color(0, 0, 0, 0), Color(0, 0, 0, 0)
        self._body = BorderImage(texture=corner_texture(corner), border=border)
        self._edge = BorderImage(texture=outline, border=border)
        self._seen = InstructionGroup()
        widget.canvas.before.add(self._seen)
        self.paint(fill, line)
        # Kivy binds methods weakly: the widget keeps its plate.
        widget.plates = [*getattr(widget, "plates", ()), self]
        widget.bind(pos=self._follow, size=self._follow)
        self._follow(widget)

    def paint(self, fill: str = "", line: str = "", *, fill_alpha: float = 1.0) -> None:
        """Changes the colours by their meaning; an empty name leaves the part out."""
        self._fill.rgba = self._look.colour(fill, fill_alpha) if fill else (0, 0, 0, 0)
        self._line.rgba = self._look.colour(line) if line else (0, 0, 0, 0)
        self._seen.clear()
        for ink, part in ((self._fill, self._body), (self._line, self._edge)):
            # What cannot be seen is not drawn: blending nothing costs as much as blending something.
            if ink.a:
                self._seen.add(ink)
                self._seen.add(part)

    def _follow(self, widget: Widget, *_: object) -> None:
        for part in (self._body, self._edge):
            part.pos = widget.pos
            part.size = widget.size


class IconMark:
    """An icon on a canvas: the drawing in one colour at a place."""

    def __init__(self, name: str, side: float, rgba: Rgba) -> None:
        self.side = side
        self._color = Color(*rgba)
        self._rect = Rectangle(texture=icon_texture(name, round(side)), size=(round(side), round(side)))

    def recolour(self, rgba: Rgba) -> None:
        """Tints the icon anew."""
        self._color.rgba = rgba

    def centre_at(self, x: float, y: float) -> None:
        """Puts the icon's middle on a point, on whole pixels so that it stays sharp."""
        self._rect.pos = (round(x - self.side / 2), round(y - self.side / 2))


class Icon(Widget):
    """An icon as a widget, centred in its box; a lettered token where nobody drew the name."""

    def __init__(
        self,
        look: Look,
        name: str,
        *,
        side: float = 24,
        colour: str = "text",
        corner: str = "",
        **options: object,
    ):
        super().__init__(**options)
        from kiosk.look.icons import is_known, token_letter
        from kiosk.widgets.letters import letters_texture

        self.look = look
        self.name = name
        self._side = look.px(side)
        with self.canvas:
            self._mark = IconMark(name, self._side, look.colour(colour))
            self._corner = IconMark(corner, self._side * 0.7, look.colour("done")) if corner else None
            self._letter: Rectangle | None = None
            if not is_known(name):
                Color(*look.colour("background"))
                texture = letters_texture(token_letter(name), round(self._side * 0.62), is_bold=True)
                self._letter = Rectangle(texture=texture, size=texture.size)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def recolour(self, colour: str) -> None:
        """Tints the icon by a colour's meaning."""
        self._mark.recolour(self.look.colour(colour))

    def _place(self, *_: object) -> None:
        # Sums instead of `center`: Kivy may still hold the old centre while it tells of a new size.
        x, y = self.x + self.width / 2, self.y + self.height / 2
        self._mark.centre_at(x, y)
        if self._corner:
            self._corner.centre_at(x + self._side * 0.3, y - self._side * 0.3)
        if self._letter:
            w, h = self._letter.size
            self._letter.pos = (round(x - w / 2), round(y - h / 2))
