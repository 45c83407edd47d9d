"""A photo as a texture that a board is drawn over."""

from __future__ import annotations

from contextlib import suppress

from kivy.graphics.texture import Texture

from vision.jpeg import unpacked

LONGEST_PX = 1600
"""The longest side: a small graphics chip takes no larger textures."""


def texture_of(jpeg: bytes) -> Texture | None:
    """Returns a photo as a texture; nothing where there is none, or where it cannot be read."""
    with suppress(ValueError):
        image = unpacked(jpeg)
        image.thumbnail((LONGEST_PX, LONGEST_PX))
        texture = Texture.create(size=image.size, colorfmt="rgb")
        texture.blit_buffer(image.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        texture.flip_vertical()
        return texture
    return None
