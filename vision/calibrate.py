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
from vision.picture import Frame, scaled

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


def calibrate(photos: Iterable[Frame]) -> tuple[CameraModel, float]:
    """Returns the lens and its mean error in pixels; refuses when too little of the sheet is seen."""
    board = charuco_board()
    detector = cv2.aruco.CharucoDetector(board)
    objects, images = [], []
    size: tuple[int, int] | None = None
    searched_size = (0, 0)
    # Grey and small at once: no two photos are in the memory at the same time.
    for here, grey in map(_searched, photos):
        if size not in (None, here):
            raise Invalid(say("vision.calibrate.sizes"))
        size, searched_size = here, (grey.shape[1], grey.shape[0])
        corners, ids, _, _ = detector.detectBoard(grey)
        if ids is None or len(ids) < FEWEST_CORNERS:
            continue
        points, pixels = board.matchImagePoints(corners, ids)
        objects.append(points)
        images.append(pixels)
    if size is None or len(objects) < FEWEST_PHOTOS:
        raise Invalid(say("vision.calibrate.too_few", found=len(objects), needed=FEWEST_PHOTOS))
    lens, error = lens_of(objects, images, searched_size)
    return _at_full_size(lens, searched_size[0] / size[0]), error


def _searched(photo: Frame) -> tuple[tuple[int, int], Frame]:
    """Returns a photo's own size, and it in grey at the size that the sheet is searched at."""
    small, _ = scaled(photo)
    return (photo.shape[1], photo.shape[0]), np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))


def _at_full_size(lens: CameraModel, scale: float) -> CameraModel:
    """Returns the lens for the pixels of photos that were searched at a smaller scale."""
    (fx, skew, cx), (_, fy, cy), last = lens.matrix
    # The middle of a pixel, not its corner, is what scaling keeps.
    cx, cy = ((middle + 0.5) / scale - 0.5 for middle in (cx, cy))
    return CameraModel(((fx / scale, skew / scale, cx), (0.0, fy / scale, cy), last), lens.distortion)


def lens_of(
    objects: Sequence[NDArray[np.floating]], images: Sequence[NDArray[np.floating]], size: tuple[int, int]
) -> tuple[CameraModel, float]:
    """Returns the lens that fits views of the sheet, and its mean error in pixels; refuses a poor fit."""
    error, matrix, distortion, _, _ = cv2.calibrateCamera(objects, images, size, None, None)
    if error > GOOD_PX:
        raise Invalid(say("vision.calibrate.poor", error=f"{error:.1f}"))
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    return CameraModel(rows, tuple(float(value) for value in np.ravel(distortion)[:5])), float(error)  # type: ignore[arg-type]
