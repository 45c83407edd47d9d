"""What the set-up screens ask of the camera's process: bearings, light, the lens, a board's print."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.core.errors import Invalid
from companion.ports.table import FigureMark, Table
from companion.ports.watch import BoardCorners, WatchRequest
from tests.vision.conftest import photograph, shot_of
from vision.bearing import to_board, to_picture
from vision.capture.drawn_sheet import HOLD_S, MOVE_S, DrawnSheet
from vision.commands import sight
from vision.features import FeatureBoard, flattened, pack, unpack
from vision.lay import Ribbon
from vision.lens import LensBench
from vision.lightcheck import check_light
from vision.overlay import sketch
from vision.render.draw import draw
from vision.render.shot import camera_of
from vision.see import Seer
from vision.tables import photo_beside, write_table
from vision.teach import teach
from vision.workshop import Workshop

CORNERS = np.array([[0, 0], [480, 0], [480, 300], [0, 300]], float)


def test_a_bearing_says_what_the_fit_says(table: Table) -> None:
    frame = photograph(table, {}, tilt=0.5, side=0.4, bend=-0.08)
    look = Seer(table).look(frame)
    assert look.fit is not None
    drawn = sketch(1280, 720, table, look)
    assert drawn is not None
    assert drawn.bearing is not None
    points = np.array([[10.0, 10.0], [240.0, 150.0], [470.0, 290.0]])
    places = to_picture(drawn.bearing, points)
    assert np.abs(places * (1280, 720) - look.fit.to_picture(points)).max() < 0.05
    assert np.abs(to_board(drawn.bearing, places) - points).max() < 0.05


def test_light_is_told_from_shadow_glare_and_blur(table: Table) -> None:
    def light(**changes: object) -> object:
        shot = shot_of(table, {}, **changes)
        whites = [
            camera_of(shot).project(np.array(anchor.at) + CORNERS / (480, 300) * 20 - 10)
            for anchor in table.anchors.values()
        ]
        return check_light(draw(shot)[0], camera_of(shot).project(CORNERS), whites)

    good = light()
    assert (good.brightness, good.glare < 0.02) == (1.0, True)
    assert good.evenness > 0.8
    assert light(brightness=0.2).brightness < 0.45
    assert light(shadow=0.7).evenness < 0.5
    assert light(glare=1.0).glare > 0.03
    assert light(blur_px=3.0).sharpness < 0.3 < good.sharpness


def test_a_lens_is_measured_by_a_sheet_that_is_held_here_and_there() -> None:
    sheet, bench = DrawnSheet((1280, 720), 1000.0), LensBench()
    with pytest.raises(Invalid):
        bench.measure()
    views = bench.feed(np.full((720, 1280, 3), 90, np.uint8))
    assert views.hint is not None
    assert (views.views, views.hint.key) == (0, "vision.lens.show")
    now = 0.0
    for _ in range(8):
        for moment in (0.1, 0.2):
            views = bench.feed(sheet.frame(now + moment))
        now += HOLD_S + MOVE_S
    assert views.views == 8
    assert views.tilted >= 3
    assert not views.is_enough, "the lower part of the picture is still missing"
    assert sum(views.cells[2]) < sum(views.cells[0])
    measured = bench.measure()
    assert measured.error_px < 0.5
    assert measured.camera.matrix[0][0] == pytest.approx(1000, rel=0.01)


def test_a_moving_sheet_is_not_taken() -> None:
    sheet, bench = DrawnSheet((1280, 720), 1000.0), LensBench()
    for step in range(4):
        views = bench.feed(sheet.frame(step * 0.09 + HOLD_S if step else 0.0))
    assert views.views == 0
    assert views.outline


def test_a_figure_that_is_not_there_is_not_learned(table: Table) -> None:
    ring = msgspec.structs.replace(
        table, figures={"globox": FigureMark(ring=(40, 90, 220), outer_mm=30, inner_mm=20)}
    )
    taught = teach(ring, photograph(ring, {"globox": "9/1"}), {"globox": "2/2"})
    assert taught.lessons[0].confidence == 0
    assert taught.lessons[0].colour is None
    assert taught.table == ring, "the colour stays as it was"
    assert [note.key for note in taught.notes] == ["vision.teach.not_seen"]


def test_the_tag_that_a_figure_wears_is_learned_from_its_place(table: Table) -> None:
    tags = {
        name: FigureMark(tag=tag, size_mm=18, height_mm=45)
        for name, tag in zip("abc", (10, 11, 12), strict=True)
    }
    believed = msgspec.structs.replace(table, figures=tags)
    worn = {"a": msgspec.structs.replace(tags["a"], tag=12), "b": msgspec.structs.replace(tags["b"], tag=30)}
    really = msgspec.structs.replace(table, figures={**tags, **worn})
    frame = photograph(really, {"a": "2/2", "b": "9/1"})
    taught = teach(believed, frame, {"a": "2/2", "b": "9/1", "c": "5/2"})
    after = {name: mark.tag for name, mark in taught.table.figures.items()}
    assert (after["a"], after["b"]) == (12, 30)
    assert after["c"] in (10, 11), "no tag is given to two figures"
    confidence = {lesson.figure: lesson.confidence for lesson in taught.lessons}
    assert confidence["a"] > 0.9
    assert confidence["b"] > 0.9
    assert confidence["c"] == 0


def test_a_board_seen_from_above_is_reference_enough(table: Table, tmp_path: Path) -> None:
    bare = msgspec.structs.replace(table, anchors={})
    looks = {"busy": 1.0, "blur_px": 0.5}
    first = shot_of(bare, {}, tilt=0.2, **looks)
    photo = pack(flattened(draw(first)[0], camera_of(first).project(CORNERS), (480, 300)))
    assert FeatureBoard.flat(unpack(photo), (480, 300)).find(draw(first)[0]) is not None
    with pytest.raises(Invalid):
        unpack(b"no picture")
    file = tmp_path / "table.json"
    write_table(bare, file)
    cv2.imwrite(str(tmp_path / "later.png"), photograph(bare, {"rayman": "6/2"}, tilt=0.5, side=0.3, **looks))
    assert not sight(tmp_path / "later.png", file).registered
    photo_beside(file).write_bytes(photo)
    seen = sight(tmp_path / "later.png", file)
    assert seen.registered, "the photo beside the table is found by itself"
    assert seen.figures["rayman"].space == "6/2"


def test_levels_may_rise_to_the_other_side() -> None:
    taps = [(0.0, (0.0, 0.0)), (4.0, (100.0, 0.0))]
    along, above = np.array([0.0, 4.0]), np.array([10.0, 20.0])
    assert Ribbon(taps).place(along, above).tolist() == [[0, -10], [100, -20]]
    assert Ribbon(taps, side=-1).place(along, above).tolist() == [[0, 10], [100, 20]]
    assert Ribbon(taps).column_mm == 25


def test_a_refusal_is_an_answer(table: Table) -> None:
    class Blank:
        table: Table

        def scene_at_rest(self) -> np.ndarray:
            return np.full((480, 640, 3), 128, np.uint8)

    corners = BoardCorners(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), (480, 300))
    answer = Workshop().answer(WatchRequest(corners=corners), Blank())  # type: ignore[arg-type]
    assert [note.key for note in answer["notes"]] == ["vision.features.plain"]
    assert "board" not in answer
