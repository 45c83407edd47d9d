"""From the picture to the board and back with plain numbers, for a screen that knows no OpenCV."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.ports.camera import Bearing
from companion.ports.table import Point

Array = NDArray[np.float64]

ROUNDS = 12
"""The lens' bend is undone by repeated correction; so many are exact for any ordinary lens."""


def to_picture(bearing: Bearing, points_mm: Sequence[Point] | Array) -> Array:
    """Returns where points of the board are, as shares of the picture."""
    flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
    rotation, shift = np.array(bearing.rotation), np.array(bearing.translation)
    seen = flat @ rotation[:, :2].T + shift
    bent = _bent(seen[:, :2] / seen[:, 2:], bearing.distortion)
    matrix = np.array(bearing.matrix)
    return np.asarray(bent @ matrix[:2, :2].T + matrix[:2, 2])


def to_board(bearing: Bearing, places: Sequence[Point] | Array) -> Array:
    """Returns the points of the board, in millimetres, that are seen at places of the picture."""
    matrix, rotation = np.array(bearing.matrix), np.array(bearing.rotation)
    there = np.asarray(places, np.float64).reshape(-1, 2)
    bent = (there - matrix[:2, 2]) @ np.linalg.inv(matrix[:2, :2]).T
    straight = bent
    for _ in range(ROUNDS):
        straight = straight + bent - _bent(straight, bearing.distortion)
    rays = np.column_stack([straight, np.ones(len(straight))]) @ rotation
    camera = -rotation.T @ np.array(bearing.translation)
    reach = -camera[2] / rays[:, 2]
    return np.asarray(camera[:2] + rays[:, :2] * reach[:, None])


def _bent(flat: Array, distortion: Sequence[float]) -> Array:
    """Bends rays as OpenCV's lens does: three radial and two tangential terms."""
    k1, k2, p1, p2, k3 = (*distortion, 0.0, 0.0, 0.0, 0.0, 0.0)[:5]
    x, y = flat.T
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.column_stack(
        [
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        ]
    )
