"""A small drawing of a board with what to tap on it numbered in its order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.uix.widget import Widget

from companion.ports.table import Point
from kiosk.look.theme import Look
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import icon_texture

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class CornerDiagram(Widget):
    """`done` places are tapped and carry a check mark; the next one stands out.

    Places and the dots between them are shares of the board from its top left.
    """

    def __init__(
        self,
        look: Look,
        done: int,
        *,
        places: Sequence[Point] = CORNERS,
        dots: Sequence[Point] = (),
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=look.px(104 if dots else 92), **options)
        self.look = look
        self._done, self._places, self._dots = done, places, dots
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        look, group = self.look, self._group
        group.clear()
        disc = look.px(26)
        width = min(self.width - 2 * disc, look.px(150))
        left, bottom = self.center_x - width / 2, self.y + disc / 2 + 1
        height = self.height - disc - 2
        group.add(Color(*look.colour("cell")))
        group.add(Rectangle(pos=(left, bottom), size=(width, height)))
        group.add(Color(*look.colour("faint")))
        group.add(Line(rectangle=(left, bottom, width, height), width=look.px(1)))
        dot = max(2, round(look.px(4)))
        for across, down in self._dots:
            at = (left + across * width - dot / 2, bottom + (1 - down) * height - dot / 2)
            group.add(Rectangle(texture=icon_texture("shape-circle", dot), pos=at, size=(dot, dot)))
        for number, (across, down) in enumerate(self._places):
            is_next, is_done = number == self._done, number < self._done
            colour = "accent" if is_next else "done" if is_done else "faint"
            side = round(disc if is_next else disc * 0.8)
            x, y = left + across * width, bottom + (1 - down) * height
            group.add(Color(*look.colour(colour)))
            group.add(
                Rectangle(
                    texture=icon_texture("shape-circle", side),
                    pos=(x - side / 2, y - side / 2),
                    size=(side, side),
                )
            )
            group.add(Color(*look.colour("background")))
            if is_done:
                mark = round(side * 0.6)
                texture, size = icon_texture("check", mark), (mark, mark)
            else:
                texture = letters_texture(str(number + 1), round(look.font_px("small")), is_bold=True)
                size = texture.size
            group.add(Rectangle(texture=texture, pos=(x - size[0] / 2, y - size[1] / 2), size=size))
