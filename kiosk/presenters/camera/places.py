"""Where dice and cards are read: one tap a place, in the order in which they are asked for."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.message import Message, literal, say
from companion.ports.places import DRAWN, Places, card_place
from companion.ports.table import Outline, Point
from kiosk.night.session import Session

TRAY = "tray"
CARD_MM = 92.0
"""A place is a square in which a card may lie any way round."""
TRAY_MM = 130.0
FEWEST_CARDS = 1


class PlacesPresenter:
    """Taps become squares around them, in millimetres of the board; the last one can be taken back."""

    def __init__(self, session: Session, kept: Places | None, cards_each: int, memo: dict[str, Any]) -> None:
        self._session = session
        self._memo = memo
        memo.setdefault("cards_each", cards_each)
        memo.setdefault("middles", _middles(kept))
        self._held: str | None = None

    @property
    def cards_each(self) -> int:
        """How many cards each player lays down at once."""
        return int(self._memo["cards_each"])

    @cards_each.setter
    def cards_each(self, count: int) -> None:
        self._memo["cards_each"] = max(FEWEST_CARDS, min(count, 4))

    @property
    def names(self) -> tuple[str, ...]:
        """All places in the order in which they are tapped."""
        seats = [player.seat + 1 for player in sorted(self._session.view().players, key=lambda one: one.seat)]
        cards = [card_place(seat, number + 1) for seat in seats for number in range(self.cards_each)]
        return (TRAY, *cards, DRAWN)

    @property
    def middles(self) -> dict[str, Point]:
        """Where the places that were tapped so far have their middle."""
        there: dict[str, Point] = self._memo["middles"]
        return {name: there[name] for name in self.names if name in there}

    @property
    def next(self) -> str | None:
        """The place to tap next."""
        return next((name for name in self.names if name not in self.middles), None)

    def say_next(self) -> Message:
        """Says which place to tap next."""
        return say("kiosk_camera.places.done") if self.next is None else self.named(self.next)

    def named(self, place: str) -> Message:
        """Names a place as the table would."""
        if place in (TRAY, DRAWN):
            return say(f"kiosk_camera.places.tap.{place}")
        seat, number = (int(part) for part in place.split("/"))
        player = next(one.name for one in self._session.view().players if one.seat + 1 == seat)
        return say("kiosk_camera.places.tap.card", player=literal(player), number=number)

    def outlines(self) -> list[Outline]:
        """The squares that were tapped so far."""
        return [_square(at, TRAY_MM if name == TRAY else CARD_MM) for name, at in self.middles.items()]

    def press(self, at: Point, reach_mm: float) -> Point | None:
        """Takes hold of the place under a finger, or taps the next one there."""
        near = [(abs(x - at[0]) + abs(y - at[1]), name) for name, (x, y) in self.middles.items()]
        held = min(near, default=None)
        self._held = held[1] if held is not None and held[0] < reach_mm else self.next
        if self._held is None:
            return None
        if self._held not in self.middles:
            self.drag(at)
        return self.middles[self._held]

    def drag(self, to: Point) -> None:
        """Moves the place that is held."""
        if self._held is not None:
            self._memo["middles"] = {**self._memo["middles"], self._held: to}

    def release(self) -> None:
        """Lets go."""
        self._held = None

    def undo(self) -> None:
        """Takes the last place back."""
        if self.middles:
            last = list(self.middles)[-1]
            self._memo["middles"] = {name: at for name, at in self.middles.items() if name != last}

    def places(self) -> Places:
        """Returns what was tapped, as it is kept."""
        squares = dict(zip(self.middles, self.outlines(), strict=True))
        return replace(Places(cards={k: v for k, v in squares.items() if k != TRAY}), tray=squares.get(TRAY))


def _middles(kept: Places | None) -> dict[str, Point]:
    if kept is None:
        return {}
    tray = {TRAY: _middle(kept.tray)} if kept.tray is not None else {}
    return tray | {name: _middle(outline) for name, outline in kept.cards.items()}


def _middle(outline: Outline) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _square(middle: Point, side: float) -> Outline:
    (x, y), half = middle, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
