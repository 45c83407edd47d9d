"""Cards of real photos pasted into scenes with known truth: turned, overlapping, sleeved.

The cards are sorted into two halves by a checksum of their names: limits are chosen by scenes of the one,
with seeds below 1000, and measured on the other, with seeds from 3000 on.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.deck import short_side_first
from vision.read.plain import card_outline

Picture = NDArray[np.uint8]
CARD_PX = (180, 270)
RIM = 0.085
"""How wide the deck's white rim is, as a share of the print's width."""
ROUND_PX = 12
Half = Literal["chosen by", "measured on"]


@dataclass(frozen=True)
class Scene:
    """A picture and the cards in it with the share of each that can be seen."""

    picture: Picture
    cards: dict[str, tuple[NDArray[np.float64], float]]


def cut_out(photo: Picture) -> Picture | None:
    """Returns the card of a photo with its rim as a flat picture, or None where that is not whole."""
    print_outline, mask = card_outline(photo)
    outline = short_side_first(print_outline)
    sides = np.linalg.norm(outline - np.roll(outline, -1, 0), axis=1)
    if mask.all() or not 1.3 < sides.max() / sides.min() < 1.75:
        return None
    width, height = CARD_PX
    rim = RIM * width / (1 + 2 * RIM)
    inner = [(rim, rim), (width - rim, rim), (width - rim, height - rim), (rim, height - rim)]
    matrix = cv2.getPerspectiveTransform(outline, np.array(inner, np.float32))
    whole = cv2.warpPerspective(np.ones(photo.shape[:2], np.uint8), matrix, CARD_PX)
    return cv2.warpPerspective(photo, matrix, CARD_PX) if whole[3:-3, 3:-3].all() else None


def half_of(name: str) -> Half:
    """Returns which half a card belongs to."""
    return "measured on" if crc32(name.encode()) % 2 else "chosen by"


def read_cards_of(folder: Path, half: Half | None = None) -> dict[str, Picture]:
    """Returns the flat cards of a folder, or of one half of it, by their names."""
    cut = {path.stem: cut_out(cv2.imread(str(path))) for path in sorted(folder.iterdir())}
    whole = {name: card for name, card in cut.items() if card is not None}
    return {name: card for name, card in whole.items() if half in (None, half_of(name))}


def paste(
    cards: dict[str, Picture], count: int, seed: int, overlap: bool = False, sleeved: bool = False
) -> Scene:
    """Lays some cards on a drawn table."""
    random = np.random.default_rng(seed)
    width, height = 1280, 800
    ground = np.full((height, width, 3), random.uniform(40, 200, 3), np.float32)
    ground += cv2.resize(random.normal(0, 14, (40, 6, 3)).astype(np.float32), (width, height))
    picture = np.clip(ground + random.normal(0, 3, ground.shape), 0, 255).astype(np.uint8)
    owner = np.zeros((height, width), np.int32)
    names = [str(name) for name in random.choice(sorted(cards), count, replace=False)]
    corners: dict[str, NDArray[np.float64]] = {}
    for index, name in enumerate(names, start=1):
        column, row = (index - 1) % 4, (index - 1) // 4
        at = np.array([190 + 300 * column, 210 + 390 * row]) + random.uniform(-20, 20, 2)
        if overlap and index % 2 == 0:
            at = corners[names[index - 2]].mean(0) + random.uniform(60, 85) * _unit(random.uniform(0, 6.28))
        corners[name] = _lay(picture, owner, index, cards[name], at, random, sleeved)
    shown = {
        name: (
            corners[name],
            float((owner == index).sum() / abs(cv2.contourArea(corners[name].astype(np.float32)))),
        )
        for index, name in enumerate(names, start=1)
    }
    light = np.linspace(*random.uniform(0.7, 1.15, 2), width)[None, :, None]
    picture = np.clip(picture * light + random.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    return Scene(cv2.GaussianBlur(picture, (0, 0), float(random.uniform(0.3, 1.0))), shown)


def _unit(angle: float) -> NDArray[np.float64]:
    return np.array([np.cos(angle), np.sin(angle)])


def _rounded(width: int, height: int) -> Picture:
    """Returns the shape of a card with round corners."""
    shape = np.zeros((height, width), np.uint8)
    shape[ROUND_PX : height - ROUND_PX, ROUND_PX : width - ROUND_PX] = 255
    return cv2.dilate(shape, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * ROUND_PX + 1,) * 2))


def _lay(picture, owner, index, card, at, random, sleeved):  # type: ignore[no-untyped-def]
    if sleeved:
        card = cv2.copyMakeBorder(card, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(225, 230, 232))
        shine = np.zeros(card.shape[:2], np.float32)
        cv2.line(
            shine,
            (int(random.uniform(0, 180)), 0),
            (int(random.uniform(0, 180)), 285),
            1.0,
            int(random.uniform(8, 26)),
        )
        shine = cv2.GaussianBlur(shine, (0, 0), 5)[:, :, None] * 0.7
        card = (card * (1 - shine) + 255 * shine).astype(np.uint8)
    angle, size = random.uniform(0, 2 * np.pi), random.uniform(0.85, 1.05)
    half = np.array(card.shape[1::-1]) / 2 * size
    across, down = _unit(angle) * half[0], _unit(angle + np.pi / 2) * half[1]
    quad = np.array([at - across - down, at + across - down, at + across + down, at - across + down])
    quad += random.normal(0, 3, quad.shape)
    source = np.array([(0, 0), (card.shape[1], 0), card.shape[1::-1], (0, card.shape[0])], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    size_px = picture.shape[1::-1]
    mask = cv2.warpPerspective(_rounded(card.shape[1], card.shape[0]), matrix, size_px) > 127
    picture[mask] = cv2.warpPerspective(card, matrix, size_px, flags=cv2.INTER_AREA)[mask]
    owner[mask] = index
    return quad
