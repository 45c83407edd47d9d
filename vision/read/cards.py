"""Reads which taught cards lie in a picture: whole ones first, then what they leave to be seen of others."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, scaled
from vision.read.afar import PROMISING, Afar, corners_of
from vision.read.deck import (
    FRAME,
    FRAME_PX,
    RIMS,
    Deck,
    inset,
    short_side_first,
)
from vision.read.features import LIKE, Floats, Homography, Points, find_points, lay_over
from vision.read.glare import place_at
from vision.read.likeness import (
    LEAST_SEEN,
    MOST_DOUBTS,
    ReadCard,
    likenesses,
    read_design,
    sides_of,
)
from vision.read.outlines import find_quads
from vision.read.plain import card_outline
from vision.read.sides import propose_by_sides

SEEN_PX = 1280
POINTS_PX = 640
MOST_POINTS = 1800
ALONE_PX = 400
CANDIDATES = 14
"""How many cards are laid over the picture before pixels decide."""

MOST_PLACES = 4
MOST_DESIGNS = 3
"""How many designs are laid exactly over a place."""

DESIGNS_APART = 0.12
"""By how much a card must look more like one design than like another."""

HOPELESS = 0.3
MOST_OUTLINES = 4000
"""How many outlines are looked at from afar: scenes of eight cards gave 2,046 at most."""
MOST_LOOKS = 24
"""How many places are looked at closely."""

MOST_TRIES = 3
"""How many outlines are tried for one place."""

REPEATED = 0.015
"""How far apart the corners of two outlines are, as a share of the short side, that are the same one."""

MOST_POINT_LOOKS = 5
SAME = 0.28
"""How near to a card's middle, as a share of its short side, an outline means the same card."""

CLEARER = 0.03
"""By how much better a look must be than one at which a card was strange."""

RIM = 0.15
"""How far a card reaches beyond its outline at most, as a share of it."""


@dataclass(frozen=True)
class _Laid:
    """A taught card laid over a place in the picture."""

    index: int
    to_card: Homography
    inliers: int


def read_cards(frame: Frame, deck: Deck, most: int | None = None) -> list[ReadCard]:
    """Reads the cards of a picture, those that lie free first; at most so many, where that is known."""
    picture, scale = scaled(frame, SEEN_PX)
    found = _Reader(picture, deck, most).read()
    return [ReadCard(card.among, card.confidence, card.corners / scale) for card in found]


class _Reader:
    """One picture being read: what was found, and which part of it no card that was read covers."""

    def __init__(self, picture: Frame, deck: Deck, most: int | None) -> None:
        self._most = most
        self._picture = picture
        self._deck = deck
        self._free = np.ones(picture.shape[:2], np.uint8)
        self._afar = Afar(picture, deck)
        self._certain: list[ReadCard] = []
        self._unsure: list[ReadCard] = []
        self._looked_at: list[tuple[Floats, tuple[ReadCard | None, Floats]]] = []
        """Outlines that were read since the last certain card, each with what was read."""

    def read(self) -> list[ReadCard]:
        """Reads by outlines, by sides of the size that cards have here, and by points."""
        self._read_outlines(find_quads(self._picture), RIMS)
        if not self._certain:
            self._read_outlines(_on_plain_ground(self._picture), RIMS)
        if self._size() is None:
            self._read_outlines(propose_by_sides(self._picture, None), RIMS)
        if self._size() is not None and not self._has_all:
            self._read_outlines(propose_by_sides(self._picture, self._size()), (0.0,), shifted=True)
        if not self._certain:
            self._read_points()
        if self._has_all:
            return self._certain
        return [*self._certain, *self._left_unsure()]

    @property
    def _has_all(self) -> bool:
        """Whether as many cards were read as there can be."""
        return self._most is not None and len(self._certain) >= self._most

    # By outlines.

    def _read_outlines(self, outlines: list[Floats], rims: tuple[float, ...], shifted: bool = False) -> None:
        """Reads the likeliest outlines one by one; a card that was read covers what lies under it.

        Those of about the right size are shifted first to where they look most like a card.
        """
        uprights = [
            inset(rim) @ cv2.getPerspectiveTransform(short_side_first(outline), FRAME)
            for outline in outlines[: MOST_OUTLINES // len(rims)]
            for rim in rims
        ]
        if shifted:
            uprights = [*uprights, *self._afar.shifted(uprights, self._free)]
        places = np.array([corners_of(upright) for upright in uprights]).reshape(-1, 4, 2)
        centres = places.mean(1)
        tries = np.zeros(len(uprights), int)
        alike = self._afar.likenesses(uprights, self._free)
        for _ in range(MOST_LOOKS):
            if self._has_all or not len(alike) or alike.max() < PROMISING:
                return
            best = int(alike.argmax())
            read, corners = self._look_at(places[best], uprights[best])
            short, long = sides_of(corners)
            tries[np.linalg.norm(centres - centres[best], axis=1) < SAME * short] += 1
            alike[best] = 0.0
            alike[tries >= MOST_TRIES] = 0.0
            if read is None:
                continue
            read = self._doubted(read)
            self._keep(read)
            if read.is_certain:
                away = np.linalg.norm(centres - corners.mean(0), axis=1)
                alike[away < SAME * short] = 0.0
                near = np.nonzero((away < 1.2 * long) & (alike > 0))[0]
                alike[near] = self._afar.likenesses([uprights[other] for other in near], self._free)

    def _look_at(self, place: Floats, upright: Homography) -> tuple[ReadCard | None, Floats]:
        """Reads a place; what was read of the very same one counts again while nothing more is covered."""
        near = REPEATED * sides_of(place)[0]
        for other, seen in self._looked_at:
            if np.abs(other - place).max() < near:
                return seen
        seen = self._read_any([upright])
        self._looked_at.append((place, seen))
        return seen

    def _size(self) -> tuple[float, float] | None:
        """Returns how large the cards are that were found: short and long side."""
        sizes = [sides_of(card.corners) for card in (*self._certain, *self._unsure)]
        if not sizes:
            return None
        short, long = np.median(sizes, axis=0)
        return float(short), float(long)

    # By points.

    def _read_points(self) -> None:
        """Reads what outlines did not show by points that are found again."""
        picture, scale = scaled(self._picture, POINTS_PX)
        points = find_points(picture, MOST_POINTS)
        points = Points(points.at / scale, points.descriptors)
        for card in self._certain:
            points = _outside(points, card.corners)
        for _ in range(MOST_POINT_LOOKS):
            if not len(points.at) or not (laid := _lay_cards(points, self._deck)):
                return
            read, corners = self._read_any(
                [self._deck.design_of(one.index)[1] @ one.to_card for one in laid[:MOST_PLACES]]
            )
            if read is not None:
                self._keep(self._doubted(read))
            fewer = _outside(points, corners)
            if len(fewer.at) == len(points.at):
                break
            points = fewer

    # What was read.

    def _read_any(self, ways: list[Homography]) -> tuple[ReadCard | None, Floats]:
        """Reads a card of the design that fits best; others that fit nearly as well leave doubt."""
        places = [place_at(self._picture, self._free, way) for way in ways]
        alike = [
            max(float(likenesses(place, design).max()) for place in places) for design in self._deck.designs
        ]
        if max(alike) < HOPELESS:
            return None, places[0].corners()
        nearest = sorted(range(len(alike)), key=lambda index: -alike[index])[:MOST_DESIGNS]
        readings = [
            read_design(self._picture, self._free, ways, self._deck.designs[index])
            for index in nearest
            if alike[index] > alike[nearest[0]] - 3 * DESIGNS_APART
        ]
        readings.sort(key=lambda reading: -reading[2])
        read, corners, likeness = readings[0]
        rivals = [
            other
            for other, _, share in readings[1:]
            if other is not None and share > likeness - DESIGNS_APART
        ]
        if read is not None and rivals:
            among = (*read.among, *(rival.among[0] for rival in rivals))[: MOST_DOUBTS + 1]
            read = ReadCard(among, read.confidence, corners, read.is_strange)
        return read, corners

    def _doubted(self, read: ReadCard) -> ReadCard:
        """Leaves a card in doubt that was strange at an earlier look, unless this look is clearly better."""
        near = SAME * sides_of(read.corners)[0]
        for other in self._unsure:
            is_same = np.linalg.norm(other.corners.mean(0) - read.corners.mean(0)) < near
            is_worse = read.confidence < other.confidence + CLEARER
            if read.is_certain and other.is_strange and is_same and is_worse:
                return other
        return read

    def _keep(self, read: ReadCard) -> None:
        if not read.is_certain:
            self._unsure.append(read)
            return
        self._certain.append(read)
        self._looked_at.clear()
        cv2.fillConvexPoly(self._free, np.round(_wider(read.corners)).astype(np.int32), 0)

    def _left_unsure(self) -> list[ReadCard]:
        """Keeps one unsure reading of each place that is not a card already read."""
        kept: list[ReadCard] = []
        for card in sorted(self._unsure, key=lambda card: -card.confidence):
            upright = cv2.getPerspectiveTransform(card.corners, FRAME)
            free = cv2.warpPerspective(self._free, upright, FRAME_PX, flags=cv2.INTER_NEAREST)
            if free.mean() < LEAST_SEEN or any(_is_inside(card.corners.mean(0), one.corners) for one in kept):
                continue
            kept.append(card)
        return kept


def _wider(corners: Floats) -> Floats:
    """Returns an outline with a card's rim."""
    middle = corners.mean(0)
    return middle + (corners - middle) * (1 + RIM)


def _is_inside(at: Floats, corners: Floats) -> bool:
    return cv2.pointPolygonTest(cv2.convexHull(corners), (float(at[0]), float(at[1])), False) >= 0


def _outside(points: Points, corners: Floats) -> Points:
    outside = np.array([not _is_inside(at, corners) for at in points.at], bool)
    return Points(points.at[outside], points.descriptors[outside])


def _on_plain_ground(picture: Frame) -> list[Floats]:
    """Returns the outline of a card that lies alone, which shadows may hide from the others' search."""
    small, scale = scaled(picture, ALONE_PX)
    outline, mask = card_outline(small)
    return [] if mask.all() else [outline / scale]


def _lay_cards(points: Points, deck: Deck) -> list[_Laid]:
    """Lays the likeliest cards over the picture, the one with the most points first."""
    descriptors = points.descriptors.T.astype(np.float32)
    pairs = [_alike(card, descriptors) for card in deck.points]
    likeliest = np.argsort([-strength for _, _, strength in pairs], kind="stable")
    laid: list[_Laid] = []
    for index in likeliest[:CANDIDATES]:
        mine, theirs, _ = pairs[index]
        over = lay_over(points.at[theirs], deck.points[index].at[mine])
        if over is not None:
            laid.append(_Laid(int(index), over[0], int(over[1].sum())))
    return sorted(laid, key=lambda one: -one.inliers)


def _alike(card: Points, descriptors: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], float]:
    """Returns which points of a card are found again, as which, and how clearly in all."""
    alike = card.descriptors.astype(np.float32) @ descriptors
    nearest, strength = alike.argmax(1), alike.max(1)
    found = np.flatnonzero(strength > LIKE)
    return found, nearest[found], float((strength[found] - LIKE).sum())
