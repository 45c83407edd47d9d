"""Settling: a scene is judged only when it has been still for a while and no hand is over the board.

Motion is what changes between two frames. A hand at rest does not move, so it is told apart by what
differs from the last scene that was judged: something large, or something that reaches in across the
board's edge. A figure that was moved is small and stands inside; what lies in a place for cards or dice is no
hand, however large it is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]

WIDTH_PX = 320
STILL_S = 0.3
"""From the hand's leaving to the sighting, by default."""
MOVES = 14
"""Grey levels that a pixel changes by when something moves; noise and flicker stay below."""
MOVING_SHARE = 0.0012
DIFFERS = 0.16
"""How far a pixel's lightness against its surroundings changes where something else lies."""
SURROUNDINGS_PX = 41
REACHING_SHARE = 0.008
CUT_SHARE = 0.025
MARGIN = 0.08
"""How far beyond the board, as a share of its size, a hand is still at the board."""
LARGE_SHARE = 0.10
CHANGED_SHARE = 0.0008
PATIENCE_S = 8.0
"""A scene that stays different for so long without moving is the new normal: a lamp was switched on."""
COMBINE = 4


class Scene(StrEnum):
    """What the picture is doing."""

    MOVING = "moving"
    HAND = "hand"
    WAITING = "waiting"
    STILL = "still"


@dataclass(frozen=True)
class Settled:
    """The state after a frame; `picture` is there once for each scene that came to rest."""

    scene: Scene
    picture: Frame | None = None


class Settler:
    """Watches frames and gives one combined picture for every scene that has come to rest."""

    def __init__(self, still_s: float = STILL_S, area: NDArray[np.float64] | None = None) -> None:
        self._still_s = still_s
        self._area = area
        self._places: tuple[NDArray[np.float64], ...] = ()
        self._mask: NDArray[np.uint8] | None = None
        self._beside: NDArray[np.uint8] | None = None
        self._edge: NDArray[np.uint8] | None = None
        self._before: NDArray[np.uint8] | None = None
        self._judged: NDArray[np.uint8] | None = None
        self._since: float | None = None
        self._last_s = 0.0
        self._blocked_since: float | None = None
        self._is_fresh = True
        self._recent: deque[Frame] = deque(maxlen=COMBINE)

    def watch(self, area: NDArray[np.float64], places: tuple[NDArray[np.float64], ...] = ()) -> None:
        """Sets the part of the picture, as corners in pixels, where a hand matters, and the places in it."""
        if self._area is None or len(area) != len(self._area) or np.abs(area - self._area).max() > 8:
            self._area, self._places, self._mask = area, places, None

    def feed(self, frame: Frame, time_s: float) -> Settled:
        """Takes the next frame, with its time."""
        settled = self._feed(frame, time_s)
        self._last_s = time_s
        return settled

    def _feed(self, frame: Frame, time_s: float) -> Settled:
        small = self._small(frame)
        if self._before is None or self._before.shape != small.shape:
            self._restart(small, time_s)
            return Settled(Scene.WAITING)
        moving = self._share(cv2.absdiff(small, self._before) > MOVES)
        self._before = small
        if moving > MOVING_SHARE:
            self._since, self._is_fresh, self._blocked_since = None, True, None
            self._recent.clear()
            return Settled(Scene.MOVING)
        if self._since is None:
            self._since = self._last_s
        self._recent.append(frame)
        if time_s - self._since < self._still_s - 1e-6:
            return Settled(Scene.WAITING)
        if not self._is_fresh and self._judged is not None:
            self._is_fresh = self._share(self._changed(small) > 0) > CHANGED_SHARE
        if self._is_hand(small) and not self._outlasts(time_s):
            return Settled(Scene.HAND)
        if not self._is_fresh:
            return Settled(Scene.STILL)
        self._judged, self._is_fresh, self._blocked_since = small, False, None
        return Settled(Scene.STILL, self._combined())

    def _restart(self, small: NDArray[np.uint8], time_s: float) -> None:
        self._before, self._judged, self._mask = small, None, None
        self._since, self._is_fresh = time_s, True
        self._recent.clear()

    def _small(self, frame: Frame) -> NDArray[np.uint8]:
        height = max(1, round(frame.shape[0] * WIDTH_PX / frame.shape[1]))
        small = cv2.resize(frame, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
        if self._mask is None or self._mask.shape != grey.shape:
            scale = WIDTH_PX / frame.shape[1]
            self._mask, self._edge = self._areas(grey.shape, scale)
            self._beside = np.zeros(grey.shape, np.uint8)
            for place in self._places:
                wider = place.mean(axis=0) + (place - place.mean(axis=0)) * (1 + 2 * MARGIN)
                cv2.fillPoly(self._beside, [np.round(wider * scale).astype(np.int32)], 1)
        return np.asarray(grey)

    def _areas(self, shape: tuple[int, ...], scale: float) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Returns the watched part, and its edge: 1 inside the picture, 2 where the picture ends."""
        mask = np.ones(shape, np.uint8)
        if self._area is not None:
            mask[:] = 0
            middle = self._area.mean(axis=0)
            wider = middle + (self._area - middle) * (1 + 2 * MARGIN)
            cv2.fillPoly(mask, [np.round(wider * scale).astype(np.int32)], 1)
        square = np.ones((5, 5), np.uint8)
        edge = mask - cv2.erode(mask, square, borderValue=1)
        frame = mask - cv2.erode(mask, square, borderValue=0)
        return mask, np.where(edge > 0, 1, 2 * frame).astype(np.uint8)

    def _share(self, changed: NDArray[np.bool_]) -> float:
        assert self._mask is not None
        return float(np.count_nonzero(changed & (self._mask > 0))) / max(int(self._mask.sum()), 1)

    def _changed(self, small: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Marks where something else lies than in the judged scene.

        Each pixel is held against its surroundings, so that lamps, shadows and the camera's own exposure
        do not count.
        """
        assert self._judged is not None
        assert self._mask is not None
        differs = np.abs(_against_surroundings(small) - _against_surroundings(self._judged)) > DIFFERS
        return np.asarray(cv2.medianBlur((differs & (self._mask > 0)).astype(np.uint8), 3))

    def _is_hand(self, small: NDArray[np.uint8]) -> bool:
        if self._judged is None:
            return False
        assert self._mask is not None
        assert self._edge is not None
        assert self._beside is not None
        changed = cv2.morphologyEx(self._changed(small), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        whole = max(int(self._mask.sum()), 1)
        contours, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            filled = cv2.fillPoly(np.zeros_like(changed), [contour], 1)
            outside = 1 - np.count_nonzero(filled & self._beside) / max(1, np.count_nonzero(filled))
            share = outside * cv2.contourArea(cv2.convexHull(contour)) / whole
            if share > LARGE_SHARE:
                return True
            edges = self._edge[contour[:, 0, 1], contour[:, 0, 0]]
            # Where the board ends with the picture, a figure near its edge touches that too.
            if (share > REACHING_SHARE and (edges == 1).any()) or (share > CUT_SHARE and (edges == 2).any()):
                return True
        return False

    def _outlasts(self, time_s: float) -> bool:
        if self._blocked_since is None:
            self._blocked_since = time_s
        return time_s - self._blocked_since > PATIENCE_S

    def _combined(self) -> Frame:
        """Averages the last still frames: noise shrinks, what moved would blur, but nothing did."""
        if len(self._recent) == 1:
            return self._recent[0]
        total = np.zeros(self._recent[0].shape, np.uint16)
        for frame in self._recent:
            total += frame
        return np.asarray((total + len(self._recent) // 2) // len(self._recent), np.uint8)


def _against_surroundings(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    level = small.astype(np.float32) + 8
    return np.asarray(level / cv2.blur(level, (SURROUNDINGS_PX, SURROUNDINGS_PX)))
