"""How the camera finds the board: by anchor tags around it, or by its print after four taps."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from companion.core.message import Message, say
from companion.ports.table import Point, Table
from companion.ports.watch import BoardCorners
from vision.perspective import shape_of_board

Kind = Literal["print", "tags"]
LEAST_MM, MOST_MM = 100.0, 3000.0
ROUND_MM = 5


class BoardPresenter:
    """Holds the taps and the size; nothing is kept before somebody says so."""

    def __init__(self, table: Table, memo: dict[str, Any]) -> None:
        self.memo = memo
        self._table = table
        memo.setdefault("kind", "tags" if table.anchors else "print")
        memo.setdefault("taps", [])
        memo.setdefault("sizes", {})
        self._held: int | None = None

    @property
    def kind(self) -> Kind:
        """How the board is found."""
        kind: Kind = self.memo["kind"]
        return kind

    @kind.setter
    def kind(self, kind: Kind) -> None:
        self.memo["kind"] = kind

    @property
    def taps(self) -> list[Point]:
        """The corners tapped so far, as shares of the picture, clockwise from the board's top left."""
        taps: list[Point] = self.memo["taps"]
        return taps

    @property
    def is_complete(self) -> bool:
        """Tells whether there is enough to keep."""
        return self.kind == "tags" or len(self.taps) == 4

    def say_next(self) -> Message:
        """Says what to do next."""
        if len(self.taps) < 4:
            return say(f"kiosk_camera.board.tap.{len(self.taps) + 1}")
        return say("kiosk_camera.board.look")

    # A finger.

    def press(self, at: Point, reach: float, aspect: float) -> Point | None:
        """Takes hold of a corner within reach, or taps the next one, and returns where it is."""
        away = [max(abs(x - at[0]), abs(y - at[1]) / aspect) for x, y in self.taps]
        if away and min(away) < reach:
            self._held = away.index(min(away))
        elif len(self.taps) < 4:
            self.taps.append(at)
            self._held = len(self.taps) - 1
        else:
            self._held = None
        return self.taps[self._held] if self._held is not None else None

    def drag(self, to: Point) -> None:
        """Moves the corner that is held."""
        if self._held is not None:
            self.taps[self._held] = to

    def release(self, aspect: float) -> None:
        """Lets go; with the last corner the board's shape can be guessed."""
        self._held = None
        if len(self.taps) == 4 and "print" not in self.memo["sizes"]:
            self.memo["guess"] = shape_of_board(self.taps, aspect)

    def undo(self) -> None:
        """Takes the last corner back."""
        if self.taps:
            self.taps.pop()
            self.memo.pop("guess", None)

    # The size.

    @property
    def size_mm(self) -> tuple[float, float]:
        """The board's size, or from tag to tag: as known or guessed from the taps, until somebody sets it."""
        if self.kind in self.memo["sizes"]:
            width, height = self.memo["sizes"][self.kind]
            return width, height
        if self.kind == "tags":
            return self._between_tags()
        width, height = self._table.board_mm
        guess = self.memo.get("guess")
        if guess is not None and abs(guess - height / width) > 0.08 * guess:
            height = round(width * guess / ROUND_MM) * ROUND_MM
        return round(width), round(height)

    def _between_tags(self) -> tuple[float, float]:
        from vision.layout import BORDER_MM

        places = [anchor.at for anchor in self._table.anchors.values()]
        if len(places) < 2:
            return round(self._table.board_mm[0] - BORDER_MM), round(self._table.board_mm[1] - BORDER_MM)
        across, down = ([place[axis] for place in places] for axis in (0, 1))
        return round(max(across) - min(across)), round(max(down) - min(down))

    def resize(self, side: int, by: float) -> None:
        """Changes the size across (0) or down (1)."""
        size = list(self.size_mm)
        size[side] = min(max(size[side] + by, LEAST_MM), MOST_MM)
        self.memo["sizes"][self.kind] = (size[0], size[1])

    # The table.

    def corners(self) -> BoardCorners:
        """Returns what the camera learns the board's print by."""
        a, b, c, d = self.taps
        return BoardCorners((a, b, c, d), self.size_mm)

    def table(self) -> Table:
        """Returns the table with its board as set; spaces keep their places in the board's measure."""
        if self.kind == "print":
            return _stretched(replace(self._table, anchors={}), self.size_mm)
        from vision.layout import BORDER_MM, corner_anchors

        width, height = self.size_mm
        size = (width + BORDER_MM, height + BORDER_MM)
        return replace(_stretched(self._table, size), anchors=corner_anchors(size))


def _stretched(table: Table, size: tuple[float, float]) -> Table:
    """Returns the table with its board of another size, and the spaces stretched with it."""
    across, down = size[0] / table.board_mm[0], size[1] / table.board_mm[1]
    if abs(across - 1) < 1e-9 and abs(down - 1) < 1e-9:
        return table
    spaces = {
        name: tuple((round(x * across, 2), round(y * down, 2)) for x, y in polygon)
        for name, polygon in table.spaces.items()
    }
    return replace(table, board_mm=size, spaces=spaces)
