"""A close look at places that may be rings: along rays from the centre, all places at once.

Only where the colour begins at the inner and ends at the outer radius does a ray count, so that blots,
stripes and discs of the same colour do not pass. The rays that count give the centre, and how well it
is known when the figure hides the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Light
from vision.pose import Array, Fit
from vision.ringshape import NEEDED, WEIGHTS, RingShape, median_where

WIDEST_ANGLE = 20.0
"""Widest angle in degrees between a pixel's colour and a ring's, light undone."""
SAME_ANGLE = 15.0
RAYS = 48
STEP_MM = 0.6
GUARD_MM = 4.5
EDGE_MM = 0.8
ROUNDS = 3
SOME_RAYS = 0.17
FEWEST_RAYS = 5

_ANGLES = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
_RAYS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


@dataclass(frozen=True)
class Ring:
    """A ring to look for: its colour under white light (blue-green-red) and radii."""

    colour: Array
    outer_mm: float
    inner_mm: float
    strictness: float = 1.0

    @property
    def tolerance(self) -> float:
        """Returns how far a colour may turn in degrees: pale colours soon are grey, so less for them."""
        return float(np.clip(0.6 * self._from_grey, 6.0, WIDEST_ANGLE)) * self.strictness

    @property
    def sameness(self) -> float:
        """Returns within how many degrees of what is seen of the ring a colour is still the ring's."""
        return float(np.clip(0.55 * self._from_grey, 5.0, SAME_ANGLE)) * self.strictness

    @property
    def _from_grey(self) -> float:
        level = self.colour.sum() / np.sqrt(3) / max(float(np.linalg.norm(self.colour)), 1e-6)
        return float(np.degrees(np.arccos(min(level, 1.0))))


CERTAIN_SCORE = 0.8
POSSIBLE_SCORE = -7.0
HOPELESS_SCORE = -12.0
NO_RIVAL_SCORE = -1.0
LEAD = 2.5
"""By how much a ring must be ahead of every other place that is nearly one."""
WIDEST_CERTAIN = 0.8
"""The largest share of the tolerated angle of colour at which a ring can be certain."""


@dataclass(frozen=True)
class RingSeen:
    """A place that looks like a ring: its centre, covariance, and how ring-like it is."""

    centre: Array
    covariance: Array
    support: float
    ragged_mm: float
    colour: Array
    angle: float
    """How far the colour is from the one expected, as a share of what is tolerated."""
    score: float
    """The weighed sum of its traits: about the logarithm of the odds that it is a ring."""
    traits: Array
    is_contested: bool = False
    """Whether another figure's colour fits as well."""

    @property
    def is_certain(self) -> bool:
        """Tells whether it is a ring beyond doubt: a weakness in one trait needs strength in the others."""
        return not self.is_contested and self.score >= CERTAIN_SCORE and self.angle <= WIDEST_CERTAIN

    @property
    def is_possible(self) -> bool:
        """Tells whether it may be a ring of which too little is seen."""
        return self.is_certain or (self.score >= POSSIBLE_SCORE and self.support >= SOME_RAYS)

    def outshines(self, other: RingSeen) -> bool:
        """Tells whether another place is no rival."""
        return other is self or other.score <= max(self.score - LEAD, NO_RIVAL_SCORE)


def colour_angles(pixels: NDArray[np.floating], colours: Array) -> tuple[Array, Array]:
    """Returns the angle in degrees of pixels to each colour, 90 where the brightness rules it out,
    and the brightness against the colour's."""
    pixels = np.maximum(np.asarray(pixels, np.float32), 0)
    length = np.sqrt(np.einsum("...i,...i->...", pixels, pixels))[..., None]
    own = np.maximum(np.linalg.norm(colours, axis=-1), 1e-6).astype(np.float32)
    unit = (colours / own[..., None]).astype(np.float32)
    cosine = (pixels @ np.swapaxes(unit, -1, -2)) / np.maximum(length, 1e-6)
    angles = np.degrees(np.arccos(np.minimum(cosine, 1)))
    brightness = length / own[..., None, :]
    dull = (colours.max(axis=-1) - colours.min(axis=-1)) < 0.25 * colours.max(axis=-1)
    low, high = np.where(dull, 0.55, 0.22)[..., None, :], np.where(dull, 1.3, 2.4)[..., None, :]
    angles[(brightness < low) | (brightness > high) | (length < 22)] = 90.0
    return angles, brightness


def look_closely(
    frame: NDArray[np.uint8], fit: Fit, light: Light, places: Sequence[tuple[Ring, Array]]
) -> list[RingSeen | None]:
    """Returns for each ring and proposed centre what is seen there; None where nothing is like it."""
    result: list[RingSeen | None] = [None] * len(places)
    sizes = {(ring.outer_mm, ring.inner_mm) for ring, _ in places}
    for size in sizes:
        chosen = [k for k, (ring, _) in enumerate(places) if (ring.outer_mm, ring.inner_mm) == size]
        looks = _Looks(frame, fit, light, [places[k] for k in chosen])
        for k, seen in zip(chosen, looks.judge(), strict=True):
            result[k] = seen
    return result


class _Looks:
    """Places for rings of one size, sampled and moved together: numpy is quick only in bulk."""

    def __init__(
        self, frame: NDArray[np.uint8], fit: Fit, light: Light, places: Sequence[tuple[Ring, Array]]
    ) -> None:
        self._frame, self._fit, self._light = frame, fit, light
        self._rings = [ring for ring, _ in places]
        self._colours = np.array([ring.colour for ring in self._rings])
        self._tolerance = np.array([ring.tolerance for ring in self._rings], np.float32)
        self._sameness = np.array([ring.sameness for ring in self._rings], np.float32)
        self._starts = np.array([start for _, start in places], np.float64)
        outer, inner = self._rings[0].outer_mm, self._rings[0].inner_mm
        self._outer, self._inner, self._middle = outer, inner, (inner + outer) / 2
        self._radii = np.arange(max(inner - GUARD_MM, 0.5), outer + GUARD_MM, STEP_MM)
        low, high = np.searchsorted(self._radii, [inner + 0.8, outer - 0.8]).tolist()
        if high <= low:
            low = int(np.argmin(np.abs(self._radii - self._middle)))
            high = low + 1
        self._on_ring = slice(low, high)
        self._beyond = slice(int(np.searchsorted(self._radii, outer + 1.8)), None)
        at_inner = int(np.searchsorted(self._radii, inner))
        rim = slice(int(np.searchsorted(self._radii, inner - 1.4)), max(at_inner, 1))
        self._within = slice(0, max(int(np.searchsorted(self._radii, inner - 1.8)), 1))
        self._half = int(np.searchsorted(self._radii, self._middle))
        middle = max((low + high) // 2, low + 1)
        self._inner_half, self._outer_half = slice(low, middle), slice(min(middle, high - 1), high)
        self._zones = (self._within, rim, self._inner_half, self._outer_half)
        self._camera = fit.camera_mm[:2]

    def judge(self) -> list[RingSeen | None]:
        """Looks, moves each centre to where the edges say, and looks again."""
        seen: list[RingSeen | None] = [None] * len(self._rings)
        centres = self._starts.copy()
        active = list(range(len(self._rings)))
        for _ in range(ROUNDS):
            if not active:
                break
            shifts = self._round(active, centres, seen)
            for k in list(active):
                look, shift = seen[k], shifts.get(k)
                if look is None or shift is None:
                    active.remove(k)
                    continue
                length = float(np.linalg.norm(shift))
                centres[k] += shift * min(1.0, 4.0 / max(length, 1e-9))
                if length < 0.35 or look.score < HOPELESS_SCORE:
                    active.remove(k)
        for k, start in enumerate(self._starts):
            if np.linalg.norm(centres[k] - start) > self._outer:
                seen[k] = None
        return seen

    def _round(self, active: list[int], centres: Array, seen: list[RingSeen | None]) -> dict[int, Array]:
        """Judges the active places once, and returns by how much each centre should move."""
        colours = np.maximum(self._light.undo(self._samples(centres[active])), 0)
        length = np.sqrt(np.einsum("krsc,krsc->krs", colours, colours))
        on_ring = colours[:, :, self._on_ring].reshape(len(active), -1, 3)
        angles, _ = colour_angles(on_ring, self._colours[active, None])
        matching = angles[..., 0] < self._tolerance[active, None]
        kept = np.nonzero(matching.mean(axis=1) >= 0.1)[0]
        if not len(kept):
            return {}
        own_colours = median_where(on_ring[kept].swapaxes(1, 2), matching[kept, None])
        level = median_where(length[kept][:, :, self._on_ring].reshape(len(kept), -1), matching[kept])
        chosen = [active[row] for row in kept.tolist()]
        colours, length = colours[kept], length[kept]
        tolerance = self._tolerance[chosen]
        bright = length / np.maximum(level, 1e-6)[:, None, None]
        likeness = _likeness(colours, length, own_colours, bright, self._sameness[chosen])
        # A stout body covers the ring's inner half all around: the outer half tells.
        is_ring = likeness[:, :, self._outer_half].mean(axis=2) > 0.6
        is_whole = is_ring & (likeness[:, :, self._inner_half].mean(axis=2) > 0.6)
        outer_ok = is_ring & (likeness[:, :, self._beyond].mean(axis=2) < 0.35)
        inner_ok = is_ring & (likeness[:, :, self._within].mean(axis=2) < 0.35)
        outer_edge = self._middle + likeness[:, :, self._half :].sum(axis=2) * STEP_MM - self._outer
        inner_edge = self._middle - likeness[:, :, : self._half].sum(axis=2) * STEP_MM - self._inner
        shift, covariance, ragged = _centre_shifts(outer_edge, outer_ok, inner_edge, inner_ok)
        angle = colour_angles(own_colours[:, None], self._colours[chosen, None])[0][:, 0, 0] / tolerance
        shape = RingShape(
            *(colours[:, :, zone].mean(axis=2) for zone in self._zones),
            own_colours,
            self._colours[chosen],
            np.cos(np.radians(tolerance)),
            is_ring,
            is_whole,
            outer_ok,
            centres[chosen] - self._camera,
        )
        traits = shape.traits(_RAYS, ragged, angle)
        count = outer_ok.sum(axis=1)
        moved: dict[int, Array] = {}
        for row, k in enumerate(chosen):
            if count[row] < FEWEST_RAYS:
                continue
            seen[k] = RingSeen(
                centres[k] + shift[row],
                covariance[row],
                float(count[row] / RAYS),
                float(ragged[row]),
                own_colours[row].astype(np.float64),
                float(angle[row]),
                float(traits[row] @ WEIGHTS) - NEEDED,
                traits[row],
            )
            moved[k] = shift[row]
        return moved

    def _samples(self, centres: Array) -> NDArray[np.float32]:
        """Reads the picture along the rays of all centres, neighbours averaged: noise goes, edges stay."""
        reach = float(self._radii[-1])
        square = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
        image = self._fit.to_picture((centres[:, None] + square).reshape(-1, 2)).reshape(-1, 4, 2)
        points = (_RAYS[:, None, :] * self._radii[None, :, None]).reshape(-1, 2)
        flat = np.column_stack([points, np.ones(len(points))]).T
        start = square.astype(np.float32)
        local = np.array([cv2.getPerspectiveTransform(start, to) for to in image.astype(np.float32)])
        x, y, depth = (local @ flat).swapaxes(0, 1).reshape(3, len(centres), RAYS, -1)
        maps = np.empty((len(centres), RAYS + 2, len(self._radii), 2), np.float32)
        maps[:, 1:-1, :, 0], maps[:, 1:-1, :, 1] = x / depth, y / depth
        maps[:, 0], maps[:, -1] = maps[:, -2], maps[:, 1]
        rows = maps.reshape(-1, len(self._radii), 2)
        read = cv2.remap(self._frame, rows, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        smooth = cv2.blur(read.astype(np.float32), (3, 3))
        return np.asarray(smooth.reshape(len(centres), RAYS + 2, -1, 3)[:, 1:-1])


def _likeness(
    colours: NDArray[np.float32],
    length: NDArray[np.float32],
    own: NDArray[np.float32],
    bright: Array,
    sameness: Array,
) -> NDArray[np.float32]:
    """Returns how much each sample looks like its ring's own colour, 0 to 1, softly at the edges."""
    unit = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-6)
    cosine = np.matmul(colours, unit[:, None, :, None])[..., 0] / np.maximum(length, 1e-6)
    angles = np.degrees(np.arccos(np.minimum(cosine, 1)))
    limit = sameness[:, None, None]
    near = np.clip((limit - angles) / (0.45 * limit), 0, 1)
    lit = np.clip((bright - 0.3) / 0.15, 0, 1) * np.clip((1.8 - bright) / 0.2, 0, 1)
    return np.asarray(near * lit * (length >= 22), np.float32)


_OUTER = np.column_stack([_RAYS, np.ones(RAYS)])
_BOTH = np.concatenate([_OUTER, np.column_stack([_RAYS, -np.ones(RAYS)])])
_HOLD = np.diag([1e-3, 1e-3, 1 / 0.5**2])


def _centre_shifts(
    outer: Array, outer_ok: NDArray[np.bool_], inner: Array, inner_ok: NDArray[np.bool_]
) -> tuple[Array, Array, Array]:
    """Solves for the shifts of the centres that the edges ask for, with a common thickening of each ring."""
    both = outer_ok & inner_ok
    usual = median_where(inner, inner_ok)
    both &= (np.abs(inner - usual[:, None]) < 2) & (np.abs(usual[:, None]) < 1.2)
    target = np.concatenate([outer, inner], axis=1).astype(np.float64)
    counts = np.concatenate([outer_ok, both], axis=1).astype(np.float64)
    weight = counts
    for _ in range(2):
        normal = np.einsum("kr,ri,rj->kij", weight, _BOTH, _BOTH) / EDGE_MM**2 + _HOLD
        slope = np.einsum("kr,kr,ri->ki", weight, target, _BOTH) / EDGE_MM**2
        inverse = np.linalg.inv(normal)
        solution = np.einsum("kij,kj->ki", inverse, slope)
        left = np.abs(target - solution @ _BOTH.T)
        weight = counts / np.maximum(left / EDGE_MM, 1.0)
    ragged = np.minimum(median_where(left[:, :RAYS], outer_ok) * 1.48, 9.0)
    # Neighbouring rays share pixels: three of them count as one.
    widened = 3 * np.maximum(1.0, (ragged / EDGE_MM) ** 2)
    covariance = inverse[:, :2, :2] * widened[:, None, None] + np.eye(2) * 0.3**2
    return solution[:, :2], covariance, ragged
