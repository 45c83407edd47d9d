"""Content: enter your own box. Boards by touching spaces, the rest by answering questions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.content.photos import DICE
from companion.core.blocks import Board
from companion.core.message import say
from companion.games.protocol import Game
from companion.games.registry import find_game
from kiosk.panels.panel import Panel
from kiosk.presenters.content import ContentPresenter
from kiosk.presenters.setup import available_games
from kiosk.widgets.board.geometry import is_lap
from kiosk.widgets.board.minimap import MiniMap
from kiosk.widgets.board.paint_board import PaintBoard
from kiosk.widgets.board.underlay import texture_of
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton, Style
from kiosk.widgets.form import Field
from kiosk.widgets.text import Text
from kiosk.widgets.tool_palette import ToolPalette


class ContentPanel(Panel):
    """A game, a kind, an entity: three touches to the thing itself."""

    @property
    def game(self) -> Game[Any] | None:
        """The game whose box is entered."""
        return find_game(self.memo["game"]) if "game" in self.memo else None

    def build(self) -> None:
        """Shows the kinds, the entities of one, or the entity under work."""
        games = [game for game in available_games() if game.editor is not None]
        if not games:
            nothing = Text(self.look, self.say("content.none"), step="lead", colour="quiet", align="center")
            self.frame(self.say("content.title"), nothing)
            return
        self.memo.setdefault("game", games[0].manifest.id)
        self.memo.setdefault("list", None)
        self.presenter = ContentPresenter(find_game(self.memo["game"]), self.kiosk.words, self.memo)
        if self.presenter.entity is not None:
            self._show_entity()
        elif self.memo["list"] is not None:
            self._show_list(self.memo["list"])
        else:
            self._show_kinds(games)

    def back_pressed(self) -> bool:
        """Goes from the entity to its list, and from there to the kinds."""
        if self.memo.get("entity") is not None:
            self.presenter.leave()
        elif self.memo.get("list") is not None:
            self.memo["list"] = None
        else:
            return False
        self.rebuild()
        return True

    def _set(self, **values: Any) -> None:
        self.memo.update(values)
        self.rebuild()

    # Kinds and lists.

    def _show_kinds(self, games: list[Game[Any]]) -> None:
        look = self.look
        body = Scroll(look, spacing=10)
        if len(games) > 1:
            row = Row(look, size_hint_y=None, height=look.roomy(50))
            for game in games:
                game_id = game.manifest.id
                row.add_widget(
                    PushButton(
                        look,
                        self.words(game.manifest.title),
                        partial(self._set, game=game_id),
                        style="chosen" if game_id == self.memo["game"] else "plain",
                    )
                )
            body.column.add_widget(row)
        grid = GridLayout(
            cols=1 if look.is_portrait or look.is_large_text else 2, spacing=look.px(8), size_hint_y=None
        )
        grid.bind(minimum_height=grid.setter("height"))
        for kind in self.presenter.kinds():
            grid.add_widget(
                PushButton(
                    look,
                    self.words(kind.label),
                    partial(self._set, list=kind.value),
                    icon="content",
                    icon_colour="accent",
                    note=self.words(kind.help) if kind.help else "",
                    height=look.roomy(72),
                )
            )
        if self.presenter.game.dice:
            grid.add_widget(
                PushButton(
                    look,
                    self.say("content.dice"),
                    partial(self.kiosk.open, "photos", game=self.memo["game"], list=DICE),
                    icon="dice",
                    icon_colour="accent",
                    height=look.roomy(72),
                )
            )
        body.column.add_widget(grid)
        self.frame(self.say("content.title"), body)

    def _show_list(self, kind: str) -> None:
        look = self.look
        body = Scroll(look, spacing=8)
        for entity_id, entity in self.presenter.known(kind).items():
            body.column.add_widget(
                PushButton(
                    look,
                    self.words(entity.named()) or entity_id,
                    partial(self.begin, kind, entity_id, entity),
                    icon="pen",
                    icon_colour="quiet",
                    icon_side=18,
                    align="left",
                    bold=False,
                )
            )
        new = PushButton(
            look,
            self.say("content.new"),
            lambda: self.begin(kind, "", None),
            icon="plus",
            style="primary",
            step="lead",
            size_hint_y=1,
        )
        title = next((self.words(k.label) for k in self.presenter.kinds() if k.value == kind), kind)
        buttons = [new]
        if self.presenter.is_on_paper(kind):
            by_photo = self.say("content.by_photo")
            buttons.insert(
                0, PushButton(look, by_photo, self._by_photo, icon="camera", step="lead", size_hint_y=1)
            )
        self.frame(title, body, footer=Row(look, *buttons))

    def _by_photo(self) -> None:
        self.kiosk.open("photos", game=self.memo["game"], list=self.memo["list"])

    def _photograph(self) -> None:
        """Takes a photo of the tile under work, to be traced."""
        self.kiosk.open("photos", game=self.memo["game"], list=self.memo["list"], into=self.memo)

    def begin(self, kind: str, entity_id: str, entity: Any) -> None:
        """Takes an entity up."""
        self.presenter.begin(kind, entity_id, entity)
        self.rebuild()

    # The entity.

    def _show_entity(self) -> None:
        look, presenter = self.look, self.presenter
        assert presenter.entity is not None
        board = presenter.board()
        self.fields = Scroll(look, spacing=16, padding=(0, 0, 8, 0))
        for question in presenter.questions() if board is None else ():
            self.fields.column.add_widget(Field(self.kiosk, question, question.default, self._answered))
        body: Widget = self.fields if board is None else self._drawing(board)
        self.undo_button = PushButton(look, icon="undo", acts=self.undo, height=look.touch)
        self.redo_button = PushButton(look, icon="redo", acts=self.redo, height=look.touch)
        right: tuple[Widget, ...] = (self.undo_button, self.redo_button)
        title = self.words(presenter.entity.named()) or self.say("content.unnamed")
        if board is not None:
            name = PushButton(
                look,
                title,
                self._names,
                icon="pen",
                icon_side=16,
                height=look.touch,
                size_hint_x=None,
                width=look.px(230 if not look.is_portrait else 170),
            )
            photo = PushButton(look, icon="camera", acts=self._photograph, height=look.touch)
            right = (name, photo, *right)
            kind = next(k for k in presenter.kinds() if k.value == presenter.kind)
            title = self.words(kind.label)
        self.frame(title, body, right=right, footer=self._footer())
        self._refresh()

    def _drawing(self, board: Board) -> Widget:
        look = self.look
        self.board = PaintBoard(look, self._painted, self.words)
        self.board.underlay = texture_of(self.presenter.trace)
        self.minimap = MiniMap(look, lambda x, y: self.board.look_at(x, y, is_moving=False))
        self.minimap.height = look.px(34) if is_lap(board) else 0
        self.minimap.opacity = 1 if is_lap(board) else 0
        self.board.on_viewport = self.minimap.follow
        tools = self._tools()
        drawing = BoxLayout(orientation="vertical", spacing=look.px(8))
        drawing.add_widget(Surface(look, self.board, padding=5))
        drawing.add_widget(self.minimap)
        body = BoxLayout(orientation="horizontal" if tools.is_beside else "vertical", spacing=look.px(8))
        body.add_widget(drawing)
        body.add_widget(tools)
        return body

    def _refresh(self) -> None:
        """Shows the entity as it stands without building the panel anew."""
        board = self.presenter.board()
        if board is not None:
            self.board.show(board)
            self.minimap.show(board)
            self.board.touches_edges = self.presenter.touches_edges
        self.undo_button.disabled = not self.presenter.can_undo
        self.redo_button.disabled = not self.presenter.can_redo
        problems = self.presenter.problems()
        style: Style = "quiet"
        if problems:
            said = self.words(problems[0])
            said += self.say("content.more_problems", count=len(problems) - 1) if len(problems) > 1 else ""
            style = "danger"
        else:
            said = self.say("content.sound")
        assert self.verdict.label is not None
        self.verdict.label.text = said
        self.verdict.restyle(style)
        self.save_button.disabled = bool(problems)

    def _tools(self) -> ToolPalette:
        tools: list[tuple[str, str, Callable[[], Any], bool]] = [
            (
                self.words(option.label),
                option.icon,
                partial(self._choose_tool, tool=option.value),
                option.value == self.memo["tool"],
            )
            for option in self.presenter.editor.tools(self.presenter.kind)
        ]
        return ToolPalette(self.look, tools)

    def _choose_tool(self, **values: Any) -> None:
        camera = self.board.viewport
        self._set(**values)
        if camera is not None:
            self.board.keep(camera)

    def _footer(self) -> Widget:
        look = self.look
        self.verdict = PushButton(look, " ", self._show_problems, step="text", size_hint_y=1, align="left")
        self.save_button = PushButton(
            look,
            self.say("content.save"),
            self._save,
            icon="save",
            style="primary",
            step="lead",
            size_hint_y=1,
            size_hint_x=0.8 if look.is_portrait else 0.4,
        )
        return Row(look, self.verdict, self.save_button)

    def _show_problems(self) -> None:
        problems = self.presenter.problems()
        if not problems:
            return
        lines = [Text(self.look, f"· {self.words(problem)}", step="text", grows=True) for problem in problems]
        self.kiosk.open_sheet(self.words(say("kiosk.content.problems", count=len(problems))), *lines)

    def _names(self) -> None:
        fields = [
            Field(self.kiosk, question, question.default, self._answered)
            for question in self.presenter.questions()
        ]
        self.kiosk.open_sheet(self.say("content.names"), *fields)

    def _answered(self, field: str, value: Any) -> None:
        refusal = self.presenter.answer(field, value)
        if refusal is not None:
            self.kiosk.toast(self.words(refusal.message), "refusal")
        at = self.fields.scroll_y
        self.rebuild()
        self.fields.scroll_y = at

    def _painted(self, space: str, is_first: bool) -> None:
        refusal = self.presenter.paint(space, is_first=is_first)
        if refusal is not None:
            self.kiosk.toast(self.words(refusal.message), "refusal")
        else:
            self.kiosk.sound.cue("touch")
        self._refresh()

    def undo(self) -> None:
        """Takes the last change back."""
        self._step(self.presenter.undo)

    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        self._step(self.presenter.redo)

    def _step(self, step: Callable[[], None]) -> None:
        step()
        if self.presenter.board() is None:
            at = self.fields.scroll_y
            self.rebuild()
            self.fields.scroll_y = at
        else:
            self._refresh()

    def _save(self) -> None:
        self.carry_out(self.presenter.save, self._saved)

    def _saved(self, entity_id: str) -> None:
        self.kiosk.toast(self.say("content.saved", id=entity_id), "gain")
        self.presenter.leave()
        self.rebuild()
