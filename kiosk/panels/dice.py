"""Dice: which buttons and boxes are there, how they are, and how to add one that types a key."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.core.message import say
from kiosk.machine.dice_box import DeviceState
from kiosk.panels.panel import Panel
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

SIGNS = {
    "awaited": ("history", "quiet"),
    "ready": ("check", "done"),
    "lost": ("cross", "hit"),
    "stuck": ("warning", "hit"),
}
"""Icon and colour of each state."""


class DicePanel(Panel):
    """Every device with its state; the screen's own dice button always works."""

    def build(self) -> None:
        """Lists the devices."""
        look, box = self.look, self.kiosk.dice_box
        box.on_change = self._changed
        body = Scroll(look, spacing=10, padding=(0, 0, 8, 8))
        lines = [self._device(state) for state in box.states.values()]
        if not lines:
            lines = [Text(look, self._say("none"), step="lead", colour="quiet", grows=True)]
        learns = PushButton(
            look, self._say("learn"), self._learn, icon="target", icon_colour="accent", height=look.roomy(56)
        )
        hints = [
            Text(look, self._say(f"about.{topic}"), step="text", colour="quiet", grows=True)
            for topic in ("press", "long_press", "box", "screen")
        ]
        body.fill(*lines, learns, Surface(look, *hints, grows=True, spacing=10))
        self.frame(self._say("title"), body)

    def _say(self, key: str) -> str:
        return self.words(say(f"kiosk.dice.{key}"))

    def _device(self, state: DeviceState) -> Widget:
        look = self.look
        icon, colour = SIGNS[state.status]
        row = Row(
            look,
            Icon(look, icon, side=26, colour=colour, size_hint_x=None, width=look.px(34)),
            Text(look, self.words(state.said), step="text", bold=True),
            size_hint_y=None,
            height=look.roomy(62 if look.is_portrait or look.is_large_text else 44),
        )
        return Surface(look, row, grows=True, fill="raised", padding=8)

    def _learn(self) -> None:
        self.kiosk.dice_box.learn_key()
        self.kiosk.toast(self._say("press_now"))
        self.rebuild()

    def _changed(self) -> None:
        if self.kiosk.panel is self:
            self.rebuild()

    def left(self) -> None:
        """Stops hearing about the devices."""
        self.kiosk.dice_box.on_change = lambda: None
