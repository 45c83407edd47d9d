"""What a pool allows at most, whatever the position: the moves it can pay for, and bounds on effects."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.platformer.turn.gems import best_boost, boost_price
from companion.games.platformer.turn.pool import ONE_STEP, Counts, Pool, payments, unpack
from companion.games.platformer.turn.position import BOOT, MONSTER, SWORD, SYMBOLS, Position, Rules, Table
from companion.games.platformer.turn.steps import Cost


class Reserve(NamedTuple):
    """Bounds on what a pool still allows."""

    steps: int
    """Steps of the hero."""
    monsters: int
    """Cells that other figures can be moved without a step of the hero."""
    together: int
    """Both together."""


class Means:
    """The payments and bounds of one pool, worked out once."""

    def __init__(self, pool: Pool, rules: Rules) -> None:
        counts = unpack(pool)
        self.rules = rules
        self.counts = counts
        self.steps_left = counts.steps_left
        symbols = sum(counts.dice) + sum(counts.special) + sum(counts.extra)
        self.worth = 16 * symbols + counts.gems + 8 * counts.steps_left
        bare = pool - counts.steps_left * ONE_STEP
        most = 1
        while boost_price(most) <= counts.gems:
            most += 1
        self.moves = tuple(
            (effects, left)
            for effects in range(1, most + 1)
            for left in payments(bare, Cost(BOOT, effects), rules)
        )
        monsters = [payments(bare, Cost(MONSTER, effects), rules) for effects in range(1, most + 1)]
        self.monsters = tuple(left for left in monsters if left)
        self.can_generate = bool(sum(counts.dice) or (rules.generate_with_special and sum(counts.special)))
        self._wounds: int | None = None
        self._reserves: dict[int, Reserve] = {}
        self._fainted: dict[tuple[int, bool], Reserve] = {}

    def most_wounds(self, gems_to_come: int) -> int:
        """Bounds the wounds of one attack; it is always asked with the same gems."""
        if self._wounds is None:
            self._wounds = most_effects(self.counts, (SWORD,), gems_to_come, self.rules)
        return self._wounds

    def reserve(self, gems_to_come: int) -> Reserve:
        """Bounds what the pool allows, with so many more gems at best."""
        if gems_to_come not in self._reserves:
            self._reserves[gems_to_come] = self._reserve(
                gems_to_come,
                self.steps_left + most_effects(self.counts, (BOOT,), gems_to_come, self.rules),
                most_effects(self.counts, (MONSTER,), gems_to_come, self.rules),
                self.steps_left + most_effects(self.counts, (BOOT, MONSTER), gems_to_come, self.rules),
            )
        return self._reserves[gems_to_come]

    def reserve_after_fainting(self, gems_to_come: int, *, is_off: bool) -> Reserve:
        """Bounds what is left once a die was paid to be generated; fainting blanks the Special die."""
        key = gems_to_come, is_off
        if key not in self._fainted:
            counts = self.counts
            if not is_off and not self.rules.generate_with_special:
                counts = counts._replace(special=(0,) * len(SYMBOLS))
            self._fainted[key] = self._reserve(
                gems_to_come,
                *(
                    most_effects(self._without_die(counts, kinds), kinds, gems_to_come, self.rules)
                    for kinds in ((BOOT,), (MONSTER,), (BOOT, MONSTER))
                ),
            )
        return self._fainted[key]

    def _reserve(self, gems_to_come: int, steps: int, monsters: int, together: int) -> Reserve:
        """Counts portals that are paid with gems too: each hop can push a figure without a step."""
        hops = self.counts.gems + gems_to_come if self.rules.portal_cost == "gem" else 0
        return Reserve(steps, monsters + hops, together + hops)

    def _without_die(self, counts: Counts, kinds: tuple[int, ...]) -> Counts:
        """Takes the die away that matters least for some symbols."""
        dice = list(counts.dice)
        if sum(dice) == sum(dice[kind] for kind in kinds) and not self.rules.generate_with_special:
            kind = next(kind for kind in kinds if dice[kind])
            dice[kind] -= 1
        return counts._replace(dice=tuple(dice))


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
