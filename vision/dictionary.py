"""Tag dictionaries by the names that table files use."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say


def _canonical(name: str) -> str:
    """Writes `DICT_5X5_50`, `5x5_50`, `36h11` and `APRILTAG_36h11` in one way."""
    plain = name.strip().upper().removeprefix("DICT_")
    if plain in {"16H5", "25H9", "36H10", "36H11"}:
        plain = "APRILTAG_" + plain
    return plain


@cache
def dictionary_names() -> dict[str, int]:
    """Lists the dictionaries that there are, by canonical name."""
    found = {name: getattr(cv2.aruco, name) for name in dir(cv2.aruco) if name.startswith("DICT_")}
    return {_canonical(name): value for name, value in sorted(found.items())}


def find_dictionary(name: str) -> cv2.aruco.Dictionary:
    """Returns a dictionary; refuses with Invalid naming the ones there are."""
    known = dictionary_names()
    if _canonical(name) not in known:
        raise Invalid(say("vision.table.dictionary", name=name, known=", ".join(known)))
    return cv2.aruco.getPredefinedDictionary(known[_canonical(name)])


def tag_cells(dictionary: cv2.aruco.Dictionary, tag: int) -> NDArray[np.float32]:
    """Returns the cells of a tag with its black border, +1 for white and −1 for black."""
    side = dictionary.markerSize
    packed = np.asarray(dictionary.bytesList)[tag : tag + 1]
    bits = cv2.aruco.Dictionary.getBitsFromByteList(packed, side)
    cells = np.full((side + 2, side + 2), -1.0, np.float32)
    cells[1:-1, 1:-1] = np.asarray(bits, np.float32) * 2 - 1
    return cells


def tag_picture(dictionary: cv2.aruco.Dictionary, tag: int, side_px: int, quiet_px: int = 0) -> Frame:
    """Draws a tag, with a white edge of its own where asked."""
    picture = cv2.aruco.generateImageMarker(dictionary, tag, side_px)
    return np.asarray(
        cv2.copyMakeBorder(picture, quiet_px, quiet_px, quiet_px, quiet_px, cv2.BORDER_CONSTANT, value=255)
    )


Frame = NDArray[np.uint8]
