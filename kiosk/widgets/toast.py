"""A short message over everything that goes by itself."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kiosk.theme import Look
from kiosk.widgets.paint import Plate
from kiosk.widgets.text import Text

STAYS_S = 3.5


class Toast(FloatLayout):
    """Shows one message at a time near the top; touches pass through."""

    def __init__(self, look: Callable[[], Look]) -> None:
        super().__init__()
        self._look = look
        self._hide = Clock.create_trigger(self._clear, STAYS_S)

    def show(self, text: str, tone: str = "info") -> None:
        """Shows a message for a few seconds."""
        look = self._look()
        self.clear_widgets()
        self._hide.cancel()
        line = {"hit": "hit", "refusal": "hit", "gain": "done"}.get(tone, "accent")
        box = BoxLayout(
            size_hint=(0.7 if not look.is_portrait else 0.94, None),
            height=look.roomy(54),
            pos_hint={"center_x": 0.5, "top": 0.985},
            padding=[look.px(16), look.px(6)],
        )
        Plate(box, look, fill="raised", line=line)
        box.add_widget(Text(look, text, step="text", bold=True, align="center"))
        self.add_widget(box)
        self._hide()

    def _clear(self, _: float) -> None:
        self.clear_widgets()

    def on_touch_down(self, touch: object) -> bool:
        """Lets every touch through."""
        return False
