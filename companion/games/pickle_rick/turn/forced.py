"""Forced spending: what must still be spent before a turn may end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.games.pickle_rick.turn.symbols import Pool

ForcedSpending = Literal["book", "jokers", "off"]


class Chances(NamedTuple):
    """What a side could still do with symbols: a turn is forced only to what is possible."""

    can_move: Callable[[int], bool]
    """Whether a move exists that so many Moves pay."""
    deck: int
    """Cards left in the own deck."""
    can_shoot: bool = False


def must_spend(pool: Pool, chances: Chances, rule: ForcedSpending) -> str | None:
    """Returns the symbol that must still be spent before the turn may end; None when it may end.

    Moves, Draws and the Russians' Weapons are forced where they can be spent, Tools and Rick's Weapons
    never, Jokers only by the house rule `jokers` (PKR-SPEND-1 to PKR-SPEND-4, C3-5).
    """
    if rule == "off":
        return None
    if pool.move and chances.can_move(pool.move):
        return "move"
    if pool.draw and chances.deck:
        return "draw"
    if pool.weapon and chances.can_shoot:
        return "weapon"
    if rule == "jokers" and pool.joker:
        could_move = chances.can_move(pool.move + pool.joker)
        if could_move or chances.deck or chances.can_shoot:
            return "joker"
    return None


def may_end(pool: Pool, chances: Chances, rule: ForcedSpending) -> bool:
    """Tells whether a turn may end once cards have been drawn for what Draws, and Jokers, are left.

    Drawing is always possible while there is a deck and changes no place, so a search draws last.
    """
    draws = min(pool.draw, chances.deck)
    jokers = min(pool.joker, chances.deck - draws) if rule == "jokers" else 0
    left = pool._replace(draw=pool.draw - draws, joker=pool.joker - jokers)
    return must_spend(left, chances._replace(deck=chances.deck - draws - jokers), rule) is None
