"""Reads the pips of six-sided dice by a small network; `scripts/train-dice` makes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, scaled

Floats = NDArray[np.float32]

STRIDE = 4
"""How many pixels one cell of the finder's answer covers."""

LONGEST_PX = 640
SIZE_UNIT_PX = 40.0
"""The finder tells the logarithm of a die's side against this."""

DIE_PX, DIE_SHARE = 48, 0.75
"""The side of the square that the reader sees, and which share of it a die fills."""

THERE = 0.3
"""From which score on something is a die at all."""

CERTAIN = 0.34
"""From which product of both networks' scores on a value is certain: chosen on the photos learned from."""

WAYS = ((1, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1), (1, 0, -1), (0, 1, -1), (-1, 0, -1), (0, -1, -1))
"""A die is read once each way round, and once each way in a mirror; all ways together decide."""

AT_FIRST, SETTLED = 2, 0.8
"""So many ways are read first; where each gives one value this share, the others are not asked.

In none of the 1,172 dice learned from would they have changed the answer.
"""


@dataclass(frozen=True)
class ReadDie:
    """A die in a picture: its middle, its side, and its value where that is certain."""

    x: float
    y: float
    side_px: float
    value: int | None
    confidence: float
    among: tuple[int, ...] = ()
    """All values, likeliest first."""


@cache
def _network(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(files("vision.read").joinpath(name).read_bytes(), np.uint8))


def _answer(name: str, pictures: NDArray[np.uint8]) -> Floats:
    """Returns what a network says of pictures of one size."""
    network = _network(name)
    network.setInput((pictures.astype(np.float32) / 255 - 0.5).transpose(0, 3, 1, 2))
    return network.forward()


def read_dice(frame: Frame) -> list[ReadDie]:
    """Reads all dice of a picture, from the left to the right."""
    picture, scale = scaled(frame, LONGEST_PX)
    found = _find_dice(picture)
    if not found:
        return []
    dice = []
    shares = _shares(picture, [(x, y, side) for x, y, side, _ in found])
    for (x, y, side, score), share in zip(found, shares, strict=True):
        confidence = float(score * share.max())
        value = int(share.argmax()) + 1 if confidence >= CERTAIN else None
        among = tuple(int(index) + 1 for index in np.argsort(-share))
        dice.append(ReadDie(x / scale, y / scale, side / scale, value, confidence, among))
    return sorted(dice, key=lambda die: die.x)


def _find_dice(picture: Frame) -> list[tuple[float, float, float, float]]:
    """Returns middle, side and score of each die."""
    height, width = (-(-side // 8) * 8 for side in picture.shape[:2])
    whole = cv2.copyMakeBorder(
        picture, 0, height - picture.shape[0], 0, width - picture.shape[1], cv2.BORDER_REPLICATE
    )
    heat, size = _answer("dice-finder.onnx", whole[None])[0]
    heat = 1 / (1 + np.exp(-heat))
    found: list[tuple[float, float, float, float]] = []
    for row, column in _peaks(heat):
        x, y = ((place + 0.5) * STRIDE for place in _refined(heat, row, column))
        side = float(np.exp(size[row, column]) * SIZE_UNIT_PX)
        if all(np.hypot(other[0] - x, other[1] - y) > 0.55 * side for other in found):
            found.append((x, y, side, float(heat[row, column])))
    return found


def _shares(picture: Frame, found: list[tuple[float, float, float]]) -> Floats:
    """Returns how likely each value of each die is; those plain at first sight are read no further."""
    first = _read_ways(picture, found, WAYS[:AT_FIRST])
    shares = _together(first)
    doubtful = np.flatnonzero(first.min(1).max(1) < SETTLED)
    if len(doubtful):
        more = _read_ways(picture, [found[index] for index in doubtful], WAYS[AT_FIRST:])
        shares[doubtful] = _together(np.concatenate([first[doubtful], more], 1))
    return shares


def _read_ways(
    picture: Frame, found: list[tuple[float, float, float]], ways: tuple[tuple[int, int, int], ...]
) -> Floats:
    """Returns the shares of the values for each die and each way of looking at it."""
    cuts = np.stack([_cut(picture, x, y, side, way) for x, y, side in found for way in ways])
    values = _answer("dice-reader.onnx", cuts).reshape(len(found), len(ways), 6)
    return _normed(np.exp(values - values.max(2, keepdims=True)))


def _together(shares: Floats) -> Floats:
    """Returns what all ways say: a way that rules a value out counts for more than one that allows it."""
    return _normed(np.exp(np.log(np.maximum(shares, 1e-12)).mean(1)))


def _normed(shares: Floats) -> Floats:
    """Returns shares of the values that add up to 1."""
    return shares / shares.sum(-1, keepdims=True)


def _cut(picture: Frame, x: float, y: float, side: float, way: tuple[int, int, int]) -> Frame:
    """Cuts out a die, turned by quarters or mirrored, at the size that the reader knows."""
    scale = DIE_PX * DIE_SHARE / side
    cos, sin, mirror = way
    matrix = np.array([[cos * mirror, -sin, 0], [sin * mirror, cos, 0]]) * scale
    matrix[:, 2] = DIE_PX / 2 - matrix[:, :2] @ (x, y)
    return cv2.warpAffine(
        picture, matrix, (DIE_PX, DIE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def _peaks(heat: Floats) -> list[tuple[int, int]]:
    """Returns the cells that are higher than all around them, the highest first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > THERE))
    order = np.argsort(-heat[rows, columns])
    return [(int(rows[index]), int(columns[index])) for index in order]


def _refined(heat: Floats, row: int, column: int) -> tuple[float, float]:
    """Returns where a peak is between its cells."""
    top, left = max(0, row - 1), max(0, column - 1)
    around = heat[top : row + 2, left : column + 2]
    ys, xs = np.mgrid[: around.shape[0], : around.shape[1]]
    return left + float((around * xs).sum() / around.sum()), top + float((around * ys).sum() / around.sum())
