"""Draws dice with symbols, for tests and the simulated camera: each name has a shape of its own."""

from __future__ import annotations

from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.dice import DrawnDie, draw_die, top_face

Picture = NDArray[np.uint8]
FACE_PX = 96
BODY, INK = (228, 232, 234), (45, 40, 40)
INKS = ((40, 40, 190), (160, 80, 30), (50, 130, 50), (40, 35, 35), (140, 40, 120), (20, 130, 190))
CELLS = 4


def draw_face(name: str) -> Picture:
    """Draws a symbol: some cells of a grid, with a stroke through them."""
    random = np.random.default_rng(crc32(name.encode()))
    face = np.full((FACE_PX, FACE_PX, 3), BODY, np.uint8)
    ink = INKS[int(random.integers(len(INKS)))]
    cell = (FACE_PX - 28) // CELLS
    for row in range(CELLS):
        for column in range(CELLS):
            if random.random() < 0.45:
                x, y = 14 + column * cell, 14 + row * cell
                cv2.rectangle(face, (x, y), (x + cell, y + cell), ink, -1)
    ends = random.integers(16, FACE_PX - 16, 4)
    cv2.line(face, (int(ends[0]), int(ends[1])), (int(ends[2]), int(ends[3])), INK, 7, cv2.LINE_AA)
    return face


def draw_symbol_die(picture: Picture, x: float, y: float, side: float, name: str, turn: float) -> None:
    """Draws a die whose upper face has a symbol."""
    die = DrawnDie(x, y, side, 1, turn, (0.05, 0.2), BODY, BODY)
    draw_die(picture, die)
    corners = top_face(die)
    middle = corners.mean(0)
    inner = (middle + (corners - middle) * 0.9).astype(np.float32)
    source = np.array([(5, 5), (FACE_PX - 5, 5), (FACE_PX - 5, FACE_PX - 5), (5, FACE_PX - 5)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, inner)
    size = picture.shape[1::-1]
    mask = cv2.warpPerspective(np.full((FACE_PX, FACE_PX), 255, np.uint8), matrix, size) > 127
    # Only what lies on the face itself.
    shape = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(shape, np.round(inner).astype(np.int32), 1)
    soft = cv2.GaussianBlur(draw_face(name), (0, 0), 0.6)
    laid = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_AREA)
    both = mask & (shape > 0)
    picture[both] = laid[both]


def photo_of_face(name: str) -> Picture:
    """Lays a die on a plain dark ground and takes the photo of its upper face."""
    photo = np.full((256, 256, 3), 60, np.uint8)
    larger = cv2.resize(draw_face(name), (150, 150))
    photo[53:203, 53:203] = larger
    return cv2.GaussianBlur(photo, (0, 0), 0.8)
