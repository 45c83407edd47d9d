"""Finds the board: from anchor tags in a picture to a fitted camera, some of them hidden or none right."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from companion.ports.table import Table
from vision.pose import Array, Fit, FlatTag, Lens, fit_camera, tag_corners_mm
from vision.tags import Corners

BAD_FIT_PX = 3.0
"""Anchors whose corners lie this far off were read turned."""
BAD_NOISE = 9.0
"""Corner errors, squared and against the usual ones, at which one anchor may have been moved."""
RIVAL_COST = 25.0
"""A second reading of the pose stays in the running while its cost is no more above the first."""
MANY = 3
"""So many anchors leave one reading of the pose."""
STILL = 1.5
"""By so much may the corner errors grow from one picture to the next while nothing moves."""

Anchors = dict[str, tuple[Array, Array]]


def register(
    table: Table,
    tags: dict[int, list[Corners]],
    figures: dict[str, FlatTag],
    lens: Lens,
    before: Fit | None = None,
) -> list[Fit]:
    """Returns the possible cameras, the likeliest first: two where few anchors leave two readings; none
    where no anchor is seen or nothing fits.

    `before` is the camera of the last picture: where neither it nor the board moved, the fit begins there.
    """
    seen = {name: tags[int(name)][0] for name in table.anchors if len(tags.get(int(name), ())) == 1}
    if not seen:
        return []
    flat = {name: tag_corners_mm(*table.anchors[name].at, table.anchors[name].size_mm) for name in seen}
    anchors = {name: (flat[name], seen[name]) for name in seen}
    if before is not None and len(seen) >= MANY:
        fit = fit_camera(anchors, figures, lens, (before.rvec, before.tvec), start=before.lens)
        if fit.noise < max(1.0, STILL * before.noise) and _is_sane(fit, table):
            return [fit]
    fits = _fits(anchors, figures, lens)
    if len(seen) > 1 and not (fits and _median_error(fits[0]) < BAD_FIT_PX):
        anchors = _turned(table, seen, flat)
        fits = _fits(anchors, figures, lens)
    if fits and len(anchors) >= MANY and fits[0].noise > BAD_NOISE:
        rests = [
            _fits({k: pair for k, pair in anchors.items() if k != name}, figures, lens) for name in anchors
        ]
        best = min((rest for rest in rests if rest), key=lambda rest: rest[0].noise, default=fits)
        if best[0].noise < 0.25 * fits[0].noise:
            fits = best
    return [fit for fit in fits if _is_sane(fit, table)]


def _is_sane(fit: Fit, table: Table) -> bool:
    """Refuses cameras below the table, grazing it, or absurdly far."""
    camera = fit.camera_mm
    away = float(np.linalg.norm(camera - (table.board_mm[0] / 2, table.board_mm[1] / 2, 0)))
    anchor_errors = [error for name, error in fit.errors_px.items() if name.startswith("#")]
    return bool(
        camera[2] < -30
        and -camera[2] > 0.15 * away
        and away < 40 * max(table.board_mm)
        and np.isfinite(fit.covariance).all()
        and min(anchor_errors) < 3 * BAD_FIT_PX
    )


def _median_error(fit: Fit) -> float:
    return float(np.median([error for name, error in fit.errors_px.items() if name.startswith("#")]))


def _turned(table: Table, seen: dict[str, Corners], flat: dict[str, Array]) -> Anchors:
    """Pairs the corners of each anchor with the board where anchors were stuck on turned."""
    upright = {name: (flat[name], seen[name]) for name in seen}
    if len(seen) >= 4:
        centres_mm = np.array([table.anchors[name].at for name in seen], np.float64)
        centres_px = np.array([_crossing(seen[name]) for name in seen])
        plane, _ = cv2.findHomography(centres_mm, centres_px)
        if plane is None:
            return upright
        pairs = {}
        for name in seen:
            expected = cv2.perspectiveTransform(flat[name].reshape(-1, 1, 2), plane).reshape(4, 2)
            turn = min(range(4), key=lambda k: float(np.abs(np.roll(seen[name], k, 0) - expected).sum()))
            pairs[name] = (flat[name], np.roll(seen[name], turn, 0))
        return pairs if _flat_error(pairs) < _flat_error(upright) else upright
    choices = []
    for turns in product(range(4), repeat=len(seen)):
        pairs = {
            name: (flat[name], np.roll(seen[name], turn, 0)) for name, turn in zip(seen, turns, strict=True)
        }
        choices.append((_flat_error(pairs), pairs))
    best, pairs = min(choices, key=lambda choice: choice[0])
    return pairs if best < 0.3 * _flat_error(upright) else upright


def _flat_error(anchors: Anchors) -> float:
    world = np.concatenate([corners for corners, _ in anchors.values()])
    image = np.concatenate([pixels for _, pixels in anchors.values()])
    plane, _ = cv2.findHomography(world, image)
    if plane is None:
        return float("inf")
    there = cv2.perspectiveTransform(world.reshape(-1, 1, 2), plane).reshape(-1, 2)
    return float(np.sqrt(np.median(np.sum((there - image) ** 2, axis=1))))


def _crossing(corners: Corners) -> Array:
    """Returns where the diagonals cross: the picture of the tag's centre under any perspective."""
    a, b, c, d = corners
    one, other = c - a, d - b
    along = np.linalg.solve(np.column_stack([one, -other]), b - a)[0]
    return np.asarray(a + along * one)


def _fits(anchors: Anchors, figures: dict[str, FlatTag], lens: Lens) -> list[Fit]:
    """Fits from each start that the planar pose offers, and keeps the rivals that remain possible."""
    world = np.concatenate([corners for corners, _ in anchors.values()])
    image = np.concatenate([pixels for _, pixels in anchors.values()])
    if lens.spread is not None and len(anchors) >= 2:
        lens_start = lens.with_focal(_focal_of(world, image, lens))
    else:
        lens_start = lens
    flat = np.column_stack([world, np.zeros(len(world))])
    try:
        count, rvecs, tvecs, errors = cv2.solvePnPGeneric(
            flat, image, lens_start.matrix, lens_start.distortion, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    fits = []
    best_error = float(np.ravel(errors)[0]) if count else 0.0
    for index in range(count):
        error = float(np.ravel(errors)[index])
        if index and error > 4 * best_error + 3:
            continue
        pose = (rvecs[index], tvecs[index])
        fits.append(fit_camera(anchors, figures, lens, pose, start=lens_start))
    fits.sort(key=lambda fit: fit.cost)
    return [fit for fit in fits if fit.behind(fits[0]) <= RIVAL_COST and _differs(fit, fits[0])]


def _differs(fit: Fit, first: Fit) -> bool:
    return fit is first or float(np.linalg.norm(fit.rotation - first.rotation)) > 0.02


def _focal_of(world: Array, image: Array, lens: Lens) -> float:
    """Reads the focal length from the homography, where the board is tilted enough to show it."""
    usual = float(lens.matrix[0, 0])
    plane, _ = cv2.findHomography(world, image - lens.matrix[:2, 2])
    if plane is None:
        return usual
    a, b = plane[:, 0], plane[:, 1]
    options = []
    if abs(a[2] * b[2]) > 1e-12:
        options.append(-(a[0] * b[0] + a[1] * b[1]) / (a[2] * b[2]))
    if abs(a[2] ** 2 - b[2] ** 2) > 1e-12:
        options.append((b[0] ** 2 + b[1] ** 2 - a[0] ** 2 - a[1] ** 2) / (a[2] ** 2 - b[2] ** 2))
    usable = [np.sqrt(value) for value in options if value > 0]
    near = [value for value in usable if 0.4 * usual < value < 3 * usual]
    return float(np.median(near)) if near else usual
