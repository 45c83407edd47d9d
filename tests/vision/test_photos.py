"""The real photographs: markers of OpenCV's own test data, and yaw angles of a turned tag."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

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


@pytest.mark.parametrize("yaw", [-70, -40, -20, 0, 20, 40, 70])
def test_the_yaw_of_a_turned_tag_is_measured(photos: Path, yaw: int) -> None:
    picture = cv2.imread(str(photos / f"pupil_rotation/test_image_rotation_{yaw}.png"), cv2.IMREAD_GRAYSCALE)
    (image,) = TagReader("36h11", [76]).read(picture)[76]
    matrix = np.array([[329.87, 0, 528.0], [0, 332.95, 396.0], [0, 0, 1]])
    lens = Lens(matrix, np.zeros(5), None)
    flat = tag_corners_mm(0, 0, 65.0)
    points = np.column_stack([flat, np.zeros(4)])
    count, rvecs, tvecs, _ = cv2.solvePnPGeneric(points, image, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    fits = [fit_camera({"0": (flat, image)}, {}, lens, (rvecs[i], tvecs[i])) for i in range(count)]
    fit = min(fits, key=lambda one: one.cost)
    # How far the tag's own axis points aside of the camera's: the yaw, whichever way it is counted.
    normal = fit.rotation[:, 2]
    measured = np.degrees(np.arctan2(normal[0], normal[2]))
    assert abs(abs(measured) - abs(yaw)) < 4
