"""The actions left, each with its icon; what is used up fades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.core.blocks import Counter
from companion.core.message import Message
from kiosk.look.theme import Look
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.reuse import Reuse
from kiosk.widgets.text import Text


class PoolItem(BoxLayout):
    """One counter."""

    def __init__(self, look: Look, counter: Counter, name: str, *, has_name: bool) -> None:
        super().__init__(orientation="horizontal", padding=[look.px(10), look.px(3)], spacing=look.px(6))
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


class PoolPanel(BoxLayout):
    """The pool as a column of counters, or a row on a tall screen."""

    def __init__(self, look: Look, words: Callable[[Message], str], **options: Any) -> None:
        orientation = "horizontal" if look.is_portrait else "vertical"
        super().__init__(orientation=orientation, spacing=look.px(6), **options)
        self.look = look
        self._words = words
        self._items = Reuse(self, self._item)
        self._shown: tuple[Counter, ...] | None = None

    def show(self, pool: tuple[Counter, ...]) -> None:
        """Shows the counters."""
        if pool == self._shown:
            return
        self._shown = pool
        self._items.show(pool)
        if not self.look.is_portrait and len(pool) < 6:
            self.add_widget(BoxLayout(size_hint_y=6 - len(pool)))

    def _item(self, counter: Counter) -> PoolItem:
        return PoolItem(self.look, counter, self._words(counter.label), has_name=False)
