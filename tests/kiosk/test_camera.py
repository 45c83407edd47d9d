"""The camera at the table: a drawn table through the real pipeline, seen, compared, proposed, confirmed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.ports.table import Table
from tests.kiosk.fixtures import played
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
SEES_S = 40.0
"""A process is started, draws, settles and sees; generous, for a busy machine."""


@pytest.fixture
def moving(window: Any) -> Any:
    """A demo night in which a figure can move, and no two figures hide each other."""
    from kiosk.show.demo import demo_session

    def can_move(session: Any) -> bool:
        board = session.lit_view().board
        return bool(board is not None and board.lit and are_apart(session) and free_target(session))

    session = played(demo_session(), can_move)
    assert can_move(session)
    return session


def column(space: str) -> int:
    return int(space.split("/")[0])


def free_target(session: Any) -> str | None:
    """Finds a lit space near no other figure that costs nothing: no news then hides the camera's word."""
    board = session.lit_view().board
    mover = next((piece for piece in board.pieces if piece.is_active), None)
    figures = session.game.expected_scene(session.state).figures
    others = [column(space) for name, space in figures.items() if mover is not None and name != mover.id]
    costly = session.game.costly(session.state, mover.id) if mover is not None else ()
    free = (
        space
        for space in board.lit
        if mover is not None
        and space != mover.space
        and space not in costly
        and all(abs(column(space) - other) >= 2 for other in others)
        and stays_there(session, mover.id, space)
    )
    return next(free, None)


def stays_there(session: Any, figure: str, space: str) -> bool:
    """Tells whether nothing else moves when a figure goes to a space: nobody is pushed or put back."""
    from companion.core.errors import Refusal

    game, state = session.game, session.state
    before = game.expected_scene(state).figures
    try:
        way = game.ways_to(state, figure, space)[0]
    except Refusal:
        return False
    for command in way.commands:
        for event in game.decide(state, command):
            state = game.evolve(state, event)
    if way.goes_on:
        return False
    return bool(game.expected_scene(state).figures == {**before, figure: space})


def are_apart(session: Any) -> bool:
    """Tells whether every figure stands at least two spaces from the next one."""
    places = sorted(map(column, session.game.expected_scene(session.state).figures.values()))
    return all(after - before >= 2 for before, after in pairwise(places))


def test_the_drawn_table_is_seen_compared_and_taken_over(start: Start, moving: Any) -> None:
    hands = start("camera", session=moving)
    kiosk = hands.kiosk
    hands.until(lambda: hands.says("Camera agrees"), SEES_S)
    assert hands.says("The camera sees well.")
    hands.until(lambda: kiosk.panel.live.has_picture, SEES_S)
    sketch = kiosk.camera.sketch()
    assert set(sketch.figures) == set(moving.game.expected_scene(moving.state).figures)

    figure = next(piece for piece in moving.view().board.pieces if piece.is_active)
    target = free_target(moving)
    polygon = sketch.spaces[target]
    middle = (sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon))
    count = len(moving.night.entries())
    hands.touch(*kiosk.panel.live.where(middle))
    assert hands.says("A hand puts")
    hands.until(lambda: kiosk.panel.presenter.seen().get(figure.id) == target, SEES_S)
    assert len(moving.night.entries()) == count, "the camera is a witness, not a player"

    hands.until(lambda: kiosk.panel._moves.proposal, SEES_S)
    kiosk.open_root("table")
    hands.until(lambda: hands.says("Do it"), SEES_S)
    hands.tap("Do it")
    assert len(moving.night.entries()) > count
    # What the way cost may be told where the camera's word stands else.
    hands.until(lambda: (kiosk.camera.comparison() or SimpleNamespace(agree=False)).agree, SEES_S)

    kiosk.open("camera")
    hands.frames(2)
    hands.tap("Set-up check")
    hands.until(lambda: hands.says("The camera sees well."), SEES_S)
    assert hands.says("Bright enough")


def test_without_a_night_it_says_what_is_needed(start: Start) -> None:
    hands = start("camera")
    assert hands.says("Begin or continue a night") or hands.says("camera")
    assert hands.kiosk.camera.eye is None
    hands.tap("Try it with a demo night")
    assert hands.kiosk.camera.eye is not None
    assert hands.kiosk.camera.is_drawn


def test_a_missing_camera_is_said_in_words(start: Start, moving: Any) -> None:
    hands = start("camera", session=moving, camera_source="/dev/video99")
    hands.until(lambda: hands.says("not there"), SEES_S)
    hands.kiosk.open("board")
    hands.until(lambda: hands.says("check the cable"), SEES_S)


def test_a_table_that_cannot_be_read_can_be_thrown_away(start: Start, moving: Any, tmp_path: Path) -> None:
    file = tmp_path / "data" / "rayman-table.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    hands = start("camera", session=moving, camera_source="/dev/video99")
    assert hands.says("cannot be read")
    hands.tap("Forget this set-up")
    assert not file.exists()
    assert hands.kiosk.camera.eye is not None


def test_it_can_be_switched_off_by_touch(start: Start, moving: Any) -> None:
    hands = start("camera", session=moving, camera_source="simulated")
    assert hands.kiosk.camera.eye is not None
    hands.tap("Simulated")
    hands.tap("Off")
    assert hands.kiosk.camera.eye is None
    assert hands.kiosk.preferences.camera_source == ""


def test_the_colours_of_rings_are_taught_by_one_touch(start: Start, moving: Any, tmp_path: Path) -> None:
    folder = ring_picture(moving, tmp_path)
    hands = start("camera", session=moving, camera_source=str(folder))
    before = dict(hands.kiosk.camera.eye.table.figures)
    hands.until(lambda: hands.kiosk.camera.sketch() is not None, SEES_S)
    hands.kiosk.open("figures")
    hands.frames(3)
    hands.tap("Learn now")
    hands.until(lambda: hands.says("All figures are known."), SEES_S)

    def changed() -> set[str]:
        kept = msgspec.json.decode(hands.kiosk.camera.shelf.file.read_bytes(), type=Table)
        return {name for name in kept.figures if kept.figures[name].ring != before[name].ring}

    assert hands.until(changed, SEES_S) == set(before)


def ring_picture(session: Any, tmp_path: Path) -> Path:
    """Draws the night's figures with rings into a folder that serves as a camera, and keeps their table."""
    import cv2
    import numpy as np

    from companion.ports.table import FigureMark
    from vision.layout import table_for
    from vision.render.draw import draw
    from vision.render.shot import Shot, Standing

    places = session.game.expected_scene(session.state).figures
    table = table_for(session.view().board, sorted(places))
    colours = [(230, 159, 0), (86, 180, 233), (204, 121, 167), (0, 158, 115)]
    rings = {
        name: FigureMark(ring=colours[index], outer_mm=24.0, inner_mm=14.0)
        for index, name in enumerate(sorted(places))
    }
    table = msgspec.structs.replace(table, figures=rings)
    standing = {}
    for name, space in places.items():
        x, y = np.array(table.spaces[space]).mean(axis=0)
        standing[name] = Standing(float(x), float(y), 0.0, 30.0, 10.0, (90, 90, 90))
    picture, _ = draw(Shot(table, standing, width=1280, height=720, jpeg=None, fill=0.95))
    folder = tmp_path / "camera"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), picture)
    wrong = {name: msgspec.structs.replace(mark, ring=(128, 128, 128)) for name, mark in rings.items()}
    file = tmp_path / "data" / "rayman-table.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(table, figures=wrong)))
    return folder


def test_a_sighting_of_the_scene_before_neither_accuses_nor_proposes(
    moving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ports.sight import SeenFigure, Sighting
    from kiosk.camera import camera as room

    clock = {"now": 100.0}
    monkeypatch.setattr(room.time, "monotonic", lambda: clock["now"])
    camera = room.Camera(lambda call: call(), lambda: None)
    camera.session = moving
    mover = next(piece for piece in moving.view().board.pieces if piece.is_active)
    seen = {name: SeenFigure(at, 0.0, 0.0, 0.99) for name, at in expected(moving).items()}
    before = free_target(moving) or ""
    seen[mover.id] = SeenFigure(before, 0.0, 0.0, 0.99)
    camera._following.record_changed(expected(moving) | {mover.id: before})
    camera.night_changed()
    clock["now"] += 0.5
    camera._saw(Sighting(registered=True, figures=seen))
    assert camera.comparison() is None
    assert camera.seen() is None
    clock["now"] += 1.0
    camera._saw(Sighting(registered=True, figures=seen))
    assert [one.figure for one in camera.comparison().contradictions] == [mover.id]
    assert camera.seen() is not None


def expected(session: Any) -> dict[str, str]:
    return dict(session.game.expected_scene(session.state).figures)


def test_a_camera_process_that_died_is_begun_anew(
    start: Start, moving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.camera.process.AGAIN_S", 0.0)
    hands = start("camera", session=moving, camera_source="simulated")
    camera = hands.kiosk.camera
    hands.until(lambda: hands.says("Camera agrees"), SEES_S)
    first = camera._process._process
    first.kill()
    hands.until(lambda: camera.health().status == "lost", SEES_S)
    hands.until(lambda: camera.health().status == "good", SEES_S)
    assert camera._process._process is not first


def test_a_camera_process_that_hangs_no_longer_agrees_and_is_begun_anew(
    start: Start, moving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = start("camera", session=moving, camera_source="simulated")
    camera = hands.kiosk.camera
    hands.until(lambda: hands.says("Camera agrees"), SEES_S)
    first = camera._process._process
    monkeypatch.setattr("vision.remote.CALLS_AFTER_S", 0.3)
    monkeypatch.setattr("vision.remote.SILENT_S", 2.0)
    first.send_signal(signal.SIGSTOP)
    hands.until(lambda: not hands.says("Camera agrees"), SEES_S)
    assert hands.says("not running")
    assert first.poll() is None
    monkeypatch.setattr("kiosk.camera.process.HUNG_AFTER_S", 0.0)
    hands.until(lambda: first.poll() is not None, SEES_S)
    for name, patience_s in (
        ("vision.remote.SILENT_S", SEES_S),
        ("kiosk.camera.process.HUNG_AFTER_S", SEES_S),
    ):
        monkeypatch.setattr(name, patience_s)
    hands.until(lambda: hands.says("Camera agrees"), SEES_S)
    assert camera._process._process is not first


def test_a_camera_process_that_hangs_is_ended_beside_the_screen(
    start: Start, moving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = start("camera", session=moving, camera_source="simulated")
    camera = hands.kiosk.camera
    hands.until(lambda: camera.health().status == "good", SEES_S)
    process = camera._process._process
    process.send_signal(signal.SIGSTOP)
    hands.kiosk.preferences.camera_source = ""
    hands.kiosk.open_eye()
    assert process.poll() is None, "nobody waits for its end"
    assert camera.eye is None
    hands.until(lambda: process.poll() is not None, SEES_S)
    assert process.returncode == -signal.SIGKILL


def test_a_photo_is_written_beside_the_screen(moving: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ports.sight import Sighting
    from companion.referee.photos import PhotoAlbum
    from kiosk.camera.camera import Camera

    keep, may_write = PhotoAlbum.keep, threading.Event()

    def slow(*photo: Any) -> Any:
        assert may_write.wait(20)
        return keep(*photo)

    monkeypatch.setattr(PhotoAlbum, "keep", slow)
    camera = Camera(lambda call: call(), lambda: None)
    camera.session = moving
    camera.eye = SimpleNamespace(latest_jpeg=lambda: b"picture")  # type: ignore[assignment]
    camera._saw(Sighting(registered=True))
    album = PhotoAlbum.beside(moving.path)
    assert album.photos() == ()
    may_write.set()
    camera._darkroom.shutdown()
    here = moving.night.position
    assert [(photo.revision, photo.moment) for photo in album.photos()] == [
        (here, "after"),
        (here + 1, "before"),
    ]


def test_a_full_disk_costs_a_photo_or_a_setting_but_no_night(
    start: Start, moving: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from companion.ports.sight import Sighting

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    hands = start("camera", session=moving, camera_source="simulated")
    camera = hands.kiosk.camera
    hands.until(lambda: camera.health().status == "good", SEES_S)
    monkeypatch.setattr("companion.referee.photos.PhotoAlbum.keep", full)
    monkeypatch.setattr(camera.eye, "latest_jpeg", lambda: b"picture")
    camera._saw(Sighting(registered=False))
    hands.until(lambda: "no photo" in caplog.text)
    monkeypatch.setattr("kiosk.camera.tables.TableFiles.save", full)
    said: list[Any] = []
    camera.use_table(camera.eye.table, b"", said.append)
    (note,) = hands.until(lambda: said, SEES_S)[0]
    assert "No space left" in hands.kiosk.words(note)
    monkeypatch.setattr("kiosk.preferences.PreferencesFile.save", full)
    hands.kiosk.save_preferences()
    hands.frames(2)
    assert hands.says("The settings could not be saved")
