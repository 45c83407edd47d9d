"""Where dice and cards are read: one tap a place, in the order asked for, or all at once by printed mats."""

from __future__ import annotations

from typing import Any

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
    """Taps become squares around them, in millimetres of the board; the last one can be taken back.

    Mats say how a place lies and how large it is; it is dragged as it is.
    """

    def __init__(self, session: Session, kept: Places | None, cards_each: int, memo: dict[str, Any]) -> None:
        self._session = session
        self._memo = memo
        memo.setdefault("cards_each", cards_each)
        memo.setdefault("outlines", {} if kept is None else _by_name(kept))
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
    def outlines(self) -> dict[str, Outline]:
        """The places that are known so far."""
        there: dict[str, Outline] = self._memo["outlines"]
        return {name: there[name] for name in self.names if name in there}

    @property
    def middles(self) -> dict[str, Point]:
        """Where they have their middle."""
        return {name: _middle(outline) for name, outline in self.outlines.items()}

    @property
    def next(self) -> str | None:
        """The place to tap next."""
        return next((name for name in self.names if name not in self.outlines), None)

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

    def press(self, at: Point, reach_mm: float) -> Point | None:
        """Takes hold of the place under a finger, or taps the next one there."""
        near = [(abs(x - at[0]) + abs(y - at[1]), name) for name, (x, y) in self.middles.items()]
        held = min(near, default=None)
        self._held = held[1] if held is not None and held[0] < reach_mm else self.next
        if self._held is None:
            return None
        if self._held not in self.outlines:
            self._lay(self._held, _square(at, TRAY_MM if self._held == TRAY else CARD_MM))
        return self.middles[self._held]

    def drag(self, to: Point) -> None:
        """Moves the place that is held."""
        if self._held is not None:
            outline = self.outlines[self._held]
            (x, y), (to_x, to_y) = _middle(outline), to
            self._lay(self._held, tuple((at_x + to_x - x, at_y + to_y - y) for at_x, at_y in outline))

    def release(self) -> None:
        """Lets go."""
        self._held = None

    def undo(self) -> None:
        """Takes the last place back."""
        self._memo["outlines"] = dict(list(self.outlines.items())[:-1])

    def use_mats(self, found: Places) -> None:
        """Takes over the places of mats that were seen; the others stay."""
        self._memo["outlines"] = {**self._memo["outlines"], **_by_name(found)}

    def _lay(self, name: str, outline: Outline) -> None:
        self._memo["outlines"] = {**self._memo["outlines"], name: outline}

    def places(self) -> Places:
        """Returns the places as they are kept."""
        cards = self.outlines
        return Places(tray=cards.pop(TRAY, None), cards=cards)


def _by_name(places: Places) -> dict[str, Outline]:
    tray = {TRAY: places.tray} if places.tray is not None else {}
    return tray | places.cards


def _middle(outline: Outline) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _square(middle: Point, side: float) -> Outline:
    (x, y), half = middle, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
