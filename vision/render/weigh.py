"""Fits the weights of a ring's traits to drawn scenes: `python -m vision.render.weigh [SCENES]`.

Prints what to write into `vision/ringshape.py`, and how far apart rings and other places then are.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click
import cv2
import numpy as np

from vision.light import light_of
from vision.pose import Array
from vision.render.scenes import CONDITIONS, HARD, make_scene
from vision.rings import every_look
from vision.ringshape import TRAITS
from vision.see import Seer

FIRST_SEED = 70_000
"""Other scenes than those of the bench."""
NO_RING = 30.0
"""How much more a place that is no ring counts: to be sure and wrong is the worst answer."""
VISIBLE = 0.4


def places_of(scene: tuple[str, int]) -> list[tuple[float, Array]]:
    """Returns for each place that was looked at whether it is the ring (1 or 0), and its traits."""
    cv2.setNumThreads(1)
    drawn = make_scene(*scene)
    camera, table = drawn.truth.camera, drawn.table
    look = Seer(table).look(drawn.picture)
    if look.fit is None or camera is None:
        return []
    feet = {
        name: look.fit.to_board(camera.project(np.array([[standing.x, standing.y]])))[0]
        for name, standing in drawn.shot.figures.items()
        if table.figures[name].ring is not None
    }
    places = []
    light = light_of(drawn.picture, table, look.tags, look.fit)
    for name, looks in every_look(drawn.picture, table, look.fit, light).items():
        size = table.figures[name].outer_mm or 1.0
        for one in looks:
            away = {other: float(np.linalg.norm(one.centre - foot)) / size for other, foot in feet.items()}
            if away.get(name, 1.0) < 0.15 and drawn.truth.visible[name] >= VISIBLE:
                places.append((1.0, one.traits))
            elif min(away.values(), default=1.0) > 0.3:
                places.append((0.0, one.traits))
    return places


def fit_weights(is_ring: Array, traits: Array) -> Array:
    """Fits a logistic regression by Newton's steps; the first weight is the constant."""
    rows = np.column_stack([np.ones(len(traits)), traits])
    counts = np.where(is_ring > 0, 1.0, NO_RING)
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -500, 500)))
        slope = rows.T @ (counts * (is_ring - chance)) - 0.3 * weights
        bend = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + 0.3 * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def main(scenes: int) -> None:
    """Draws, fits and prints."""
    conditions = (*CONDITIONS, *HARD)
    todo = [(conditions[k % len(conditions)], FIRST_SEED + k // len(conditions)) for k in range(scenes)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        places = [place for found in pool.map(places_of, todo, chunksize=8) for place in found]
    is_ring = np.array([one for one, _ in places])
    traits = np.array([row for _, row in places])
    weights = fit_weights(is_ring, traits)
    scores = weights[0] + traits @ weights[1:]
    click.echo(f"{int(is_ring.sum())} rings, {int((1 - is_ring).sum())} other places")
    click.echo(str({name: round(float(one), 1) for name, one in zip(TRAITS, weights[1:], strict=True)}))
    click.echo(f"needed: {-weights[0]:.1f}; the best of the others: {scores[is_ring == 0].max():.1f}")
    for share in (1, 2, 5):
        click.echo(f"{share} % of the rings score below {np.percentile(scores[is_ring == 1], share):.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
