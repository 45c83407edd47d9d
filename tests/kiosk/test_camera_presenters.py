"""What is decided without a screen: laying spaces, keeping tables, choosing places to teach on, words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.core.errors import Invalid
from companion.i18n import words
from companion.ports.camera import EyeHealth, Light
from companion.ports.table import Table
from companion.ports.watch import LensMeasured, LensViews
from kiosk.camera.tables import TableFiles, ring_size
from kiosk.presenters.camera.board import BoardPresenter
from kiosk.presenters.camera.figures import FiguresPresenter
from kiosk.presenters.camera.lens import can_measure, judged, progress
from kiosk.presenters.camera.spaces import SpacesPresenter
from kiosk.presenters.camera.steps import light_lines
from tests.kiosk.fixtures import quick_session
from vision.perspective import homography, moved, shape_of_board

REACH = 8.0


@pytest.fixture(scope="module")
def session() -> Any:
    from kiosk.show.demo import demo_session

    return demo_session()


@pytest.fixture
def spaces(session: Any) -> SpacesPresenter:
    return SpacesPresenter(session.view().board, {})


def tap(presenter: SpacesPresenter, *points: tuple[float, float]) -> None:
    for point in points:
        presenter.press(point, REACH)
        presenter.release()


def test_two_taps_lay_the_whole_track_and_a_bend_between_them(spaces: SpacesPresenter) -> None:
    tap(spaces, (0, 500), (1100, 500))
    assert spaces.is_complete
    assert spaces.spaces()["0/1"] == ((0, 475), (25, 475), (25, 500), (0, 500))
    tap(spaces, (550, 480))
    assert spaces.chosen_column().params["column"] == "22"
    assert spaces.spaces()["22/1"][3] == (550, 480)
    spaces.renumber(1)
    assert spaces.spaces()["23/1"][3] == (550, 480)
    spaces.renumber(60)
    assert spaces.spaces()["23/1"][3] == (550, 480), "never past its neighbours"
    for _ in range(2):
        spaces.undo()
    assert spaces.spaces()["22/1"][3] == (550, 500)


def test_every_step_is_undone_one_by_one(spaces: SpacesPresenter) -> None:
    seen = [spaces.state]
    tap(spaces, (0, 500))
    seen.append(spaces.state)
    tap(spaces, (1100, 500))
    seen.append(spaces.state)
    for step in (lambda: spaces.deepen(5), spaces.flip, spaces.split):
        step()
        seen.append(spaces.state)
    tap(spaces, (0, 900), (550, 900))
    assert spaces.is_complete
    spaces.undo()
    spaces.undo()
    while seen:
        assert spaces.state == seen.pop()
        spaces.undo()
    assert not spaces.can_undo


def test_a_touch_that_moves_nothing_is_no_step(spaces: SpacesPresenter) -> None:
    tap(spaces, (0, 500), (1100, 500))
    steps = len(spaces.memo["past"])
    tap(spaces, (1, 501))
    assert len(spaces.memo["past"]) == steps
    spaces.press((1, 501), REACH)
    spaces.drag((20, 510))
    spaces.release()
    assert len(spaces.memo["past"]) == steps + 1
    assert spaces.spaces()["0/1"][3] == (20, 510)


def test_a_field_is_stretched_over_four_corners(session: Any) -> None:
    presenter = SpacesPresenter(session.view().board, {})
    presenter.choose_way("whole")
    tap(presenter, (0, 0), (440, 0), (440, 30))
    assert not presenter.is_complete
    assert presenter.spaces() == {}
    tap(presenter, (0, 30))
    corners = np.array(presenter.spaces()["43/1"])
    assert np.abs(corners - [(430, 20), (440, 20), (440, 30), (430, 30)]).max() < 0.01


def test_the_boards_shape_is_guessed_from_its_corners() -> None:
    from vision.render.shot import Shot, camera_of

    table = Table(format="table/1", board_mm=(640, 305))
    shot = Shot(table, {}, tilt=0.6, side=0.3, focal=0.9)
    pixels = camera_of(shot).project(np.array([[0, 0], [640, 0], [640, 305], [0, 305]], float))
    shares = [(x / 1280, y / 720) for x, y in pixels.tolist()]
    assert shape_of_board(shares, 1280 / 720) == pytest.approx(305 / 640, rel=0.03)


def test_perspective_goes_there_and_back() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    seen = [(0.1, 0.2), (0.9, 0.1), (0.8, 0.9), (0.2, 0.8)]
    there = moved(homography(square, seen), square)
    assert np.abs(np.array(there) - seen).max() < 1e-9


def test_the_size_is_asked_with_a_default_and_spaces_go_along(session: Any) -> None:
    table = TableFiles(session, "simulated-bare").practice()
    assert table is not None
    presenter = BoardPresenter(table, {})
    assert presenter.kind == "print"
    assert presenter.size_mm == (640, 305)
    presenter.resize(0, 50)
    after = presenter.table()
    assert after.board_mm == (690, 305)
    assert after.spaces["0/1"][0][0] == pytest.approx(table.spaces["0/1"][0][0] * 690 / 640, abs=0.01)
    presenter.kind = "tags"
    presenter.resize(1, -5)
    with_tags = presenter.table()
    places = [with_tags.anchors[name].at for name in "0123"]
    assert places[2][1] - places[1][1] == pytest.approx(presenter.size_mm[1])


@pytest.fixture
def shelf(session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableFiles:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return TableFiles(session, "0")


def test_figures_keep_the_tags_that_are_printed_for_them(shelf: TableFiles) -> None:
    table = shelf.practice()
    assert table is not None
    assert {name: mark.tag for name, mark in table.figures.items()} == {
        "rayman": 10, "globox": 11, "barbara": 12, "minimus": 13,
    }  # fmt: skip


def test_a_table_is_reused_by_other_heroes_the_next_night(shelf: TableFiles) -> None:
    table = shelf.practice()
    assert table is not None
    two = {name: table.figures[name] for name in ("rayman", "globox")}
    shelf.save(replace(table, figures=two), b"")
    again, photo = shelf.load()  # type: ignore[misc]
    assert again.figures == table.figures
    assert photo == b""
    rings = {name: mark for name, mark in shelf.rings(ring_size(table)).items() if name in two}
    shelf.save(replace(table, figures=rings, anchors={}), b"photo")
    again, photo = shelf.load()  # type: ignore[misc]
    assert all(mark.ring is not None for mark in again.figures.values())
    assert len({mark.ring for mark in again.figures.values()}) == 4
    assert photo == b"photo"
    assert shelf.photo_file.stat().st_mode & 0o077 == 0
    shelf.forget()
    assert shelf.load() == (table, b"")


def test_a_drawn_table_never_touches_the_real_ones_file(session: Any, shelf: TableFiles) -> None:
    drawn = TableFiles(session, "simulated")
    table = drawn.practice()
    assert table is not None
    drawn.save(table, b"")
    assert not shelf.file.exists()
    drawn.file.write_text("{}")
    assert drawn.load() == (table, b""), "a broken file of a drawn table is no reason to stop"


@pytest.mark.parametrize("bad", [b"{", b'{"format":"table/1"}', b"\xff", None])
def test_a_broken_table_is_said_in_words(shelf: TableFiles, bad: bytes | None) -> None:
    shelf.file.parent.mkdir(parents=True, exist_ok=True)
    shelf.file.write_bytes(bad) if bad is not None else shelf.file.mkdir()
    with pytest.raises(Invalid) as refused:
        shelf.load()
    said = words(refused.value.message, "fr")
    assert said.startswith(f"{shelf.file} est illisible")
    assert not re.search("Expected|Object|core|Errno|codec", said)


def test_figures_that_share_the_start_are_spread_out_to_be_taught(session: Any, shelf: TableFiles) -> None:
    from kiosk.camera.camera import Camera

    table = shelf.practice()
    assert table is not None
    camera = Camera(lambda call: call(), lambda: None)
    camera.session, camera.source = session, "0"
    places = FiguresPresenter(camera, table).places
    assert len(set(places.values())) == 4
    middles = [np.array(table.spaces[space]).mean(axis=0) for space in places.values()]
    apart = [np.linalg.norm(a - b) for i, a in enumerate(middles) for b in middles[i + 1 :]]
    assert min(apart) >= 2.2 * 25


class Healthy:
    """As much of a sight as the light check asks for."""

    def __init__(self, **light: float) -> None:
        good = {"brightness": 0.9, "evenness": 0.9, "glare": 0.0, "sharpness": 0.6}
        self._health = EyeHealth("good", msgspec.UNSET, light=Light(**{**good, **light}))  # type: ignore[arg-type]

    def health(self) -> EyeHealth:
        return self._health


@pytest.mark.parametrize(
    ("light", "poor"),
    [
        ({}, []),
        ({"brightness": 0.2}, ["kiosk_camera.check.bright.poor"]),
        ({"evenness": 0.2, "glare": 0.1}, ["kiosk_camera.check.even.poor", "kiosk_camera.check.glare.poor"]),
        ({"sharpness": 0.1}, ["kiosk_camera.check.sharp.poor"]),
    ],
)
def test_poor_light_comes_with_what_to_do(light: dict[str, float], poor: list[str]) -> None:
    lines = light_lines(Healthy(**light))  # type: ignore[arg-type]
    assert [line.text.key for line in lines if line.do is not None] == poor
    assert len(lines) == 4


def test_a_lens_is_judged_in_words() -> None:
    measured = LensMeasured(camera=None, error_px=0.3)  # type: ignore[arg-type]
    assert judged(measured).text.key == "kiosk_camera.lens.result.fine"
    assert judged(replace(measured, error_px=0.9)).text.key == "kiosk_camera.lens.result.good"
    assert judged(replace(measured, error_px=1.3)).text.key == "kiosk_camera.lens.result.poor"
    assert not can_measure(LensViews(views=4))
    assert can_measure(LensViews(views=5))
    shares = [share for _, share in progress(LensViews(views=4, tilted=3, cells=((6, 3), (0, 6))))]
    assert shares == [0.5, 0.5, 1.0]


def test_a_field_of_round_spaces_is_laid_by_the_middles_of_its_outermost_ones() -> None:
    from companion.core.blocks import Board, Space

    places = {"n": (5, 0), "w": (0, 2), "e": (9, 1), "sw": (1, 7), "se": (8, 8), "m": (4, 4), "nw": (1, 1)}
    board = Board(10, 9, tuple(Space(name, x, y, shape="circle") for name, (x, y) in places.items()))
    presenter = SpacesPresenter(board, {})
    assert presenter.state.way == "whole"
    assert presenter.say_next().key == "kiosk_camera.spaces.tap.space"
    taps = [(10 * x, 10 * y) for x, y in presenter.projection.references]
    tap(presenter, *taps)
    for name, polygon in presenter.spaces().items():
        x, y = places[name]
        middle = np.array(polygon).mean(axis=0)
        assert np.abs(middle - (10 * x + 5, 10 * y + 5)).max() < 0.1
    drawing = presenter.projection
    corners = {space for space, at in drawing.middles.items() if at in drawing.references}
    assert corners == {"nw", "e", "se", "sw"}
    presenter.grip = "spaces"
    assert presenter.grips == ("points", "spaces")
    presenter.press((46, 46), REACH)
    presenter.drag((55, 48))
    presenter.release()
    assert np.abs(np.array(presenter.spaces()["m"]).mean(axis=0) - (55, 48)).max() < 0.1, "as a whole"
    assert np.abs(np.array(presenter.spaces()["n"]).mean(axis=0) - (55, 5)).max() < 0.1


@pytest.mark.parametrize("game_id", ["pickle_rick", "platformer"])
def test_four_taps_lay_every_space_of_a_mat(game_id: str) -> None:
    mat = quick_session(game_id).mat()
    presenter = SpacesPresenter(mat, {})
    assert presenter.state.way == "whole"
    tap(presenter, (0, 0), (30 * mat.width, 0), (30 * mat.width, 30 * mat.height), (0, 30 * mat.height))
    assert presenter.is_complete
    laid = presenter.spaces()
    assert laid.keys() == {space.id for space in mat.spaces}
    for space in mat.spaces:
        assert np.abs(np.array(laid[space.id][0]) - (30 * space.x, 30 * space.y)).max() < 0.1


def test_a_figure_that_comes_into_play_later_gets_a_mark_of_its_own(
    shelf: TableFiles,
) -> None:
    table = shelf.practice()
    assert table is not None
    alone = replace(table, figures={"minimus": replace(table.figures["minimus"], tag=10)})
    later = shelf.with_newcomers(alone)
    assert later is not None
    assert later.figures["minimus"].tag == 10
    tags = [mark.tag for mark in later.figures.values()]
    assert len(tags) == len(set(tags)) == 4


def test_a_camera_that_went_away_no_longer_agrees(session: Any) -> None:
    from companion.core.message import say
    from companion.ports.sight import SeenFigure, Sighting
    from kiosk.camera.camera import Camera
    from kiosk.presenters.camera.seen import CameraPresenter

    class Eye:
        """An eye whose process comes and goes."""

        table, board, status = Table(format="table/1", board_mm=(10, 10)), b"photo", "good"

        def health(self) -> EyeHealth:
            return EyeHealth(self.status, say("hardware.watch.away"))  # type: ignore[arg-type]

        def latest_sketch(self) -> None:
            return None

    camera, eye = Camera(lambda act: None, lambda: None), Eye()
    expected = session.game.expected_scene(session.state).figures
    seen = {figure: SeenFigure(space, 0, 0, 1.0) for figure, space in expected.items()}
    camera.session, camera.eye, camera.sighting = session, eye, Sighting(registered=True, figures=seen)  # type: ignore[assignment]

    def said() -> list[str]:
        return [line.text.key for line in CameraPresenter(camera).lines()]

    assert "kiosk_camera.camera.agrees" in said()
    eye.status = "lost"
    assert "kiosk_camera.camera.agrees" not in said()


def test_while_a_figure_can_move_the_camera_waits_for_it_and_not_for_cards() -> None:
    from types import SimpleNamespace

    from companion.games.registry import find_game
    from kiosk.presenters.table.beside import watched_for
    from kiosk.presenters.table.read import pickers
    from tests.rules.pickle_rick.table import PLAIN, Table, tile

    view = find_game("pickle_rick").view(Table({"0,0": tile("NSW"), "1,0": PLAIN}, move=1).state)
    cards = {place: None for _, places, _ in pickers(view) for place in places}
    assert cards, "cards may be played as well"
    camera = SimpleNamespace(is_watching=True, places=SimpleNamespace(tray=None, cards=cards))
    assert watched_for(view, camera).key == "kiosk_places.move"
