"""Words that always fit: they wrap, then shrink, and are never cut off."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from kiosk.look.theme import Look, Step
from kiosk.machine.window import font_file
from kiosk.widgets.letters import written

Align = Literal["left", "center", "right"]
LINE_HEIGHT = 1.08
SMALLEST = 0.5
"""How far words may shrink, as a share of their size, before they are allowed to be too large."""
ELLIPSIS = "…"


def unbroken(text: str) -> str:
    """Ties French punctuation and counts to their words, so that no line begins or ends with a sign."""
    return re.sub(r" (?=[:;?!»×])|(?<=[«×]) ", "\u00a0", text)


def _label(text: str, bold: bool, font_px: float, width: float, align: Align = "left") -> CoreLabel:
    label = CoreLabel(
        text=unbroken(text),
        font_name=font_file("bold" if bold else "regular"),
        font_size=font_px,
        text_size=(width, None),
        halign=align,
        valign="top",
        line_height=LINE_HEIGHT,
        max_lines=0,
    )
    label.resolve_font_name()
    return label


@lru_cache(maxsize=8192)
def _measured(text: str, bold: bool, font_px: float, width: float) -> tuple[float, float, float]:
    """Returns the height of wrapped words, their widest word and a line's height; asked again and again."""
    label = _label(text, bold, font_px, width)
    widest = max((label.get_extents(word)[0] for word in re.split(r"[ \n]", unbroken(text))), default=0)
    return label.render()[1], widest, label.get_extents("Hg")[1] * LINE_HEIGHT


@lru_cache(maxsize=4096)
def _line_size(text: str, bold: bool, font_px: float) -> tuple[float, float]:
    """Returns the size of words in one line, which needs no wrapping and holds for every wider box."""
    width, height = _label(text, bold, font_px, 0).get_extents(text)
    return width, int(height * LINE_HEIGHT)


@lru_cache(maxsize=64)
def _line(text: str, bold: bool, font_px: float) -> Texture:
    """Writes words in one line; the numbers and names of a table come back again and again."""
    return written(_label(text, bold, font_px, _line_size(text, bold, font_px)[0]))


def _shortened(text: str, bold: bool, font_px: float, width: float) -> str:
    """Leaves out as much of the end of a name as makes it fit into one line."""
    shorter = (f"{text[:length].rstrip(' -')}{ELLIPSIS}" for length in range(len(text) - 1, 0, -1))
    fitting = (each for each in (text, *shorter) if _line_size(each, bold, font_px)[0] <= width)
    return next(fitting, text)


class _Settling:
    """Keeps words waiting until the boxes around them are at rest: a layout sizes a box several times."""

    def __init__(self) -> None:
        self._waiting: set[Text] = set()
        self._is_stirred = False
        self._look_again = Clock.create_trigger(self._settle, -1)

    def wait(self, text: Text) -> None:
        """Fits words before the next frame, once."""
        self._waiting.add(text)
        self._is_stirred = True
        self._look_again()

    def _settle(self, _: float) -> None:
        if self._is_stirred:
            self._is_stirred = False
            self._look_again()
            return
        waiting, self._waiting = self._waiting, set()
        for text in waiting:
            text.fit()


_settling = _Settling()


class Text(Widget):
    """Words in a box; `grows` makes the box as high as the words need instead of fitting them in.

    A name in one line does not shrink below `least_px` where that is given: it loses its end instead.
    """

    text = StringProperty("")

    def __init__(
        self,
        look: Look,
        text: str = "",
        *,
        step: Step = "text",
        colour: str = "text",
        bold: bool = False,
        align: Align = "left",
        valign: Literal["top", "middle", "bottom"] = "middle",
        lines: int = 0,
        grows: bool = False,
        least_px: float = 0.0,
        **options: Any,
    ) -> None:
        if grows:
            options.setdefault("size_hint_y", None)
            options.setdefault("height", look.font_px(step))
        super().__init__(**options)
        self.look = look
        self.step: Step = step
        self.bold = bold
        self.align: Align = align
        self.valign = valign
        self.lines = lines
        self.grows = grows
        self.least_px = least_px
        self.words_size: tuple[float, float] = (0, 0)
        self.font_px = look.font_px(step)
        with self.canvas:
            self._color = Color(*look.colour(colour))
            self._rect = Rectangle(size=(0, 0))
        self._drawn: tuple[Any, ...] = ()
        self.text = text
        self.bind(size=self._changed, pos=self._place, text=self._changed)
        self._changed()

    def recolour(self, colour: str) -> None:
        """Writes the words in another colour, by its meaning."""
        self._color.rgba = self.look.colour(colour)

    def _size_at(self, font_px: float, width: float) -> tuple[float, bool]:
        """Measures the words at a font size; the flag tells whether a word broke or lines ran over."""
        if self._is_line(font_px, width):
            return _line_size(self.text, self.bold, font_px)[1], False
        height, widest, line_px = _measured(self.text, self.bold, font_px, width)
        too_many = bool(self.lines) and height > line_px * (self.lines + 0.5)
        return height, widest > width or too_many

    def _is_line(self, font_px: float, width: float) -> bool:
        return "\n" not in self.text and _line_size(self.text, self.bold, font_px)[0] <= width

    def _changed(self, *_: Any) -> None:
        if self.grows:
            self.fit()
        else:
            _settling.wait(self)

    def fit(self) -> None:
        """Writes the words as large as they fit."""
        width = max(1.0, self.width)
        key = (self.text, round(width), self.grows or round(self.height))
        if key == self._drawn:
            return
        self._drawn = key
        if not self.text:
            self._rect.size = (0, 0)
            self.words_size = (0, 0)
            if self.grows:
                self.height = 0
            return
        full = self.look.font_px(self.step)
        smallest = max(full * SMALLEST, 6.0, min(full, self.least_px))
        font_px = full
        while font_px > smallest:
            height, is_broken = self._size_at(font_px, width)
            if not is_broken and (self.grows or height <= self.height + 0.5):
                break
            font_px = max(smallest, font_px * 0.94)
        self.font_px = font_px
        line = _shortened(self.text, self.bold, font_px, width) if self.least_px else self.text
        if self.least_px or self._is_line(font_px, width):
            texture = _line(line, self.bold, font_px)
            widest = _line_size(line, self.bold, font_px)[0]
        else:
            texture = written(_label(self.text, self.bold, font_px, width, self.align))
            widest = _measured(self.text, self.bold, font_px, width)[1]
        self._rect.texture = texture
        self._rect.size = texture.size
        self.words_size = (widest, texture.height)
        if self.grows:
            self.height = texture.size[1]
        self._place()

    def _place(self, *_: Any) -> None:
        w, h = self._rect.size
        x = self.x + {"left": 0.0, "center": (self.width - w) / 2, "right": self.width - w}[self.align]
        y = self.y + (self.height - h) * {"top": 1.0, "middle": 0.5, "bottom": 0.0}[self.valign]
        self._rect.pos = (round(x), round(y))

    @property
    def drawn_box(self) -> tuple[float, float, float, float]:
        """Where the words really are: x, y, width, height."""
        x, y = self._rect.pos
        return x, y, *self._rect.size

    @property
    def is_clipped(self) -> bool:
        """Tells whether the words stand out of their box or a word is wider than it."""
        if not self.text:
            return False
        w, h = self.words_size
        return w > self.width + 1.5 or h > self.height + 1.5
