"""Cards and tiles that are laid down before the camera are photographed by themselves."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports.places import DRAWN
from companion.ports.watch import Laid, TakenPhoto
from tests.vision.test_eye import until
from tests.vision.test_places import TABLE
from vision.beside import places_beside
from vision.capture.simulated import SimulatedTable
from vision.picture import Frame
from vision.read.deck import Deck, teach_card
from vision.read.live import _card_in
from vision.read.photograph import STILL_LOOKS, Photographer
from vision.render.beside import lay_flat

PLACES = places_beside((400, 260), 1, 2, draws=True)


class Camera:
    """A drawn table under a camera that takes photos."""

    def __init__(self, kind: str = "card", folder: Path | None = None) -> None:
        self.drawing = SimulatedTable(TABLE, dict, size=(1280, 720))
        self.drawing.lay_places(PLACES)
        self.photographer = Photographer(kind, folder)  # type: ignore[arg-type]
        self.random = np.random.default_rng(3)

    def frame(self, card: str = "") -> Frame:
        return self.drawing._draw(({}, Laid(cards={DRAWN: card} if card else {})))

    def show(self, picture: Frame, looks: int = STILL_LOOKS + 4) -> list[TakenPhoto]:
        taken = []
        for _ in range(looks):
            noisy = np.clip(picture + self.random.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
            taken.append(self.photographer.feed(noisy))
        return [photo for photo in taken if photo is not None]


def unpacked(photo: TakenPhoto) -> Frame:
    return cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_each_card_is_photographed_once_and_can_be_read_by_its_photo() -> None:
    camera = Camera()
    assert camera.show(camera.frame()) == []
    taught = {}
    for name in ("ana-1", "ana-2", "bo-1"):
        (photo,) = camera.show(camera.frame(name))
        assert photo.notes == ()
        taught[name] = unpacked(photo)
    assert camera.show(camera.frame()) == []  # the ground alone is no card
    assert len(camera.show(camera.frame("ana-1"))) == 1
    deck = Deck([teach_card(name, photo) for name, photo in taught.items()])
    (again,) = camera.show(camera.frame("ana-2"))
    assert _card_in(unpacked(again), deck).card == "ana-2"


def test_a_card_under_a_hand_or_in_motion_is_not_taken() -> None:
    camera = Camera()
    camera.show(camera.frame())
    frame = camera.frame("ana-1")
    height, width = frame.shape[:2]
    cv2.line(frame, (width // 2, height), (width // 4, height - 260), (115, 140, 190), 90)
    assert camera.show(frame) == []
    for step in range(6):
        moved = np.roll(camera.frame("ana-1"), 9 * step, axis=1)
        assert camera.show(moved, looks=1) == []


def test_a_camera_that_was_moved_takes_no_photo_of_the_table() -> None:
    camera = Camera()
    camera.show(camera.frame())
    assert camera.show(np.roll(camera.frame(), 160, axis=1)) == []


def test_what_is_wrong_with_a_photo_is_said(tmp_path: Path) -> None:
    camera = Camera()
    camera.show(camera.frame())
    (photo,) = camera.show(camera.frame("ana-1"))
    (tmp_path / "ana-1.jpg").write_bytes(photo.jpeg)
    (tmp_path / "broken.jpg").write_bytes(b"no photo")
    again = Camera(folder=tmp_path)
    again.show(again.frame())
    assert until(lambda: len(again.photographer._taught) == 1)
    (twin,) = again.show(again.frame("ana-1"))
    assert twin.like == ("ana-1",)
    (other,) = again.show(again.frame("bo-2"))
    assert other.like == ()
    assert set(again.show(again.frame("ana-1"))[0].like) == {"ana-1", "#1"}
    blurred = Camera()
    blurred.show(cv2.GaussianBlur(blurred.frame(), (0, 0), 6))
    (soft,) = blurred.show(cv2.GaussianBlur(blurred.frame("ana-1"), (0, 0), 6))
    assert "vision.read.blurred" in [note.key for note in soft.notes]


@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_a_tile_is_seen_from_above(turn: float) -> None:
    tile = np.full((120, 480, 3), 235, np.uint8)
    for column in range(8):
        cv2.rectangle(tile, (column * 60 + 4, 4), (column * 60 + 56, 116), (30 * column, 90, 200), -1)
    camera = Camera("tile")
    ground = camera.frame()
    camera.show(ground)
    corners = np.array([(-80, -20), (80, -20), (80, 20), (-80, 20)], np.float64)
    around = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    frame, lens = ground.copy(), camera.drawing._camera
    assert lens is not None
    lay_flat(frame, lens, tile, corners @ around + (200, 150), np.ones(3, np.float32))
    (photo,) = camera.show(frame)
    flat = unpacked(photo)
    assert flat.shape[1] / flat.shape[0] == pytest.approx(4, rel=0.12)
    seen = cv2.resize(flat, (480, 120)).astype(int)
    middles = [seen[60, column * 60 + 30] for column in range(8)]
    assert all(abs(int(middle[0]) - 30 * column) < 45 for column, middle in enumerate(middles))


def test_a_small_die_is_photographed_too() -> None:
    camera = Camera("die")
    camera.show(camera.frame())
    thrown = camera.drawing._draw(({}, Laid(faces=("joker",), throw=1)))
    (photo,) = camera.show(thrown)
    assert photo.notes == ()
    assert camera.show(thrown) == []
