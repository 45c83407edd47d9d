"""The night by ear: the whole screen is one button; a tap says the next thing, holding it does it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent

from kiosk.panels.panel import Panel
from kiosk.presenters.by_ear import ByEar
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.widgets.boxes import Column
from kiosk.widgets.text import Text

HOLD_S = 0.7
"""How long a finger rests to take what was said."""


class ByEarPanel(Panel):
    """Everything is said; what is said is also written large, for who helps."""

    explains = False
    """A long press takes what was said."""

    def build(self) -> None:
        """Shows what was said last, and how the one button works."""
        assert self.kiosk.session is not None
        look = self.look
        self.presenter = TablePresenter(self.kiosk.session, self.kiosk.words, self.memo, self.kiosk.desk)
        self.presenter.on_change = self._said_anew
        self.ear = ByEar(self.presenter, self._speak)
        self.headline = Text(look, "", step="large", colour="quiet", align="center", size_hint_y=0.6)
        self.entry = Text(look, "", step="huge", bold=True, align="center")
        self.count = Text(look, "", step="lead", colour="quiet", align="center", size_hint_y=0.3)
        hint = Text(look, self.say("ear.hint"), step="text", colour="quiet", align="center", size_hint_y=0.3)
        column = Column(look, self.headline, self.entry, self.count, hint, padding=(24, 12))
        self.frame(self.say("ear.title"), column)
        self._held: Any = None
        self._show()

    def shown(self) -> None:
        """Says how it works, and what to do now."""
        self._speak(self.say("ear.hint"))
        self.kiosk.sound.voice.prompt(self.headline.text, self.kiosk.words.language)

    def left(self) -> None:
        """Answers nothing any more."""
        self.presenter.close()

    def night_changed(self) -> None:
        """Says what to do now."""
        self.presenter.night_changed()
        self._show()
        self.kiosk.sound.voice.prompt(self.headline.text, self.kiosk.words.language)

    def lit(self) -> None:
        """Lists what is within reach, too."""
        self._show()

    def button(self, *, is_long: bool) -> None:
        """Takes the dice button as the one button."""
        if is_long:
            self.ear.take()
        else:
            self.ear.next()
        self._show()

    def _said_anew(self) -> None:
        """Says what the rules have found."""
        if self.presenter.offer is not None:
            self._speak(self.presenter.screen().headline)
        elif self.presenter.refusal is not None:
            self._speak(self.words(self.presenter.refusal.message))
        self._show()

    def _speak(self, text: str) -> None:
        self.kiosk.sound.voice.hush()
        self.kiosk.sound.voice.announce((text,), self.kiosk.words.language)

    def _show(self) -> None:
        self.headline.text = self.presenter.screen().headline
        entry = self.ear.current
        self.entry.text = entry.said if entry is not None else ""
        number, count = self.ear.place
        self.count.text = self.say("ear.count", number=number, count=count) if number else ""

    # Touches.

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begins a tap or a hold, anywhere but on the way back."""
        if super().on_touch_down(touch):
            return True
        touch.grab(self)
        self._held = Clock.schedule_once(lambda _: self._hold(), HOLD_S)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Ends a tap: the next thing is said."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self.button(is_long=False)
        return True

    def _hold(self) -> None:
        self._held = None
        self.button(is_long=True)
