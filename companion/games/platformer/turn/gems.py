"""What gems do: the m-th boost of one symbol costs m gems (PLT-GEM-1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


def boost_price(boosts: int) -> int:
    """Returns what so many boosts of one symbol cost together."""
    return boosts * (boosts + 1) // 2


class Boosted(NamedTuple):
    """The best use of gems on equal symbols of one action."""

    total: int
    spent: tuple[int, ...]
    """The gems on each symbol, most first."""
    left: int


@lru_cache(maxsize=10_000)
def best_boost(symbols: int, gems: int) -> Boosted:
    """Returns the most effects that equal symbols give together, in the cheapest way (PLT-GEM-4)."""
    if not symbols:
        return Boosted(0, (), gems)
    each = 0
    while symbols * boost_price(each + 1) <= gems:
        each += 1
    rest = (gems - symbols * boost_price(each)) // (each + 1)
    spent = (boost_price(each + 1),) * rest + (boost_price(each),) * (symbols - rest)
    return Boosted(symbols + symbols * each + rest, spent, gems - sum(spent))


def price_of(symbols: int, boosts: int) -> int | None:
    """Returns the fewest gems for so many boosts on equal symbols together; None without a symbol."""
    if boosts <= 0:
        return 0
    if not symbols:
        return None
    each, rest = divmod(boosts, symbols)
    return rest * boost_price(each + 1) + (symbols - rest) * boost_price(each)
