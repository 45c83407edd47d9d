"""The light on the board, read off the anchor tags: their white is white and their black is black."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.message import Message, say
from companion.ports.table import Table
from vision.dictionary import find_dictionary, tag_cells
from vision.pose import Array, Fit
from vision.tags import Corners

DARK = 45.0
FLAT = 35.0


@dataclass(frozen=True)
class Light:
    """What white and black look like in a picture, as blue-green-red levels."""

    white: Array
    black: Array

    def undo(self, colours: NDArray[np.floating]) -> NDArray[np.float32]:
        """Returns colours as they would be under white light, 0 to about 255."""
        gain = (255.0 / np.maximum(self.white - self.black, 12.0)).astype(np.float32)
        undone = np.asarray(colours, np.float32) - self.black.astype(np.float32)
        undone *= gain
        return undone

    def complaint(self) -> Message | None:
        """Says what is wrong with the light, if anything."""
        if self.white.max() < DARK:
            return say("vision.light.dark")
        if (self.white - self.black).max() < FLAT:
            return say("vision.light.flat")
        return None


WHITE = Light(np.full(3, 255.0), np.zeros(3))


@cache
def _cells(dictionary: str, tag: int) -> NDArray[np.float32]:
    return tag_cells(find_dictionary(dictionary), tag)


@cache
def _middles(side: int) -> Array:
    axis = np.arange(side) + 0.5
    return np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 1, 2)


def light_of(frame: NDArray[np.uint8], table: Table, tags: dict[int, list[Corners]], fit: Fit) -> Light:
    """Measures the light: the median over the anchors seen, so that glare on one of them does not count."""
    seen = [int(name) for name in table.anchors if len(tags.get(int(name), ())) == 1]
    whites, blacks = [], []
    for tag in seen:
        cells = _cells(table.dictionary, tag)
        side = len(cells)
        target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        place = cv2.getPerspectiveTransform(target, tags[tag][0].astype(np.float32))
        pixels = cv2.perspectiveTransform(_middles(side), place).astype(np.float32)
        values = cv2.remap(frame, pixels, None, cv2.INTER_LINEAR).reshape(-1, 3)
        is_white = cells.reshape(-1) > 0
        white, black = np.sort(values[is_white], axis=0), np.sort(values[~is_white], axis=0)
        whites.append(white[int(0.7 * len(white))])
        blacks.append(black[int(0.3 * len(black))])
    if not whites:
        return WHITE
    return Light(np.median(whites, axis=0), np.median(blacks, axis=0))
