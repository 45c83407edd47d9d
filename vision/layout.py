"""A table for any drawn board: its spaces in millimetres, anchors at the corners, a tag for each figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
import numpy as np

from companion.core.blocks import Board, Mark, Space
from companion.ports.table import Anchor, FigureMark, Point, Table

_Item = TypeVar("_Item", Space, Mark)

ANCHOR_MM = 30.0
BORDER_MM = 45.0
"""Around the spaces, where the anchors lie."""
LARGEST_MM = 1000.0
UNIT_MM = 25.0
FIRST_TAG = 10
TAG_MM = 15.0
"""With its white rim so large that two figures find room in a space of the usual size, side by side."""
RING_EDGE_MM = 3.0
"""How much white paper stays around a printed ring: on its own colour the ring is seen by it."""
FOLD_ABOVE = 5.0
"""Boards so many times wider than high are laid in two strips, else their spaces would be tiny."""
FOLD_GAP = 0.6
HEIGHT_MM = 40.0
DICTIONARY = "5X5_50"


def table_for(board: Board, figures: Sequence[str], unit_mm: float | None = None) -> Table:
    """Lays a board out; figures get the tags from 10 upwards, in the order given.

    `practice_board` is the drawing that goes with it. Spaces beyond the board's width and height lie beyond
    the anchors.
    """
    board = practice_board(board)
    largest = (LARGEST_MM - 2 * BORDER_MM) / max(board.width, board.height, 1.0)
    scale = unit_mm or min(board.unit_mm or UNIT_MM, largest)
    size = (board.width * scale + 2 * BORDER_MM, board.height * scale + 2 * BORDER_MM)

    def mm(x: float, y: float) -> Point:
        return round(x * scale + BORDER_MM, 2), round(y * scale + BORDER_MM, 2)

    return Table(
        format="table/1",
        board_mm=(round(size[0], 2), round(size[1], 2)),
        dictionary=DICTIONARY,
        anchors=corner_anchors(size),
        figures=figure_tags(figures),
        spaces={space.id: tuple(mm(x, y) for x, y in outline_of(space)) for space in board.spaces},
    )


def practice_board(board: Board) -> Board:
    """Returns the board as it is laid on a table: a long strip in two, one below the other."""
    if board.height <= 0 or board.width / board.height < FOLD_ABOVE:
        return board
    half = float(np.ceil(board.width / 2))
    down = board.height + FOLD_GAP

    def moved(item: _Item) -> _Item:
        if item.x < half:
            return item
        return msgspec.structs.replace(item, x=item.x - half, y=item.y + down)

    marks = []
    for mark in board.marks:
        if mark.x < half < mark.x + mark.w:
            marks.append(msgspec.structs.replace(mark, w=half - mark.x))
            mark = msgspec.structs.replace(mark, x=half, w=mark.x + mark.w - half, label=None)
        marks.append(moved(mark))
    return msgspec.structs.replace(
        board,
        width=half,
        height=2 * board.height + FOLD_GAP,
        spaces=tuple(moved(space) for space in board.spaces),
        marks=tuple(marks),
    )


def block_of(board: Board) -> tuple[float, float, float, float]:
    """Returns left, top, right and bottom of the spaces; those beyond the board's own size do not count."""
    on_board = [
        space
        for space in board.spaces
        if space.x >= 0
        and space.y >= 0
        and space.x + space.w <= board.width
        and space.y + space.h <= board.height
    ]
    points = np.array([point for space in on_board or board.spaces for point in outline_of(space)])
    (left, top), (right, bottom) = points.min(0).tolist(), points.max(0).tolist()
    return left, top, right, bottom


def corner_anchors(size_mm: tuple[float, float]) -> dict[str, Anchor]:
    """Returns the four anchors, clockwise from the top left."""
    inset = BORDER_MM / 2
    width, height = size_mm
    corners = [
        (inset, inset),
        (width - inset, inset),
        (width - inset, height - inset),
        (inset, height - inset),
    ]
    return {str(index): Anchor(at, ANCHOR_MM) for index, at in enumerate(corners)}


def figure_tags(figures: Sequence[str]) -> dict[str, FigureMark]:
    """Gives each figure a tag on top."""
    return {
        name: FigureMark(tag=FIRST_TAG + index, size_mm=TAG_MM, height_mm=HEIGHT_MM)
        for index, name in enumerate(figures)
    }


def outline_of(space: Space) -> list[Point]:
    """Returns the corners of a drawn space; a circle has sixteen."""
    if space.shape == "circle":
        angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        return [
            (
                float(space.x + space.w / 2 + space.w / 2 * np.cos(angle)),
                float(space.y + space.h / 2 + space.h / 2 * np.sin(angle)),
            )
            for angle in angles
        ]
    x, y, w, h = space.x, space.y, space.w, space.h
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
