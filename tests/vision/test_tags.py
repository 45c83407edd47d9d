"""Tags in pictures: corners to a fraction of a pixel, and a second look at what is nearly read."""

import numpy as np
import pytest

from companion.ports.table import Table
from tests.vision.conftest import shot_of
from vision.pose import tag_corners_mm
from vision.render.draw import draw
from vision.see import Seer
from vision.tags import sharpened


@pytest.mark.parametrize("blur_px", [0.5, 1.4])
def test_corners_are_found_to_a_tenth_of_a_pixel(table: Table, blur_px: float) -> None:
    picture, truth = draw(shot_of(table, {}, tilt=0.6, blur_px=blur_px))
    tags = Seer(table).look(picture).tags
    assert truth.camera is not None
    for name, anchor in table.anchors.items():
        there = truth.camera.project(tag_corners_mm(*anchor.at, anchor.size_mm))
        assert np.abs(tags[int(name)][0] - there).max() < 0.1


def test_a_corner_that_something_covers_stays_where_it_was_read() -> None:
    picture = np.full((80, 80), 255, np.uint8)
    picture[20:60, 20:60] = 0
    picture[:30, 50:] = 128
    quad = np.array([[[19.5, 19.5], [57.0, 22.5], [59.5, 59.5], [19.5, 59.5]]])
    found = sharpened(picture, quad, 7)[0]
    assert np.abs(found[2:] - quad[0, 2:]).max() < 0.5
    assert np.abs(found - quad[0]).max() <= 2.0


def test_the_board_is_placed_to_a_tenth_of_a_millimetre_without_a_calibrated_lens(table: Table) -> None:
    picture, truth = draw(shot_of(table, {"rayman": "5/2"}, tilt=0.6, bend=-0.05))
    fit = Seer(table).look(picture).fit
    assert fit is not None
    assert truth.camera is not None
    points = np.array([[70.0, 70.0], [240.0, 150.0], [400.0, 230.0]])
    assert np.abs(fit.to_board(truth.camera.project(points)) - points).max() < 0.1


def test_a_second_picture_from_elsewhere_is_judged_as_if_it_were_the_first(table: Table) -> None:
    seer = Seer(table)
    for side in (0.0, 0.1, 2.0):
        picture = draw(shot_of(table, {"rayman": "5/2", "globox": "8/1"}, side=side))[0]
        again, fresh = seer.look(picture).sighting, Seer(table).look(picture).sighting
        assert {name: seen.space for name, seen in again.figures.items()} == {
            "rayman": "5/2",
            "globox": "8/1",
        }
        assert again.figures["globox"].x == pytest.approx(fresh.figures["globox"].x, abs=0.2)
