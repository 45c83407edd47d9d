"""What can be done from a position in step 5, what it costs and what comes of it: the only rules of a turn.

A rule never asks the pool. Who asks for the steps decides which of them can be paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from companion.games.platformer.turn.gravity import faint_off, settle, zone_of
from companion.games.platformer.turn.position import (
    BOOT,
    MONSTER,
    SWORD,
    Gain,
    Position,
    Table,
    put,
)
from companion.games.platformer.turn.tower import GONE, OFF, OFF_BOSS, Cell

ANY_DIE, GEM, FREE = 5, 6, 7
"""What a step may cost beside a symbol: any die of the pool, one gem, nothing."""

Name = Literal["generate", "move", "step", "hop", "attack", "monster", "gravity"]


class Cost(NamedTuple):
    """So many effects of a symbol in one action; of swords, all that one attack takes together."""

    kind: int
    effects: int = 1


class Action(NamedTuple):
    """What the active player does: `cell` is where it leads or whom it meets, `to` where that figure goes."""

    name: Name
    cell: Cell = OFF
    to: Cell = OFF
    effects: int = 0
    """The steps that a paid move allows, or 1 for a Gravity that the hero lets go of a ladder for."""


class Step(NamedTuple):
    """One transition."""

    action: Action
    cost: Cost
    after: Position
    gain: Gain = Gain()
    wounds: int = 0
    """What the active hero loses."""
    has_fainted: bool = False
    """Whether the active hero faints, which blanks the Special die (PLT-FAINT-1)."""
    is_won: bool = False
    """Whether the Boss is defeated, which ends the game at once (PLT-BOSS-5)."""


NOTHING = Cost(FREE)
NO_GAIN = Gain()


def steps(table: Table, here: Position, most_steps: int = 1) -> Iterator[Step]:
    """Lists every transition; moves and monster moves are offered up to so many effects of one symbol."""
    if here.hero < 0:
        yield from generate_steps(table, here)
        return
    if here.steps_left:
        yield from walk_steps(table, here)
    begun = here._replace(steps_left=0)
    for count in range(1, most_steps + 1):
        yield Step(
            Action("move", here.hero, effects=count), Cost(BOOT, count), begun._replace(steps_left=count)
        )
    yield from hop_steps(table, begun)
    yield from attack_steps(table, begun)
    yield from monster_steps(table, begun, most_steps)
    yield from gravity_steps(table, begun)


def generate_steps(table: Table, here: Position) -> Iterator[Step]:
    """Brings the hero back on the map for any die (PLT-ACT-1)."""
    cost = Cost(ANY_DIE)
    for cell in table.tower.start_cells(here.figures(), here.hero == OFF_BOSS):
        after, gain = _arrived(here._replace(hero=cell), cell)
        yield Step(Action("generate", cell), cost, _sealed(table, after), gain)


def walk_steps(table: Table, here: Position) -> Iterator[Step]:
    """Makes one step of a paid move to every cell it can lead to (PLT-STEP-1 to PLT-STEP-5)."""
    tower = table.tower
    hero = here.hero
    enemies, others = _occupants(here)
    wounds = sum(table.enemies[enemies[near]].damage for near in tower.neighbours[hero] if near in enemies)
    for cell in tower.neighbours[hero]:
        yield from _steps_into(table, here, cell, wounds, enemies, others)
    above = tower.over_seal[hero]
    if above >= 0:
        if above in enemies:
            wounds += table.enemies[enemies[above]].damage
        yield from _steps_into(table, here, above, wounds, enemies, others)


def attackers(table: Table, here: Position, cell: Cell) -> tuple[int, ...]:
    """Lists the enemies that strike a hero stepping from here into a cell (PLT-STEP-3)."""
    near = table.tower.neighbours[here.hero]
    return tuple(
        index
        for index, at in enumerate(here.enemies)
        if at >= 0 and (at in near or at == cell == table.tower.over_seal[here.hero])
    )


def _steps_into(
    table: Table, here: Position, cell: Cell, wounds: int, enemies: dict[Cell, int], others: dict[Cell, int]
) -> Iterator[Step]:
    pushes = push_cells(table, here, cell, enemies, others)
    if not pushes:
        return
    left = here.steps_left - 1
    if wounds >= here.health:
        action = Action("step", cell, pushes[0])
        after = here._replace(
            hero=faint_off(table.tower, here.hero), health=table.active.max_health, steps_left=0
        )
        yield Step(action, NOTHING, after, NO_GAIN, here.health, True)
        return
    health = here.health - wounds
    hurts = table.rules.trap_on_walk and table.tower.has_trap[cell]
    for to in pushes:
        moved = _pushed(here, cell, to, enemies, others)
        if hurts and health == 1:
            hero = faint_off(table.tower, cell)
            after = moved._replace(hero=hero, health=table.active.max_health, steps_left=0)
            yield Step(Action("step", cell, to), NOTHING, after, NO_GAIN, here.health, True)
            continue
        after, gain = _arrived(Position(cell, health - hurts, left, *moved[3:]), cell)
        if cell == table.tower.over_seal[here.hero]:
            after = _sealed(table, after)
        yield Step(Action("step", cell, to), NOTHING, after, gain, wounds + hurts)


def push_cells(
    table: Table, here: Position, cell: Cell, enemies: dict[Cell, int], others: dict[Cell, int]
) -> tuple[Cell, ...]:
    """Lists where the figure in a cell can be pushed; OFF alone where nobody is in it (PLT-STEP-2)."""
    if cell in enemies:
        if not table.enemies[enemies[cell]].is_pushable:
            return ()
    elif cell not in others:
        return (OFF,)
    return tuple(
        near
        for near in table.tower.neighbours[cell]
        if near == here.hero or (near not in enemies and near not in others)
    )


def hop_steps(table: Table, here: Position) -> Iterator[Step]:
    """Goes from a portal to another one of the level; provokes nothing (PLT-ACT-3)."""
    paid_with = table.rules.portal_cost
    ways = table.tower.portal_ways[here.hero]
    if not ways or paid_with is None:
        return
    cost = Cost(BOOT) if paid_with == "boot" else Cost(GEM)
    enemies, others = _occupants(here)
    for cell in ways:
        for to in push_cells(table, here, cell, enemies, others):
            after, gain = _arrived(_pushed(here, cell, to, enemies, others)._replace(hero=cell), cell)
            yield Step(Action("hop", cell, to), cost, after, gain)


def attack_steps(table: Table, here: Position) -> Iterator[Step]:
    """Defeats an adjacent enemy by at least its health in wounds (PLT-ACT-4)."""
    near = table.tower.neighbours[here.hero]
    for index, at in enumerate(here.enemies):
        if at >= 0 and at in near:
            enemy = table.enemies[index]
            after = here._replace(enemies=put(here.enemies, index, OFF))
            yield Step(
                Action("attack", at),
                Cost(SWORD, enemy.health),
                after,
                Gain(enemy.gems, enemy.coins),
                is_won=enemy.is_boss,
            )


def monster_steps(table: Table, here: Position, most_steps: int) -> Iterator[Step]:
    """Moves an enemy of the hero's zone over free adjacent cells (PLT-ACT-6)."""
    for index, to, away in monster_moves(table, here, most_steps):
        yield monster_step(here, index, to, away)


def monster_moves(table: Table, here: Position, most_steps: int) -> Iterator[tuple[int, Cell, int]]:
    """Lists which enemies can be moved where, and how far that is."""
    tower = table.tower
    taken = set(here.figures())
    is_above = tower.is_above[here.hero]
    for index, at in enumerate(here.enemies):
        if at >= 0 and tower.is_above[at] == is_above:
            for to, away in _cells_within(tower.neighbours, at, taken, most_steps):
                yield index, to, away


def monster_step(here: Position, index: int, to: Cell, away: int) -> Step:
    """Moves one enemy."""
    after = here._replace(enemies=put(here.enemies, index, to))
    return Step(Action("monster", here.enemies[index], to), Cost(MONSTER, away), after)


def _cells_within(
    neighbours: tuple[tuple[Cell, ...], ...], start: Cell, taken: set[Cell], most: int
) -> Iterator[tuple[Cell, int]]:
    """Lists the free cells within so many steps of a cell, with how far each one is."""
    seen = {start}
    rim = [start]
    for away in range(1, most + 1):
        reached = []
        for cell in rim:
            for near in neighbours[cell]:
                if near not in seen and near not in taken:
                    seen.add(near)
                    reached.append(near)
                    yield near, away
        rim = reached


def gravity_steps(table: Table, here: Position) -> Iterator[Step]:
    """Lets the figures of the hero's zone fall, where any does; off a ladder only who falls (PLT-GRAV-6)."""
    for lets_go in (False, True) if table.tower.has_ladder[here.hero] else (False,):
        fallen = settle(table, here, zone_of(table.tower, here.hero), lets_go=lets_go)
        fall = next((fall for fall in fallen.falls if fall.kind == "hero"), None)
        if fall or (fallen.falls and not lets_go):
            wounds, has_fainted = (len(fall.traps), fall.has_fainted) if fall else (0, False)
            action = Action("gravity", effects=int(lets_go))
            yield Step(action, NOTHING, fallen.after, fallen.gain, wounds, has_fainted)


def _occupants(here: Position) -> tuple[dict[Cell, int], dict[Cell, int]]:
    enemies = {cell: index for index, cell in enumerate(here.enemies) if cell >= 0}
    others = {cell: index for index, cell in enumerate(here.others) if cell >= 0}
    return enemies, others


def _pushed(
    here: Position, cell: Cell, to: Cell, enemies: dict[Cell, int], others: dict[Cell, int]
) -> Position:
    """Puts the figure of a cell elsewhere; a hero collects what lies there (PLT-STEP-6)."""
    if to == OFF:
        return here
    if cell in enemies:
        return here._replace(enemies=put(here.enemies, enemies[cell], to))
    bit = ~(1 << to)
    return here._replace(
        others=put(here.others, others[cell], to), gems=here.gems & bit, coins=here.coins & bit
    )


def _arrived(here: Position, cell: Cell) -> tuple[Position, Gain]:
    """Lets the active hero collect what lies in its new cell (PLT-STEP-6)."""
    bit = 1 << cell
    if not (here.gems | here.coins) & bit:
        return here, NO_GAIN
    gain = Gain(int(bool(here.gems & bit)), int(bool(here.coins & bit)))
    return here._replace(gems=here.gems & ~bit, coins=here.coins & ~bit), gain


def _sealed(table: Table, here: Position) -> Position:
    """Takes all other levels away once every hero is on the Boss level (PLT-BOSS-4)."""
    is_above = table.tower.is_above
    if not all(cell >= 0 and is_above[cell] for cell in (here.hero, *here.others)):
        return here
    return here._replace(
        enemies=tuple(GONE if cell >= 0 and not is_above[cell] else cell for cell in here.enemies),
        gems=here.gems & table.tower.boss_bits,
        coins=here.coins & table.tower.boss_bits,
    )
