"""The part of a board that never moves, drawn once into a texture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain, islice

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Line, Rectangle, Triangle
from kivy.graphics.opengl import glFinish
from kivy.graphics.texture import Texture

from companion.core.blocks import Board, Edge, Mark, Space, Tile
from companion.core.message import Message
from kiosk.look.icons import is_known
from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import Viewport, drawn, lies_on_tile
from kiosk.widgets.board.pieces import TONES, colour_of
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import Box, icon_texture, plate
from kiosk.widgets.still import odd_side, sharp

BARS = {"platform": "platform", "ground": "ground", "thick": "thick", "wall": "wall"}
"""Marks that fill their box with a colour."""
LINES = ("path", "sight")
"""Marks that are lines: a path lies under the spaces, sight is dotted over them."""
EDGE_SHARE = 0.09
"""How thick an edge is drawn, as a share of its space."""
BATCH = 40


@lru_cache
def _easel() -> Fbo:
    """Returns the one frame that all pictures are painted in: each frame would compile shaders of its own."""
    return Fbo(size=(3, 3))


class BoardPicture:
    """Spaces and marks of a board at a viewport's scale."""

    def __init__(
        self,
        look: Look,
        board: Board,
        viewport: Viewport,
        words: Callable[[Message], str],
        underlay: Texture | None = None,
    ) -> None:
        self._look = look
        self._unit_x, self._unit_y = viewport.unit_x, viewport.unit_y
        self._words = words
        self._height = odd_side(viewport.picture_h)
        self._inked: tuple[str, float] | None = None
        self._is_traced = underlay is not None
        easel = _easel()
        easel.size = (odd_side(viewport.picture_w), self._height)
        with easel:
            ClearColor(*look.colour("surface"))
            ClearBuffers()
            if underlay is not None:
                Color(1, 1, 1, 1)
                Rectangle(texture=underlay, **self._box(*_extent(board)))
        for strokes in ((), *self._strokes(board)):
            self._inked = None
            with easel:
                for stroke in strokes:
                    stroke()
            easel.draw()
            easel.clear()
            glFinish()
        self.texture: Texture = sharp(easel.texture)
        easel.size = (3, 3)

    def _strokes(self, board: Board) -> Iterator[tuple[Callable[[], None], ...]]:
        """Lists what to draw from back to front, a few strokes at a time.

        A renderer keeps every stroke of a picture until the picture is done, and nothing is kept after.
        """
        paths = (partial(self._path, mark) for mark in board.marks if mark.icon == "path")
        spaces = (partial(self._space, space, is_tiled=lies_on_tile(board, space)) for space in board.spaces)
        tiles = (partial(self._tile, tile) for tile in board.tiles)
        by_id = {space.id: space for space in board.spaces}
        between = [edge for edge in board.edges if edge.space in by_id]
        edges = (partial(self._edge, edge, by_id[edge.space]) for edge in between)
        marks = (partial(self._mark, mark) for mark in board.marks if mark.icon not in LINES)
        sights = (partial(self._sight, mark) for mark in board.marks if mark.icon == "sight")
        strokes: Iterator[Callable[[], None]] = chain(tiles, paths, spaces, edges, marks, sights)
        while batch := tuple(islice(strokes, BATCH)):
            yield batch

    def _box(self, x: float, y: float, w: float, h: float, inset: float = 0) -> Box:
        left, top = x * self._unit_x, self._height - y * self._unit_y
        width, height = w * self._unit_x, h * self._unit_y
        return {
            "pos": (left + inset, top - height + inset),
            "size": (max(1, width - 2 * inset), max(1, height - 2 * inset)),
        }

    def _ink(self, colour: str, alpha: float = 1.0) -> None:
        """Takes up a colour, where it is not the one in hand: most spaces look alike."""
        if self._inked != (colour, alpha):
            self._inked = (colour, alpha)
            Color(*self._look.colour(colour, alpha))

    def _plate(self, box: Box, corner: float, colour: str, line: float = 0, alpha: float = 1.0) -> None:
        self._ink(colour, alpha)
        plate(box, corner, line)

    def _space(self, space: Space, *, is_tiled: bool) -> None:
        look = self._look
        space = drawn(space, min(self._unit_x, self._unit_y) / look.unit)
        box = self._box(space.x, space.y, space.w, space.h, inset=max(1.0, look.px(1)))
        side = min(box["size"])
        corner = side / 2 if space.shape == "circle" else side * 0.14
        if self._is_traced:
            self._plate(box, corner, "accent", line=max(1.0, look.px(1)), alpha=0.7)
        elif not is_tiled:
            self._plate(box, corner, "cell")
        if space.shape == "circle":
            self._plate(box, corner, "line", line=max(1.0, look.px(1.5)))
        if space.tone:
            self._plate(box, corner, TONES.get(space.tone, "accent"), alpha=0.36)
        if space.icon:
            self._stamp(space.icon, box, 0.5, colour_of(space.tone), 0.75)
        if space.label is not None and not is_tiled:
            self._caption(self._words(space.label), box, "quiet")

    def _tile(self, tile: Tile) -> None:
        """Draws a tile as it lies: its colour, what is printed on it, and where its arrow points."""
        box = self._box(tile.x, tile.y, tile.w, tile.h, inset=max(1.0, self._look.px(1)))
        corner = min(box["size"]) * 0.1
        if not tile.is_face_up:
            self._plate(box, corner, "raised")
            self._plate(box, corner, "faint", line=max(1.0, self._look.px(1)))
            self._caption("?", box, "quiet")
            return
        self._plate(box, corner, TONES.get(tile.tone, "raised"), alpha=0.55)
        if tile.label is not None:
            self._tile_label(tile, box)
        if tile.has_arrow:
            self._arrow(tile, box)

    def _tile_label(self, tile: Tile, box: Box) -> None:
        """Writes a tile's label: a letter small in its corner, a word along its foot."""
        assert tile.label is not None
        text = self._words(tile.label)
        (x, y), (width, height) = box["pos"], box["size"]
        font_px = min(self._look.font_px("small"), height * 0.3)
        texture = letters_texture(text, max(7, round(font_px)), is_bold=True)
        left = x + width - texture.width - width * 0.08 if len(text) == 1 else x + (width - texture.width) / 2
        up = y + height - texture.height - height * 0.04 if len(text) == 1 else y + height * 0.04
        self._ink("text", 0.75)
        Rectangle(texture=texture, pos=(round(left), round(up)), size=texture.size)

    def _arrow(self, tile: Tile, box: Box) -> None:
        """Draws a small arrow head at the side that is the upper one in print."""
        (x, y), (width, height) = box["pos"], box["size"]
        towards_x, towards_y = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[tile.turned]
        side = min(width, height) * 0.09
        tip_x = x + width / 2 + towards_x * (width / 2 - side * 2)
        tip_y = y + height / 2 + towards_y * (height / 2 - side * 2)
        base_x, base_y = tip_x - towards_x * side * 1.4, tip_y - towards_y * side * 1.4
        self._ink("text", 0.8)
        Triangle(
            points=[
                *(tip_x, tip_y),
                *(base_x - towards_y * side, base_y + towards_x * side),
                *(base_x + towards_y * side, base_y - towards_x * side),
            ]
        )

    def _edge(self, edge: Edge, space: Space) -> None:
        """Draws what stands on one side of a space: a wall as a bar, anything else as dashes."""
        thick = EDGE_SHARE * min(space.w, space.h)
        is_flat = edge.side in ("N", "S")
        x = space.x + (space.w - thick if edge.side == "E" else 0)
        y = space.y + (space.h - thick if edge.side == "S" else 0)
        w, h = (space.w, thick) if is_flat else (thick, space.h)
        if edge.icon in BARS:
            box = self._box(x, y, w, h)
            self._plate(box, min(box["size"]) * 0.4, "text")
            return
        for index in range(4):
            dash = 0.16 * (w if is_flat else h)
            offset = (0.09 + 0.23 * index) * (w if is_flat else h)
            box = self._box(x + offset, y, dash, h) if is_flat else self._box(x, y + offset, w, dash)
            self._plate(box, 1.0, colour_of(edge.tone) if edge.tone else "camera")

    def _sight(self, mark: Mark) -> None:
        """Draws a dotted line from middle to middle."""
        x, y = mark.x * self._unit_x, self._height - mark.y * self._unit_y
        w, h = mark.w * self._unit_x, -mark.h * self._unit_y
        dot = max(3.0, self._look.px(3))
        count = max(2, round(max(abs(w), abs(h)) / (dot * 2.6)))
        self._ink(colour_of(mark.tone))
        for index in range(count + 1):
            share = index / count
            Rectangle(pos=(x + w * share - dot / 2, y + h * share - dot / 2), size=(dot, dot))

    def _mark(self, mark: Mark) -> None:
        if mark.icon in BARS:
            box = self._box(mark.x, mark.y, mark.w or 0.12, mark.h or 0.12)
            self._plate(box, min(box["size"]) * 0.45, BARS[mark.icon])
        elif mark.icon == "caption":
            box = self._box(mark.x, mark.y, mark.w or 1, mark.h or 0.5)
            self._caption(self._words(mark.label) if mark.label else "", box, "quiet")
        else:
            box = self._box(mark.x, mark.y, mark.w or 1, mark.h or 1)
            self._stamp(mark.icon, box, 0.8 if mark.w else 0.6, colour_of(mark.tone), 1.0)
            if mark.label is not None and not is_known(mark.icon):
                self._caption(self._words(mark.label), box, "text")

    def _path(self, mark: Mark) -> None:
        x, y = mark.x * self._unit_x, self._height - mark.y * self._unit_y
        self._ink("faint")  # opaque: a line that shines through needs a stencil, which a picture has not
        Line(
            points=[x, y, x + mark.w * self._unit_x, y - mark.h * self._unit_y],
            width=max(2.0, self._look.px(3.5) / 2),
        )

    def _stamp(self, icon: str, box: Box, share: float, colour: str, alpha: float) -> None:
        side = max(6, round(min(box["size"]) * share))
        x = box["pos"][0] + (box["size"][0] - side) / 2
        y = box["pos"][1] + (box["size"][1] - side) / 2
        self._ink(colour, alpha)
        Rectangle(texture=icon_texture(icon, side), pos=(round(x), round(y)), size=(side, side))

    def _caption(self, text: str, box: Box, colour: str) -> None:
        if not text:
            return
        font_px = min(self._look.font_px("small"), max(7.0, box["size"][1] * 0.8))
        texture = letters_texture(text, round(font_px), is_bold=True)
        while texture.width > box["size"][0] and font_px > 6:
            font_px *= 0.9
            texture = letters_texture(text, round(font_px), is_bold=True)
        x = box["pos"][0] + (box["size"][0] - texture.width) / 2
        y = box["pos"][1] + (box["size"][1] - texture.height) / 2
        self._ink(colour)
        Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size)


def _extent(board: Board) -> tuple[float, float, float, float]:
    """Returns what the spaces of a board cover: its corner, width and height."""
    left, top = min(one.x for one in board.spaces), min(one.y for one in board.spaces)
    right, bottom = max(one.x + one.w for one in board.spaces), max(one.y + one.h for one in board.spaces)
    return left, top, right - left, bottom - top
