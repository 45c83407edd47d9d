"""The actions left, each with its icon; what is used up fades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.core.blocks import Counter
from companion.core.message import Message
from kiosk.look.theme import Look
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.reuse import Reuse
from kiosk.widgets.text import Text


class PoolItem(BoxLayout):
    """One counter."""

    def __init__(self, look: Look, counter: Counter, name: str, *, has_name: bool) -> None:
        super().__init__(orientation="horizontal", padding=[look.px(8), look.px(PADDING)], spacing=look.px(4))
        self.explained: Callable[[Explainer], Explained] = lambda explain: explain.counter(counter)
        is_left = counter.value > 0
        Plate(self, look, fill="raised" if is_left else "surface")
        self.add_widget(
            Icon(
                look,
                counter.icon,
                side=22,
                colour="accent" if is_left else "faint",
                size_hint_x=None,
                width=look.px(24),
            )
        )
        if has_name:
            self.add_widget(
                Text(look, name, step="small", colour="quiet" if is_left else "faint", size_hint_x=2.2)
            )
        number = str(counter.value)
        self.add_widget(
            Text(
                look,
                number,
                step="title",
                bold=True,
                colour="text" if is_left else "faint",
                align="right",
                lines=1,
            )
        )


MOST_IN_COLUMN = 6
"""How many counters stand below each other at the most; more are shown in two columns."""

PADDING = 3
"""What lies above and below a counter's number."""
LINE = 1.12
"""How high a number is at the least, by the size of its letters."""


class PoolPanel(GridLayout):
    """The pool as a column of counters, two where they find no room in one, or a row on a tall screen."""

    def __init__(self, look: Look, words: Callable[[Message], str], **options: Any) -> None:
        super().__init__(spacing=look.px(6), cols=1, **options)
        self.look = look
        self._words = words
        self._items = Reuse(self, self._item)
        self._filler = BoxLayout()
        self._shown: tuple[Counter, ...] | None = None
        self.bind(height=lambda *_: self._lay_out())

    def show(self, pool: tuple[Counter, ...]) -> None:
        """Shows the counters."""
        if pool == self._shown:
            return
        self._shown = pool
        self.remove_widget(self._filler)
        self._items.show(pool)
        self._lay_out()

    def _lay_out(self) -> None:
        """Shares the room out among the counters that are shown."""
        count = len(self._shown or ())
        if self.look.is_portrait:
            self.cols = max(1, count)
            return
        spacing = self.look.px(6)
        least = LINE * self.look.font_px("title") + 2 * self.look.px(PADDING)
        room = int((self.height + spacing) / (least + spacing))
        rows = max(1, min(MOST_IN_COLUMN, room))
        self.cols = 1 if count <= rows else 2
        self.remove_widget(self._filler)
        if self.cols == 1 and count < rows:
            self._filler.size_hint_y = rows - count
            self.add_widget(self._filler)

    def _item(self, counter: Counter) -> PoolItem:
        return PoolItem(self.look, counter, self._words(counter.label), has_name=False)
