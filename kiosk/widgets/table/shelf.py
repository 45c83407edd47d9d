"""The cards that lie open on the table, in a row, each to be touched; what is used lies sideways."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.core.blocks import Card
from companion.core.message import Message
from kiosk.look.theme import Look
from kiosk.widgets.button import PushButton

MOST_CARDS = 4
"""How many cards have room beside each other, one less with large words; more are listed."""


class CardShelf(BoxLayout):
    """Touching a card tells its id; the last place tells that the others are wanted."""

    def __init__(
        self,
        look: Look,
        words: Callable[[Message], str],
        on_card: Callable[[str], None],
        on_more: Callable[[tuple[Card, ...]], None],
        **options: Any,
    ) -> None:
        super().__init__(spacing=look.px(6), size_hint_y=None, height=0, **options)
        self.look = look
        self._words = words
        self._on_card = on_card
        self._on_more = on_more
        self._shown: tuple[tuple[Card, ...], frozenset[str]] = ((), frozenset())

    def show(self, cards: tuple[Card, ...], usable: frozenset[str]) -> None:
        """Shows the cards, those that can be used now standing out; without any it takes no room."""
        if self._shown == (cards, usable):
            return
        self._shown = (cards, usable)
        self.clear_widgets()
        self.height = self.look.touch if cards else 0
        most = MOST_CARDS - 1 if self.look.is_large_text else MOST_CARDS
        room = most if len(cards) <= most else most - 1
        for card in cards[:room]:
            self.add_widget(self.card_button(card, partial(self._on_card, card.id)))
        if cards[room:]:
            more = partial(self._on_more, cards[room:])
            text = f"+{len(cards) - room}"
            side = self.look.touch
            self.add_widget(
                PushButton(self.look, text, more, height=side, size_hint_x=None, width=1.2 * side)
            )

    def shown_cards(self) -> list[tuple[str, PushButton]]:
        """Lists the cards that have a place of their own, with their buttons."""
        buttons = list(reversed(self.children))
        return [(card.id, button) for card, button in zip(self._shown[0], buttons, strict=False)]

    def card_button(self, card: Card, acts: Callable[[], Any], **options: Any) -> PushButton:
        """Makes a card to touch: its title, what it costs and what it does."""
        price = "" if card.value is None else str(card.value)
        lines = " ".join(self._words(line) for line in card.lines)
        is_usable = card.id in self._shown[1]
        return PushButton(
            self.look,
            self._words(card.title),
            acts,
            icon="card_used" if card.is_used else "card",
            icon_colour="accent" if is_usable else "quiet",
            style="plain" if is_usable else "quiet",
            step="small",
            bold=is_usable,
            note=" · ".join(part for part in (price, lines) if part),
            align="left",
            **{"height": self.look.touch, **options},
        )
