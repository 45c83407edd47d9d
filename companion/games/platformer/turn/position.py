"""A position of a turn: who is where, how much is left of a move, what lies on the cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from companion.games.platformer.turn.tower import Cell, Tower

Symbol = Literal["boot", "sword", "coin", "monster", "star"]
SYMBOLS: tuple[Symbol, ...] = ("boot", "sword", "coin", "monster", "star")
BOOT, SWORD, COIN, MONSTER, STAR = range(5)


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules and lost icons that a turn depends on."""

    trap_on_walk: bool = False
    no_boost: Symbol | None = "star"
    portal_cost: Literal["boot", "gem"] | None = "boot"
    generate_with_special: bool = False
    boss_on_enemy_die: bool = True


class Enemy(Struct, frozen=True):
    """What is printed about an enemy on the table."""

    health: int
    damage: int
    coins: int = 0
    gems: int = 0
    is_pushable: bool = True
    is_boss: bool = False
    """Whether the game ends with it."""


class Hero(Struct, frozen=True):
    """What a turn needs to know of a hero beside place and health."""

    max_health: int
    lets_go: bool = False
    """Whether it falls off ladders; the active hero's owner chooses each time."""


class Table(Struct, frozen=True):
    """What does not change during a turn."""

    tower: Tower
    rules: Rules
    active: Hero
    others: tuple[Hero, ...] = ()
    enemies: tuple[Enemy, ...] = ()


class Position(NamedTuple):
    """What can change during a turn, beside the pool; enemies and other heroes as the table lists them."""

    hero: Cell
    health: int
    steps_left: int
    """Steps of a paid move that may still be made."""
    enemies: tuple[Cell, ...]
    others: tuple[Cell, ...]
    others_health: tuple[int, ...]
    gems: int
    """The cells where a gem lies, as bits."""
    coins: int

    def figures(self) -> Iterator[Cell]:
        """Lists the cells that are taken."""
        if self.hero >= 0:
            yield self.hero
        yield from (cell for cell in self.enemies if cell >= 0)
        yield from (cell for cell in self.others if cell >= 0)


class Gain(NamedTuple):
    """What the active hero picks up or wins."""

    gems: int = 0
    coins: int = 0


def put(cells: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Returns the tuple with one entry changed."""
    return (*cells[:index], value, *cells[index + 1 :])
