"""A sheet: one layer of choices over a panel, closed by a touch outside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text


class Sheet(FloatLayout):
    """A dimmed screen with a titled surface: at the right on a wide screen, at the bottom on a tall one."""

    def __init__(
        self,
        look: Look,
        title: str,
        *children: Widget,
        on_close: Callable[[], Any],
        footer: tuple[Widget, ...] = (),
        can_close: bool = True,
        share: float = 0.56,
        body: Widget | None = None,
    ) -> None:
        super().__init__()
        self.look = look
        self.title = title
        self.can_close = can_close
        self._on_close = on_close
        with self.canvas.before:
            Color(*look.colour("background", 0.72))
            self._shade = Rectangle()
        self.bind(size=self._cover, pos=self._cover)
        self.surface = Surface(look, fill="surface", line="line", padding=14, spacing=10)
        head = Row(look, size_hint_y=None, height=look.touch)
        head.add_widget(Text(look, title, step="title", bold=True))
        if can_close:
            head.add_widget(PushButton(look, icon="close", acts=self.close, style="plain", height=look.touch))
        self.surface.add_widget(head)
        self.body = body or Scroll(look, *children)
        self.surface.add_widget(self.body)
        self._said = BoxLayout(size_hint_y=None, height=0)
        self.surface.add_widget(self._said)
        if footer:
            self.surface.add_widget(Row(look, *footer, size_hint_y=None, height=look.roomy(56)))
        inset = look.gap
        if look.is_portrait:
            self.surface.size_hint = (None, None)
            self._share = (1.0, max(share, 0.6))
        else:
            self.surface.size_hint = (None, None)
            self._share = (max(share, 0.62 if look.is_large_text else share), 1.0)
        self._inset = inset
        self.add_widget(self.surface)

    def _cover(self, *_: Any) -> None:
        self._shade.pos, self._shade.size = self.pos, self.size
        inset = self._inset
        w = self.width * self._share[0] - 2 * inset
        h = self.height * self._share[1] - 2 * inset
        self.surface.size = (w, h)
        self.surface.pos = (self.x + self.width - inset - w, self.y + inset)

    def tell(self, text: str, tone: str = "info") -> None:
        """Says something below what is asked, such as why an answer was refused."""
        look, is_bad = self.look, tone in ("refusal", "hit")
        self._said.clear_widgets()
        words = Text(look, text, step="text", bold=True, grows=True)
        fill, line = ("hit_surface", "hit") if is_bad else ("raised", "accent")
        band = Surface(look, words, fill=fill, line=line, padding=10, grows=True)
        band.bind(height=self._said.setter("height"))
        self._said.add_widget(band)

    def close(self) -> None:
        """Takes the sheet away."""
        self._on_close()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Keeps every touch from the panel below; one outside the surface closes the sheet."""
        if super().on_touch_down(touch):
            return True
        if not self.surface.collide_point(*touch.pos) and self.can_close:
            self.close()
        return True
