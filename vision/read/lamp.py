"""The light in which a card was seen: brought to that of another picture of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Frame, brightest
from vision.read.features import Floats

CLOSE = 14.0
"""How far apart two levels of a channel may be that count as the same."""

MOST_TINT = 1.4
"""By how much a lamp may favour one channel over another."""

BRIGHT = 80
MOST_SLOPE = 0.35
"""How bright a pixel must be, and how far off, as a logarithm, to tell how light falls across a card."""

STEP = 4
"""Which pixels tell how light falls across a card: every fourth one."""


def light(colours: Floats, wanted: Floats) -> Floats:
    """Returns by what each channel is multiplied so that as many pixels as possible look as wanted."""
    step = max(1, len(colours) // 1500)
    colours, wanted = colours[::step], wanted[::step]
    guesses = wanted[:: len(wanted) // 60 + 1] / np.maximum(colours[:: len(colours) // 60 + 1], 8.0)
    guesses = np.vstack([np.ones((1, 3), np.float32), guesses])
    guesses = guesses[
        (guesses.max(1) < MOST_TINT * guesses.min(1)) & (guesses.max(1) < 3) & (guesses.min(1) > 0.33)
    ]
    # Channel by channel: numpy is slow to compare few columns.
    close = np.ones((len(colours), len(guesses)), bool)
    for channel in range(3):
        lit = np.multiply.outer(colours[:, channel], guesses[:, channel])
        close &= np.abs(lit - wanted[:, channel, None]) < CLOSE
    return guesses[(wanted.max(1) @ close).argmax()]  # black is black in any light


def lit_like(look: Floats, wanted: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Returns a look in the light of the wanted one: each channel's gain, and a slope across the frame."""
    lit = look * light(look[mask], wanted[mask])
    ys, xs = np.mgrid[: look.shape[0] : STEP, : look.shape[1] : STEP]
    terms = np.stack([np.ones(xs.size), xs.ravel() / look.shape[1], ys.ravel() / look.shape[0]], 1)
    have, want = (brightest(one[::STEP, ::STEP]).ravel() for one in (lit, wanted))
    ratio = np.log((want + 8) / (have + 8))
    kept = mask[::STEP, ::STEP].ravel() & (want > BRIGHT) & (np.abs(ratio) < MOST_SLOPE)
    slope = np.zeros(3)
    for _ in range(3):
        if kept.sum() < 30:
            return lit
        slope = np.linalg.solve(terms[kept].T @ terms[kept] + np.eye(3) * 1e-6, terms[kept].T @ ratio[kept])
        apart = np.abs(ratio - terms @ slope)
        kept &= apart < max(0.03, 2 * float(np.median(apart[kept])))
    rows, columns = np.arange(look.shape[0]) / look.shape[0], np.arange(look.shape[1]) / look.shape[1]
    gain = np.exp(slope[0] + slope[1] * columns[None] + slope[2] * rows[:, None]).astype(np.float32)
    return lit * gain[:, :, None]


def soft(picture: Frame) -> Floats:
    """Returns a picture without its finest details, which no two photos share."""
    return cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
