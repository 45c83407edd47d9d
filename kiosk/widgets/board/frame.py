"""What of a board should be in sight, and how close to it the view comes. Knows no Kivy."""

from __future__ import annotations

from math import floor, log

from msgspec import Struct

from companion.core.blocks import Board
from kiosk.widgets.board.geometry import Viewport

Corners = tuple[float, float, float, float]
"""Left, top, right and bottom in board units."""
STEP = 1.2
"""Each distance shows so many times more than the next nearer one: few sizes of a board are ever drawn."""
ROOM = 0.4
"""How much of a space is shown around what must be in sight."""


class Frame(Struct, frozen=True):
    """What should be in sight: all of it, what is left of it where that has no room, and what always is."""

    wanted: tuple[Corners, ...]
    always: Corners

    def look(self, farthest: Viewport, most_unit: float) -> Viewport:
        """Comes as close to what should be in sight as it has room, from the farthest distance."""
        box = self._with_room(farthest)
        if box is None:
            return self._middle_of_all(farthest)
        left, top, right, bottom = box
        room = farthest.room_for(right - left + 2 * ROOM, bottom - top + 2 * ROOM)
        steps = floor(log(max(1.0, min(room, most_unit / farthest.unit_x)), STEP) + 1e-9)
        return farthest.closer(STEP**steps).looking_at(*_middle(box))

    def pan(self, viewport: Viewport) -> Viewport:
        """Stays where all is in sight, else brings it to the middle at the same distance."""
        box = self._with_room(viewport)
        if box is None:
            return self._middle_of_all(viewport)
        return viewport if viewport.showing(*box) == viewport else viewport.looking_at(*_middle(box))

    def _middle_of_all(self, viewport: Viewport) -> Viewport:
        """Looks at the middle of what is too large for the window, as far as the rest stays in sight."""
        return viewport.looking_at(*_middle(self.wanted[-1])).showing(*self.always)

    def _with_room(self, viewport: Viewport) -> Corners | None:
        fitting = (
            (left, top, right, bottom)
            for left, top, right, bottom in self.wanted
            if viewport.room_for(right - left, bottom - top) >= 1.0
        )
        return next(fitting, None)


def _middle(box: Corners) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def frame_of(board: Board) -> Frame | None:
    """Returns what a board wants in sight: what can be touched, the piece whose turn it is, and the goal.

    Where nothing can be touched it is the focus. The goal gives way first, the piece never.
    """
    active = {piece.space for piece in board.pieces if piece.is_active}
    focus = set(board.focus) or active
    lit = {*board.lit, *board.path, *active} if board.lit or board.path else focus
    found = (_box(board, wanted) for wanted in (lit | set(board.goals), lit))
    boxes = tuple(dict.fromkeys(box for box in found if box is not None))
    return Frame(boxes, _box(board, active) or boxes[-1]) if boxes else None


def _box(board: Board, wanted: set[str]) -> Corners | None:
    """Returns the box around spaces: left, top, right, bottom."""
    spaces = [space for space in board.spaces if space.id in wanted]
    if not spaces:
        return None
    return (
        min(space.x for space in spaces),
        min(space.y for space in spaces),
        max(space.x + space.w for space in spaces),
        max(space.y + space.h for space in spaces),
    )
