"""Tags in a picture: OpenCV's detector, and a second look at what it nearly read."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dictionary import find_dictionary, tag_cells

Corners = NDArray[np.float64]
"""Four corners in pixels, clockwise from the tag's own top left."""

CELL_PX = 6
SURE_MATCH = 0.78
"""Correlation at which a nearly read tag counts: random texture stays below 0.6 over 49 cells."""
MATCH_LEAD = 0.2
FAIR_MATCH = 0.4
"""Correlation from which it is worth reading a quadrilateral's surroundings once more, enlarged."""
MOST_ENLARGED = 3
ENLARGE = 2
FARTHEST_PX = 2.0
"""A corner that its sides would move farther than this is half hidden: it stays where it was read."""


def detector_parameters() -> cv2.aruco.DetectorParameters:
    """Returns the settings that measured best: refined corners, no quick mode."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


class TagReader:
    """Reads the tags of one dictionary, and of these only the ids that a table uses."""

    def __init__(self, dictionary: str | cv2.aruco.Dictionary, tags: Iterable[int]) -> None:
        self._dictionary = find_dictionary(dictionary) if isinstance(dictionary, str) else dictionary
        self._detector = cv2.aruco.ArucoDetector(self._dictionary, detector_parameters())
        self._tags = sorted(set(tags))
        self._side = self._dictionary.markerSize + 2
        cells = [tag_cells(self._dictionary, tag) for tag in self._tags]
        turned = [[np.rot90(one, -turn) for turn in range(4)] for one in cells]
        self._templates = _normed(np.array(turned, np.float32).reshape(len(cells) * 4, self._side**2))

    def read(self, grey: NDArray[np.uint8]) -> dict[int, list[Corners]]:
        """Finds the table's tags; a tag seen twice is listed twice."""
        corners, ids, rejected = self._detector.detectMarkers(grey)
        found: dict[int, list[Corners]] = {}
        for quad, tag in zip(corners, [] if ids is None else np.ravel(ids).tolist(), strict=True):
            if tag in self._tags:
                found.setdefault(tag, []).append(quad.reshape(4, 2).astype(np.float64))
        missing = [tag for tag in self._tags if tag not in found]
        if missing and rejected is not None and len(rejected):
            for tag, quad in self._nearly_read(grey, rejected, set(missing)):
                found.setdefault(tag, []).append(quad)
        if not found:
            return found
        sharp = iter(
            sharpened(grey, np.array([quad for quads in found.values() for quad in quads]), self._side)
        )
        return {tag: [next(sharp) for _ in quads] for tag, quads in found.items()}

    def _nearly_read(
        self, grey: NDArray[np.uint8], rejected: Iterable[NDArray[np.float32]], missing: set[int]
    ) -> list[tuple[int, Corners]]:
        """Matches quadrilaterals that were not decoded against the few tags still missing."""
        best: dict[int, tuple[float, Corners]] = {}
        fair: dict[int, list[tuple[float, Corners]]] = {}
        side_px = self._side * CELL_PX
        target = np.array([[0, 0], [side_px, 0], [side_px, side_px], [0, side_px]], np.float32) - 0.5
        for raw in rejected:
            quad = raw.reshape(4, 2).astype(np.float32)
            lengths = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
            if lengths.min() < 10 or lengths.max() > 4 * lengths.min() or lengths.max() > 400:
                continue
            refined = _refined(grey, quad, float(lengths.min()))
            if refined is None:
                continue
            patch = cv2.warpPerspective(
                grey, cv2.getPerspectiveTransform(refined, target), (side_px, side_px), flags=cv2.INTER_LINEAR
            )
            cells = cv2.resize(patch, (self._side, self._side), interpolation=cv2.INTER_AREA)
            scores = self._templates @ _normed(cells.reshape(1, -1).astype(np.float32))[0]
            order = np.argsort(scores)
            score, lead = scores[order[-1]], scores[order[-1]] - scores[order[-2]]
            tag = self._tags[order[-1] // 4]
            if tag not in missing or score < FAIR_MATCH:
                continue
            if score < SURE_MATCH or lead < MATCH_LEAD:
                fair.setdefault(tag, []).append((float(score), quad.astype(np.float64)))
                continue
            turn = int(order[-1] % 4)
            if tag not in best or score > best[tag][0]:
                best[tag] = (float(score), np.roll(refined, -turn, axis=0).astype(np.float64))
        found = {tag: quad for tag, (_, quad) in best.items()}
        left = [(score, tag, quad) for tag, rest in fair.items() if tag not in best for score, quad in rest]
        for _, tag, quad in sorted(left, key=lambda one: -one[0])[:MOST_ENLARGED]:
            # The inner and the outer edge of a tag's border are two quadrilaterals of one tag.
            corners = self._enlarged(grey, quad, tag) if tag not in found else None
            if corners is not None:
                found[tag] = corners
        return list(found.items())

    def _enlarged(self, grey: NDArray[np.uint8], quad: Corners, tag: int) -> Corners | None:
        """Reads a tag again in an enlarged piece of the picture: seen very slantwise, its cells are tiny."""
        low, high = quad.min(axis=0), quad.max(axis=0)
        margin = 0.3 * (high - low) + 4
        left, top = np.maximum(low - margin, 0).astype(int).tolist()
        right, bottom = (high + margin).astype(int).tolist()
        piece = cv2.resize(
            grey[top:bottom, left:right], None, fx=ENLARGE, fy=ENLARGE, interpolation=cv2.INTER_CUBIC
        )
        corners, ids, _ = self._detector.detectMarkers(piece)
        for there, one in zip(corners, [] if ids is None else np.ravel(ids).tolist(), strict=True):
            if one == tag:
                enlarged = there.reshape(4, 2).astype(np.float64)
                return np.asarray((enlarged + 0.5) / ENLARGE - 0.5 + (left, top))
        return None


def _refined(
    grey: NDArray[np.uint8], quad: NDArray[np.float32], side_px: float
) -> NDArray[np.float32] | None:
    """Moves corners to where the edges really cross; None where that moves them far."""
    window = int(np.clip(side_px * 0.12, 2, 5))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.05)
    moved = cv2.cornerSubPix(grey, quad.reshape(-1, 1, 2).copy(), (window, window), (-1, -1), criteria)
    refined = moved.reshape(4, 2)
    if np.abs(refined - quad).max() > 0.25 * side_px:
        return None
    return refined


_ALONG = np.linspace(0.1, 0.9, 13)
_ACROSS = np.linspace(-1, 1, 9)
_BETWEEN = (_ACROSS[1:] + _ACROSS[:-1]) / 2


def sharpened(grey: NDArray[np.uint8], quads: Corners, side_cells: int) -> Corners:
    """Puts the corners of many tags where lines through their four sides cross.

    A side is measured at many points, a corner only at one, and blur rounds corners but moves no side:
    on drawn scenes this takes the error from a quarter of a pixel to a fiftieth, on photographs to half.
    """
    after = np.roll(quads, -1, axis=1)
    run = after - quads
    length = np.maximum(np.sqrt((run**2).sum(axis=2, keepdims=True)), 1e-6)
    outward = np.stack([run[..., 1], -run[..., 0]], -1) / length
    reach = np.clip(0.8 * length.min(axis=1, keepdims=True) / side_cells, 1.0, 3.0)
    across = _ACROSS[:, None] * reach[..., None, None]
    points = (quads[:, :, None] + run[:, :, None] * _ALONG[:, None])[:, :, :, None]
    points = (points + outward[:, :, None, None] * across).astype(np.float32)
    rows = points.reshape(-1, len(_ACROSS), 2)
    read = cv2.remap(grey, rows, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # Outwards a side goes from black to white; what grows darker is the next cell.
    rise = np.maximum(np.diff(read.reshape(points.shape[:-1]).astype(np.float32), axis=3), 0) ** 2
    total = rise.sum(axis=3)
    away = (rise @ _BETWEEN) / np.maximum(total, 1e-6) * reach
    first, last = _line(away, np.minimum(np.sqrt(total), 40.0) + 1e-3)
    start = quads + outward * first[..., None]
    there = _crossings(start, after + outward * last[..., None] - start)
    is_near = np.abs(there - quads).max(axis=2, keepdims=True) <= FARTHEST_PX
    return np.asarray(np.where(is_near, there, quads))


def _line(away: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[Corners, Corners]:
    """Fits how far each side is off at its two ends, points that stand out counting little."""
    along = _ALONG - 0.5
    for _ in range(2):
        w0, w1, w2 = weight.sum(2), weight @ along, weight @ along**2
        y0, y1 = (weight * away).sum(2), (weight * away) @ along
        scale = np.maximum(w0 * w2 - w1 * w1, 1e-9)
        middle, slope = (y0 * w2 - y1 * w1) / scale, (w0 * y1 - w1 * y0) / scale
        left = away - middle[..., None] - slope[..., None] * along
        weight = weight / (1 + (left / 0.3) ** 2)
    return middle - slope / 2, middle + slope / 2


def _crossings(start: Corners, run: Corners) -> Corners:
    """Returns where each side's line crosses that of the side before it."""
    start_before, run_before = np.roll(start, 1, axis=1), np.roll(run, 1, axis=1)
    turn = run_before[..., 0] * run[..., 1] - run_before[..., 1] * run[..., 0]
    gap = start - start_before
    share = (gap[..., 0] * run[..., 1] - gap[..., 1] * run[..., 0]) / np.where(
        np.abs(turn) < 1e-9, 1e-9, turn
    )
    return np.asarray(start_before + run_before * share[..., None])


def _normed(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6), np.float32)
