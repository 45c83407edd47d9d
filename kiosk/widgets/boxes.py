"""Rows, columns, surfaces and scrolling areas in the project's spacing."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kiosk.theme import Look
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
        self.add_widget(self.column)

    def fill(self, *children: Widget) -> None:
        """Replaces what scrolls."""
        self.column.clear_widgets()
        for child in children:
            self.column.add_widget(child)
