"""How well dice and cards are read: photos that nothing was learned from, and cards pasted into scenes."""

import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.card_scenes import Half, half_of, paste, read_cards_of
from tests.vision.conftest import photos as photos
from tests.vision.dice_photos import kept_apart, score
from vision.picture import read_picture
from vision.read.cards import read_cards
from vision.read.deck import Deck, teach_card
from vision.read.likeness import ReadCard

pytestmark = pytest.mark.bench
LEAST_SHOWN = 0.6
"""Cards of which less can be seen need not be read, but must not be read wrong."""
NEAR_PX = 35
FIRST_SEED = int(os.environ.get("COMPANION_SEED", "3000"))


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


@pytest.mark.parametrize("half", ["chosen by", "measured on"])
def test_cards_seen_on_another_table(photos: Path, half: Half) -> None:
    folder = photos / "cards"
    deck = _deck(folder)
    right = wrong = 0
    times = []
    seen = [path for path in sorted((folder / "seen").iterdir()) if half_of(path.stem) == half]
    for path in seen:
        picture = read_picture(path)
        begun = time.process_time()
        certain = [card.among[0] for card in read_cards(picture, deck) if card.is_certain]
        times.append(time.process_time() - begun)
        right += certain == [path.stem]
        wrong += any(name != path.stem for name in certain)
    print(f"\n{half}: {len(seen)} photos: right {right / len(seen):.1%}, wrong {wrong}")
    print(f"median {np.median(times) * 1000:.0f} ms of one core, slowest {max(times) * 1000:.0f}")
    assert wrong == 0


@pytest.mark.parametrize("kind", ["apart", "overlapping", "sleeved"])
def test_several_cards_in_one_picture(photos: Path, kind: str) -> None:
    folder = photos / "cards"
    deck, cards = _deck(folder), read_cards_of(folder / "seen", "measured on")
    right = wrong = count = 0
    times = []
    for seed in range(FIRST_SEED, FIRST_SEED + int(os.environ.get("COMPANION_CARD_SCENES", "20"))):
        scene = paste(cards, 4 + seed % 5, seed, kind == "overlapping", kind == "sleeved")
        begun = time.process_time()
        read = read_cards(scene.picture, deck)
        times.append(time.process_time() - begun)
        for card in read:
            nearest = min(scene.cards, key=lambda name: _away(card, scene.cards[name][0]))
            wrong += card.is_certain and card.among[0] != nearest
        for name, (corners, shown) in scene.cards.items():
            if shown > LEAST_SHOWN:
                count += 1
                right += any(card.among == (name,) and _away(card, corners) < NEAR_PX for card in read)
    print(f"\n{kind}: {count} cards, right {right / count:.1%}, wrong {wrong}")
    print(f"median {np.median(times) * 1000:.0f} ms of one core, slowest {max(times) * 1000:.0f}")
    assert wrong == 0


def _away(card: ReadCard, corners: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(card.corners.mean(0) - corners.mean(0)))


def _deck(folder: Path) -> Deck:
    return Deck([teach_card(path.stem, read_picture(path)) for path in sorted((folder / "taught").iterdir())])
