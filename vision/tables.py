"""Table files: decoded strictly, every defect named with its field."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.core.decoding import DECODING_ERRORS, explain_text
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.files import read_whole, write_whole
from companion.ports.table import FigureMark, Table
from vision.dictionary import find_dictionary

OVERLAP_MM2 = 1.0
"""Spaces drawn by hand may touch; sharing more than this is a mistake."""


LONGEST_NUMBER = 6
"""Digits of a tag's number; no dictionary has so many."""
FARTHEST_MM = 100_000.0
"""No table is a hundred metres long."""


def read_table(path: str | Path) -> Table:
    """Reads and checks a table file; refuses naming the file and every wrong field."""
    raw = read_whole(path)
    try:
        table = msgspec.json.decode(raw, type=Table)
    except DECODING_ERRORS as error:
        reason = explain_text(error, raw, Table)
        raise Invalid(say("vision.table.unreadable", file=str(path), reason=reason)) from None
    defects = defects_of(table)
    if defects:
        raise Invalid(say("vision.table.defects", file=str(path)), details=defects)
    return table


def write_table(table: Table, path: str | Path) -> None:
    """Writes a table so that a person can read it; a cut never leaves half a file."""
    write_whole(Path(path), msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")


def photo_beside(path: str | Path) -> Path:
    """Returns where the photo of a board without anchors is kept: beside its table, seen from above."""
    return Path(path).with_suffix(".jpg")


def defects_of(table: Table) -> tuple[Message, ...]:
    """Lists everything in a table that cannot be used."""
    try:
        size = len(np.asarray(find_dictionary(table.dictionary).bytesList))
    except Invalid as unknown:
        return (unknown.message,)
    defects = [*_anchor_defects(table, size), *_figure_defects(table, size), *_space_defects(table)]
    if table.camera and not _is_camera_matrix(table):
        defects.append(say("vision.table.camera"))
    return tuple(defects)


def _is_camera_matrix(table: Table) -> bool:
    assert table.camera
    matrix = np.array(table.camera.matrix)
    return bool(
        matrix[0, 0] > 0
        and matrix[1, 1] > 0
        and np.allclose(matrix[2], (0, 0, 1))
        and len(table.camera.distortion) in (0, 4, 5, 8, 12, 14)
        and np.isfinite(matrix).all()
    )


def _anchor_defects(table: Table, dictionary_size: int) -> list[Message]:
    return [
        say("vision.table.anchor_id", field=f"anchors.{name}", size=dictionary_size)
        for name in table.anchors
        if (number := number_of(name)) is None or number >= dictionary_size
    ]


def number_of(name: str) -> int | None:
    """Returns the number that an anchor's name is, or None where it is none."""
    return int(name) if name.isdecimal() and len(name) <= LONGEST_NUMBER else None


def _figure_defects(table: Table, dictionary_size: int) -> list[Message]:
    defects: list[Message] = []
    owner = {number_of(name): f"anchors.{name}" for name in table.anchors}
    for name, mark in table.figures.items():
        field = f"figures.{name}"
        defects += _mark_defects(field, mark, dictionary_size)
        if mark.tag is None:
            continue
        if mark.tag in owner:
            defects.append(say("vision.table.twice", field=field, tag=mark.tag, other=owner[mark.tag]))
        owner.setdefault(mark.tag, field)
    return defects


def _mark_defects(field: str, mark: FigureMark, dictionary_size: int) -> list[Message]:
    if (mark.tag is None) == (mark.ring is None):
        return [say("vision.table.mark", field=field)]
    if mark.tag is not None:
        if not 0 <= mark.tag < dictionary_size:
            return [say("vision.table.tag", field=f"{field}.tag", tag=mark.tag, size=dictionary_size)]
        if mark.size_mm is None:
            return [say("vision.table.lacks", field=f"{field}.size_mm")]
        return []
    assert mark.ring is not None
    if any(not 0 <= part <= 255 for part in mark.ring):
        return [say("vision.table.colour", field=f"{field}.ring")]
    if mark.outer_mm is None or mark.inner_mm is None:
        lacking = "outer_mm" if mark.outer_mm is None else "inner_mm"
        return [say("vision.table.lacks", field=f"{field}.{lacking}")]
    if mark.inner_mm >= mark.outer_mm:
        return [say("vision.table.ring_sizes", field=f"{field}.inner_mm")]
    return []


def _space_defects(table: Table) -> list[Message]:
    defects = []
    sound: dict[str, np.ndarray] = {}
    for name, polygon in table.spaces.items():
        corners = np.array(polygon, np.float64).reshape(-1, 2)
        if not (np.abs(corners) < FARTHEST_MM).all():  # nor what is no number at all
            defects.append(say("vision.table.space_far", field=f"spaces.{name}"))
        elif len(corners) < 3 or area_mm2(corners) < OVERLAP_MM2 or _crosses_itself(corners):
            defects.append(say("vision.table.space_empty", field=f"spaces.{name}"))
        else:
            sound[name] = corners
    boxes = {name: (corners.min(0), corners.max(0)) for name, corners in sound.items()}
    names = sorted(sound, key=lambda name: float(boxes[name][0][0]))
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            if boxes[other][0][0] >= boxes[one][1][0]:
                break
            if overlap_mm2(sound[one], sound[other]) > OVERLAP_MM2:
                defects.append(say("vision.table.overlap", one=f"spaces.{one}", other=f"spaces.{other}"))
    return defects


def area_mm2(corners: np.ndarray) -> float:
    """Returns the area of a polygon."""
    x, y = corners.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _crosses_itself(corners: np.ndarray) -> bool:
    """Tells whether two sides of a polygon cross, as in a bow tie."""
    if len(corners) < 4:
        return False
    sides = list(pairwise([*corners, corners[0]]))

    def turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
        return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

    for i, (a, b) in enumerate(sides):
        for c, d in sides[i + 1 :]:
            if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
                return True
    return False


def overlap_mm2(one: np.ndarray, other: np.ndarray) -> float:
    """Returns the area that two polygons share, to about a quarter of a square millimetre per millimetre."""
    low = np.maximum(one.min(0), other.min(0))
    high = np.minimum(one.max(0), other.max(0))
    if (high - low <= 1e-9).any():
        return 0.0
    if cv2.isContourConvex(one.astype(np.float32)) and cv2.isContourConvex(other.astype(np.float32)):
        return float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])
    step = float(max((high - low).max() / 400, 0.25))
    width, height = np.ceil((high - low) / step).astype(int) + 1
    both = np.ones((height, width), np.uint8)
    for corners in (one, other):
        mask = np.zeros_like(both)
        cv2.fillPoly(mask, [np.round((corners - low) / step - 0.5).astype(np.int32)], 1)
        both &= mask
    return float(cv2.erode(both, np.ones((3, 3), np.uint8)).sum()) * step * step
