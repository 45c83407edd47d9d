"""A short message over the panel's own spot for it; it goes by itself, at a touch, and with the panel."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kiosk.look.theme import Look
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

STAYS_S = 4.5
LINES = {"hit": ("hit", "warning"), "refusal": ("hit", "cross"), "gain": ("done", "check")}
"""Outline and icon of each tone."""

Spot = tuple[float, float, float, float]
"""Where a message lies: x, y, width, height."""


class Toast(FloatLayout):
    """Shows one message at a time; touches pass through and take it away."""

    def __init__(self, look: Callable[[], Look]) -> None:
        super().__init__()
        self._look = look
        self._hide = Clock.create_trigger(lambda _: self.dismiss(), STAYS_S)

    def show(self, text: str, tone: str, spot: Spot) -> None:
        """Shows a message for a few seconds."""
        look = self._look()
        self.dismiss()
        x, y, width, height = spot
        line, icon = LINES.get(tone, ("accent", "info"))
        box = BoxLayout(
            size_hint=(None, None),
            size=(width, height),
            pos=(x, y),
            padding=[look.px(12), look.px(4)],
            spacing=look.px(10),
        )
        Plate(box, look, fill="hit_surface" if line == "hit" else "raised", line=line, line_px=2)
        box.add_widget(Icon(look, icon, side=22, colour=line, size_hint_x=None, width=look.px(26)))
        box.add_widget(Text(look, text, step="text", bold=True))
        self.add_widget(box)
        self._hide()

    def dismiss(self) -> None:
        """Takes the message away."""
        self._hide.cancel()
        self.clear_widgets()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Goes, and lets the touch through to what it was meant for."""
        if not touch.is_mouse_scrolling:
            self.dismiss()
        return False
