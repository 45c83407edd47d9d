"""What a pool allows at most, whatever the position: the moves it can pay for, and bounds on effects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from companion.games.platformer.turn.gems import best_boost, boost_price
from companion.games.platformer.turn.pool import (
    ONE_GEM,
    Counts,
    Pool,
    at_rest,
    best_of,
    payments,
    step_payments,
    unpack,
    with_move,
)
from companion.games.platformer.turn.position import (
    BOOT,
    MONSTER,
    SWORD,
    SYMBOLS,
    Position,
    Rules,
    Table,
    put,
)
from companion.games.platformer.turn.steps import Cost
from companion.games.platformer.turn.tower import Cell


class Reserve:
    """Bounds on what a pool still allows: for each number of steps the most monster moves beside them."""

    __slots__ = ("beside", "monsters", "steps", "together")

    def __init__(self, beside: tuple[int, ...]) -> None:
        self.beside = beside
        self.steps = len(beside) - 1
        self.monsters = beside[0]
        """Cells that other figures can be moved without a step of the hero."""
        most, together = -1, [-1]
        for steps in range(self.steps, -1, -1):
            most = max(most, steps + beside[steps])
            together.append(most)
        self.together = tuple(reversed(together))
        """The most steps and monster moves together, with so many steps at least."""


Gems = tuple[int, int]
"""Gems that the hero may still get: those that take no step (loot, and where it falls or is generated), and
those that it has to walk to."""


Prizes = tuple[tuple[int, int], ...]
"""The enemies that have gems, each by its health and its gems."""


class Purses:
    """The means of every pool that comes up in a search, each worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[Pool, Means] = {}

    def of(self, pool: Pool) -> Means:
        """Returns the means of a pool."""
        means = self._known.get(pool)
        if means is None:
            means = self._known[pool] = Means(pool, self)
        return means


class Means:
    """The payments and bounds of one pool, worked out once."""

    def __init__(self, pool: Pool, purses: Purses) -> None:
        counts = unpack(pool)
        self.purses = purses
        self.rules = rules = purses.rules
        self.whole = pool
        self.pool = at_rest(pool)
        self.counts = counts._replace(usable=0, made=0)
        self.made, self.usable = counts.made, counts.usable
        symbols = sum(counts.dice) + sum(counts.special) + sum(counts.extra)
        self.worth = 16 * symbols + counts.gems + 8 * bool(counts.made)
        self.steps = step_payments(pool, rules)
        most = 1
        while boost_price(most) <= counts.gems:
            most += 1
        monsters = [payments(self.pool, Cost(MONSTER, effects), rules) for effects in range(1, most + 1)]
        self.monsters = tuple(left for left in monsters if left)
        self.returns = sum(counts.dice) + (sum(counts.special) if rules.generate_with_special else 0)
        """How often the hero could be generated."""
        self.can_generate = self.returns > 0
        self.walks_for_nothing = (
            bool(counts.made or counts.extra[BOOT])
            or rules.portal_cost == "gem"
            or any(
                counts.dice[kind] + counts.special[kind] > 1 for kind in range(len(SYMBOLS)) if kind != BOOT
            )
        )
        """Whether the hero may walk without using up a die that gems can boost."""
        self.known: dict[tuple[Cell, Cell, int, Prizes], Reserve] = {}
        """For where the hero is and comes back, the gems on the map and the loot: what the pool allows."""
        self.prizes: dict[Prizes, Prizes] = {}
        """Those of some prizes that one attack might win."""
        self._wounds: int | None = None
        self._reserves: dict[tuple[Gems, Prizes], Reserve] = {}
        self._returns: dict[tuple[int, Prizes], Reserve] = {}
        self._fainted: dict[tuple[int, Prizes, bool, bool], Reserve] = {}
        self._looted: dict[tuple[int, Prizes], list[Means]] = {}

    def most_wounds(self, gems_to_come: int) -> int:
        """Bounds the wounds of one attack; it is always asked with the same gems."""
        if self._wounds is None:
            self._wounds = most_effects(self.counts, (SWORD,), gems_to_come, self.rules)
        return self._wounds

    def reserve(self, gems: Gems, prizes: Prizes = ()) -> Reserve:
        """Bounds what the pool allows, with so many more gems at best and the loot that it can pay for."""
        key = gems, prizes
        known = self._reserves.get(key)
        if known is None:
            at_hand, fetched = gems
            ways = [
                _later(self._fetching((at_hand - price, fetched)), steps) for steps, price in self._going_on()
            ]
            ways += [means.reserve((0, 0)).beside for means in self._looting(sum(gems), prizes)]
            known = self._reserves[key] = self._reserve(_best(ways), sum(gems))
        return known

    def _looting(self, gems: int, prizes: Prizes) -> list[Means]:
        """Lists the means after attacks that bring loot, with so many more gems to pay for them."""
        if not prizes:
            return []
        key = gems, prizes
        if key not in self._looted:
            pool = self.whole + gems * ONE_GEM
            found: set[tuple[Pool, Prizes]] = set()
            _loot(pool, prizes, self.rules, found)
            if len(found) > MANY_WAYS:
                pools: tuple[Pool, ...] = (pool + sum(gems for _, gems in prizes) * ONE_GEM,)
            else:
                pools = best_of(left for left, _ in found)
            self._looted[key] = [self.purses.of(pool) for pool in pools]
        return self._looted[key]

    def _going_on(self) -> Iterator[tuple[int, int]]:
        """Lists how many more steps the move under way may have, each with its price in gems."""
        steps = price = 0
        while price <= self.usable:
            yield steps, price
            if not self.made:
                return
            price += self.made + steps
            steps += 1

    def _fetching(self, gems: Gems) -> tuple[int, ...]:
        """Leaves out that the die that walks to the first gem is boosted with it."""
        counts, rules = self.counts, self.rules
        at_hand, fetched = gems
        if not fetched or self.walks_for_nothing:
            return most_beside(counts, sum(gems), rules)
        rest = _without(counts, BOOT)
        if rest is None:
            return most_beside(counts, at_hand, rules)
        now = counts.gems + at_hand if rules.no_boost != SYMBOLS[BOOT] else 0
        ways = [most_beside(counts, at_hand, rules)]
        boosts = 0
        while boost_price(boosts) <= now:
            ways.append(_later(most_beside(rest, sum(gems) - boost_price(boosts), rules), boosts + 1))
            boosts += 1
        return _best(ways)

    def reserve_to_return(self, gems: int, prizes: Prizes = ()) -> Reserve:
        """Bounds what the pool allows in all if a die is kept to be generated with."""
        key = gems, prizes
        known = self._returns.get(key)
        if known is None:
            ways = [
                _later(self._with_a_die_less(self.counts, gems - price), steps)
                for steps, price in self._going_on()
            ]
            ways += [means.reserve_to_return(0).beside for means in self._looting(gems, prizes)]
            known = self._returns[key] = self._reserve(_best(ways), gems)
        return known

    def reserve_after_fainting(self, gems: int, prizes: Prizes = (), *, is_off: bool, walks: bool) -> Reserve:
        """Bounds what is left once the hero has come back, if it is on the map and has to walk to faint.

        Fainting blanks the Special die, and ends the move of the die that was used.
        """
        key = gems, prizes, is_off, walks
        if key not in self._fainted:
            counts = self.counts
            if not is_off:
                counts = counts._replace(special=(0,) * len(SYMBOLS))
            if walks and not (self.walks_for_nothing or self.counts.special[BOOT]):
                counts = _without(counts, BOOT) or counts
            ways = [self._with_a_die_less(counts, gems)]
            ways += [
                means.reserve_after_fainting(0, is_off=is_off, walks=walks).beside
                for means in self._looting(gems, prizes)
            ]
            self._fainted[key] = self._reserve(_best(ways), gems)
        return self._fainted[key]

    def _with_a_die_less(self, counts: Counts, gems: int) -> tuple[int, ...]:
        if self.rules.generate_with_special and any(counts.special):
            return most_beside(counts, gems, self.rules)
        rests = [
            counts._replace(dice=put(counts.dice, kind, count - 1))
            for kind, count in enumerate(counts.dice)
            if count
        ]
        return _best([most_beside(rest, gems, self.rules) for rest in rests])

    def _reserve(self, beside: tuple[int, ...], gems: int) -> Reserve:
        """Counts portals that are paid with gems too: each hop can push a figure without a step."""
        hops = self.counts.gems + gems if self.rules.portal_cost == "gem" else 0
        return Reserve(tuple(count + hops for count in beside) if hops else beside)


def _loot(pool: Pool, prizes: Prizes, rules: Rules, found: set[tuple[Pool, Prizes]]) -> None:
    """Adds the pools after attacks that bring loot; the move under way may be finished before them."""
    if len(found) > MANY_WAYS:
        return
    resting = at_rest(pool)
    for prize in set(prizes):
        others = list(prizes)
        others.remove(prize)
        rest = tuple(others)
        for left in payments(resting, Cost(SWORD, prize[0]), rules):
            after = with_move(left + prize[1] * ONE_GEM, pool)
            if (after, rest) not in found:
                found.add((after, rest))
                _loot(after, rest, rules, found)


def _without(counts: Counts, kind: int) -> Counts | None:
    """Takes away a symbol, the Special die if it is one; None without any."""
    if counts.special[kind]:
        return counts._replace(special=put(counts.special, kind, 0))
    if counts.dice[kind]:
        return counts._replace(dice=put(counts.dice, kind, counts.dice[kind] - 1))
    return None


def _later(beside: tuple[int, ...], steps: int) -> tuple[int, ...]:
    """Adds steps that are there already."""
    return (beside[0],) * steps + beside


def _best(ways: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Takes for each number of steps the most that one of the ways leaves beside them."""
    return tuple(max(found) for found in zip_longest(*ways, fillvalue=-1)) if ways else (0,)


MANY = 40
"""With more gems or dice than this, bounds are rough rather than slow."""
MANY_WAYS = 200
"""With more ways to win loot than this all of it counts, whatever it costs."""


@lru_cache(maxsize=50_000)
def most_beside(counts: Counts, gems_to_come: int, rules: Rules) -> tuple[int, ...]:
    """Bounds for each number of steps that a pool allows the monster moves beside them."""
    gems = counts.gems + gems_to_come
    if gems > MANY or sum(counts.dice) > MANY:
        most, together = (
            most_effects(counts, kinds, gems_to_come, rules) for kinds in ((MONSTER,), (BOOT, MONSTER))
        )
        most_steps = most_effects(counts, (BOOT,), gems_to_come, rules)
        return tuple(min(most, together - steps) for steps in range(most_steps + 1))
    boots, monsters = (counts.dice[kind] + counts.special[kind] for kind in (BOOT, MONSTER))
    pairs = sum(
        (counts.dice[kind] + counts.special[kind]) // 2
        for kind in range(len(SYMBOLS))
        if kind not in (BOOT, MONSTER)
    )
    boosts_boots, boosts_monsters = (rules.no_boost != SYMBOLS[kind] for kind in (BOOT, MONSTER))
    found: dict[int, int] = {}
    for from_boots in range(boots // 2 + 1):
        for from_monsters in range(monsters // 2 + 1):
            own_boots, own_monsters = boots - 2 * from_boots, monsters - 2 * from_monsters
            for forged in range(pairs + 1):
                for used in range(gems + 1) if own_monsters and own_boots else (gems if own_boots else 0,):
                    steps = forged + from_monsters + counts.extra[BOOT]
                    steps += best_boost(own_boots, used * boosts_boots).total
                    moved = pairs - forged + from_boots + counts.extra[MONSTER]
                    moved += best_boost(own_monsters, (gems - used) * boosts_monsters).total
                    found[steps] = max(found.get(steps, 0), moved)
    beside = [found.get(steps, -1) for steps in range(max(found) + 1)]
    for steps in range(len(beside) - 2, -1, -1):
        beside[steps] = max(beside[steps], beside[steps + 1])  # steps may be dropped
    return tuple(beside)


def most_effects(counts: Counts, kinds: tuple[int, ...], gems_to_come: int, rules: Rules) -> int:
    """Bounds the effects of some symbols together that a pool allows."""
    boosted = [kind for kind in kinds if rules.no_boost != SYMBOLS[kind]]
    symbols = sum(counts.dice[kind] + counts.special[kind] for kind in kinds)
    gems = counts.gems + gems_to_come if boosted else 0
    forged = sum(
        (counts.dice[other] + counts.special[other]) // 2
        for other in range(len(SYMBOLS))
        if other not in kinds
    )
    extras = sum(counts.extra[kind] for kind in kinds)
    return best_boost(symbols, gems).total + extras + forged


def can_win(table: Table, start: Position, pool: Pool) -> bool:
    """Tells whether a pool with all the gems there are might defeat a Boss."""
    bosses = [enemy.health for enemy in table.enemies if enemy.is_boss]
    gems = start.gems.bit_count() + sum(enemy.gems for enemy in table.enemies)
    return bool(bosses) and most_effects(unpack(pool), (SWORD,), gems, table.rules) >= min(bosses)
