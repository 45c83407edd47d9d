"""Looks at places from afar, by every fourth pixel of a card: which of them look like a card at all."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, darkest, scaled
from vision.read.deck import COARSE, FRAME, FRAME_PX, Deck
from vision.read.features import Floats, Homography
from vision.read.likeness import LEAST_SEEN, LIKENESS, coarse_likenesses

SEEN_PX = 480

PROMISING = LIKENESS - 0.1
"""How alike a place must look before it is laid exactly over a card."""

LEAST_LIKELY = 0.3
"""How much a place must look like what the cards of a design share to be compared with each of them."""

MOST_LIKELY = 80
"""How many such places are compared with each card of a design."""

LEAST_COMMON = 0.15
"""The same to be shifted into place."""

MOST_SHIFTED, MOST_SHIFTED_IN_ALL = 24, 96
"""How many places are shifted for one design, and for all of them."""

SHIFT_APART = 0.1
"""How far apart places are that are shifted, as a share of a card's short side."""

AT_ONCE = 256
"""How many places are held in memory at once."""

PX = (FRAME_PX[0] // COARSE, FRAME_PX[1] // COARSE)
TO_COARSE = np.diag([1 / COARSE, 1 / COARSE, 1.0])


class Afar:
    """A small picture, and a deck whose cards may lie in it."""

    def __init__(self, picture: Frame, deck: Deck) -> None:
        self._small, scale = scaled(picture, SEEN_PX)
        self._from_small = np.diag([1 / scale, 1 / scale, 1.0])
        self._dark = darkest(self._small)
        self._designs = deck.designs
        self._common = np.stack([design.common for design in deck.designs])

    def likenesses(self, uprights: list[Homography], free: NDArray[np.uint8]) -> Floats:
        """Returns how much each place looks like any card, either way up."""
        alike = np.zeros(len(uprights), np.float32)
        for design, shares in zip(self._designs, self._shares(uprights, free), strict=True):
            likely = np.argsort(-shares)[:MOST_LIKELY]
            for index in likely[shares[likely] > LEAST_LIKELY]:
                matrix = TO_COARSE @ uprights[index]
                mask = cv2.warpPerspective(free, matrix, PX, flags=cv2.INTER_NEAREST) > 0
                look = cv2.warpPerspective(self._small, matrix @ self._from_small, PX).astype(np.float32)
                alike[index] = max(alike[index], float(coarse_likenesses(look, mask, design).max()))
        return alike

    def shifted(self, uprights: list[Homography], free: NDArray[np.uint8]) -> list[Homography]:
        """Returns the likeliest places, each shifted until it lies over what cards of a design share."""
        if not uprights:
            return []
        corners = [corners_of(upright) for upright in uprights]
        apart = SHIFT_APART * float(np.linalg.norm(corners[0][1] - corners[0][0]))
        middles = np.array([one.mean(0) for one in corners])
        shares = self._shares(uprights, free)
        taken: list[list[Floats]] = [[] for _ in self._designs]
        found = []
        for flat in np.argsort(-shares, axis=None):
            which, index = divmod(int(flat), len(uprights))
            if shares[which, index] < LEAST_COMMON or sum(map(len, taken)) == MOST_SHIFTED_IN_ALL:
                break
            others, middle = taken[which], middles[index]
            if len(others) == MOST_SHIFTED or any(np.linalg.norm(middle - one) < apart for one in others):
                continue
            others.append(middle)
            shift = self._shift(self._common[which], uprights[index], free)
            if shift is not None:
                found.append(np.linalg.inv(TO_COARSE) @ np.linalg.inv(shift) @ TO_COARSE @ uprights[index])
        return found

    def _shares(self, uprights: list[Homography], free: NDArray[np.uint8]) -> Floats:
        """Returns how much places look like what the cards of each design share: designs × places."""
        parts = [
            common_likenesses(darks, masks, self._common) for darks, masks in self._places(uprights, free)
        ]
        return np.hstack([np.zeros((len(self._designs), 0), np.float32), *parts])

    def _places(
        self, uprights: list[Homography], free: NDArray[np.uint8]
    ) -> Iterator[tuple[Frame, NDArray[np.bool_]]]:
        """Gives places as they are seen from afar, some at once, and what of them lies in sight."""
        for start in range(0, len(uprights), AT_ONCE):
            ways = [TO_COARSE @ upright for upright in uprights[start : start + AT_ONCE]]
            darks = [cv2.warpPerspective(self._dark, way @ self._from_small, PX) for way in ways]
            masks = [cv2.warpPerspective(free, way, PX, flags=cv2.INTER_NEAREST) for way in ways]
            yield np.stack(darks), np.stack(masks) > 0

    def _shift(self, common: Floats, upright: Homography, free: NDArray[np.uint8]) -> Homography | None:
        """Returns how a place is shifted, turned and scaled against what it should look like."""
        ((darks, masks),) = self._places([upright], free)
        wanted = common.reshape(PX[::-1]).astype(np.uint8)
        enough = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-3)
        start = np.eye(2, 3, dtype=np.float32)
        try:
            _, found = cv2.findTransformECC(
                wanted, darks[0], start, cv2.MOTION_AFFINE, enough, masks[0].astype(np.uint8), 5
            )
        except cv2.error:  # nothing to go by
            return None
        return np.vstack([found, (0, 0, 1)])


def corners_of(upright: Homography) -> Floats:
    """Returns where the corners of the frame lie in the picture."""
    return cv2.perspectiveTransform(FRAME.reshape(-1, 1, 2), np.linalg.inv(upright)).reshape(-1, 2)


def common_likenesses(darks: Frame, masks: NDArray[np.bool_], common: Floats) -> Floats:
    """Returns how much places look like what designs have in common, the better way up: designs × places."""
    both = np.vstack([common, common[:, ::-1]])
    seen = darks.reshape(len(darks), -1).astype(np.float32)
    weight = masks.reshape(len(masks), -1).astype(np.float32)
    weight /= np.maximum(weight.sum(1, keepdims=True), 1)
    weighted = weight * seen
    mean_seen, mean_both = weighted.sum(1), both @ weight.T
    together = both @ weighted.T - mean_seen * mean_both
    spread = (np.einsum("ij,ij->i", weighted, seen) - mean_seen**2) * (both**2 @ weight.T - mean_both**2)
    shares = together / np.sqrt(np.maximum(spread, 0) + 1e-3)
    shares[:, masks.mean((1, 2)) < LEAST_SEEN] = -1
    return np.maximum(shares[: len(common)], shares[len(common) :])
