"""Draws a shot: the board as a texture, figures from their lowest parts up, then light and lens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dictionary import find_dictionary, tag_picture
from vision.pose import tag_corners_mm
from vision.render.shot import Array, Blot, Camera, Hand, Shot, Standing, Truth, camera_of, warped
from vision.render.spoil import spoilt

Picture = NDArray[np.uint8]

Part = tuple[float, Callable[[], None]]
"""How high a part of a figure is, and what paints it."""

PER_MM = 2.0
MARGIN_MM = 250.0
FINE = 2
"""Drawn at twice the size and averaged, so that edges are soft as a lens makes them."""
SHIFT = 4
PAPER = (245, 245, 245)


def draw(shot: Shot) -> tuple[Picture, Truth]:
    """Returns the picture (blue-green-red) and what can truly be seen in it."""
    random = np.random.default_rng(shot.seed)
    camera = camera_of(shot)
    fine = _scaled(camera, FINE)
    size = (shot.width * FINE, shot.height * FINE)
    board = _board(shot, random)
    picture = _through(board, fine, size, shot)
    owner = np.zeros(size[::-1], np.uint8)
    painter = _Painter(picture, owner, fine, shot)
    order = sorted(shot.figures, key=lambda name: -_depth(fine, shot.figures[name]))
    for number, name in enumerate(order, start=1):
        painter.ring_area(name, number)
    for blot in shot.blots:
        if blot.shape == "die":
            painter.die(blot)
    # Seen from above, what is higher hides what is lower; at one height the nearer hides the farther.
    parts = [part for number, name in enumerate(order, start=1) for part in painter.parts(name, number)]
    for _, paint in sorted(parts, key=lambda part: part[0]):
        paint()
    for hand in shot.hands:
        painter.hand(hand)
    visible = {name: painter.visible(name, number) for number, name in enumerate(order, start=1)}
    picture = cv2.resize(picture, (shot.width, shot.height), interpolation=cv2.INTER_AREA)
    tags = {}
    for name, standing in shot.figures.items():
        mark = shot.table.figures[name]
        if mark.tag is not None:
            corners = camera.project(
                tag_corners_mm(standing.x, standing.y, mark.size_mm or 1, standing.turn), mark.height_mm
            )
            tags[name] = float(np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1).min())
    return spoilt(picture, shot, random), Truth(visible, tags, camera)


def _scaled(camera: Camera, factor: int) -> Camera:
    matrix = camera.matrix.copy()
    matrix[:2] *= factor
    matrix[:2, 2] += (factor - 1) / 2
    return replace(camera, matrix=matrix)


def _depth(camera: Camera, standing: Standing) -> float:
    rotation = cv2.Rodrigues(camera.rvec)[0]
    return float((rotation @ np.array([standing.x, standing.y, 0.0]) + camera.tvec)[2])


def _bgr(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    return colour[2], colour[1], colour[0]


def _board(shot: Shot, random: np.random.Generator) -> Picture:
    """Draws table top, board, spaces, anchors, blots and rings, flat."""
    width, height = shot.table.board_mm
    columns, rows = (int((side + 2 * MARGIN_MM) * PER_MM) for side in (width, height))
    grain = random.normal((70, 105, 150), 4, (1, columns, 3)).astype(np.float32)
    wood = grain + random.normal(0, 5, (rows, 1, 1)).astype(np.float32)
    flat = np.clip(wood, 0, 255, out=wood).astype(np.uint8)

    def px(points: Array) -> NDArray[np.int32]:
        scaled = ((np.asarray(points) + MARGIN_MM) * PER_MM - 0.5) * (1 << SHIFT)
        return np.round(scaled).astype(np.int32)

    def fill(points: Array, colour: tuple[int, ...]) -> None:
        cv2.fillPoly(flat, [px(points)], colour, cv2.LINE_AA, SHIFT)

    base = random.integers(130, 235, 3)
    fill(np.array([[0, 0], [width, 0], [width, height], [0, height]]), tuple(int(v) for v in base))
    for _ in range(int(60 * shot.busy)):
        colour = tuple(int(v) for v in np.clip(base + random.normal(0, 60 * shot.busy, 3), 0, 255))
        middle = random.uniform((0, 0), (width, height))
        spots = middle + random.normal(0, 25, (5, 2))
        fill(np.clip(spots, 0, (width, height)), colour)
    for polygon in shot.table.spaces.values():
        tone = tuple(int(v) for v in np.clip(base + random.normal(0, 40 * shot.busy, 3), 0, 255))
        fill(np.array(polygon), tone)
        cv2.polylines(flat, [px(np.array(polygon))], True, (60, 60, 60), 2, cv2.LINE_AA, SHIFT)
    for blot in shot.blots:
        _blot(flat, px, blot)
    dictionary = find_dictionary(shot.table.dictionary)
    for name, anchor in shot.table.anchors.items():
        if name in shot.hidden_anchors:
            continue
        edge = anchor.size_mm * 24 / 140
        _stamp(
            flat, tag_picture(dictionary, int(name), 140, 24), px, anchor.at, anchor.size_mm + 2 * edge, 0.0
        )
    for name, standing in shot.figures.items():
        mark = shot.table.figures[name]
        if mark.ring is not None:
            colour = _bgr(shot.printed.get(name, mark.ring))
            if shot.ring_edge_mm:
                paper = (mark.outer_mm or 1) / 2 + shot.ring_edge_mm
                fill(_circle(standing.x, standing.y, paper), PAPER)
            _annulus(flat, px, standing, mark.outer_mm or 1, mark.inner_mm or 0, colour)
    return flat


def _circle(x: float, y: float, radius: float, count: int = 64) -> Array:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])


def _annulus(flat: Picture, px, standing: Standing, outer: float, inner: float, colour) -> None:  # type: ignore[no-untyped-def]
    ring = [px(_circle(standing.x, standing.y, outer / 2)), px(_circle(standing.x, standing.y, inner / 2))]
    cv2.fillPoly(flat, ring, colour, cv2.LINE_AA, SHIFT)


def _blot(flat: Picture, px, blot) -> None:  # type: ignore[no-untyped-def]
    if blot.shape == "die":
        return  # it stands on the board
    half = blot.size_mm / 2
    colour = _bgr(blot.colour)
    cosine, sine = np.cos(blot.turn), np.sin(blot.turn)
    turn = np.array([[cosine, sine], [-sine, cosine]])
    if blot.shape == "disc":
        shape = _circle(blot.x, blot.y, half)
    elif blot.shape == "ring":
        cv2.fillPoly(
            flat,
            [px(_circle(blot.x, blot.y, half)), px(_circle(blot.x, blot.y, half * 0.65))],
            colour,
            cv2.LINE_AA,
            SHIFT,
        )
        return
    elif blot.shape == "stripe":
        shape = np.array([[-half * 3, -4], [half * 3, -4], [half * 3, 4], [-half * 3, 4]]) @ turn + (
            blot.x,
            blot.y,
        )
    elif blot.shape == "arc":
        angles = blot.turn + np.linspace(0, 1.6, 20)
        outer = np.column_stack([np.cos(angles), np.sin(angles)])
        shape = np.concatenate([outer * half, outer[::-1] * half * 0.6]) + np.array([blot.x, blot.y])
    else:
        shape = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ turn + (
            blot.x,
            blot.y,
        )
    cv2.fillPoly(flat, [px(shape)], colour, cv2.LINE_AA, SHIFT)


def _stamp(flat: Picture, tag: Picture, px, at, side_mm: float, turn: float) -> None:  # type: ignore[no-untyped-def]
    corners = px(tag_corners_mm(at[0], at[1], side_mm, turn)).astype(np.float32) / (1 << SHIFT)
    _paste(flat, tag, corners)


def _paste(canvas: Picture, tag: Picture, corners: NDArray[np.float32]) -> None:
    """Warps a square picture onto four corners, touching only the rectangle around them."""
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, canvas.shape[1::-1])
    if (high <= low).any():
        return
    side = len(tag)
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = tuple(int(v) for v in high - low)
    # Shrink first where the tag has far more pixels than its place, else it would alias.
    warped = cv2.warpPerspective(tag, place, size, flags=cv2.INTER_AREA)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.float32) / 255
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - share) + warped[..., None] * share).astype(np.uint8)


def _through(board: Picture, camera: Camera, size: tuple[int, int], shot: Shot) -> Picture:
    """Looks at the flat board through the lens."""
    step = 16
    xs = np.arange(0, size[0] + step, step, dtype=np.float64)
    ys = np.arange(0, size[1] + step, step, dtype=np.float64)
    knots = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(knots, camera.matrix, camera.distortion).reshape(-1, 2)
    rotation = cv2.Rodrigues(camera.rvec)[0]
    directions = np.column_stack([rays, np.ones(len(rays))]) @ rotation
    start = -rotation.T @ camera.tvec
    down = np.where(directions[:, 2] > 1e-3, directions[:, 2], 1e-3)
    points = start[:2] + directions[:, :2] * (-start[2] / down)[:, None]
    points = 2 * points - warped(points, camera.warp_mm)  # back to where it was printed
    texture = ((points + MARGIN_MM) * PER_MM - 0.5).astype(np.float32).reshape(len(ys), len(xs), 2)
    stretch = np.array([[step, 0, 0], [0, step, 0]], np.float64)
    full = cv2.warpAffine(texture, stretch, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(
        cv2.remap(
            board, full, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(60, 70, 80)
        )
    )


class _Painter:
    """Paints what stands on the board, and keeps account of who owns each pixel."""

    def __init__(self, picture: Picture, owner: NDArray[np.uint8], camera: Camera, shot: Shot) -> None:
        self._picture = picture
        self._owner = owner
        self._camera = camera
        self._shot = shot
        self._whole: dict[str, int] = {}
        self._outside: dict[str, float] = {}

    def _fill(self, polygons: list[Array], colour: tuple[int, int, int], number: int) -> int:
        pixels = [np.round(np.clip(p, -1e6, 1e6) * (1 << SHIFT)).astype(np.int32) for p in polygons]
        cv2.fillPoly(self._picture, pixels, colour, cv2.LINE_AA, SHIFT)
        before = self._count(number) if number else 0
        cv2.fillPoly(self._owner, pixels, number, cv2.LINE_8, SHIFT)
        return self._count(number) - before if number else 0

    def _count(self, number: int) -> int:
        return int(np.count_nonzero(self._owner == number))

    def _share_inside(self, polygon: Array) -> float:
        height, width = self._owner.shape
        inside = (polygon >= 0).all(axis=1) & (polygon[:, 0] < width) & (polygon[:, 1] < height)
        return float(inside.mean())

    def ring_area(self, name: str, number: int) -> None:
        """Claims the pixels of a figure's ring, which the board's texture already shows."""
        mark, standing = self._shot.table.figures[name], self._shot.figures[name]
        if mark.ring is None:
            return
        outer = self._camera.project(_circle(standing.x, standing.y, (mark.outer_mm or 1) / 2))
        inner = self._camera.project(_circle(standing.x, standing.y, (mark.inner_mm or 1) / 2))
        pixels = [np.round(p * (1 << SHIFT)).astype(np.int32) for p in (outer, inner)]
        cv2.fillPoly(self._owner, pixels, number, cv2.LINE_8, SHIFT)
        blank = np.zeros_like(self._owner)
        cv2.fillPoly(blank, pixels, 1, cv2.LINE_8, SHIFT)
        self._whole[name] = cv2.countNonZero(blank)
        self._outside[name] = self._share_inside(outer)

    def parts(self, name: str, number: int) -> Iterator[Part]:
        """Yields the parts of a figure's body, and its tag on top."""
        mark, standing = self._shot.table.figures[name], self._shot.figures[name]
        height = mark.height_mm if mark.tag is not None else standing.body_mm
        radius = standing.body_width_mm / 2
        levels = [
            (0.0, radius),
            (height * 0.5, radius * 0.85),
            (height, radius * (0.8 if mark.tag is not None else 0.5)),
        ]
        discs = [self._camera.project(_circle(standing.x, standing.y, r, 24), h) for h, r in levels]
        base = np.array(_bgr(standing.body_colour), float)
        if standing.outline:
            yield from self._silhouette(standing, height, base)
        elif height > 0:
            for shade, (low, high) in ((0.75, (0, 1)), (1.0, (1, 2))):
                middle = (levels[low][0] + levels[high][0]) / 2
                yield middle, partial(self._hull, discs[low], discs[high], base * shade)
        if mark.tag is not None:
            yield height, partial(self._plate, name, number, height)

    def _hull(self, low: Array, high: Array, colour: Array) -> None:
        """Draws what lies between two discs."""
        hull = cv2.convexHull(np.concatenate([low, high]).astype(np.float32)).reshape(-1, 2)
        self._fill([hull], _tone(colour), 0)

    def _plate(self, name: str, number: int, height: float) -> None:
        """Draws a tag on its plate."""
        mark, standing = self._shot.table.figures[name], self._shot.figures[name]
        size = mark.size_mm or 1
        plate = self._camera.project(
            tag_corners_mm(standing.x, standing.y, size * 1.3, standing.turn), height
        )
        self._whole[name] = max(self._fill([plate], (255, 255, 255), number), 1)
        self._outside[name] = self._share_inside(plate)
        tag = tag_picture(find_dictionary(self._shot.table.dictionary), mark.tag or 0, 112, 0)
        corners = self._camera.project(tag_corners_mm(standing.x, standing.y, size, standing.turn), height)
        _paste(self._picture, tag, corners.astype(np.float32))

    def _silhouette(self, standing: Standing, height: float, base: Array) -> Iterator[Part]:
        """Yields the parts of a body whose width and middle change on the way up."""
        aside = np.array([np.cos(standing.turn), np.sin(standing.turn)])
        discs = []
        for share, wide, out in standing.outline:
            middle = np.array([standing.x, standing.y]) + aside * out * standing.body_width_mm
            circle = _circle(middle[0], middle[1], wide * standing.body_width_mm / 2, 20)
            discs.append((share * height, self._camera.project(circle, share * height)))
        for number, ((low, below), (high, above)) in enumerate(pairwise(discs)):
            shade = 0.7 + 0.3 * number / len(discs)
            yield (low + high) / 2, partial(self._hull, below, above, base * shade)

    def die(self, blot: Blot) -> None:
        """Draws a die of one colour with light pips."""
        square = tag_corners_mm(blot.x, blot.y, blot.size_mm, blot.turn)
        foot, top = self._camera.project(square), self._camera.project(square, blot.size_mm)
        base = np.array(_bgr(blot.colour), float)
        hull = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)).reshape(-1, 2)
        self._fill([hull], _tone(base * 0.7), 0)
        self._fill([top], _tone(base), 0)
        for share in (-0.25, 0.0, 0.25):
            pip = square.mean(0) + share * (square[2] - square[0])
            middle = self._camera.project(_circle(pip[0], pip[1], 0.09 * blot.size_mm, 12), blot.size_mm)
            self._fill([middle], (240, 240, 240), 0)

    def hand(self, hand: Hand) -> None:
        """Draws a forearm with a fist over everything."""
        away = np.array([np.cos(hand.angle), np.sin(hand.angle)])
        aside = np.array([-away[1], away[0]])
        tip = np.array([hand.x, hand.y])
        fist = self._camera.project(_circle(*tip, 38.0, 20), 40)
        arm = self._camera.project(
            np.array(
                [
                    tip + aside * 28,
                    tip + away * 900 + aside * 45,
                    tip + away * 900 - aside * 45,
                    tip - aside * 28,
                ]
            ),
            45,
        )
        skin = np.array(_bgr(hand.colour), float)
        self._fill([arm], _tone(skin * 0.45), 0)
        self._fill([fist], _tone(skin), 0)

    def visible(self, name: str, number: int) -> float:
        """Returns the share of a figure's mark that nothing covers."""
        whole = self._whole.get(name, 0)
        if not whole:
            return 0.0
        return self._count(number) / whole * self._outside.get(name, 1.0)


def _tone(colour: Array) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in np.clip(colour, 0, 255))
    return blue, green, red
