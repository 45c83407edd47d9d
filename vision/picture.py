"""Pictures from files: whole, of a useful size, or refused in words."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say

Frame = NDArray[np.uint8]
"""A colour picture, rows × columns × blue-green-red."""

LONGEST_PX = 2560
"""A tag of 20 px on a larger picture is still readable after scaling down to this."""

SMALLEST_PX = 64


def read_picture(path: str | Path) -> Frame:
    """Reads a picture file; refuses what is no picture, cut short, or too small to hold a board."""
    raw = Path(path).read_bytes()
    name = str(path)
    if not raw:
        raise Invalid(say("vision.picture.empty", file=name))
    if is_cut_short(raw):
        raise Invalid(say("vision.picture.cut_short", file=name))
    try:
        frame = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        frame = None
    if frame is None:
        raise Invalid(say("vision.picture.unreadable", file=name))
    height, width = frame.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise Invalid(
            say("vision.picture.too_small", file=name, width=width, height=height, least=SMALLEST_PX)
        )
    return np.asarray(frame, np.uint8)


def scaled(frame: Frame, longest_px: int = LONGEST_PX) -> tuple[Frame, float]:
    """Returns the picture at no more than a longest side, and the scale that was applied."""
    longest = max(frame.shape[:2])
    if longest <= longest_px:
        return frame, 1.0
    scale = longest_px / longest
    return np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale


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
