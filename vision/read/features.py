"""Points that can be found again in another picture of the same print, and how such pictures lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame

Floats = NDArray[np.float32]
Homography = NDArray[np.float64]

LIKE = 0.8
"""Two descriptors are alike from this product on."""

LEAST_INLIERS = 10
APART_PX = 4.0
"""How far a point may lie from where the others put it."""


@dataclass(frozen=True)
class Points:
    """Points of a picture with their descriptors, as unit vectors that take little memory."""

    at: Floats
    descriptors: NDArray[np.float16]


@cache
def _finder(most: int) -> cv2.SIFT:
    return cv2.SIFT_create(nfeatures=most, contrastThreshold=0.015, edgeThreshold=14)


def find_points(frame: Frame, most: int, within: NDArray[np.uint8] | None = None) -> Points:
    """Finds at most so many points, the strongest ones, within a mask."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    keypoints, descriptors = _finder(most).detectAndCompute(grey, within)
    if descriptors is None:
        return Points(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float16))
    rooted = np.sqrt(descriptors / np.maximum(descriptors.sum(1, keepdims=True), 1e-6))
    return Points(np.array([point.pt for point in keypoints], np.float32), rooted.astype(np.float16))


def lay_over(source: Floats, target: Floats) -> tuple[Homography, NDArray[np.bool_]] | None:
    """Returns how source points lie over target points, and which of them do; None if too few agree."""
    if len(source) < LEAST_INLIERS:
        return None
    matrix, inliers = cv2.findHomography(
        source, target, cv2.USAC_MAGSAC, APART_PX, maxIters=1500, confidence=0.999
    )
    if matrix is None or int(inliers.sum()) < LEAST_INLIERS or not _is_plausible(matrix, target):
        return None
    return matrix, inliers.ravel().astype(bool)


def _is_plausible(matrix: Homography, target: Floats) -> bool:
    """Tells whether a mapping neither mirrors nor squeezes the print to a line."""
    if abs(np.linalg.det(matrix)) < 1e-9:
        return False
    middle = target.mean(0)
    back = np.linalg.inv(matrix)
    square = (middle + np.array([(-50, -50), (50, -50), (50, 50), (-50, 50)])).astype(np.float32)
    seen = cv2.perspectiveTransform(square.reshape(-1, 1, 2), back).reshape(-1, 2)
    sides = np.linalg.norm(seen - np.roll(seen, -1, 0), axis=1)
    return bool(
        cv2.contourArea(seen, oriented=True) > 0 and sides.max() < 2.2 * sides.min() and sides.min() > 4
    )
