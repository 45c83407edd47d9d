"""What the Russians can have left after playing cards: symbols, tiles to turn, steps for free."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.pickle_rick.turn.cards import LOCKDOWN, ONE_SPACE, Card
from companion.games.pickle_rick.turn.rick_turn import TooManyWays
from companion.games.pickle_rick.turn.symbols import Pool, payments

MOST_PURSES = 20_000
"""How many choices of cards, paid in every way, are looked at; ten cards and twelve symbols make fewer."""


class Purse(NamedTuple):
    """Symbols left after some cards, with what those cards let the Russians do on the map."""

    pool: Pool
    lockdowns: int = 0
    bonus: int = 0
    """Steps of one space that cards give."""
    played: tuple[int, ...] = ()


def purses_after(cards: tuple[Card, ...], pool: Pool, keeps_all: bool) -> list[Purse]:
    """Lists what can be left after every choice of cards; only the best Jokers count unless all are kept.

    Refuses with TooManyWays.
    """
    first = Purse(pool)
    seen = {(pool, 0)}
    waiting = [first]
    best: dict[tuple[object, ...], Purse] = {}
    while waiting:
        purse = waiting.pop()
        left = purse.pool
        key = (purse.lockdowns, purse.bonus, left if keeps_all else (left.move, left.weapon))
        known = best.get(key)
        if known is None or left.joker > known.pool.joker:
            best[key] = purse
        hand = sum(1 << index for index in purse.played)
        for index, card in enumerate(cards):
            if hand >> index & 1 or not (keeps_all or _is_useful(card)):
                continue
            for spent in payments(left, card.cost):
                after = left.minus(spent)
                after = after._replace(joker=after.joker + card.jokers)
                if (after, hand | 1 << index) in seen:
                    continue
                seen.add((after, hand | 1 << index))
                if len(seen) > MOST_PURSES:
                    raise TooManyWays
                turned = purse.lockdowns + (card.id == LOCKDOWN)
                bonus = purse.bonus + (card.id == ONE_SPACE)
                waiting.append(Purse(after, turned, bonus, (*purse.played, index)))
    return list(best.values())


def _is_useful(card: Card) -> bool:
    """Tells whether a card can change where a turn ends: by its effect, or by taking what is forced."""
    cost = card.cost
    has_effect = card.id in (LOCKDOWN, ONE_SPACE) or card.jokers
    return bool(has_effect or cost.move or cost.weapon or cost.any)
