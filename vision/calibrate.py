"""Calibrates a lens from photos of the printed ChArUco sheet, when somebody wants it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.table import CameraModel
from vision.dictionary import find_dictionary

CHARUCO_COLUMNS, CHARUCO_ROWS = 9, 6
CHARUCO_MM, CHARUCO_TAG_MM = 28.0, 21.0
DICTIONARY = "5X5_50"
FEWEST_PHOTOS = 5
FEWEST_CORNERS = 12
GOOD_PX = 1.5


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Returns the board that `companion print charuco` prints."""
    return cv2.aruco.CharucoBoard(
        (CHARUCO_COLUMNS, CHARUCO_ROWS), CHARUCO_MM, CHARUCO_TAG_MM, find_dictionary(DICTIONARY)
    )


def charuco_cells() -> Iterator[tuple[int, int, int | None]]:
    """Lists the squares: column, row, and the tag inside, None for a black one."""
    tag = 0
    for row in range(CHARUCO_ROWS):
        for column in range(CHARUCO_COLUMNS):
            if (row + column) % 2 == 0:
                yield column, row, None
            else:
                yield column, row, tag
                tag += 1


def calibrate(photos: Iterable[NDArray[np.uint8]]) -> tuple[CameraModel, float]:
    """Returns the lens and its mean error in pixels; refuses when too little of the sheet is seen."""
    board = charuco_board()
    detector = cv2.aruco.CharucoDetector(board)
    objects, images = [], []
    size: tuple[int, int] | None = None
    for photo in photos:
        grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
        here = (grey.shape[1], grey.shape[0])
        if size not in (None, here):
            raise Invalid(say("vision.calibrate.sizes"))
        size = here
        corners, ids, _, _ = detector.detectBoard(grey)
        if ids is None or len(ids) < FEWEST_CORNERS:
            continue
        points, pixels = board.matchImagePoints(corners, ids)
        objects.append(points)
        images.append(pixels)
    if size is None or len(objects) < FEWEST_PHOTOS:
        raise Invalid(say("vision.calibrate.too_few", found=len(objects), needed=FEWEST_PHOTOS))
    return lens_of(objects, images, size)


def lens_of(
    objects: Sequence[NDArray[np.floating]], images: Sequence[NDArray[np.floating]], size: tuple[int, int]
) -> tuple[CameraModel, float]:
    """Returns the lens that fits views of the sheet, and its mean error in pixels; refuses a poor fit."""
    error, matrix, distortion, _, _ = cv2.calibrateCamera(objects, images, size, None, None)
    if error > GOOD_PX:
        raise Invalid(say("vision.calibrate.poor", error=f"{error:.1f}"))
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    return CameraModel(rows, tuple(float(value) for value in np.ravel(distortion)[:5])), float(error)  # type: ignore[arg-type]
