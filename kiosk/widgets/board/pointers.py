"""Pointers at the edge of a board: where lit spaces, figures and the goal lie that are out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from kivy.graphics import Color, InstructionGroup, Rectangle
from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Board
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.board.geometry import Viewport, centre_of
from kiosk.widgets.paint import icon_texture

SIDE_PX, ARROW_PX = 20, 14


class Pointer(Struct, frozen=True):
    """One mark at the edge: what it stands for, and where in the window, y down, with the way it points."""

    icon: str
    colour: str
    x: float
    y: float
    arrow: str


def pointers(board: Board, viewport: Viewport, inset: float) -> tuple[Pointer, ...]:
    """Lists what is out of sight: at each side one lit space, one goal, and one of each player's figures."""
    spaces = {space.id: centre_of(space) for space in board.spaces}
    marked = (
        *(("target", "accent", space) for space in board.lit),
        *(("goal", "accent", space) for space in board.goals),
        *(
            (shape_of(each.seat), f"seat-{each.seat}", each.space)
            for each in board.pieces
            if each.seat is not None
        ),
    )
    marks = (
        _at_edge(icon, colour, spaces[space], viewport, inset)
        for icon, colour, space in marked
        if space in spaces
    )
    sides = {(mark.icon, mark.colour, mark.arrow): mark for mark in marks if mark is not None}
    return tuple(_apart(tuple(sides.values()), 2 * inset, viewport))


def _apart(found: tuple[Pointer, ...], room: float, viewport: Viewport) -> Iterator[Pointer]:
    """Moves marks along their edge, so that none lies over another one."""
    for arrow in ("up", "down", "back", "next"):
        is_flat = arrow in ("up", "down")
        length = viewport.window_w if is_flat else viewport.window_h
        row = sorted(
            (each for each in found if each.arrow == arrow), key=lambda each: each.x if is_flat else each.y
        )
        last = length - room * (len(row) - 0.5)
        at = -inf
        for number, each in enumerate(row):
            along = each.x if is_flat else each.y
            at = max(min(along, last + room * number), at + room)
            yield replace(each, x=at) if is_flat else replace(each, y=at)


def _at_edge(
    icon: str, colour: str, point: tuple[float, float], viewport: Viewport, inset: float
) -> Pointer | None:
    """Puts a mark on the line from the middle of the window to a point; None where the point is in sight."""
    x, y = viewport.to_window(*point)
    width, height = viewport.window_w, viewport.window_h
    if 0 <= x <= width and 0 <= y <= height:
        return None
    dx, dy = x - width / 2, y - height / 2
    share = min(
        (width / 2 - inset) / abs(dx) if dx else 1.0,
        (height / 2 - inset) / abs(dy) if dy else 1.0,
    )
    is_level = abs(dx) * height >= abs(dy) * width
    arrow = ("next" if dx > 0 else "back") if is_level else ("down" if dy > 0 else "up")
    return Pointer(icon, colour, width / 2 + dx * share, height / 2 + dy * share, arrow)


class EdgePointers:
    """Draws the pointers over a board; they stay at the edge while the board moves below."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.group = InstructionGroup()
        self._shown: tuple[Pointer, ...] | None = None

    def show(self, board: Board, viewport: Viewport, x: float, top: float) -> None:
        """Shows what is out of sight of a viewport whose window begins at this left top corner."""
        found = pointers(board, viewport, self.look.px(SIDE_PX))
        placed = tuple(replace(each, x=x + each.x, y=top - each.y) for each in found)
        if placed == self._shown:
            return
        self._shown = placed
        self.group.clear()
        for pointer in placed:
            self._draw(pointer)

    def _draw(self, pointer: Pointer) -> None:
        look = self.look
        disc, side, arrow = (round(look.px(size)) for size in (SIDE_PX + 12, SIDE_PX, ARROW_PX))
        dx = {"next": 1, "back": -1}.get(pointer.arrow, 0) * side * 0.72
        dy = {"up": 1, "down": -1}.get(pointer.arrow, 0) * side * 0.72
        self._stamp("shape-circle", disc, pointer.x, pointer.y, "background", 0.85)
        self._stamp(pointer.icon, side, pointer.x - dx * 0.3, pointer.y - dy * 0.3, pointer.colour)
        self._stamp(pointer.arrow, arrow, pointer.x + dx, pointer.y + dy, pointer.colour)

    def _stamp(self, icon: str, side: int, x: float, y: float, colour: str, alpha: float = 1.0) -> None:
        self.group.add(Color(*self.look.colour(colour, alpha)))
        pos = (round(x - side / 2), round(y - side / 2))
        self.group.add(Rectangle(texture=icon_texture(icon, side), pos=pos, size=(side, side)))
