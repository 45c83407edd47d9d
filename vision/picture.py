"""Pictures from files: whole, of a useful size, or refused in words."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import inf
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.files import read_whole
from vision.jpeg import MOST_PX

Image.MAX_IMAGE_PIXELS = None  # the limits here are lower, and say what to do

_Any = TypeVar("_Any", bound=np.generic)
Frame = NDArray[np.uint8]
"""A colour picture, rows × columns × blue-green-red."""

LONGEST_PX = 2560
"""A tag of 20 px on a larger picture is still readable after scaling down to this."""

SMALLEST_PX = 64
MOST_NARROW = 20
"""How many times as long as wide a picture may be: of a narrower one nothing is left at a useful size."""
MOST_PHOTO_PX = 108_000_000
"""The same for a plain JPEG, which above MOST_PX is unpacked at half or a quarter of its size."""
MOST_HEAVY_PX = 16_000_000
"""The same for WebP, TIFF and a progressive JPEG of four colours, which take up to twelve bytes a pixel.

Any other progressive JPEG is unpacked at half its size from here on.
"""
FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP")
"""What is read: OpenCV knows others too, some of which take twenty bytes a pixel."""
PHOTOS = ("JPEG", "MPO")
"""An MPO is a JPEG in which a phone has put a second picture, such as one of depths."""
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
FILE_BYTES = 48 << 20


def read_picture(path: str | Path) -> Frame:
    """Reads a picture file; refuses what is no picture, cut short, or too small to hold a board."""
    return read_with_scale(path)[0]


def read_with_scale(path: str | Path, enough_px: float = inf) -> tuple[Frame, float]:
    """Reads a picture file, and how much smaller than in the file it is: large photos are reduced.

    Where a longest side of so many pixels is enough, a photo is unpacked at no more than twice that.
    """
    raw = read_whole(path, FILE_BYTES)
    name = str(path)
    if not raw:
        raise Invalid(say("vision.picture.empty", file=name))
    if is_cut_short(raw):
        raise Invalid(say("vision.picture.cut_short", file=name))
    with _quietly():
        frame, scale = decode_picture(raw, name, enough_px)
    height, width = frame.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise Invalid(
            say("vision.picture.too_small", file=name, width=width, height=height, least=SMALLEST_PX)
        )
    if max(height, width) > MOST_NARROW * min(height, width):
        raise Invalid(say("vision.picture.too_narrow", file=name, width=width, height=height))
    return frame, scale


@contextmanager
def _quietly() -> Iterator[None]:
    """Keeps what libpng and libjpeg print by themselves from standing beside the one line of a refusal."""
    try:
        kept = os.dup(2)
    except OSError:  # the caller closed standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def decode_picture(raw: bytes, name: str, enough_px: float = inf) -> tuple[Frame, float]:
    """Unpacks a picture and returns its scale; refuses by its header what would not fit into the memory."""
    try:
        with Image.open(BytesIO(raw), formats=FORMATS) as header:
            width, height = header.size
            most, most_whole = _most_pixels(header)
            is_photo = header.format in PHOTOS
    except (OSError, ValueError, SyntaxError, struct.error):
        raise Invalid(say("vision.picture.unreadable", file=name)) from None
    if width * height > most:
        millions = most // 1_000_000
        raise Invalid(say("vision.picture.too_large", file=name, width=width, height=height, most=millions))
    shrink = 1
    if width * height > most_whole:
        shrink = 4 if max(width, height) >= 4 * LONGEST_PX else 2
    while is_photo and shrink < 8 and max(width, height) >= 2 * shrink * enough_px:
        shrink *= 2
    try:
        frame = cv2.imdecode(np.frombuffer(raw, np.uint8), REDUCED[shrink])
    except cv2.error:
        frame = None
    if frame is None:
        raise Invalid(say("vision.picture.unreadable", file=name))
    return np.asarray(frame, np.uint8), 1 / shrink


def _most_pixels(header: Image.Image) -> tuple[int, int]:
    """Tells how many pixels of a picture fit into the memory, by its kind, and how many at its full size."""
    is_photo, is_progressive = header.format in PHOTOS, bool(header.info.get("progressive"))
    if is_photo and not is_progressive:
        return MOST_PHOTO_PX, MOST_PX
    if header.format in ("WEBP", "TIFF") or header.mode == "CMYK":
        return MOST_HEAVY_PX, MOST_HEAVY_PX
    return MOST_PX, MOST_HEAVY_PX if is_progressive else MOST_PX


def scaled(frame: Frame, longest_px: int = LONGEST_PX) -> tuple[Frame, float]:
    """Returns the picture at no more than a longest side, and the scale that was applied."""
    longest = max(frame.shape[:2])
    if longest <= longest_px:
        return frame, 1.0
    scale = longest_px / longest
    return np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale


def darkest(frame: NDArray[_Any]) -> NDArray[_Any]:
    """Returns the darkest channel of each pixel, in which prints of any colour are dark; of truths, all."""
    return np.minimum(np.minimum(frame[:, :, 0], frame[:, :, 1]), frame[:, :, 2])


def brightest(frame: NDArray[_Any]) -> NDArray[_Any]:
    """Returns the brightest channel of each pixel; of truths, any. Numpy is slow to compare few columns."""
    return np.maximum(np.maximum(frame[:, :, 0], frame[:, :, 1]), frame[:, :, 2])


def is_cut_short(raw: bytes) -> bool:
    """Tells whether a JPEG or PNG ends before its end mark; decoders would fill the rest with grey."""
    if raw.startswith(b"\x89PNG\r\n\x1a\n"):
        return b"IEND" not in raw[-64:] and b"IEND" not in raw
    if not raw.startswith(b"\xff\xd8"):
        return False
    place = 2
    while place + 4 <= len(raw):
        if raw[place] != 0xFF:
            return True
        marker = raw[place + 1]
        if marker == 0xDA:  # the scan: its end mark cannot occur inside it
            return raw.find(b"\xff\xd9", place) < 0
        if marker == 0xFF:
            place += 1
            continue
        place += 2 + int.from_bytes(raw[place + 2 : place + 4], "big")
    return True
