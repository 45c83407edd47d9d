"""Lays cards and dice beside a drawn board: pictures warped into their places, lit as the scene is."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.places import Places
from companion.ports.table import Outline
from companion.ports.watch import Laid
from vision.render.dice import DrawnDie, draw_die
from vision.render.faces import draw_symbol_die
from vision.render.shot import Camera

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Pictures = Callable[[str], Picture]
"""Gives a card's flat picture by its name."""

DIE_MM = 16.0
TRAY_PX_A_MM = 5.0
TRAY = (62, 84, 70)
BODIES = ((235, 235, 235), (40, 40, 190), (60, 130, 60), (170, 90, 40))
CROOKED = 0.06
"""How far, in radians, a hand lays cards askew."""
OFF_MM = 3.0
TRIES = 60


def lay_beside(
    picture: Picture,
    camera: Camera,
    places: Places,
    laid: Laid,
    pictures: Pictures,
    light: tuple[float, float, float],
) -> None:
    """Draws the tray with its dice, and each card in its place, a little crooked."""
    tint = np.array(light[::-1], np.float32)
    if places.tray is not None:
        tray = _tray(places.tray, (*laid.dice, *laid.faces), _random(f"{laid.throw} {laid.dice}{laid.faces}"))
        lay_flat(picture, camera, tray, np.array(places.tray), tint)
    for name, outline in places.cards.items():
        if name in laid.cards:
            card = laid.cards[name]
            corners = _crooked(np.array(outline), _random(f"{name} {card}"))
            lay_flat(picture, camera, pictures(card), corners, tint)


def _random(what: str) -> np.random.Generator:
    """What lies somewhere lies there the same way as long as nobody moves it."""
    return np.random.default_rng(crc32(what.encode()))


def _crooked(outline: Floats, random: np.random.Generator) -> Floats:
    middle, angle = outline.mean(0), random.uniform(-CROOKED, CROOKED)
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    return (outline - middle) @ turn + middle + random.uniform(-OFF_MM, OFF_MM, 2)


def _tray(outline: Outline, values: tuple[int | str, ...], random: np.random.Generator) -> Picture:
    """Draws the tray from above, dice apart from each other."""
    corners = np.array(outline)
    width, height = (float(np.linalg.norm(corners[end] - corners[0])) for end in (1, 3))
    shape = (round(height * TRAY_PX_A_MM), round(width * TRAY_PX_A_MM), 3)
    tray = np.clip(random.normal(TRAY, 5, shape), 0, 255).astype(np.uint8)
    taken: list[Floats] = []
    for value in values:
        for _ in range(TRIES):
            at = random.uniform((DIE_MM * 1.2,) * 2, (width - DIE_MM * 1.2, height - DIE_MM * 1.2))
            if all(np.linalg.norm(at - other) > 1.6 * DIE_MM for other in taken):
                break
        taken.append(at)
        body = BODIES[int(random.integers(len(BODIES)))]
        pips = (20, 20, 20) if sum(body) > 500 else (240, 240, 240)
        x, y = at * TRAY_PX_A_MM
        side = DIE_MM * TRAY_PX_A_MM
        if isinstance(value, str):
            draw_symbol_die(tray, x, y, side, value, float(random.uniform(0, 1.57)))
            continue
        lean = (float(random.uniform(-0.1, 0.1)), 0.2)
        draw_die(tray, DrawnDie(x, y, side, value, float(random.uniform(0, 1.57)), lean, body, pips))
    return tray


def lay_flat(
    picture: Picture, camera: Camera, flat: Picture, outline: Floats, tint: NDArray[np.float32]
) -> None:
    """Lays a flat picture over an outline in the plane of the board."""
    corners = camera.project(outline)
    first = np.clip(np.floor(corners.min(0)).astype(int) - 2, 0, None)
    last = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, picture.shape[1::-1])
    if (last <= first).any():
        return
    part = picture[first[1] : last[1], first[0] : last[0]]
    height, width = flat.shape[:2]
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - first).astype(np.float32))
    shrink = float(np.linalg.norm(corners[1] - corners[0])) / width
    soft = cv2.GaussianBlur(flat, (0, 0), max(0.3, 0.45 / max(shrink, 0.05)))
    size = (part.shape[1], part.shape[0])
    lit = np.clip(cv2.warpPerspective(soft, matrix, size).astype(np.float32) * tint, 0, 255)
    share = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size, flags=cv2.INTER_AREA)
    weight = (share.astype(np.float32) / 255)[:, :, None]
    part[:] = (part * (1 - weight) + lit * weight).astype(np.uint8)
