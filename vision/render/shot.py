"""What a drawn picture holds: where figures stand, where the camera is, what spoils the view."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.table import Table

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """A figure on the board: the middle of its foot, its turn, its body."""

    x: float
    y: float
    turn: float = 0.0
    body_mm: float = 45.0
    body_width_mm: float = 20.0
    body_colour: tuple[int, int, int] = (120, 120, 120)
    outline: tuple[tuple[float, float, float], ...] = ()
    """Its silhouette from the foot up: shares of height and width, and how far it leans out; else a cone."""


@dataclass(frozen=True)
class Hand:
    """A forearm reaching into the picture to a point of the board, from a side given by an angle."""

    x: float
    y: float
    angle: float
    colour: tuple[int, int, int] = (190, 140, 115)


@dataclass(frozen=True)
class Blot:
    """Something coloured lying on the board: a token, a card, a stripe, a die (which is as high as wide)."""

    x: float
    y: float
    size_mm: float
    shape: str
    colour: tuple[int, int, int]
    turn: float = 0.0


@dataclass(frozen=True)
class Shot:
    """One picture to draw; angles in radians, colours red-green-blue."""

    table: Table
    figures: dict[str, Standing]
    width: int = 1280
    height: int = 720
    tilt: float = 0.3
    side: float = 0.0
    """From which side of the table the camera looks: 0 from below the lower edge."""
    roll: float = 0.0
    focal: float = 0.95
    """Focal length over the longer side."""
    bend: float = 0.0
    """First distortion term of the lens."""
    fill: float = 0.92
    """How much of the picture the board takes."""
    drift: tuple[float, float] = (0.0, 0.0)
    """How far the camera's aim is off the middle, as a share of the board."""
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    brightness: float = 1.0
    gradient: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    blur_px: float = 0.6
    motion_px: float = 0.0
    noise: float = 3.0
    jpeg: int | None = 90
    hidden_anchors: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    blots: tuple[Blot, ...] = ()
    around: tuple[tuple[float, float], ...] = ()
    """Points beside the board, in its millimetres, that must be in the picture too."""
    busy: float = 0.5
    """How colourful the board is."""
    printed: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """The colour in which a printer put a figure's ring on paper, where that is not the wanted one."""
    ring_edge_mm: float = 0.0
    """How much white paper is left around rings, whose holes are white then, too."""
    flicker: float = 0.0
    """How much a lamp's flicker darkens bands of the picture."""
    unsharp_px: float = 0.0
    """The radius of the disc that a point becomes out of focus."""
    warp_mm: float = 0.0
    """How far a board that does not lie flat is off in its plane, as the camera sees it."""
    seed: int = 0


WAVE_MM = 260.0


def warped(points: Array, warp_mm: float) -> Array:
    """Returns where points of a board that does not lie flat seem to be."""
    waves = np.sin(points[:, ::-1] * (2 * np.pi / WAVE_MM) + (0.7, 2.1))
    return np.asarray(points + warp_mm * waves)


@dataclass(frozen=True)
class Camera:
    """The camera of a shot."""

    matrix: Array
    distortion: Array
    rvec: Array
    tvec: Array
    warp_mm: float = 0.0

    def project(self, points: Array, height_mm: float = 0.0) -> Array:
        """Projects board points, raised by a height."""
        points = warped(np.asarray(points, np.float64), self.warp_mm)
        raised = np.column_stack([points, np.full(len(points), -height_mm)])
        image, _ = cv2.projectPoints(raised, self.rvec, self.tvec, self.matrix, self.distortion)
        return np.asarray(image.reshape(-1, 2))


@dataclass(frozen=True)
class Truth:
    """What is really there: how much of each mark the camera can see, and the smallest tag's side."""

    visible: dict[str, float]
    tag_px: dict[str, float] = field(default_factory=dict)
    camera: Camera | None = None


def camera_of(shot: Shot) -> Camera:
    """Places the camera so that the board fills the picture as asked."""
    width, height = shot.table.board_mm
    longer = max(shot.width, shot.height)
    focal = shot.focal * longer
    matrix = np.array([[focal, 0, (shot.width - 1) / 2], [0, focal, (shot.height - 1) / 2], [0, 0, 1.0]])
    distortion = np.array([shot.bend, 0, 0, 0, 0])
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height), *shot.around], np.float64)
    centre = (corners.min(0) + corners.max(0)) / 2
    middle = np.array([centre[0] + width * shot.drift[0], centre[1] + height * shot.drift[1], 0.0])
    turn = cv2.Rodrigues(np.array([0.0, 0.0, -shot.side]))[0]
    lean = cv2.Rodrigues(np.array([shot.tilt, 0.0, 0.0]))[0]
    roll = cv2.Rodrigues(np.array([0.0, 0.0, shot.roll]))[0]
    rotation = roll @ lean @ turn
    near, far = 100.0, 20000.0
    for _ in range(40):
        away = (near + far) / 2
        camera = _at(rotation, middle, away, matrix, distortion)
        spread = np.abs(camera.project(corners) - matrix[:2, 2])
        fits = (spread[:, 0].max() <= shot.fill * shot.width / 2) and (
            spread[:, 1].max() <= shot.fill * shot.height / 2
        )
        if fits:
            far = away
        else:
            near = away
    return replace(_at(rotation, middle, far, matrix, distortion), warp_mm=shot.warp_mm)


def _at(rotation: Array, middle: Array, away: float, matrix: Array, distortion: Array) -> Camera:
    tvec = -rotation @ middle + np.array([0, 0, away])
    return Camera(matrix, distortion, cv2.Rodrigues(rotation)[0].reshape(3), tvec)
