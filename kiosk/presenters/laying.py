"""Laying the spaces of a real board: four taps on the live picture become polygons in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from msgspec.structs import replace

from companion.ports.camera import Sketch
from companion.ports.table import FigureMark, Point, Table
from kiosk.theme import OKABE_ITO, rgba

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
NEAR = 0.05
"""How near to a corner, as a share of the picture, a touch takes hold of it."""
RING_MM = (36.0, 24.0)
"""Outer and inner diameter of the rings that `companion print rings` prints."""
LEAST_MM, MOST_MM = 150.0, 3000.0


class LayingPresenter:
    """Holds the taps and the size of the board; the table that results is kept only when somebody says so."""

    def __init__(self, table: Table, memo: dict[str, Any]) -> None:
        self.memo = memo
        self._drawn = table
        memo.setdefault("taps", [])
        memo.setdefault("size", self._anchor_size(table))
        has_rings = any(mark.ring is not None for mark in table.figures.values())
        memo.setdefault("marks", "rings" if has_rings else "tags")

    @staticmethod
    def _anchor_size(table: Table) -> tuple[float, float]:
        points = np.array([anchor.at for anchor in table.anchors.values()] or [(0.0, 0.0), table.board_mm])
        width, height = points.max(0) - points.min(0)
        return round(float(width)), round(float(height))

    @property
    def taps(self) -> list[Point]:
        """The corners that were tapped so far, as shares of the picture."""
        taps: list[Point] = self.memo["taps"]
        return taps

    @property
    def next_corner(self) -> str | None:
        """Names the corner to tap next, or None when all four are there."""
        return CORNERS[len(self.taps)] if len(self.taps) < 4 else None

    def tap(self, at: Point) -> int:
        """Takes hold of a corner near by, or adds the next one; returns its index, -1 for none."""
        distances = [max(abs(x - at[0]), abs(y - at[1])) for x, y in self.taps]
        if distances and min(distances) < NEAR:
            return distances.index(min(distances))
        if len(self.taps) < 4:
            self.taps.append(at)
            return len(self.taps) - 1
        return -1

    def drag(self, index: int, at: Point) -> None:
        """Moves a corner."""
        self.taps[index] = at

    def clear(self) -> None:
        """Begins anew."""
        self.memo["taps"] = []

    def resize(self, side: int, by: float) -> None:
        """Changes the distance between the anchors' middles: side 0 is across, 1 is down."""
        size = list(self.memo["size"])
        size[side] = min(max(size[side] + by, LEAST_MM), MOST_MM)
        self.memo["size"] = tuple(size)

    @property
    def size_mm(self) -> tuple[float, float]:
        """The distances between the anchors' middles."""
        width, height = self.memo["size"]
        return width, height

    def outlines(self) -> dict[str, tuple[Point, ...]]:
        """Returns the spaces as they would lie in the picture; none before all corners are tapped."""
        if len(self.taps) < 4:
            return {}
        return self._through(homography(self._block(), self.taps))

    def table(self, sketch: Sketch) -> Table | None:
        """Returns the table with its spaces laid, from the picture's own registration."""
        if len(self.taps) < 4 or not sketch.anchors:
            return None
        from vision.layout import corner_anchors, figure_tags

        margin = 2 * self._inset()
        size = (self.size_mm[0] + margin, self.size_mm[1] + margin)
        anchors = corner_anchors(size)
        known = [name for name in anchors if name in sketch.anchors]
        if len(known) < 4:
            return None
        middles = [middle_of(sketch.anchors[name]) for name in known]
        to_mm = homography(middles, [anchors[name].at for name in known])
        spaces = self._through(to_mm @ homography(self._block(), self.taps), digits=1)
        return replace(
            self._drawn, board_mm=size, anchors=anchors, spaces=spaces, figures=self._figures(figure_tags)
        )

    @property
    def marks(self) -> str:
        """What the figures carry: `tags` on top, or `rings` around the foot."""
        return str(self.memo["marks"])

    def _figures(self, figure_tags: Callable[[list[str]], dict[str, FigureMark]]) -> dict[str, FigureMark]:
        names = sorted(self._drawn.figures)
        if self.marks == "tags":
            return figure_tags(names)
        return {
            name: self._drawn.figures[name]
            if self._drawn.figures[name].ring is not None
            else FigureMark(ring=_rgb(OKABE_ITO[index % 6]), outer_mm=RING_MM[0], inner_mm=RING_MM[1])
            for index, name in enumerate(names)
        }

    def _inset(self) -> float:
        first = self._drawn.anchors.get("0")
        return first.at[0] if first is not None else 0.0

    def _block(self) -> list[Point]:
        """Returns the corners of the block of spaces, clockwise from the top left, as they are drawn."""
        points = np.array([point for polygon in self._drawn.spaces.values() for point in polygon])
        (left, top), (right, bottom) = points.min(0), points.max(0)
        return [(left, top), (right, top), (right, bottom), (left, bottom)]

    def _through(self, change: np.ndarray, digits: int = 4) -> dict[str, tuple[Point, ...]]:
        return {name: _moved(change, polygon, digits) for name, polygon in self._drawn.spaces.items()}


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, _ = rgba(colour)
    return round(red * 255), round(green * 255), round(blue * 255)


def homography(before: Iterable[Point], after: Iterable[Point]) -> np.ndarray:
    """Returns the change of perspective that brings four points to four others."""
    rows, values = [], []
    for (x, y), (u, v) in zip(before, after, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.lstsq(np.array(rows, float), np.array(values, float), rcond=None)[0]
    return np.append(solved, 1.0).reshape(3, 3)


def _moved(change: np.ndarray, polygon: Iterable[Point], digits: int) -> tuple[Point, ...]:
    points = np.array([(x, y, 1.0) for x, y in polygon]) @ change.T
    flat = points[:, :2] / points[:, 2:]
    return tuple((round(float(x), digits), round(float(y), digits)) for x, y in flat)


def middle_of(tag: tuple[Point, ...]) -> Point:
    """Returns where the diagonals of a tag cross: its middle in perspective."""
    a, b, c, d = (np.array(corner) for corner in tag)
    share = np.linalg.solve(np.column_stack([c - a, b - d]), b - a)[0]
    x, y = a + share * (c - a)
    return float(x), float(y)
