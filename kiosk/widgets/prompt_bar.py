"""The bottom bar: one sentence that says what to do, and large buttons to do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from kiosk.presenters.table import Action
from kiosk.theme import Look, shape_of
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

MOST_BUTTONS = 3


class PromptBar(BoxLayout):
    """Headline, detail, and up to three buttons; the rest goes behind the last one."""

    def __init__(self, look: Look, on_action: Callable[[Action], None], more: str, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        is_tall = look.is_portrait
        options.setdefault("height", look.roomy(180 if is_tall else 88, 0.5))
        super().__init__(
            orientation="vertical" if is_tall else "horizontal",
            spacing=look.px(10),
            padding=[look.px(14), look.px(10)],
            **options,
        )
        self.look = look
        self._more = more
        self._on_action = on_action
        self._shown: tuple[Any, ...] = ()
        Plate(self, look, fill="surface", radius=look.px(2))

    def show(self, headline: str, detail: str, seat: int | None, actions: tuple[Action, ...]) -> None:
        """Shows a sentence and its buttons."""
        shown = (headline, detail, seat, actions)
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        look = self.look
        sentence = BoxLayout(orientation="horizontal", spacing=look.px(10))
        if seat is not None:
            sentence.add_widget(
                Icon(
                    look, shape_of(seat), side=38, colour=f"seat-{seat}", size_hint_x=None, width=look.px(44)
                )
            )
        words = BoxLayout(orientation="vertical")
        words.add_widget(
            Text(look, headline, step="large", bold=True, lines=2 if not detail else 1, size_hint_y=1.3)
        )
        if detail:
            words.add_widget(Text(look, detail, step="text", colour="quiet", lines=2))
        sentence.add_widget(words)
        self.add_widget(sentence)
        if actions:
            self.add_widget(self._buttons(actions))

    def _buttons(self, actions: tuple[Action, ...]) -> BoxLayout:
        look = self.look
        shown = list(actions)
        if len(shown) > MOST_BUTTONS:
            shown = [*shown[: MOST_BUTTONS - 1], Action("more", self._more, "menu")]
        row = BoxLayout(spacing=look.px(8))
        if not look.is_portrait:
            row.size_hint_x = {1: 0.5, 2: 0.85, 3: 1.3}[len(shown)]
        for action in reversed(shown):
            button = PushButton(
                look,
                action.label,
                lambda action=action: self._on_action(action),
                icon=action.icon,
                style="primary" if action.is_primary else "plain",
                step="title" if action.is_primary else "text",
                icon_side=26 if action.is_primary else 20,
                size_hint_y=1,
                size_hint_x=1.5 if action.is_primary else 1.0,
            )
            button.action = action
            row.add_widget(button)
        return row
