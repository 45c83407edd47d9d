"""Hands and eyes: real touches in the real window, and what stands on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input import MotionEvent
from kivy.uix.scrollview import ScrollView

from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.app import Kiosk

MOST_PATIENCE = 8
"""How many times longer something may take beside busy neighbours than alone."""
BOUNCE_S = 0.09
"""A second touch at one place within the bounce time would be swallowed as an echo."""


class Finger(MotionEvent):
    """One finger on the glass."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("finger", 1, _on_glass(x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: tuple[float, float]) -> None:
        """Takes in where it is, as shares of the screen."""
        self.sx, self.sy = args
        super().depack(args)

    def down(self) -> None:
        """Touches the glass."""
        EventLoop.post_dispatch_input("begin", self)

    def move_to(self, x: float, y: float) -> None:
        """Goes to another point."""
        self.move(_on_glass(x, y))
        EventLoop.post_dispatch_input("update", self)

    def up(self) -> None:
        """Leaves the glass."""
        EventLoop.post_dispatch_input("end", self)


class Hands:
    """Touches a kiosk, and reads what it shows; steps through its frames unless the kiosk's own loop runs."""

    def __init__(self, kiosk: Kiosk, *, is_stepping: bool = True) -> None:
        self.kiosk: Any = kiosk
        self._is_stepping = is_stepping
        self.touches = 0
        """How many times a finger went down."""
        self.waits_for_rules = True
        """Whether a touch waits until the rules have answered it, as a person does."""

    # Time.

    def frames(self, count: int = 3) -> None:
        """Lets frames pass."""
        for _ in range(count if self._is_stepping else 0):
            EventLoop.idle()

    def until(self, is_so: Callable[[], Any], timeout_s: float = 10.0) -> Any:
        """Lets frames pass until something is so, and returns it.

        The time to wait is this process's own: beside busy neighbours it passes more slowly, to a bound.
        """
        began, worked = time.monotonic(), time.process_time()
        bound_s = MOST_PATIENCE * timeout_s
        while time.process_time() - worked < timeout_s and time.monotonic() - began < bound_s:
            found = is_so()
            if found:
                return found
            self.frames(1)
        raise AssertionError(f"it did not happen within {timeout_s} s; on screen: {self.words()}")

    def comes(self, is_so: Callable[[], bool]) -> bool:
        """Waits until something is so, unless the kiosk's own loop runs; tells whether it is."""
        if self._is_stepping:
            self.until(is_so, timeout_s=60)
        return is_so()

    # Touches.

    def touch(self, x: float, y: float) -> None:
        """Touches a point of the window."""
        self.drag((x, y))

    def drag(self, *points: tuple[float, float]) -> None:
        """Puts a finger down, moves it along the points, and lifts it."""
        if self._is_stepping:
            time.sleep(BOUNCE_S)
            # As a person does: what has just happened is read before something below it is touched.
            self.until(lambda: not self.kiosk.moments.covers(*points[0]), timeout_s=60)
        self.touches += 1
        finger = Finger(*points[0])
        finger.down()
        self.frames(1)
        for point in points[1:]:
            finger.move_to(*point)
            self.frames(1)
        finger.up()
        self.frames(3)
        while self._is_stepping and self.waits_for_rules and self.kiosk.thinker.is_busy:
            self.frames(1)

    def press(self, widget: Any) -> None:
        """Touches the middle of a widget, scrolled into sight first."""
        self.bring(widget)
        self.touch(*widget.to_window(*widget.center))

    def touch_space(self, space: str) -> None:
        """Touches a space of the board, panning to it first as a person would."""
        board = self.kiosk.panel.board
        target = next(each for each in board.board.spaces if each.id == space)
        board.look_at(target.x + target.w / 2, target.y + target.h / 2, is_moving=False)
        self.frames(1)
        self.touch(*board.to_window(*board.where(space)))

    def bring(self, widget: Any) -> None:
        """Scrolls until a widget is in sight, and rests there: a list may still fly, or grow."""
        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                parent.effect_y.velocity = 0
                parent.scroll_to(widget, animate=False)
                self.frames(3)
                self._until_rests(widget)
                return
            parent = parent.parent

    def _until_rests(self, widget: Any) -> None:
        places: list[Any] = []

        def rests() -> bool:
            places.append(widget.to_window(*widget.center))
            return places[-3:] == [places[-1]] * 3

        self.until(rests)

    def scroll_to(self, is_there: Callable[[], Any], most: int = 60) -> Any:
        """Pushes the list up with a finger until something is there, and returns it."""
        for _ in range(most):
            area = next(widget for widget in self.widgets() if isinstance(widget, ScrollView))
            if is_there():
                return is_there()
            x, y = area.to_window(*area.pos)
            x, low, high = x + area.width / 2, y + 0.1 * area.height, y + 0.9 * area.height
            self.drag((x, low), (x, low + 20), (x, (low + high) / 2), (x, high))
            self.frames(6)
        raise AssertionError(f"not there after scrolling; on screen: {self.words()}")

    def tap(self, text: str) -> None:
        """Touches the button with these words, scrolled into sight first."""
        self.bring(self.find(text))
        self.touch(*self.place_of(text))

    def place_of(self, text: str) -> tuple[float, float]:
        """Returns the middle of the button with these words, also where a live list has just made it anew."""
        found = self.find(text)
        column = found.parent
        if hasattr(column, "do_layout"):
            column.do_layout()
        x, y = found.to_window(*found.center)
        return float(x), float(y)

    def tap_icon(self, icon: str) -> None:
        """Touches the button with this icon and no words."""
        found = [b for b in self.buttons() if b.label is None and b.icon is not None and b.icon.name == icon]
        assert found, f"no button with the icon {icon!r}"
        self.press(found[0])

    # What is there.

    def root(self) -> Any:
        """The topmost layer."""
        return self.kiosk.sheet or self.kiosk.panels

    def widgets(self) -> Iterator[Any]:
        """Lists everything in the topmost layer that is not hidden."""
        return (widget for widget in self.root().walk(restrict=True) if widget.opacity > 0)

    def buttons(self) -> list[Any]:
        """Lists the buttons that can be pressed."""
        return [w for w in self.widgets() if isinstance(w, PushButton) and w.acts and not w.disabled]

    def find(self, text: str) -> Any:
        """Returns the button with exactly these words, or the only one that contains them."""
        labelled = [button for button in self.buttons() if button.label is not None]
        exact = [button for button in labelled if button.label.text == text]
        found = exact or [button for button in labelled if text in button.label.text]
        assert found, f"no button {text!r}; there are {[button.label.text for button in labelled]}"
        return found[0]

    def words(self) -> list[str]:
        """Lists the words in the topmost layer."""
        return [widget.text for widget in self.widgets() if isinstance(widget, Text) and widget.text]

    def says(self, text: str) -> bool:
        """Tells whether some words on the screen contain a text, toasts included."""
        toasts = [w.text for w in self.kiosk.toasts.walk(restrict=True) if isinstance(w, Text)]
        return any(text in words for words in [*self.words(), *toasts])

    def picture(self, path: Path) -> Path:
        """Saves what the window shows."""
        self.frames(2)
        Path(Window.screenshot(name=str(path.with_suffix(".png")))).replace(path)
        return path


def _on_glass(x: float, y: float) -> tuple[float, float]:
    """Returns where a finger goes for a point, as shares: touch panels do not turn with the screen."""
    across, up = x / (Window.width - 1), y / (Window.height - 1)
    turned = {0: (across, up), 90: (1 - up, across), 180: (1 - across, 1 - up), 270: (up, 1 - across)}
    return turned[Window.rotation]
