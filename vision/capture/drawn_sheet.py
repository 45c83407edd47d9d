"""The calibration sheet in a drawn hand: held still here and there before a drawn camera, then moved on."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.calibrate import CHARUCO_COLUMNS, CHARUCO_MM, CHARUCO_ROWS, charuco_board
from vision.capture.source import Frame

HOLD_S = 0.7
MOVE_S = 0.4
PER_MM = 4
TABLE = (70, 105, 150)
AWAY_MM = 420.0

SLANTS = ((0.5, 0.0), (0.0, 0.5), (-0.4, 0.3), (0.3, -0.45), (0.0, 0.0), (-0.5, 0.0))
ASIDE, ABOVE = (-0.62, -0.2, 0.2, 0.62), (-0.5, 0.0, 0.5)
"""Where the sheet is held: its middle, as shares of half the picture."""


class DrawnSheet:
    """Draws the sheet at one place after the other, each at another slant."""

    def __init__(self, size: tuple[int, int], focal_px: float) -> None:
        self._size = size
        self._matrix = np.array(
            [[focal_px, 0, (size[0] - 1) / 2], [0, focal_px, (size[1] - 1) / 2], [0, 0, 1.0]]
        )
        pixels = (round(CHARUCO_COLUMNS * CHARUCO_MM * PER_MM), round(CHARUCO_ROWS * CHARUCO_MM * PER_MM))
        margin = 8 * PER_MM
        printed = charuco_board().generateImage(pixels, marginSize=0)
        whole = cv2.copyMakeBorder(printed, *[margin] * 4, cv2.BORDER_CONSTANT, value=255)
        self._sheet = cv2.cvtColor(whole, cv2.COLOR_GRAY2BGR)
        self._began: float | None = None
        self._poses = [
            (across, down, *SLANTS[index % len(SLANTS)])
            for index, (down, across) in enumerate(product(ABOVE, ASIDE))
        ]

    def frame(self, now: float) -> Frame:
        """Draws the sheet where it is held at that time."""
        self._began = now if self._began is None else self._began
        step, part = divmod(now - self._began, HOLD_S + MOVE_S)
        here, there = (np.array(self._poses[int(step + more) % len(self._poses)]) for more in (0, 1))
        share = max(0.0, (part - HOLD_S) / MOVE_S)
        across, down, lean, turn = here + (there - here) * share
        width, height = self._size
        focal = self._matrix[0, 0]
        middle = np.array([across * width / 2, down * height / 2, focal]) / focal * AWAY_MM
        rotation = cv2.Rodrigues(np.array([lean, turn, 0.1]))[0]
        to_mm = np.array([[1 / PER_MM, 0, 0], [0, 1 / PER_MM, 0], [0, 0, 1.0]])
        to_mm[:2, 2] = -np.array(self._sheet.shape[1::-1]) / PER_MM / 2
        plane = np.column_stack([rotation[:, :2], middle])
        change = self._matrix @ plane @ to_mm
        frame = np.full((height, width, 3), TABLE, np.uint8)
        cv2.warpPerspective(self._sheet, change, self._size, frame, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        return np.asarray(cv2.GaussianBlur(frame, (3, 3), 0.6))
