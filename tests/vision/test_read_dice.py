"""The pips of dice: drawn ones anywhere, and photos that the networks never learned from."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.dice_photos import kept_apart, score
from vision.read import dice
from vision.read.dice import read_dice
from vision.render.dice import DrawnDie, draw_die


def drawn_table(values: tuple[int, ...], seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    picture = np.full((360, 480, 3), (150, 175, 190), np.uint8)
    for index, value in enumerate(values):
        at = (80 + 110 * (index % 4), 90 + 130 * (index // 4))
        body = ((235, 235, 235), (30, 30, 200), (40, 130, 30), (25, 25, 25))[index % 4]
        pips = (20, 20, 20) if index % 4 == 0 else (245, 245, 245)
        lean = (0.12, 0.08)
        draw_die(picture, DrawnDie(*at, 40, value, random.uniform(0, 6.3), lean, body, pips))
    return cv2.GaussianBlur(picture, (0, 0), 0.6)


def test_drawn_dice_are_read_from_the_left_to_the_right_and_none_wrong() -> None:
    values = (1, 5, 2, 6, 3, 4)
    read = read_dice(drawn_table(values, 1))
    assert len(read) == len(values)
    assert [die.x for die in read] == sorted(die.x for die in read)
    places = {(80 + 110 * (index % 4), 90 + 130 * (index // 4)): value for index, value in enumerate(values)}
    right = 0
    for (x, y), value in places.items():
        die = min(read, key=lambda one: np.hypot(one.x - x, one.y - y))
        assert die.value in (value, None)
        right += die.value == value
    assert right >= len(values) - 1


def test_an_empty_table_has_no_dice() -> None:
    assert read_dice(np.full((360, 480, 3), (150, 175, 190), np.uint8)) == []


def test_photos_kept_apart_from_training_are_read_and_none_wrong(photos: Path) -> None:
    result = score(photos / "dice", kept_apart(photos / "dice")[::4])
    assert result.wrong == 0
    assert result.right >= 0.85 * result.dice


def test_the_command_prints_a_line_an_image(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    images = [tmp_path / "dice.png", tmp_path / "none.png"]
    cv2.imwrite(str(images[0]), drawn_table((4, 2), 2))
    cv2.imwrite(str(images[1]), np.full((120, 120, 3), 90, np.uint8))
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "read", "dice", *map(str, images)])
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert ended.value.code == 1
    assert (first["format"], len(first["dice"]) + len(first["unsure"]), first["why"]) == ("pips/1", 2, "")
    assert (second["dice"], second["why"]) == ([], "No dice are in the picture.")


def test_plain_dice_are_read_two_ways_and_doubtful_ones_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def answer(name: str, pictures: np.ndarray) -> np.ndarray:
        asked.append(len(pictures))
        plain = np.tile([9.0, 0, 0, 0, 0, 0], (len(pictures), 1))
        if len(asked) == 1:
            plain[2:] = (9.0, 9.0, 0, 0, 0, 0)  # the second die may be a one or a two
        return plain.astype(np.float32)

    monkeypatch.setattr(dice, "_answer", answer)
    shares = dice._shares(np.zeros((100, 100, 3), np.uint8), [(30.0, 30.0, 20.0), (60.0, 60.0, 20.0)])
    assert asked == [4, 6]
    assert shares.argmax(1).tolist() == [0, 0]
    assert shares[0, 0] > shares[1, 0]
