"""Brightness: the backlight where this user may set it, else a shade over everything on the screen."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from kiosk.machine import power
from kiosk.preferences import Preferences

NIGHT_FROM, NIGHT_TO = 22, 7
AT_NIGHT = 0.5
DARKEST = 0.85
"""How dense the shade is at no brightness at all, so that the way back can always be read."""


def wanted_percent(preferences: Preferences, hour: int) -> int:
    """Returns the brightness of an hour of the day; the night is half as bright where that is chosen."""
    is_night = hour >= NIGHT_FROM or hour < NIGHT_TO
    share = AT_NIGHT if preferences.dims_at_night and is_night else 1.0
    return max(5, round(preferences.brightness * share))


class Dimmer(Widget):
    """The topmost layer: mostly nothing, sometimes a shade; touches pass through."""

    def __init__(self) -> None:
        super().__init__()
        self._percent = 100
        with self.canvas:
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle()
        self.bind(pos=self._place, size=self._place)

    @property
    def darkness(self) -> float:
        """How dense the shade is, 0 where the backlight does the work."""
        return float(self._shade.a)

    def follow(self, preferences: Preferences, hour: int | None = None) -> None:
        """Sets the brightness that the preferences want now; costs nothing while that stays the same."""
        percent = wanted_percent(preferences, datetime.now().hour if hour is None else hour)
        if percent == self._percent:
            return
        self._percent = percent
        has_backlight = power.set_brightness(percent)
        self._shade.a = 0.0 if has_backlight else (1 - percent / 100) * DARKEST
        self._place()

    def _place(self, *_: Any) -> None:
        # A shade that cannot be seen has no size: blending it over the whole screen is not free.
        self._cover.pos, self._cover.size = self.pos, self.size if self._shade.a else (0, 0)

    def on_touch_down(self, touch: object) -> bool:
        """Lets every touch through."""
        return False
