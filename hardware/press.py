"""What a finger on a button means: a press, a long press, or a button that is stuck."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic
from typing import Literal

from msgspec import Struct

Gesture = Literal["press", "long_press", "stuck", "released"]


class PressTimes(Struct, frozen=True):
    """How long is how long, in seconds."""

    debounce_s: float = 0.02
    long_press_s: float = 1.5
    stuck_s: float = 15.0


class Press:
    """Follows one contact, pure: time is told.

    A short press counts when it is let go, so that a long one is never both. A contact that changes back
    within `debounce_s` has not changed.
    """

    def __init__(self, times: PressTimes) -> None:
        self._times = times
        self._contact = False
        self._contact_at = 0.0
        self._is_held = False
        self._held_since = 0.0
        self._said: Gesture | None = None

    def contact(self, is_closed: bool, now: float) -> list[Gesture]:
        """The contact is seen closed or open; the same again (a key's automatic repeat) changes nothing."""
        gestures = self.tick(now)
        if is_closed != self._contact:
            self._contact = is_closed
            self._contact_at = now
        return gestures + self.tick(now)

    def tick(self, now: float) -> list[Gesture]:
        """Time passes: a change settles, a held button becomes a long press and later a stuck one."""
        has_settled = self._contact != self._is_held and now >= self._contact_at + self._times.debounce_s
        if has_settled and self._contact:
            self._is_held = True
            self._held_since = self._contact_at
            self._said = None
        gestures = self._held_until(self._contact_at if has_settled and not self._contact else now)
        if has_settled and not self._contact:
            self._is_held = False
            if self._said is None:
                gestures.append("press")
            elif self._said == "stuck":
                gestures.append("released")
        return gestures

    @property
    def next_tick_at(self) -> float | None:
        """When `tick` will have something to say; None while only a contact can change anything."""
        if self._contact != self._is_held:
            return self._contact_at + self._times.debounce_s
        if not self._is_held or self._said == "stuck":
            return None
        return self._held_since + (self._times.stuck_s if self._said else self._times.long_press_s)

    def _held_until(self, until: float) -> list[Gesture]:
        gestures: list[Gesture] = []
        if not self._is_held:
            return gestures
        if self._said is None and until >= self._held_since + self._times.long_press_s:
            self._said = "long_press"
            gestures.append("long_press")
        if self._said == "long_press" and until >= self._held_since + self._times.stuck_s:
            self._said = "stuck"
            gestures.append("stuck")
        return gestures


class PressThread:
    """Keeps time for one button and passes its gestures on."""

    def __init__(self, times: PressTimes, listener: Callable[[Gesture], None]) -> None:
        self._press = Press(times)
        self._listener = listener
        self._changed = Condition()
        self._is_closed = False
        self._thread = Thread(target=self._keep_time, name="button", daemon=True)
        self._thread.start()

    def down(self) -> None:
        """The contact closes now."""
        self._contact(True)

    def up(self) -> None:
        """The contact opens now."""
        self._contact(False)

    def close(self) -> None:
        """Stops; nothing is told afterwards."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join(timeout=1)

    def _contact(self, is_closed: bool) -> None:
        with self._changed:
            self._tell(self._press.contact(is_closed, monotonic()))
            self._changed.notify()

    def _keep_time(self) -> None:
        with self._changed:
            while not self._is_closed:
                self._tell(self._press.tick(monotonic()))
                due = self._press.next_tick_at
                self._changed.wait(None if due is None else max(0.0, due - monotonic()))

    def _tell(self, gestures: list[Gesture]) -> None:
        if not self._is_closed:
            for gesture in gestures:
                self._listener(gesture)
