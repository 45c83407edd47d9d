"""Finished pictures, shown cheaply: sharp as they are, and hiding what is below."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Callback, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture


def sharp(texture: Texture) -> Texture:
    """Takes pixels as they are, for a picture that is shown in its own size; a software renderer is glad."""
    texture.mag_filter = texture.min_filter = "nearest"
    return texture


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
