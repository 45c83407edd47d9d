"""The dice that lie on the table, each to be touched; what is spent fades, what is picked stands out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.core.blocks import TableDie
from companion.core.message import Message
from kiosk.look.icons import is_known
from kiosk.look.theme import Look
from kiosk.widgets.button import PushButton

SHORT_NAME = 5
"""How many letters of a face have room on a die; a longer name is shown by its first."""


class DiceTray(GridLayout):
    """Dice in two columns, or in a row on a tall screen; touching one tells its id."""

    def __init__(
        self, look: Look, words: Callable[[Message], str], on_die: Callable[[str], None], **options: Any
    ) -> None:
        super().__init__(spacing=look.px(6), size_hint_y=None, height=0, cols=2, **options)
        self.look = look
        self._words = words
        self._on_die = on_die
        self._shown: tuple[tuple[TableDie, ...], frozenset[str]] = ((), frozenset())

    def show(self, dice: tuple[TableDie, ...], picked: frozenset[str]) -> None:
        """Shows the dice, those picked marked; without any it takes no room."""
        if self._shown == (dice, picked):
            return
        self._shown = (dice, picked)
        self.clear_widgets()
        self.cols = max(1, len(dice)) if self.look.is_portrait else 2
        self.fold(is_folded=False)
        for die in dice:
            self.add_widget(self._die(die, is_picked=die.id in picked))

    def fold(self, *, is_folded: bool) -> None:
        """Takes no room while it is folded."""
        rows = 0 if is_folded else -(-len(self._shown[0]) // self.cols)
        self.height = rows * (self.look.touch + self.look.px(6))
        self.opacity = 0 if is_folded else 1
        self.disabled = is_folded

    def shown_dice(self) -> list[tuple[str, PushButton]]:
        """Lists the dice with their buttons."""
        buttons = list(reversed(self.children))
        return [(die.id, button) for die, button in zip(self._shown[0], buttons, strict=False)]

    def _die(self, die: TableDie, *, is_picked: bool) -> PushButton:
        icon = die.face.icon if is_known(die.face.icon) else ""
        name = self._words(die.face.named)
        is_short = self.look.is_portrait or len(name) <= SHORT_NAME
        button = PushButton(
            self.look,
            "" if icon else name if is_short else name[:1].upper(),
            partial(self._on_die, die.id),
            icon=icon,
            icon_colour="accent",
            style="chosen" if is_picked or die.is_held else "quiet",
            step="small",
            height=self.look.touch,
            size_hint_x=1,
        )
        button.disabled = die.is_spent
        return button
