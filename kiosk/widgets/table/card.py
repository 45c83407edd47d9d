"""A card of the game as a touchable tile: its number, its icons, its title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.core.blocks import Card
from companion.core.message import Message
from kiosk.look.theme import Look
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class CardTile(PushButton):
    """One card; `mark` says which pick it is once it is touched."""

    def __init__(
        self,
        look: Look,
        title: str,
        card: Card | None,
        words: Callable[[Message], str],
        acts: Callable[[], Any] | None,
        *,
        mark: str = "",
        is_chosen: bool = False,
    ) -> None:
        super().__init__(look, "", acts, style="chosen" if is_chosen else "plain", size_hint_y=None)
        self.explained: Callable[[Explainer], Explained] = lambda explain: (
            explain.card(card) if card is not None else Explained(title)
        )
        self.orientation = "vertical"
        self.height = look.roomy(112)
        self.padding = [look.px(8), look.px(6)]
        self.spacing = look.px(2)
        has_face = card is not None and bool(card.value is not None or card.icons or card.lines)
        head = BoxLayout(size_hint_y=1.1 if has_face else 0.4)
        value = "" if card is None or card.value is None else str(card.value)
        head.add_widget(Text(look, value, step="title", bold=True, colour="accent", lines=1))
        head.add_widget(Text(look, mark, step="text", bold=True, colour="accent", align="right", lines=1))
        self.add_widget(head)
        if card is not None and card.icons:
            self.add_widget(self._icons(look, card))
        name = words(card.title) if card is not None else title
        if has_face:
            self.add_widget(Text(look, name, step="small", colour="quiet"))
        else:
            self.add_widget(Text(look, name, step="text", bold=True, align="center"))
        if card is not None and card.lines:
            self.add_widget(Text(look, " ".join(words(line) for line in card.lines), step="small"))

    def _icons(self, look: Look, card: Card) -> GridLayout:
        repeated = [badge for badge in card.icons for _ in range(badge.count)]
        columns = max(4, -(-len(repeated) // 2))
        grid = GridLayout(cols=columns, size_hint_y=1.8)
        side = 20 if columns <= 4 else 15
        for badge in repeated:
            grid.add_widget(
                Icon(look, badge.icon, side=side, colour="text", size_hint_x=None, width=look.px(side + 4))
            )
        return grid
