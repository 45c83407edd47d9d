"""Teaching colours, laying spaces from taps, calibrating, and boards without anchors."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.cli import main
from companion.core.blocks import Board, Space
from companion.core.errors import Invalid
from companion.i18n import Translator
from companion.ports.table import FigureMark, Table
from tests.vision.conftest import photograph, shot_of
from vision.calibrate import calibrate, charuco_board
from vision.features import FeatureBoard, to_picture
from vision.lay import lay_field, lay_track, moved_corner
from vision.layout import RING_EDGE_MM
from vision.render.draw import draw
from vision.render.shot import Blot, camera_of
from vision.see import Seer
from vision.tables import defects_of, read_table, write_table
from vision.teach import teach


def with_ring(table: Table, colour: tuple[int, int, int]) -> Table:
    mark = FigureMark(ring=colour, outer_mm=30, inner_mm=20)
    return msgspec.structs.replace(table, figures={"globox": mark})


def test_teaching_learns_a_faded_print_under_lamp_light(table: Table) -> None:
    real, believed = with_ring(table, (120, 40, 160)), with_ring(table, (40, 90, 220))
    light = (1.0, 0.8, 0.55)
    start = photograph(real, {"globox": "2/2"}, light=light)
    assert "globox" not in Seer(believed).look(start).sighting.figures
    lesson = teach(believed, start, {"globox": "2/2"})
    assert [note.key for note in lesson.notes] == ["vision.teach.learned"]
    assert lesson.lessons[0].confidence > 0.9
    taught = lesson.table
    learned = taught.figures["globox"].ring
    assert learned is not None
    assert np.abs(np.array(learned) - (120, 40, 160)).max() < 30
    later = Seer(taught).look(photograph(real, {"globox": "9/1"}, light=light)).sighting
    assert later.figures["globox"].space == "9/1"


def test_teaching_says_when_there_is_nothing_to_learn(table: Table) -> None:
    with pytest.raises(Invalid):
        teach(table, np.full((480, 640, 3), 90, np.uint8), {"globox": "2/2"})
    with pytest.raises(Invalid):
        teach(table, photograph(table, {}), {"globox": "nowhere"})


def test_teaching_says_where_the_board_has_the_colour_of_a_ring(
    table: Table,
) -> None:
    orange = (213, 94, 0)
    worn = with_ring(table, orange)
    x, y = np.array(table.spaces["9/1"]).mean(0)
    sheet = Blot(float(x), float(y), 110.0, "square", orange)

    def seen_at(space: str, edge_mm: float) -> np.ndarray:
        return photograph(worn, {"globox": space}, blots=(sheet,), ring_edge_mm=edge_mm)

    notes = teach(worn, seen_at("2/2", 0.0), {"globox": "2/2"}).notes
    hidden = [note for note in notes if note.key == "vision.teach.own_colour"]
    assert [(note.params["figure"], note.params["count"]) for note in hidden] == [("globox", 6)]
    assert Translator("en")(hidden[0]).startswith("On 6 spaces the board has the colour of globox")
    assert not Seer(worn).look(seen_at("9/1", 0.0)).sighting.figures
    assert Seer(worn).look(seen_at("9/1", RING_EDGE_MM)).sighting.figures["globox"].space == "9/1"


def test_columns_and_levels_are_laid_between_taps() -> None:
    spaces = lay_track([(0, (10, 100)), (4, (90, 100))], 4, 3, 25)
    assert len(spaces) == 12
    assert spaces["0/1"] == ((10, 75), (30, 75), (30, 100), (10, 100))
    assert spaces["3/3"] == ((70, 25), (90, 25), (90, 50), (70, 50))


def test_a_track_around_a_corner_has_no_overlap(table: Table) -> None:
    taps = [(0, (100.0, 200.0)), (6, (250.0, 200.0)), (12, (250.0, 350.0))]
    laid = msgspec.structs.replace(table, spaces=lay_track(taps, 12, 2, 20))
    assert defects_of(laid) == ()


@pytest.mark.parametrize(
    "taps",
    [[(0, (0, 0))], [(0, (0, 0)), (3, (30, 0))], [(1, (0, 0)), (4, (9, 9))], [(0, (5, 5)), (4, (5, 5))]],
)
def test_taps_that_make_no_track_are_refused(taps: list) -> None:
    with pytest.raises(Invalid):
        lay_track(taps, 4, 2, 20)


CORNERS = [(45.0, 45.0), (645.0, 45.0), (645.0, 495.0), (45.0, 495.0)]


def test_a_field_is_laid_over_its_four_corners() -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in (-1, 0, 1, 2) for x in range(4))
    laid = lay_field(Board(4, 3, spaces), CORNERS)
    assert laid["0,0"] == ((45, 45), (195, 45), (195, 195), (45, 195))
    assert laid["3,2"][2] == (645, 495)
    assert laid["0,-1"][0] == (45, -105), "what lies beyond the board goes on beyond its corners"
    turned = lay_field(Board(4, 3, spaces), [*CORNERS[1:], CORNERS[0]])
    assert turned["0,0"][0] == (645, 45)


@pytest.mark.parametrize(
    "corners",
    [
        CORNERS[:3],
        [*CORNERS, (0.0, 0.0)],
        CORNERS[::-1],
        [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]],
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)],
        [*CORNERS[:3], (float("nan"), 1.0)],
    ],
)
def test_corners_that_make_no_field_are_refused(corners: list) -> None:
    with pytest.raises(Invalid):
        lay_field(Board(1, 1, (Space("a", 0, 0),)), corners)


@pytest.mark.parametrize("game", ["pickle_rick", "platformer"])
def test_the_table_command_stretches_a_mat_as_it_is_printed(game: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    assert command("table", "new", "--game", game, "--out", file) == 0
    printed = read_table(file)
    write_table(msgspec.structs.replace(printed, spaces={}), file)
    (left, top), (right, bottom) = (45, 45), (printed.board_mm[0] - 45, printed.board_mm[1] - 45)
    corners = [f"--corner={x},{y}" for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    assert command("table", "stretch", "--table", file, "--game", game, *corners) == 0
    laid = read_table(file).spaces
    assert laid.keys() == printed.spaces.keys()
    for space, polygon in printed.spaces.items():
        assert np.abs(np.array(laid[space]) - np.array(polygon)).max() < 0.02
    before = file.read_bytes()
    assert command("table", "stretch", "--table", file, "--game", game, *corners[:3]) == 2
    assert file.read_bytes() == before


def test_dragging_a_corner_moves_its_neighbours_along(table: Table) -> None:
    moved = moved_corner(table, "5/2", 0, (211.0, 92.0))
    touching = [name for name, polygon in moved.spaces.items() if (211.0, 92.0) in polygon]
    assert sorted(touching) == ["4/2", "4/3", "5/2", "5/3"]
    assert defects_of(moved) == ()
    with pytest.raises(Invalid):
        moved_corner(table, "99/9", 0, (1.0, 1.0))


def test_a_lens_is_calibrated_from_photos_of_the_sheet() -> None:
    board = charuco_board()
    sheet = cv2.cvtColor(board.generateImage((1512, 1008), marginSize=0), cv2.COLOR_GRAY2BGR)
    matrix, bend = np.array([[900.0, 0, 640], [0, 900, 360], [0, 0, 1]]), np.array([-0.12, 0, 0, 0, 0])
    grid = np.stack(np.meshgrid(np.arange(1280.0), np.arange(720.0)), -1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(grid, matrix, bend).reshape(-1, 2)
    photos = []
    for tilt, turn in (
        (0.5, 0.0),
        (-0.5, 0.3),
        (0.1, 0.6),
        (0.3, -0.5),
        (-0.2, -0.4),
        (0.4, 0.4),
        (0.0, 0.0),
    ):
        rotation = cv2.Rodrigues(np.array([tilt, turn, 0.1]))[0]
        tvec = np.array([0, 0, 300.0]) - rotation @ np.array([126, 84, 0])
        plane = np.linalg.inv(np.column_stack([rotation[:, 0], rotation[:, 1], tvec]))
        points = np.column_stack([rays, np.ones(len(rays))]) @ plane.T
        at = (points[:, :2] / points[:, 2:] * 6 - 0.5).astype(np.float32).reshape(720, 1280, 2)
        photos.append(cv2.remap(sheet, at, None, cv2.INTER_LINEAR, borderValue=(255, 255, 255)))
    camera, error = calibrate(photos)
    assert error < 0.7
    assert abs(camera.matrix[0][0] - 900) < 15
    assert abs(camera.distortion[0] + 0.12) < 0.04
    with pytest.raises(Invalid):
        calibrate(photos[:2])
    with pytest.raises(Invalid, match="sizes"):
        calibrate(
            cv2.resize(photo, None, fx=3 + number % 2, fy=3 + number % 2)
            for number, photo in enumerate(photos)
        )
    # Larger photos are searched at a smaller scale, and the lens is that of their own pixels.
    larger, _ = calibrate(cv2.resize(photo, None, fx=3, fy=3) for photo in photos)
    assert abs(larger.matrix[0][0] - 2700) < 45
    assert abs(larger.matrix[0][2] - 3 * camera.matrix[0][2]) < 8
    assert abs(larger.distortion[0] + 0.12) < 0.04


def test_a_board_without_anchors_is_found_by_its_features(table: Table) -> None:
    bare = msgspec.structs.replace(table, anchors={})
    looks = {"busy": 1.0, "blur_px": 0.5}
    first = shot_of(bare, {}, tilt=0.2, **looks)
    corners = np.array([[0, 0], [480, 0], [480, 300], [0, 300]], float)
    board = FeatureBoard(draw(first)[0], camera_of(first).project(corners), table.board_mm)
    later = shot_of(bare, {"rayman": "6/2"}, tilt=0.5, side=0.3, **looks)
    picture = draw(later)[0]
    found = board.find(picture)
    assert found is not None
    assert np.abs(to_picture(found, corners) - camera_of(later).project(corners)).max() < 6
    sighting = Seer(bare, reference=board).look(picture).sighting
    assert sighting.registered
    assert sighting.figures["rayman"].space == "6/2"
    assert board.find(np.full((720, 1280, 3), 128, np.uint8)) is None
    nothing = Seer(bare, reference=board).look(np.full((720, 1280, 3), 128, np.uint8))
    assert not nothing.sighting.registered


def test_a_plain_board_or_crossed_taps_are_refused() -> None:
    plain = np.full((480, 640, 3), 128, np.uint8)
    square = np.array([[50, 50], [600, 50], [600, 400], [50, 400]], float)
    with pytest.raises(Invalid):
        FeatureBoard(plain, square, (480, 300))
    with pytest.raises(Invalid):
        FeatureBoard(plain, square[[0, 2, 1, 3]], (480, 300))


def command(*args: object) -> int:
    with pytest.raises(SystemExit) as left:
        main(["--language", "en", *map(str, args)])
    return int(left.value.code or 0)


def test_the_table_command_makes_teaches_and_lays(tmp_path: Path, table: Table) -> None:
    file = tmp_path / "table.json"
    assert command("table", "new", "--game", "rayman", "--board", "jungle-sample", "--out", file) == 0
    made = read_table(file)
    assert len(made.spaces) == 132
    assert "rayman" in made.figures
    assert command("table", "new", "--game", "rayman", "--board", "atlantis", "--out", file) == 2

    picture = tmp_path / "start.png"
    write_table(table, file)
    shot = shot_of(table, {"globox": "2/2"})
    cv2.imwrite(str(picture), draw(shot)[0])
    assert command("table", "teach", picture, "--table", file, "--at", "globox=2/2") == 0
    assert read_table(file).figures["globox"].ring is not None
    assert command("table", "teach", picture, "--table", file, "--at", "globox") == 2

    pixels = camera_of(replace(shot)).project(np.array([[60.0, 150.0], [420.0, 150.0]]))
    taps = [f"--tap={number}={x:.1f},{y:.1f}" for number, (x, y) in zip((0, 12), pixels, strict=True)]
    args = ["--columns", 12, "--levels", 3, "--depth", 30, *taps, "--image", picture]
    assert command("table", "lay", "--table", file, *args) == 0
    laid = json.loads(file.read_text())["spaces"]
    for space, polygon in table.spaces.items():
        assert np.abs(np.array(laid[space]) - np.array(polygon)).max() < 2
