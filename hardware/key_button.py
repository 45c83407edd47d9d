"""A USB button that acts as a keyboard: one learned key is the dice button."""

from __future__ import annotations

from collections.abc import Callable

from companion.ports.dice import DiceEvent, LightState
from hardware.press import PressThread, PressTimes

Listener = Callable[[DiceEvent], None]


class KeyButton:
    """Hears the keys that the screen passes on; the first key after `learn` becomes the dice button."""

    def __init__(self, name: str = "key", *, key: str | None = None, times: PressTimes | None = None) -> None:
        self.name = name
        self.key = key
        # A keyboard debounces by itself, and some buttons let their key go within milliseconds.
        self._times = times or PressTimes(debounce_s=0)
        self._is_learning = False
        self._listener: Listener = lambda event: None
        self._press: PressThread | None = None

    def start(self, listener: Listener) -> None:
        """Begins to hear; a keyboard cannot be seen to be missing, so a learned key counts as connected."""
        self._listener = listener
        self._press = PressThread(self._times, lambda gesture: listener(DiceEvent(gesture, source=self.name)))
        if self.key is not None:
            listener(DiceEvent("connected", source=self.name))

    def learn(self) -> None:
        """Takes the next key that goes down as the dice button."""
        self._is_learning = True

    def feed(self, key: str, is_down: bool) -> bool:
        """Passes on a key of the keyboard; returns whether it was this button's."""
        if self._press is None:
            return False
        if self._is_learning and is_down:
            self._is_learning = False
            self.key = key
            self._listener(DiceEvent("connected", source=self.name))
            return True
        if key != self.key:
            return False
        if is_down:
            self._press.down()
        else:
            self._press.up()
        return True

    def show(self, light: LightState, number: int | None = None) -> None:
        """Does nothing: a keyboard has no light of ours."""

    def close(self) -> None:
        """Stops hearing."""
        if self._press is not None:
            self._press.close()
            self._press = None
