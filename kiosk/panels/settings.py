"""Settings: language, how it looks and sounds, what it does alone, and the machine itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.core.message import say
from companion.i18n import LANGUAGES
from kiosk.look.theme import TEXT_SCALES
from kiosk.machine import power
from kiosk.panels.panel import Panel
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

TRY_S = 1.0
"""How long after a try it is known whether there was anything to play on."""
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


class PreferencesPanel(Panel):
    """Every switch shows its effect at once. (Kivy has a rule for widgets called SettingsPanel.)"""

    def build(self) -> None:
        """Lists the settings in groups."""
        look = self.look
        self.scroll = Scroll(look, spacing=10, padding=(0, 0, 8, 8))
        self.scroll.fill(
            self._group(
                "settings.look",
                self._choice("language", "language", [(code, LANGUAGE_NAMES[code]) for code in LANGUAGES]),
                self._choice("text_size", "text", [(i, "A" + "+" * i) for i in range(len(TEXT_SCALES))]),
                self._choice("theme", "moon", self._named("theme", "dark", "light")),
                self._switch("is_high_contrast", "contrast"),
                self._choice("players_palette", "palette", self._named("palette", "okabe_ito", "tritan")),
                self._choice("rotation", "rotate", [(turn, f"{turn}°") for turn in (0, 90, 180, 270)]),
                self._switch("has_motion", "play"),
                self._switch("has_far_view", "eye"),
                self._choice("moments", "star", self._named("moment", "off", "short", "long")),
            ),
            self._group(
                "settings.sound",
                self._switch("is_muted", "mute"),
                self._slider("volume", "sound"),
                self._switch("has_voice", "voice"),
                PushButton(look, self.say("settings.try_sound"), self._try_sound, icon="play"),
                *self._sound_problems(),
            ),
            self._group(
                "settings.alone",
                self._switch("goes_on_alone", "check"),
                self._switch("rolls_alone", "dice"),
                self._switch("draws_alone", "deck"),
                self._switch("camera_proposes", "camera"),
                self._choice(
                    "camera_waits_s",
                    "history",
                    [(0, self.say("settings.never")), *((seconds, f"{seconds} s") for seconds in (4, 6, 10))],
                ),
                self._switch("shows_reminders", "info"),
                self._switch("teaches", "help"),
                self._choice("turn_minutes", "history", self._minutes()),
            ),
            self._group(
                "settings.machine",
                self._slider("brightness", "sun"),
                self._switch("dims_at_night", "moon"),
                PushButton(
                    look,
                    self.words(say("kiosk.dice.title")),
                    lambda: self.kiosk.open("dice"),
                    icon="dice",
                ),
                *self._power(),
                PushButton(look, self.say("about.title"), lambda: self.kiosk.open("about"), icon="info"),
            ),
        )
        self.scroll.scroll_y = self.memo.get("scroll", 1.0)
        self.frame(self.say("settings.title"), self.scroll)

    def _sound_problems(self) -> tuple[Widget, ...]:
        """Says in words what this machine cannot sound."""
        look = self.look
        return tuple(
            Row(
                look,
                Icon(look, "warning", side=22, colour="hit", size_hint_x=None, width=look.px(28)),
                Text(look, self.words(problem), step="text"),
                size_hint_y=None,
                height=look.roomy(56 if look.is_portrait or look.is_large_text else 44),
            )
            for problem in self.kiosk.sound.problems
        )

    def _try_sound(self) -> None:
        sound, before = self.kiosk.sound, self.kiosk.sound.problems
        sound.cue("turn")
        sound.voice.announce((self.say("settings.try_sentence"),), self.kiosk.words.language)

        def heard(_: float) -> None:
            sound.listen()
            if sound.problems != before and self.kiosk.panel is self:
                self.memo["scroll"] = self.scroll.scroll_y
                self.rebuild()

        Clock.schedule_once(heard, TRY_S)

    def _power(self) -> tuple[Widget, ...]:
        """Offers restart and shut-down where this machine can do them."""
        if not power.can_power():
            return ()
        look = self.look
        buttons = (
            PushButton(look, self.say(f"settings.{what}"), partial(self._confirm, what), icon=icon)
            for what, icon in (("restart", "replay"), ("shut_down", "power"))
        )
        return (Row(look, *buttons, size_hint_y=None, height=look.roomy(50)),)

    def _group(self, key: str, *rows: Widget) -> Widget:
        title = Text(self.look, self.say(key).upper(), step="caps", bold=True, colour="quiet", grows=True)
        return Surface(self.look, title, *rows, grows=True, spacing=8)

    def _named(self, family: str, *values: str) -> list[tuple[Any, str]]:
        return [(value, self.say(f"settings.{family}.{value}")) for value in values]

    def _minutes(self) -> list[tuple[Any, str]]:
        return [(0, self.say("settings.never")), *((minutes, f"{minutes} min") for minutes in (1, 2, 3, 5))]

    def _row(self, field: str, icon: str, *controls: Widget, share: float = 1.2) -> Widget:
        look = self.look
        label = Row(
            look,
            Icon(look, icon, side=22, colour="accent", size_hint_x=None, width=look.px(28)),
            Text(look, self.say(f"settings.{field}"), step="text", bold=True),
        )
        buttons = Row(look, *controls, spacing=6, size_hint_x=share)
        label.explained = buttons.explained = partial(_explained, field, self.say(f"settings.{field}"))
        if look.is_portrait or look.is_large_text:
            label.size_hint_y = None
            label.height = look.roomy(40)
            buttons.size_hint_y = None
            buttons.height = look.roomy(50)
            buttons.size_hint_x = 1
            return Column(look, label, buttons, grows=True, spacing=2)
        return Row(look, label, buttons, size_hint_y=None, height=look.roomy(50))

    def _choice(self, field: str, icon: str, options: list[tuple[Any, str]]) -> Widget:
        value = getattr(self.kiosk.preferences, field)
        buttons = [
            PushButton(
                self.look,
                name,
                partial(self._set, field, option),
                style="chosen" if option == value else "plain",
                bold=option == value,
                size_hint_y=1,
            )
            for option, name in options
        ]
        return self._row(field, icon, *buttons)

    def _switch(self, field: str, icon: str) -> Widget:
        is_on = bool(getattr(self.kiosk.preferences, field))
        return self._choice_of_two(field, icon, is_on)

    def _choice_of_two(self, field: str, icon: str, is_on: bool) -> Widget:
        look = self.look
        buttons = [
            PushButton(
                look,
                self.say("off"),
                lambda: self._set(field, False),
                style="plain" if is_on else "chosen",
                bold=not is_on,
                size_hint_y=1,
            ),
            PushButton(
                look,
                self.say("on"),
                lambda: self._set(field, True),
                style="chosen" if is_on else "plain",
                bold=is_on,
                size_hint_y=1,
            ),
        ]
        return self._row(field, icon, *buttons)

    def _slider(self, field: str, icon: str) -> Widget:
        look = self.look
        value = int(getattr(self.kiosk.preferences, field))

        def step(by: int) -> Callable[[], None]:
            return lambda: self._set(field, max(10, min(100, value + by)))

        return self._row(
            field,
            icon,
            PushButton(look, icon="minus", acts=step(-10), size_hint_y=1, width=look.px(64)),
            Text(look, f"{value} %", step="lead", bold=True, align="center"),
            PushButton(look, icon="plus", acts=step(10), size_hint_y=1, width=look.px(64)),
        )

    def _set(self, field: str, value: Any) -> None:
        preferences = self.kiosk.preferences
        setattr(preferences, field, value)
        if field == "teaches" and value:
            preferences.understood = []  # another first night
        self.memo["scroll"] = self.scroll.scroll_y
        before = self.kiosk.panel
        self.kiosk.save_preferences()
        if self.kiosk.panel is before:
            self.rebuild()

    def _confirm(self, what: str) -> None:
        look = self.look

        def do() -> None:
            self.kiosk.close_sheet()
            if not power.power(what):
                self.kiosk.toast(self.say("settings.not_allowed"), "refusal")

        self.kiosk.open_sheet(
            self.say(f"settings.{what}"),
            Text(look, self.say(f"settings.{what}_sure"), step="lead", grows=True),
            footer=(
                PushButton(look, self.say("cancel"), self.kiosk.close_sheet, size_hint_y=1),
                PushButton(look, self.say(f"settings.{what}"), do, style="danger", size_hint_y=1),
            ),
        )


def _explained(field: str, label: str, explain: Explainer) -> Explained:
    return explain.setting(field, label)
