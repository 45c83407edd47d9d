"""A die that tumbles and comes to rest with a face up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget
from PIL import Image, ImageDraw

from companion.core.dice import Face
from kiosk.look.icons import is_known, picture
from kiosk.look.theme import Look
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.motion import begin
from kiosk.widgets.paint import upload

TUMBLES_S = 0.6
TURNS_DEG = 540.0
RESTS_DEG = 5.0
"""A die that has fallen never lies quite straight."""
BODY, INK = (0.965, 0.925, 0.871), (0.102, 0.071, 0.024)
"""Ivory and its pips, whatever the theme: a die looks like a die."""

PIPS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where the pips of a face lie, by column and row."""


@lru_cache(maxsize=4)
def _body(side: int) -> Texture:
    mask = Image.new("L", (side * 4, side * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, side * 4 - 1, side * 4 - 1), side * 0.9, fill=255)
    return upload(side, side, mask.resize((side, side), Image.Resampling.BOX).tobytes())


@lru_cache(maxsize=32)
def _pips(number: int, side: int) -> Texture:
    mask = Image.new("L", (side * 4, side * 4), 0)
    pen = ImageDraw.Draw(mask)
    for column, row in PIPS[number]:
        x, y, r = (0.26 + 0.24 * column) * side * 4, (0.26 + 0.24 * row) * side * 4, 0.088 * side * 4
        pen.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return upload(side, side, mask.resize((side, side), Image.Resampling.BOX).tobytes())


@lru_cache(maxsize=32)
def _symbol(icon: str, side: int) -> Texture:
    small = picture(icon, round(side * 0.62))
    mask = Image.new("L", (side, side), 0)
    mask.paste(small, ((side - small.width) // 2, (side - small.height) // 2))
    return upload(side, side, mask.tobytes())


class TumblingDie(Widget):
    """One die: it turns and shows other faces while it falls, and rests on its own."""

    fallen = NumericProperty(1.0)

    def __init__(self, look: Look, face: Face, name: str, others: tuple[Face, ...], side: float) -> None:
        super().__init__(size_hint=(None, None), size=(look.px(side), look.px(side)))
        self.look = look
        self._side = round(look.px(side))
        self._name = name
        self._faces = [*(self._ink(other, "") for other in others), self._ink(face, name)]
        self._place, self._turn = Translate(), Rotate(angle=-RESTS_DEG)
        half = self._side / 2
        with self.canvas:
            PushMatrix()
            self.canvas.add(self._place)
            self.canvas.add(self._turn)
            Color(*BODY)
            Rectangle(texture=_body(self._side), pos=(-half, -half), size=(self._side, self._side))
            Color(*INK)
            self._shown = Rectangle()
            PopMatrix()
        self.bind(pos=self._draw, fallen=self._draw)
        self._draw()

    def _ink(self, face: Face, name: str) -> Texture:
        if isinstance(face.id, int) and face.id in PIPS and not face.icon:
            return _pips(face.id, self._side)
        if is_known(face.icon):
            return _symbol(face.icon, self._side)
        return letters_texture(name[:3], round(self._side * 0.4), is_bold=True)

    def fall(self) -> None:
        """Tumbles for a moment; without motion it simply lies there."""
        if self.look.has_motion:
            self.fallen = 0.0
            begin(Animation(fallen=1.0, duration=TUMBLES_S, transition="out_quad"), self)

    def _draw(self, *_: Any) -> None:
        left = 1.0 - self.fallen
        self._place.x = self.x + self.width / 2 - left * self.width * 0.9
        self._place.y = self.y + self.height / 2 + 4 * left * (1 - left) * self.height * 0.25
        self._turn.angle = left * TURNS_DEG - RESTS_DEG
        texture = self._faces[-1 if left < 0.12 else int(left * 8) % len(self._faces)]
        if self._shown.texture is not texture:
            self._shown.texture, self._shown.size = texture, texture.size
            self._shown.pos = (-texture.width / 2, -texture.height / 2)
