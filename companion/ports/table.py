"""A table: board, anchors, figures and spaces in millimetres (table/1)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Millimetres = Annotated[float, Meta(gt=0, le=10_000)]
"""A length on a table; none is ten metres long."""
Coordinate = Annotated[float, Meta(ge=-10_000, le=10_000)]
Point = tuple[Coordinate, Coordinate]
Outline = Annotated[tuple[Point, ...], Meta(max_length=200)]
"""The corners of a space."""


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """A tag that lies on the board, by its centre."""

    at: Point
    size_mm: Millimetres


class FigureMark(Struct, frozen=True, forbid_unknown_fields=True):
    """How a figure is recognised: a flat tag at some height, or a coloured ring around its foot."""

    tag: int | None = None
    size_mm: Millimetres | None = None
    height_mm: Annotated[float, Meta(ge=0, le=10_000)] = 0.0
    ring: tuple[int, int, int] | None = None
    outer_mm: Millimetres | None = None
    inner_mm: Millimetres | None = None


class CameraModel(Struct, frozen=True, forbid_unknown_fields=True):
    """A calibrated lens."""

    matrix: tuple[Point3, Point3, Point3]
    distortion: tuple[float, ...] = ()


Point3 = tuple[float, float, float]


class Table(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A set-up that the camera knows: millimetres, x to the right, y down, anchor 0 at the top left."""

    format: Literal["table/1"]
    board_mm: tuple[Millimetres, Millimetres]
    dictionary: str = "5X5_50"
    anchors: Annotated[dict[str, Anchor], Meta(max_length=1000)] = {}
    figures: Annotated[dict[str, FigureMark], Meta(max_length=1000)] = {}
    spaces: Annotated[dict[str, Outline], Meta(max_length=2000)] = {}
    camera: CameraModel | None = None
