"""The screens that set a camera up, one after the other, with a drawn table before a real camera process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

from PIL import Image

from companion.content.photos import DICE
from companion.games.registry import GAMES, find_game
from companion.ports.table import CameraModel, Point
from companion.ports.watch import LensMeasured, Lesson, TakenPhoto
from kiosk.app import Kiosk
from kiosk.panels.photos import PhotosPanel
from kiosk.presenters.camera.taps import Strip, Taps
from kiosk.presenters.content import ContentPresenter

PANELS = ("camera", "camera_setup", "board", "spaces", "figures", "lens", "places", "check", "photos")
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
    yield from _opened(kiosk, "places")
    yield from _opened(kiosk, "check")
    yield from _photos(kiosk)
    camera.close()


def _photos(kiosk: Kiosk) -> Iterator[str]:
    """Shows how cards, dice and tiles are photographed, before and after a photo was taken."""
    game = next(game for game in map(find_game, GAMES) if game.dice)
    presenter = ContentPresenter(game, kiosk.words, {})
    memos: dict[str, dict[str, Any]] = {"die": {"list": DICE}}
    for kind in reversed([kind.value for kind in presenter.kinds()]):  # the first of each sort
        is_card = presenter.is_on_paper(kind)
        memos["card" if is_card else "tile"] = {"list": kind} | ({} if is_card else {"into": {}})
    for name, memo in memos.items():
        memo["game"] = game.manifest.id
        yield from _opened(kiosk, "photos", f"-{name}", **memo)
        photo, panel = _photo(kiosk), kiosk.panel
        if photo is not None and isinstance(panel, PhotosPanel):
            panel.presenter.take(photo)
            panel.rebuild()
            yield f"photos-{name}-taken"


def _photo(kiosk: Kiosk) -> TakenPhoto | None:
    """Takes a part of what the camera sees for a photo."""
    picture = kiosk.camera.picture()
    if picture is None or picture.is_jpeg:
        return None
    seen = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    side = picture.height // 2
    cut = seen.crop((side // 2, side // 2, side // 2 + side * 2 // 3, side // 2 + side))
    packed = BytesIO()
    cut.save(packed, "JPEG")
    return TakenPhoto(1, packed.getvalue(), cut.width, cut.height)


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
