"""Teaching: with each figure on a known space, one press learns the rings' colours in the room's light."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.table import FigureMark, Table
from vision.light import light_of
from vision.pose import Fit
from vision.see import Look, Seer

AROUND = 48
FEWEST_SHARE = 0.3
APART = 12.0
"""Two learned colours nearer than this cannot be told apart afterwards."""


def teach(
    table: Table, frame: NDArray[np.uint8], places: Mapping[str, str]
) -> tuple[Table, tuple[Message, ...]]:
    """Returns the table with every ringed figure's colour as seen on its space, and what to know about it.

    Refuses with Invalid when the board is not seen, or a figure's space is not one of the table's.
    """
    look = Seer(table).look(frame)
    if look.fit is None:
        raise Invalid(look.reason or say("vision.why.no_anchor_seen", count=len(table.anchors)))
    figures: dict[str, FigureMark] = dict(table.figures)
    notes: list[Message] = []
    for name, mark in table.figures.items():
        if mark.ring is None or name not in places:
            continue
        if places[name] not in table.spaces:
            raise Invalid(say("vision.teach.space", figure=name, space=places[name]))
        middle = np.array(table.spaces[places[name]]).mean(axis=0)
        learned = _ring_colour(frame, table, look, mark, middle)
        if learned is None:
            notes.append(say("vision.teach.not_seen", figure=name, space=places[name]))
            continue
        figures[name] = msgspec.structs.replace(mark, ring=learned)
        notes.append(say("vision.teach.learned", figure=name, colour="#{:02X}{:02X}{:02X}".format(*learned)))
    notes += _alike(figures)
    return msgspec.structs.replace(table, figures=figures), tuple(notes)


def _ring_colour(
    frame: NDArray[np.uint8], table: Table, look: Look, mark: FigureMark, middle: NDArray[np.float64]
) -> tuple[int, int, int] | None:
    """Returns the commonest colour between the ring's two circles, light undone; red, green, blue."""
    fit = look.fit
    assert isinstance(fit, Fit)
    light = light_of(frame, table, look.tags, fit)
    between = ((mark.outer_mm or 0) + (mark.inner_mm or 0)) / 4
    best: tuple[float, NDArray[np.float32]] | None = None
    # A figure seldom stands exactly in the middle: the shift at which the circle has one colour is its place.
    for dx in np.arange(-8, 9, 2.0):
        for dy in np.arange(-8, 9, 2.0):
            angles = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
            circle = middle + (dx, dy) + between * np.column_stack([np.cos(angles), np.sin(angles)])
            pixels = fit.to_picture(circle).astype(np.float32).reshape(-1, 1, 2)
            colours = light.undo(cv2.remap(frame, pixels, None, cv2.INTER_LINEAR).reshape(-1, 3))
            saturation = colours.max(axis=1) - colours.min(axis=1)
            common = np.median(colours[saturation >= np.median(saturation)], axis=0)
            share = float((np.linalg.norm(colours - common, axis=1) < 30).mean())
            if best is None or share > best[0]:
                best = (share, common)
    if best is None or best[0] < FEWEST_SHARE:
        return None
    blue, green, red = (int(value) for value in np.clip(np.round(best[1]), 0, 255))
    return red, green, blue


def _alike(figures: Mapping[str, FigureMark]) -> list[Message]:
    rings = {name: np.array(mark.ring, float) for name, mark in figures.items() if mark.ring is not None}
    names = sorted(rings)
    notes = []
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            lengths = np.linalg.norm(rings[one]) * np.linalg.norm(rings[other])
            angle = np.degrees(np.arccos(min(1.0, float(rings[one] @ rings[other] / max(lengths, 1e-6)))))
            if angle < APART / 2 and np.linalg.norm(rings[one] - rings[other]) < 60:
                notes.append(say("vision.teach.alike", one=one, other=other))
    return notes
