"""Reads the places beside the board in scenes at rest, each only when it has changed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.message import Message
from companion.ports.places import Places
from companion.ports.reading import Reading, SeenCard, SeenDie
from companion.ports.table import Outline
from vision.picture import Frame
from vision.read.cards import read_cards
from vision.read.deck import Deck
from vision.read.dice import ReadDie, read_dice

Floats = NDArray[np.float64]
ToPicture = Callable[[Floats], Floats]
"""From millimetres of the board to pixels."""

WIDER = 1.25
"""How much larger than its place the part is that is looked at: cards are not laid exactly."""
LONGEST_PX = 560
THUMB_PX = 64
CHANGED = 0.14
"""By which share of the place's lightness a spot of it must change to be looked at again."""
SAME_DIE_PX = 14.0
"""How far apart, in a picture of the tray, two looks may see one die."""


@dataclass(frozen=True)
class _Known:
    """How a place looked when it was last read."""

    thumb: NDArray[np.float32]
    card: SeenCard


class PlaceReader:
    """Remembers what lies in each place, and looks again where something else lies."""

    def __init__(self, places: Places, deck: Deck | None, why: Message | None = None) -> None:
        self.places = places
        self.deck = deck
        self._why = why
        self._known: dict[str, _Known] = {}
        self._tray: NDArray[np.float32] | None = None
        self._dice: tuple[SeenDie, ...] = ()
        self._throws = 0
        self._number = secrets.randbits(31)
        self.looks = 0
        """How many places were read so far."""

    def read(self, looks: tuple[Frame, ...], to_picture: ToPicture) -> Reading:
        """Reads a scene at rest by several looks at it; what they do not agree on is unsure."""
        for name, outline in self.places.cards.items():
            parts = [_part(look, outline, to_picture) for look in looks]
            thumb, known = _thumb(parts[0]), self._known.get(name)
            if known is None or _has_changed(known.thumb, thumb):
                self.looks += 1
                self._known[name] = _Known(thumb, self._read_card(parts))
        if self.places.tray is not None:
            self._read_tray([_part(look, self.places.tray, to_picture) for look in looks])
        cards = {name: known.card for name, known in self._known.items()}
        return Reading(cards=cards, dice=self._dice, throws=self._throws, reader=self._number, why=self._why)

    def _read_card(self, parts: list[Frame]) -> SeenCard:
        if self.deck is None:
            return SeenCard()
        first = _card_in(parts[0], self.deck)
        if len(first.among) != 1:
            return first
        for part in parts[1:]:
            again = _card_in(part, self.deck)
            if again.among != first.among:
                both = tuple(dict.fromkeys((*first.among, *again.among)))
                # A look that sees nothing leaves the card in doubt, too.
                return SeenCard(
                    both if len(both) > 1 else (*both, ""), min(first.confidence, again.confidence)
                )
        return first

    def _read_tray(self, parts: list[Frame]) -> None:
        thumb = _thumb(parts[0])
        if self._tray is not None and not _has_changed(self._tray, thumb):
            return
        self.looks += 1
        dice = _dice_in(parts)
        if self._tray is None or dice != self._dice:
            self._throws += 1
        self._tray, self._dice = thumb, dice


def _card_in(part: Frame, deck: Deck) -> SeenCard:
    """Returns the one card in a picture; several leave doubt."""
    found = read_cards(part, deck, most=1)
    if not found:
        return SeenCard()
    among = tuple(dict.fromkeys(name for card in found for name in card.among))
    return SeenCard(among, found[0].confidence)


def _dice_in(parts: list[Frame]) -> tuple[SeenDie, ...]:
    """Reads the dice of the tray by all looks; one that only some see, or see otherwise, is unsure."""
    first, *others = [read_dice(part) for part in parts]
    seen = []
    for die in first:
        again = [_same(die, other) for other in others]
        values = [one.value if one is not None else None for one in again]
        is_certain = die.value is not None and all(value == die.value for value in values)
        seen.append(SeenDie(die.among, is_certain, die.confidence))
    for other in others:
        extra = [die for die in other if _same(die, first) is None]
        seen += [
            SeenDie(die.among, False, die.confidence) for die in extra[: max(0, len(other) - len(first))]
        ]
    return tuple(seen)


def _same(die: ReadDie, others: list[ReadDie]) -> ReadDie | None:
    near = [one for one in others if np.hypot(one.x - die.x, one.y - die.y) < SAME_DIE_PX]
    return near[0] if near else None


def _part(look: Frame, outline: Outline, to_picture: ToPicture) -> Frame:
    """Returns a place seen from above, with what is around it."""
    corners = np.array(outline, np.float64)
    middle = corners.mean(0)
    wider = middle + (corners - middle) * WIDER
    seen = to_picture(wider).astype(np.float32)
    sides = np.linalg.norm(wider - np.roll(wider, -1, 0), axis=1)
    seen_sides = np.linalg.norm(seen - np.roll(seen, -1, 0), axis=1)
    scale = min(float((seen_sides / np.maximum(sides, 1e-6)).max()) * 1.2, LONGEST_PX / float(sides.max()))
    width, height = max(32, round(sides[0] * scale)), max(32, round(sides[1] * scale))
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(seen, target)
    return np.asarray(cv2.warpPerspective(look, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE))


def _thumb(part: Frame) -> NDArray[np.float32]:
    """Returns a small look at a place in which lamps and noise hardly count."""
    small = cv2.resize(part, (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    return soft / max(float(soft.mean()), 8.0)


def _has_changed(before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    apart = np.abs(before - now).max(2)
    return bool(np.count_nonzero(apart > CHANGED) >= 3)
