"""A deck as it was taught: one photo a card, with the points to find it by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, darkest, scaled
from vision.read.features import Floats, Homography, Points, find_points
from vision.read.lamp import light, soft
from vision.read.plain import card_outline

TAUGHT_PX = 512
"""The longest side at which a taught photo is kept."""

MOST_POINTS = 400
AROUND_PX = 24
"""How much of the ground around a card is kept."""
EDGE_PX = 4
"""How near to its edge something is cut off by a photo."""
FRAME_PX = (144, 216)
FRAME = np.array([(0, 0), (FRAME_PX[0], 0), FRAME_PX, (0, FRAME_PX[1])], np.float32)
"""The corners of the frame that all cards of a design are compared in."""

HALF_TURN = np.array([(-1, 0, FRAME_PX[0]), (0, -1, FRAME_PX[1]), (0, 0, 1)], np.float64)
"""Turns the frame upside down."""

COARSE = 4
"""Which pixels of the frame are compared at first sight: every fourth one."""

RIMS = (0.0, 0.05, 0.1)
"""An outline may be that of the print, of the card with its rim, or of its sleeve: shares of its width."""

STRAY = 0.05
"""How far an outlined card may be shifted, as a share of the frame's height: its print may mislead."""

DIFFERENT = 30.0
"""From how far apart in colour two cards differ in a pixel."""

CLEAREST, CLEARLY = 99, 0.45
"""Pixels count in which two cards differ by this share of what they do in the clearest percent of them."""

FEW_DIFFERING = 60
"""Where fewer pixels are left in the middle of areas, those nearer to edges count, too."""
MOST_DIFFERING = 3000
"""How many pixels of a pair are compared at most."""
MOST_PAIRS = 3000
"""For how many pairs these are kept at most."""

LEAST_STRAY = 0.025
"""By how much a card may be shifted when it is laid anew over what all have in common."""
FEW_CARDS = 4
COMMON = 14.0
LEAST_COMMON = 0.4
"""Cards have a pixel in common where half of them are within so many levels; enough of them must be."""

SAME_DESIGN = 0.6
"""From which correlation on two cards are of one design."""
MOST_LAID = 4
"""Over the first cards of how many designs a card is laid, the likeliest ones."""


@dataclass(frozen=True)
class TaughtCard:
    """A card by its photo, and where it lies there."""

    id: str
    picture: Frame
    outline: Floats
    """Four corners, clockwise, the first side a short one."""
    mask: NDArray[np.uint8]
    """Where the card is in the photo."""

    @cached_property
    def points(self) -> Points:
        """The points to find it by where its outline is not seen."""
        around = cv2.dilate(self.mask, np.ones((9, 9), np.uint8))
        return find_points(self.picture, MOST_POINTS, around)

    @property
    def is_cut(self) -> bool:
        """Whether the photo may not show the whole card: it reaches the edge, or has no outline."""
        inner = self.mask[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
        return int(inner.sum()) < int(self.mask.sum())


Laid = tuple[TaughtCard, Homography]
"""A card, and how its photo lies over a design's frame."""


@dataclass(eq=False)
class _Group:
    """Cards that seem to be of one design, with how the first of them looks."""

    cards: list[Laid]
    look: Frame
    print: Floats


@dataclass
class Design:
    """Cards with the same print but for details, each as it looks in one common frame, either way up."""

    names: tuple[str, ...]
    into_frame: tuple[Homography, ...]
    """How each card's photo lies over the frame."""
    looks: NDArray[np.uint8]
    """looks × rows × columns × colours: first each card, then each turned by half."""
    masks: NDArray[np.bool_]
    """Where each of them was seen in its photo."""
    _apart: dict[tuple[int, int], NDArray[np.uint16]] = field(default_factory=dict)

    @property
    def is_lone(self) -> bool:
        """Whether no other card looks like its only one."""
        return len(self.names) == 1

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Which card each look is of."""
        return self.names * 2

    @cached_property
    def coarse(self) -> Floats:
        """Every fourth pixel of the looks: colours × looks × pixels."""
        coarse = self.looks[:, ::COARSE, ::COARSE].reshape(len(self.looks), -1, 3)
        return np.ascontiguousarray(coarse.transpose(2, 0, 1), np.float32)

    @cached_property
    def coarse_squared(self) -> Floats:
        """The same squared."""
        return self.coarse**2

    @cached_property
    def common(self) -> Floats:
        """What the cards have in common at every fourth pixel: prints of any colour are dark there."""
        upright = self.looks[: len(self.names), ::COARSE, ::COARSE]
        return upright.min(3).astype(np.float32).mean(0).ravel()

    def apart(self, one: int, other: int) -> NDArray[np.uint16]:
        """Returns in which pixels of the frame two looks clearly differ, as positions in it."""
        pair = (min(one, other), max(one, other))
        if pair not in self._apart:
            if len(self._apart) == MOST_PAIRS:
                self._apart.clear()
            self._apart[pair] = self._differing(*pair)
        return self._apart[pair]

    def _differing(self, one: int, other: int) -> NDArray[np.uint16]:
        apart = cv2.absdiff(self.looks[one], self.looks[other]).astype(np.float32)
        away = np.sqrt(np.einsum("...i,...i->...", apart, apart))
        away[~(self.masks[one] & self.masks[other])] = 0
        most = np.percentile(away[::3, ::3], CLEAREST)
        differs = (away > max(DIFFERENT, CLEARLY * most)).astype(np.uint8)
        # Along edges cards differ because none was laid exactly over another: the middle of areas counts.
        at = np.flatnonzero(cv2.erode(differs, np.ones((5, 5), np.uint8)) > 0)
        if len(at) < FEW_DIFFERING:
            at = np.flatnonzero(cv2.erode(differs, np.ones((3, 3), np.uint8)) > 0)
        return at[:: len(at) // MOST_DIFFERING + 1].astype(np.uint16)


class Deck:
    """All taught cards by their designs; their photos are not kept."""

    def __init__(self, cards: Sequence[TaughtCard]) -> None:
        self.names = tuple(card.id for card in cards)
        self.points = tuple(card.points for card in cards)
        self.designs = _designs(cards)
        self._design_of = {
            name: (design, number) for design in self.designs for number, name in enumerate(design.names)
        }

    def design_of(self, index: int) -> tuple[Design, Homography]:
        """Returns a card's design and how its photo lay over that design's frame."""
        design, number = self._design_of[self.names[index]]
        return design, design.into_frame[number]

    def look(self, name: str) -> Frame | None:
        """Returns how a card looks in the frame; nothing where it was not taught."""
        design, number = self._design_of.get(name, (None, 0))
        return None if design is None else design.looks[number]


def teach_card(name: str, photo: Frame) -> TaughtCard:
    """Takes a card from a photo of it on a plain ground, of which only what lies around the card is kept."""
    picture, _ = scaled(photo, TAUGHT_PX)
    outline, mask = card_outline(picture)
    x, y, width, height = cv2.boundingRect(mask)
    left, top = max(0, x - AROUND_PX), max(0, y - AROUND_PX)
    part = np.s_[top : y + height + AROUND_PX, left : x + width + AROUND_PX]
    outline = short_side_first(outline) - np.array((left, top), np.float32)
    return TaughtCard(name, picture[part].copy(), outline, mask[part].copy())


def short_side_first(outline: Floats) -> Floats:
    """Returns the corners so that the first side is a short one."""
    sides = np.linalg.norm(outline - np.roll(outline, -1, 0), axis=1)
    return np.roll(outline, -1, 0) if sides[0] + sides[2] > sides[1] + sides[3] else outline


def _designs(cards: Sequence[TaughtCard]) -> tuple[Design, ...]:
    """Sorts cards by design: those whose print lies over one another once their outlines do."""
    groups: list[_Group] = []
    for card in cards:
        upright = cv2.getPerspectiveTransform(card.outline, FRAME)
        ways = [turn @ inset(rim) @ upright for turn in (np.eye(3), HALF_TURN) for rim in RIMS]
        prints = np.stack([_print(card, way) for way in ways])
        alike = [prints @ group.print for group in groups]
        likeliest = sorted(range(len(groups)), key=lambda which: -alike[which].max())[:MOST_LAID]
        laid = [(groups[which], *_lay(card, groups[which], ways, alike[which])) for which in likeliest]
        like = sorted((one for one in laid if one[1] > SAME_DESIGN), key=lambda one: -one[1])
        if not like:
            look = cv2.warpPerspective(card.picture, upright, FRAME_PX)
            groups.append(_Group([(card, upright)], look, prints[0]))
            continue
        first, _, matrix = like[0]
        for group, _, other in like[1:]:  # a card of two designs shows that they are one
            first.cards += [(member, matrix @ np.linalg.inv(other) @ way) for member, way in group.cards]
            groups.remove(group)
        first.cards.append((card, matrix))
    return tuple(_design(_aligned(group.cards)) for group in groups)


def _lay(card: TaughtCard, group: _Group, ways: list[Homography], alike: Floats) -> tuple[float, Homography]:
    """Lays a card over a group's first, by its outline where its print misleads; tells how alike they are."""
    outlined = ways[int(alike.argmax())]
    share, matrix = fit(card.picture, outlined, group.look)
    if not share or (not card.is_cut and _stray(matrix, outlined) > STRAY):
        return float(alike.max()), outlined
    return share, matrix


def _print(card: TaughtCard, way: Homography) -> Floats:
    """Returns a card's print as one vector: the product of two such vectors is how well they correlate."""
    laid = cv2.warpPerspective(card.picture, way, FRAME_PX, borderMode=cv2.BORDER_REPLICATE)
    dark = cv2.GaussianBlur(darkest(laid), (0, 0), 2)[::COARSE, ::COARSE].ravel().astype(np.float32)
    dark -= dark.mean()
    return np.asarray(dark / max(float(np.linalg.norm(dark)), 1e-6), np.float32)


def _aligned(group: list[Laid]) -> list[Laid]:
    """Lays the cards of a design anew over what they have in common, which no card's own print misleads."""
    if len(group) < FEW_CARDS:
        return group
    looks = [cv2.warpPerspective(card.picture, matrix, FRAME_PX) for card, matrix in group]
    darks = np.stack([cv2.GaussianBlur(darkest(look), (0, 0), 1.2) for look in looks]).astype(np.float32)
    model = np.median(darks, axis=0)
    is_common = np.median(np.abs(darks - model), axis=0) < COMMON
    if is_common.mean() < LEAST_COMMON:
        return group
    wanted = np.repeat(model[:, :, None], 3, 2).astype(np.uint8)
    anew = [(card, fit(card.picture, matrix, wanted, is_common)[1]) for card, matrix in group]
    return [
        new if _stray(new[1], old[1]) < LEAST_STRAY else old for new, old in zip(anew, group, strict=True)
    ]


def inset(rim: float) -> Homography:
    """Leaves a rim out that is so wide, as a share of a card's width."""
    width, height = FRAME_PX
    rim_px = rim * width
    across, down = width / (width - 2 * rim_px), height / (height - 2 * rim_px)
    return np.array([(across, 0, -rim_px * across), (0, down, -rim_px * down), (0, 0, 1)])


def _stray(matrix: Homography, outlined: Homography) -> float:
    """Returns how far a fit moved a card's corners, as a share of the frame's height."""
    moved = cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), matrix @ np.linalg.inv(outlined)).reshape(-1, 2)
    return float(np.abs(moved - FRAME).max() / FRAME_PX[1])


def fit(
    picture: Frame, to_frame: Homography, look: Frame, mask: NDArray[np.bool_] | None = None
) -> tuple[float, Homography]:
    """Shifts a frame until what is in sight of a picture lies over a look, and tells how well it does."""
    half = np.diag([0.5, 0.5, 1.0])
    size = (FRAME_PX[0] // 2, FRAME_PX[1] // 2)
    first = cv2.warpPerspective(picture, half @ to_frame, size, borderMode=cv2.BORDER_REPLICATE)
    # Prints of any colour are dark in their darkest channel.
    grey, wanted = darkest(first), darkest(cv2.resize(look, size, interpolation=cv2.INTER_AREA))
    seen = None if mask is None or mask.all() else mask[::2, ::2].astype(np.uint8)
    matrix = np.eye(3, dtype=np.float32)
    share = 0.0
    enough = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-4)
    try:
        for motion, blur_px in ((cv2.MOTION_AFFINE, 7), (cv2.MOTION_HOMOGRAPHY, 3)):
            start = matrix[:2] if motion == cv2.MOTION_AFFINE else matrix
            share, found = cv2.findTransformECC(wanted, grey, start, motion, enough, seen, blur_px)
            matrix = np.vstack([found, (0, 0, 1)]).astype(np.float32) if len(found) == 2 else found
    except cv2.error:  # nothing to go by
        return 0.0, to_frame
    matrix = np.linalg.inv(half) @ matrix @ half
    corners = cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    if np.abs(corners - FRAME).max() > 0.15 * FRAME_PX[1]:
        return 0.0, to_frame
    return float(share), np.linalg.inv(matrix) @ to_frame


def _design(group: list[Laid]) -> Design:
    count = len(group)
    looks = np.empty((2 * count, *FRAME_PX[::-1], 3), np.uint8)
    seen = np.empty(looks.shape[:3], bool)
    model: Floats | None = None
    for index, (card, matrix) in enumerate(group):
        look = soft(cv2.warpPerspective(card.picture, matrix, FRAME_PX))
        mask = cv2.warpPerspective(card.mask, matrix, FRAME_PX, flags=cv2.INTER_NEAREST) > 0
        model = look if model is None else model
        lit = look * light(look[mask], model[mask])
        looks[index], seen[index] = np.clip(lit, 0, 255).astype(np.uint8), mask
    looks[count:], seen[count:] = looks[:count, ::-1, ::-1], seen[:count, ::-1, ::-1]
    return Design(tuple(card.id for card, _ in group), tuple(matrix for _, matrix in group), looks, seen)
