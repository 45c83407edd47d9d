"""The Enemy die: all enemies move one cell at once, or all of them strike (step 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.games.platformer.turn.position import Enemy
from companion.games.platformer.turn.tower import Cell, Tower

EnemyFace = Literal["left", "right", "attack"]


class Strike(NamedTuple):
    """What one enemy does to one adjacent hero."""

    enemy: str
    hero: str
    damage: int


def enemy_moves(
    tower: Tower,
    enemies: Mapping[str, Cell],
    taken: set[Cell],
    face: Literal["left", "right"],
) -> dict[str, Cell]:
    """Says where each enemy that moves goes, the one farthest in that direction first (PLT-ENEMY-1).

    `taken` are the cells of all other figures; they stay.
    """
    sign = 1 if face == "right" else -1
    occupied = taken | set(enemies.values())
    moves: dict[str, Cell] = {}
    for enemy, cell in sorted(enemies.items(), key=lambda item: -sign * item[1]):
        column, row = tower.place(cell)
        beside = (column + sign, row)
        if not tower.is_on_map(beside):
            continue
        target = tower.cell(beside)
        if target in tower.neighbours[cell] and tower.has_floor[target] and target not in occupied:
            occupied.remove(cell)
            occupied.add(target)
            moves[enemy] = target
    return moves


def strikes(
    tower: Tower, enemies: Mapping[str, Cell], facts: Mapping[str, Enemy], heroes: Mapping[str, Cell]
) -> tuple[Strike, ...]:
    """Lists who wounds whom when all enemies attack (PLT-ENEMY-3)."""
    return tuple(
        Strike(enemy, hero, facts[enemy].damage)
        for enemy, cell in enemies.items()
        for hero, at in heroes.items()
        if at in tower.neighbours[cell]
    )


def wounds_of(struck: tuple[Strike, ...], health: Mapping[str, int]) -> dict[str, int]:
    """Adds up what each hero loses, never more than it has; heroes that lose nothing are left out."""
    wounds: dict[str, int] = {}
    for strike in struck:
        if strike.damage:
            total = wounds.get(strike.hero, 0) + strike.damage
            wounds[strike.hero] = min(health[strike.hero], total)
    return wounds
