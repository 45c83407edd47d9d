"""The pool: dice, Special die, extra effects and gems as one number, and the ways to pay from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.games.platformer.turn.gems import boost_price, price_of
from companion.games.platformer.turn.position import BOOT, SWORD, SYMBOLS, Rules, Symbol
from companion.games.platformer.turn.steps import ANY_DIE, FREE, GEM, Cost

Pool = int
"""Counts of 25 bits: five kinds of dice, the Special die's face, five of extras, gems, the move so far."""

WIDTH = 25
"""Room for the gems of a full map of enemies, and one bit to compare by."""
MOST = 999
"""The largest count that a pool holds at the start."""
MASK = (1 << WIDTH) - 1
KINDS = len(SYMBOLS)
DIE = tuple(1 << WIDTH * index for index in range(KINDS))
SPECIAL = tuple(1 << WIDTH * (KINDS + index) for index in range(KINDS))
EXTRA = tuple(1 << WIDTH * (2 * KINDS + index) for index in range(KINDS))
GEM_SHIFT = WIDTH * 3 * KINDS
ONE_GEM = 1 << GEM_SHIFT
ONE_USABLE = ONE_GEM << WIDTH
"""A gem that may boost the move under way, for the hero had it when the move began."""
ONE_EASE = ONE_USABLE << WIDTH
"""How easily the move under way goes on: the fewer steps were made, the fewer gems the next one costs."""
EASIEST = 1 << WIDTH - 2
GUARDS = sum(1 << WIDTH * index + WIDTH - 1 for index in range(3 * KINDS + 3))
ALL_SPECIAL = sum(SPECIAL)


class Counts(NamedTuple):
    """A pool as its counts."""

    dice: tuple[int, ...]
    special: tuple[int, ...]
    extra: tuple[int, ...]
    gems: int
    usable: int = 0
    made: int = 0
    """The steps of the move under way; 0 when it cannot go on."""


def pack(dice: Mapping[Symbol, int], special: Symbol | None, extra: Mapping[Symbol, int], gems: int) -> Pool:
    """Returns the counts as one number."""
    pool = gems << GEM_SHIFT
    for index, symbol in enumerate(SYMBOLS):
        pool += dice.get(symbol, 0) * DIE[index] + extra.get(symbol, 0) * EXTRA[index]
        pool += SPECIAL[index] if symbol == special else 0
    return pool


def unpack(pool: Pool) -> Counts:
    """Returns a pool's counts."""
    counts = tuple(pool >> WIDTH * index & MASK for index in range(3 * KINDS + 3))
    gems, usable, ease = counts[-3:]
    made = EASIEST - ease if ease else 0
    return Counts(
        counts[:KINDS], counts[KINDS : 2 * KINDS], counts[2 * KINDS : 3 * KINDS], gems, usable, made
    )


def at_rest(pool: Pool) -> Pool:
    """Returns the pool without a move under way."""
    return pool & (ONE_USABLE - 1)


def under_way(pool: Pool, made: int, usable: int) -> Pool:
    """Returns the pool with a move of so many steps under way, if gems are left to go on with (PLT-GEM-2)."""
    if usable < made:
        return pool
    return pool + usable * ONE_USABLE + (EASIEST - made) * ONE_EASE


def with_move(pool: Pool, moving: Pool) -> Pool:
    """Returns a pool at rest with the move that is under way in another one, as far as its gems go."""
    ease = moving // ONE_EASE
    usable = min(moving // ONE_USABLE & MASK, pool >> GEM_SHIFT)
    return pool + usable * ONE_USABLE + ease * ONE_EASE if ease else pool


def covers(pool: Pool, other: Pool) -> bool:
    """Tells whether a pool holds at least what another one holds, of everything."""
    return ((pool | GUARDS) - other) & GUARDS == GUARDS


def without_special(pool: Pool) -> Pool:
    """Returns the pool after fainting, with the Special die blank and no move under way (PLT-FAINT-1)."""
    return at_rest(pool) & ~(ALL_SPECIAL * MASK)


def best_of(pools: Iterable[Pool]) -> tuple[Pool, ...]:
    """Keeps the pools that no other one covers."""
    kept: list[Pool] = []
    for pool in sorted(set(pools), reverse=True):
        if not any(covers(other, pool) for other in kept):
            kept = [other for other in kept if not covers(pool, other)]
            kept.append(pool)
    return tuple(kept)


@lru_cache(maxsize=200_000)
def payments(pool: Pool, cost: Cost, rules: Rules) -> tuple[Pool, ...]:
    """Lists what can be left after paying; ways that leave less of everything are not among them."""
    if cost.kind == FREE:
        return (pool,)
    if cost.kind == GEM:
        return (pool - ONE_GEM,) if pool >= ONE_GEM else ()
    if cost.kind == ANY_DIE:
        return best_of(_any_die(pool, rules))
    if cost.kind == SWORD:
        return best_of(_attack(pool, cost.effects, rules))
    return best_of(_symbol(pool, cost.kind, cost.effects, rules))


def step_payments(pool: Pool, rules: Rules) -> tuple[Pool, ...]:
    """Lists what can be left after one step: of the move under way, or the first one of another move.

    A step that goes on is paid as it is made: that leaves what boosts for just so many steps leave.
    """
    counts, rest = unpack(pool), at_rest(pool)
    found = []
    if counts.made:
        left, usable = rest - counts.made * ONE_GEM, counts.usable - counts.made
        found.append(under_way(left, counts.made + 1, usable))
    first = payments(rest, Cost(BOOT), rules)
    if rules.no_boost == SYMBOLS[BOOT] or not counts.gems:
        return (*found, *first)
    for die in (SPECIAL[BOOT], DIE[BOOT]):
        if rest & die * MASK:
            found.append(under_way(rest - die, 1, counts.gems))
            return (*found, *(left for left in first if left != rest - die))
    return (*found, *first)


def every_payment(pool: Pool, cost: Cost, rules: Rules) -> tuple[Pool, ...]:
    """Lists what a player may be left with: dice can be paid in the place of extras and the Special die."""
    found = set(payments(pool, cost, rules))
    if cost.kind < KINDS and cost.kind != SWORD:
        kind, price = cost.kind, boost_price(cost.effects - 1) * ONE_GEM
        can_boost = cost.effects == 1 or (rules.no_boost != SYMBOLS[kind] and pool >= price)
        if pool & DIE[kind] * MASK and can_boost:
            found.add(pool - DIE[kind] - price)
    if cost.kind < KINDS and pool & ALL_SPECIAL:
        special = pool & ALL_SPECIAL
        found |= {left + special for left in payments(pool - special, cost, rules)}
    return tuple(sorted(found, reverse=True))


def _any_die(pool: Pool, rules: Rules) -> Iterator[Pool]:
    """Pays with one die of the pool, by house rule with the Special die too (PLT-ACT-1)."""
    for index in range(KINDS):
        if pool & DIE[index] * MASK:
            yield pool - DIE[index]
        if rules.generate_with_special and pool & SPECIAL[index]:
            yield pool - SPECIAL[index]


def _symbol(pool: Pool, kind: int, effects: int, rules: Rules) -> Iterator[Pool]:
    """Pays with one symbol: an extra, the Special die, a die, boosted if need be, or a forged one."""
    price = boost_price(effects - 1) * ONE_GEM
    if effects > 1 and (rules.no_boost == SYMBOLS[kind] or pool < price):
        return
    has_extra = effects == 1 and bool(pool & EXTRA[kind] * MASK)
    if has_extra:
        yield pool - EXTRA[kind]
    if effects == 1:
        for other in range(KINDS):
            if other != kind:
                yield from _without_pair(pool, other)
    # A die does all that an extra or the Special die does, and fainting does not blank it: they go first.
    if pool & SPECIAL[kind]:
        yield pool - SPECIAL[kind] - price
    elif pool & DIE[kind] * MASK and not has_extra:
        yield pool - DIE[kind] - price


def _without_pair(pool: Pool, kind: int) -> Iterator[Pool]:
    """Takes two equal dice for forging, the Special die being one of them if it can (PLT-FORGE-1)."""
    dice = pool // DIE[kind] & MASK
    if dice and pool & SPECIAL[kind]:
        yield pool - DIE[kind] - SPECIAL[kind]
    elif dice > 1:
        yield pool - 2 * DIE[kind]


def _attack(pool: Pool, wounds: int, rules: Rules) -> Iterator[Pool]:
    """Pays for an attack: swords of every source together, the rest by gems (PLT-ACT-4, PLT-GEM-4)."""
    for forged, left in _forged(pool, SWORD, wounds):
        extras = left // EXTRA[SWORD] & MASK
        dice = left // DIE[SWORD] & MASK
        special = int(bool(left & SPECIAL[SWORD]))
        for extra in range(min(extras, wounds - forged) + 1):
            for used in range(min(dice + special, wounds - forged - extra) + 1):
                boosts = wounds - forged - extra - used
                price = price_of(used, boosts)
                if price is None or price * ONE_GEM > left or (boosts and rules.no_boost == "sword"):
                    continue
                yield left - extra * EXTRA[SWORD] - _swords(used, special) - price * ONE_GEM


def _swords(used: int, special: int) -> Pool:
    if not used:
        return 0
    return special * SPECIAL[SWORD] + (used - special) * DIE[SWORD]


def _forged(pool: Pool, kind: int, most: int) -> Iterator[tuple[int, Pool]]:
    """Lists how many symbols can be forged at once, with the pool that is left each time."""
    ways = [(0, pool)]
    for other in range(KINDS):
        if other == kind:
            continue
        for forged, left in list(ways):
            while forged < most:
                pairs = tuple(_without_pair(left, other))
                if not pairs:
                    break
                forged, left = forged + 1, pairs[0]
                ways.append((forged, left))
    yield from ways
