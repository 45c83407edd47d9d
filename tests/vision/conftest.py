"""What the vision tests share: a small table, its pictures, and where the real photographs are."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.ports.table import Anchor, FigureMark, Table
from vision.render.draw import draw
from vision.render.shot import Shot, Standing


def small_table() -> Table:
    spaces = {
        f"{column}/{row}": tuple(
            (60.0 + 30 * column + dx, 60.0 + 30 * (3 - row) + dy)
            for dx, dy in ((0, 0), (30, 0), (30, 30), (0, 30))
        )
        for column in range(12)
        for row in (1, 2, 3)
    }
    return Table(
        format="table/1",
        board_mm=(480, 300),
        anchors={
            name: Anchor(at, 30.0)
            for name, at in zip("0123", ((22, 22), (458, 22), (458, 278), (22, 278)), strict=True)
        },
        figures={
            "rayman": FigureMark(tag=10, size_mm=18, height_mm=45),
            "globox": FigureMark(ring=(213, 94, 0), outer_mm=30, inner_mm=20),
        },
        spaces=spaces,
    )


def middle(table: Table, space: str) -> tuple[float, float]:
    x, y = np.array(table.spaces[space]).mean(axis=0)
    return float(x), float(y)


def shot_of(table: Table, places: dict[str, str], **changes: object) -> Shot:
    figures = {name: Standing(*middle(table, space), turn=0.4) for name, space in places.items()}
    return replace(Shot(table, figures, tilt=0.4, busy=0.3, seed=3), **changes)  # type: ignore[arg-type]


def photograph(table: Table, places: dict[str, str], **changes: object) -> np.ndarray:
    return draw(shot_of(table, places, **changes))[0]


@pytest.fixture(scope="session")
def table() -> Table:
    return small_table()


@pytest.fixture(scope="session")
def photos() -> Path:
    chosen = os.environ.get("COMPANION_PHOTOS")
    folder = Path(chosen) if chosen else Path(__file__).parents[3] / "shared/photos"
    if not folder.is_dir():
        pytest.skip(f"the real photographs are not in {folder}; set COMPANION_PHOTOS")
    return folder
