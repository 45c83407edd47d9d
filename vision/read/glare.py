"""A place in the picture brought into the frame of a design, and which of its pixels count."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, brightest, darkest
from vision.read.deck import FRAME, FRAME_PX, Design
from vision.read.features import Floats, Homography
from vision.read.lamp import lit_like, soft

COVERED, FREE, SHINY = 0, 1, 2
"""What a pixel of the picture is: not to be seen, seen, or so near to glare that white may be glare."""

LEAST_GLARE, ENOUGH = 20, 300
"""How many pixels of glare make a streak, and how many tell where it lies."""

FOREIGN = 45.0
"""By how much a channel must lie beyond all that cards show around a pixel to be foreign to them."""

BRIGHTER = 12.0
"""The same for white that is brighter than white."""

BLAZING = 6.0
"""By how much a patch of glare must somewhere outshine a card's white; another print does not."""

MOST_FOREIGN = 0.4
AROUND = np.ones((3, 3), np.uint8)
BETWEEN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))

SPECK = np.ones((2, 2), np.uint8)
NEAR_GLARE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
STREAK_PX = 9
"""How far from its middle a streak of glare reaches at most, in half of the frame."""

LEAST_SHINY = 0.05
"""Which share of a place is near to glare where a streak of it lies there."""

WHITE = 0.75
"""From which share of a card's brightest on a pixel counts as white."""


@dataclass(frozen=True)
class Place:
    """A place in the picture brought into the frame of a design, one way up."""

    to_frame: Homography
    look: Floats
    mask: NDArray[np.bool_]
    """Where a card there could be seen."""
    shiny: NDArray[np.bool_]
    """Where white may be glare."""

    @property
    def has_glare(self) -> bool:
        """Whether glare lies across it: what else is bright, then, is none."""
        return float(self.shiny.mean()) > LEAST_SHINY

    def corners(self) -> Floats:
        """Returns where the card's corners are in the picture."""
        back = np.linalg.inv(self.to_frame)
        return cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), back).reshape(-1, 2).astype(np.float32)


def place_at(picture: Frame, free: NDArray[np.uint8], to_frame: Homography) -> Place:
    """Brings a place into the frame; what is not free there counts as covered."""
    look = cv2.warpPerspective(picture, to_frame, FRAME_PX)
    mask = cv2.warpPerspective(free, to_frame, FRAME_PX, flags=cv2.INTER_NEAREST)
    return Place(to_frame, soft(look), mask > 0, mask == SHINY)


def trusted_pixels(place: Place, design: Design, indexes: list[int]) -> NDArray[np.uint8] | None:
    """Returns what each pixel is: covered where no card looks like that (glare, a finger), shiny, or free.

    None where so much is foreign that the light was misjudged.
    """
    mine = design.looks[indexes[0]].astype(np.float32)
    lit = np.ascontiguousarray(lit_like(place.look, mine, place.mask)[::2, ::2])
    white = np.percentile(brightest(mine), 98)
    is_white = darkest(lit) > WHITE * white
    darker = brighter = place.mask[::2, ::2]
    for index in indexes:
        look = np.ascontiguousarray(design.looks[index, ::2, ::2])
        least, most = cv2.erode(look, AROUND).astype(np.float32), cv2.dilate(look, AROUND).astype(np.float32)
        darker = darker & brightest(lit < least - FOREIGN)
        outshone = brightest(lit > most + FOREIGN) | (is_white & darkest(lit > most + BRIGHTER))
        brighter = brighter & outshone
    glare = cv2.morphologyEx(brighter.astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    shine = _blazing(glare, brightest(lit) > white + BLAZING)
    near = cv2.dilate(shine, NEAR_GLARE) | _streak(shine)
    cover = cv2.morphologyEx(darker.astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    if shine.any() and not design.is_lone:
        # What else is bright, or dark within the card, is print: that of one never taught, perhaps.
        glare &= cv2.dilate(near, NEAR_GLARE)
        cover = _reaching_in(cover)
    foreign = glare | cover
    foreign = cv2.dilate(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, BETWEEN), AROUND)
    if foreign.mean() > MOST_FOREIGN:
        return None
    trust = np.where(foreign, COVERED, np.where(near, SHINY, FREE)).astype(np.uint8)
    return cv2.resize(trust, FRAME_PX, interpolation=cv2.INTER_NEAREST)


def _blazing(glare: NDArray[np.uint8], is_brighter: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Returns the patches of glare that somewhere outshine the card's white; others are another print."""
    _, patches = cv2.connectedComponents(cv2.dilate(glare, NEAR_GLARE))
    return glare * np.isin(patches, patches[is_brighter & (glare > 0)]).astype(np.uint8)


def _reaching_in(cover: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the patches that reach in from the card's edge, as fingers and other cards do."""
    _, patches = cv2.connectedComponents(cv2.dilate(cover, AROUND))
    edge = np.concatenate([patches[0], patches[-1], patches[:, 0], patches[:, -1]])
    return cover * np.isin(patches, edge[edge > 0]).astype(np.uint8)


def _streak(glare: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the straight band that glare lies in, also where print hides that it goes on."""
    band = np.zeros_like(glare)
    points = np.argwhere(glare)[:, ::-1].astype(np.float32)
    if len(points) < LEAST_GLARE:
        return band
    some = points[:: len(points) // ENOUGH + 1]
    across, down, x, y = cv2.fitLine(some, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    away = np.abs((points[:, 0] - x) * down - (points[:, 1] - y) * across)
    inside = away < STREAK_PX
    if inside.mean() > 0.6:
        wide = int(2 * np.percentile(away[inside], 90)) + 5
        ends = [(round(float(x + far * across)), round(float(y + far * down))) for far in (-300, 300)]
        cv2.line(band, ends[0], ends[1], 1, wide)
    return band
