"""A drawn board spread over a real one: where each corner of the drawing, and so each space, comes to lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.core.blocks import Board
from companion.core.errors import Invalid
from companion.ports.table import Point
from kiosk.presenters.camera.taps import Taps, Vertex
from vision.lay import Ribbon
from vision.layout import FOLD_ABOVE, block_of, outline_of
from vision.perspective import homography, moved

USUAL_DEPTH_MM = 25.0
CLOSE_MM = 0.5
"""Corners so near to each other are one."""


class Projection:
    """Knows a drawing; its spaces are laid by what was tapped."""

    def __init__(self, board: Board, kept: Mapping[str, Sequence[Point]] | None = None) -> None:
        self._drawn = {space.id: outline_of(space) for space in board.spaces}
        self._left, self._top, self._right, self._floor = block_of(board)
        edges = {space.x for space in board.spaces} | {space.x + space.w for space in board.spaces}
        self.edges = sorted(edges)
        self._kept, self._kept_keys = self._taken_up(kept or {})
        self.references = self._outermost()
        self._last: tuple[Taps, dict[Vertex, Point]] | None = None

    def _taken_up(
        self, kept: Mapping[str, Sequence[Point]]
    ) -> tuple[dict[Vertex, Point], dict[str, list[Vertex]]]:
        """Takes kept spaces up; corners of the drawing that lie apart on the board get their own strips."""
        placed: dict[Vertex, Point] = {}
        keys: dict[str, list[Vertex]] = {}
        for name, outline in self._drawn.items():
            polygon = kept.get(name, ())
            if len(polygon) != len(outline):
                return {}, {}
            keys[name] = []
            for (x, y), (u, v) in zip(outline, polygon, strict=True):
                strip = 0
                while (strip, x, y) in placed and not _is_close(placed[strip, x, y], (u, v)):
                    strip += 1
                placed.setdefault((strip, x, y), (u, v))
                keys[name].append((strip, x, y))
        return placed, keys

    def _outermost(self) -> list[Point]:
        """Returns where four taps go: the corners of the block, or the middles of outermost round spaces."""
        left, top, right, bottom = self._left, self._top, self._right, self._floor
        block = [(left, top), (right, top), (right, bottom), (left, bottom)]
        if all(len(outline) == 4 for outline in self._drawn.values()):
            return block
        middles = list(self.middles.values())
        found = [
            max(middles, key=lambda at: across * at[0] / (right - left) + down * at[1] / (bottom - top))
            for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return found if len(set(found)) == 4 else block

    @property
    def has_corners(self) -> bool:
        """Tells whether four taps go on corners rather than on the middles of spaces."""
        return self.references[0] not in self.middles.values()

    @property
    def middles(self) -> dict[str, Point]:
        """Where the middle of each space is in the drawing."""
        return {
            name: (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
            for name, outline in self._drawn.items()
        }

    def in_drawing(self, point: Point) -> Point:
        """Returns a point of the drawing as shares of the block of spaces."""
        return (
            (point[0] - self._left) / (self._right - self._left),
            (point[1] - self._top) / (self._floor - self._top),
        )

    @property
    def is_kept(self) -> bool:
        """Tells whether all spaces were laid before, so that they can be fine-tuned."""
        return bool(self._kept)

    @property
    def is_long(self) -> bool:
        """Tells whether the board is a track rather than a field."""
        return (self._right - self._left) >= FOLD_ABOVE * (self._floor - self._top)

    def depth_mm(self, taps: Taps) -> float:
        """Returns the height of a level: as drawn, unless somebody has changed it."""
        if taps.depth is not None:
            return taps.depth
        ribbons = self._ribbons(taps)
        return float(np.mean([ribbon.column_mm for ribbon in ribbons])) if ribbons else USUAL_DEPTH_MM

    def _ribbons(self, taps: Taps) -> list[Ribbon]:
        try:
            return [Ribbon(strip.taps, self.edges, side=strip.side) for strip in taps.whole_strips]
        except Invalid:
            return []

    def _strip_of(self, taps: Taps, outline: list[Point]) -> int:
        """Returns the strip that a space lies on; -1 while its strip is not tapped yet."""
        if taps.way == "whole":
            return 0
        middle = sum(x for x, _ in outline) / len(outline)
        for index, strip in enumerate(taps.whole_strips):
            if strip.taps[0][0] <= middle <= strip.taps[-1][0]:
                return index
        return -1

    def vertices(self, taps: Taps) -> dict[Vertex, Point]:
        """Returns where each corner of the drawing lies on the board."""
        if self._last is not None and self._last[0] == taps:
            return self._last[1]
        if taps.way == "kept":
            placed = dict(self._kept)
        else:
            placed = self._stretched(taps) if taps.way == "whole" else self._along(taps)
        for vertex, (dx, dy) in taps.shifts.items():
            if vertex in placed:
                x, y = placed[vertex]
                placed[vertex] = (x + dx, y + dy)
        self._last = (taps, placed)
        return placed

    def _stretched(self, taps: Taps) -> dict[Vertex, Point]:
        if len(taps.corners) < 4:
            return {}
        flat = sorted({point for outline in self._drawn.values() for point in outline})
        there = moved(homography(self.references, taps.corners), flat)
        return {(0, *at): to for at, to in zip(flat, there, strict=True)}

    def _along(self, taps: Taps) -> dict[Vertex, Point]:
        placed: dict[Vertex, Point] = {}
        depth = self.depth_mm(taps)
        for index, ribbon in enumerate(self._ribbons(taps)):
            outlines = [line for line in self._drawn.values() if self._strip_of(taps, line) == index]
            flat = sorted({point for outline in outlines for point in outline})
            if flat:
                xs, ys = np.array(flat).T
                there = ribbon.place(xs, (self._floor - ys) * depth).tolist()
                placed |= {(index, *at): (x, y) for at, (x, y) in zip(flat, there, strict=True)}
        return placed

    def spaces(self, taps: Taps, digits: int = 2) -> dict[str, tuple[Point, ...]]:
        """Returns the spaces laid so far."""
        placed = self.vertices(taps)
        return {
            name: tuple((round(placed[key][0], digits), round(placed[key][1], digits)) for key in keys)
            for name, keys in self.keys(taps).items()
        }

    def keys(self, taps: Taps) -> dict[str, list[Vertex]]:
        """Returns the corners of each space that is laid."""
        if taps.way == "kept":
            return self._kept_keys
        placed = self.vertices(taps)
        found: dict[str, list[Vertex]] = {}
        for name, outline in self._drawn.items():
            strip = self._strip_of(taps, outline)
            keys = [(strip, x, y) for x, y in outline]
            if all(key in placed for key in keys):
                found[name] = keys
        return found


def _is_close(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < CLOSE_MM and abs(one[1] - other[1]) < CLOSE_MM
