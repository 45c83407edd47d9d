"""Teaching: with each figure on a known space, one press learns its tag, or its ring in the room's light."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.sight import Sighting
from companion.ports.table import FigureMark, Table
from companion.ports.watch import Lesson
from vision.dictionary import find_dictionary
from vision.features import FeatureBoard
from vision.light import light_of
from vision.pose import Fit
from vision.ringlook import colour_angles
from vision.rings import rings_of
from vision.see import Look, Seer
from vision.tags import detector_parameters

CIRCLE = np.column_stack([f(np.linspace(0, 2 * np.pi, 48, endpoint=False)) for f in (np.cos, np.sin)])
FEWEST_SHARE = 0.3
APART = 12.0
"""Two learned colours nearer than this cannot be told apart afterwards."""
ALIKE = 30.0
"""Levels by which pixels of one colour differ at most."""
BEYOND_MM = 2.0
MOST_OWN = 0.5
"""Where more than this share of what is around a ring has its colour, the board hides it."""
UNSURE = 0.5
"""The confidence of a figure that may stand on its space, or beside it."""


class Taught(Struct, frozen=True):
    """The table with what was learned, figure by figure, and what to know about it."""

    table: Table
    lessons: tuple[Lesson, ...]
    notes: tuple[Message, ...]


def teach(
    table: Table,
    frame: NDArray[np.uint8],
    places: Mapping[str, str],
    *,
    reference: FeatureBoard | None = None,
) -> Taught:
    """Learns which tag or ring's colour is seen on each figure's space, then looks if it is known by it.

    Refuses with Invalid when the board is not seen, or a figure's space is not one of the table's.
    """
    look = Seer(table, reference=reference).look(frame)
    if look.fit is None:
        raise Invalid(look.reason or say("vision.why.no_anchor_seen", count=len(table.anchors)))
    for name in table.figures:
        if name in places and places[name] not in table.spaces:
            raise Invalid(say("vision.teach.space", figure=name, space=places[name]))
    learned = _with_tags(table, _worn_tags(frame, table, look.fit, places))
    for name, mark in table.figures.items():
        if mark.ring is None or name not in places:
            continue
        middle = np.array(table.spaces[places[name]]).mean(axis=0)
        colour = _ring_colour(frame, table, look, mark, middle)
        if colour is not None:
            learned[name] = msgspec.structs.replace(mark, ring=colour)
    seen = Seer(msgspec.structs.replace(table, figures=learned), reference=reference).look(frame).sighting
    for name, mark in learned.items():
        if mark.ring is not None and name in places and _faith(seen, name, places[name]) == 0:
            learned[name] = table.figures[name]
    lessons = tuple(_lesson(name, learned[name], places[name], seen) for name in learned if name in places)
    taught = msgspec.structs.replace(table, figures=learned)
    notes = [_note(lesson) for lesson in lessons if lesson.tag is None]
    notes += _alike(learned) + _on_own_colour(frame, taught, look)
    return Taught(taught, lessons, tuple(notes))


def _worn_tags(frame: NDArray[np.uint8], table: Table, fit: Fit, places: Mapping[str, str]) -> dict[str, int]:
    """Returns which tag is read above each figure's space, where it is the only one there."""
    detector = cv2.aruco.ArucoDetector(find_dictionary(table.dictionary), detector_parameters())
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    above: dict[str, list[int]] = {}
    for quad, tag in zip(corners, [] if ids is None else np.ravel(ids).tolist(), strict=True):
        if str(tag) in table.anchors:
            continue
        for name, space in places.items():
            mark = table.figures.get(name)
            if mark is None or mark.tag is None:
                continue
            x, y = fit.to_board(quad.reshape(4, 2).mean(axis=0)[None], mark.height_mm)[0]
            polygon = np.array(table.spaces[space], np.float32)
            if cv2.pointPolygonTest(polygon, (float(x), float(y)), False) >= 0:
                above.setdefault(name, []).append(int(tag))
    worn = {name: tags[0] for name, tags in above.items() if len(tags) == 1}
    return {name: tag for name, tag in worn.items() if list(worn.values()).count(tag) == 1}


def _with_tags(table: Table, worn: Mapping[str, int]) -> dict[str, FigureMark]:
    """Gives figures the tags they wear; whoever had one of these before gets one that has become free."""
    figures = {
        name: msgspec.structs.replace(mark, tag=worn[name]) if name in worn else mark
        for name, mark in table.figures.items()
    }
    before = [table.figures[name].tag for name in worn]
    free = [tag for tag in before if tag not in worn.values()]
    for name, mark in figures.items():
        if name not in worn and mark.tag in worn.values():
            figures[name] = msgspec.structs.replace(mark, tag=free.pop())
    return figures


def _faith(seen: Sighting, name: str, space: str) -> float:
    """Returns how certain a figure is on its space: little where it may be there, 0 where it is not."""
    figure = seen.figures.get(name)
    if figure is not None:
        return figure.confidence if figure.space == space else 0.0
    return UNSURE if space in seen.unsure.get(name, ()) else 0.0


def _lesson(name: str, mark: FigureMark, space: str, seen: Sighting) -> Lesson:
    faith = _faith(seen, name, space)
    return Lesson(name, space, mark.ring if faith else None, mark.tag, faith)


def _note(lesson: Lesson) -> Message:
    if lesson.colour is None:
        return say("vision.teach.not_seen", figure=lesson.figure, space=lesson.space)
    colour = "#{:02X}{:02X}{:02X}".format(*lesson.colour)
    return say("vision.teach.learned", figure=lesson.figure, colour=colour)


def _ring_colour(
    frame: NDArray[np.uint8], table: Table, look: Look, mark: FigureMark, middle: NDArray[np.float64]
) -> tuple[int, int, int] | None:
    """Returns the commonest colour between the ring's two circles, light undone; red, green, blue.

    None where nothing there ends at the ring's outer edge: then it is the board that has this colour.
    """
    colours_at = _colours_of(frame, table, look)
    outer, inner = (mark.outer_mm or 0) / 2, (mark.inner_mm or 0) / 2
    best: tuple[float, NDArray[np.float32]] | None = None
    # A figure seldom stands exactly in the middle: the shift at which the circle has one colour, and the
    # circle around it another, is its place.
    for dx in np.arange(-8, 9, 2.0):
        for dy in np.arange(-8, 9, 2.0):
            centre = middle + np.array([dx, dy])
            colours = colours_at(centre + (outer + inner) / 2 * CIRCLE)
            saturation = colours.max(axis=1) - colours.min(axis=1)
            common = np.median(colours[saturation >= np.median(saturation)], axis=0)
            is_own = np.linalg.norm(colours - common, axis=1) < ALIKE
            beyond = colours_at(centre + (outer + BEYOND_MM) * CIRCLE)
            ends = np.linalg.norm(beyond - common, axis=1) > ALIKE
            share = float((is_own & ends).mean())
            if best is None or share > best[0]:
                best = (share, common)
    if best is None or best[0] < FEWEST_SHARE:
        return None
    blue, green, red = (int(value) for value in np.clip(np.round(best[1]), 0, 255))
    return red, green, blue


def _colours_of(
    frame: NDArray[np.uint8], table: Table, look: Look
) -> Callable[[NDArray[np.float64]], NDArray[np.float32]]:
    """Returns what tells the colours at places of the board, light undone; blue, green, red."""
    fit = look.fit
    assert isinstance(fit, Fit)
    light = light_of(frame, table, look.tags, fit)

    def colours_at(points: NDArray[np.float64]) -> NDArray[np.float32]:
        pixels = fit.to_picture(points).astype(np.float32).reshape(-1, 1, 2)
        return light.undo(cv2.remap(frame, pixels, None, cv2.INTER_LINEAR).reshape(-1, 3))

    return colours_at


def _on_own_colour(frame: NDArray[np.uint8], table: Table, look: Look) -> list[Message]:
    """Says of each ring on how many spaces the board around it has its colour."""
    colours_at = _colours_of(frame, table, look)
    notes = []
    for name, ring in rings_of(table).items():
        around = [
            colours_at(np.array(polygon).mean(0) + (ring.outer_mm + BEYOND_MM) * CIRCLE)
            for polygon in table.spaces.values()
        ]
        angles, _ = colour_angles(np.array(around), ring.colour[None])
        count = int(((angles[..., 0] < ring.sameness).mean(1) > MOST_OWN).sum())
        if count:
            notes.append(say("vision.teach.own_colour", figure=name, count=count))
    return notes


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
