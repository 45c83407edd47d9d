"""Reads dice with symbols by one taught photo of each face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, scaled
from vision.read.lamp import soft
from vision.read.plain import card_outline

Floats = NDArray[np.float32]

FACE_PX = 40
INNER = 0.84
"""Which share of a face is compared: its edges are round, and other sides show beside them."""
SEEN_PX = 640
DIFFERS = 20.0
"""How far apart in colour a die and the tray are."""
LEAST_SHARE, MOST_SHARE = 0.002, 0.3
LONGEST = 1.6
"""How much longer than wide a die may look, with one of its sides in sight."""
FILLED = 0.78
ALIKE = 0.6
"""How well a face must correlate with what is read."""
APART = 0.12
"""By how much better than any other face."""
PHOTO_PX = 256
"""The longest side at which a taught photo is kept."""

LENGTHS = (0.9, 1.0, 1.1)
SHIFTS = (-0.12, 0.0, 0.12)


@dataclass(frozen=True)
class ReadFace:
    """A die in a picture: its middle and what its upper face can be, likeliest first."""

    x: float
    y: float
    side_px: float
    among: tuple[str, ...]
    is_certain: bool
    confidence: float


class Faces:
    """The taught faces, each as it looks in the four ways round."""

    def __init__(self, photos: dict[str, Frame]) -> None:
        looks = {name: _upright(photo) for name, photo in photos.items()}
        self.names = tuple(name for name in looks for _ in range(4))
        turned = [np.rot90(look, turn) for look in looks.values() for turn in range(4)]
        self._looks = np.stack([_levelled(look) for look in turned])

    def alike(self, look: Floats) -> dict[str, float]:
        """Returns how well a look correlates with each face, the better way round."""
        shares = self._looks @ _levelled(look)
        best: dict[str, float] = {}
        for name, share in zip(self.names, shares, strict=True):
            best[name] = max(best.get(name, -1.0), float(share))
        return best


def read_faces(frame: Frame, faces: Faces) -> list[ReadFace]:
    """Reads the dice of a tray, from the left to the right."""
    picture, scale = scaled(frame, SEEN_PX)
    found = [_read(picture, box, faces) for box in _boxes(picture)]
    dice = [
        ReadFace(die.x / scale, die.y / scale, die.side_px / scale, die.among, die.is_certain, die.confidence)
        for die in found
    ]
    return sorted(dice, key=lambda die: die.x)


def _boxes(picture: Frame) -> list[tuple[Sequence[float], Sequence[float], float]]:
    """Returns the rectangles around what lies on the ground of a tray."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    apart = np.sqrt((((lab - np.median(lab.reshape(-1, 3), axis=0)) * (0.7, 1.4, 1.4)) ** 2).sum(2))
    mask = (apart > DIFFERS).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    boxes: list[tuple[Sequence[float], Sequence[float], float]] = []
    # The tray's own rim goes all round, and what is printed on a die may look like the tray.
    for contour in sorted(contours, key=cv2.contourArea, reverse=True):
        hull = cv2.convexHull(contour)
        area, box = cv2.contourArea(hull), cv2.minAreaRect(hull)
        (width, height) = sorted(box[1])
        if (
            LEAST_SHARE * mask.size < area < MOST_SHARE * mask.size
            and height < LONGEST * width
            and area > FILLED * width * height
            and all(np.hypot(box[0][0] - x, box[0][1] - y) > max(size) / 2 for (x, y), size, _ in boxes)
        ):
            boxes.append(box)
    return boxes


def _read(picture: Frame, box: tuple[Sequence[float], Sequence[float], float], faces: Faces) -> ReadFace:
    """Lays a square over the parts of a box where the upper face may be, and takes what fits best."""
    (x, y), (width, height), angle = box
    short, long = min(width, height), max(width, height)
    turn = np.radians(angle)
    along = (
        np.array([np.cos(turn), np.sin(turn)]) if width >= height else np.array([-np.sin(turn), np.cos(turn)])
    )
    best: dict[str, float] = {}
    for length in LENGTHS:
        for offset in np.unique([-(long - short) / 2, 0.0, (long - short) / 2]):
            for dx in SHIFTS:
                for dy in SHIFTS:
                    middle = np.array([x, y]) + along * offset + short * np.array([dx, dy])
                    look = _square(picture, middle, short * length, turn)
                    for name, share in faces.alike(look).items():
                        best[name] = max(best.get(name, -1.0), share)
    order = sorted(best, key=lambda name: -best[name])
    first, second = best[order[0]], best[order[1]] if len(order) > 1 else 0.0
    is_certain = first >= ALIKE and first - second >= APART
    return ReadFace(x, y, short, tuple(order), is_certain, max(0.0, min(1.0, first)))


def _square(picture: Frame, middle: NDArray[np.float64], side: float, turn: float) -> Floats:
    scale = FACE_PX / (side * INNER)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[cos, sin, 0.0], [-sin, cos, 0.0]])
    matrix[:, 2] = FACE_PX / 2 - matrix[:, :2] @ middle
    return soft(cv2.warpAffine(picture, matrix, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE))


def _upright(photo: Frame) -> Floats:
    """Returns a taught face by its outline on a plain ground."""
    picture, _ = scaled(photo, PHOTO_PX)
    outline, _ = card_outline(picture)
    edge = FACE_PX * (1 / INNER - 1) / 2
    low, high = -edge, FACE_PX + edge
    target = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(outline.astype(np.float32), target)
    return soft(cv2.warpPerspective(picture, matrix, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE))


def _levelled(look: Floats) -> Floats:
    """Returns a look without its lamp: each colour around its own middle, all of one strength."""
    flat = look.reshape(-1, 3) - look.reshape(-1, 3).mean(0)
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32).ravel()
