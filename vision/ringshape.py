"""What speaks for a ring and against it, measured at many places at once, and weighed into one score.

The weights are those of a logistic regression on drawn scenes, in which places that are no ring count
thirty times: the score is about the logarithm of the odds that a place is a ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.pose import Array

TRAITS = {
    "support": 12.9,
    "hole": 5.1,
    "whole": 10.0,
    "rim": 1.9,
    "gaps": -5.3,
    "rough": -4.4,
    "slope": -5.6,
    "uneven": -1.4,
    "filled": -3.6,
    "off": -2.0,
}
"""What speaks for a ring and against it, with weights that were fitted to drawn scenes.

support: share of the rays on which ring and outer edge are seen; hole: share of these on which the inside
differs from the ring; whole: share of all rays with ring and hole, whatever lies beyond; rim: how much the
colour changes just inside the inner edge; gaps: share of the rays without a ring on the side that the
figure cannot hide; rough: how far the outer edge is from a circle; slope: whether the band fades from one
edge to the other, as the rim of a disc or of a printed space does; uneven: how much its colour varies;
filled: share of the rays on which the inside is a brighter ring colour; off: how far its colour is turned.
"""
NEEDED = 17.1
WEIGHTS = np.array(list(TRAITS.values()))

Colours = NDArray[np.float32]
Rays = NDArray[np.bool_]


@dataclass(frozen=True)
class RingShape:
    """Places (first axis) seen along rays (second axis): mean colours of four zones, and what rays show."""

    within: Colours
    rim: Colours
    inner_half: Colours
    outer_half: Colours
    own: Colours
    """The ring's colour as seen, one for each place."""
    expected: Array
    alike: Array
    """The cosine of the angle up to which a colour counts as the expected one."""
    is_ring: Rays
    is_whole: Rays
    outer_ok: Rays
    away: Array
    """From the camera to the place, on the board."""

    def traits(self, directions: Array, ragged_mm: Array, angle: Array) -> Array:
        """Measures the traits of each place, in the order of TRAITS."""
        level = np.maximum(_norm(self.outer_half), 1e-6)
        strength = np.maximum(_norm(self.own), 1e-6)
        rim = self._unlike_ring(self.rim)
        hole = np.maximum(rim, self._unlike_ring(self.within)) > 0.1
        # A body hides its ring on the side away from the camera, and nowhere else.
        ahead = self.away @ directions.T <= 0.2 * np.linalg.norm(self.away, axis=1, keepdims=True)
        gaps = (~self.is_ring & ahead).sum(axis=1) / np.maximum(ahead.sum(axis=1), 1)
        fading = _mean_where(self.outer_half - self.inner_half, self.outer_ok & self.is_whole)
        varying = _mean_where(_norm(self.outer_half - self.own[:, None]), self.outer_ok)
        inside = _norm(self.within)
        wanted = self.expected / np.linalg.norm(self.expected, axis=1, keepdims=True)
        is_alike = np.einsum("krc,kc->kr", self.within, wanted) > self.alike[:, None] * inside
        return np.column_stack(
            [
                self.outer_ok.mean(axis=1),
                _mean_where(hole, self.outer_ok),
                (hole & self.is_ring).mean(axis=1),
                np.clip((median_where(rim, self.outer_ok) - 0.03) / 0.17, 0, 1.5),
                np.minimum(gaps, 0.5),
                np.clip(ragged_mm - 0.3, 0, 1.5),
                np.clip((_norm(fading) / strength - 0.04) / 0.1, 0, 4.0),
                np.clip((varying / strength - 0.03) / 0.07, 0, 1.5),
                _mean_where(is_alike & (inside > 1.06 * level), self.outer_ok),
                np.clip((angle - 0.3) / 0.3, 0, 1.5),
            ]
        ).astype(np.float64)

    def _unlike_ring(self, zone: Colours) -> Colours:
        """Returns how far a zone's colour is from the ring's, on the same ray or in general: the lesser."""
        here = _norm(zone - self.outer_half) / np.maximum(_norm(self.outer_half), 1e-6)
        own = self.own[:, None]
        return np.minimum(here, _norm(zone - own) / np.maximum(_norm(own), 1e-6))


def _norm(colours: Colours) -> Colours:
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", colours, colours)))


def _mean_where(values: NDArray[Any], counts: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Returns the mean over the rays that count, for each place; nought where none does."""
    weights = counts.astype(np.float32)
    weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1)
    return np.asarray(np.einsum("kr...,kr->k...", values, weights))


def median_where(values: NDArray[np.floating], counts: NDArray[np.bool_]) -> NDArray[Any]:
    """Returns the median along the last axis over the entries that count; very large where none does."""
    ordered = np.sort(np.where(counts, values, values.dtype.type(1e9)), axis=-1)
    middle = np.maximum(counts.sum(axis=-1, keepdims=True) - 1, 0) // 2
    return np.asarray(np.take_along_axis(ordered, middle, axis=-1)[..., 0])
