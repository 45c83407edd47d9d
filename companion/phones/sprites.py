"""The project's icons as one SVG file, from the same strokes that the kiosk draws."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from companion.core.drawings import DRAWINGS


@cache
def sprites() -> str:
    """Writes every icon as a symbol `i-<name>` in the colour of the text around it."""
    symbols = "".join(_symbol(name, drawing) for name, drawing in DRAWINGS.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _symbol(name: str, drawing: str) -> str:
    parts = [part.split() for part in drawing.split(";")]
    if all(words[0] != "cut" for words in parts):
        drawn = "".join(_part(words, "currentColor") for words in parts)
        return f'<symbol id="i-{name}" viewBox="0 0 24 24">{drawn}</symbol>'
    drawn = "".join(
        _part(words[1:], "black") if words[0] == "cut" else _part(words, "white") for words in parts
    )
    mask = f'<mask id="m-{name}" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24">{drawn}</mask>'
    filled = f'<rect width="24" height="24" fill="currentColor" mask="url(#m-{name})"/>'
    return f'<symbol id="i-{name}" viewBox="0 0 24 24">{mask}{filled}</symbol>'


def _part(words: list[str], ink: str) -> str:
    verb, given = words[0], words[1:]
    if verb == "poly":
        return f'<polygon points="{" ".join(given)}" fill="{ink}"/>'
    if verb == "line":
        stroke = f'stroke="{ink}" stroke-width="{given[0]}" stroke-linecap="round" stroke-linejoin="round"'
        return f'<polyline points="{" ".join(given[1:])}" fill="none" {stroke}/>'
    numbers = [float(number) for number in given]
    if verb == "disc":
        x, y, r = numbers
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{ink}"/>'
    if verb == "box":
        x, y, w, h, r = numbers
        return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{ink}"/>'
    if verb == "ring":
        x, y, r, width = numbers
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="{ink}" stroke-width="{width:g}"/>'
        )
    assert verb == "arc", verb
    x, y, r, start, end, width = numbers
    (x1, y1), (x2, y2) = ((x + r * cos(radians(a)), y + r * sin(radians(a))) for a in (start, end))
    large = int(end - start > 180)
    way = f"M{x1:.2f} {y1:.2f}A{r:g} {r:g} 0 {large} 1 {x2:.2f} {y2:.2f}"
    return f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="{width:g}"/>'
