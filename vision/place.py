"""From a measured point with its uncertainty to a space: how much of the doubt lies inside each."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.table import Table

Array = NDArray[np.float64]

CERTAIN = 0.97
"""A figure is reported on a space when this much of the doubt lies inside it."""
POSSIBLE = 0.02
REACH = 3.2
WIDEST_MM = 400.0
"""Beyond such a doubt no space is named."""

_AXIS = np.linspace(-REACH, REACH, 19)
_GRID = np.stack(np.meshgrid(_AXIS, _AXIS), -1).reshape(-1, 2)
_WEIGHT = np.exp(-0.5 * (_GRID**2).sum(axis=1))
_WEIGHT /= _WEIGHT.sum()


class Spaces:
    """The spaces of a table, ready to be asked."""

    def __init__(self, table: Table) -> None:
        self.names = list(table.spaces)
        self.polygons = [np.array(table.spaces[name], np.float64) for name in self.names]
        self._low = np.array([polygon.min(0) for polygon in self.polygons]).reshape(-1, 2)
        self._high = np.array([polygon.max(0) for polygon in self.polygons]).reshape(-1, 2)

    def shares(self, point: Array, covariance: Array) -> dict[str, float]:
        """Returns how probable each space is for a point measured with a covariance."""
        (xx, xy), (_, yy) = covariance.tolist()
        if xx + yy > WIDEST_MM**2:
            return {}
        first = max(xx, 1e-6) ** 0.5
        root = np.array([[first, 0.0], [xy / first, max(yy - (xy / first) ** 2, 1e-6) ** 0.5]])
        samples = point + _GRID @ root.T
        low, high = samples.min(0), samples.max(0)
        near = np.nonzero(((self._low <= high) & (self._high >= low)).all(axis=1))[0]
        shares = {}
        for index in near.tolist():
            share = float(_WEIGHT[_inside(self.polygons[index], samples)].sum())
            if share > 0:
                shares[self.names[index]] = share
        return shares

    def nearest(self, point: Array, within_mm: float) -> list[str]:
        """Lists the spaces within a distance of a point, the nearest first."""
        target = (float(point[0]), float(point[1]))
        away = [
            (-cv2.pointPolygonTest(polygon.astype(np.float32), target, True), name)
            for polygon, name in zip(self.polygons, self.names, strict=True)
        ]
        return [name for distance, name in sorted(away) if distance <= within_mm]


def _inside(polygon: Array, points: Array) -> NDArray[np.bool_]:
    """Tells which points lie inside a polygon, by counting crossings."""
    inside = np.zeros(len(points), bool)
    x, y = points.T
    previous = polygon[-1]
    for corner in polygon:
        (x1, y1), (x2, y2) = previous, corner
        if y1 != y2:
            crosses = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
            inside ^= crosses
        previous = corner
    return inside
