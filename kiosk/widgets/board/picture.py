"""The part of a board that never moves, drawn once into a texture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain, islice

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Line, Rectangle
from kivy.graphics.opengl import glFinish
from kivy.graphics.texture import Texture

from companion.core.blocks import Board, Mark, Space
from companion.core.message import Message
from kiosk.look.icons import is_known
from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import Viewport
from kiosk.widgets.board.pieces import TONES, colour_of
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import Box, icon_texture, plate
from kiosk.widgets.still import odd_side, sharp

BARS = {"platform": "platform", "ground": "ground", "thick": "thick", "wall": "wall"}
"""Marks that fill their box with a colour."""
BATCH = 40


@lru_cache
def _easel() -> Fbo:
    """Returns the one frame that all pictures are painted in: each frame would compile shaders of its own."""
    return Fbo(size=(3, 3))


class BoardPicture:
    """Spaces and marks of a board at a viewport's scale."""

    def __init__(self, look: Look, board: Board, viewport: Viewport, words: Callable[[Message], str]) -> None:
        self._look = look
        self._unit_x, self._unit_y = viewport.unit_x, viewport.unit_y
        self._words = words
        self._height = odd_side(viewport.picture_h)
        self._inked: tuple[str, float] | None = None
        easel = _easel()
        easel.size = (odd_side(viewport.picture_w), self._height)
        with easel:
            ClearColor(*look.colour("surface"))
            ClearBuffers()
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
        spaces = (partial(self._space, space) for space in board.spaces)
        marks = (partial(self._mark, mark) for mark in board.marks if mark.icon != "path")
        strokes: Iterator[Callable[[], None]] = chain(paths, spaces, marks)
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

    def _space(self, space: Space) -> None:
        look = self._look
        box = self._box(space.x, space.y, space.w, space.h, inset=max(1.0, look.px(1)))
        side = min(box["size"])
        corner = side / 2 if space.shape == "circle" else side * 0.14
        self._plate(box, corner, "cell")
        if space.shape == "circle":
            self._plate(box, corner, "line", line=max(1.0, look.px(1.5)))
        if space.tone:
            self._plate(box, corner, TONES.get(space.tone, "accent"), alpha=0.36)
        if space.icon:
            self._stamp(space.icon, box, 0.5, colour_of(space.tone), 0.75)
        if space.label is not None:
            self._caption(self._words(space.label), box, "quiet")

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
        self._ink("line")
        Line(
            points=[x, y, x + mark.w * self._unit_x, y - mark.h * self._unit_y],
            width=max(1.5, self._look.px(2)),
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
