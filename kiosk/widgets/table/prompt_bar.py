"""The bottom bar: one sentence that says what to do, and large buttons to do it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look, Step, shape_of
from kiosk.presenters.table.screen import Action
from kiosk.widgets.button import PushButton
from kiosk.widgets.letters import letters_width
from kiosk.widgets.motion import begin, halt
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.reuse import Reuse
from kiosk.widgets.text import Text

DEAF_S = 0.7
"""How long a button that makes chance or secrets known hears nothing after it appears: a habit is quicker."""

ROW_SHARES = {0: 0.0, 1: 0.5, 2: 0.85, 3: 1.3}
"""How wide so many buttons are beside the words, by the width of the words."""
MOST_LINES = 4
"""The most lines of a sentence that takes all the room."""


class PromptBar(BoxLayout):
    """Headline, detail, and up to three buttons.

    What confirms lies on the right (below in portrait), what makes chance or secrets known on the left
    (above): neither ever lies where the other lay.
    """

    left = NumericProperty(0.0)
    """How much of the time is left until the large button is pressed by itself."""

    def __init__(self, look: Look, on_action: Callable[[Action], None], **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        is_tall = look.is_portrait
        options.setdefault("height", look.roomy(176 if is_tall else 96, 0.5))
        super().__init__(
            orientation="vertical" if is_tall else "horizontal",
            spacing=look.px(10),
            padding=[look.px(14), look.px(10)],
            **options,
        )
        self.look = look
        self._on_action = on_action
        self._final: Action | None = None
        self._actions: list[Action] = []
        self._words = BoxLayout()
        self.add_widget(self._words)
        self._sentence = Reuse(self._words, self._said)
        self._row = BoxLayout(spacing=look.px(8))
        self._buttons = Reuse(self._row, self._button)
        Plate(self, look, fill="surface", radius=look.px(2))
        with self.canvas.after:
            Color(*look.colour("accent"))
            self._time = Rectangle(size=(0, 0))
        self.bind(left=self._draw_time, pos=self._draw_time, size=self._draw_time)

    def run_down(self, seconds: float) -> None:
        """Shows how long it is until the large button is pressed by itself; 0 takes the line away."""
        halt(self, "left")
        self.left = 1.0 if seconds else 0.0
        if seconds and self.look.has_motion:
            begin(Animation(left=0.0, duration=seconds), self)

    def _draw_time(self, *_: Any) -> None:
        high = self.look.px(4)
        self._time.pos, self._time.size = (
            (self.x, self.y + self.height - high),
            (self.width * self.left, high),
        )

    def show(self, headline: str, detail: str, seat: int | None, actions: tuple[Action, ...]) -> None:
        """Shows a sentence and its buttons."""
        lines = self._lines_of(headline, len(actions)) if detail else 2
        self._sentence.show([(headline, "" if lines == MOST_LINES else detail, seat, lines)])
        if not actions:
            self.remove_widget(self._row)
            return
        is_final = actions[0].is_final
        shown = list(actions) if is_final else list(reversed(actions))
        if not self.look.is_portrait:
            self._row.size_hint_x = ROW_SHARES[len(shown)]
        self._actions = shown
        # A button that looks the same may do something else in the next state.
        buttons = self._buttons.show([(each.label, each.icon, each.is_primary) for each in shown])
        for button, action in zip(buttons, shown, strict=True):
            button.acts = partial(self._on_action, action)
            if action.is_final and action != self._final:
                button.deafen(DEAF_S)
        self._final = next((action for action in shown if action.is_final), None)
        order = [self._words, self._row] if is_final else [self._row, self._words]
        if self.children != order:
            self.clear_widgets()
            for part in reversed(order):
                self.add_widget(part)

    def _lines_of(self, headline: str, actions: int) -> int:
        """Tells how many lines a sentence takes above its detail; the most where that has no room."""
        look = self.look
        share = 1.0 if look.is_portrait else 1 / (1 + ROW_SHARES[actions])
        room = share * look.width - look.px(80)
        lines = letters_width(headline, look.font_px("lead"), is_bold=True) / room
        return 1 if lines <= 1 else 2 if lines <= 1.7 else MOST_LINES

    def shown_actions(self) -> list[tuple[Action, Widget]]:
        """Lists the buttons with what they do."""
        buttons = reversed(self._row.children)
        return list(zip(self._actions, buttons, strict=False)) if self._row.parent is self else []

    def _said(self, said: tuple[str, str, int | None, int]) -> BoxLayout:
        headline, detail, seat, lines = said
        look = self.look
        sentence = BoxLayout(orientation="horizontal", spacing=look.px(10))
        if seat is not None:
            sentence.add_widget(
                Icon(
                    look, shape_of(seat), side=38, colour=f"seat-{seat}", size_hint_x=None, width=look.px(44)
                )
            )
        words = BoxLayout(orientation="vertical")
        step: Step = "title" if lines == MOST_LINES else "headline"
        words.add_widget(Text(look, headline, step=step, bold=True, lines=lines, size_hint_y=1.4))
        if detail:
            words.add_widget(Text(look, detail, step="text", colour="quiet", lines=2))
        sentence.add_widget(words)
        return sentence

    def _button(self, face: tuple[str, str, bool]) -> PushButton:
        label, icon, is_primary = face
        return PushButton(
            self.look,
            label,
            icon=icon,
            style="primary" if is_primary else "plain",
            step="title" if is_primary else "text",
            icon_side=26 if is_primary else 20,
            size_hint_y=1,
            size_hint_x=1.5 if is_primary else 1.0,
        )
