"""Spaces on real boards: columns and levels between taps along a track, a field over four corners."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.core.blocks import Board
from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.table import Point, Table
from vision.layout import block_of, outline_of
from vision.perspective import homography, moved

Array = NDArray[np.float64]
LEAST_TURN_MM2 = 1.0
"""Corners that turn less lie in a line."""


class Ribbon:
    """A piece of track: its lower edge runs through tapped points, its levels rise to one side of it.

    Each tap is how far along the track it is, in columns, and its place in millimetres. Between two taps
    columns have equal widths. Levels rise to the left of the direction of travel, which on a board that is
    read from left to right is upwards; `side` -1 lets them rise to the right.
    """

    def __init__(
        self, taps: Sequence[tuple[float, Point]], edges: Sequence[float] = (), *, side: int = 1
    ) -> None:
        ordered = sorted(taps, key=lambda tap: tap[0])
        numbers = [number for number, _ in ordered]
        if len(ordered) < 2 or len(set(numbers)) != len(numbers):
            raise Invalid(say("vision.lay.taps"))
        between = [edge for edge in edges if numbers[0] < edge < numbers[-1]]
        self._along = np.array(sorted({*numbers, *between}), np.float64)
        points = np.array([point for _, point in ordered], np.float64)
        self._base = np.column_stack([np.interp(self._along, numbers, points[:, axis]) for axis in (0, 1)])
        self._upward = _upward(self._base) * side

    @property
    def column_mm(self) -> float:
        """The mean width of a column."""
        length = float(np.linalg.norm(np.diff(self._base, axis=0), axis=1).sum())
        return length / float(self._along[-1] - self._along[0])

    def place(self, along: Array, above_mm: Array) -> Array:
        """Returns the points of the board that lie so far along the track and so far above its lower edge."""
        base, upward = (
            np.column_stack([np.interp(along, self._along, values[:, axis]) for axis in (0, 1)])
            for values in (self._base, self._upward)
        )
        return np.asarray(base + upward * np.asarray(above_mm)[:, None])


def lay_track(
    taps: Sequence[tuple[int, Point]],
    columns: int,
    levels: int,
    depth_mm: float,
    *,
    name: str = "{column}/{level}",
) -> dict[str, tuple[Point, ...]]:
    """Lays columns × levels along tapped points, each the lower left corner of a column.

    A tap for column `columns` closes the last one; levels are `depth_mm` high.
    """
    numbers = [number for number, _ in taps]
    if numbers and (min(numbers) != 0 or max(numbers) != columns):
        raise Invalid(say("vision.lay.ends", last=columns))
    if levels < 1 or depth_mm <= 0:
        raise Invalid(say("vision.lay.levels"))
    ribbon = Ribbon(taps, range(columns + 1))
    spaces: dict[str, tuple[Point, ...]] = {}
    for column in range(columns):
        for level in range(1, levels + 1):
            along = np.array([column, column + 1, column + 1, column], np.float64)
            above = np.array([level, level, level - 1, level - 1]) * depth_mm
            spaces[name.format(column=column, level=level)] = tuple(
                (round(float(x), 2), round(float(y), 2)) for x, y in ribbon.place(along, above)
            )
    return spaces


def lay_field(board: Board, corners: Sequence[Point]) -> dict[str, tuple[Point, ...]]:
    """Stretches the spaces of a drawn board over the corners of their block, clockwise from the top left."""
    if len(corners) != 4 or not all(
        _turn(corners[index - 2], corners[index - 1], corners[index]) > LEAST_TURN_MM2 for index in range(4)
    ):
        raise Invalid(say("vision.lay.corners"))
    left, top, right, bottom = block_of(board)
    change = homography([(left, top), (right, top), (right, bottom), (left, bottom)], corners)
    return {
        space.id: tuple((round(x, 2), round(y, 2)) for x, y in moved(change, outline_of(space)))
        for space in board.spaces
    }


def _turn(one: Point, two: Point, three: Point) -> float:
    """Returns how far a way over three points turns clockwise, as an area."""
    return (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0])


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
    if space not in table.spaces:
        raise Invalid(say("vision.lay.space", space=space, known=", ".join(table.spaces) or "-"))
    if not 0 <= corner < len(table.spaces[space]):
        raise Invalid(say("vision.lay.corner", space=space, last=len(table.spaces[space]) - 1, corner=corner))
    old = np.array(table.spaces[space][corner])

    def follow(point: Point) -> Point:
        return to if float(np.hypot(*(np.array(point) - old))) < 0.5 else point

    spaces = {name: tuple(follow(point) for point in polygon) for name, polygon in table.spaces.items()}
    return msgspec.structs.replace(table, spaces=spaces)
