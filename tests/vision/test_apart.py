"""Drawn figures stand as hands can put them: no plate in another, each in its own space."""

import numpy as np

from companion.ports.table import FigureMark, Table
from vision.layout import TAG_MM
from vision.render.apart import PLATE, stand_apart
from vision.render.draw import draw
from vision.render.shot import Shot, Standing

NAMES = ("a", "b", "c", "d", "e")
TABLE = Table(
    format="table/1",
    board_mm=(200, 100),
    figures={name: FigureMark(tag=10 + index, size_mm=TAG_MM) for index, name in enumerate(NAMES)},
    spaces={f"{n}": ((25 * n, 0), (25 * n + 25, 0), (25 * n + 25, 25), (25 * n, 25)) for n in range(4)},
)


def test_plates_never_lie_one_in_another_and_figures_stay_in_their_space() -> None:
    for spaces in ("00", "001", "0001", "0000", "0123"):
        scene = dict(zip(NAMES, spaces, strict=False))
        standing = stand_apart(TABLE, scene)
        for name, at in standing.items():
            low, high = TABLE.spaces[scene[name]][0], TABLE.spaces[scene[name]][2]
            assert (np.array(low) < at).all()
            assert (at < np.array(high)).all()
            for other in standing.keys() - {name}:
                assert np.abs(at - standing[other]).max() > PLATE * TAG_MM - 0.5, (spaces, standing)


def test_a_body_hides_a_lower_tag_beside_it_and_none_at_its_own_height() -> None:
    standing = {name: Standing(x, 60.0, body_width_mm=14.0) for name, x in (("a", 1100.0), ("b", 1120.0))}
    for height_mm, is_hidden in ((40.0, False), (10.0, True)):
        heights = {"a": 40.0, "b": height_mm}
        figures = {name: FigureMark(tag=10, size_mm=TAG_MM, height_mm=mm) for name, mm in heights.items()}
        table = Table(format="table/1", board_mm=(1200, 300), figures=figures, spaces=TABLE.spaces)
        visible = draw(Shot(table, standing, tilt=0.7))[1].visible
        assert visible["a"] > 0.99
        assert (visible["b"] < 0.985) is is_hidden
