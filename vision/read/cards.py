"""Reads which taught cards lie in a picture, telling them apart by the pixels in which they differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, scaled
from vision.read.deck import (
    COARSE,
    FRAME,
    FRAME_PX,
    HALF_TURN,
    Deck,
    Design,
    card_outline,
    fit,
    light,
    short_side_first,
    soft,
)
from vision.read.features import LIKE, Floats, Homography, Points, find_points, lay_over
from vision.read.outlines import find_quads

SEEN_PX = 800
MOST_POINTS = 1800
ALONE_PX = 400
CANDIDATES = 14
"""How many cards are laid over the picture before pixels decide."""

MOST_PLACES = 4
DESIGNS_APART = 0.12
"""By how much a card must look more like one design than like another."""

LEAST_SEEN = 0.35
"""Which share of a card must lie within the picture."""

LEAST_PIXELS = 20
MOST_DOUBTS = 5

DIFFERENT = 30.0
"""From how far apart in colour two cards differ in a pixel."""

CERTAIN = 0.66
"""The share of the differing pixels that must speak for a card against every other one."""

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
class _Laid:
    """A taught card laid over a place in the picture."""

    index: int
    to_card: Homography
    inliers: int


@dataclass(frozen=True)
class _Place:
    """A place in the picture brought into the frame of a design, one way up."""

    to_frame: Homography
    look: Floats
    mask: NDArray[np.bool_]

    def corners(self) -> Floats:
        """Returns where the card's corners are in the picture."""
        back = np.linalg.inv(self.to_frame)
        return cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), back).reshape(-1, 2).astype(np.float32)


def read_cards(frame: Frame, deck: Deck) -> list[ReadCard]:
    """Reads all cards of a picture: by their outlines, then what is covered or unsure by its points."""
    picture, scale = scaled(frame, SEEN_PX)
    found = _by_outlines(picture, deck)
    points = find_points(picture, MOST_POINTS)
    for card in found:
        if card.is_certain:
            points = _outside(points, card.corners)
    while len(points.at) and (laid := _lay_cards(points, deck)):
        read, corners = _read_place(picture, laid, deck)
        if read is not None:
            found.append(read)
        fewer = _outside(points, corners)
        if len(fewer.at) == len(points.at):
            break
        points = fewer
    return [ReadCard(card.among, card.confidence, card.corners / scale) for card in _one_each(found)]


def _one_each(found: list[ReadCard]) -> list[ReadCard]:
    """Keeps one reading of each place, certain ones before others, then the surest."""
    kept: list[ReadCard] = []
    for card in sorted(found, key=lambda card: (not card.is_certain, -card.confidence)):
        if not any(_is_inside(card.corners.mean(0), other.corners) for other in kept):
            kept.append(card)
    return kept


def _outside(points: Points, corners: Floats) -> Points:
    outside = np.array([not _is_inside(at, corners) for at in points.at], bool)
    return Points(points.at[outside], points.descriptors[outside])


def _by_outlines(picture: Frame, deck: Deck) -> list[ReadCard]:
    """Reads the cards whose outline is whole."""
    seen: list[tuple[float, list[Homography]]] = []
    for quad in (*find_quads(picture), *_on_plain_ground(picture)):
        upright = cv2.getPerspectiveTransform(short_side_first(quad), FRAME)
        ways = [upright, HALF_TURN @ upright]
        places = [_place(picture, way) for way in ways]
        likeness = max(float(_likenesses(place, design).max()) for design in deck.designs for place in places)
        if likeness > LIKENESS - 0.1:
            seen.append((likeness, ways))
    found: list[ReadCard] = []
    for _, ways in sorted(seen, key=lambda one: -one[0]):
        centre = cv2.perspectiveTransform(np.array([[FRAME.mean(0)]]), np.linalg.inv(ways[0])).ravel()
        if any(card.is_certain and _is_inside(centre, card.corners) for card in found):
            continue
        read, _ = _read_any(picture, ways, deck)
        if read is not None:
            found.append(read)
    return found


def _on_plain_ground(picture: Frame) -> list[Floats]:
    """Returns the outline of a card that lies alone, which shadows may hide from the others' search."""
    small, scale = scaled(picture, ALONE_PX)
    outline, mask = card_outline(small)
    return [] if mask.all() else [outline / scale]


def _read_any(picture: Frame, ways: list[Homography], deck: Deck) -> tuple[ReadCard | None, Floats]:
    """Reads a card of the design that fits best; others that fit nearly as well leave doubt."""
    readings = [_read_design(picture, ways, design) for design in deck.designs]
    readings.sort(key=lambda reading: -reading[2])
    read, corners, likeness = readings[0]
    rivals = [
        other for other, _, share in readings[1:] if other is not None and share > likeness - DESIGNS_APART
    ]
    if read is not None and rivals:
        read = ReadCard(
            (*read.among, *(rival.among[0] for rival in rivals))[: MOST_DOUBTS + 1], read.confidence, corners
        )
    return read, corners


def _is_inside(at: Floats, corners: Floats) -> bool:
    return cv2.pointPolygonTest(cv2.convexHull(corners), (float(at[0]), float(at[1])), False) >= 0


def _lay_cards(points: Points, deck: Deck) -> list[_Laid]:
    """Lays the likeliest cards over the picture, the one with the most points first."""
    alike = deck.descriptors @ points.descriptors.T
    nearest = alike.argmax(1)
    strength = alike[np.arange(len(nearest)), nearest]
    likeliest = np.argsort(-np.add.reduceat(np.clip(strength - LIKE, 0, None), deck.starts), kind="stable")
    laid: list[_Laid] = []
    for index in likeliest[:CANDIDATES]:
        card = deck.cards[index]
        mine = slice(deck.starts[index], deck.starts[index] + len(card.points.at))
        good = strength[mine] > LIKE
        over = lay_over(points.at[nearest[mine][good]], card.points.at[good])
        if over is not None:
            laid.append(_Laid(int(index), over[0], int(over[1].sum())))
    return sorted(laid, key=lambda one: -one.inliers)


def _read_place(picture: Frame, laid: list[_Laid], deck: Deck) -> tuple[ReadCard | None, Floats]:
    """Reads the place where the first card was laid; None where no card is there."""
    ways = []
    for one in laid[:MOST_PLACES]:
        _, into_frame = deck.design_of(one.index)
        ways += [into_frame @ one.to_card, HALF_TURN @ into_frame @ one.to_card]
    return _read_any(picture, ways, deck)


def _read_design(
    picture: Frame, ways: list[Homography], design: Design
) -> tuple[ReadCard | None, Floats, float]:
    """Reads a card of a design, given ways in which its frame may lie; tells where and how alike it is."""
    places = [_place(picture, way) for way in ways]
    shares = np.array([_likenesses(place, design) for place in places])
    which, index = np.unravel_index(int(shares.argmax()), shares.shape)
    place = _place(picture, fit(picture, ways[which], design.looks[index].clip(0, 255).astype(np.uint8))[1])
    likenesses = _likenesses(place, design)
    index, votes = _champion(place, design, int(likenesses.argmax()))
    corners, likeness = place.corners(), float(likenesses[index])
    if likeness < (LONE_LIKENESS if len(votes) == 1 else LIKENESS / 2):
        return None, corners, likeness
    doubts = [int(other) for other in np.argsort(votes) if votes[other] < CERTAIN]
    if not doubts and likeness < LIKENESS:
        doubts = [int(other) for other in np.argsort(-likenesses) if other != index][:1]
    among = (design.cards[index].id, *(design.cards[other].id for other in doubts[:MOST_DOUBTS]))
    return ReadCard(among, min(likeness, float(votes.min())), corners), corners, likeness


def _place(picture: Frame, to_frame: Homography) -> _Place:
    look = cv2.warpPerspective(picture, to_frame, FRAME_PX)
    whole = np.ones(picture.shape[:2], np.uint8)
    return _Place(
        to_frame, soft(look), cv2.warpPerspective(whole, to_frame, FRAME_PX, flags=cv2.INTER_NEAREST) > 0
    )


def _likenesses(place: _Place, design: Design) -> Floats:
    """Returns the correlation of the colours of the picture and of each card, from -1 to 1."""
    if place.mask.mean() < LEAST_SEEN:
        return np.zeros(len(design.cards), np.float32)
    weight = place.mask[::COARSE, ::COARSE].ravel().astype(np.float32)
    weight /= weight.sum()
    seen = place.look[::COARSE, ::COARSE].reshape(-1, 3)
    seen = seen - weight @ seen
    together = alone = np.zeros(len(design.cards), np.float32)
    for channel, looks in enumerate(design.coarse):
        mean, square = looks @ weight, design.coarse_squared[channel] @ weight
        together = together + looks @ (weight * seen[:, channel])
        alone = alone + square - mean**2
    return together / np.sqrt(alone * float((weight @ seen**2).sum()) + 1e-6)


def _champion(place: _Place, design: Design, index: int) -> tuple[int, Floats]:
    """Returns the card that no other one outvotes, and the votes for it against each."""
    votes = _votes(place, design, index)
    for _ in range(6):
        if votes.min() >= 0.5:
            break
        index = int(votes.argmin())
        votes = _votes(place, design, index)
    return index, votes


def _votes(place: _Place, design: Design, index: int) -> Floats:
    """Returns for each other card which share of the differing pixels speaks for this one."""
    every_other = (slice(None, None, 2), slice(None, None, 2))
    mine, look = design.looks[index][every_other], place.look[every_other]
    seen_mask = (place.mask & design.masks[index])[every_other]
    lamp = light(look[seen_mask], mine[seen_mask])
    votes = np.ones(len(design.cards), np.float32)
    for other, whole in enumerate(design.looks):
        if other == index:
            continue
        theirs = whole[every_other]
        mask = (place.mask & design.masks[index] & design.masks[other])[every_other]
        apart = np.linalg.norm(mine - theirs, axis=2)
        differing = mask & (apart > DIFFERENT)
        if differing.sum() < LEAST_PIXELS:
            votes[other] = 0.5
            continue
        seen = look[differing] * lamp
        weight = np.minimum(apart[differing], 100.0)
        is_mine = np.linalg.norm(seen - mine[differing], axis=1) < np.linalg.norm(
            seen - theirs[differing], axis=1
        )
        votes[other] = (weight * is_mine).sum() / weight.sum()
    return votes
