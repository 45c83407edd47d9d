"""Checks a taught photo when it is taken: blank, cut off, blurred, or too like another card."""

from __future__ import annotations

import cv2
import numpy as np

from companion.core.message import Message, say
from vision.read.deck import Deck, TaughtCard

PLAIN = 9.0
"""The contrast below which a photo shows no print at all."""
SOFT = 5.0
"""The sharpness (spread of the second derivative) below which small print is lost."""
LEAST_APART = 200
"""In how many pixels of the frame, not counting edges, two cards must differ to be told apart."""


def is_blank(card: TaughtCard) -> bool:
    """Tells whether hardly anything can be made out in a photo, not counting how light falls on it."""
    grey = cv2.cvtColor(card.picture, cv2.COLOR_BGR2GRAY)
    contrast = float(cv2.GaussianBlur(grey, (5, 5), 0)[card.mask > 0].std())
    return contrast < PLAIN or not len(card.points.at)


def complaints_about(card: TaughtCard) -> tuple[Message, ...]:
    """Says what is wrong with one photo by itself."""
    if is_blank(card):
        return (say("vision.read.blank_card"),)
    found = []
    if card.is_cut:
        found.append(say("vision.read.cut_off"))
    grey = cv2.cvtColor(card.picture, cv2.COLOR_BGR2GRAY)
    inside = cv2.erode(card.mask, np.ones((15, 15), np.uint8)) > 0
    if inside.any() and float(cv2.Laplacian(grey, cv2.CV_32F)[inside].std()) < SOFT:
        found.append(say("vision.read.blurred"))
    return tuple(found)


def too_alike(deck: Deck) -> tuple[tuple[str, str], ...]:
    """Lists the pairs of cards that hardly differ in their photos."""
    pairs: list[tuple[str, str]] = []
    for design in deck.designs:
        count = len(design.names)
        for one in range(count):
            for other in range(one + 1, count):
                # The nearer of both ways up: a card may lie either way.
                apart = min(len(design.apart(one, way)) for way in (other, other + count))
                if apart < LEAST_APART:
                    pairs.append((design.ids[one], design.ids[other]))
    return tuple(pairs)
