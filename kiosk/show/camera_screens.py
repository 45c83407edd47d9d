"""The screens that set a camera up, one after the other, with a drawn table before a real camera process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.ports.table import CameraModel, Point
from companion.ports.watch import LensMeasured, Lesson
from kiosk.app import Kiosk
from kiosk.presenters.camera.taps import Strip, Taps

PANELS = ("camera", "camera_setup", "board", "spaces", "figures", "lens", "places", "check")
WAIT_S = 30.0


def walk(kiosk: Kiosk) -> Iterator[str]:
    """Opens each screen once the camera has something to show, and yields its name."""
    kiosk.open_root("camera")
    camera = kiosk.camera
    _until(lambda: camera.eye is None or (camera.sketch() is not None and camera.picture() is not None))
    eye = camera.eye
    sketch = camera.sketch()
    if eye is None or sketch is None:
        yield "camera"
        return
    camera.sighting = eye.latest_sighting()
    yield from _opened(kiosk, "camera")
    yield from _opened(kiosk, "camera_setup")
    _until(lambda: eye.whole_picture() is not None)
    points = [point for polygon in eye.table.spaces.values() for point in polygon]
    width, height = eye.table.board_mm
    yield from _opened(kiosk, "board", kind="tags")
    corners = _seen(kiosk, [(0, 0), (width, 0), (width, height), (0, height)])
    yield from _opened(kiosk, "board", "-taps", kind="print", taps=corners[:2])
    yield from _opened(kiosk, "board", "-all", kind="print", taps=corners)
    yield from _opened(kiosk, "spaces", "-kept")
    yield from _opened(kiosk, "spaces", state=Taps("track"))
    bottom = max(y for _, y in points)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    strip = Strip(((0.0, (left, bottom)), (44.0, (right, bottom))))
    yield from _opened(kiosk, "spaces", "-points", state=Taps("track", (strip,)), chosen=1, grip="points")
    yield from _opened(kiosk, "spaces", "-corners", state=Taps("track", (strip,)), grip="corners")
    yield from _opened(kiosk, "figures")
    yield from _opened(kiosk, "figures", "-learned", lessons=_lessons(kiosk))
    yield from _opened(kiosk, "lens")
    lens = CameraModel(((1200.0, 0.0, 640.0), (0.0, 1200.0, 360.0), (0.0, 0.0, 1.0)))
    yield from _opened(kiosk, "lens", "-measured", measured=LensMeasured(lens, 1.21))
    yield from _opened(kiosk, "check")


def _opened(kiosk: Kiosk, name: str, ending: str = "", **memo: Any) -> Iterator[str]:
    kiosk.open_root("home")
    kiosk.open(name, **memo)
    yield name + ending


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.05)


def _seen(kiosk: Kiosk, points_mm: list[Point]) -> list[Point]:
    """Returns where points of the board are in the picture."""
    from vision.bearing import to_picture

    sketch = kiosk.camera.sketch()
    if sketch is None or sketch.bearing is None:
        return []
    return [(float(x), float(y)) for x, y in to_picture(sketch.bearing, points_mm)]


def _lessons(kiosk: Kiosk) -> tuple[Lesson, ...]:
    eye = kiosk.camera.eye
    assert eye is not None
    spaces = list(eye.table.spaces)
    return tuple(
        Lesson(name, spaces[index], None, mark.tag, 0.99 if index else 0.0)
        for index, (name, mark) in enumerate(eye.table.figures.items())
    )
