"""Taught cards and pictures of them that want to take long, or much memory."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.content.photos import CARDS, keep_photo
from companion.core.errors import Invalid
from companion.ports.places import MOST_TAUGHT
from tests.commands.cost import Ran
from tests.vision.card_scenes import Picture
from vision.picture import read_with_scale
from vision.read.deck import AROUND_PX, teach_card

COLUMNS = np.s_[126:386]
ROWS = np.s_[60:450]


def unlike(seed: int) -> Picture:
    """Takes the photo of a card that has nothing in common with any other."""
    photo = np.full((512, 512, 3), 205, np.uint8)
    spots = np.random.default_rng(seed).integers(0, 255, (12, 8, 3), np.uint8)
    photo[ROWS, COLUMNS] = cv2.resize(spots, (260, 390), interpolation=cv2.INTER_CUBIC)
    return photo


def nested() -> Picture:
    """Draws lines that can be put together to thousands of cards."""
    picture = np.full((1280, 1280, 3), 128, np.uint8)
    for number in range(1, 90):
        corners = ((640 - number * 5, 640 - number * 7), (640 + number * 5, 640 + number * 7))
        cv2.rectangle(picture, *corners, (255 * (number % 2),) * 3, 2)
    return picture


def test_cards_of_many_designs_and_a_picture_of_many_outlines_are_read_soon(tmp_path: Path) -> None:
    (tmp_path / "taught").mkdir()
    for number in range(MOST_TAUGHT // 2):
        cv2.imwrite(str(tmp_path / "taught" / f"card-{number}.jpg"), unlike(number))
    cv2.imwrite(str(tmp_path / "nested.png"), nested())
    ran = Ran(tmp_path, "read", "cards", tmp_path / "nested.png", "--taught", tmp_path / "taught")
    assert ran.code == 1
    ran.must_be_cheap()


def test_more_photos_than_can_be_taught_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / CARDS
    for number in range(MOST_TAUGHT):
        keep_photo(tmp_path, CARDS, f"card-{number}", b"photo")
    keep_photo(tmp_path, CARDS, "card-0", b"a better photo")
    with pytest.raises(Invalid) as refused:
        keep_photo(tmp_path, CARDS, "card-100", b"photo")
    assert refused.value.message.key == "content.too_many_photos"
    (folder / "card-100.jpg").write_bytes(b"photo")
    ran = Ran(tmp_path, "read", "cards", "nothing.png", "--taught", folder)
    ran.must_refuse("101 photos; 1 to 100 were expected")


def test_of_a_taught_photo_only_the_card_is_kept() -> None:
    card = teach_card("card", unlike(1))
    height, width = card.picture.shape[:2]
    assert np.abs(np.array((width - 260, height - 390)) - 2 * AROUND_PX).max() < 8
    assert np.abs(card.outline.min(0) - AROUND_PX).max() < 4
    assert not card.is_cut
    cut = teach_card("card", unlike(1)[80:])
    assert cut.is_cut


def test_a_photo_is_unpacked_no_larger_than_it_is_wanted(tmp_path: Path) -> None:
    for suffix, scale in (("jpg", 0.25), ("png", 1.0)):
        file = tmp_path / f"large.{suffix}"
        cv2.imwrite(str(file), cv2.resize(unlike(1), (3000, 2000)))
        assert read_with_scale(file)[1] == 1.0
        picture, shrunk = read_with_scale(file, 512)
        assert shrunk == scale
        assert picture.shape[:2] == (2000 * scale, 3000 * scale)
