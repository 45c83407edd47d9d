"""Where figures stand that hands put on a board: as near to the middle of their space as others leave room.

Two plates with tags at one height cannot lie one in another, so figures in one space or beside it are moved
apart, each within its own space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from companion.ports.table import Table
from vision.render.shot import Array

PLATE = 1.3
"""How much wider than its tag the plate is that it is printed on."""
BODY_MM = 14.0
INSIDE = 0.8
"""How far from the middle towards the edge of its space a figure may be put."""
TRIES = 60
CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def stand_apart(table: Table, scene: Mapping[str, str]) -> dict[str, Array]:
    """Returns where each figure stands."""
    names = [name for name, space in scene.items() if space in table.spaces]
    outlines = [np.array(table.spaces[scene[name]]) for name in names]
    middles = np.array([(one.min(0) + one.max(0)) / 2 for one in outlines]).reshape(-1, 2)
    rooms = np.array([(one.max(0) - one.min(0)) / 2 for one in outlines]).reshape(-1, 2) * INSIDE
    widths = [_width(table, name) for name in names]
    at = middles + rooms * np.array(_seats([scene[name] for name in names])).reshape(-1, 2)
    for _ in range(TRIES):
        is_done = True
        for first in range(len(names)):
            for second in range(first + 1, len(names)):
                apart = at[second] - at[first]
                lacks = (widths[first] + widths[second]) / 2 - np.abs(apart)
                if lacks.min() <= 0.01:
                    continue
                is_done = False
                axis = int(np.argmin(lacks - 1e-3 * rooms[first]))
                step = np.zeros(2)
                step[axis] = lacks[axis] / 2 * (-1.0 if apart[axis] < 0 else 1.0)
                for one, sign in ((first, -1), (second, 1)):
                    at[one] = np.clip(
                        at[one] + sign * step, middles[one] - rooms[one], middles[one] + rooms[one]
                    )
        if is_done:
            break
    return dict(zip(names, at, strict=True))


def _seats(spaces: list[str]) -> list[tuple[int, int]]:
    """Gives three and more figures of one space a corner each; one or two begin in its middle."""
    crowds = Counter(spaces)
    return [
        CORNERS[spaces[:index].count(space) % len(CORNERS)] if crowds[space] > 2 else (0, 0)
        for index, space in enumerate(spaces)
    ]


def is_alone(name: str, standing: Mapping[str, Array], table: Table) -> bool:
    """Tells whether a figure may be turned any way without its plate touching another one."""
    mine = standing[name]
    reach = 2**0.5 * _width(table, name)
    return all(np.abs(at - mine).max() > reach for other, at in standing.items() if other != name)


def _width(table: Table, name: str) -> float:
    return max(PLATE * (table.figures[name].size_mm or 0.0), BODY_MM)
