"""How well dice and cards are read: photos that nothing was learned from, and cards pasted into scenes."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.card_scenes import paste, read_cards_of
from tests.vision.conftest import photos as photos
from tests.vision.dice_photos import kept_apart, score
from vision.picture import read_picture
from vision.read.cards import read_cards
from vision.read.deck import Deck, teach_card

pytestmark = pytest.mark.bench


@pytest.fixture(autouse=True)
def one_core() -> None:
    cv2.setNumThreads(1)


def test_dice_of_photos_kept_apart(photos: Path) -> None:
    result = score(photos / "dice", kept_apart(photos / "dice"))
    shares = {
        name: getattr(result, name) / result.dice
        for name in ("right", "wrong", "unsure", "missed", "invented")
    }
    print(f"\n{result.dice} dice: " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    print(f"slowest photo {result.slowest_s * 1000:.0f} ms of one core")
    assert shares["wrong"] + shares["invented"] <= 0.01


def test_cards_seen_on_another_table(photos: Path) -> None:
    folder = photos / "cards"
    deck = _deck(folder)
    right = wrong = 0
    times = []
    seen = sorted((folder / "seen").iterdir())
    for path in seen:
        picture = read_picture(path)
        begun = time.process_time()
        certain = [card.among[0] for card in read_cards(picture, deck) if card.is_certain]
        times.append(time.process_time() - begun)
        right += certain == [path.stem]
        wrong += any(name != path.stem for name in certain)
    print(f"\n{len(seen)} photos: right {right / len(seen):.1%}, wrong {wrong}")
    print(f"median {np.median(times) * 1000:.0f} ms of one core, slowest {max(times) * 1000:.0f}")
    assert wrong == 0


@pytest.mark.parametrize("kind", ["apart", "overlapping", "sleeved"])
def test_several_cards_in_one_picture(photos: Path, kind: str) -> None:
    folder = photos / "cards"
    deck, cards = _deck(folder), read_cards_of(folder / "seen")
    right = wrong = count = 0
    for seed in range(20):
        scene = paste(cards, 4 + seed % 5, seed, kind == "overlapping", kind == "sleeved")
        read = read_cards(scene.picture, deck)
        for name, (corners, shown) in scene.cards.items():
            near = [card for card in read if np.linalg.norm(card.corners.mean(0) - corners.mean(0)) < 40]
            count += shown > 0.6
            right += shown > 0.6 and any(card.among == (name,) for card in near)
            wrong += any(card.is_certain and card.among[0] != name for card in near)
    print(f"\n{kind}: {count} cards, right {right / count:.1%}, wrong {wrong}")
    assert wrong <= 0.02 * count


def _deck(folder: Path) -> Deck:
    return Deck([teach_card(path.stem, read_picture(path)) for path in sorted((folder / "taught").iterdir())])
