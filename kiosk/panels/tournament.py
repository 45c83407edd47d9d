"""Tournament: begin one, see how the running one stands, and who leads over the last weeks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from kiosk.panels.panel import Panel
from kiosk.presenters.tournament import (
    POINTS,
    Beginning,
    Line,
    Running,
    beginnings,
    running_tournament,
    tournament,
)
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.tally import TallyTable
from kiosk.widgets.text import Text


class TournamentPanel(Panel):
    """The running tournament first, then one line a player over all nights, best first."""

    def build(self) -> None:
        """Shows the tables and the ways to begin."""
        look = self.look
        running, lines = running_tournament(), tournament()
        rule = self.say("tournament.rule", points=" – ".join(map(str, POINTS)))
        hint = Text(look, rule, step="small", colour="quiet", grows=True)
        parts = [self._running(running)] if running is not None else []
        body = Scroll(look, *parts, self._table(lines), hint, spacing=10)
        self.frame(self.say("tournament.title"), body, footer=self._footer(running))

    def _running(self, running: Running) -> Widget:
        look = self.look
        title = Text(look, self.words(running.title), step="title", bold=True, grows=True)
        return Column(look, title, TallyTable(look, running.table, running.seats, self.words), grows=True)

    def _table(self, lines: tuple[Line, ...]) -> Widget:
        look = self.look
        box = Surface(look, grows=True, spacing=8)
        if not lines:
            box.add_widget(Text(look, self.say("tournament.empty"), step="lead", grows=True))
            return box
        box.add_widget(self._heads("tournament.points", "tournament.nights", "tournament.wins"))
        for place, line in enumerate(lines, 1):
            numbers = (line.points, line.nights, line.wins)
            box.add_widget(self._row(f"{place}. {line.name}", *numbers, is_bold=place == 1))
        return box

    def _heads(self, *keys: str) -> Widget:
        look = self.look
        row = Row(look, Text(look, "", size_hint_x=2), size_hint_y=None, height=look.roomy(30))
        for key in keys:
            row.add_widget(Text(look, self.say(key), step="small", colour="quiet", align="right"))
        return row

    def _row(self, name: str, *numbers: int, is_bold: bool) -> Widget:
        look = self.look
        row = Row(look, size_hint_y=None, height=look.roomy(40))
        row.add_widget(Text(look, name, step="lead", bold=is_bold, lines=1, size_hint_x=2))
        for number in numbers:
            row.add_widget(Text(look, str(number), step="lead", align="right", lines=1))
        return row

    def _footer(self, running: Running | None) -> Widget:
        """Offers two ways on, the likelier one last and large."""
        games = beginnings()
        ways: list[tuple[str, str, Callable[[], None]]] = [
            ("home.new", "plus", lambda: self.kiosk.open("setup")),
        ]
        if games:
            ways.append(("tournament.new", "tournament", lambda: self._begin(games)))
        if running is not None:
            ways.append(("tournament.continue", "play", lambda: self.kiosk.resume(running.path)))
        buttons = [
            PushButton(
                self.look,
                self.say(key),
                acts,
                icon=icon,
                style="primary" if key == ways[-1][0] else "plain",
                step="lead",
                size_hint_y=1,
            )
            for key, icon, acts in ways[-2:]
        ]
        return Row(self.look, *buttons)

    def _begin(self, games: tuple[Beginning, ...]) -> None:
        if len(games) == 1:
            self.kiosk.open("setup", **games[0].memo)
            return
        buttons = [
            PushButton(
                self.look,
                self.words(game.title),
                partial(self.kiosk.open, "setup", **game.memo),
                icon="tournament",
                icon_colour="accent",
                align="left",
            )
            for game in games
        ]
        self.kiosk.open_sheet(self.say("tournament.new"), *buttons)
