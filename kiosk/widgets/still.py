"""Finished pictures, shown cheaply: sharp as they are, and hiding what is below."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.graphics import Callback, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture


def sharp(texture: Texture) -> Texture:
    """Takes pixels as they are, for a picture that is shown in its own size; a software renderer is glad."""
    texture.mag_filter = texture.min_filter = "nearest"
    return texture


def odd_side(side: float) -> int:
    """Returns a side for a texture: a power of two gets a pixel more.

    A software renderer compiles its shaders anew for such sides, which shows as a halt of some 30 ms
    when the first number of 16 pixels turns up in the middle of a movement.
    """
    whole = max(3, ceil(side))
    return whole + 1 if whole & (whole - 1) == 0 else whole


class Opaque(InstructionGroup):
    """Rectangles that are drawn without blending, which is most of what a full picture costs in software."""

    def __init__(self, *rectangles: Rectangle) -> None:
        super().__init__()
        self.add(Callback(_cover))
        for rectangle in rectangles:
            self.add(rectangle)
        self.add(Callback(_blend))


def _cover(_: Any) -> None:
    glDisable(GL_BLEND)


def _blend(_: Any) -> None:
    glEnable(GL_BLEND)
