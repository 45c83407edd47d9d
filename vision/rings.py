"""Coloured rings around the figures' feet: found by colour, believed only by shape.

The board is flattened, a look-up table marks the pixels of each ring's colour under the measured
light, and a ring-shaped filter proposes places. Each proposal is then looked at in the picture itself
along rays from its centre: only where the colour begins at the inner and ends at the outer radius does
a ray count, so that blots, stripes and discs of the same colour do not pass. The rays that count give
the centre, and how well it is known when the figure hides the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.table import Table
from vision.light import Light
from vision.pose import Array, Fit

FLAT_PX_PER_MM = 1.0
WIDEST_ANGLE = 15.0
"""Widest angle in degrees between a pixel's colour and a ring's, light undone."""
PROPOSE = 0.3
PROPOSALS = 5
RIVAL = 0.4
"""A place that scores less is no rival for a ring that is seen whole."""
RAYS = 60
STEP_MM = 0.6
GUARD_MM = 4.5
EDGE_MM = 0.8
ALL_RAYS = 0.8
"""The share of rays that show both ring and board beyond it in a ring that is clearly one."""
MOST_RAYS = 0.6
HALF_RAYS = 0.45
"""The share that is enough where the rest is hidden on the side on which the figure itself hides it."""
SOME_RAYS = 0.17
RAGGED_MM = 0.8
ALIKE = 2.5
"""Colours nearer than this many degrees to two figures' cannot be told apart."""
LIGHT_STEP = 3.0
FLOODED = 0.12
"""Where more than this share of the board has a ring's colour, only a closer match counts."""


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
        grey = np.degrees(np.arccos(min(self.colour.sum() / np.sqrt(3) / np.linalg.norm(self.colour), 1.0)))
        return float(np.clip(0.55 * grey, 5.0, WIDEST_ANGLE)) * self.strictness


@dataclass(frozen=True)
class RingSeen:
    """A place that looks like a ring: its centre, covariance, and how ring-like it is."""

    centre: Array
    covariance: Array
    support: float
    """Share of the rays on which ring and outer edge are both seen."""
    inner: float
    """Share of the supporting rays on which the inner edge is seen too."""
    ragged_mm: float
    spill: float
    """Share of the rays on which the colour goes on beyond the ring."""
    colour: Array = field(default_factory=lambda: np.zeros(3))
    angle: float = 0.0
    """How far the colour is from the one expected, as a share of what is tolerated."""
    crisp: float = 0.0
    """How much more of the colour there is on the ring than just beyond it, on the rays that count."""
    is_contested: bool = False
    """Whether another figure's colour fits as well."""
    hides_itself: bool = False
    """Whether the hidden part lies behind the figure, seen from the camera."""

    @property
    def is_certain(self) -> bool:
        """Tells whether it is a ring beyond doubt.

        A weakness in one respect is forgiven where all others are strong; the limits were set on drawn
        scenes so that no blot, disc, stripe or neighbour's ring passes.
        """
        if self.is_contested or self.spill > 0.25 or self.crisp < 0.9:
            return False
        is_round = self.ragged_mm <= RAGGED_MM
        is_very_round = self.ragged_mm <= 0.65 * RAGGED_MM
        if self.support >= ALL_RAYS:
            if self.angle <= 0.5 and is_round and self.inner >= 0.4:
                return True
            if self.angle <= 0.3 and self.inner >= 0.7 and self.ragged_mm <= 1.4 * RAGGED_MM:
                return True
            if self.angle <= 0.3 and is_very_round and self.crisp >= 0.95 and self.inner >= 0.25:
                return self.spill <= 0.05
        if self.support >= MOST_RAYS and self.inner >= 0.7 and is_very_round:
            return self.angle <= (0.75 if self.spill <= 0.1 else 0.5)
        if not self.hides_itself or self.angle > 0.5:
            return False
        if self.support >= MOST_RAYS:
            return is_round and self.inner >= 0.55
        return self.support >= HALF_RAYS and is_very_round and self.inner >= 0.7

    @property
    def is_possible(self) -> bool:
        """Tells whether it may be a ring of which too little is seen."""
        return self.support >= SOME_RAYS and self.ragged_mm <= 2 * RAGGED_MM and self.inner >= 0.2


def find_rings(frame: NDArray[np.uint8], table: Table, fit: Fit, light: Light) -> dict[str, list[RingSeen]]:
    """Returns for each ringed figure the places that look like its ring, the best first."""
    rings = {
        name: Ring(np.array(mark.ring[::-1], np.float64), mark.outer_mm / 2, mark.inner_mm / 2)
        for name, mark in table.figures.items()
        if mark.ring is not None and mark.outer_mm is not None and mark.inner_mm is not None
    }
    if not rings:
        return {}
    flat, origin = _flatten(frame, table, fit)
    marks = tuple((*ring.colour.tolist(), ring.outer_mm, ring.inner_mm) for ring in rings.values())
    loose, close = _colour_tables(marks, _rounded(light.white), _rounded(light.black))
    small = cv2.blur(flat, (3, 3)) >> 3
    index = (small[..., 0].astype(np.uint16) << 10) | (small[..., 1].astype(np.uint16) << 5) | small[..., 2]
    found: dict[str, list[RingSeen]] = {}
    for number, (name, ring) in enumerate(rings.items()):
        mask = np.take(loose[number], index)
        if cv2.countNonZero(mask) > FLOODED * mask.size:
            mask = np.take(close[number], index)
            ring = replace(ring, strictness=0.5)
        mask = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        looks: list[RingSeen] = []
        for score, point in _proposals(mask, ring, origin):
            if score < RIVAL and any(look.is_certain and look.support >= ALL_RAYS for look in looks):
                break
            seen = _look_at(frame, fit, light, ring, point)
            if seen is not None and seen.is_possible:
                looks.append(seen)
        found[name] = _distinct(looks, ring)
    return _settle_rivals(found, rings)


def _flatten(frame: NDArray[np.uint8], table: Table, fit: Fit) -> tuple[NDArray[np.uint8], Array]:
    """Returns from above what a ring on some space can cover, and the millimetres of its first pixel."""
    points = np.concatenate([np.array(polygon) for polygon in table.spaces.values()] or [np.zeros((1, 2))])
    reach = max(mark.outer_mm or 0.0 for mark in table.figures.values()) / 2 + 6
    low, high = points.min(0) - reach, points.max(0) + reach
    columns, rows = (int(side) for side in np.ceil((high - low) * FLAT_PX_PER_MM))
    # Perspective is smooth: a coarse grid, stretched, costs a tenth of projecting every pixel.
    xs = np.linspace(low[0], low[0] + (columns - 1) / FLAT_PX_PER_MM, 2 + columns // 24)
    ys = np.linspace(low[1], low[1] + (rows - 1) / FLAT_PX_PER_MM, 2 + rows // 24)
    knots = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
    image = fit.to_picture(knots).reshape(len(ys), len(xs), 2).astype(np.float32)
    stretch = np.array(
        [[(columns - 1) / (len(xs) - 1), 0, 0], [0, (rows - 1) / (len(ys) - 1), 0]], np.float64
    )
    full = cv2.warpAffine(
        image, stretch, (columns, rows), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    flat = cv2.remap(frame, full, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat), np.asarray(low - 0.5 / FLAT_PX_PER_MM)


_LEVELS = (np.arange(32) * 8 + 4).astype(np.float32)
_ALL_COLOURS = np.stack(np.meshgrid(_LEVELS, _LEVELS, _LEVELS, indexing="ij"), -1).reshape(-1, 3)


def _rounded(levels: Array) -> tuple[float, ...]:
    return tuple((np.round(levels / LIGHT_STEP) * LIGHT_STEP).tolist())


@lru_cache(maxsize=4)
def _colour_tables(
    marks: tuple[tuple[float, ...], ...], white: tuple[float, ...], black: tuple[float, ...]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Returns for each ring which of all colours may be its own, 255 or 0: loosely, and closely.

    The light seldom changes from one look to the next, and then neither do these.
    """
    light = Light(np.array(white), np.array(black))
    rings = [Ring(np.array(mark[:3]), mark[3], mark[4]) for mark in marks]
    colours = np.array([ring.colour for ring in rings])
    every = light.undo(_ALL_COLOURS)
    unit = (colours / np.maximum(np.linalg.norm(colours, axis=1, keepdims=True), 1e-6)).astype(np.float32)
    length = np.sqrt(np.einsum("ij,ij->i", every, every))
    # Most colours are nobody's: only the others are worth their exact angles.
    some = np.nonzero((every @ unit.T).max(axis=1) > length * np.cos(np.radians(WIDEST_ANGLE)) - 1)[0]
    angles, brightness = colour_angles(every[some], colours)
    nearest = angles.min(axis=1, keepdims=True)
    tolerance = np.array([ring.tolerance for ring in rings], np.float32)
    loose = (angles < tolerance) & (angles < nearest + 5)
    close = (angles < 0.5 * tolerance) & (angles < nearest + 2) & (brightness > 0.6) & (brightness < 1.65)
    tables = np.zeros((2, len(rings), len(every)), np.uint8)
    tables[0][:, some] = loose.T * np.uint8(255)
    tables[1][:, some] = close.T * np.uint8(255)
    return tables[0], tables[1]


def colour_angles(pixels: NDArray[np.floating], colours: Array) -> tuple[Array, Array]:
    """Returns the angle in degrees of pixels to each colour, 90 where the brightness rules it out,
    and the brightness against the colour's."""
    pixels = np.maximum(np.asarray(pixels, np.float32), 0)
    length = np.sqrt(np.einsum("...i,...i->...", pixels, pixels))[..., None]
    own = np.linalg.norm(colours, axis=-1).astype(np.float32)
    unit = (colours / np.maximum(own, 1e-6)[:, None]).astype(np.float32)
    cosine = (pixels @ unit.T) / np.maximum(length, 1e-6)
    angles = np.degrees(np.arccos(np.minimum(cosine, 1)))
    brightness = length / np.maximum(own, 1e-6)
    dull = (colours.max(axis=-1) - colours.min(axis=-1)) < 0.25 * colours.max(axis=-1)
    low, high = np.where(dull, 0.55, 0.22), np.where(dull, 1.3, 1.7)
    angles[(brightness < low) | (brightness > high) | (length < 22)] = 90.0
    return angles, brightness


def _proposals(mask: NDArray[np.uint8], ring: Ring, origin: Array) -> list[tuple[float, Array]]:
    """Filters a colour mask with the ring's shape; returns scores and places, the best first."""
    per_mm = FLAT_PX_PER_MM / 2
    if cv2.countNonZero(mask) * 0.5 < 0.1 * np.pi * (ring.outer_mm**2 - ring.inner_mm**2) * per_mm**2:
        return []
    reach = int(np.ceil((ring.outer_mm + 4) * per_mm))
    left, top, width, height = cv2.boundingRect(mask)
    x1, y1 = max(left - reach, 0), max(top - reach, 0)
    x2, y2 = min(left + width + reach, mask.shape[1]), min(top + height + reach, mask.shape[0])
    score = cv2.filter2D(
        mask[y1:y2, x1:x2], cv2.CV_32F, _kernel(ring, reach, per_mm), borderType=cv2.BORDER_CONSTANT
    )
    size = max(3, int(ring.outer_mm * per_mm) | 1)
    peaks = (score >= cv2.dilate(score, np.ones((size, size), np.uint8))) & (score > PROPOSE * 255)
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-score[rows, columns])[:PROPOSALS]
    return [
        (
            float(score[rows[k], columns[k]]) / 255,
            origin + (np.array([columns[k] + x1, rows[k] + y1]) + 0.5) / per_mm,
        )
        for k in best.tolist()
    ]


def _kernel(ring: Ring, reach: int, per_mm: float) -> NDArray[np.float32]:
    """Rewards the annulus, punishes colour beyond it and in its hole; antialiased."""
    fine = 4
    axis = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - reach - 0.5
    radius = np.hypot(axis[:, None], axis[None, :]) / per_mm

    def band(low: float, high: float) -> NDArray[np.float64]:
        inside = ((radius >= low) & (radius < high)).astype(np.float64)
        rows = inside.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).mean(axis=(1, 3))
        return np.asarray(rows / max(rows.sum(), 1e-9))

    kernel = band(ring.inner_mm, ring.outer_mm) - 0.5 * band(ring.outer_mm + 0.8, ring.outer_mm + 4)
    if ring.inner_mm > 4:
        kernel = kernel - 0.25 * band(0, ring.inner_mm - 1.5)
    return np.asarray(kernel, np.float32)


_ANGLES = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
_RAYS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def _look_at(frame: NDArray[np.uint8], fit: Fit, light: Light, ring: Ring, start: Array) -> RingSeen | None:
    """Looks along rays from a proposed centre, moves it to where the edges say, and judges the shape."""
    centre = start.astype(np.float64)
    low = max(ring.inner_mm - GUARD_MM, 0.5)
    radii = np.arange(low, ring.outer_mm + GUARD_MM, STEP_MM)
    middle = (ring.inner_mm + ring.outer_mm) / 2
    on_ring = (radii > ring.inner_mm + 0.8) & (radii < ring.outer_mm - 0.8)
    if not on_ring.any():
        on_ring = np.abs(radii - middle) <= STEP_MM
    beyond = radii > ring.outer_mm + 1.8
    within = radii < ring.inner_mm - 1.8
    outward, inward = radii >= middle, radii < middle
    seen = None
    for _ in range(3):
        colours = light.undo(_smoothed(_sample(frame, fit, centre, radii)))
        angles, brightness = colour_angles(colours.reshape(-1, 3), ring.colour[None])
        angles, brightness = angles.reshape(RAYS, -1), brightness.reshape(RAYS, -1)
        matching = (angles < ring.tolerance) & on_ring
        if matching.sum() < 0.1 * RAYS * on_ring.sum():
            return seen
        own = np.median(colours[matching], axis=0).astype(np.float64)
        level = np.median(brightness[matching])
        likeness = _likeness(colours, own, brightness / max(level, 1e-6), ring.tolerance)
        cover = likeness[:, on_ring].mean(axis=1)
        beyond_share = likeness[:, beyond].mean(axis=1)
        within_share = likeness[:, within].mean(axis=1) if within.any() else np.zeros(RAYS)
        is_ring = cover > 0.6
        outer_ok = is_ring & (beyond_share < 0.35)
        inner_ok = is_ring & (within_share < 0.35) if within.any() else outer_ok
        hole_seen = inner_ok | (is_ring & _shade_differs(brightness, within, on_ring))
        if outer_ok.sum() < 6:
            return seen
        outer_edge = middle + likeness[:, outward].sum(axis=1) * STEP_MM - ring.outer_mm
        inner_edge = middle - likeness[:, inward].sum(axis=1) * STEP_MM - ring.inner_mm
        shift, covariance, ragged = _centre_shift(outer_edge, outer_ok, inner_edge, inner_ok)
        own_angle = float(colour_angles(own[None], ring.colour[None])[0][0, 0])
        seen = RingSeen(
            centre + shift,
            covariance,
            float(outer_ok.mean()),
            float((outer_ok & hole_seen).sum() / max(outer_ok.sum(), 1)),
            ragged,
            float((is_ring & ~outer_ok).mean()),
            own,
            own_angle / ring.tolerance,
            float((cover - beyond_share)[outer_ok].mean()),
            hides_itself=_is_behind(centre, outer_ok, fit),
        )
        if seen.support < 0.5 * SOME_RAYS or seen.spill > 0.6:
            break
        length = float(np.linalg.norm(shift))
        centre = centre + shift * min(1.0, 4.0 / max(length, 1e-9))
        if length < 0.35:
            break
    if seen is not None and np.linalg.norm(centre - start) > ring.outer_mm:
        return None
    return seen


def _likeness(colours: NDArray[np.float32], own: Array, brightness: Array, tolerance: float) -> Array:
    """Returns how much each sample looks like the ring's own colour, 0 to 1, softly at the edges."""
    angles, _ = colour_angles(colours.reshape(-1, 3), own[None])
    near = np.clip((tolerance - angles.reshape(brightness.shape)) / (0.45 * tolerance), 0, 1)
    lit = np.clip((brightness - 0.3) / 0.15, 0, 1) * np.clip((1.8 - brightness) / 0.2, 0, 1)
    return np.asarray(near * lit)


def _smoothed(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Averages neighbours along and across the rays: noise goes, edges stay."""
    around = np.concatenate([samples[-1:], samples, samples[:1]])
    return np.asarray(cv2.blur(around, (3, 3)))[1:-1]


def _is_behind(centre: Array, outer_ok: NDArray[np.bool_], fit: Fit) -> bool:
    """Tells whether the rays that do not count point away from the camera, where a body hides its ring."""
    hidden = _RAYS[~outer_ok]
    if not len(hidden):
        return True
    away = centre - fit.camera_mm[:2]
    middle = hidden.mean(axis=0)
    lengths = np.linalg.norm(away) * np.linalg.norm(middle)
    return bool(lengths > 0 and (away @ middle) / lengths > 0.5)


def _shade_differs(
    brightness: Array, within: NDArray[np.bool_], on_ring: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tells on which rays the hole is lighter or darker than the ring: a body of the ring's own colour."""
    if not within.any():
        return np.zeros(len(brightness), bool)
    hole, ring = brightness[:, within].mean(axis=1), brightness[:, on_ring].mean(axis=1)
    return np.asarray(np.abs(hole - ring) > 0.12 * np.maximum(ring, 1e-6))


def _sample(frame: NDArray[np.uint8], fit: Fit, centre: Array, radii: Array) -> NDArray[np.float32]:
    """Reads the picture along the rays."""
    reach = float(radii[-1])
    square = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    image = fit.to_picture(centre + square)
    local = cv2.getPerspectiveTransform(square.astype(np.float32), image.astype(np.float32))
    points = (_RAYS[:, None, :] * radii[None, :, None]).reshape(-1, 1, 2)
    pixels = cv2.perspectiveTransform(points, local).reshape(RAYS, len(radii), 2).astype(np.float32)
    return np.asarray(
        cv2.remap(frame, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.float32
    )


def _centre_shift(
    outer: Array, outer_ok: NDArray[np.bool_], inner: Array, inner_ok: NDArray[np.bool_]
) -> tuple[Array, Array, float]:
    """Solves for the shift of the centre that the edges ask for, with a common thickening of the ring."""
    ok = outer_ok & inner_ok & (np.abs(inner - np.median(inner[inner_ok] if inner_ok.any() else inner)) < 2)
    rows = [np.column_stack([_RAYS[outer_ok], np.ones(outer_ok.sum())])]
    values = [outer[outer_ok]]
    if ok.any():
        rows.append(np.column_stack([_RAYS[ok], -np.ones(ok.sum())]))
        values.append(inner[ok])
    design, target = np.concatenate(rows), np.concatenate(values)
    weight = np.ones(len(target))
    hold = np.diag([1e-6, 1e-6, 1 / 0.5**2])
    for _ in range(2):
        normal = design.T @ (design * weight[:, None]) / EDGE_MM**2 + hold
        solution = np.linalg.solve(normal, design.T @ (target * weight) / EDGE_MM**2)
        left = np.abs(target - design @ solution)
        weight = 1 / np.maximum(left / EDGE_MM, 1.0)
    ragged = float(np.median(left[: outer_ok.sum()]) * 1.48)
    # Neighbouring rays share pixels: three of them count as one.
    covariance = np.linalg.inv(normal)[:2, :2] * 3 * max(1.0, (ragged / EDGE_MM) ** 2)
    return np.asarray(solution[:2]), np.asarray(covariance + np.eye(2) * 0.3**2), ragged


def _distinct(looks: list[RingSeen], ring: Ring) -> list[RingSeen]:
    """Keeps one of those that moved to the same place, the best first."""
    kept: list[RingSeen] = []
    for look in sorted(looks, key=lambda look: (-look.is_certain, -look.support * (0.5 + look.inner))):
        if all(np.linalg.norm(look.centre - other.centre) > 0.5 * ring.outer_mm for other in kept):
            kept.append(look)
    return kept


def _settle_rivals(found: dict[str, list[RingSeen]], rings: dict[str, Ring]) -> dict[str, list[RingSeen]]:
    """Gives a place that two figures claim to the one whose colour is nearer.

    Where the colours are too alike to tell, it goes to the figure that has no clear place elsewhere.
    """
    claims: dict[str, list[tuple[RingSeen, set[str]]]] = {}
    for name, looks in found.items():
        claims[name] = []
        for look in looks:
            own = look.angle * rings[name].tolerance
            others = {
                other: float(colour_angles(look.colour[None], ring.colour[None])[0][0, 0]) - own
                for other, ring in rings.items()
                if other != name and abs(ring.outer_mm - rings[name].outer_mm) < 0.25 * ring.outer_mm
            }
            if all(lead > -ALIKE for lead in others.values()):
                claims[name].append((look, {other for other, lead in others.items() if lead < ALIKE}))
    placed = {
        name
        for name, own_claims in claims.items()
        if any(look.is_certain and not rivals for look, rivals in own_claims)
    }
    return {
        name: [
            look if rivals <= placed else replace(look, is_contested=True)
            for look, rivals in own_claims
            if not (rivals and name in placed)
        ]
        for name, own_claims in claims.items()
    }
