"""Packed photos unpacked for the screen, without OpenCV."""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import Image

from companion.ports.camera import Picture

MOST_PX = 24_000_000
"""The largest picture that is unpacked as it is, in pixels, so that a small Pi has the memory for it."""


def unpacked(jpeg: bytes) -> Image.Image:
    """Unpacks a JPEG; raises ValueError for anything else, and for one larger than any camera's."""
    try:
        with Image.open(BytesIO(jpeg), formats=("JPEG",)) as image:
            if image.width * image.height > MOST_PX:
                raise ValueError("a picture larger than any camera's")
            return image.convert("RGB")
    except (OSError, SyntaxError, struct.error, Image.DecompressionBombError) as error:
        raise ValueError(str(error)) from None


def shown(picture: Picture) -> Picture:
    """Returns a picture with the pixels that it says it has, unpacked; raises ValueError for any other."""
    if picture.is_jpeg:
        image = unpacked(picture.rgb)
        return Picture(image.width, image.height, image.tobytes(), picture.number)
    if not 0 < picture.width * picture.height <= MOST_PX or picture.width < 0:
        raise ValueError("a picture larger than any camera's")
    if len(picture.rgb) != 3 * picture.width * picture.height:
        raise ValueError("a picture of another size than it says")
    return picture
