"""Pieces on the board: a player's shape in the player's colour, or an icon on a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.properties import NumericProperty

from companion.core.blocks import Badge, Piece
from kiosk.look.icons import is_known, token_letter
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import icon_texture

TONES = {
    "blue": "#3F86F5",
    "red": "#E5484D",
    "green": "#2FA84F",
    "yellow": "#F2C230",
    "purple": "#A45CE0",
    "black": "#6B6B6B",
    "grey": "#8A857D",
    "white": "#F4F1EA",
    "danger": "hit",
    "foe": "enemy",
    "gain": "done",
    "start": "done",
    "goal": "accent",
}
"""Named tints that views use, as colours."""


def colour_of(tone: str) -> str:
    """Names the colour of something that belongs to nobody."""
    return TONES.get(tone, "quiet")


class Sprite(EventDispatcher):
    """One piece, placed in board units, drawn around its middle."""

    x = NumericProperty(0.0)
    y = NumericProperty(0.0)
    alpha = NumericProperty(1.0)

    def __init__(self, look: Look, piece: Piece, side: float, words: Callable[[Any], str]) -> None:
        super().__init__()
        self.piece = piece
        self.side = side
        self.goal_x = self.goal_y = 0.0
        self.on_place: Callable[[Sprite], None] = lambda sprite: None
        self.group = InstructionGroup()
        self._inks: list[tuple[Color, float]] = []
        self._translate = Translate(0, 0)
        self.group.add(PushMatrix())
        self.group.add(self._translate)
        alpha = 0.4 if piece.is_dimmed else 1.0
        if piece.seat is not None:
            self._draw_figure(look, piece, piece.seat, alpha)
        else:
            self._draw_token(look, piece, alpha)
        for number, badge in enumerate(piece.badges[:2]):
            self._draw_badge(look, badge, number, alpha)
        self.group.add(PopMatrix())
        self.bind(x=lambda *_: self.on_place(self), y=lambda *_: self.on_place(self), alpha=self._faded)

    def fits(self, piece: Piece, side: float) -> bool:
        """Tells whether this drawing shows a piece as it is now, wherever it stands."""
        mine, theirs = self.piece, piece
        return abs(side - self.side) < 0.5 and (
            mine.icon,
            mine.seat,
            mine.tone,
            mine.is_active,
            mine.is_dimmed,
            mine.badges,
        ) == (theirs.icon, theirs.seat, theirs.tone, theirs.is_active, theirs.is_dimmed, theirs.badges)

    def put(self, x: float, y: float) -> None:
        """Moves the drawing's middle to a point of the screen."""
        self._translate.x, self._translate.y = round(x), round(y)

    def _stamp(
        self, texture: Any, w: float, h: float, rgba: tuple[float, ...], dy: float = 0, dx: float = 0
    ) -> None:
        ink = Color(*rgba)
        self._inks.append((ink, ink.a))
        self.group.add(ink)
        self.group.add(Rectangle(texture=texture, pos=(-w / 2 + dx, -h / 2 + dy), size=(w, h)))

    def _faded(self, *_: Any) -> None:
        for ink, full in self._inks:
            ink.a = full * self.alpha

    def _draw_figure(self, look: Look, piece: Piece, seat: int, alpha: float) -> None:
        shape = shape_of(seat)
        outer = round(self.side * (0.94 if piece.is_active else 0.84))
        edge = max(2, round(outer * 0.08))
        if piece.is_active:
            halo = round(self.side * 1.3)
            self._stamp(icon_texture("shape-circle", halo), halo, halo, look.colour("accent", 0.22 * alpha))
        self._stamp(icon_texture(shape, outer), outer, outer, look.colour("outline", alpha))
        inner = outer - 2 * edge
        drop = -edge * 0.35 if shape == "shape-triangle" else 0
        self._stamp(icon_texture(shape, inner), inner, inner, look.colour(f"seat-{seat}", alpha), drop)

    def _draw_badge(self, look: Look, badge: Badge, number: int, alpha: float) -> None:
        """Draws a number on a spot at the piece's lower right, the next one at its lower left."""
        side = max(8, round(self.side * 0.36))
        dx = self.side * (0.3 if number == 0 else -0.3)
        ink = look.colour(colour_of(badge.tone) if badge.tone else "surface", alpha)
        self._stamp(icon_texture("shape-circle", side), side, side, ink, -self.side * 0.3, dx)
        text = letters_texture(str(badge.count), side * 0.7, is_bold=True)
        self._stamp(text, text.width, text.height, look.colour("text", alpha), -self.side * 0.3, dx)

    def _draw_token(self, look: Look, piece: Piece, alpha: float) -> None:
        side = round(self.side * 0.66)
        rgba = look.colour(colour_of(piece.tone), alpha)
        if is_known(piece.icon):
            self._stamp(icon_texture(piece.icon, side), side, side, rgba)
            return
        self._stamp(icon_texture("shape-circle", side), side, side, rgba)
        letter = letters_texture(token_letter(piece.icon), side * 0.62, is_bold=True)
        self._stamp(letter, letter.width, letter.height, look.colour("background", alpha))
