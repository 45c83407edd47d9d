"""Setting a camera up by touch: a board without tags, its spaces, its figures, the lens, the light."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.core.message import literal
from companion.ports.places import Places
from companion.ports.table import Point, Table
from tests.kiosk.camera_inside import SIZE, InsideProcess, hurry
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
SEES_S = 30.0
ESCAPE = 27


@pytest.fixture
def camera(start: Start, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Hands]:
    """Opens a panel with a drawn table before a quick camera."""
    from kiosk.show.demo import demo_session

    hurry(monkeypatch)

    def begin(panel: str, source: str = "simulated", **preferences: Any) -> Hands:
        hands = start("camera", session=demo_session(), camera_source=source, **preferences)
        hands.until(lambda: hands.kiosk.camera.picture() is not None, SEES_S)
        if panel != "camera":
            hands.kiosk.open(panel)
        hands.until(lambda: hands.kiosk.panel.live.has_picture, SEES_S)
        return hands

    return begin


def seen(table: Table, points_mm: list[Point]) -> list[Point]:
    """Returns where points of the drawn board truly are, as shares of the picture."""
    from vision.render.shot import camera_of

    base = InsideProcess.newest.watcher._drawing._base
    pixels = camera_of(base).project(np.array(points_mm, float)) / (base.width, base.height)
    return [(float(x), float(y)) for x, y in pixels]


def touch(hands: Hands, table: Table, *points_mm: Point) -> None:
    for place in seen(table, list(points_mm)):
        hands.touch(*hands.kiosk.panel.aim.where(place))


def drag(hands: Hands, table: Table, start: Point, end: Point) -> None:
    hands.drag(*(hands.kiosk.panel.aim.where(place) for place in seen(table, [start, end])))


def corners_of(table: Table) -> list[Point]:
    width, height = table.board_mm
    return [(0, 0), (width, 0), (width, height), (0, height)]


def kept(hands: Hands) -> Table:
    return msgspec.json.decode(hands.kiosk.camera.shelf.file.read_bytes(), type=Table)


def worst_mm(table: Table, truth: Table) -> float:
    return max(np.abs(np.array(table.spaces[n]) - truth.spaces[n]).max() for n in truth.spaces)


def test_a_board_without_tags_is_found_by_four_taps_and_known_the_next_night(camera: Any) -> None:
    hands = camera("camera", "simulated-bare")
    kiosk = hands.kiosk
    assert hands.says("does not know this board yet")
    hands.tap("Set up")
    hands.tap("1. The board")
    hands.until(lambda: kiosk.panel.live.has_picture, SEES_S)
    truth = kiosk.camera.shelf.practice()
    first, *rest = corners_of(truth)
    drag(hands, truth, (first[0] + 30, first[1] + 20), first)
    assert hands.says("Now the top right corner.")
    touch(hands, truth, (300, 100))
    hands.tap("Undo")
    assert hands.says("Now the top right corner.")
    touch(hands, truth, *rest)
    assert hands.says("Across: 640 mm")
    assert hands.says("Down: 305 mm"), "the shape that the taps show is the one that is known"
    hands.tap("Keep")
    hands.until(lambda: kiosk.stack[-1][0] == "camera_setup", SEES_S)
    hands.until(lambda: hands.says("Found by its own print"), SEES_S)
    assert kept(hands).anchors == {}
    assert kiosk.camera.shelf.photo_file.stat().st_size > 10_000

    kiosk.camera.close()
    kiosk.open_eye()
    hands.until(lambda: kiosk.camera.sighting is not None and kiosk.camera.sighting.registered, SEES_S)
    kiosk.camera.sighting = None
    InsideProcess.newest.redraw(drift=(0.03, -0.02), side=0.08, tilt=0.45)
    hands.until(lambda: kiosk.camera.sighting is not None and kiosk.camera.sighting.registered, SEES_S)
    spaces = kiosk.camera.sketch().spaces
    for name in ("0/1", "21/3", "43/1"):
        truly = np.array(seen(truth, list(truth.spaces[name]))) * SIZE
        off_px = np.abs(np.array(spaces[name]) * SIZE - truly).max()
        assert off_px < np.ptp(truly, axis=0).min() / 6, "a bumped camera changes nothing"


def test_corners_in_a_wrong_order_are_refused_in_words(camera: Any) -> None:
    hands = camera("board", "simulated-bare")
    truth = hands.kiosk.camera.shelf.practice()
    a, b, c, d = corners_of(truth)
    touch(hands, truth, a, c, b, d)
    hands.tap("Keep")
    hands.until(lambda: hands.says("clockwise from the board’s top left"), SEES_S)
    assert hands.kiosk.stack[-1][0] == "board", "it can be mended at once"
    assert not hands.kiosk.camera.shelf.file.exists()


def test_spaces_are_laid_along_the_track_dragged_undone_and_kept(camera: Any) -> None:
    hands = camera("spaces")
    kiosk = hands.kiosk
    hands.until(lambda: kiosk.panel.bearing is not None, SEES_S)
    truth = kiosk.camera.shelf.practice()
    hands.tap("A track")
    touch(hands, truth, truth.spaces["0/1"][3], truth.spaces["21/1"][2])
    assert len(kiosk.panel.presenter.spaces()) == 132, "drawn on top at once"
    hands.tap("Goes on in a new strip")
    assert hands.says("Tap where column 22 begins")
    touch(hands, truth, truth.spaces["22/1"][3], truth.spaces["43/1"][2])
    laid = kiosk.panel.presenter.spaces()
    assert max(np.abs(np.array(laid[n]) - truth.spaces[n]).max() for n in truth.spaces) < 1.5

    hands.tap("Corners")
    corner = truth.spaces["30/2"][0]
    drag(hands, truth, corner, (corner[0] + 6, corner[1] + 5))
    moved = kiosk.panel.presenter.spaces()
    assert np.abs(np.array(moved["30/2"][0]) - corner).max() > 3
    assert moved["29/2"][1] == moved["30/2"][0], "neighbours share the corner"
    hands.tap("Undo")
    assert kiosk.panel.presenter.spaces() == laid
    hands.tap("Columns")
    foot = truth.spaces["10/1"][3]
    drag(hands, truth, foot, (foot[0] - 5, foot[1]))
    for level in (1, 2, 3):
        now = kiosk.panel.presenter.spaces()[f"10/{level}"][3]
        assert now[0] == pytest.approx(truth.spaces[f"10/{level}"][3][0] - 5, abs=1.5)
    hands.tap("Undo")
    hands.tap("Keep")
    hands.until(lambda: kiosk.stack[-1][0] == "camera", SEES_S)
    assert worst_mm(kept(hands), truth) < 1.5
    kiosk.open("spaces")
    hands.frames(3)
    assert kiosk.panel.presenter.spaces() == kept(hands).spaces, "kept spaces can be fine-tuned later"


def test_teaching_says_what_was_learned_and_who_was_not_found(camera: Any) -> None:
    hands = camera("figures")
    kiosk = hands.kiosk
    hands.tap("Rings below")
    hands.until(lambda: hands.says("Put each figure") and kiosk.panel.presenter.marks == "rings", SEES_S)
    away = next(space for space in reversed(kiosk.camera.eye.table.spaces))
    kiosk.camera.put_all({"globox": away})

    wanted = {**kiosk.panel.presenter.places, "globox": away}

    def is_put() -> bool:
        figures = kiosk.camera.sighting.figures if kiosk.camera.sighting is not None else {}
        return all(name in figures and figures[name].space == space for name, space in wanted.items())

    hands.until(is_put, SEES_S)
    hands.tap("Learn now")
    hands.until(lambda: hands.says("One figure was not found."), SEES_S)
    assert hands.says("Globox (Bo) was not found on")
    assert hands.says("Rayman (Ana): learned, clearly known")
    lessons = {lesson.figure: lesson for lesson in kiosk.panel.memo["lessons"]}
    assert lessons["globox"].colour is None
    hands.until(lambda: kept(hands).figures["rayman"].ring == lessons["rayman"].colour, SEES_S)


def test_places_are_found_by_printed_mats(camera: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = camera("places")
    kiosk = hands.kiosk
    hands.tap("By printed mats")
    hands.until(lambda: hands.says("No printed mat is seen."), SEES_S)
    askew = ((500.0, 0.0), (560.0, 10.0), (550.0, 100.0), (490.0, 90.0))
    monkeypatch.setattr("vision.eye.find_mats", lambda *_: Places(cards={"1/2": askew}))
    hands.until(lambda: not kiosk.panel.mats.disabled, SEES_S)
    hands.tap("By printed mats")
    hands.until(lambda: kiosk.panel.presenter.outlines.get("1/2") == askew, SEES_S)
    hands.tap("Keep")
    hands.until(lambda: kiosk.camera.places is not None and kiosk.camera.places.cards["1/2"] == askew, SEES_S)


def test_a_lens_is_measured_by_the_sheet_kept_and_dropped(camera: Any) -> None:
    hands = camera("lens")
    kiosk = hands.kiosk
    assert kiosk.panel.measure.disabled, "nothing to measure yet"
    hands.until(lambda: kiosk.panel._views is not None and kiosk.panel._views.views >= 6, SEES_S)
    assert hands.says("Views: ")
    hands.tap("Measure")
    hands.until(lambda: hands.says("Very good: off by"), SEES_S)
    hands.tap("Keep this lens")
    hands.until(lambda: kiosk.stack[-1][0] == "camera", SEES_S)
    lens = kept(hands).camera
    assert lens is not None
    assert lens.matrix[0][0] == pytest.approx(0.95 * SIZE[0], rel=0.02)
    kiosk.open("lens")
    hands.frames(3)
    hands.tap("Do without")
    hands.until(lambda: kept(hands).camera is None, SEES_S)


def test_the_check_says_what_to_do_about_the_light(camera: Any) -> None:
    hands = camera("check")
    hands.until(lambda: hands.says("Bright enough") and hands.says("Evenly lit"), SEES_S)
    InsideProcess.newest.redraw(brightness=0.16)
    hands.until(lambda: hands.says("Too dark"), SEES_S)
    assert hands.says("Turn on another lamp")
    assert hands.says("Not ready yet")


def test_a_slow_touch_on_a_list_that_changes_meanwhile_is_not_lost(
    camera: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.tests.common import UnitTestTouch

    from kiosk.panels.camera import steps as panel

    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 60.0)  # a long press would explain the line instead
    ready, changed = panel.steps, count()

    def changing(camera: Any) -> Any:
        note = literal(f"changed {next(changed)}")
        return tuple(msgspec.structs.replace(step, note=note) for step in ready(camera))

    hands = camera("camera_setup")
    hands.until(lambda: hands.says("Found by its 4 anchor tags"), SEES_S)
    hands.frames(3)
    finger = UnitTestTouch(*hands.place_of("1. The board"))
    finger.touch_down()
    hands.until(lambda: hands.find("1. The board").is_pressed)
    monkeypatch.setattr(panel, "steps", changing)
    hands.until(lambda: next(changed) > 20)
    finger.touch_up()
    hands.until(lambda: hands.kiosk.stack[-1][0] == "board")


@pytest.mark.parametrize("panel", ["camera_setup", "board", "spaces", "figures", "lens", "check"])
def test_without_a_camera_every_step_says_so_and_leads_back(start: Start, panel: str) -> None:
    from kivy.core.window import Window

    hands = start("home", camera_source="")
    hands.kiosk.open(panel)
    hands.frames(2)
    assert hands.says("No camera is watching.")
    Window.dispatch("on_key_down", ESCAPE, 0, None, [])
    hands.frames(2)
    assert hands.kiosk.stack[-1][0] == "home"


def test_a_camera_that_dies_answers_whoever_waits(camera: Any) -> None:
    hands = camera("figures")
    hands.until(lambda: hands.kiosk.camera.sketch() is not None, SEES_S)
    InsideProcess.newest.watcher._hear = lambda request: None
    hands.tap("Learn now")
    InsideProcess.newest.close()
    hands.until(lambda: not hands.kiosk.panel.learn.disabled, SEES_S)
    assert hands.kiosk.stack[-1][0] == "figures"
