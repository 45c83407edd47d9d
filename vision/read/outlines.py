"""Finds four-sided outlines in a picture: cards, whatever they lie on."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, scaled

Quad = NDArray[np.float32]
"""Four corners in the picture, clockwise."""

WORK_PX = 640
"""The longest side that outlines are looked for at."""

SMALLEST_SHARE = 0.004
"""No card is looked for below this share of the picture."""

ASPECT = (1.15, 1.9)
"""How much longer than wide a card may look."""


COLOURED = 24.0
SAME_COLOUR = 14.0
"""How far from grey a print is, and how far apart two pieces of one may be."""
MOST_PIECES = 24


def find_quads(frame: Frame) -> list[Quad]:
    """Returns outlines of about a card's shape, the largest first, without repeats."""
    small, scale = scaled(frame, WORK_PX)
    area = small.shape[0] * small.shape[1]
    found: list[Quad] = []
    hulls = _coloured_hulls(small)
    for mask in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        whole = [one for one in contours if SMALLEST_SHARE * area < cv2.contourArea(one) < 0.9 * area]
        hulls += [cv2.convexHull(contour) for contour in whole]
    for hull in hulls:
        quad = four_sided(hull)
        if quad is not None and SMALLEST_SHARE * area < cv2.contourArea(quad) < 0.9 * area:
            found.append(quad / scale)
    found.sort(key=lambda quad: -cv2.contourArea(quad))
    return _without_repeats(found)


def _masks(small: Frame) -> list[NDArray[np.uint8]]:
    """Returns pictures of edges and areas in which an outline may close."""
    soft = cv2.bilateralFilter(small, 7, 40, 7)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB)
    masks = []
    for low in (12, 25, 50):
        edges = np.zeros(small.shape[:2], np.uint8)
        for channel in cv2.split(lab):
            edges |= cv2.Canny(channel, low, low * 2.5)
        masks.append(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8), iterations=2))
    ground = np.median(lab.reshape(-1, 3)[::7], axis=0).astype(np.float32)
    apart = (lab - ground) * np.array((0.6, 1.4, 1.4), np.float32)
    away = np.sqrt(np.einsum("...i,...i->...", apart, apart))
    for limit in (14, 26, 45):
        mask = (away > limit).astype(np.uint8)
        masks.append(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)))
    return masks


def _coloured_hulls(small: Frame) -> list[NDArray[np.int32]]:
    """Returns hulls of prints by their colour alone, also of two pieces of one: a picture may part a print.

    Their rims may be as light as the ground, and other things may lie against them.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB)
    colours = lab[:, :, 1:].astype(np.float32) - 128
    mask = (np.einsum("...i,...i->...", colours, colours) > COLOURED**2).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    contours = sorted(contours, key=cv2.contourArea, reverse=True)[:MOST_PIECES]
    pieces = []
    for contour in contours:
        if cv2.contourArea(contour) > SMALLEST_SHARE / 4 * mask.size:
            shape = cv2.fillPoly(np.zeros_like(mask), [contour], 1) & mask
            pieces.append((contour, colours[shape > 0].mean(0)))
    pairs = [
        np.vstack([one, other])
        for (one, colour), (other, like) in combinations(pieces, 2)
        if np.linalg.norm(colour - like) < SAME_COLOUR
    ]
    return [cv2.convexHull(piece) for piece in (*(piece for piece, _ in pieces), *pairs)]


def four_sided(hull: NDArray[np.int32]) -> Quad | None:
    """Returns where the four sides of an outline of a card's shape cross, or None."""
    box = cv2.minAreaRect(hull)
    long, short = max(box[1]), min(box[1])
    area = cv2.contourArea(hull)
    if short < 8 or not ASPECT[0] < long / short < ASPECT[1] or area < 0.8 * long * short:
        return None
    around = cv2.arcLength(hull, True)
    corners = next(
        (
            found
            for share in (0.02, 0.03, 0.05)
            if len(found := cv2.approxPolyDP(hull, share * around, True)) == 4
        ),
        cv2.boxPoints(box).reshape(-1, 1, 2),
    )
    quad = _crossings(hull.reshape(-1, 2).astype(np.float32), corners.reshape(4, 2).astype(np.float32))
    if quad is None or not 0.85 < area / max(1.0, cv2.contourArea(quad)) < 1.05:
        return None
    return quad if cv2.contourArea(quad, oriented=True) > 0 else quad[::-1].copy()


def _crossings(outline: NDArray[np.float32], corners: Quad) -> Quad | None:
    """Fits a line to the middle of each side and returns where neighbours cross: the corners may be round."""
    steps = np.linspace(0, 1, 40, endpoint=False)[:, None]
    dense = np.vstack([a + (b - a) * steps for a, b in zip(outline, np.roll(outline, -1, 0), strict=True)])
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        length = float(np.linalg.norm(end - start))
        if length < 6:
            return None
        along = (end - start) / length
        offset = dense - start
        position, away = offset @ along, np.abs(offset @ np.array([-along[1], along[0]]))
        near = dense[(away < 0.04 * length + 1.5) & (position > 0.12 * length) & (position < 0.88 * length)]
        if len(near) < 5:
            return None
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross((x, y, 1.0), (x + vx, y + vy, 1.0)))
    crossings = [np.cross(before, line) for before, line in zip(np.roll(lines, 1, 0), lines, strict=True)]
    if any(abs(point[2]) < 1e-9 for point in crossings):
        return None
    return np.array([point[:2] / point[2] for point in crossings], np.float32)


def _without_repeats(quads: list[Quad]) -> list[Quad]:
    kept: list[Quad] = []
    for quad in quads:
        limit = 0.03 * np.sqrt(cv2.contourArea(quad))
        if all(
            np.linalg.norm(quad.mean(0) - other.mean(0)) > limit
            or abs(cv2.contourArea(quad) / cv2.contourArea(other) - 1) > 0.06
            for other in kept
        ):
            kept.append(quad)
    return kept
