"""The set-up wizard: one page at a time, from the game's own questions, to the laid-out table."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.blocks import Board, Question
from companion.core.errors import Refusal
from companion.games.protocol import Game
from kiosk.night.session import Session
from kiosk.panels.panel import Panel
from kiosk.presenters.setup import SetupPresenter, available_games, strips
from kiosk.presenters.table.screen import PhaseChip
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.board.geometry import is_lap
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import Field, first_answer
from kiosk.widgets.paint import Icon
from kiosk.widgets.players_field import PlayersField
from kiosk.widgets.table.stepper import Stepper
from kiosk.widgets.text import Text


class SetupPanel(Panel):
    """Walks through game, mode, players, board, options and the real table."""

    @property
    def game(self) -> Game[Any] | None:
        """The game that is chosen."""
        return self.presenter.game

    def build(self) -> None:
        """Shows the present page."""
        look = self.look
        self.presenter = SetupPresenter(
            self.memo,
            self.kiosk.preferences.names,
            lambda number: self.say("players.guest", number=number),
        )
        pages = self.presenter.pages()
        page = self.memo["page"] if self.memo["page"] in pages else "game"
        index = pages.index(page)
        column = Column(look, spacing=10)
        steps = Stepper(look, lambda number: self.go_to(pages[number]), size_hint_y=None, height=look.touch)
        steps.show(
            tuple(
                PhaseChip(
                    self.say(f"setup.page.{name}"),
                    "now" if number == index else "past" if number < index else "next",
                )
                for number, name in enumerate(pages)
            )
        )
        column.add_widget(steps)
        body = {"game": self._games, "layout": self._layout}.get(page, lambda: self._questions(page))()
        column.add_widget(body)
        self.frame(self.say("setup.title"), column, footer=self._footer(pages, index))

    @property
    def heading(self) -> str:
        """The title of the page that is up."""
        return self.say(f"setup.page.{self.memo['page']}")

    def _footer(self, pages: tuple[str, ...], index: int) -> Widget:
        look = self.look
        row = Row(look)
        if index > 0:
            row.add_widget(
                PushButton(
                    look,
                    self.say("back"),
                    lambda: self.go_to(pages[index - 1]),
                    size_hint_y=1,
                    size_hint_x=0.5,
                )
            )
        is_last = index == len(pages) - 1
        if self.presenter.game is not None:
            problems = self.presenter.problems() if is_last else ()
            button = PushButton(
                look,
                self.say("setup.begin") if is_last else self.say("setup.next"),
                self._begin if is_last else lambda: self.go_to(pages[index + 1]),
                icon="play" if is_last else "next",
                style="primary",
                step="title",
                size_hint_y=1,
            )
            button.disabled = bool(problems)
            row.add_widget(button)
        return row

    def go_to(self, page: str) -> None:
        """Turns to a page."""
        self.memo["page"] = page
        self.rebuild()

    def back_pressed(self) -> bool:
        """Goes one page back before it leaves the wizard."""
        pages = self.presenter.pages()
        index = pages.index(self.memo["page"]) if self.memo["page"] in pages else 0
        if index == 0:
            return False
        self.go_to(pages[index - 1])
        return True

    def _games(self) -> Widget:
        look = self.look
        scroll = Scroll(look, spacing=10)
        for game in available_games():
            manifest = game.manifest
            is_chosen = manifest.id == self.memo["game"]
            count = self.say("setup.players", least=manifest.min_players, most=manifest.max_players)
            scroll.column.add_widget(
                PushButton(
                    look,
                    self.words(manifest.title),
                    partial(self._choose_game, manifest.id),
                    icon="check" if is_chosen else "dice",
                    icon_colour="accent" if is_chosen else "quiet",
                    style="chosen" if is_chosen else "plain",
                    step="lead",
                    note=f"{self.words(manifest.summary)} · {count}",
                    height=look.roomy(84),
                )
            )
        return scroll

    def _choose_game(self, game_id: str) -> None:
        self.presenter.choose_game(game_id)
        self.rebuild()

    def _questions(self, page: str) -> Widget:
        scroll = Scroll(self.look, spacing=18, padding=(0, 0, 8, 0))
        for question in self.presenter.questions(page):
            scroll.column.add_widget(self._field(question))
        self._scroll = scroll
        return scroll

    def _field(self, question: Question) -> Widget:
        value = self.presenter.value_of(question)
        if question.kind == "players":
            clauses = self.presenter.game.clauses if self.presenter.game else {}
            return PlayersField(self.kiosk, self.presenter, question, value, self._answered, clauses)
        if (
            value is None
            and question.default is None
            and not any(option.value is None for option in question.options)
        ):
            value = first_answer(question)
        assert self.presenter.game is not None
        return Field(self.kiosk, question, value, self._answered, self.presenter.game.clauses)

    def _answered(self, question_id: str, value: Any) -> None:
        before = self.presenter.questions()
        self.presenter.answer(question_id, value)
        if self.presenter.questions() != before or question_id == "players":
            at = self._scroll.scroll_y
            self.rebuild()
            self._scroll.scroll_y = at

    def _layout(self) -> Widget:
        look = self.look
        problems = self.presenter.problems()
        if problems:
            texts = [
                Row(
                    look,
                    Icon(look, "warning", side=22, colour="hit", size_hint_x=None, width=look.px(28)),
                    Text(look, self.words(problem), step="text"),
                    size_hint_y=None,
                    height=look.roomy(44),
                )
                for problem in problems
            ]
            return Scroll(
                look, Text(look, self.say("setup.problems"), step="lead", bold=True, grows=True), *texts
            )
        steps, board = self.presenter.layout()
        lines = [self._instruction(number, self.words(step)) for number, step in enumerate(steps, 1)]
        texts = Scroll(look, *lines, spacing=4)
        box = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        box.add_widget(texts)
        if board is not None:
            box.add_widget(self._picture(board))
        return box

    def _instruction(self, number: int, words: str) -> Widget:
        look = self.look
        ordinal = Text(
            look,
            str(number),
            step="title",
            bold=True,
            colour="accent",
            align="center",
            size_hint_x=None,
            width=look.px(30),
        )
        text = Text(look, words, step="text", grows=True, pos_hint={"center_y": 0.5})
        row = Row(look, ordinal, text, size_hint_y=None, height=look.roomy(40))
        text.bind(height=lambda _, height: setattr(row, "height", max(look.roomy(40), height + look.px(12))))
        return row

    def _picture(self, board: Board) -> Widget:
        """Draws the whole board as it lies at the start; a long lap in two strips."""
        look = self.look
        parts = strips(board, 2) if is_lap(board) else (board,)
        frame = Surface(look, padding=6, spacing=4)
        if not look.is_portrait:
            frame.size_hint_x = 1.5 if len(parts) > 1 and not look.is_large_text else 1
        for part in parts:
            picture = BoardCanvas(look, None, self.words, shows_all=True)
            picture.show(part)
            if len(parts) > 1:
                shape = part.height / part.width
                picture.size_hint_y = None
                picture.bind(
                    width=lambda picture, width, shape=shape: setattr(picture, "height", width * shape)
                )
            frame.add_widget(picture)
        if len(parts) > 1:
            frame.size_hint_y, frame.pos_hint = None, {"top": 1}
            frame.bind(minimum_height=frame.setter("height"))
        return frame

    def _begin(self) -> None:
        assert self.presenter.game is not None
        setup = self.presenter.setup()
        try:
            packs = {"packs": self.presenter.packs()}
            game_id = self.presenter.game.manifest.id
            session = Session.begin(game_id, {**setup, **packs}, seating=self.memo.get("seating"))
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        names = [
            player["name"] if isinstance(player, dict) else player for player in setup.get("players", [])
        ]
        self.kiosk.preferences.remember_names([name for name in names if not self.presenter.is_guest(name)])
        self.kiosk.save_preferences()
        self.kiosk.use(session)
        self.kiosk.open_root("table")
