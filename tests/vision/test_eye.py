"""The running eye on drawn tables, folders and failing cameras; health in words."""

import queue
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest

from companion.core.blocks import Board, Mark, Space
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import words
from companion.ports.sight import Sighting
from companion.ports.table import Table
from tests.vision.conftest import photograph
from vision.capture import SourceLost, open_source
from vision.capture.folder import FolderSource
from vision.capture.simulated import Shown, SimulatedTable
from vision.eye import Eye, complaint_about
from vision.layout import practice_board, table_for
from vision.tables import defects_of


def until(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_the_simulated_table_is_seen_and_its_moves_too(table: Table) -> None:
    scene = {"rayman": "3/1"}
    source = SimulatedTable(table, lambda: scene, frame_s=0.02, hand_s=0.3, size=(960, 540))
    eye = Eye(source, table, still_s=0.2, frames_a_second=30)
    told: queue.Queue[Sighting] = queue.Queue()
    eye.listen(told.put)
    eye.start()
    try:
        assert told.get(timeout=30).figures["rayman"].space == "3/1"
        scene = {"rayman": "8/2"}
        assert until(
            lambda: (eye.latest_sighting() or Sighting(registered=False)).figures["rayman"].space == "8/2"
        )
        assert eye.health().status == "good"
        picture = eye.latest_picture()
        assert picture is not None
        assert len(picture.rgb) == picture.width * picture.height * 3
        assert eye.explained_picture() is not None
        assert (eye.latest_jpeg() or b"").startswith(b"\xff\xd8")
    finally:
        eye.stop()


class Flaky:
    """A camera that is pulled out after some frames and comes back."""

    name = "flaky"

    def __init__(self, frame: np.ndarray) -> None:
        self._frame, self._left, self.opened = frame, 0, 0

    def open(self) -> None:
        self.opened += 1
        self._left = 20

    def read(self) -> np.ndarray:
        time.sleep(0.01)
        self._left -= 1
        if self._left < 0:
            raise SourceLost(say("vision.source.unplugged", name=self.name))
        return self._frame

    def close(self) -> None:
        pass


def test_an_unplugged_camera_is_said_and_survived(table: Table) -> None:
    source = Flaky(photograph(table, {"rayman": "1/1"}, width=640, height=360))
    eye = Eye(source, table, retry_s=0.1)
    healths: list[str] = []
    eye.listen_to_health(lambda health: healths.append(health.status))
    assert eye.health().status == "lost"
    eye.start()
    try:
        assert until(lambda: source.opened >= 3)
    finally:
        eye.stop()
    assert "lost" in healths
    assert "good" in healths


def test_darkness_glare_and_a_covered_lens_are_said(table: Table) -> None:
    good = photograph(table, {}, width=640, height=360)
    assert complaint_about(good) is None
    dark = (good * 0.07).astype(np.uint8)
    glaring = good.copy()
    glaring[:, :200] = 255
    said = [complaint_about(frame) for frame in (dark, glaring, np.full((360, 640, 3), 40, np.uint8))]
    assert [one and one.key for one in said] == [
        "vision.light.dark",
        "vision.health.glare",
        "vision.health.covered",
    ]
    assert all("vision." not in words(one, language) for one in said if one for language in ("en", "fr"))


def test_a_folder_shows_its_pictures_in_order(tmp_path: Path, table: Table) -> None:
    for index, level in enumerate((50, 100)):
        cv2.imwrite(str(tmp_path / f"{index}.png"), np.full((80, 80, 3), level, np.uint8))
    (tmp_path / "1a.png").write_text("no picture")
    source = FolderSource(tmp_path, seconds_each=0.05, frame_s=0.02)
    source.open()
    levels = [int(source.read()[0, 0, 0]) for _ in range(12)]
    assert levels == sorted(levels)
    assert set(levels) == {50, 100}
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SourceLost):
        FolderSource(empty, frame_s=0.01).read()


def test_a_video_file_is_a_camera(tmp_path: Path) -> None:
    file = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 100, (160, 120))
    for level in (0, 120, 240):
        writer.write(np.full((120, 160, 3), level, np.uint8))
    writer.release()
    source = open_source(str(file))
    source.open()
    levels = [int(source.read().mean()) for _ in range(4)]
    source.close()
    assert levels[0] < 20 < levels[1] < 200 < levels[2]
    assert levels[3] < 20


def test_unknown_and_absent_sources(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        open_source(str(tmp_path / "nothing"))
    for name in ("/dev/video97", "pi"):
        with pytest.raises(SourceLost):
            open_source(name).open()


def test_any_board_gets_a_table() -> None:
    strip = Board(
        44,
        4,
        tuple(Space(f"{column}/{level}", column, 3 - level) for column in range(44) for level in (1, 2, 3)),
        (Mark("ground", 0, 3, 44, 0.2),),
    )
    folded = practice_board(strip)
    assert (folded.width, len(folded.spaces), len(folded.marks)) == (22, 132, 2)
    table = table_for(strip, ["a", "b"])
    assert defects_of(table) == ()
    assert table.figures["b"].tag == 11
    assert set(table.spaces) == {space.id for space in strip.spaces}
    circles = Board(5, 5, (Space("x", 1, 1, shape="circle"), Space("y", 3, 3, shape="circle")))
    assert practice_board(circles) is circles
    assert defects_of(table_for(circles, ["a"])) == ()


def test_a_table_that_is_laid_while_a_frame_is_drawn_ends_no_camera(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The set-up lays tables from another thread than the one that looks."""
    scene = {"rayman": "3/1"}
    source = SimulatedTable(table, lambda: dict(scene), frame_s=0, hand_s=0.05, size=(160, 120))
    source.read()
    draw = source._draw
    laying = Thread(target=source.open)

    def draw_slowly(shown: Shown) -> np.ndarray:
        laying.start()
        laying.join(0.2)
        return draw(shown)

    monkeypatch.setattr(source, "_draw", draw_slowly)
    scene["rayman"] = "8/2"
    assert source.read().shape == (120, 160, 3)
    laying.join()
