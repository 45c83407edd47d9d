"""Boards without anchor tags: found by their print after four taps; nothing certain is wrong."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from time import process_time

import numpy as np
import pytest

from companion.core.errors import Invalid
from companion.ports.table import FigureMark, Table
from vision.features import FeatureBoard, flattened, pack, unpack
from vision.layout import figure_tags
from vision.render.draw import draw
from vision.render.shot import Shot, Standing, camera_of
from vision.see import Seer

SCENES = int(os.environ.get("COMPANION_SCENES", "2000")) // 40
RINGS = {"c": (230, 159, 0), "d": (86, 180, 233)}
TAP_PX = 1.0


def board() -> Table:
    """Two strips of 22 columns and 3 levels, 25 mm each, as the practice boards are."""
    spaces = {
        f"{column}/{level}": tuple(
            (
                45.0 + 25 * (column % 22) + dx,
                120.0 + 115 * (column // 22) - 25 * level + dy,
            )
            for dx, dy in ((0, 0), (25, 0), (25, 25), (0, 25))
        )
        for column in range(44)
        for level in (1, 2, 3)
    }
    rings = {name: FigureMark(ring=ring, outer_mm=24.0, inner_mm=14.0) for name, ring in RINGS.items()}
    return Table(
        format="table/1", board_mm=(640, 305), figures={**figure_tags(["a", "b"]), **rings}, spaces=spaces
    )


@pytest.mark.bench
def test_a_board_without_tags_puts_nobody_on_a_wrong_space_with_certainty() -> None:
    table = board()
    corners = np.array([[0, 0], [640, 0], [640, 305], [0, 305]], float)
    random = np.random.default_rng(5)
    counts: Counter[str] = Counter()
    seconds = 0.0
    for number in range(SCENES):
        first = Shot(
            table, {}, tilt=random.uniform(0.1, 0.5), side=random.uniform(-0.4, 0.4), light=(1.0, 0.93, 0.8),
            gradient=0.15, noise=2.5, busy=float(random.choice([0.4, 0.7, 1.0])), fill=0.95, seed=number,
            bend=random.uniform(-0.06, 0.02),
        )  # fmt: skip
        taps = camera_of(first).project(corners) + random.normal(0, TAP_PX, (4, 2))
        try:
            photo = pack(flattened(draw(first)[0], taps, table.board_mm))
            reference = FeatureBoard.flat(unpack(photo), table.board_mm)
        except Invalid:
            counts["too plain"] += 1
            continue
        truth = dict(zip(table.figures, random.choice(list(table.spaces), 4, replace=False), strict=True))
        standing = {}
        for name, space in truth.items():
            x, y = np.array(table.spaces[space]).mean(axis=0) + random.uniform(-11, 11, 2)
            standing[name] = Standing(x, y, random.uniform(0, 6), 30, 12, (90, 90, 90))
        later = replace(
            first, figures=standing, tilt=random.uniform(0.1, 0.6),
            side=first.side + random.uniform(-0.5, 0.5), fill=random.uniform(0.8, 0.97),
            light=(1.0, random.uniform(0.8, 1), random.uniform(0.6, 1)),
            shadow=float(random.choice([0.0, 0.4])), blur_px=random.uniform(0.5, 1.2),
        )  # fmt: skip
        picture, seen = draw(later)
        began = process_time()
        sighting = Seer(table, reference=reference).look(picture).sighting
        seconds += process_time() - began
        counts["found" if sighting.registered else "lost"] += 1
        for name, space in truth.items():
            if seen.visible[name] < 0.4:
                continue
            figure = sighting.figures.get(name)
            if figure is not None:
                counts["right" if figure.space == space else "wrong"] += 1
            else:
                counts["unsure" if name in sighting.unsure else "unseen"] += 1
    print(f"\n{SCENES} boards without tags, {seconds / max(1, SCENES):.2f} s a look: {dict(counts)}")
    assert counts["wrong"] == 0
    assert counts["found"] >= 0.9 * (counts["found"] + counts["lost"])
    assert counts["right"] >= 0.45 * sum(counts[each] for each in ("right", "wrong", "unsure", "unseen"))
