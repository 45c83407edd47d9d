"""The project's own icons, as strokes on a 24 by 24 grid (y down), and their pictures.

Each icon is one colour, given where it is shown. Parts are separated by `;`, later parts lie on earlier ones,
`cut` takes away: `disc x y r`, `ring x y r width`, `box x y w h radius`, `poly x,y x,y ...`,
`line width x,y x,y ...`, `arc x y r from to width` (degrees, clockwise from the right).
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from companion.core.drawings import DRAWINGS

GRID = 24
OVERSAMPLE = 4


def is_known(name: str) -> bool:
    """Tells whether the project draws an icon of that name."""
    return name in DRAWINGS


def token_letter(name: str) -> str:
    """Returns the letter that stands on the token of an icon that nobody drew."""
    return next((char.upper() for char in name if char.isalnum()), "?")


@lru_cache(maxsize=512)
def picture(name: str, side: int) -> Image.Image:
    """Draws an icon as an alpha mask of `side` pixels; an unknown name gives a plain token."""
    scale = side * OVERSAMPLE / GRID
    mask = Image.new("L", (side * OVERSAMPLE, side * OVERSAMPLE), 0)
    pen = ImageDraw.Draw(mask)
    for part in DRAWINGS.get(name, "disc 12 12 10.4").split(";"):
        words = part.split()
        ink = 255
        if words[0] == "cut":
            ink, words = 0, words[1:]
        _draw(pen, words[0], words[1:], scale, ink)
    return mask.resize((side, side), Image.Resampling.BOX)


def _draw(pen: ImageDraw.ImageDraw, verb: str, words: list[str], scale: float, ink: int) -> None:
    if verb in ("poly", "line"):
        points = [(float(x) * scale, float(y) * scale) for x, y in (w.split(",") for w in words if "," in w)]
        if verb == "poly":
            pen.polygon(points, fill=ink)
            return
        width = float(words[0]) * scale
        pen.line(points, fill=ink, width=round(width), joint="curve")
        for x, y in (points[0], points[-1]):
            pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)
        return
    numbers = [float(word) * scale for word in words]
    if verb == "box":
        x, y, w, h, radius = numbers
        pen.rounded_rectangle((x, y, x + w, y + h), radius, fill=ink)
    elif verb == "disc":
        x, y, r = numbers
        pen.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    elif verb == "ring":
        x, y, r, width = numbers
        r += width / 2
        pen.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=round(width))
    elif verb == "arc":
        x, y, r, _, _, width = numbers
        r += width / 2
        start, end = float(words[3]), float(words[4])
        pen.arc((x - r, y - r, x + r, y + r), start, end, fill=ink, width=round(width))
    else:
        raise ValueError(verb)
