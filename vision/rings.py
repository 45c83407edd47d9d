"""Coloured rings around the figures' feet: found by colour, believed only by shape.

The board is flattened, a look-up table marks the pixels of each ring's colour under the measured
light, and a ring-shaped filter proposes places, each of which is then looked at closely.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.table import Table
from vision.light import Light
from vision.pose import Array, Fit
from vision.ringlook import WIDEST_ANGLE, Ring, RingSeen, colour_angles, look_closely

FLAT_PX_PER_MM = 1.0
PROPOSE = 0.25
PROPOSALS = 5
ALIKE = 2.5
"""Colours nearer than this many degrees to two figures' cannot be told apart."""
LIGHT_STEP = 3.0
FLOODED = 0.12
"""Where more than this share of the board has a ring's colour, a closer match is looked for as well."""


def find_rings(frame: NDArray[np.uint8], table: Table, fit: Fit, light: Light) -> dict[str, list[RingSeen]]:
    """Returns for each ringed figure the places that look like its ring, the best first."""
    rings = rings_of(table)
    looks = every_look(frame, table, fit, light)
    found = {
        name: _distinct([look for look in seen if look.is_possible], rings[name])
        for name, seen in looks.items()
    }
    return _settle_rivals(found, rings) if rings else {}


def rings_of(table: Table) -> dict[str, Ring]:
    """Returns the rings that a table's figures wear."""
    return {
        name: Ring(np.array(mark.ring[::-1], np.float64), mark.outer_mm / 2, mark.inner_mm / 2)
        for name, mark in table.figures.items()
        if mark.ring is not None and mark.outer_mm is not None and mark.inner_mm is not None
    }


def every_look(frame: NDArray[np.uint8], table: Table, fit: Fit, light: Light) -> dict[str, list[RingSeen]]:
    """Returns every place that was looked at closely, most of them no rings."""
    rings = rings_of(table)
    if not rings:
        return {}
    flat, origin = _flatten(frame, table, fit)
    marks = tuple((*ring.colour.tolist(), ring.outer_mm, ring.inner_mm) for ring in rings.values())
    loose, close = _colour_tables(marks, _rounded(light.white), _rounded(light.black))
    small = cv2.blur(flat, (3, 3)) >> 3
    index = (small[..., 0].astype(np.uint16) << 10) | (small[..., 1].astype(np.uint16) << 5) | small[..., 2]
    places: list[tuple[str, Ring, Array]] = []
    for number, (name, ring) in enumerate(rings.items()):
        mask = np.take(loose[number], index)
        looks_for = [(mask, ring)]
        if cv2.countNonZero(mask) > FLOODED * mask.size:
            looks_for.append((np.take(close[number], index), replace(ring, strictness=0.5)))
        for mask, wanted in looks_for:
            mask = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            places += [(name, wanted, point) for point in _proposals(mask, ring, origin)]
    looks = look_closely(frame, fit, light, [(ring, point) for _, ring, point in places])
    found: dict[str, list[RingSeen]] = {name: [] for name in rings}
    for (name, _, _), look in zip(places, looks, strict=True):
        if look is not None:
            found[name].append(look)
    return found


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


def _proposals(mask: NDArray[np.uint8], ring: Ring, origin: Array) -> list[Array]:
    """Filters a colour mask with the ring's shape; returns the best places."""
    per_mm = FLAT_PX_PER_MM / 2
    if cv2.countNonZero(mask) * 0.5 < 0.1 * np.pi * (ring.outer_mm**2 - ring.inner_mm**2) * per_mm**2:
        return []
    reach = int(np.ceil((ring.outer_mm + 4) * per_mm))
    left, top, width, height = cv2.boundingRect(mask)
    x1, y1 = max(left - reach, 0), max(top - reach, 0)
    x2, y2 = min(left + width + reach, mask.shape[1]), min(top + height + reach, mask.shape[0])
    score = cv2.filter2D(
        mask[y1:y2, x1:x2],
        cv2.CV_32F,
        _kernel(ring.outer_mm, ring.inner_mm, reach, per_mm),
        borderType=cv2.BORDER_CONSTANT,
    )
    size = max(3, int(ring.outer_mm * per_mm) | 1)
    peaks = (score >= cv2.dilate(score, np.ones((size, size), np.uint8))) & (score > PROPOSE * 255)
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-score[rows, columns])[:PROPOSALS]
    return [origin + (np.array([columns[k] + x1, rows[k] + y1]) + 0.5) / per_mm for k in best.tolist()]


@lru_cache(maxsize=16)
def _kernel(outer_mm: float, inner_mm: float, reach: int, per_mm: float) -> NDArray[np.float32]:
    """Rewards the annulus, punishes colour beyond it and in its hole; antialiased."""
    fine = 4
    axis = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - reach - 0.5
    radius = np.hypot(axis[:, None], axis[None, :]) / per_mm

    def band(low: float, high: float) -> NDArray[np.float64]:
        inside = ((radius >= low) & (radius < high)).astype(np.float64)
        rows = inside.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).mean(axis=(1, 3))
        return np.asarray(rows / max(rows.sum(), 1e-9))

    kernel = band(inner_mm, outer_mm) - 0.5 * band(outer_mm + 0.8, outer_mm + 4)
    if inner_mm > 4:
        kernel = kernel - 0.25 * band(0, inner_mm - 1.5)
    return np.asarray(kernel, np.float32)


def _distinct(looks: list[RingSeen], ring: Ring) -> list[RingSeen]:
    """Keeps one of those that moved to the same place, the best first."""
    kept: list[RingSeen] = []
    for look in sorted(looks, key=lambda look: -look.score):
        if all(np.linalg.norm(look.centre - other.centre) > 0.5 * ring.outer_mm for other in kept):
            kept.append(look)
    return kept


def _settle_rivals(found: dict[str, list[RingSeen]], rings: dict[str, Ring]) -> dict[str, list[RingSeen]]:
    """Gives a place that two figures claim to the one whose colour is nearer.

    Where the colours are too alike to tell, it goes to the figure that has no clear place elsewhere.
    """
    claims: dict[str, list[tuple[RingSeen, set[str]]]] = {}
    colours = np.array([ring.colour for ring in rings.values()])
    for name, looks in found.items():
        claims[name] = []
        for look in looks:
            # Glare adds white and so turns one ring's colour into a paler ring's.
            veils = look.colour.min() * np.array([[0.0], [0.5], [1.0]])
            turns = colour_angles(look.colour - veils, colours)[0]
            angles = dict(zip(rings, turns[0].tolist(), strict=True))
            veiled = dict(zip(rings, turns.min(axis=0).tolist(), strict=True))
            leads = {
                other: (angles[other] - angles[name], veiled[other] - angles[name])
                for other, ring in rings.items()
                if other != name and abs(ring.outer_mm - rings[name].outer_mm) < 0.25 * ring.outer_mm
            }
            if all(lead > -ALIKE for lead, _ in leads.values()):
                claims[name].append((look, {other for other, (_, lead) in leads.items() if lead < ALIKE}))
    placed = {
        name: [look.centre for look, rivals in own_claims if look.is_certain and not rivals]
        for name, own_claims in claims.items()
    }
    settled: dict[str, list[RingSeen]] = {}
    for name, own_claims in claims.items():
        settled[name] = []
        for look, rivals in own_claims:
            others = [centre for other in placed if other != name for centre in placed[other]]
            # Two figures do not stand on one place.
            is_taken = any(np.linalg.norm(look.centre - at) < 0.5 * rings[name].outer_mm for at in others)
            if not rivals or not (placed[name] or is_taken):
                is_contested = is_taken or not all(placed[rival] for rival in rivals)
                settled[name].append(replace(look, is_contested=is_contested))
    return settled
