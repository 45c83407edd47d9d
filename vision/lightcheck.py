"""The light check: how bright, even, free of glare and sharp the board is in a picture, as numbers."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.camera import Light

WIDTH_PX = 640
PARTS = (3, 4)
WHITE = 250
FEWEST_WHITES = 3
BRIGHT = 110.0
"""A mean grey level from which more light brings nothing."""
SHARP = 12.0
"""The spread of the second derivative, against the spread of the picture, in a picture in focus."""


def check_light(
    frame: NDArray[np.uint8],
    board_px: NDArray[np.float64] | None = None,
    whites_px: Sequence[NDArray[np.float64]] = (),
) -> Light:
    """Measures the light inside the board's corners, or in the whole picture where the board is not known.

    `whites_px` are the corners of tags on it: their white tells shadow from a dark print.
    """
    scale = min(1.0, WIDTH_PX / frame.shape[1])
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    sharpness = _sharpness(grey)
    grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    inside = np.ones(grey.shape, bool)
    if board_px is not None:
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(board_px * scale).astype(np.int32)], 1)
        inside = mask > 0 if mask.any() else inside
    levels = [_white(grey, corners * scale) for corners in whites_px]
    levels = (
        levels
        if len(levels) >= FEWEST_WHITES
        else [
            float(np.percentile(part[where], 75))
            for rows, rows_inside in zip(
                np.array_split(grey, PARTS[0]), np.array_split(inside, PARTS[0]), strict=True
            )
            for part, where in zip(
                np.array_split(rows, PARTS[1], axis=1),
                np.array_split(rows_inside, PARTS[1], axis=1),
                strict=True,
            )
            if where.mean() > 0.3
        ]
    )
    return Light(
        brightness=round(min(1.0, float(grey[inside].mean()) / BRIGHT), 2),
        evenness=round(min(levels, default=1.0) / max(1.0, max(levels, default=1.0)), 2),
        glare=round(float((grey[inside] >= WHITE).mean()), 3),
        sharpness=round(sharpness, 2),
    )


def _white(grey: NDArray[np.uint8], corners: NDArray[np.float64]) -> float:
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    inside = grey[mask > 0]
    return float(np.percentile(inside, 85)) if len(inside) else 255.0


def _sharpness(grey: NDArray[np.uint8]) -> float:
    """Compares the finest detail with all detail: blur takes the finest away and leaves the rest."""
    spread = float(grey.std())
    if spread < 1:
        return 0.0
    # Noise is fine detail too: a little smoothing takes it away and hardly touches an edge.
    calm = cv2.GaussianBlur(grey, (3, 3), 0)
    fine = float(cv2.Laplacian(calm, cv2.CV_32F).std())
    return min(1.0, fine / spread / SHARP * 40)
