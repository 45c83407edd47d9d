"""Tells which card of a design lies in a place: by likeness, then by the pixels in which cards differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame
from vision.read.deck import COARSE, Design, fit
from vision.read.features import Floats, Homography
from vision.read.glare import FREE, Place, place_at, trusted_pixels
from vision.read.outlines import ASPECT
from vision.read.votes import champion, unexplained

LEAST_SEEN = 0.35
"""Which share of a card must lie in sight."""

CERTAIN_SEEN = 0.5
"""The same for a card that is certain."""

MOST_DOUBTS = 5

CERTAIN = 0.74
"""The share of the differing pixels that must speak for a card against every other one."""

EXPLAINING = 12
"""How many of the likeliest cards are asked whether they look as a pixel does."""

FITTED = 4
"""How many of the likeliest cards are laid exactly over a place."""

RIVALS_NEAR = 0.35
"""By how much less than a card another one may look like a place and still be its rival."""

NEAR = 0.25
"""By how much less than the likeliest card another one may look like a place before it is laid there."""

LIKENESS = 0.55
"""How well the picture must correlate with a card to be looked at closely."""

CERTAIN_LIKENESS = 0.78
"""The same for a card that is certain."""

MOST_UNEXPLAINED, MOST_BESIDE_GLARE = 0.0009, 0.0004
"""Which share of a place may look otherwise than a card that is certain: one that was never taught does.

Glare hides most of it, so that what is left counts for more.
"""

PLAIN, MOST_OF_A_PLAIN_ONE = 0.92, 0.003
"""Beside glare no untaught card was so alike and so far ahead of all rivals: more may be the glare's own."""

LONE_LIKENESS = 0.93
"""The same for the only card of its design, which no other one can leave in doubt."""


@dataclass(frozen=True)
class ReadCard:
    """A card in a picture: what it can be, likeliest first, and its corners."""

    among: tuple[str, ...]
    confidence: float
    corners: Floats
    is_strange: bool = False
    """Whether it lies well but shows what the likeliest card does not: one that was never taught, perhaps."""

    @property
    def is_certain(self) -> bool:
        """Whether one card is left."""
        return len(self.among) == 1


def sides_of(corners: Floats) -> tuple[float, float]:
    """Returns the lengths of the short and the long sides of a card."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2


def likenesses(place: Place, design: Design) -> Floats:
    """Returns the correlation of the colours of the picture and of each card, from -1 to 1."""
    return coarse_likenesses(place.look[::COARSE, ::COARSE], place.mask[::COARSE, ::COARSE], design)


def coarse_likenesses(look: Floats, mask: NDArray[np.bool_], design: Design) -> Floats:
    """Returns the same by every fourth pixel of the frame."""
    if mask.mean() < LEAST_SEEN:
        return np.zeros(len(design.looks), np.float32)
    weight = mask.ravel().astype(np.float32)
    weight /= weight.sum()
    seen = look.reshape(-1, 3)
    seen = seen - weight @ seen
    together = alone = np.zeros(len(design.looks), np.float32)
    for channel, looks in enumerate(design.coarse):
        mean, square = looks @ weight, design.coarse_squared[channel] @ weight
        together = together + looks @ (weight * seen[:, channel])
        alone = alone + square - mean**2
    return together / np.sqrt(np.maximum(alone, 0) * float((weight @ seen**2).sum()) + 1e-6)


def read_design(
    picture: Frame, free: NDArray[np.uint8], ways: list[Homography], design: Design
) -> tuple[ReadCard | None, Floats, float]:
    """Reads a card of a design, given ways in which its frame may lie; tells where and how alike it is."""
    places = [place_at(picture, free, way) for way in ways]
    shares = np.array([likenesses(place, design) for place in places])
    which = int(shares.max(1).argmax())
    way = fit(picture, ways[which], design.looks[int(shares[which].argmax())], places[which].mask)[1]
    place = place_at(picture, free, way)
    alike = likenesses(place, design)
    if alike.max() < LIKENESS - 0.1:
        return None, place.corners(), float(alike.max())
    trust = trusted_pixels(place, design, _likeliest(alike, design, EXPLAINING))
    if trust is not None:
        free = free * cv2.warpPerspective(
            trust, np.linalg.inv(way), picture.shape[1::-1], flags=cv2.INTER_NEAREST, borderValue=FREE
        )
        place = place_at(picture, free, way)
        alike = likenesses(place, design)
        if alike.max() < LIKENESS - 0.1:
            return None, place.corners(), float(alike.max())
    fitted = []
    for index in _likeliest(alike, design, FITTED):
        laid = place_at(picture, free, fit(picture, way, design.looks[index], place.mask)[1])
        alike = likenesses(laid, design)
        fitted.append((float(alike[index]), index, laid, alike))
    fitted.sort(key=lambda one: -one[0])
    _, index, place, alike = fitted[0]
    rivals = [int(other) for other in np.argsort(-alike) if alike[other] > alike[index] - RIVALS_NEAR]
    index, votes = champion(place, design, index, rivals)
    corners, likeness, name = place.corners(), float(alike[index]), design.ids[index]
    if likeness < (LONE_LIKENESS if design.is_lone else LIKENESS / 2):
        return None, corners, likeness
    doubts = [rivals[other] for other in np.argsort(votes) if votes[other] < CERTAIN]
    short, long = sides_of(corners)
    is_stretched = not ASPECT[0] < long / max(short, 1e-6) < ASPECT[1]  # over what another card leaves of it
    is_poor = likeness < CERTAIN_LIKENESS or place.mask.mean() < CERTAIN_SEEN or is_stretched
    confidence, most = min(likeness, float(votes.min())), MOST_UNEXPLAINED
    if place.has_glare and not design.is_lone:
        most = MOST_BESIDE_GLARE if confidence < PLAIN else MOST_OF_A_PLAIN_ONE
    is_strange = not is_poor and unexplained(place, design, index) > most
    if is_poor or is_strange:
        others = [int(other) for other in np.argsort(-alike) if design.ids[other] != name]
        if not others:
            return None, corners, likeness
        doubts += others[:2]
    among = tuple(dict.fromkeys((name, *(design.ids[other] for other in doubts))))[: MOST_DOUBTS + 1]
    return ReadCard(among, confidence, corners, is_strange), corners, likeness


def _likeliest(shares: Floats, design: Design, most: int) -> list[int]:
    """Returns the likeliest look of each of the few likeliest cards."""
    order = [int(index) for index in np.argsort(-shares)]
    first = dict.fromkeys(design.ids[index] for index in order)
    of_card = {
        name: next(index for index in order if design.ids[index] == name) for name in list(first)[:most]
    }
    return [index for index in of_card.values() if shares[index] > shares[order[0]] - NEAR]
