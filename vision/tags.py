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


def detector_parameters() -> cv2.aruco.DetectorParameters:
    """Returns the settings that measured best: refined corners, no quick mode."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


class TagReader:
    """Reads the tags of one dictionary, and of these only the ids that a table uses."""

    def __init__(self, dictionary: str, tags: Iterable[int]) -> None:
        self._dictionary = find_dictionary(dictionary)
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
        return found

    def _nearly_read(
        self, grey: NDArray[np.uint8], rejected: Iterable[NDArray[np.float32]], missing: set[int]
    ) -> list[tuple[int, Corners]]:
        """Matches quadrilaterals that were not decoded against the few tags still missing."""
        best: dict[int, tuple[float, Corners]] = {}
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
            if score < SURE_MATCH or lead < MATCH_LEAD or tag not in missing:
                continue
            turn = int(order[-1] % 4)
            if tag not in best or score > best[tag][0]:
                best[tag] = (float(score), np.roll(refined, -turn, axis=0).astype(np.float64))
        return [(tag, quad) for tag, (_, quad) in best.items()]


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


def _normed(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-6), np.float32)
