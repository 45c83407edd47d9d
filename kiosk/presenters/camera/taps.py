"""What was tapped on a board to lay its spaces: pieces of track or four corners, each step a new record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.ports.table import Point

Way = Literal["kept", "track", "whole"]
"""Spaces are as they were kept, along a track, or the whole drawing stretched over four corners."""
Vertex = tuple[int, float, float]
"""A corner of the drawing: on which strip, and where; spaces that share it share it on the board too."""


class Strip(Struct, frozen=True):
    """A piece of track without a gap: taps by how many columns along it they are, and its levels' side."""

    taps: tuple[tuple[float, Point], ...] = ()
    side: int = 1


class Taps(Struct, frozen=True):
    """Everything that was tapped and dragged so far; places are millimetres of the board."""

    way: Way
    strips: tuple[Strip, ...] = (Strip(),)
    corners: tuple[Point, ...] = ()
    depth: float | None = None
    shifts: dict[Vertex, Point] = {}

    @property
    def lines(self) -> list[list[Point]]:
        """The tapped points that belong together."""
        if self.way == "whole":
            return [list(self.corners)]
        if self.way == "kept":
            return []
        return [[point for _, point in strip.taps] for strip in self.strips]

    @property
    def points(self) -> list[Point]:
        """The tapped points in their order."""
        return [point for line in self.lines for point in line]

    @property
    def whole_strips(self) -> list[Strip]:
        """The strips that have both ends."""
        return [strip for strip in self.strips if len(strip.taps) > 1]

    def is_complete(self, last: float) -> bool:
        """Tells whether the track reaches its last edge, or all four corners are there."""
        if self.way != "track":
            return self.way == "kept" or len(self.corners) == 4
        taps = self.strips[-1].taps
        return len(taps) > 1 and taps[-1][0] == last

    def where(self, index: int) -> tuple[int, int] | None:
        """Returns strip and tap of the point of that number."""
        for number, strip in enumerate(self.strips):
            if index < len(strip.taps):
                return number, index
            index -= len(strip.taps)
        return None

    def with_strip(self, number: int, strip: Strip) -> Taps:
        """Returns it with one strip changed."""
        return replace(self, strips=(*self.strips[:number], strip, *self.strips[number + 1 :]))

    def with_point(self, index: int, to: Point) -> Taps:
        """Returns it with one tapped point moved."""
        if self.way == "whole":
            return replace(self, corners=(*self.corners[:index], to, *self.corners[index + 1 :]))
        found = self.where(index)
        if found is None:
            return self
        number, place = found
        taps = list(self.strips[number].taps)
        taps[place] = (taps[place][0], to)
        return self.with_strip(number, replace(self.strips[number], taps=tuple(taps)))

    def begin(self, edges: Sequence[float]) -> float:
        """How far along the track the strip begins that is being tapped."""
        before = self.strips[-2].taps if len(self.strips) > 1 else ()
        return before[-1][0] if before else edges[0]

    def tapped(self, at: Point, edges: Sequence[float]) -> tuple[Taps, int] | None:
        """Returns it with a new point, and that point's number: a beginning, an end, then bends between."""
        if self.way == "kept":
            return None
        if self.way == "whole":
            full = len(self.corners) >= 4
            return None if full else (replace(self, corners=(*self.corners, at)), len(self.corners))
        last = len(self.strips) - 1
        taps = self.strips[last].taps
        if len(taps) > 1:
            return self._bent(at, edges)
        number = edges[-1] if taps else self.begin(edges)
        strip = replace(self.strips[last], taps=(*taps, (number, at)))
        return self.with_strip(last, strip), len(self.points)

    def _bent(self, at: Point, edges: Sequence[float]) -> tuple[Taps, int] | None:
        """Puts a tap between the two whose line it is nearest to, at the column that it is nearest to."""
        best: tuple[float, int, int, float] | None = None
        for index, strip in enumerate(self.strips):
            for k in range(len(strip.taps) - 1):
                (low, start), (high, end) = strip.taps[k], strip.taps[k + 1]
                line = np.array(end) - start
                share = float(np.clip(np.dot(np.array(at) - start, line) / max(line @ line, 1e-9), 0, 1))
                away = float(np.linalg.norm(np.array(start) + share * line - at))
                between = [edge for edge in edges if low < edge < high]
                if between and (best is None or away < best[0]):
                    along = low + share * (high - low)
                    best = (away, index, k, min(between, key=lambda edge: abs(edge - along)))
        if best is None:
            return None
        _, index, k, number = best
        taps = self.strips[index].taps
        strip = replace(self.strips[index], taps=(*taps[: k + 1], (number, at), *taps[k + 1 :]))
        return self.with_strip(index, strip), sum(len(s.taps) for s in self.strips[:index]) + k + 1

    def renumbered(self, index: int, by: int, edges: Sequence[float]) -> Taps:
        """Returns it with another column beginning at a point, as far as its neighbours allow."""
        found = self.where(index)
        if self.way != "track" or found is None:
            return self
        number, place = found
        taps = list(self.strips[number].taps)
        low = taps[place - 1][0] if place else -np.inf
        high = taps[place + 1][0] if place + 1 < len(taps) else np.inf
        edge = list(edges).index(taps[place][0]) + by
        is_begin = place == 0 and number == 0
        if is_begin or not 0 <= edge < len(edges) or not low < edges[edge] < high:
            return self
        taps[place] = (edges[edge], taps[place][1])
        return self.with_strip(number, replace(self.strips[number], taps=tuple(taps)))

    def split(self, edges: Sequence[float]) -> Taps:
        """Ends the strip at its last tap and goes on elsewhere; the columns left are shared out evenly."""
        last = self.strips[-1]
        if self.way != "track" or len(last.taps) < 2:
            return self
        low, high = last.taps[-2][0], last.taps[-1][0]
        between = [edge for edge in edges if low < edge < high]
        if high == edges[-1] and between:
            middle = (low + high) / 2
            high = min(between, key=lambda edge: abs(edge - middle))
            last = replace(last, taps=(*last.taps[:-1], (high, last.taps[-1][1])))
        elif high == edges[-1]:
            return self
        return replace(self, strips=(*self.strips[:-1], last, Strip(side=last.side)), shifts={})

    def flipped(self) -> Taps:
        """Returns it with the levels of the last strip on its other side."""
        last = self.strips[-1]
        return self.with_strip(len(self.strips) - 1, replace(last, side=-last.side))
