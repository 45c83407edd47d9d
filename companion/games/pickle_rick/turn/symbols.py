"""Symbols that lie ready, what things cost, and the ways to pay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import add, sub
from typing import NamedTuple

SYMBOLS = ("move", "draw", "tool", "weapon", "joker")
DIE = ("move", "draw", "tool", "weapon", "weapon", "joker")
"""The six faces of each die (PKR-DICE-1)."""
ICONS = {
    "move": "move",
    "draw": "card",
    "tool": "settings",
    "weapon": "weapon",
    "joker": "any",
    "any": "any",
}
"""How a screen draws the symbols."""


class Pool(NamedTuple):
    """Symbols that can still be spent, or that were."""

    move: int = 0
    draw: int = 0
    tool: int = 0
    weapon: int = 0
    joker: int = 0

    def plus(self, other: Pool) -> Pool:
        """Adds symbols."""
        return Pool(*map(add, self, other))

    def minus(self, other: Pool) -> Pool:
        """Takes symbols away."""
        return Pool(*map(sub, self, other))

    def by_name(self) -> dict[str, int]:
        """Counts the symbols that there are, by their names."""
        return {name: count for name, count in zip(SYMBOLS, self, strict=True) if count}


class Cost(NamedTuple):
    """What something costs; `any` is paid by any symbol (PKR-CARD-2)."""

    move: int = 0
    draw: int = 0
    tool: int = 0
    weapon: int = 0
    any: int = 0


FREE = Cost()
ONE_MOVE = Cost(move=1)
TWO_MOVES = Cost(move=2)
ONE_WEAPON = Cost(weapon=1)
ONE_DRAW = Cost(draw=1)
TWO_DRAWS = Cost(draw=2)


@lru_cache(maxsize=4096)
def payments(pool: Pool, cost: Cost) -> tuple[Pool, ...]:
    """Lists the ways to pay: the symbols named first, Jokers for what lacks, `any` by every choice.

    A Joker can do all that another symbol can and is never forced before it, so nobody loses by
    keeping it (PKR-DICE-5).
    """
    move, draw, tool, weapon = map(min, pool[:4], cost[:4])
    jokers = sum(cost[:4]) - (move + draw + tool + weapon)
    if jokers > pool.joker:
        return ()
    spent = Pool(move, draw, tool, weapon, jokers)
    if not cost.any:
        return (spent,)
    left = pool.minus(spent)
    found = []
    for kinds in combinations_with_replacement(range(5), cost.any):
        paid = Pool(*(kinds.count(kind) for kind in range(5)))
        if all(have >= need for have, need in zip(left, paid, strict=True)):
            found.append(spent.plus(paid))
    return tuple(found)


def lacking(pool: Pool, cost: Cost) -> tuple[str, int]:
    """Returns the symbol that lacks most for a cost, and how many; for `any` it is called so."""
    short = [max(0, need - have) for have, need in zip(pool[:4], cost[:4], strict=True)]
    if any(short):
        worst = max(range(4), key=lambda kind: short[kind])
        return SYMBOLS[worst], max(1, sum(short) - pool.joker)
    return "any", max(1, sum(cost) - sum(pool))


def count_faces(faces: Sequence[str]) -> Pool:
    """Counts dice as they lie."""
    return Pool(*(sum(face == symbol for face in faces) for symbol in SYMBOLS))
