"""Piles and hands in which some cards are not known: a card that was never told is `UNKNOWN`."""

from __future__ import annotations

from collections.abc import Sequence

UNKNOWN = "?"
"""A card that the companion has not been told."""

Pile = dict[str, int]
"""Cards by how many there are of each; their order is chance."""


def put(pile: Pile, card: str, count: int = 1) -> Pile:
    """Returns the pile with more of a card, or fewer; none is left out."""
    counts = {**pile, card: pile.get(card, 0) + count}
    return {name: number for name, number in counts.items() if number > 0}


def take(pile: Pile, card: str) -> Pile:
    """Returns the pile without a card; where it is not known to be there, an unknown one goes."""
    return put(pile, known_as(pile, card), -1)


def known_as(cards: Pile | Sequence[str], card: str) -> str:
    """Returns how a card is known among others: by its name, or as an unknown one."""
    return card if card in cards else UNKNOWN


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Returns a hand without a card; where it is not known to be there, an unknown one goes."""
    index = hand.index(known_as(hand, card))
    return hand[:index] + hand[index + 1 :]


def is_unknown(pile: Pile) -> bool:
    """Tells whether no card of a pile is known."""
    return set(pile) <= {UNKNOWN}
