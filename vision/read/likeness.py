"""Tells which card of a design lies in a place: by likeness, then by the pixels in which cards differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame
from vision.read.deck import COARSE, FRAME, FRAME_PX, Design, fit, lit_like, soft
from vision.read.features import Floats, Homography

LEAST_SEEN = 0.35
"""Which share of a card must lie in sight."""

LEAST_PIXELS = 20
CELL = 36
"""How large a part of the frame is, in pixels, that must not speak against a card."""

MOST_DOUBTS = 5

ABSTAIN = 0.16
"""A pixel that is farther from both cards than this share of their distance, squared, does not vote: glare."""

FOREIGN = 45.0
"""By how much a channel must lie beyond all that cards show around a pixel to be foreign to them."""

BRIGHTER = 12.0
"""The same for white that is brighter than white."""

MOST_FOREIGN = 0.4
AROUND = np.ones((3, 3), np.uint8)
BETWEEN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))

SPECK = np.ones((2, 2), np.uint8)
NEAR_GLARE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
STREAK_PX = 9
"""How far from its middle a streak of glare reaches at most, in half of the frame."""

COVERED, FREE, SHINY = 0, 1, 2
WHITE = 0.75
"""From which share of a card's brightest on a pixel counts as white."""

CERTAIN = 0.66
"""The share of the differing pixels that must speak for a card against every other one."""

EXPLAINING = 12
"""How many of the likeliest cards are asked whether they look as a pixel does."""

FITTED = 4
"""How many of the likeliest cards are laid exactly over a place."""

RIVALS_NEAR = 0.35
"""By how much less than a card another one may look like a place and still be its rival."""

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
    shiny: NDArray[np.bool_]
    """Where white may be glare."""

    def corners(self) -> Floats:
        """Returns where the card's corners are in the picture."""
        back = np.linalg.inv(self.to_frame)
        return cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), back).reshape(-1, 2).astype(np.float32)


def place_at(picture: Frame, free: NDArray[np.uint8], to_frame: Homography) -> Place:
    """Brings a place into the frame; what is not free there counts as covered."""
    look = cv2.warpPerspective(picture, to_frame, FRAME_PX)
    mask = cv2.warpPerspective(free, to_frame, FRAME_PX, flags=cv2.INTER_NEAREST)
    return Place(to_frame, soft(look), mask > 0, mask == SHINY)


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
    trust = _trust(place, design, _likeliest(alike, design, EXPLAINING))
    if trust is not None:
        free = free * cv2.warpPerspective(
            trust, np.linalg.inv(way), picture.shape[1::-1], flags=cv2.INTER_NEAREST, borderValue=FREE
        )
        place = place_at(picture, free, way)
        alike = likenesses(place, design)
    fitted = []
    for index in _likeliest(alike, design, FITTED):
        laid = place_at(picture, free, fit(picture, way, design.looks[index], place.mask)[1])
        alike = likenesses(laid, design)
        fitted.append((float(alike[index]), index, laid, alike))
    fitted.sort(key=lambda one: -one[0])
    _, index, place, alike = fitted[0]
    rivals = [int(other) for other in np.argsort(-alike) if alike[other] > alike[index] - RIVALS_NEAR]
    index, votes = _champion(place, design, index, rivals)
    corners, likeness, name = place.corners(), float(alike[index]), design.ids[index]
    if likeness < (LONE_LIKENESS if len(design.cards) == 1 else LIKENESS / 2):
        return None, corners, likeness
    # Each card was laid there as it fits best: one that fits as well leaves doubt, whatever the votes.
    doubts = [rivals[other] for other in np.argsort(votes) if votes[other] < CERTAIN]
    if likeness < LIKENESS:
        doubts += [int(other) for other in np.argsort(-alike)[:2]]
    among = tuple(dict.fromkeys((name, *(design.ids[other] for other in doubts))))[: MOST_DOUBTS + 1]
    return ReadCard(among, min(likeness, float(votes.min())), corners), corners, likeness


def _trust(place: Place, design: Design, indexes: list[int]) -> NDArray[np.uint8] | None:
    """Returns which pixels count: not those that no card explains (glare, a finger), half of those near glare.

    None where so much is foreign that the light was misjudged.
    """
    mine = design.looks[indexes[0]].astype(np.float32)
    lit = lit_like(place.look, mine, place.mask)[::2, ::2]
    is_white = lit.min(2) > WHITE * np.percentile(mine.max(2), 98)
    darker = brighter = place.mask[::2, ::2]
    for index in indexes:
        look = np.ascontiguousarray(design.looks[index, ::2, ::2])
        least, most = cv2.erode(look, AROUND).astype(np.float32), cv2.dilate(look, AROUND).astype(np.float32)
        darker = darker & (lit < least - FOREIGN).any(2)
        brighter = brighter & ((lit > most + FOREIGN).any(2) | (is_white & (lit > most + BRIGHTER).all(2)))
    glare = cv2.morphologyEx(brighter.astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    foreign = glare | cv2.morphologyEx(darker.astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    foreign = cv2.dilate(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, BETWEEN), AROUND)
    if foreign.mean() > MOST_FOREIGN:
        return None
    near = cv2.dilate(glare, NEAR_GLARE) | _streak(glare)
    trust = np.where(foreign, COVERED, np.where(near, SHINY, FREE)).astype(np.uint8)
    return cv2.resize(trust, FRAME_PX, interpolation=cv2.INTER_NEAREST)


def _streak(glare: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the straight band that glare lies in, also where print hides that it goes on."""
    band = np.zeros_like(glare)
    points = np.argwhere(glare)[:, ::-1].astype(np.float32)
    if len(points) < LEAST_PIXELS:
        return band
    across, down, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    away = np.abs((points[:, 0] - x) * down - (points[:, 1] - y) * across)
    inside = away < STREAK_PX
    if inside.mean() > 0.6:
        wide = int(2 * np.percentile(away[inside], 90)) + 5
        ends = [(round(float(x + far * across)), round(float(y + far * down))) for far in (-300, 300)]
        cv2.line(band, ends[0], ends[1], 1, wide)
    return band


def _likeliest(shares: Floats, design: Design, most: int) -> list[int]:
    """Returns the likeliest look of each of the few likeliest cards."""
    order = [int(index) for index in np.argsort(-shares)]
    first = dict.fromkeys(design.ids[index] for index in order)
    of_card = {
        name: next(index for index in order if design.ids[index] == name) for name in list(first)[:most]
    }
    return [index for index in of_card.values() if shares[index] > shares[order[0]] - NEAR]


def _champion(place: Place, design: Design, index: int, rivals: list[int]) -> tuple[int, Floats]:
    """Returns the card that no other one outvotes, and the votes for it against each."""
    votes = _votes(place, design, index, rivals)
    for _ in range(6):
        if votes.min() >= 0.5:
            break
        index = rivals[int(votes.argmin())]
        votes = _votes(place, design, index, rivals)
    return index, votes


def _votes(place: Place, design: Design, index: int, rivals: list[int]) -> Floats:
    """Returns for each rival which share of the differing pixels speaks for this card."""
    votes = np.full(len(rivals), 0.5, np.float32)
    looks = design.looks.reshape(len(design.looks), -1, 3)
    mask = (place.mask & design.masks[index]).ravel()
    if mask.sum() < LEAST_PIXELS:
        return votes
    wanted = design.looks[index].astype(np.float32)
    seen = lit_like(place.look, wanted, place.mask & design.masks[index]).reshape(-1, 3)
    shiny = place.shiny.ravel()
    for number, rival in enumerate(rivals):
        if design.ids[rival] == design.ids[index]:
            votes[number] = 1.0
            continue
        at = design.apart(index, rival)
        at = at[mask[at]]
        here, mine, theirs = seen[at], looks[index][at].astype(np.float32), looks[rival][at].astype(np.float32)
        to_mine, to_theirs = ((here - mine) ** 2).sum(1), ((here - theirs) ** 2).sum(1)
        is_clear = np.minimum(to_mine, to_theirs) < ABSTAIN * ((mine - theirs) ** 2).sum(1)
        is_mine = to_mine < to_theirs
        # Glare only brightens: near it, what speaks for the darker of both counts alone.
        is_clear &= ~(shiny[at] & (is_mine == (mine.sum(1) > theirs.sum(1))))
        if is_clear.sum() < LEAST_PIXELS:
            continue
        cell = (at // FRAME_PX[0] // CELL) * (FRAME_PX[0] // CELL) + at % FRAME_PX[0] // CELL
        cells = len(looks[0]) // CELL**2
        all_votes = np.bincount(cell[is_clear], minlength=cells)
        for_mine = np.bincount(cell[is_clear], is_mine[is_clear], minlength=cells)
        share = for_mine.sum() / all_votes.sum()
        large = all_votes >= max(LEAST_PIXELS, 0.1 * all_votes.sum())
        worst = (for_mine[large] / all_votes[large]).min() if large.any() else 1.0
        votes[number] = min(share, 0.5 + worst) if share >= 0.5 else share
    return votes
