"""Proposes where cards of a known size may lie by the straight sides that can be seen of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, darkest, scaled
from vision.read.outlines import ASPECT

Floats = NDArray[np.float32]
WORK_PX = 800
SHORTEST = 0.16
"""Which share of a card's short side must be seen in one piece to be taken for a part of it."""
SQUARE = 0.14
"""By how much two sides may be off the right angle, as a cosine."""
GAP = 0.22
"""How far from their corner two sides may end, as a share of the short side: the corners are round."""
SHORTEST_WHOLE = 0.06
"""The shortest side that is taken for a whole one, as a share of the picture, where no size is known."""
WHOLE = 0.14
"""By which share a line may be longer or shorter than the side it is taken for."""
NUMBER_OF_LINES = 240


def propose_by_sides(frame: Frame, size_px: tuple[float, float] | None) -> list[Floats]:
    """Returns outlines of cards of about a size (short, long side), or of any size where none is known."""
    small, scale = scaled(frame, WORK_PX)
    if size_px is None:
        lines = _lines(small, SHORTEST_WHOLE * WORK_PX)
        return [quad / scale for quad in _from_two_sides(lines)] if len(lines) else []
    short, long = size_px[0] * scale, size_px[1] * scale
    lines = _lines(small, SHORTEST * short)
    if not len(lines):
        return []
    found = [*_from_corners(lines, short, long), *_from_whole_sides(lines, short, long)]
    return [quad / scale for quad in found]


def _lines(small: Frame, shortest_px: float) -> Floats:
    """Returns straight lines as x, y, x, y, the longest first."""
    detector = cv2.createLineSegmentDetector()
    lines = []
    for channel in (cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), darkest(small)):
        found = detector.detect(np.ascontiguousarray(channel))[0]
        if found is not None:
            lines.append(found.reshape(-1, 4))
    if not lines:
        return np.zeros((0, 4), np.float32)
    all_lines = np.vstack(lines).astype(np.float32)
    lengths = np.hypot(all_lines[:, 2] - all_lines[:, 0], all_lines[:, 3] - all_lines[:, 1])
    order = np.argsort(-lengths, kind="stable")
    return all_lines[order[lengths[order] > shortest_px]][:NUMBER_OF_LINES]


def _corners(lines: Floats) -> tuple[Floats, list[tuple[Floats, Floats, Floats]]]:
    """Returns where lines cross at right angles; of both, the way from there and how far its ends are."""
    starts, ends = lines[:, :2], lines[:, 2:]
    along = ends - starts
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    first, second = np.nonzero(np.triu(np.abs(along @ along.T) < SQUARE, 1))
    cross = along[first, 0] * along[second, 1] - along[first, 1] * along[second, 0]
    offset = starts[second] - starts[first]
    at = (offset[:, 0] * along[second, 1] - offset[:, 1] * along[second, 0]) / cross
    corners = starts[first] + at[:, None] * along[first]
    arms = []
    for which in (first, second):
        to_start = np.linalg.norm(starts[which] - corners, axis=1)
        to_end = np.linalg.norm(ends[which] - corners, axis=1)
        middle = (starts[which] + ends[which]) / 2 - corners
        way = along[which] * np.sign((middle * along[which]).sum(1, keepdims=True))
        arms.append((way, np.minimum(to_start, to_end), np.maximum(to_start, to_end)))
    return corners, arms


def _from_corners(lines: Floats, short: float, long: float) -> list[Floats]:
    """Completes each corner at which two sides meet, once with either of them as the short one."""
    corners, ((one, one_gap, _), (other, other_gap, _)) = _corners(lines)
    meeting = np.nonzero((one_gap < GAP * short) & (other_gap < GAP * short))[0]
    return [
        _quad(corners[index], one[index] * sides[0], other[index] * sides[1])
        for index in meeting
        for sides in ((short, long), (long, short))
    ]


def _from_two_sides(lines: Floats) -> list[Floats]:
    """Completes each corner whose two sides are seen whole: their lengths are in the proportion of a card."""
    corners, ((one, one_gap, one_far), (other, other_gap, other_far)) = _corners(lines)
    short = np.minimum(one_far, other_far)
    proportion = np.maximum(one_far, other_far) / np.maximum(short, 1e-6)
    whole = (ASPECT[0] < proportion) & (proportion < ASPECT[1])
    meeting = np.nonzero(whole & (one_gap < GAP * short) & (other_gap < GAP * short))[0]
    return [
        _quad(corners[index], one[index] * one_far[index], other[index] * other_far[index])
        for index in meeting
    ]


def _from_whole_sides(lines: Floats, short: float, long: float) -> list[Floats]:
    """Lays a card on either side of each line that is as long as one of its sides."""
    found = []
    for x1, y1, x2, y2 in lines:
        start, along = np.array([x1, y1]), np.array([x2 - x1, y2 - y1])
        length = float(np.linalg.norm(along))
        across = np.array([-along[1], along[0]]) / max(length, 1e-6)
        for mine, other in ((short, long), (long, short)):
            if abs(length / mine - 1) < WHOLE:
                found += [_quad(start, along, across * other), _quad(start, along, -across * other)]
    return found


def _quad(corner: Floats, one: Floats, other: Floats) -> Floats:
    """Returns the rectangle over two sides from a corner, clockwise."""
    quad = np.array([corner, corner + one, corner + one + other, corner + other], np.float32)
    return quad if cv2.contourArea(quad, oriented=True) > 0 else quad[::-1].copy()
