"""Where the camera is: one least-squares fit over all corners of all tags, with its uncertainty.

The board lies in the plane z = 0, x to the right and y down, so z points into the table: what stands
`h` millimetres high is at z = −h. Free are the camera's place and, where no lens was calibrated, its
focal length, centre and first distortion term, each held by what ordinary lenses are like; and for
every figure's tag its place and turn on the plane of its height; and by how much ink and light pull the
corners of the anchors, and of each figure's tag, inwards. The inverse of the normal matrix
says how well each is known, which is what the confidence of a place rests on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports.table import CameraModel

Array = NDArray[np.float64]

CORNER_PX = 0.12
"""How far off a refined corner is between the best drawn scenes and poor photographs."""
POOR_CORNER_PX = 0.2
POOR_CORNERS = 4
"""How many residuals of poor photographs are counted in, so that few that happen to fit prove little."""
PULL_SPREAD = 0.5
"""By how many pixels anchors look smaller or larger, and figures' tags: ink runs, paper and light spread."""
OWN_PULL_SPREAD = 0.15
"""By how many figures' tags differ in that."""
BENT = 8.0
"""From which noise on whole tags are off, as on a board that does not lie flat: corners tell less then."""
HUBER = 2.5
USUAL_FOCAL = 0.9
"""Focal length over the longer side: between a wide Pi camera and a telephone."""
FOCAL_SPREAD = 0.35
CENTRE_SPREAD = 0.01
DISTORTION_SPREAD = 0.03
POSE = 6
LENS = 4
PULLS = 2
PLACE = 4


@dataclass(frozen=True)
class Lens:
    """A camera's inside, `spread` being the standard deviations of ln f, cx, cy, k1 (none: calibrated)."""

    matrix: Array
    distortion: Array
    spread: Array | None

    @staticmethod
    def calibrated(model: CameraModel, scale: float = 1.0) -> Lens:
        """Takes a calibrated lens for pictures scaled by a factor."""
        matrix = np.array(model.matrix, np.float64)
        matrix[:2] *= scale
        distortion = np.zeros(5) if not model.distortion else np.array(model.distortion, np.float64)
        return Lens(matrix, distortion, None)

    @staticmethod
    def usual(width: int, height: int) -> Lens:
        """Guesses a lens from the picture's size alone."""
        longer = max(width, height)
        focal = USUAL_FOCAL * longer
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
        centre = CENTRE_SPREAD * longer
        return Lens(matrix, np.zeros(5), np.array([FOCAL_SPREAD, centre, centre, DISTORTION_SPREAD]))

    def with_focal(self, focal: float) -> Lens:
        """Returns the lens with another focal length as the starting point."""
        matrix = self.matrix.copy()
        matrix[0, 0] = matrix[1, 1] = focal
        return replace(self, matrix=matrix)


@dataclass(frozen=True)
class FlatTag:
    """A tag lying flat at a height: its size, and its corners in the picture."""

    size_mm: float
    height_mm: float
    corners: Array


@dataclass(frozen=True)
class Fit:
    """A camera fitted to the tags seen, with the covariance of everything that was free."""

    lens: Lens
    rvec: Array
    tvec: Array
    covariance: Array
    """Of pose, lens where it was free, the pull inwards, and (x, y, turn, pull) of each figure's tag."""
    placed: dict[str, Array] = field(default_factory=dict)
    """(x, y, turn, pull) of each figure's tag."""
    errors_px: dict[str, float] = field(default_factory=dict)
    """Root mean square corner error of each tag, anchors by `#id`."""
    cost: float = 0.0
    noise: float = 1.0
    """How large the corner errors are, squared and against the usual ones."""

    def behind(self, other: Fit) -> float:
        """Returns how much worse it fits than another, in units of that one's noise."""
        return (self.cost - other.cost) / max(1.0, other.noise)

    @property
    def rotation(self) -> Array:
        """Returns the rotation from board to camera."""
        return np.asarray(cv2.Rodrigues(self.rvec)[0])

    @property
    def camera_mm(self) -> Array:
        """Returns where the camera is, in the board's axes."""
        return np.asarray(-self.rotation.T @ self.tvec)

    @property
    def free(self) -> int:
        """Counts the free numbers of the camera."""
        return POSE + (LENS if self.lens.spread is not None else 0)

    def place_spread(self, name: str) -> Array:
        """Returns the covariance of the place of a figure's tag."""
        index = self.free + PULLS + PLACE * list(self.placed).index(name)
        return self.covariance[index : index + 2, index : index + 2]

    def to_picture(self, points_mm: Array, height_mm: float = 0.0) -> Array:
        """Projects points of the board, or of a plane above it, into the picture."""
        points = np.column_stack([points_mm, np.full(len(points_mm), -height_mm)])
        image, _ = cv2.projectPoints(points, self.rvec, self.tvec, self.lens.matrix, self.lens.distortion)
        return np.asarray(image.reshape(-1, 2))

    def to_board(self, pixels: Array, height_mm: float = 0.0) -> Array:
        """Follows rays through pixels down to the board, or to a plane above it."""
        rays = cv2.undistortPoints(
            np.asarray(pixels, np.float64).reshape(-1, 1, 2), self.lens.matrix, self.lens.distortion
        ).reshape(-1, 2)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        start = self.camera_mm
        reach = (-height_mm - start[2]) / directions[:, 2]
        return np.asarray(start[:2] + directions[:, :2] * reach[:, None])

    def spread_mm(self, point_mm: Array, picture_px: Array | None = None) -> Array:
        """Returns the covariance of a point of the board that was measured in the picture.

        `picture_px` is the covariance of the measurement itself, in pixels.
        """
        point = np.array([[point_mm[0], point_mm[1], 0.0]])
        _, jacobian = cv2.projectPoints(point, self.rvec, self.tvec, self.lens.matrix, self.lens.distortion)
        camera = _camera_columns(jacobian, self.lens)
        across = jacobian[:, 3:6] @ self.rotation[:, :2]
        back = np.linalg.inv(across)
        moved = back @ camera
        known = self.covariance[: self.free, : self.free]
        spread = moved @ known @ moved.T
        if picture_px is not None:
            spread = spread + back @ picture_px @ back.T
        return np.asarray(spread)


def tag_corners_mm(x: float, y: float, size_mm: float, turn: float = 0.0) -> Array:
    """Returns a tag's corners on its plane, clockwise from its own top left."""
    half = size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    cosine, sine = np.cos(turn), np.sin(turn)
    return np.asarray(square @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y))


def _camera_columns(jacobian: Array, lens: Lens) -> Array:
    """Picks the columns of the free camera numbers: pose, then ln f, cx, cy, k1."""
    if lens.spread is None:
        return np.asarray(jacobian[:, :POSE])
    focal = jacobian[:, 6:7] * lens.matrix[0, 0] + jacobian[:, 7:8] * lens.matrix[1, 1]
    return np.hstack([jacobian[:, :POSE], focal, jacobian[:, 8:11]])


def fit_camera(
    anchors: dict[str, tuple[Array, Array]],
    figures: dict[str, FlatTag],
    lens: Lens,
    pose: tuple[Array, Array],
    *,
    start: Lens | None = None,
    rounds: int = 15,
) -> Fit:
    """Fits the camera to anchors (corners in mm, corners in pixels) and to figures' tags together.

    `pose` and `start` are where the search begins; `lens` is what is believed about the lens beforehand.
    """
    prior = lens
    lens = start or lens
    rvec, tvec = (np.asarray(part, np.float64).reshape(3) for part in pose)
    world = np.concatenate([corners for corners, _ in anchors.values()])
    seen = [pixels for _, pixels in anchors.values()]
    names = list(figures)
    rough = Fit(lens, rvec, tvec, np.zeros((0, 0)))
    placed = np.array([_first_place(rough, figures[name]) for name in names]).reshape(-1, PLACE)
    seen += [figures[name].corners for name in names]
    target = np.concatenate(seen).reshape(-1)
    damping = 1e-6
    step = _Step(prior, world, [figures[name] for name in names], target)
    state = (lens, rvec, tvec, np.zeros(PULLS), placed)
    now = step.linearise(*state)
    for _ in range(rounds):
        normal, slope, cost, _ = now
        damped = normal + damping * np.diag(np.diag(normal) + 1e-12)
        # OpenCV solves so small a system without waking a pool of threads for it.
        is_solved, change = cv2.solve(damped, slope[:, None], flags=cv2.DECOMP_CHOLESKY)
        if not is_solved:
            damping *= 20
            continue
        trial = step.moved(state, change.reshape(-1))
        after = step.linearise(*trial)
        if after[2] <= cost:
            gained = cost - after[2]
            state, now, damping = trial, after, max(damping / 10, 1e-9)
            if gained < 0.02 + 1e-3 * cost:
                break
        else:
            damping *= 20
            if damping > 1e6:
                break
    lens, rvec, tvec, _, placed = state
    normal, _, cost, residual = now
    scale = 1 / np.sqrt(np.maximum(np.diag(normal), 1e-12))
    scales = np.outer(scale, scale)
    is_regular, inverse = cv2.invert(normal * scales, flags=cv2.DECOMP_CHOLESKY)
    if not is_regular:
        inverse = cv2.invert(normal * scales, flags=cv2.DECOMP_SVD)[1]
    covariance = inverse * scales
    spare = max(len(residual) - len(normal), 0)
    poor = POOR_CORNERS * (POOR_CORNER_PX / CORNER_PX) ** 2
    total = float(np.sum(np.minimum((residual / CORNER_PX) ** 2, (HUBER * 4) ** 2)))
    noise = (poor + total) / (POOR_CORNERS + spare)
    per_tag = np.sqrt(np.mean(residual.reshape(-1, 8) ** 2, axis=1) * 2)
    labels = [f"#{name}" for name in anchors] + names
    return Fit(
        lens,
        rvec,
        tvec,
        covariance * noise * max(noise / BENT, 1.0),
        {name: placed[index] for index, name in enumerate(names)},
        dict(zip(labels, per_tag.tolist(), strict=True)),
        cost,
        noise,
    )


_State = tuple[Lens, Array, Array, Array, Array]


class _Step:
    """The least-squares problem at one point: normal matrix, slope, cost and residuals."""

    def __init__(self, prior: Lens, world: Array, figures: list[FlatTag], target: Array) -> None:
        self._prior = prior
        self._flat = np.column_stack([world, np.zeros(len(world))])
        self._squares = np.array([tag_corners_mm(0, 0, tag.size_mm) for tag in figures]).reshape(-1, 4, 2)
        self._heights = np.array([[-tag.height_mm] * 4 for tag in figures]).reshape(-1, 4, 1)
        self._target = target
        tags = target.reshape(-1, 4, 2)
        outward = tags - tags.mean(axis=1, keepdims=True)
        outward /= np.maximum(np.linalg.norm(outward, axis=2, keepdims=True), 1e-9)
        self._inward = -outward.reshape(-1)

    def moved(self, state: _State, change: Array) -> _State:
        """Applies a change of all free numbers."""
        lens, rvec, tvec, pulls, placed = state
        free = POSE
        if lens.spread is not None:
            matrix, distortion = lens.matrix.copy(), lens.distortion.copy()
            factor = float(np.exp(np.clip(change[6], -0.5, 0.5)))
            matrix[0, 0] *= factor
            matrix[1, 1] *= factor
            matrix[0, 2] += change[7]
            matrix[1, 2] += change[8]
            distortion[0] += change[9]
            lens = replace(lens, matrix=matrix, distortion=distortion)
            free += LENS
        return (
            lens,
            rvec + change[:3],
            tvec + change[3:6],
            pulls + change[free : free + PULLS],
            placed + change[free + PULLS :].reshape(-1, PLACE),
        )

    def linearise(
        self, lens: Lens, rvec: Array, tvec: Array, pulls: Array, placed: Array
    ) -> tuple[Array, Array, float, Array]:
        """Returns normal matrix, slope, robust cost and plain residuals."""
        cosine, sine = np.cos(placed[:, 2]), np.sin(placed[:, 2])
        turn = np.stack([cosine, sine, -sine, cosine], axis=1).reshape(-1, 2, 2)
        square = self._squares @ turn
        raised = np.dstack([square + placed[:, None, :2], self._heights])
        image, jacobian = cv2.projectPoints(
            np.concatenate([self._flat, raised.reshape(-1, 3)]), rvec, tvec, lens.matrix, lens.distortion
        )
        first = 2 * len(self._flat)
        pull = np.concatenate([np.full(first, pulls[0]), np.repeat(placed[:, 3] + pulls[1], 8)])
        residual = self._target - image.reshape(-1) - pull * self._inward
        camera = _camera_columns(jacobian, lens)
        free, count = camera.shape[1], len(placed)
        full = np.zeros((len(residual), free + PULLS + PLACE * count))
        full[:, :free] = camera
        full[:first, free] = self._inward[:first]
        full[first:, free + 1] = self._inward[first:]
        if count:
            rotation = cv2.Rodrigues(rvec)[0]
            across = (jacobian[first:, 3:6] @ rotation[:, :2]).reshape(count, 8, 2)
            turned = np.repeat(np.stack([-square[..., 1], square[..., 0]], axis=2), 2, axis=1)
            block = np.dstack(
                [across, np.sum(across * turned, axis=2), self._inward[first:].reshape(count, 8)]
            )
            own = full[first:, free + PULLS :].reshape(count, 8, count, PLACE)
            own[np.arange(count), :, np.arange(count)] = block
        scaled = np.abs(residual) / CORNER_PX
        weight = np.minimum(HUBER / np.maximum(scaled, 1e-9), 1.0) / CORNER_PX**2
        weighted = full * weight[:, None]
        normal = full.T @ weighted
        slope = weighted.T @ residual
        within = np.minimum(scaled, HUBER)
        cost = float((within * (2 * scaled - within)).sum())
        index = np.append([free, free + 1], free + PULLS + 3 + PLACE * np.arange(count))
        every = np.append(pulls, placed[:, 3])
        held = np.append(np.full(PULLS, PULL_SPREAD), np.full(count, OWN_PULL_SPREAD)) ** -2
        normal[index, index] += held
        slope[index] -= every * held
        cost += float(np.sum(every**2 * held))
        if lens.spread is not None:
            off = _lens_numbers(lens) - _lens_numbers(self._prior)
            held = 1.0 / lens.spread**2
            index = np.arange(POSE, POSE + LENS)
            normal[index, index] += held
            slope[index] -= held * off
            cost += float(np.sum(held * off**2))
        return normal, slope, cost, residual


def _lens_numbers(lens: Lens) -> Array:
    matrix = lens.matrix
    return np.array([np.log(matrix[0, 0]), matrix[0, 2], matrix[1, 2], lens.distortion[0]])


def _first_place(fit: Fit, tag: FlatTag) -> Array:
    corners = fit.to_board(tag.corners, tag.height_mm)
    centre = corners.mean(axis=0)
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([centre[0], centre[1], np.arctan2(along[1], along[0]), 0.0])
