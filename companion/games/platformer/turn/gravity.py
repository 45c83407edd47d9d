"""Gravity: who falls how far, which traps hurt, who lands on something to collect (PLT-GRAV-1)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.platformer.turn.position import Gain, Position, Table
from companion.games.platformer.turn.tower import OFF, OFF_BOSS, Cell, Tower

Zone = Literal["all", "lower", "boss"]


class Fall(NamedTuple):
    """One figure's fall."""

    kind: Literal["hero", "enemy", "other"]
    number: int
    start: Cell
    end: Cell
    """The cell where it lands, or where it faints."""
    traps: tuple[Cell, ...]
    has_fainted: bool
    gem: bool
    coin: bool


class Fallen(NamedTuple):
    """The position after Gravity, with every fall in the order in which they happen."""

    after: Position
    falls: tuple[Fall, ...]
    gain: Gain


def zone_of(tower: Tower, cell: Cell) -> Zone:
    """Returns the zone whose figures fall when a hero in that cell calls Gravity (PLT-GRAV-6)."""
    if not tower.has_boss_level:
        return "all"
    return "boss" if tower.is_above[cell] else "lower"


def settle(table: Table, here: Position, zone: Zone = "all", *, lets_go: bool = False) -> Fallen:
    """Lets everybody of a zone fall, column by column from the bottom up."""
    tower = table.tower
    figures = _unsettled(table, here, zone, lets_go)
    if not figures:
        return Fallen(here, (), Gain())
    return _Falling(table, here, tower).run(figures)


def landing(table: Table, here: Position) -> Cell:
    """Returns where the hero comes to rest that holds on to nothing, where no trap is on the way."""
    tower, hero = table.tower, here.hero
    columns, ground = tower.columns, tower.ground[hero]
    if ground == hero:
        return hero
    column = range(ground, hero, columns)
    below = [(cell, False) for cell in here.enemies if cell in column]
    for index, cell in enumerate(here.others):
        if cell in column:
            below.append((cell, tower.has_ladder[cell] and not table.others[index].lets_go))
    rest = ground
    for cell, holds in sorted(below):
        rest = (cell if holds else rest) + columns
    return rest


_Figure = tuple[Cell, Literal["hero", "enemy", "other"], int, bool]


def _unsettled(table: Table, here: Position, zone: Zone, lets_go: bool) -> list[_Figure]:
    """Lists the figures of a zone from the bottom up; nothing when each one rests where it is."""
    tower = table.tower
    figures: list[_Figure] = [
        (cell, "enemy", index, False) for index, cell in enumerate(here.enemies) if cell >= 0
    ]
    ladders = tower.has_ladder
    for index, cell in enumerate(here.others):
        if cell >= 0:
            figures.append((cell, "other", index, ladders[cell] and not table.others[index].lets_go))
    if here.hero >= 0:
        figures.append((here.hero, "hero", 0, ladders[here.hero] and not lets_go))
    if zone != "all":
        figures = [figure for figure in figures if tower.is_above[figure[0]] == (zone == "boss")]
    taken = {figure[0] for figure in figures}
    floor, columns = tower.has_floor, tower.columns
    if all(holds or floor[cell] or cell - columns in taken for cell, _, _, holds in figures):
        return []
    return sorted(figures)


class _Falling:
    """Gravity under way: what has come to rest, and what has changed so far."""

    def __init__(self, table: Table, here: Position, tower: Tower) -> None:
        self.table = table
        self.tower = tower
        self.hero, self.health = here.hero, here.health
        self.enemies = list(here.enemies)
        self.others, self.others_health = list(here.others), list(here.others_health)
        self.gems, self.coins = here.gems, here.coins
        self.falls: list[Fall] = []
        self.gain = Gain()
        self.resting: set[Cell] = set()

    def run(self, figures: list[_Figure]) -> Fallen:
        """Lets the figures fall, lowest first: a cell holds one, so each column goes from the bottom up."""
        columns, floor = self.tower.columns, self.tower.has_floor
        for start, kind, index, holds in figures:
            cell = start
            if not holds:
                while not floor[cell] and cell - columns not in self.resting:
                    cell -= columns
            if cell == start:
                self.resting.add(cell)
            elif kind == "enemy":
                self.enemies[index] = cell
                self.resting.add(cell)
                self.falls.append(Fall("enemy", index, start, cell, (), False, False, False))
            else:
                self._drop_hero(kind, index, start, cell)
        after = Position(
            self.hero, self.health, 0, tuple(self.enemies), tuple(self.others), tuple(self.others_health),
            self.gems, self.coins,
        )  # fmt: skip
        return Fallen(after, tuple(self.falls), self.gain)

    def _drop_hero(self, kind: Literal["hero", "other"], index: int, start: Cell, end: Cell) -> None:
        columns, has_trap = self.tower.columns, self.tower.has_trap
        traps = [cell for cell in range(start - columns, end - 1, -columns) if has_trap[cell]]
        health = self.health if kind == "hero" else self.others_health[index]
        has_fainted = len(traps) >= health
        if has_fainted:
            traps = traps[:health]
            end = traps[-1]
            facts = self.table.active if kind == "hero" else self.table.others[index]
            self._put_hero(kind, index, faint_off(self.tower, end), facts.max_health)
            self.falls.append(Fall(kind, index, start, end, tuple(traps), True, False, False))
            return
        bit = 1 << end
        gem, coin = bool(self.gems & bit), bool(self.coins & bit)
        self.gems &= ~bit
        self.coins &= ~bit
        if kind == "hero":
            self.gain = Gain(int(gem), int(coin))
        self._put_hero(kind, index, end, health - len(traps))
        self.resting.add(end)
        self.falls.append(Fall(kind, index, start, end, tuple(traps), False, gem, coin))

    def _put_hero(self, kind: Literal["hero", "other"], index: int, cell: Cell, health: int) -> None:
        if kind == "hero":
            self.hero, self.health = cell, health
        else:
            self.others[index], self.others_health[index] = cell, health


def faint_off(tower: Tower, cell: Cell) -> Cell:
    """Returns where a hero is that faints in a cell: off the map, to return to its zone (PLT-FAINT-1)."""
    return OFF_BOSS if tower.is_above[cell] else OFF
