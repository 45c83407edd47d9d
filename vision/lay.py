"""Space geometry for real boards: a few taps along the track, and columns and levels are laid between."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.table import Point, Table

Array = NDArray[np.float64]


def lay_track(
    taps: Sequence[tuple[int, Point]],
    columns: int,
    levels: int,
    depth_mm: float,
    *,
    name: str = "{column}/{level}",
) -> dict[str, tuple[Point, ...]]:
    """Lays columns × levels along tapped points.

    Each tap is the lower left corner of a column: its number and place in millimetres. Between taps the
    columns have equal widths; a tap for column `columns` closes the last one. Levels rise to the left of
    the direction of travel, `depth_mm` each, which on a board read from left to right is upwards.
    """
    ordered = sorted(taps, key=lambda tap: tap[0])
    numbers = [number for number, _ in ordered]
    if len(ordered) < 2 or len(set(numbers)) != len(numbers):
        raise Invalid(say("vision.lay.taps"))
    if numbers[0] != 0 or numbers[-1] != columns:
        raise Invalid(say("vision.lay.ends", last=columns))
    if levels < 1 or depth_mm <= 0:
        raise Invalid(say("vision.lay.levels"))
    base = _edges([np.array(point, np.float64) for _, point in ordered], numbers)
    upward = _upward(base)
    spaces: dict[str, tuple[Point, ...]] = {}
    for column in range(columns):
        for level in range(1, levels + 1):
            low, high = (level - 1) * depth_mm, level * depth_mm
            corners = [
                base[column] + upward[column] * high,
                base[column + 1] + upward[column + 1] * high,
                base[column + 1] + upward[column + 1] * low,
                base[column] + upward[column] * low,
            ]
            spaces[name.format(column=column, level=level)] = tuple(
                (round(float(x), 2), round(float(y), 2)) for x, y in corners
            )
    return spaces


def _edges(points: list[Array], numbers: list[int]) -> Array:
    """Returns the lower corners between columns: straight between two taps."""
    columns = np.arange(numbers[-1] + 1)
    xy = np.array(points)
    return np.column_stack([np.interp(columns, numbers, xy[:, axis]) for axis in (0, 1)])


def _upward(base: Array) -> Array:
    """Returns at each edge the direction in which levels rise; at a bend it halves the angle."""
    along = np.diff(base, axis=0)
    lengths = np.linalg.norm(along, axis=1, keepdims=True)
    if (lengths < 1e-6).any():
        raise Invalid(say("vision.lay.taps"))
    along = along / lengths
    across = np.column_stack([along[:, 1], -along[:, 0]])
    edges = np.vstack([across[:1], across[:-1] + across[1:], across[-1:]])
    norms = np.linalg.norm(edges, axis=1, keepdims=True)
    # At a bend the corner lies farther out, so that the levels keep their depth.
    edges = edges / np.maximum(norms, 1e-6)
    stretch = np.ones(len(edges))
    stretch[1:-1] = 1 / np.maximum(np.sum(edges[1:-1] * across[1:], axis=1), 0.5)
    return np.asarray(edges * stretch[:, None])


def moved_corner(table: Table, space: str, corner: int, to: Point) -> Table:
    """Returns the table with one corner dragged; neighbours that share the corner move along."""
    import msgspec

    if space not in table.spaces or not 0 <= corner < len(table.spaces[space]):
        raise Invalid(say("vision.lay.corner", space=space))
    old = np.array(table.spaces[space][corner])

    def follow(point: Point) -> Point:
        return to if float(np.hypot(*(np.array(point) - old))) < 0.5 else point

    spaces = {name: tuple(follow(point) for point in polygon) for name, polygon in table.spaces.items()}
    return msgspec.structs.replace(table, spaces=spaces)
