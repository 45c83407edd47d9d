"""Measuring a lens by the sheet that somebody moves about: which views are kept, and which are missing."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.watch import LensMeasured, LensViews
from vision.calibrate import FEWEST_CORNERS, FEWEST_PHOTOS, charuco_board, lens_of

ROWS, COLUMNS = 3, 4
ENOUGH_VIEWS = 8
ENOUGH_TILTED = 3
ENOUGH_CORNERS = 6
"""A part of the picture counts as seen from so many corners of the sheet on."""
STILL_SHARE = 0.004
"""How far the sheet may move between two pictures, as a share of the width: more would be blurred."""
NEW_SHARE = 0.06
"""How far a view must lie from every kept one to tell something new."""
TILTED = 1.1
"""The sheet's opposite sides differ by this factor where it is held at a slant."""
SMALL_SHARE = 0.03
"""Sheets that cover less of the picture are too far away."""
MOST_VIEWS = 40

Frame = NDArray[np.uint8]
Array = NDArray[np.float64]


class LensBench:
    """Takes pictures in, keeps those that tell something new, and measures the lens by them."""

    def __init__(self) -> None:
        self._board = charuco_board()
        self._detector = cv2.aruco.CharucoDetector(self._board)
        self._size: tuple[int, int] | None = None
        self._begin()

    def _begin(self) -> None:
        self._objects: list[Array] = []
        self._images: list[Array] = []
        self._quads: list[Array] = []
        self._tilted = 0
        self._cells = np.zeros((ROWS, COLUMNS), int)
        self._before: Array | None = None

    def feed(self, frame: Frame) -> LensViews:
        """Looks for the sheet in a picture and keeps the view where it is still, large and new."""
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        size = (grey.shape[1], grey.shape[0])
        if self._size not in (None, size):
            self._begin()
        self._size = size
        corners, ids, _, _ = self._detector.detectBoard(grey)
        if ids is None or len(ids) < FEWEST_CORNERS:
            self._before = None
            return self._views(None, say("vision.lens.show"))
        points, pixels = self._board.matchImagePoints(corners, ids)
        quad = self._quad(points, pixels)
        before, self._before = self._before, quad
        width = size[0]
        if cv2.contourArea(quad.astype(np.float32)) < SMALL_SHARE * size[0] * size[1]:
            return self._views(quad, say("vision.lens.nearer"))
        if before is None or np.abs(quad - before).max() > STILL_SHARE * width:
            return self._views(quad, say("vision.lens.still"))
        if any(np.abs(quad - kept).max() < NEW_SHARE * width for kept in self._quads):
            return self._views(quad, self._advice())
        if len(self._quads) < MOST_VIEWS:
            self._keep(points, pixels, quad)
        return self._views(quad, say("vision.lens.kept"))

    def measure(self) -> LensMeasured:
        """Returns the lens; refuses with Invalid where the views are too few or do not agree."""
        if self._size is None or len(self._quads) < FEWEST_PHOTOS:
            raise Invalid(say("vision.calibrate.too_few", found=len(self._quads), needed=FEWEST_PHOTOS))
        camera, error = lens_of(self._objects, self._images, self._size)
        return LensMeasured(camera, round(error, 2))

    def _keep(self, points: Array, pixels: Array, quad: Array) -> None:
        assert self._size is not None
        self._objects.append(points)
        self._images.append(pixels)
        self._quads.append(quad)
        self._tilted += _slant(quad) > TILTED
        shares = np.clip(pixels.reshape(-1, 2) / self._size, 0, 0.999)
        for x, y in shares:
            self._cells[int(y * ROWS), int(x * COLUMNS)] += 1

    def _quad(self, points: Array, pixels: Array) -> Array:
        """Returns the whole sheet's corners in the picture, also where some are hidden."""
        plane, _ = cv2.findHomography(points.reshape(-1, 3)[:, :2], pixels.reshape(-1, 2))
        if plane is None:
            return np.asarray(cv2.boxPoints(cv2.minAreaRect(pixels.reshape(-1, 2))), np.float64)
        columns, rows = self._board.getChessboardSize()
        side = self._board.getSquareLength()
        sheet = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64) * side
        return np.asarray(cv2.perspectiveTransform(sheet.reshape(-1, 1, 2), plane).reshape(4, 2))

    @property
    def _is_enough(self) -> bool:
        return (
            len(self._quads) >= ENOUGH_VIEWS
            and self._tilted >= ENOUGH_TILTED
            and bool((self._cells >= ENOUGH_CORNERS).all())
        )

    def _advice(self) -> Message:
        """Says what kind of view is missing most."""
        if not (self._cells >= ENOUGH_CORNERS).all():
            return say("vision.lens.elsewhere")
        if self._tilted < ENOUGH_TILTED:
            return say("vision.lens.tilt")
        return say("vision.lens.enough") if self._is_enough else say("vision.lens.more")

    def _views(self, quad: Array | None, hint: Message) -> LensViews:
        shares = () if quad is None or self._size is None else (quad / self._size).round(4).tolist()
        return LensViews(
            views=len(self._quads),
            tilted=self._tilted,
            cells=tuple(tuple(int(count) for count in row) for row in self._cells),
            outline=tuple((x, y) for x, y in shares),
            is_enough=self._is_enough,
            hint=hint,
        )


def _slant(quad: Array) -> float:
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    return float(max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]))
