"""Boards without anchor tags: four taps on the corners once, then features keep the board registered."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.table import Anchor
from vision.picture import decode_picture
from vision.pose import tag_corners_mm

Array = NDArray[np.float64]

LONGEST_PX = 1280
FEATURES = 2500
RATIO = 0.75
FEWEST = 25
TIGHT_PX = 3.0
FIRST_VIRTUAL = 100_000
JPEG_QUALITY = 88


@dataclass(frozen=True)
class Found:
    """Where the board lies in a picture: from millimetres to pixels, and how many features say so."""

    plane: Array
    support: int


class FeatureBoard:
    """Knows a board from a reference photo with its four corners tapped, clockwise from the top left."""

    def __init__(self, photo: NDArray[np.uint8], taps_px: Array, board_mm: tuple[float, float]) -> None:
        taps = np.asarray(taps_px, np.float64).reshape(-1, 2)
        if (
            len(taps) != 4
            or not cv2.isContourConvex(taps.astype(np.float32))
            or cv2.contourArea(taps.astype(np.float32)) < 0.02 * photo.shape[0] * photo.shape[1]
        ):
            raise Invalid(say("vision.features.taps"))
        width, height = board_mm
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        self._sift = cv2.SIFT_create(nfeatures=FEATURES)
        self._matcher = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 48})
        grey, scale = _grey(photo)
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(taps * scale).astype(np.int32), 255)
        points, descriptors = self._sift.detectAndCompute(grey, mask)
        if descriptors is None or len(points) < 2 * FEWEST:
            raise Invalid(say("vision.features.plain", found=len(points)))
        to_board = cv2.getPerspectiveTransform(taps.astype(np.float32), corners.astype(np.float32))
        pixels = np.array([point.pt for point in points], np.float64) / scale
        self._points_mm = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), to_board).reshape(-1, 2)
        self._descriptors = descriptors

    @staticmethod
    def flat(photo: NDArray[np.uint8], board_mm: tuple[float, float]) -> FeatureBoard:
        """Knows a board from a photo that shows it from above, cut at its corners."""
        height, width = photo.shape[:2]
        return FeatureBoard(photo, np.array([[0, 0], [width, 0], [width, height], [0, height]]), board_mm)

    def find(self, frame: NDArray[np.uint8]) -> Found | None:
        """Returns where the board lies now, or None when too few features agree."""
        grey, scale = _grey(frame)
        points, descriptors = self._sift.detectAndCompute(grey, None)
        if descriptors is None or len(points) < FEWEST:
            return None
        pairs = self._matcher.knnMatch(descriptors, self._descriptors, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < RATIO * pair[1].distance]
        if len(good) < FEWEST:
            return None
        pixels = np.array([points[match.queryIdx].pt for match in good], np.float64) / scale
        there = self._points_mm[[match.trainIdx for match in good]]
        plane, inside = cv2.findHomography(there, pixels, cv2.USAC_MAGSAC, TIGHT_PX / scale, maxIters=3000)
        support = int(inside.sum()) if inside is not None else 0
        if plane is None or support < FEWEST or support < 0.25 * len(good):
            return None
        return Found(np.asarray(plane), support)


def flattened(frame: NDArray[np.uint8], taps_px: Array, board_mm: tuple[float, float]) -> NDArray[np.uint8]:
    """Returns the board from above, cut at its tapped corners: a reference that needs no taps beside it."""
    scale = LONGEST_PX / max(board_mm)
    width, height = (max(1, round(side * scale)) for side in board_mm)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    change = cv2.getPerspectiveTransform(np.asarray(taps_px, np.float32).reshape(4, 2), target)
    return np.asarray(cv2.warpPerspective(frame, change, (width, height), flags=cv2.INTER_CUBIC))


def pack(photo: NDArray[np.uint8]) -> bytes:
    """Packs a photo of the board as a JPEG."""
    return bytes(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])


def unpack(jpeg: bytes) -> NDArray[np.uint8]:
    """Opens a packed photo of the board; refuses what is none."""
    try:
        return decode_picture(jpeg, "")[0]
    except Invalid:
        raise Invalid(say("vision.features.photo")) from None


def _grey(frame: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    scale = min(1.0, LONGEST_PX / max(frame.shape[:2]))
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(grey), scale


def to_picture(found: Found, points_mm: Array) -> Array:
    """Projects points of the board into the picture."""
    return np.asarray(
        cv2.perspectiveTransform(np.asarray(points_mm, np.float64).reshape(-1, 1, 2), found.plane).reshape(
            -1, 2
        )
    )


def virtual_anchors(
    found: Found, board_mm: tuple[float, float], size_mm: float = 30.0
) -> tuple[dict[str, Anchor], dict[int, list[Array]]]:
    """Returns anchors in the board's corners and where they would be seen.

    So the pose is found by the same fit that real anchors use; no real tag has their numbers.
    """
    width, height = board_mm
    half = size_mm / 2
    middles = [(half, half), (width - half, half), (width - half, height - half), (half, height - half)]
    anchors, corners = {}, {}
    for index, (x, y) in enumerate(middles, start=FIRST_VIRTUAL):
        anchors[str(index)] = Anchor((x, y), size_mm)
        corners[index] = [to_picture(found, tag_corners_mm(x, y, size_mm))]
    return anchors, corners
