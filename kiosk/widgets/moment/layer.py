"""The layer of moments: one card at a time, for as long as the table wants, gone at a touch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.floatlayout import FloatLayout

from companion.core.message import Message
from kiosk.look.theme import Look
from kiosk.presenters.moments import MomentScreen
from kiosk.widgets.button import HELD, PushButton
from kiosk.widgets.moment.card import MomentCard
from kiosk.widgets.toast import Spot

MOST_WAITING = 12
"""How many cards wait behind the one in sight; of more the oldest are left to the record."""


class MomentLayer(FloatLayout):
    """Lays cards over the panel's spot for them; what lies outside of it can be touched meanwhile."""

    def __init__(
        self,
        look: Callable[[], Look],
        words: Callable[[Message], str],
        spot: Callable[[], Spot],
        repeat: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._look = look
        self._words = words
        self._spot = spot
        self._repeat = repeat
        self._waiting: deque[tuple[MomentScreen, float]] = deque(maxlen=MOST_WAITING)
        self._hide = Clock.create_trigger(lambda _: self.next(), 0)
        self._soon = Clock.create_trigger(lambda _: self._begin(), 0)
        self.card: MomentCard | None = None
        self.can_repeat = False

    def show(self, screens: Iterable[MomentScreen], seconds: float) -> None:
        """Shows cards one after the other, each for so long; those of a change gone by give way."""
        self._waiting.clear()
        self._waiting.extend((screen, seconds) for screen in screens)
        self._drop()
        if self._waiting:
            self._soon()

    def dismiss(self) -> None:
        """Takes the card away, and all that wait behind it."""
        self._waiting.clear()
        self._drop()

    def next(self) -> None:
        """Takes the card away and shows the one behind it."""
        self._drop()
        if self._waiting:
            self._begin()

    def lay(self) -> None:
        """Puts the card where the panel that is up wants it."""
        if self.card is not None:
            x, y, width, height = self._spot()
            self.card.pos, self.card.size = (x, y), (width, height)

    def _begin(self) -> None:
        if self.card is not None or not self._waiting:
            return
        screen, seconds = self._waiting.popleft()
        look = self._look()
        self.card = MomentCard(look, screen, self._words, self._repeat_button(look))
        self.add_widget(self.card)
        self.lay()
        self.card.begin(seconds)
        self._hide.timeout = seconds
        self._hide()

    def _repeat_button(self, look: Look) -> PushButton | None:
        if self._repeat is None or not self.can_repeat:
            return None
        return PushButton(
            look, icon="sound", acts=self._repeat, size_hint=(None, None), size=(look.touch, look.touch)
        )

    def _drop(self) -> None:
        self._hide.cancel()
        self._soon.cancel()
        if self.card is not None:
            self.remove_widget(self.card)
            self.card = None

    def covers(self, x: float, y: float) -> bool:
        """Tells whether a card lies over a point, or is about to."""
        if self.card is None:
            return bool(self._waiting)
        return bool(self.card.collide_point(x, y))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch on the card takes it away; one beside it is meant for what is there."""
        if self.card is None or touch.is_mouse_scrolling:
            return False
        if super().on_touch_down(touch):
            return True
        if self.card.collide_point(*touch.pos):
            touch.grab(self)
            return True
        self.dismiss()
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Takes the card away, unless the finger rested on it and asked what it is."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if HELD not in touch.ud:
            self.next()
        return True

    def on_size(self, *_: Any) -> None:
        """Follows the window."""
        self.lay()
