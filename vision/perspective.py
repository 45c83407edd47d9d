"""Changes of perspective between a picture, a board and a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from companion.ports.table import Point


def homography(before: Iterable[Point], after: Iterable[Point]) -> np.ndarray:
    """Returns the change of perspective that brings four points to four others."""
    rows, values = [], []
    for (x, y), (u, v) in zip(before, after, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.linalg.lstsq(np.array(rows, float), np.array(values, float), rcond=None)[0]
    return np.append(solved, 1.0).reshape(3, 3)


def moved(change: np.ndarray, points: Sequence[Point]) -> list[Point]:
    """Returns points after a change of perspective."""
    there = np.array([(x, y, 1.0) for x, y in points]) @ change.T
    return [(float(x), float(y)) for x, y in there[:, :2] / there[:, 2:]]


def shape_of_board(corners: Sequence[Point], aspect: float, focal: float = 0.9) -> float:
    """Guesses height over width of a board from its corners in a picture.

    Corners are shares of the picture, whose width over height is `aspect`; `focal` is the lens' length
    over the picture's longer side, and a usual one serves.
    """
    longer = max(aspect, 1.0)
    flat = [((x - 0.5) * aspect / longer / focal, (y - 0.5) / longer / focal) for x, y in corners]
    change = homography([(0, 0), (1, 0), (1, 1), (0, 1)], flat)
    across, down = (float(np.linalg.norm(change[:, axis])) for axis in (0, 1))
    return down / max(across, 1e-9)
