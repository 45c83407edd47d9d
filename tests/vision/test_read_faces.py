"""Dice with symbols are read by one taught photo of each face."""

import numpy as np

from vision.read.faces import Faces, read_faces
from vision.render.faces import draw_symbol_die, photo_of_face

NAMES = ("move", "draw", "tool", "weapon", "joker")
TRAY = (62, 84, 70)


def tray(names: list[str], seed: int) -> np.ndarray:
    """Draws dice apart from each other, as a camera sees them."""
    random = np.random.default_rng(seed)
    picture = np.clip(random.normal(TRAY, 5, (420, 420, 3)), 0, 255).astype(np.uint8)
    for index, name in enumerate(names):
        x, y = 80 + 130 * (index % 3), 90 + 150 * (index // 3)
        draw_symbol_die(
            picture, x + random.uniform(-15, 15), y + random.uniform(-15, 15), random.uniform(52, 66), name,
            float(random.uniform(0, 6.28)),
        )  # fmt: skip
    light = np.array([random.uniform(0.75, 1.0), random.uniform(0.85, 1.05), random.uniform(0.9, 1.1)])
    return np.clip(picture * light + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def test_faces_are_read_whichever_way_they_lie_and_never_wrong() -> None:
    faces = Faces({name: photo_of_face(name) for name in NAMES})
    right = total = 0
    for seed in range(12):
        names = [str(name) for name in np.random.default_rng(100 + seed).choice(NAMES, 5)]
        dice = read_faces(tray(names, seed), faces)
        assert len(dice) == 5
        order = sorted(range(5), key=lambda index: (index // 3, index % 3))
        placed = sorted(dice, key=lambda die: (die.y > 165, die.x))
        for die, index in zip(placed, order, strict=True):
            total += 1
            assert not die.is_certain or die.among[0] == names[index]
            right += die.is_certain
    assert right >= 0.9 * total


def test_a_face_that_was_never_taught_is_unsure() -> None:
    faces = Faces({name: photo_of_face(name) for name in NAMES[:4]})
    dice = [die for seed in range(6) for die in read_faces(tray(["joker"] * 3, seed), faces)]
    assert len(dice) == 18
    assert not any(die.is_certain for die in dice)
