"""Holds sightings of drawn scenes against the truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from vision.render.scenes import make_scene
from vision.see import Seer

TAG_PX = 20.0
TAG_SEEN = 0.97
RING_SEEN = 0.6
"""How much of a mark must be uncovered to count as visible."""


@dataclass(frozen=True)
class Score:
    """How one figure of one scene was judged."""

    condition: str
    seed: int
    figure: str
    kind: str
    is_visible: bool
    is_certain: bool
    is_wrong: bool


def judge_scene(scene: tuple[str, int]) -> list[Score]:
    """Draws a scene by condition and seed, looks at it, and scores every figure."""
    cv2.setNumThreads(1)
    condition, seed = scene
    drawn = make_scene(condition, seed)
    sighting = Seer(drawn.table).look(drawn.picture).sighting
    scores = []
    for name, mark in drawn.table.figures.items():
        visible = drawn.truth.visible.get(name, 0.0)
        is_tag = mark.tag is not None
        if is_tag:
            is_visible = visible >= TAG_SEEN and drawn.truth.tag_px[name] >= TAG_PX
        else:
            is_visible = visible >= RING_SEEN
        seen = sighting.figures.get(name)
        scores.append(
            Score(
                condition,
                seed,
                name,
                "tag" if is_tag else "ring",
                is_visible,
                seen is not None,
                seen is not None and seen.space != drawn.standing.get(name),
            )
        )
    return scores
