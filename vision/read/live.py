"""Reads the places beside the board in scenes at rest, each only when it has changed."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.core.message import Message
from companion.ports.places import Places
from companion.ports.reading import Reading, SeenCard, SeenDie
from companion.ports.table import Outline
from vision.picture import Frame
from vision.read.cards import read_cards
from vision.read.deck import Deck
from vision.read.dice import read_dice
from vision.read.faces import Faces, read_faces

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
MOST_LOOKS = 6
"""How often a place is looked at that stays unsure."""
AGREEING = 2
"""How many looks must see the same, and none anything else, for it to be certain."""


@dataclass(frozen=True)
class _Known:
    """How a place looked when something else was laid there, and what each look since has seen."""

    thumb: NDArray[np.float32]
    looks: tuple[SeenCard, ...]
    card: SeenCard

    @property
    def is_open(self) -> bool:
        """Whether another look may still tell."""
        return len(self.card.among) > 1 and len(self.looks) < MOST_LOOKS


class _Die(NamedTuple):
    """A die as one look sees it; its value is None where that is not certain."""

    x: float
    y: float
    value: int | str | None
    confidence: float
    among: tuple[int | str, ...]


@dataclass(frozen=True)
class _Tray:
    """The same of the dice tray."""

    thumb: NDArray[np.float32]
    looks: tuple[list[_Die], ...]
    dice: tuple[SeenDie, ...]

    @property
    def is_open(self) -> bool:
        """Whether another look may still tell."""
        return any(not die.is_certain for die in self.dice) and len(self.looks) < MOST_LOOKS


class PlaceReader:
    """Remembers what lies in each place, and looks again where something else lies."""

    def __init__(
        self, places: Places, deck: Deck | None, why: Message | None = None, faces: Faces | None = None
    ) -> None:
        self.places = places
        self.deck = deck
        self.faces = faces
        """What dice with symbols are read by; without it they have pips."""
        self._why = why
        self._known: dict[str, _Known] = {}
        self._tray: _Tray | None = None
        self._throws = 0
        self._number = secrets.randbits(31)
        self.looks = 0
        """How many places were read so far."""

    @property
    def is_unsure(self) -> bool:
        """Whether another look at the same scene may tell more."""
        return any(known.is_open for known in (*self._known.values(), self._tray) if known is not None)

    def read(self, looks: tuple[Frame, ...], to_picture: ToPicture) -> Reading:
        """Reads a scene at rest by several looks at it; what they do not agree on is unsure."""
        for name, outline in self.places.cards.items():
            self._look_at(name, [_part(look, outline, to_picture) for look in looks])
        if self.places.tray is not None:
            self._look_at_tray([_part(look, self.places.tray, to_picture) for look in looks])
        cards = {name: known.card for name, known in self._known.items()}
        dice = self._tray.dice if self._tray is not None else ()
        return Reading(cards=cards, dice=dice, throws=self._throws, reader=self._number, why=self._why)

    def _look_at(self, name: str, parts: list[Frame]) -> None:
        thumb, known = _thumb(parts[0]), self._known.get(name)
        if known is None or _has_changed(known.thumb, thumb):
            self.looks += 1
            looks = self._cards_in(parts)
            card, laid = _agreed(looks), known.card.laid if known is not None else 0
            if known is not None and (card.among != known.card.among or known.is_open):
                laid += 1
            self._known[name] = _Known(thumb, looks, replace(card, laid=laid))
        elif known.is_open:
            looks = (*known.looks, *self._cards_in(parts[-1:]))
            self._known[name] = _Known(known.thumb, looks, replace(_agreed(looks), laid=known.card.laid))

    def _cards_in(self, parts: list[Frame]) -> tuple[SeenCard, ...]:
        """Looks at a place by several frames; an empty one is looked at once."""
        if self.deck is None:
            return (SeenCard(),)
        first = _card_in(parts[0], self.deck)
        return (first, *(_card_in(part, self.deck) for part in parts[1:])) if first.among else (first,)

    def _look_at_tray(self, parts: list[Frame]) -> None:
        thumb, tray = _thumb(parts[0]), self._tray
        if tray is None or _has_changed(tray.thumb, thumb):
            self.looks += 1
            looks = tuple(self._dice_in(part) for part in parts)
            dice = _dice_of(looks)
            if tray is None or dice != tray.dice:
                self._throws += 1
            self._tray = _Tray(thumb, looks, dice)
        elif tray.is_open:
            looks = (*tray.looks, self._dice_in(parts[-1]))
            self._tray = _Tray(tray.thumb, looks, _dice_of(looks))

    def _dice_in(self, part: Frame) -> list[_Die]:
        if self.faces is None:
            return [_Die(die.x, die.y, die.value, die.confidence, die.among) for die in read_dice(part)]
        return [
            _Die(die.x, die.y, die.among[0] if die.is_certain else None, die.confidence, die.among)
            for die in read_faces(part, self.faces)
        ]


def _agreed(looks: tuple[SeenCard, ...]) -> SeenCard:
    """Returns what looks at a place see together: a card where two are certain of it and none of another."""
    if not any(look.among for look in looks):
        return SeenCard()
    certain = [look for look in looks if len(look.among) == 1]
    names = {look.among[0] for look in certain}
    if len(names) == 1 and len(certain) >= min(AGREEING, len(looks)):
        return max(certain, key=lambda look: look.confidence)
    votes = Counter(name for look in looks for name in look.among[:1])
    among = dict.fromkeys([name for name, _ in votes.most_common()])
    among |= dict.fromkeys(name for look in looks for name in look.among)
    # A look that sees nothing leaves the card in doubt, too.
    doubt = tuple(among) if len(among) > 1 else (*among, "")
    return SeenCard(doubt, min(look.confidence for look in looks))


def _card_in(part: Frame, deck: Deck) -> SeenCard:
    """Returns the one card in a picture; several leave doubt."""
    found = read_cards(part, deck, most=1)
    if not found:
        return SeenCard()
    among = tuple(dict.fromkeys(name for card in found for name in card.among))
    return SeenCard(among, found[0].confidence)


def _dice_of(looks: tuple[list[_Die], ...]) -> tuple[SeenDie, ...]:
    """Returns the dice of the tray by all looks; what they do not agree on is unsure."""
    places: list[list[_Die]] = []
    for look in looks:
        for die in look:
            same = next((seen for seen in places if _is_same(die, seen[0])), None)
            if same is None:
                places.append([die])
            else:
                same.append(die)
    dice = []
    for seen in places:
        certain = [die for die in seen if die.value is not None]
        if 2 * len(seen) < len(looks) and not certain:
            continue  # a glint
        best = max(certain or seen, key=lambda die: die.confidence)
        is_certain = (
            len({die.value for die in certain}) == 1
            and len(certain) >= min(AGREEING, len(looks))
            and 2 * len(seen) > len(looks)
        )
        dice.append(SeenDie(best.among, is_certain, best.confidence))
    return tuple(dice)


def _is_same(die: _Die, other: _Die) -> bool:
    return bool(np.hypot(other.x - die.x, other.y - die.y) < SAME_DIE_PX)


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
