"""“What I see”: a picture with the spaces, tags and figures that were found drawn into it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.camera import Bearing, Sketch
from companion.ports.files import write_whole
from companion.ports.table import Point, Point3, Table
from vision.pose import Fit
from vision.see import Look

SPACE = (200, 200, 200)
SURE = (90, 200, 60)
UNSURE = (30, 160, 240)
ANCHOR = (230, 140, 30)
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".tiff", ".bmp")


def overlay(frame: NDArray[np.uint8], table: Table, look: Look) -> NDArray[np.uint8]:
    """Returns a copy of the picture with what was seen drawn in."""
    picture = frame.copy()
    if look.fit is None:
        return picture
    scale = 1 / look.scale
    width = max(1, round(max(frame.shape[:2]) / 900))

    def px(points: NDArray[np.float64], height: float = 0.0) -> NDArray[np.int32]:
        assert look.fit is not None
        return np.round(look.fit.to_picture(points, height) * scale).astype(np.int32)

    taken = {seen.space: SURE for seen in look.sighting.figures.values()}
    taken |= {space: UNSURE for spaces in look.sighting.unsure.values() for space in spaces}
    for polygon in table.spaces.values():
        cv2.polylines(picture, [px(np.array(polygon))], True, SPACE, width, cv2.LINE_AA)
    for name, colour in taken.items():
        if name in table.spaces:
            cv2.polylines(picture, [px(np.array(table.spaces[name]))], True, colour, 3 * width, cv2.LINE_AA)
    for name in table.anchors:
        for corners in look.tags.get(int(name), ()):
            cv2.polylines(picture, [np.round(corners * scale).astype(np.int32)], True, ANCHOR, 2 * width)
    for name, spots in look.spots.items():
        colour = SURE if name in look.sighting.figures else UNSURE
        for spot in spots:
            at = px(spot.point[None])[0]
            cv2.drawMarker(picture, at.tolist(), colour, cv2.MARKER_CROSS, 14 * width, 2 * width)
            cv2.putText(
                picture, name, (int(at[0]) + 8 * width, int(at[1]) - 8 * width),
                cv2.FONT_HERSHEY_SIMPLEX, 0.5 * width, colour, width, cv2.LINE_AA,
            )  # fmt: skip
    return picture


def sketch(width: int, height: int, table: Table, look: Look) -> Sketch | None:
    """Returns what would be drawn as places in the picture, for a screen that draws it itself."""
    if look.fit is None:
        return None
    size = np.array([width, height], np.float64) * look.scale

    def shares(points: NDArray[np.float64]) -> tuple[Point, ...]:
        return tuple((round(float(x), 4), round(float(y), 4)) for x, y in points / size)

    def placed(points: NDArray[np.float64]) -> tuple[Point, ...]:
        assert look.fit is not None
        return shares(look.fit.to_picture(points, 0.0))

    spots = {
        name: placed(np.array([spot.point for spot in found])) for name, found in look.spots.items() if found
    }
    sure = look.sighting.figures
    return Sketch(
        spaces={name: placed(np.array(polygon)) for name, polygon in table.spaces.items()},
        figures={name: points[0] for name, points in spots.items() if name in sure},
        unsure={name: points for name, points in spots.items() if name not in sure},
        anchors={
            name: shares(np.asarray(look.tags[int(name)][0], np.float64))
            for name in table.anchors
            if look.tags.get(int(name))
        },
        bearing=bearing_of(look.fit, size),
    )


def bearing_of(fit: Fit, size_px: NDArray[np.float64]) -> Bearing:
    """Returns a fitted camera as plain numbers, its lens in shares of the picture."""
    matrix = fit.lens.matrix.copy()
    matrix[:2] /= size_px[:, None]

    def rows(values: NDArray[np.float64]) -> tuple[Point3, Point3, Point3]:
        return tuple(tuple(float(value) for value in row) for row in values)  # type: ignore[return-value]

    x, y, z = (float(value) for value in fit.tvec)
    bend = tuple(float(value) for value in np.ravel(fit.lens.distortion)[:5])
    return Bearing(rows(fit.rotation), (x, y, z), rows(matrix), bend)


def write_overlay(frame: NDArray[np.uint8], table: Table, look: Look, path: str | Path) -> None:
    """Writes the drawn picture to a file; its name says in which format."""
    suffix = suffix_of(path)
    write_whole(Path(path), cv2.imencode(suffix, overlay(frame, table, look))[1].tobytes())


def suffix_of(path: str | Path) -> str:
    """Returns the ending of a picture's name; refuses with Invalid one that names no format."""
    suffix = Path(path).suffix.lower()
    if suffix not in PICTURES:
        raise Invalid(say("vision.overlay.suffix", file=str(path), known=", ".join(PICTURES)))
    return suffix
