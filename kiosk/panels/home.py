"""Home: carry on, begin, or look after the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.core.message import say
from companion.ports.clock import local_time
from kiosk.look.theme import SHAPES
from kiosk.night.session import Session
from kiosk.panels.panel import Panel
from kiosk.presenters.home import (
    Aside,
    LastTime,
    NightCard,
    about_night,
    asides_of,
    last_night,
    last_time,
    recent_nights,
)
from kiosk.show.demo import demo_session
from kiosk.widgets.boxes import Column
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class HomePanel(Panel):
    """The first screen: one large way on, and the rest as tiles."""

    def build(self) -> None:
        """Shows the title, the way on, and the tiles."""
        look = self.look
        card = last_night()
        column = Column(look, padding=(20, 16, 20, 16), spacing=12)
        column.add_widget(self._masthead())
        troubles = (self.kiosk.preferences_file.trouble, self.kiosk.dice_box.trouble)
        if asides := asides_of(troubles):
            column.add_widget(self._aside_row(asides))
        if look.is_portrait:
            column.add_widget(self._ways_on(card, height=look.roomy(168 if card else 110)))
            column.add_widget(self._tiles(columns=2))
        else:
            column.add_widget(self._ways_on(card, height=look.roomy(112, 0.6)))
            column.add_widget(self._tiles(columns=4))
        self.add_widget(column)

    def _masthead(self) -> Widget:
        look = self.look
        row = BoxLayout(size_hint_y=None, height=look.roomy(58, 0.6), spacing=look.px(10))
        words = BoxLayout(orientation="vertical")
        words.add_widget(Text(look, self.say("home.name"), step="large", bold=True, lines=1, size_hint_y=1.4))
        words.add_widget(Text(look, self.say("home.motto"), step="text", colour="quiet", lines=1))
        row.add_widget(words)
        for seat in range(4):
            row.add_widget(
                Icon(
                    look,
                    f"shape-{SHAPES[seat]}",
                    side=26,
                    colour=f"seat-{seat}",
                    size_hint_x=None,
                    width=look.px(30),
                )
            )
        return row

    def _aside_row(self, asides: list[Aside]) -> Widget:
        """Says that something was left out, and leads to what it is."""
        look = self.look
        return PushButton(
            look,
            self.say("aside.some", count=len(asides)),
            lambda: self._show_asides(asides),
            icon="warning",
            icon_colour="hit",
            note=self.say("aside.note"),
            height=look.roomy(58, 0.6),
        )

    def _show_asides(self, asides: list[Aside]) -> None:
        look = self.look
        lines: list[Widget] = []
        for aside in asides:
            lines.append(Text(look, self.words(aside.said), step="text", grows=True))
            if aside.night is not None and aside.last is not None:
                lines.append(
                    PushButton(
                        look,
                        self.say("aside.go_on", number=aside.last),
                        partial(self.kiosk.resume, aside.night, aside.last),
                        icon="play",
                        icon_colour="accent",
                        height=look.roomy(56),
                    )
                )
        self.kiosk.open_sheet(self.say("aside.title"), *lines)

    def _ways_on(self, card: NightCard | None, height: float) -> Widget:
        look = self.look
        box = BoxLayout(
            orientation="vertical" if look.is_portrait else "horizontal",
            spacing=look.px(10),
            size_hint_y=None,
            height=height,
        )
        if card is not None:
            box.add_widget(
                PushButton(
                    look,
                    self.say("home.continue", game=card.title),
                    partial(self._resume, card),
                    icon="play",
                    style="primary",
                    step="large",
                    icon_side=40,
                    note=self.words(about_night(card)),
                    note_colour="on_accent",
                    note_step="lead",
                    size_hint_y=1,
                    size_hint_x=1.4,
                )
            )
        again = last_time()
        if again is not None:
            box.add_widget(
                PushButton(
                    look,
                    self.words(say("evening.home.again")),
                    lambda: self._again(again),
                    icon="replay",
                    style="plain" if card else "primary",
                    step="title",
                    icon_side=34,
                    note=f"{self.words(again.title)} · {', '.join(again.players)}",
                    note_colour="quiet" if card else "on_accent",
                    note_step="text",
                    size_hint_y=1,
                )
            )
        has_another = card is not None or again is not None
        box.add_widget(
            PushButton(
                look,
                self.say("home.new"),
                lambda: self.kiosk.open("setup"),
                icon="plus",
                style="plain" if has_another else "primary",
                step="title" if has_another else "large",
                icon_side=34 if has_another else 40,
                note=self.say("home.new_note"),
                note_colour="quiet" if has_another else "on_accent",
                note_step="text" if has_another else "lead",
                size_hint_y=1,
            )
        )
        return box

    def _tiles(self, columns: int) -> Widget:
        look = self.look
        grid = GridLayout(cols=columns, spacing=look.px(10))
        tiles: list[tuple[str, str, Callable[[], Any]]] = [
            ("home.demo", "dice", self._demo),
            ("home.nights", "history", self._nights),
            ("club.title", "tournament", lambda: self.kiosk.open("club")),
            ("dispute.title", "dispute", self._disputes),
            ("camera.title", "camera", lambda: self.kiosk.open("camera")),
            ("content.title", "content", lambda: self.kiosk.open("content")),
            ("settings.title", "settings", lambda: self.kiosk.open("settings")),
            ("about.title", "info", lambda: self.kiosk.open("about")),
        ]
        for key, icon, acts in tiles:
            grid.add_widget(Tile(self, self.say(key), icon, acts))
        return grid

    def _resume(self, card: NightCard) -> None:
        self.kiosk.resume(card.path)

    def _again(self, last: LastTime) -> None:
        """Begins a night as the last one was set up."""
        try:
            session = Session.begin(last.game, last.setup)
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        self.kiosk.use(session)
        self.kiosk.open_root("table")

    def _demo(self) -> None:
        self.kiosk.use(demo_session(is_lively=True))
        self.kiosk.open("table")

    def _disputes(self) -> None:
        if self.kiosk.session is None:
            card = last_night()
            if card is None:
                self.kiosk.toast(self.say("dispute.needs_night"))
                return
            self.kiosk.use(Session.resume(card.path))
        self.kiosk.open("dispute")

    def _nights(self) -> None:
        look = self.look
        cards = recent_nights()
        buttons = [
            PushButton(
                look,
                f"{self.words(card.title)} · {local_time(card.began):%d.%m.%Y %H:%M}",
                partial(self._resume, card),
                icon="trophy" if card.is_over else "play",
                icon_colour="accent",
                note=self.words(about_night(card)),
                height=look.roomy(64),
            )
            for card in cards
        ]
        if not buttons:
            buttons = [Text(look, self.say("home.no_nights"), colour="quiet", grows=True)]
        self.kiosk.open_sheet(self.say("home.nights"), *buttons)


class Tile(PushButton):
    """A square with an icon above its word."""

    def __init__(self, panel: Panel, text: str, icon: str, acts: Callable[[], Any]) -> None:
        look = panel.look
        super().__init__(look, "", acts, size_hint_y=1)
        self.orientation = "vertical"
        self.padding = [look.px(8), look.px(10)]
        self.spacing = look.px(2)
        self.add_widget(Icon(look, icon, side=36, colour="accent", size_hint_y=1.3))
        self.add_widget(Text(look, text, step="lead", bold=True, align="center"))
