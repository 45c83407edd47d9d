"""Laying the spaces of a real board: taps on the live picture, drags to fine-tune, and every step undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from msgspec.structs import replace

from companion.core.blocks import Board
from companion.core.message import Message, say
from companion.ports.table import Point
from kiosk.presenters.camera.projection import Projection
from kiosk.presenters.camera.taps import Taps, Vertex, Way

Grip = Literal["points", "columns", "corners", "spaces"]

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
LEAST_DEPTH, MOST_DEPTH = 5.0, 300.0


class SpacesPresenter:
    """Holds what was laid; places are millimetres of the board. The table is kept when somebody says so."""

    def __init__(
        self, board: Board, memo: dict[str, Any], kept: Mapping[str, Sequence[Point]] | None = None
    ) -> None:
        self.memo = memo
        self.projection = Projection(board, kept)
        fresh: Way = "track" if self.projection.is_long else "whole"
        memo.setdefault("state", Taps("kept" if self.projection.is_kept else fresh))
        memo.setdefault("past", [])
        memo.setdefault("grip", "points")
        memo.setdefault("chosen", None)
        self._laid: tuple[Taps, dict[str, tuple[Point, ...]]] | None = None
        self._point: int | None = None
        self._held: tuple[Point, list[Vertex], dict[Vertex, Point]] | None = None

    # What is there.

    @property
    def state(self) -> Taps:
        """What was laid so far."""
        state: Taps = self.memo["state"]
        return state

    @property
    def grip(self) -> Grip:
        """What a finger takes hold of; columns and corners only once they are there."""
        grip: Grip = self.memo["grip"]
        if self.state.way == "kept" and grip == "points":
            return self._grips[1]
        return grip if self.is_complete else "points"

    @grip.setter
    def grip(self, grip: Grip) -> None:
        self.memo["grip"] = grip

    @property
    def _grips(self) -> tuple[Grip, ...]:
        return ("points", "columns", "corners") if self.projection.has_corners else ("points", "spaces")

    @property
    def grips(self) -> tuple[Grip, ...]:
        """What a finger may take hold of now."""
        if not self.is_complete:
            return ()
        return self._grips[1:] if self.state.way == "kept" else self._grips

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways to lay spaces, while nothing is tapped."""
        if self.state.points:
            return ()
        return ("kept", "track", "whole") if self.projection.is_kept else ("track", "whole")

    @property
    def can_undo(self) -> bool:
        """Tells whether there is a step to take back."""
        return bool(self.memo["past"])

    @property
    def is_complete(self) -> bool:
        """Tells whether every space has its place."""
        return self.state.is_complete(self.projection.edges[-1])

    def say_next(self) -> Message:
        """Says what to do next."""
        state = self.state
        if state.way == "whole" and len(state.corners) < 4:
            if not self.projection.has_corners:
                return say("kiosk_camera.spaces.tap.space", number=len(state.corners) + 1)
            return say(f"kiosk_camera.spaces.tap.{CORNERS[len(state.corners)]}")
        if state.way == "track" and not state.strips[-1].taps:
            key = "first" if len(state.strips) == 1 else "strip"
            return say(f"kiosk_camera.spaces.tap.{key}", column=_number(state.begin(self.projection.edges)))
        if state.way == "track" and len(state.strips[-1].taps) == 1:
            return say("kiosk_camera.spaces.tap.end")
        if not self.is_complete:
            return say("kiosk_camera.spaces.tap.more")
        if self.grip == "points" and state.way == "whole":
            return say("kiosk_camera.spaces.look.field")
        return say(f"kiosk_camera.spaces.look.{self.grip}")

    def handles(self) -> list[Point]:
        """Returns what a finger can take hold of now, besides the tapped points."""
        if self.grip == "points":
            return []
        placed = self.projection.vertices(self.state)
        if self.grip == "corners":
            return list(placed.values())
        if self.grip == "spaces":
            return [_middle([placed[key] for key in keys]) for keys in self._corners().values()]
        lowest: dict[tuple[int, float], Vertex] = {}
        for vertex in placed:
            key = (vertex[0], vertex[1])
            lowest[key] = max(lowest.get(key, vertex), vertex)
        return [placed[vertex] for vertex in lowest.values()]

    def spaces(self) -> dict[str, tuple[Point, ...]]:
        """Returns the spaces laid so far."""
        if self._laid is None or self._laid[0] is not self.state:
            self._laid = (self.state, self.projection.spaces(self.state))
        return self._laid[1]

    # Steps.

    def _step(self, state: Taps) -> None:
        if state != self.state:
            self.memo["past"].append(self.state)
            self.memo["state"] = state

    def undo(self) -> None:
        """Takes the last step back."""
        self._point, self._held = None, None
        if self.memo["past"]:
            self.memo["state"] = self.memo["past"].pop()
            self.memo["chosen"] = None

    def choose_way(self, way: Way) -> None:
        """Begins anew in another way."""
        if way != self.state.way:
            self._step(Taps(way))
            self.memo.update(chosen=None, grip="points")

    def split(self) -> None:
        """Lets the track go on in another strip."""
        self._step(self.state.split(self.projection.edges))

    def flip(self) -> None:
        """Lets the levels of the last strip rise to its other side."""
        self._step(self.state.flipped())

    @property
    def depth_mm(self) -> float:
        """The height of a level."""
        return self.projection.depth_mm(self.state)

    def deepen(self, by: float) -> None:
        """Makes the levels higher or lower."""
        self._step(replace(self.state, depth=min(max(round(self.depth_mm) + by, LEAST_DEPTH), MOST_DEPTH)))

    def chosen_column(self) -> Message | None:
        """Says which column begins at the point that was touched last."""
        index = self.memo["chosen"]
        found = self.state.where(index) if index is not None and self.state.way == "track" else None
        if found is None:
            return None
        number = self.state.strips[found[0]].taps[found[1]][0]
        key = "ends" if number == self.projection.edges[-1] else "begins"
        return say(f"kiosk_camera.spaces.column.{key}", column=_number(number))

    def renumber(self, by: int) -> None:
        """Lets another column begin at the point that was touched last."""
        if self.memo["chosen"] is not None:
            self._step(self.state.renumbered(self.memo["chosen"], by, self.projection.edges))

    # A finger.

    def press(self, at: Point, reach_mm: float) -> None:
        """Takes hold of what lies within reach, or taps a new point there."""
        self._point, self._held = None, None
        if self.grip != "points":
            self._hold(at, reach_mm)
            return
        nearest = _nearest(self.state.points, at, reach_mm)
        if nearest is not None:
            self.memo["past"].append(self.state)
            self._point = self.memo["chosen"] = nearest
            return
        tapped = self.state.tapped(at, self.projection.edges)
        if tapped is not None:
            self._step(tapped[0])
            self._point = self.memo["chosen"] = tapped[1]

    def _corners(self) -> dict[str, list[Vertex]]:
        return self.projection.keys(self.state)

    def _hold(self, at: Point, reach_mm: float) -> None:
        placed = self.projection.vertices(self.state)
        if self.grip == "spaces":
            spaces = list(self._corners().values())
            middles = [_middle([placed[key] for key in keys]) for keys in spaces]
            nearest = _nearest(middles, at, reach_mm)
            if nearest is not None:
                self.memo["past"].append(self.state)
                self._held = (middles[nearest], spaces[nearest], dict(self.state.shifts))
            return
        vertices = list(placed)
        nearest = _nearest([placed[vertex] for vertex in vertices], at, reach_mm)
        if nearest is None:
            return
        held = [vertices[nearest]]
        if self.grip == "columns":
            held += [vertex for vertex in vertices if vertex[:2] == held[0][:2] and vertex != held[0]]
        self.memo["past"].append(self.state)
        self._held = (placed[held[0]], held, dict(self.state.shifts))

    @property
    def held_at(self) -> Point | None:
        """Where the thing is that a finger has taken hold of."""
        if self._point is not None:
            return self.state.points[self._point]
        return self._held[0] if self._held is not None else None

    def drag(self, to: Point) -> None:
        """Moves what is held."""
        if self._point is not None:
            self.memo["state"] = self.state.with_point(self._point, to)
        elif self._held is not None:
            at, held, before = self._held
            shifts = dict(before)
            for vertex in held:
                x, y = before.get(vertex, (0.0, 0.0))
                shifts[vertex] = (x + to[0] - at[0], y + to[1] - at[1])
            self.memo["state"] = replace(self.state, shifts=shifts)

    def release(self) -> None:
        """Lets go; a hold that moved nothing leaves no step to take back."""
        past = self.memo["past"]
        if self.held_at is not None and past and past[-1] == self.state:
            past.pop()
        self._point, self._held = None, None


def _nearest(points: list[Point], at: Point, reach: float) -> int | None:
    away = [float(np.hypot(x - at[0], y - at[1])) for x, y in points]
    return away.index(min(away)) if away and min(away) < reach else None


def _number(column: float) -> str:
    return f"{column:g}"


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
