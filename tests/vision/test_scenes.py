"""A few dozen drawn scenes: nothing certain is wrong, what is visible is found, the hidden is not said."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest

from companion.ports.table import Anchor, Table
from tests.vision.conftest import middle, photograph, shot_of
from vision.render.draw import draw
from vision.render.judge import Score, judge_scene
from vision.render.scenes import CONDITIONS, HARD
from vision.render.shot import Blot, Hand, Standing
from vision.see import Seer


@pytest.fixture(scope="module")
def scores() -> list[Score]:
    todo = [(condition, seed) for condition in (*CONDITIONS, *HARD) for seed in range(2000, 2002)]
    # Spawned: a fork of a process whose OpenCV already runs threads would wait for them for ever.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        return [score for found in pool.map(judge_scene, todo, chunksize=4) for score in found]


def test_no_certain_space_is_wrong(scores: list[Score]) -> None:
    assert [score for score in scores if score.is_wrong] == []
    assert sum(score.is_certain for score in scores) > 80


def test_visible_tags_are_found(scores: list[Score]) -> None:
    tags = [
        score
        for score in scores
        if score.kind == "tag" and score.is_visible and score.condition in CONDITIONS
    ]
    assert len(tags) > 20
    assert np.mean([score.is_certain for score in tags]) >= 0.95


def test_visible_rings_are_found(scores: list[Score]) -> None:
    rings = [
        score
        for score in scores
        if score.kind == "ring" and score.is_visible and score.condition in CONDITIONS
    ]
    assert len(rings) > 40
    assert np.mean([score.is_certain for score in rings]) >= 0.85


def test_a_ring_that_glare_makes_pale_is_not_taken_for_a_paler_ring() -> None:
    scores = {score.figure: score for score in judge_scene(("glare-hard", 60050))}
    assert not scores["ring1"].is_certain
    assert not any(score.is_wrong for score in scores.values())


def test_a_figure_whose_ring_is_unclear_is_not_put_on_a_like_ring() -> None:
    scores = {score.figure: score for score in judge_scene(("dark", 10072))}
    assert scores["ring0"].is_certain
    assert not any(score.is_wrong for score in scores.values())


def test_a_ring_on_a_board_of_its_own_colour_is_found_by_its_hole() -> None:
    scores = {score.figure: score for score in judge_scene(("plain", 50008))}
    assert scores["ring0"].is_certain
    assert not scores["ring0"].is_wrong


@pytest.mark.parametrize(
    ("scene", "figure"),
    [
        (("decoys", 70020), "ring2"),  # a disc smaller than the ring and larger than its hole
        (("noise", 70040), "ring0"),  # a printed space of the ring's colour and size
        (("dark", 70076), "tag0"),  # seen from straight above, where only its size tells how high a tag is
    ],
)
def test_what_misled_once_is_not_certain(scene: tuple[str, int], figure: str) -> None:
    scores = {score.figure: score for score in judge_scene(scene)}
    assert not scores[figure].is_wrong
    assert not any(score.is_wrong for score in scores.values())


@pytest.mark.parametrize("side", [0.0, 1.57, 3.14, 4.7])
def test_the_camera_may_stand_on_any_side(table: Table, side: float) -> None:
    sighting = (
        Seer(table).look(photograph(table, {"rayman": "0/3", "globox": "11/1"}, side=side, tilt=0.7)).sighting
    )
    assert {name: seen.space for name, seen in sighting.figures.items()} == {
        "rayman": "0/3",
        "globox": "11/1",
    }


def test_the_shift_of_a_raised_tag_is_undone(table: Table) -> None:
    shot = shot_of(table, {"rayman": "6/2"}, tilt=0.78)
    picture, truth = draw(shot)
    assert truth.camera is not None
    at = np.array([middle(table, "6/2")])
    shift = truth.camera.project(at, 45.0) - truth.camera.project(at)
    assert np.linalg.norm(shift) > 40
    seen = Seer(table).look(picture).sighting.figures["rayman"]
    assert seen.space == "6/2"
    assert np.hypot(seen.x - at[0, 0], seen.y - at[0, 1]) < 2


@pytest.mark.parametrize("hidden", [("0",), ("3",), ("0", "1"), ("1", "3")])
def test_one_or_two_anchors_may_be_hidden(table: Table, hidden: tuple[str, ...]) -> None:
    picture = photograph(table, {"rayman": "5/2", "globox": "7/2"}, hidden_anchors=hidden)
    sighting = Seer(table).look(picture).sighting
    assert sighting.registered
    for name, space in {"rayman": "5/2", "globox": "7/2"}.items():
        if name in sighting.figures:
            assert sighting.figures[name].space == space
        else:
            assert space in sighting.unsure[name]


def test_with_one_anchor_far_away_it_is_not_certain(table: Table) -> None:
    looked = [
        Seer(table)
        .look(photograph(table, {"globox": "11/1"}, hidden_anchors=("1", "2", "3"), noise=8.0, seed=seed))
        .sighting
        for seed in range(4)
    ]
    assert all(one.registered for one in looked)
    assert all(seen.space == "11/1" for one in looked for seen in one.figures.values())
    assert any("globox" in one.unsure for one in looked)


def test_a_turned_anchor_does_not_mislead(table: Table) -> None:
    shot = shot_of(table, {"rayman": "4/2"})
    turned = draw(replace(shot, table=table))[0]
    seer = Seer(table)
    looked = seer.look(turned)
    corners = {tag: [quad.copy() for quad in quads] for tag, quads in looked.tags.items()}
    corners[2] = [np.roll(corners[2][0], 1, axis=0)]
    from vision.pose import FlatTag, Lens
    from vision.register import register

    flat = {"rayman": FlatTag(18, 45, corners[10][0])}
    fits = register(table, corners, flat, Lens.usual(1280, 720))
    assert np.allclose(fits[0].placed["rayman"][:2], middle(table, "4/2"), atol=2)


def test_a_moved_anchor_is_left_out(table: Table) -> None:
    other = Table(
        format="table/1",
        board_mm=table.board_mm,
        anchors={**table.anchors, "1": Anchor((430, 60), 30)},
        figures=table.figures,
        spaces=table.spaces,
    )
    looked = Seer(table).look(photograph(other, {"rayman": "3/2"}))
    assert looked.sighting.figures["rayman"].space == "3/2"


def test_a_figure_between_two_spaces_is_unsure_and_both_are_named(table: Table) -> None:
    x, y = middle(table, "5/2")
    shot = replace(shot_of(table, {}), figures={"rayman": Standing(x + 15, y)})
    sighting = Seer(table).look(draw(shot)[0]).sighting
    assert "rayman" not in sighting.figures
    assert set(sighting.unsure["rayman"]) == {"5/2", "6/2"}


def test_a_figure_beside_all_spaces_is_not_put_on_one(table: Table) -> None:
    shot = replace(shot_of(table, {}), figures={"rayman": Standing(240, 250)})
    sighting = Seer(table).look(draw(shot)[0]).sighting
    assert sighting.figures == {}
    assert sighting.unsure == {"rayman": ()}


def test_two_figures_may_share_a_space(table: Table) -> None:
    x, y = middle(table, "5/2")
    figures = {"rayman": Standing(x - 6, y), "globox": Standing(x + 6, y, body_mm=5)}
    sighting = Seer(table).look(draw(replace(shot_of(table, {}, tilt=0.1), figures=figures))[0]).sighting
    assert {seen.space for seen in sighting.figures.values()} == {"5/2"}


def test_a_hidden_figure_is_never_reported_elsewhere(table: Table) -> None:
    x, y = middle(table, "8/2")
    colour = (213, 94, 0)
    blots = tuple(
        Blot(80 + 45 * index, 100 + 30 * (index % 3), size, shape, colour, 0.3 * index)
        for index, (shape, size) in enumerate(
            [
                ("disc", 30),
                ("square", 30),
                ("arc", 30),
                ("stripe", 20),
                ("disc", 20),
                ("ring", 18),
                ("arc", 36),
            ]
        )
    )
    shot = shot_of(table, {"globox": "8/2"}, hands=(Hand(x, y, 1.2),), blots=blots)
    picture, truth = draw(shot)
    assert truth.visible["globox"] < 0.1
    assert "globox" not in Seer(table).look(picture).sighting.figures


def test_a_second_copy_of_a_tag_makes_it_unsure(table: Table) -> None:
    picture = photograph(table, {"rayman": "3/2"})
    other = photograph(table, {"rayman": "9/2"})
    both = np.where(np.arange(1280)[None, :, None] < 640, picture, other)
    sighting = Seer(table).look(both).sighting
    assert "rayman" not in sighting.figures
    assert {"3/2", "9/2"} <= set(sighting.unsure["rayman"])


@pytest.mark.parametrize("tilt", [0.1, 0.45, 0.75])
def test_a_ring_half_hidden_by_a_stout_figure_is_seen(table: Table, tilt: float) -> None:
    x, y = middle(table, "8/2")
    stout = Standing(x, y, body_mm=60, body_width_mm=23, body_colour=(90, 60, 150))
    picture, truth = draw(
        replace(shot_of(table, {}, tilt=tilt, light=(1.0, 0.85, 0.6)), figures={"globox": stout})
    )
    assert 0.4 < truth.visible["globox"] < 0.65
    assert Seer(table).look(picture).sighting.figures["globox"].space == "8/2"
