"""Tells which card of a design lies in a place: by likeness, then by the pixels in which cards differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame
from vision.read.deck import COARSE, FRAME, FRAME_PX, Design, fit, light, soft
from vision.read.features import Floats, Homography

LEAST_SEEN = 0.35
"""Which share of a card must lie in sight."""

LEAST_PIXELS = 20
MOST_DOUBTS = 5

DIFFERENT = 30.0
"""From how far apart in colour two cards differ in a pixel."""

CERTAIN = 0.66
"""The share of the differing pixels that must speak for a card against every other one."""

FITTED = 4
"""How many of the likeliest cards are laid exactly over a place."""

NEAR = 0.25
"""By how much less than the likeliest card another one may look like a place before it is laid there."""

FITS_AS_WELL = 0.025
"""By how much less a card may correlate, once it is laid there, that leaves doubt."""

LIKENESS = 0.55
"""How well the picture must correlate with the card that is read."""

LONE_LIKENESS = 0.95
"""The same for the only card of its design, which no other one can leave in doubt."""


@dataclass(frozen=True)
class ReadCard:
    """A card in a picture: what it can be, likeliest first, and its corners."""

    among: tuple[str, ...]
    confidence: float
    corners: Floats

    @property
    def is_certain(self) -> bool:
        """Whether one card is left."""
        return len(self.among) == 1


@dataclass(frozen=True)
class Place:
    """A place in the picture brought into the frame of a design, one way up."""

    to_frame: Homography
    look: Floats
    mask: NDArray[np.bool_]
    """Where a card there could be seen."""

    def corners(self) -> Floats:
        """Returns where the card's corners are in the picture."""
        back = np.linalg.inv(self.to_frame)
        return cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), back).reshape(-1, 2).astype(np.float32)


def place_at(picture: Frame, free: NDArray[np.uint8], to_frame: Homography) -> Place:
    """Brings a place into the frame; what is not free there counts as covered."""
    look = cv2.warpPerspective(picture, to_frame, FRAME_PX)
    mask = cv2.warpPerspective(free, to_frame, FRAME_PX, flags=cv2.INTER_NEAREST) > 0
    return Place(to_frame, soft(look), mask)


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
    fitted = []
    for index in _likeliest(shares[which], design):
        place = place_at(picture, free, fit(picture, ways[which], design.looks[index], places[which].mask)[1])
        alike = likenesses(place, design)
        fitted.append((float(alike[index]), index, place, alike))
    fitted.sort(key=lambda one: -one[0])
    _, index, place, alike = fitted[0]
    index, votes = _champion(place, design, index)
    corners, likeness, name = place.corners(), float(alike[index]), design.ids[index]
    if likeness < (LONE_LIKENESS if len(design.cards) == 1 else LIKENESS / 2):
        return None, corners, likeness
    # Each card was laid there as it fits best: one that fits as well leaves doubt, whatever the votes.
    doubts = [other for share, other, _, _ in fitted if share > likeness - FITS_AS_WELL]
    doubts += [int(other) for other in np.argsort(votes) if votes[other] < CERTAIN]
    if likeness < LIKENESS:
        doubts += [int(other) for other in np.argsort(-alike)[:2]]
    among = tuple(dict.fromkeys((name, *(design.ids[other] for other in doubts))))[: MOST_DOUBTS + 1]
    return ReadCard(among, min(likeness, float(votes.min())), corners), corners, likeness


def _likeliest(shares: Floats, design: Design) -> list[int]:
    """Returns the likeliest look of each of the few likeliest cards."""
    order = [int(index) for index in np.argsort(-shares)]
    first = dict.fromkeys(design.ids[index] for index in order)
    of_card = {
        name: next(index for index in order if design.ids[index] == name) for name in list(first)[:FITTED]
    }
    return [index for index in of_card.values() if shares[index] > shares[order[0]] - NEAR]


def _champion(place: Place, design: Design, index: int) -> tuple[int, Floats]:
    """Returns the card that no other one outvotes, and the votes for it against each."""
    votes = _votes(place, design, index)
    for _ in range(6):
        if votes.min() >= 0.5:
            break
        index = int(votes.argmin())
        votes = _votes(place, design, index)
    return index, votes


def _votes(place: Place, design: Design, index: int) -> Floats:
    """Returns for each other card which share of the differing pixels speaks for this one."""
    every_other = (slice(None, None, 2), slice(None, None, 2))
    look, mask = place.look[every_other].reshape(-1, 3), place.mask[every_other].ravel()
    mine = design.halved[index]
    seen_mask = mask & design.halved_masks[index]
    if seen_mask.sum() < LEAST_PIXELS:
        return np.full(len(design.looks), 0.5, np.float32)
    seen = look * light(look[seen_mask], mine[seen_mask])
    apart = design.apart(index)
    weight = np.where((apart > DIFFERENT) & seen_mask & design.halved_masks, np.minimum(apart, 100), 0)
    weight = weight.astype(np.float32)
    # Nearer to mine than to theirs, written out so that no array of colours is made for each pair.
    nearness = np.einsum("npc,pc->np", design.halved, seen, optimize=True)
    is_mine = 2 * (nearness[index] - nearness) > design.halved_squared[index] - design.halved_squared
    total = weight.sum(1)
    votes = (weight * is_mine).sum(1) / np.maximum(total, 1e-6)
    votes[(weight > 0).sum(1) < LEAST_PIXELS] = 0.5
    same = np.array(design.ids) == design.ids[index]
    votes[same & (votes >= 0.5)] = 1.0  # the same card the other way up is no rival
    votes[index] = 1.0
    return votes
