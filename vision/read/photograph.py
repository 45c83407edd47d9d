"""Takes a photo of whatever is newly laid down before the camera: a card to teach, or a tile to trace."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.watch import TakenPhoto
from vision.picture import Frame, brightest, read_picture, scaled
from vision.read.answers import SUFFIXES
from vision.read.deck import (
    FRAME,
    FRAME_PX,
    TAUGHT_PX,
    TaughtCard,
    short_side_first,
    teach_card,
)
from vision.read.lamp import soft
from vision.read.outlines import four_sided
from vision.read.taught import complaints_about, is_blank

Kind = Literal["card", "tile", "die"]
Floats = NDArray[np.float32]

SEEN_PX = 960
MOVES = 12
"""Levels by which a pixel changes when something moves."""
MOVING_SHARE = 0.0008
STILL_LOOKS = 3
"""How many looks in a row must show the same."""
DIFFERS = 22.0
"""How far apart in colour the ground and what lies on it are."""
LEAST_SHARE, MOST_SHARE = 0.002, 0.4
"""Which share of the picture something that is laid down covers."""
LEAST_DIE_SHARE = 0.00015
FILLED = 0.86
"""Which share of the rectangle around it a card covers; a hand covers less."""
AROUND = 0.25
"""How much of the ground is kept around a card, as a share of its sides."""
DARK_GROUND, LIGHT_GROUND = 60, 215
"""What a card is put on in its photo: the one that its rim is farther from."""
EDGE_PX = 3
SAME = 9.0
"""How far apart, on average, two looks at one card may be."""
ALIKE = 0.975
"""From which correlation on two photos can hardly be told apart: one card twice has 0.99 and more, the likest
two of a deck whose cards differ by a digit 0.95."""
QUALITY = 92


class Photographer:
    """Watches frames; gives one photo of each new thing that lies still, with what is wrong with it."""

    def __init__(self, kind: Kind, folder: Path | None = None) -> None:
        self._kind = kind
        self._taught: list[TaughtCard] = []
        self._least = LEAST_SHARE if kind != "die" else LEAST_DIE_SHARE
        if kind == "card" and folder is not None:
            Thread(target=self._learn, args=(folder,), name="taught photos", daemon=True).start()
        self._before: Frame | None = None
        self._ground: Frame | None = None
        self._still = 0
        self._last: Frame | None = None
        self._number = 0

    def _learn(self, folder: Path) -> None:
        """Reads the photos that were taken before, beside the camera; broken ones are left out."""
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.suffix.lower() in SUFFIXES:
                with suppress(Invalid, OSError):
                    self._taught.append(teach_card(path.stem, read_picture(path)))

    def feed(self, frame: Frame) -> TakenPhoto | None:
        """Takes the next frame; returns a photo once for each thing that is laid down."""
        small, scale = scaled(frame, SEEN_PX)
        small = cv2.GaussianBlur(small, (5, 5), 0)
        before, self._before = self._before, small
        if before is None or before.shape != small.shape:
            self._still, self._ground = 0, None
            return None
        moving = (brightest(cv2.absdiff(small, before)) > MOVES).mean()
        self._still = 0 if moving > MOVING_SHARE else self._still + 1
        if self._still == 0 or self._still % STILL_LOOKS:
            return None  # again and again: a die is too small to count as a movement
        if self._ground is None:
            self._ground = small
            return None
        corners = self._laid(small)
        if corners is None:
            return None
        return self._take(frame, corners / scale, small)

    def _laid(self, small: Frame) -> Floats | None:
        """Returns the corners of the one thing that lies there, in the small picture."""
        assert self._ground is not None
        lab, ground = (
            cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32) for picture in (small, self._ground)
        )
        apart = np.sqrt((((lab - ground) * (0.6, 1.5, 1.5)) ** 2).sum(2))
        mask = (apart > DIFFERS).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        large = [one for one in contours if cv2.contourArea(one) > self._least * mask.size]
        if not large or float(mask.mean()) > MOST_SHARE:
            # Nothing lies there, perhaps in another light; or the camera was moved.
            self._ground, self._last = small, None
            return None
        hull = cv2.convexHull(max(large, key=cv2.contourArea))
        box = cv2.minAreaRect(hull)
        area = cv2.contourArea(hull)
        if area < FILLED * box[1][0] * box[1][1]:
            return None
        quad = four_sided(hull)
        return np.asarray(cv2.boxPoints(box) if quad is None else quad, np.float32)

    def _take(self, frame: Frame, corners: Floats, small: Frame) -> TakenPhoto | None:
        photo = _flattened(frame, corners) if self._kind == "tile" else _cut(frame, corners)
        look = cv2.resize(photo, (64, 64), interpolation=cv2.INTER_AREA)
        if self._last is not None and float(cv2.absdiff(look, self._last).mean()) < SAME:
            return None
        self._last = look
        notes, like = (), ()
        is_cut = bool(
            (corners < EDGE_PX).any() or (corners > np.array(frame.shape[1::-1]) - EDGE_PX - 1).any()
        )
        if self._kind == "card":
            card = teach_card(f"#{self._number + 1}", photo)
            if is_blank(card):
                self._ground = small  # something was taken away
                return None
            notes, like = complaints_about(card), _like(card, tuple(self._taught))
            self._taught.append(card)
        if is_cut and say("vision.read.cut_off") not in notes:
            notes = (say("vision.read.cut_off"), *notes)
        self._number += 1
        packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        return TakenPhoto(self._number, packed, photo.shape[1], photo.shape[0], notes, like)


def _cut(frame: Frame, corners: Floats) -> Frame:
    """Cuts a card out, on a plain ground whatever it lies on, as large as taught photos are."""
    low, high = corners.min(0), corners.max(0)
    scale = TAUGHT_PX / float(((1 + 2 * AROUND) * (high - low)).max())
    size = tuple(int(side) for side in np.ceil((1 + 2 * AROUND) * (high - low) * scale))
    shift = np.array([(scale, 0, 0), (0, scale, 0)])
    shift[:, 2] = -scale * (low - AROUND * (high - low))
    part = cv2.warpAffine(frame, shift, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.transform(corners[None], shift)[0]).astype(np.int32), 1)
    rim = (mask > 0) & (cv2.erode(mask, np.ones((15, 15), np.uint8)) == 0)
    ground = DARK_GROUND if part[rim].mean() > 0.5 * (DARK_GROUND + LIGHT_GROUND) else LIGHT_GROUND
    return np.where(mask[:, :, None] > 0, part, np.uint8(ground))


def _flattened(frame: Frame, corners: Floats) -> Frame:
    """Returns a tile as seen from above, its longer side across."""
    first = int(np.argmin(corners.sum(1)))
    corners = np.roll(corners, -first, 0)
    (across, down), (next_across, next_down) = corners[1] - corners[0], corners[2] - corners[1]
    if across * next_down < down * next_across:
        corners = corners[[0, 3, 2, 1]]
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = max(1.0, 1024 / max(width, height))
    size = (max(16, round(width * scale)), max(16, round(height * scale)))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_CUBIC)
    return np.asarray(flat if width >= height else cv2.rotate(flat, cv2.ROTATE_90_CLOCKWISE))


def _look(card: TaughtCard) -> Floats:
    upright = cv2.getPerspectiveTransform(short_side_first(card.outline), FRAME)
    small = soft(cv2.warpPerspective(card.picture, upright, FRAME_PX))[::6, ::6].reshape(-1, 3)
    return (small - small.mean(0)).ravel()


def _like(card: TaughtCard, taught: tuple[TaughtCard, ...]) -> tuple[str, ...]:
    """Names the taught cards that a new one can hardly be told from."""
    mine = _look(card)
    shares = []
    for other in taught:
        theirs = _look(other).reshape(-1, 3)
        both = max(float(mine @ look.ravel()) for look in (theirs, theirs[::-1]))
        shares.append((both / (np.linalg.norm(mine) * np.linalg.norm(theirs) + 1e-6), other))
    shares.sort(key=lambda one: -one[0])
    return tuple(other.id for share, other in shares if share > ALIKE)
