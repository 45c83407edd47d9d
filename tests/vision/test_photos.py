"""The real photographs: markers of OpenCV's own test data, and yaw angles of a turned tag."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dictionary import find_dictionary, tag_cells
from vision.pose import Lens, fit_camera, tag_corners_mm
from vision.tags import TagReader


def test_the_markers_of_the_photos_are_read(photos: Path) -> None:
    truth = json.loads((photos / "opencv_extra/gt_corners.json").read_text())
    notes = cv2.FileStorage(str(photos / "opencv_extra/tutorial_dict.yml"), cv2.FILE_STORAGE_READ)
    tutorial = cv2.aruco.Dictionary()
    assert tutorial.readDictionary(notes.root())
    missed = []
    for name, sheet in truth.items():
        grey = cv2.imread(str(photos / "opencv_extra" / name), cv2.IMREAD_GRAYSCALE)
        wanted = {marker["id"]: np.array(marker["corners"]) for marker in sheet["markers"]}
        own = tutorial if sheet["dictionary"] == "tutorial" else sheet["dictionary"]
        found = TagReader(own, wanted).read(grey)
        for tag, corners in wanted.items():
            if not any(np.abs(quad - corners).max() < 3 for quad in found.get(tag, [])):
                missed.append((name, tag))
    assert sum(len(sheet["markers"]) for sheet in truth.values()) == 71
    assert missed == []


def test_no_tag_is_read_where_there_is_none(photos: Path) -> None:
    video = cv2.VideoCapture(str(photos / "clip/scholarsmate.avi"))
    reader, seen = TagReader("5X5_50", range(20)), 0
    for number in range(334):
        found, frame = video.read()
        if found and number % 8 == 0:
            seen += len(reader.read(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)))
    assert seen == 0


MATRIX = np.array([[329.87, 0, 528.0], [0, 332.95, 396.0], [0, 0, 1]])
TAG_MM = 65.0


def measured_yaw(picture: np.ndarray) -> float:
    """Returns how far a tag's own axis points aside of the camera's, whichever way that is counted."""
    (image,) = TagReader("36h11", [76]).read(picture)[76]
    flat = tag_corners_mm(0, 0, TAG_MM)
    lens = Lens(MATRIX, np.zeros(5), None)
    fits = [fit_camera({"0": (flat, image)}, {}, lens, pose) for pose in both_poses(flat, image)]
    return yaw_of(min(fits, key=lambda one: one.cost).rotation)


def both_poses(flat: np.ndarray, image: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Returns the two poses that four corners of a small tag leave, the likelier one first."""
    points = np.column_stack([flat, np.zeros(4)])
    _, turns, shifts, _ = cv2.solvePnPGeneric(points, image, MATRIX, None, flags=cv2.SOLVEPNP_IPPE)
    return list(zip(turns, shifts, strict=True))


def yaw_of(rotation: np.ndarray) -> float:
    normal = rotation[:, 2]
    return abs(float(np.degrees(np.arctan2(normal[0], normal[2]))))


@pytest.mark.parametrize("yaw", [-70, -40, -20, 0, 20, 40, 70])
def test_the_yaw_of_a_turned_tag_is_measured(photos: Path, yaw: int) -> None:
    picture = cv2.imread(str(photos / f"pupil_rotation/test_image_rotation_{yaw}.png"), cv2.IMREAD_GRAYSCALE)
    assert abs(measured_yaw(picture) - abs(yaw)) < 4


def drawn_tag(yaw: int) -> np.ndarray:
    """Draws the tag turned, a little aside, as it stands in the photographs."""
    cells = np.pad(tag_cells(find_dictionary("36h11"), 76) > 0, 1, constant_values=True)
    sheet = (np.kron(cells, np.ones((24, 24))) * 190 + 30).astype(np.uint8)
    half = TAG_MM / 2 * len(cells) / (len(cells) - 2)
    turn, _ = cv2.Rodrigues(np.array([0.0, np.radians(yaw), 0.0]))
    flat = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    seen = (flat @ turn.T + (15.0, 20.0, 300.0)) @ MATRIX.T
    corners = (seen[:, :2] / seen[:, 2:]).astype(np.float32)
    source = np.array([(0, 0), (len(sheet), 0), (len(sheet), len(sheet)), (0, len(sheet))], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(source, corners)
    picture = np.full((792, 1056), 150, np.uint8)
    cv2.warpPerspective(sheet, way, (1056, 792), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(yaw + 90).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("yaw", [-60, -30, -10, -5, 5, 10, 30, 60])
def test_the_yaw_of_a_drawn_tag_is_measured_at_small_angles_too(yaw: int) -> None:
    """Photographs at ±10° are not among ours."""
    assert abs(measured_yaw(drawn_tag(yaw)) - abs(yaw)) < 2.5


@pytest.mark.parametrize("yaw", [-10, 10])
def test_at_small_angles_the_mirrored_pose_is_degrees_off_and_the_corners_tell_it(yaw: int) -> None:
    """A yaw taken by IPPE_SQUARE with y downwards may be the mirrored one: it expects y upwards."""
    (image,) = TagReader("36h11", [76]).read(drawn_tag(yaw))[76]
    flat = tag_corners_mm(0, 0, TAG_MM)
    likelier, other = (yaw_of(cv2.Rodrigues(turn)[0]) for turn, _ in both_poses(flat, image))
    assert abs(likelier - abs(yaw)) < 2.5 < 5 < abs(other - abs(yaw))
