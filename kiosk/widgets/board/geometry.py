"""Where a board lies in a window: board units to pixels and back. Knows no Kivy."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Board, Side, Space, edge_id

COLUMNS_IN_SIGHT = 14
"""How many spaces of a long lap are shown at once, so that they stay large enough to touch."""

LAP_STRETCH = 2.2
"""How much higher than wide a lap's spaces may be drawn."""

LARGEST_PICTURE = 4096
"""The widest picture that the Pi's graphics hold."""
MOST_PIXELS = 4_000_000
"""The largest picture that is drawn to come closer by itself: 16 MB of the Pi's memory."""


class Viewport(Struct, frozen=True):
    """Pixels a board unit and the board's left top corner inside the window, y down."""

    board_w: float
    board_h: float
    window_w: float
    window_h: float
    unit_x: float
    unit_y: float
    left: float = 0.0
    top: float = 0.0

    @property
    def picture_w(self) -> float:
        """The board's width in pixels."""
        return self.board_w * self.unit_x

    @property
    def picture_h(self) -> float:
        """The board's height in pixels."""
        return self.board_h * self.unit_y

    def clamped(self) -> Viewport:
        """Keeps the board in the window: centred where it is smaller, without gaps where it is larger."""
        return replace(
            self,
            left=_clamp(self.left, self.window_w, self.picture_w),
            top=_clamp(self.top, self.window_h, self.picture_h),
        )

    def looking_at(self, x: float, y: float) -> Viewport:
        """Brings a point of the board to the middle as far as the edges allow."""
        return replace(
            self, left=self.window_w / 2 - x * self.unit_x, top=self.window_h / 2 - y * self.unit_y
        ).clamped()

    def showing(self, left: float, top: float, right: float, bottom: float) -> Viewport:
        """Pans as little as brings a box of the board into sight."""
        x1, y1 = self.to_window(left, top)
        x2, y2 = self.to_window(right, bottom)
        dx = -x1 if x1 < 0 else min(0.0, self.window_w - x2)
        dy = -y1 if y1 < 0 else min(0.0, self.window_h - y2)
        return self.moved(dx, dy)

    def moved(self, dx: float, dy: float) -> Viewport:
        """Pans by pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy).clamped()

    def zoomed(self, factor: float, at_x: float, at_y: float) -> Viewport:
        """Zooms about a point of the window, between the whole board and a third of a screen a space."""
        whole = min(
            self.window_w / self.board_w / self.unit_x, self.window_h / self.board_h / self.unit_y, 1.0
        )
        largest = max(1.0, min(LARGEST_PICTURE / self.picture_w, self.window_w / 3 / self.unit_x))
        factor = max(whole, min(factor, largest))
        return replace(
            self,
            unit_x=self.unit_x * factor,
            unit_y=self.unit_y * factor,
            left=at_x - (at_x - self.left) * factor,
            top=at_y - (at_y - self.top) * factor,
        ).clamped()

    def room_for(self, wide: float, high: float) -> float:
        """Returns how many times closer a box could be and still be in sight as a whole."""
        across = self.window_w / (wide * self.unit_x)
        if is_strip(self.board_w, self.board_h):
            return min(across, max(1.0, self.window_h / self.board_h / self.unit_x))
        return min(across, self.window_h / (high * self.unit_y))

    def closer(self, factor: float) -> Viewport:
        """Comes so many times closer; a lap only grows in width once its height fills the window."""
        widest = LARGEST_PICTURE / max(self.picture_w, self.picture_h)
        factor = min(factor, max(1.0, min(widest, (MOST_PIXELS / self.picture_w / self.picture_h) ** 0.5)))
        unit_x = self.unit_x * factor
        if is_strip(self.board_w, self.board_h):
            unit_y = max(self.unit_y, min(self.window_h / self.board_h, unit_x * LAP_STRETCH))
        else:
            unit_y = self.unit_y * factor
        return replace(self, unit_x=unit_x, unit_y=unit_y)

    def between(self, other: Viewport, share: float) -> Viewport:
        """Returns what is seen on the way to another viewport of the same window."""
        mine, theirs = ((each.unit_x, each.unit_y, each.left, each.top) for each in (self, other))
        unit_x, unit_y, left, top = (a + (b - a) * share for a, b in zip(mine, theirs, strict=True))
        return replace(other, unit_x=unit_x, unit_y=unit_y, left=left, top=top)

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """Turns board units into pixels of the window, y down."""
        return self.left + x * self.unit_x, self.top + y * self.unit_y

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Turns pixels of the window into board units."""
        return (x - self.left) / self.unit_x, (y - self.top) / self.unit_y

    def columns_in_sight(self) -> tuple[float, float]:
        """Returns the board's units between the left and the right edge of the window."""
        first = max(0.0, -self.left / self.unit_x)
        return first, min(self.board_w, first + self.window_w / self.unit_x)

    def rows_in_sight(self) -> tuple[float, float]:
        """Returns the board's units between the upper and the lower edge of the window."""
        first = max(0.0, -self.top / self.unit_y)
        return first, min(self.board_h, first + self.window_h / self.unit_y)


def _clamp(offset: float, window: float, picture: float) -> float:
    if picture <= window:
        return (window - picture) / 2
    return min(0.0, max(offset, window - picture))


def is_strip(width: float, height: float) -> bool:
    """Tells whether something is so long that it is shown by its height."""
    return width > 4 * height


def is_lap(board: Board) -> bool:
    """Tells whether a board is a long strip that needs a map of the whole below it."""
    return is_strip(board.width, board.height)


class Cropper:
    """Takes empty room above and below a board away; what is printed is shifted once, not at every step."""

    def __init__(self) -> None:
        self._before: Board | None = None
        self._after: Board | None = None

    def __call__(self, board: Board) -> Board:
        """Returns the board with its spaces, marks and tiles moved to the top."""
        before, after = self._before, self._after
        if before is not None and after is not None:
            known = ((before.spaces, board.spaces), (before.marks, board.marks), (before.tiles, board.tiles))
            if all(old is new or old == new for old, new in known):
                printed = {"spaces": after.spaces, "marks": after.marks, "tiles": after.tiles}
                return replace(board, height=after.height, **printed)
        self._before, self._after = board, _cropped(board)
        return self._after


def _cropped(board: Board) -> Board:
    if not board.spaces:
        return board
    printed: list[Any] = [*board.spaces, *board.marks, *board.tiles]
    top = min(each.y for each in printed)
    return replace(
        board,
        height=max(each.y + max(each.h, 0.0) for each in printed) - top,
        spaces=tuple(replace(space, y=space.y - top) for space in board.spaces),
        marks=tuple(replace(mark, y=mark.y - top) for mark in board.marks),
        tiles=tuple(replace(tile, y=tile.y - top) for tile in board.tiles),
    )


def looks_alike(one: Board, other: Board) -> bool:
    """Tells whether the same is printed on two boards, whatever stands on them."""
    return (
        one.spaces is other.spaces
        and one.marks is other.marks
        and one.tiles is other.tiles
        and one.edges == other.edges
    )


def lies_on_tile(board: Board, space: Space) -> bool:
    """Tells whether a space is part of a tile."""
    x, y = centre_of(space)
    return any(tile.x <= x <= tile.x + tile.w and tile.y <= y <= tile.y + tile.h for tile in board.tiles)


def edge_at(board: Board, x: float, y: float) -> str | None:
    """Returns the side of a space that is nearest to a point, by its id."""
    space = space_at(board, x, y)
    if space is None:
        return None
    apart: dict[Side, float] = {
        "N": y - space.y,
        "S": space.y + space.h - y,
        "W": x - space.x,
        "E": space.x + space.w - x,
    }
    return edge_id(space.id, min(apart, key=lambda side: apart[side]))


def first_viewport(board: Board, window_w: float, window_h: float, least_unit: float = 0.0) -> Viewport:
    """Fits a board into a window: whole where its spaces stay large enough, a lap by its height."""
    unit_y = window_h / board.height
    unit_x = unit_y
    if is_lap(board):
        unit_x = max(unit_y * 0.45, min(unit_y, window_w / COLUMNS_IN_SIGHT))
        unit_y = min(unit_y, unit_x * LAP_STRETCH)
    elif board.width * unit_x > window_w:
        unit_x = unit_y = window_w / board.width
    if not is_lap(board):
        unit_x = unit_y = max(unit_x, least_unit)
    else:
        unit_x, unit_y = max(unit_x, least_unit), max(unit_y, least_unit)
    unit_x = min(unit_x, LARGEST_PICTURE / board.width)
    return Viewport(board.width, board.height, window_w, window_h, unit_x, unit_y).clamped()


def space_at(board: Board, x: float, y: float) -> Space | None:
    """Returns the space at a point of the board, or the nearest one within half a unit."""
    nearest: Space | None = None
    least = 0.5
    for space in board.spaces:
        dx = max(space.x - x, 0.0, x - space.x - space.w)
        dy = max(space.y - y, 0.0, y - space.y - space.h)
        distance = (dx * dx + dy * dy) ** 0.5
        if distance == 0.0:
            return space
        if distance < least:
            nearest, least = space, distance
    return nearest


def centre_of(space: Space) -> tuple[float, float]:
    """Returns the middle of a space in board units."""
    return space.x + space.w / 2, space.y + space.h / 2


def standing_y(space: Space, side: float) -> float:
    """Returns where the middle of a piece is that stands on a space's floor, for a piece of that height."""
    return max(space.y + space.h / 2, space.y + space.h * 0.93 - side * 0.5)


SMALL_PX, GROWN = 30.0, 1.35
"""Below this size round spaces are drawn larger than they are, so that a whole board can be read."""


def drawn(space: Space, unit_px: float) -> Space:
    """Returns a space as it is drawn in a size: a small round one grows about its middle."""
    if space.shape != "circle" or min(space.w, space.h) * unit_px >= SMALL_PX:
        return space
    more = GROWN - 1
    return replace(
        space,
        x=space.x - space.w * more / 2,
        y=space.y - space.h * more / 2,
        w=space.w * GROWN,
        h=space.h * GROWN,
    )


def places_on(space: Space, count: int) -> list[tuple[float, float, float]]:
    """Spreads pieces that share a space: centre x, centre y and a scale for each."""
    x, y = centre_of(space)
    if count <= 1:
        return [(x, y, 1.0)]
    columns = 2 if count <= 4 else 3
    rows = -(-count // columns)
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        px = space.x + space.w * (column + 0.5 + (columns - in_row) / 2) / columns
        py = space.y + space.h * (row + 0.5) / rows
        places.append((px, py, 0.62 if columns == 2 else 0.45))
    return places


Box = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels, y up."""


def around(hole: Box, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Cuts a picture into what is below, above, left and right of a hole, on whole pixels inside the hole."""
    left, bottom = min(width, max(0, ceil(hole[0]))), min(height, max(0, ceil(hole[1])))
    right, top = min(width, floor(hole[0] + hole[2])), min(height, floor(hole[1] + hole[3]))
    if right <= left or top <= bottom:
        left = bottom = right = top = 0
    return [
        (0, 0, width, bottom),
        (0, top, width, height - top),
        (0, bottom, left, top - bottom),
        (right, bottom, width - right, top - bottom),
    ]


def on_glass(box: Box, width: float, height: float, rotation: int) -> tuple[int, int, int, int]:
    """Returns where a box of a turned screen lies on the display itself, in whole pixels."""
    x, y, w, h = box
    turned = {
        0: (x, y, w, h),
        90: (height - y - h, x, h, w),
        180: (width - x - w, height - y - h, w, h),
        270: (y, width - x - w, h, w),
    }[rotation]
    left, bottom = floor(turned[0]), floor(turned[1])
    return left, bottom, ceil(turned[0] + turned[2]) - left, ceil(turned[1] + turned[3]) - bottom


def next_space(board: Board, current: str | None, dx: int, dy: int) -> Space | None:
    """Returns the nearest space in a direction, of the lit ones if any; begins at the active figure."""
    spaces = {space.id: space for space in board.spaces}
    lit = [spaces[space_id] for space_id in board.lit if space_id in spaces] or list(spaces.values())
    active = next((piece.space for piece in board.pieces if piece.is_active), None)
    start = spaces.get(current or "") or spaces.get(active or "")
    if start is None:
        return lit[0] if lit else None
    x0, y0 = centre_of(start)

    def apart(space: Space) -> float:
        x, y = centre_of(space)
        along, across = (x - x0) * dx + (y - y0) * dy, abs((x - x0) * dy) + abs((y - y0) * dx)
        return along + 2 * across if along > 0.1 else float("inf")

    nearest = min(lit, key=apart, default=None)
    return nearest if nearest is not None and apart(nearest) < float("inf") else None
