"""Draws six-sided dice with pips, seen from about above: for training, tests and the simulated camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[float, float, float]

SHIFT = 4
"""Corners are given to OpenCV in sixteenths of a pixel."""

_FAR = 0.27
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-_FAR, -_FAR), (_FAR, _FAR)),
    3: ((-_FAR, -_FAR), (0, 0), (_FAR, _FAR)),
    4: ((-_FAR, -_FAR), (_FAR, -_FAR), (-_FAR, _FAR), (_FAR, _FAR)),
    5: ((-_FAR, -_FAR), (_FAR, -_FAR), (0, 0), (-_FAR, _FAR), (_FAR, _FAR)),
    6: ((-_FAR, -_FAR), (-_FAR, 0), (-_FAR, _FAR), (_FAR, -_FAR), (_FAR, 0), (_FAR, _FAR)),
}
"""Where the pips of each value lie on a face of side 1 around its centre."""

_ROUND_THE_SIDE = {
    1: (2, 3, 5, 4),
    2: (1, 4, 6, 3),
    3: (1, 2, 6, 5),
    4: (1, 5, 6, 2),
    5: (1, 3, 6, 4),
    6: (2, 4, 5, 3),
}
"""The four side faces under each top face, one after the other round the die."""


@dataclass(frozen=True)
class DrawnDie:
    """A die in a picture: where its top face is, how it lies and how it looks."""

    x: float
    y: float
    side_px: float
    value: int
    turn: float = 0.0
    """By how much it is turned, in radians."""
    lean: tuple[float, float] = (0.0, 0.0)
    """By how many sides its foot is shifted against its top: the camera looks from the other side."""
    body: Colour = (235, 235, 235)
    pips: Colour = (20, 20, 20)
    corner: float = 0.15
    """The radius of its corners, in sides."""
    pip: float = 0.1
    """The radius of a pip, in sides."""
    glare: float = 0.0
    """How much of a lamp is mirrored on its top face, from 0 to 1."""


def draw_die(picture: Picture, die: DrawnDie) -> None:
    """Draws a die into a picture (blue-green-red), its shadow first."""
    foot = np.array(die.lean) * die.side_px
    top = top_face(die)
    shadow = picture.copy()
    _fill(
        shadow,
        _rounded(top + foot * 1.15, die.corner * 1.5),
        tuple(channel * 0.45 for channel in picture.mean((0, 1))),
    )
    cv2.addWeighted(shadow, 0.5, picture, 0.5, 0, picture)
    whole = cv2.convexHull(
        np.vstack([_rounded(top, die.corner), _rounded(top + foot, die.corner)]).astype(np.float32)
    )
    _fill(picture, whole.reshape(-1, 2), _lit(die.body, 0.62))
    for index, value in enumerate(_ROUND_THE_SIDE[die.value]):
        edge = top[[index, (index + 1) % 4]]
        outward = edge.mean(0) - top.mean(0)
        if float(outward @ foot) > 0.04 * die.side_px * np.linalg.norm(outward):
            _pips(picture, np.array([edge[0], edge[1], edge[1] + foot, edge[0] + foot]), value, die, 0.75)
    _fill(picture, _rounded(top, die.corner), die.body)
    _pips(picture, top, die.value, die, 1.0)
    if die.glare > 0:
        shine = picture.copy()
        centre = top.mean(0) + (top[0] - top.mean(0)) * 0.3
        axes = (die.side_px * 0.32 * die.glare, die.side_px * 0.1)
        cv2.ellipse(
            shine,
            (tuple(centre), (2 * axes[0], 2 * axes[1]), float(np.degrees(die.turn)) + 30),
            (255, 255, 255),
            -1,
            cv2.LINE_AA,
        )
        cv2.addWeighted(shine, 0.75, picture, 0.25, 0, picture)


def top_face(die: DrawnDie) -> Points:
    """Returns the corners of the upper face."""
    cos, sin = np.cos(die.turn), np.sin(die.turn)
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * die.side_px
    return square @ np.array([(cos, sin), (-sin, cos)]) + (die.x, die.y)


def _rounded(quad: Points, radius: float) -> Points:
    """Returns the outline of a four-sided face with its corners rounded by a share of the side."""
    outline = []
    for index in range(4):
        before, corner, after = quad[index - 1], quad[index], quad[(index + 1) % 4]
        start, end = corner + (before - corner) * radius, corner + (after - corner) * radius
        outline += [
            (1 - share) ** 2 * start + 2 * share * (1 - share) * corner + share**2 * end
            for share in (0.0, 0.25, 0.5, 0.75, 1.0)
        ]
    return np.array(outline)


def _pips(picture: Picture, quad: Points, value: int, die: DrawnDie, light: float) -> None:
    origin, across, down = quad[0], quad[1] - quad[0], quad[3] - quad[0]
    circle = np.array(
        [(np.cos(angle), np.sin(angle)) for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False)]
    )
    for u, v in PIPS[value]:
        ring = circle * die.pip + (u + 0.5, v + 0.5)
        _fill(picture, origin + ring[:, :1] * across + ring[:, 1:] * down, _lit(die.pips, light))


def _lit(colour: Colour, light: float) -> Colour:
    return colour[0] * light, colour[1] * light, colour[2] * light


def _fill(picture: Picture, outline: Points, colour: Colour) -> None:
    points = np.round(outline * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [points], tuple(float(channel) for channel in colour), cv2.LINE_AA, SHIFT)
