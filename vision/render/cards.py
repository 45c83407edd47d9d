"""Draws cards for a table without a real deck: one design, each with its own colour, name and spots."""

from __future__ import annotations

from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.places import BACK
from vision.read.deck import Deck, teach_card

Picture = NDArray[np.uint8]
CARD_PX = (180, 270)
COLOURS = ((190, 70, 30), (50, 140, 40), (40, 40, 200), (20, 160, 210), (150, 50, 130), (90, 90, 20))
DARK = (40, 35, 30)
PAPER_PX = (480, 480)


def draw_card(name: str) -> Picture:
    """Draws the face of a card, or the back that all share."""
    width, height = CARD_PX
    if name == BACK:
        card = np.full((height, width, 3), (120, 60, 40), np.uint8)
        for offset in range(-height, width, 24):
            cv2.line(card, (offset, 0), (offset + height, height), (200, 180, 90), 8, cv2.LINE_AA)
        cv2.circle(card, (width // 2, height // 2), 44, (60, 40, 150), -1, cv2.LINE_AA)
        return cv2.rectangle(card, (0, 0), (width - 1, height - 1), (235, 240, 240), 12)
    random = np.random.default_rng(crc32(name.encode()))
    colour = COLOURS[int(random.integers(len(COLOURS)))]
    card = np.full((height, width, 3), colour, np.uint8)
    cv2.ellipse(card, (width // 2, height // 2), (70, 105), 0, 0, 360, (235, 238, 238), -1, cv2.LINE_AA)
    for row in range(5):
        for column in range(3):
            if random.random() < 0.5:
                at = (50 + 40 * column, 75 + 30 * row)
                shade = COLOURS[int(random.integers(len(COLOURS)))]
                cv2.circle(card, at, 13, shade, -1, cv2.LINE_AA)
    _write(card, name[-8:], (10, 28))
    card = np.ascontiguousarray(card[::-1, ::-1])
    _write(card, name[-8:], (10, 28))
    card = np.ascontiguousarray(card[::-1, ::-1])
    return cv2.rectangle(card, (0, 0), (width - 1, height - 1), (235, 240, 240), 12)


def _write(card: Picture, text: str, at: tuple[int, int]) -> None:
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_DUPLEX, 0.7, (250, 250, 250), 2, cv2.LINE_AA)


def drawn_deck(names: tuple[str, ...]) -> Deck:
    """Teaches drawn cards and their back, each as if from a photo on white paper."""
    return Deck([teach_card(name, photo_of(draw_card(name))) for name in (*names, BACK)])


def photo_of(card: Picture) -> Picture:
    """Lays a card on white paper and takes its photo."""
    photo = np.full((PAPER_PX[1], PAPER_PX[0], 3), 200, np.uint8)
    larger = cv2.resize(card, None, fx=1.4, fy=1.4, interpolation=cv2.INTER_LINEAR)
    top, left = (
        (side - part) // 2 for side, part in zip(photo.shape, larger.shape, strict=False) if side > 3
    )
    photo[top : top + larger.shape[0], left : left + larger.shape[1]] = larger
    return cv2.GaussianBlur(photo, (0, 0), 0.7)
