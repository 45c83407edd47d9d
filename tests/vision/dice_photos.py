"""The labelled photos of dice: which ones the networks never learned from, and how well they are read."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.picture import read_picture
from vision.read.dice import read_dice

VALUES = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
LABELS = Path(__file__).parents[2] / "scripts/dice-labels.json"


@dataclass
class Score:
    """How many dice were read how."""

    right: int = 0
    wrong: int = 0
    unsure: int = 0
    missed: int = 0
    invented: int = 0
    """Values that were said where no die is."""
    slowest_s: float = 0.0

    @property
    def dice(self) -> int:
        return self.right + self.wrong + self.unsure + self.missed


def kept_apart(folder: Path) -> list[str]:
    """Lists the photos that `scripts/train-dice` never learns from: every fifth one."""
    return sorted(json.loads((folder / "gt_train.json").read_text()))[::5]


def score(folder: Path, names: list[str]) -> Score:
    """Reads photos and counts, with the labels that were put right by eye."""
    truth, right = json.loads((folder / "gt_train.json").read_text()), json.loads(LABELS.read_text())
    result = Score()
    for name in names:
        picture = read_picture(folder / name)
        begun = time.process_time()
        read = read_dice(picture)
        result.slowest_s = max(result.slowest_s, time.process_time() - begun)
        for x, y, side, value in _labels(truth[name]["dice"], right.get(name, {})):
            near = [one for one in read if np.hypot(one.x - x, one.y - y) < side / 2]
            if not near:
                result.missed += 1
                continue
            read.remove(near[0])
            if near[0].value is None:
                result.unsure += 1
            elif near[0].value == value:
                result.right += 1
            else:
                result.wrong += 1
        result.invented += sum(die.value is not None for die in read)
    return result


def _labels(dice: list[dict[str, Any]], mended: dict[str, Any]) -> list[tuple[float, float, float, int]]:
    labels = [tuple(row) for row in mended.get("also", [])]
    for index, die in enumerate(dice):
        left, top, end, bottom = die["box"]
        value = mended.get(str(index), VALUES[die["value"]])
        labels.append(((left + end) / 2, (top + bottom) / 2, max(end - left, bottom - top), value))
    return labels
