"""A photo as a texture that a board is drawn over."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO

from kivy.graphics.texture import Texture
from PIL import Image

MOST_PX = 1600
"""The longest side: a small graphics chip takes no larger textures."""


def texture_of(jpeg: bytes) -> Texture | None:
    """Returns a photo as a texture; nothing where there is none, or where it cannot be read."""
    with suppress(OSError, ValueError), Image.open(BytesIO(jpeg)) as image:
        image.thumbnail((MOST_PX, MOST_PX))
        texture = Texture.create(size=image.size, colorfmt="rgb")
        texture.blit_buffer(image.convert("RGB").tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        texture.flip_vertical()
        return texture
    return None
