"""Rows, columns, surfaces and scrolling areas in the project's spacing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.widgets.button import Touchable
from kiosk.widgets.paint import Plate

Padding = float | tuple[float, float] | tuple[float, float, float, float]


class Row(BoxLayout):
    """Widgets side by side."""

    def __init__(
        self, look: Look, *children: Widget, spacing: float = 8, padding: Padding = 0, **options: Any
    ):
        super().__init__(
            orientation="horizontal", spacing=look.px(spacing), padding=_scaled(look, padding), **options
        )
        self.look = look
        for child in children:
            self.add_widget(child)


class Column(BoxLayout):
    """Widgets below each other; `grows` makes it as high as they need."""

    def __init__(
        self,
        look: Look,
        *children: Widget,
        spacing: float = 8,
        padding: Padding = 0,
        grows: bool = False,
        **options: Any,
    ):
        if grows:
            options.setdefault("size_hint_y", None)
        super().__init__(
            orientation="vertical", spacing=look.px(spacing), padding=_scaled(look, padding), **options
        )
        self.look = look
        if grows:
            self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


def _scaled(look: Look, padding: Padding) -> list[float]:
    if isinstance(padding, tuple):
        return [look.px(side) for side in padding]
    return [look.px(padding)] * 4


class Surface(Column):
    """A column on a rounded plate."""

    def __init__(
        self,
        look: Look,
        *children: Widget,
        fill: str = "surface",
        line: str = "",
        radius: float | None = None,
        **options: Any,
    ):
        options.setdefault("padding", 12)
        super().__init__(look, *children, **options)
        self.plate = Plate(self, look, fill=fill, line=line, radius=radius)


class Gap(Widget):
    """Empty room: a fixed size, or what is left over."""

    def __init__(self, look: Look, size: float = 0) -> None:
        super().__init__()
        if size:
            self.size_hint = (None, None)
            self.size = (look.px(size), look.px(size))


class Scroll(ScrollView):
    """A column that scrolls when it is higher than its room."""

    def __init__(
        self, look: Look, *children: Widget, spacing: float = 8, padding: Padding = 0, **options: Any
    ):
        super().__init__(
            do_scroll_x=False,
            bar_width=look.px(4),
            bar_color=look.colour("quiet", 0.8),
            bar_inactive_color=look.colour("line"),
            bar_margin=look.px(1),
            scroll_type=["bars", "content"],
            scroll_distance=look.px(12),
            scroll_timeout=120,
            effect_cls="ScrollEffect",
            **options,
        )
        self.look = look
        self.column = Column(look, *children, spacing=spacing, padding=padding, grows=True)
        # The bar stands beside what scrolls, never on it.
        left, top, right, bottom = self.column.padding
        self.column.padding = [left, top, max(right, look.px(10)), bottom]
        self.add_widget(self.column)
        self._filling: tuple[Widget, ...] = ()
        self._fill_soon = Clock.create_trigger(lambda _: self._fill(), 0)

    def fill(self, *children: Widget) -> None:
        """Replaces what scrolls, but never under a finger: with its button a touch would be lost."""
        self._filling = children
        self._fill()

    def _fill(self) -> None:
        if self.get_root_window() is not None and any(
            isinstance(widget, Touchable) and widget.is_pressed for widget in self.column.walk(restrict=True)
        ):
            self._fill_soon()
            return
        self.column.clear_widgets()
        for child in self._filling:
            self.column.add_widget(child)


SPARE = 0.5
"""How much of a list is made below what is in sight, in screens."""


class LazyScroll(Scroll):
    """A list as long as a night: rows are made only shortly before they come into sight."""

    def __init__(self, look: Look, rows: Iterator[Widget], *, a_page: int = 12, **options: Any) -> None:
        super().__init__(look, **options)
        self._rows = rows
        self._a_page = a_page
        self._from_top = 0.0
        # A page a frame: a finger is answered between two of them.
        self._soon = Clock.create_trigger(lambda _: self.more(), 0)
        self.column.bind(height=self._grown)
        self.bind(scroll_y=self._scrolled, height=self._grown)
        self.more()

    def more(self) -> bool:
        """Makes another page; False where there is none."""
        page = list(islice(self._rows, self._a_page))
        for row in page:
            self.column.add_widget(row)
        return bool(page)

    def _scrolled(self, *_: Any) -> None:
        hidden = max(0.0, self.column.height - self.height)
        self._from_top = (1 - self.scroll_y) * hidden
        if hidden and self.scroll_y * hidden < SPARE * self.height:
            self._soon()

    def _grown(self, *_: Any) -> None:
        """Keeps what is in sight in its place while the list grows below it."""
        hidden = self.column.height - self.height
        if hidden > 0:
            self.scroll_y = max(0.0, min(1.0, 1 - self._from_top / hidden))
        if hidden - self._from_top < SPARE * self.height:
            self._soon()
