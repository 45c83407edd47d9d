"""The rule browser: every clause by chapter, a search over all, and a legend of the icons."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.message import say
from companion.games.protocol import Game
from kiosk.panels.panel import Panel
from kiosk.presenters.rules import Explained, chapter_name, chapters, legend, search
from kiosk.presenters.setup import available_games
from kiosk.presenters.words import rule_lines
from kiosk.widgets.boxes import Column, LazyScroll, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text
from kiosk.widgets.typewriter import type_text


class RulesPanel(Panel):
    """First the chapters, then the rules of one, the rules found, or the icons."""

    def build(self) -> None:
        """Shows the page that was opened."""
        look = self.look
        self.memo.setdefault("chapter", "")
        self.memo.setdefault("search", "")
        self.memo.setdefault("shows_icons", False)
        find = PushButton(look, icon="search", acts=self._ask, height=look.touch)
        icons = PushButton(look, icon="help", acts=self._show_icons, height=look.touch)
        self.frame(self._name(), self._body(), right=(find, icons))

    @property
    def game(self) -> Game[Any]:
        """The game in play, or the one that was asked for."""
        if self.kiosk.session is not None:
            return self.kiosk.session.game
        games = available_games()
        wanted = self.memo.get("game")
        return next((game for game in games if game.manifest.id == wanted), games[0])

    def _name(self) -> str:
        if self.memo["shows_icons"]:
            return self.words(say("rules.legend"))
        if self.memo["search"]:
            return self.words(say("rules.found", text=self.memo["search"]))
        if self.memo["chapter"]:
            return chapter_name(self.memo["chapter"], self.kiosk.words)
        return f"{self.words(say('rules.title'))} · {self.words(self.game.manifest.title)}"

    def _body(self) -> Widget:
        if self.memo["shows_icons"]:
            return self._icons()
        if self.memo["search"]:
            return self._rules(search(self.game.clauses, self.memo["search"], self.kiosk.words))
        if self.memo["chapter"]:
            return self._rules(chapters(self.game.clauses)[self.memo["chapter"]])
        return self._chapters()

    def _chapters(self) -> Widget:
        look = self.look
        rows: list[Widget] = []
        if self.kiosk.session is None:
            rows.append(self._games())
        grid = GridLayout(
            cols=2 if look.is_portrait or look.is_large_text else 3, spacing=look.px(8), size_hint_y=None
        )
        grid.bind(minimum_height=grid.setter("height"))
        for chapter, numbers in chapters(self.game.clauses).items():
            name = chapter_name(chapter, self.kiosk.words)
            note = self.words(say("rules.count", count=len(numbers)))
            act = partial(self._open, chapter=chapter)
            grid.add_widget(PushButton(look, name, act, note=note, height=look.roomy(64)))
        return Scroll(look, *rows, grid)

    def _games(self) -> Widget:
        """Lets a table without a night choose whose rules it reads."""
        look = self.look
        buttons = [
            PushButton(
                look,
                self.words(game.manifest.title),
                partial(self._open, game=game.manifest.id),
                style="chosen" if game is self.game else "plain",
                step="small",
                size_hint_y=1,
            )
            for game in available_games()
        ]
        return Row(look, *buttons, size_hint_y=None, height=look.roomy(56))

    def _rules(self, numbers: tuple[str, ...]) -> Widget:
        look = self.look
        if not numbers:
            return Scroll(look, Text(look, self.words(say("rules.nothing")), step="lead", grows=True))
        return LazyScroll(look, (self._rule(number) for number in numbers))

    def _rule(self, number: str) -> Widget:
        look = self.look
        text, source = rule_lines((number,), self.game.clauses, self.kiosk.words)[0].rsplit("\n", 1)
        words = Text(look, text, step="text", grows=True)
        where = Text(look, source, step="small", colour="quiet", grows=True)
        return Surface(look, words, where, grows=True, spacing=4)

    def _icons(self) -> Widget:
        view = self.kiosk.session.view() if self.kiosk.session is not None else None
        entries = legend(self.game, view, self.kiosk.words)
        return LazyScroll(self.look, (self._entry(entry) for entry in entries))

    def _entry(self, entry: Explained) -> Widget:
        look = self.look
        words = Column(
            look, Text(look, entry.title, step="text", bold=True, grows=True), grows=True, spacing=2
        )
        for rule in entry.rules:
            words.add_widget(Text(look, rule.replace("\n", " · "), step="small", grows=True))
        mark = Icon(look, entry.icon, side=30, colour="accent", size_hint_x=None, width=look.px(44))
        row = Row(look, mark, words, padding=8, size_hint_y=None, height=look.px(56))
        words.bind(height=lambda _, height: setattr(row, "height", max(height, look.px(40)) + look.px(16)))
        return row

    def _open(self, **changes: Any) -> None:
        self.memo.update({"chapter": "", "search": "", "shows_icons": False, **changes})
        self.rebuild()

    def _show_icons(self) -> None:
        self._open(shows_icons=not self.memo["shows_icons"])

    def _ask(self) -> None:
        def typed(text: str) -> None:
            self.kiosk.close_sheet()
            self._open(search=text.strip())

        type_text(self.kiosk, self.words(say("rules.search")), self.memo["search"], typed)

    def back_pressed(self) -> bool:
        """Goes back to the chapters before it leaves."""
        if self.memo["chapter"] or self.memo["search"] or self.memo["shows_icons"]:
            self._open()
            return True
        return False
