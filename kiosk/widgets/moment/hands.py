"""Cards that are turned face up side by side, and slide into the order that they make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Scale, Translate
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.core.blocks import Card
from companion.core.message import Message
from kiosk.look.theme import Look, shape_of
from kiosk.presenters.moments import Hand
from kiosk.widgets.boxes import Row
from kiosk.widgets.motion import begin
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

TURNS_S, SLIDES_S = 0.3, 0.5
STAGGER_S = 0.12
"""How much later each player's cards turn than those before."""
MOST_ICONS = 6


class TurnedCard(BoxLayout):
    """A card that turns about its upright middle."""

    turned = NumericProperty(1.0)

    def __init__(self, look: Look, card: Card, words: Callable[[Message], str], icon_side: float) -> None:
        super().__init__(orientation="vertical", padding=[look.px(6), look.px(6)], spacing=look.px(2))
        Plate(self, look, fill="raised", line="accent")
        self._scale = Scale(1, 1, 1)
        self.canvas.before.insert(0, PushMatrix())
        self.canvas.before.insert(1, self._scale)
        self.canvas.after.add(PopMatrix())
        if card.value is not None:
            value = Text(look, str(card.value), step="large", bold=True, colour="accent", align="center")
            self.add_widget(value)
        icons = [badge.icon for badge in card.icons for _ in range(badge.count)][:MOST_ICONS]
        for start in range(0, len(icons), 2):
            row = BoxLayout()
            for icon in icons[start : start + 2]:
                row.add_widget(Icon(look, icon, side=icon_side, colour="text"))
            self.add_widget(row)
        if not icons:
            self.add_widget(Text(look, words(card.title), step="text", align="center"))
        self.bind(turned=self._turn, pos=self._turn, size=self._turn)

    def _turn(self, *_: Any) -> None:
        self._scale.origin = (self.x + self.width / 2, self.y + self.height / 2)
        self._scale.x = max(0.02, self.turned)


class TurnedHand(BoxLayout):
    """One player's name and cards."""

    def __init__(self, look: Look, hand: Hand, words: Callable[[Message], str], icon_side: float) -> None:
        super().__init__(orientation="vertical", spacing=look.px(6), size_hint=(None, None))
        self.player = hand.player.id
        self._shift = Translate()
        self.canvas.before.insert(0, PushMatrix())
        self.canvas.before.insert(1, self._shift)
        self.canvas.after.add(PopMatrix())
        seat = hand.player.seat
        shape = Icon(
            look, shape_of(seat), side=26, colour=f"seat-{seat}", size_hint_x=None, width=look.px(30)
        )
        name = Text(look, hand.player.name, step="large", bold=True, lines=1)
        self.add_widget(Row(look, shape, name, spacing=4, size_hint_y=None, height=look.roomy(38, 0.5)))
        row = BoxLayout(spacing=look.px(6))
        self.cards = [TurnedCard(look, card, words, icon_side) for card in hand.cards]
        for card in self.cards:
            row.add_widget(card)
        self.add_widget(row)

    def shift(self, right: float, up: float) -> None:
        """Draws it beside its place: moving a picture costs less than laying it out anew."""
        self._shift.xy = (round(right), round(up))


def _columns(look: Look, count: int) -> int:
    """Returns how many hands stand side by side: a tall screen has room for two."""
    return min(count, 2) if look.is_portrait else count


def _icon_side(look: Look, hands: tuple[Hand, ...]) -> float:
    """Returns how large two icons beside each other are at most on a card, in reference pixels."""
    cards = max(len(hand.cards) for hand in hands)
    width = min(230.0, (look.width / look.unit - 48) / _columns(look, len(hands)) - 12)
    return max(12.0, min(26.0, (width / cards - 20) / 2))


class TurnedHands(FloatLayout):
    """Every player's cards, first as they sit, then in the order of play."""

    slid = NumericProperty(1.0)

    def __init__(
        self, look: Look, hands: tuple[Hand, ...], order: tuple[str, ...], words: Callable[[Message], str]
    ) -> None:
        super().__init__()
        self.look = look
        side = _icon_side(look, hands)
        self.hands = [TurnedHand(look, hand, words, side) for hand in hands]
        seated = [hand.player for hand in self.hands]
        ordered = [player for player in order if player in seated]
        self._order = [*ordered, *(player for player in seated if player not in ordered)]
        self._seats: list[tuple[float, float]] = []
        """Where the hands stand, one seat after the other."""
        for hand in self.hands:
            self.add_widget(hand)
        self.bind(pos=self._lay, size=self._lay, slid=self._slide)

    def begin(self) -> None:
        """Turns the cards one after the other, then lets them slide."""
        if not self.look.has_motion:
            return
        for number, hand in enumerate(self.hands):
            for card in hand.cards:
                card.turned = 0.0
                wait = Animation(turned=0.0, duration=number * STAGGER_S)
                begin(wait + Animation(turned=1.0, duration=TURNS_S, transition="out_quad"), card)
        self.slid = 0.0
        wait = Animation(slid=0.0, duration=TURNS_S + len(self.hands) * STAGGER_S)
        begin(wait + Animation(slid=1.0, duration=SLIDES_S, transition="in_out_quad"), self)

    def _lay(self, *_: Any) -> None:
        """Lays the hands out in their order."""
        gap = self.look.px(12)
        count = len(self.hands)
        columns = max(1, _columns(self.look, count))
        rows = max(1, -(-count // columns))
        width = min((self.width - gap * (columns - 1)) / columns, self.look.px(230))
        height = (self.height - gap * (rows - 1)) / rows
        left = self.x + (self.width - width * columns - gap * (columns - 1)) / 2
        self._seats = [
            (left + seat % columns * (width + gap), self.y + (rows - 1 - seat // columns) * (height + gap))
            for seat in range(count)
        ]
        for hand in self.hands:
            hand.size = (width, height)
            hand.pos = self._seats[self._order.index(hand.player)]
        self._slide()

    def _slide(self, *_: Any) -> None:
        for (x, y), hand in zip(self._seats, self.hands, strict=False):
            hand.shift((x - hand.x) * (1 - self.slid), (y - hand.y) * (1 - self.slid))
