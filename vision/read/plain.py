"""Finds the one card, or die, that lies on a plain ground."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame
from vision.read.features import Floats
from vision.read.outlines import four_sided

RIM_STEP = 3
"""Which pixels of a photo's rim tell how the ground looks: every third one."""


def card_outline(picture: Frame) -> tuple[Floats, NDArray[np.uint8]]:
    """Finds the one card on a plain ground: its corners, and a mask of it."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    apart = (lab - _ground(lab)) ** 2
    found = []
    for weights in ((0.05, 2, 2), (1, 2, 2)):  # shadows and white rims change the lightness alone
        away = np.sqrt((apart * weights).sum(2))
        for limit in (40, 28, 18, 11):
            hull = _hull((away > limit).astype(np.uint8))
            if hull is not None:
                found.append(hull)
    if found:
        most = max(cv2.contourArea(hull) for hull in found)
        hull = next(hull for hull in found if cv2.contourArea(hull) > 0.6 * most)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, hull, 1)
        quad = four_sided(hull)
        return cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32) if quad is None else quad, mask
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float32)
    return corners, np.ones((height, width), np.uint8)


def _hull(mask: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Returns the outline of what is in a mask where that is about a rectangle within the photo."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    large = [contour for contour in contours if cv2.contourArea(contour) > 0.006 * mask.size]
    if not large:
        return None
    hull = cv2.convexHull(np.vstack(large))
    (_, (width, height), _), area = cv2.minAreaRect(hull), cv2.contourArea(hull)
    if not max(0.05 * mask.size, 0.9 * width * height) < area < 0.85 * mask.size:
        return None
    right, bottom = mask.shape[1] - 3, mask.shape[0] - 3
    corners = ((2, 2), (right, 2), (right, bottom), (2, bottom))
    return None if any(cv2.pointPolygonTest(hull, corner, False) >= 0 for corner in corners) else hull


def _ground(lab: Floats) -> Floats:
    """Returns the ground as it would look without the card: a slope fitted to the photo's rim."""
    height, width = lab.shape[:2]
    rim = np.zeros((height, width), bool)
    wide = max(3, min(height, width) // 25)
    rim[:wide], rim[-wide:], rim[:, :wide], rim[:, -wide:] = True, True, True, True
    ys, xs = (at[::RIM_STEP] for at in np.nonzero(rim))
    x, y = xs / width, ys / height
    terms = np.stack([np.ones_like(x), x, y, x**2, y**2], -1)
    across, down = np.arange(width) / width, np.arange(height)[:, None] / height
    ground = np.empty_like(lab)
    for channel in range(3):
        values, kept = lab[ys, xs, channel], np.ones(len(xs), bool)
        for _ in range(4):  # what the card covers of the rim is left out
            fitted = terms[kept]
            weights = np.linalg.solve(fitted.T @ fitted + np.eye(5) * 1e-6, fitted.T @ values[kept])
            apart = np.abs(values - terms @ weights)
            kept = apart < max(4.0, 2.0 * float(np.median(apart)))
        level, right, below, right_2, below_2 = weights
        ground[:, :, channel] = (
            level + right * across + right_2 * across**2 + (below * down + below_2 * down**2)
        )
    return ground
