"""A question whose answers are spaces of the board: it is answered by touching the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.core.blocks import Board, Question
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.app import Kiosk

FEW = 3
"""So few answers are listed faster than the board is searched."""


def is_placed(question: Question, board: Board | None) -> bool:
    """Tells whether a question is answered by touching the board: most of its answers are spaces of it."""
    if board is None or question.kind != "choice":
        return False
    spaces = {space.id for space in board.spaces}
    placed = sum(option.value in spaces for option in question.options)
    return placed > FEW and 2 * placed > len(question.options)


class PlacePicker(Column):
    """The board with the chosen space lit, its name and what is no space above."""

    def __init__(
        self, kiosk: Kiosk, question: Question, board: Board, value: Any, changed: Callable[[Any], None]
    ) -> None:
        super().__init__(kiosk.look, spacing=6)
        look = kiosk.look
        self._board, self._changed = board, changed
        self._labels = {option.value: kiosk.words(option.label) for option in question.options}
        self._chosen = Text(look, "", step="lead", bold=True)
        self.board = BoardCanvas(look, self._touch, kiosk.words)
        spaces = {space.id for space in board.spaces}
        buttons = [
            PushButton(look, kiosk.words(option.label), partial(self._touch, option.value), size_hint_y=1)
            for option in question.options
            if option.value not in spaces
        ]
        buttons.append(
            PushButton(look, icon="zoom", acts=self.board.change_distance, size_hint_y=1, width=look.touch)
        )
        self.add_widget(Row(look, self._chosen, *buttons, size_hint_y=None, height=look.roomy(54)))
        self.add_widget(self.board)
        self._show(value)

    def _touch(self, value: Any) -> None:
        if value in self._labels:
            self._changed(value)
            self._show(value)

    def _show(self, value: Any) -> None:
        """Lights the chosen space as the end of a way: the view stays as far away as touch allows."""
        self._chosen.text = self._labels[value]
        chosen = tuple(space.id for space in self._board.spaces if space.id == value)
        self.board.show(replace(self._board, lit=chosen, path=chosen, goals=(), costly=(), focus=chosen))
