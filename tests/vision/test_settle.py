"""One picture for each scene that came to rest, none while something moves or a hand is there."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports.table import Table
from companion.ports.watch import Laid
from tests.vision.conftest import photograph, shot_of
from vision.beside import places_beside
from vision.capture.simulated import SimulatedTable
from vision.render.draw import draw
from vision.render.shot import Hand
from vision.settle import STILL_S, Scene, Settler


@pytest.fixture(scope="module")
def views(table: Table) -> dict[str, np.ndarray]:
    size = {"width": 960, "height": 540}
    return {
        "before": photograph(table, {"rayman": "2/2"}, **size),
        "after": photograph(table, {"rayman": "7/2"}, **size),
        "hand": draw(shot_of(table, {"rayman": "2/2"}, hands=(Hand(240, 150, 1.5),), **size))[0],
        "dim": (photograph(table, {"rayman": "2/2"}, **size) * 0.7).astype(np.uint8),
    }


def play(settler: Settler, views: dict[str, np.ndarray], script: list[tuple[str, int]]) -> list[int]:
    """Feeds views for so many frames each, ten a second, with noise; returns the frames that were judged."""
    random, judged, number = np.random.default_rng(1), [], 0
    for view, count in script:
        for _ in range(count):
            noise = random.integers(0, 5, views[view].shape, dtype=np.uint8)
            if settler.feed(cv2.add(views[view], noise), number / 10).picture is not None:
                judged.append(number)
            number += 1
    return judged


def test_a_still_scene_is_judged_once_after_a_moment(views: dict[str, np.ndarray]) -> None:
    assert play(Settler(), views, [("before", 30)]) == [3]


def test_the_wait_is_a_setting(views: dict[str, np.ndarray]) -> None:
    assert play(Settler(still_s=1.5), views, [("before", 30)]) == [15]


def test_a_resting_hand_is_not_judged_and_the_move_after_it_is(views: dict[str, np.ndarray]) -> None:
    script = [("before", 10), ("hand", 20), ("after", 10)]
    assert play(Settler(), views, script) == [3, 33]


def test_a_figure_that_moved_between_two_frames_is_noticed(views: dict[str, np.ndarray]) -> None:
    assert play(Settler(), views, [("before", 10), ("after", 10)]) == [3, 13]


def test_a_dimmed_lamp_is_no_hand(views: dict[str, np.ndarray]) -> None:
    settler = Settler()
    play(settler, views, [("before", 10)])
    states = [settler.feed(views["dim"], 2 + number / 10).scene for number in range(10)]
    assert Scene.HAND not in states
    assert states[-1] == Scene.STILL


def test_cards_laid_in_their_places_at_once_are_no_hand_but_an_arm_is(table: Table) -> None:
    places = places_beside(table.board_mm, 4, 2, draws=False)
    drawing = SimulatedTable(table, dict)
    drawing.lay_places(places)
    laid = dict.fromkeys(places.cards, "back")
    views = {"empty": drawing._draw(({}, Laid())), "cards": drawing._draw(({}, Laid(cards=laid)))}
    assert drawing._camera is not None
    project = drawing._camera.project
    width, height = table.board_mm
    middle = np.array([width / 2, height / 2])
    arm = np.array([(-30, 0), (30, 0), (60, 900), (-60, 900)]) + middle
    views["arm"] = cv2.fillPoly(
        views["cards"].copy(), [np.round(project(arm, 45)).astype(np.int32)], (70, 50, 40)
    )
    outlines = tuple(project(np.array(place)) for place in places.all)
    board = project(np.array([(0, 0), (width, 0), (width, height), (0, height)], float))
    hull = cv2.convexHull(np.vstack([board, *outlines]).astype(np.float32)).reshape(-1, 2).astype(float)
    script = [("empty", 10), ("cards", 10), ("arm", 10), ("cards", 10)]
    settler = Settler()
    settler.watch(hull, outlines)
    assert play(settler, views, script) == [3, 13, 33]
    settler = Settler()
    settler.watch(hull)
    assert play(settler, views, script[:2]) == [3], "without their places they are taken for a hand"


def test_what_stays_for_long_becomes_the_new_normal(views: dict[str, np.ndarray]) -> None:
    judged = play(Settler(), views, [("before", 10), ("hand", 110)])
    assert len(judged) == 2
    assert judged[1] > 80


HANDS = [(35, 70), (91, 105), (147, 182), (196, 203), (224, 259)]


@pytest.mark.parametrize(
    ("still_s", "too_short"),
    # As shipped, at the clip's own speed: two of its hand-free stretches hold still for 0.1 and 0.2 s only.
    [(STILL_S, (28, 84)), (0.05, ())],
)
def test_the_real_clip_settles_in_every_hand_free_stretch_and_never_under_a_hand(
    photos: Path, still_s: float, too_short: tuple[int, ...]
) -> None:
    clip = photos / "clip/scholarsmate.avi"
    truth = json.loads((photos / "clip/truth.json").read_text())["scholarsmate.avi"]
    settler = Settler(still_s=still_s, area=np.array(truth["corners_px_clockwise"], float))
    video, judged = cv2.VideoCapture(str(clip)), []
    for number in range(truth["frames"]):
        found, frame = video.read()
        assert found
        if settler.feed(frame, number / truth["fps"]).picture is not None:
            judged.append(number)
    assert [number for number in judged if any(first <= number <= last for first, last in HANDS)] == []
    free = [one["frame"] for one in truth["hand_free_frames_seen_by_eye"] if one["frame"] not in too_short]
    bounds = [0, *(last for _, last in HANDS), truth["frames"]]
    for frame in free:
        start = max(bound for bound in bounds if bound <= frame)
        end = min(first for first, _ in [*HANDS, (truth["frames"], 0)] if first > frame)
        assert any(start < number < end for number in judged), f"nothing judged around frame {frame}"
