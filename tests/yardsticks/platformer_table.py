"""A Platformer table as the form gives it: cells, edges, figures, and what Gravity does to them."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

Cell = tuple[int, int]
SYMBOLS = ("boot", "sword", "coin", "monster", "star")


class Purse(NamedTuple):
    """What the active hero can pay with: dice and extra effects in the order of SYMBOLS."""

    pool: tuple[int, ...]
    special: str | None
    extra: tuple[int, ...]
    gems: int


class Hero(NamedTuple):
    """A hero: where it stands (None: off the map) and what health is left."""

    at: Cell | None
    health: int


@dataclass(frozen=True)
class State:
    """Everything that changes in a turn; coins are left out, for nothing can be bought here."""

    heroes: tuple[Hero, ...]  # in the order of the dispute
    enemies: tuple[Cell | None, ...]  # None: no longer on the map
    defeated: frozenset[int]
    gems: frozenset[Cell]  # those that still lie on the map
    purse: Purse
    returns_on_boss: bool  # the active hero, off the map, fainted on the Boss level
    must_generate: bool  # the active hero began off the map and has not been placed yet
    is_over: bool = False  # a Boss is defeated


def cells_of(entries: list) -> frozenset[Cell]:
    return frozenset((column, row) for column, row in entries)  # form: "Lists are sets"


def cell_or_none(at: list | None) -> Cell | None:
    return None if at is None else (at[0], at[1])


class Table:
    """What does not change in a turn, and the rules of the map."""

    def __init__(self, dispute: dict) -> None:
        board = dispute["board"]
        self.columns, self.rows = board["columns"], board["rows"]
        self.walls = cells_of(board.get("walls", []))
        self.platforms = cells_of(board.get("platforms", []))
        self.ladders = cells_of(board.get("ladders", []))
        self.traps = cells_of(board.get("traps", []))
        self.shops = cells_of(board.get("shops", []))
        self.portals = cells_of(board.get("portals", []))
        # form: "levels: the first row of each level, from 1 up (default [1]); boss_level: the highest one
        # is the Boss level."
        self.levels = sorted(set(board.get("levels", [1])))
        self.boss_row = self.levels[-1] if board.get("boss_level", False) else None
        self.options = dispute.get("options", {})
        self.heroes = list(dispute.get("players", {}).items())
        self.enemies = list(dispute.get("enemies", {}).items())
        active = dispute.get("turn", {}).get("player")
        self.active = [name for name, _ in self.heroes].index(active) if active is not None else -1

    # ---- The map

    def cells(self) -> list[Cell]:
        return [(column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1)]

    def has_floor(self, cell: Cell) -> bool:
        # model: "floor(c,r): row 1 (002:425), a platform under the cell, or the lowest row of the Boss level"
        return cell[1] == 1 or cell in self.platforms or cell[1] == self.boss_row

    def adjacent(self, cell: Cell) -> list[Cell]:
        """model: "Steps, pushes, attacks of both sides and monster moves all use this one relation"."""
        column, row = cell
        found = []
        # model: "neighbours in one row with no wall between"; "the outer rim is closed"
        if column > 1 and (column - 1, row) not in self.walls:
            found.append((column - 1, row))
        if column < self.columns and cell not in self.walls:
            found.append((column + 1, row))
        if row > 1 and self.is_open_above((column, row - 1)):
            found.append((column, row - 1))
        if row < self.rows and self.is_open_above(cell):
            found.append((column, row + 1))
        return found

    def is_open_above(self, lower: Cell) -> bool:
        # model: "in one column with no platform between or with a ladder in the lower cell; never across
        # the seal"
        upper = (lower[0], lower[1] + 1)
        return upper[1] != self.boss_row and (upper not in self.platforms or lower in self.ladders)

    def is_on_boss_level(self, cell: Cell) -> bool:
        return self.boss_row is not None and cell[1] >= self.boss_row

    def zone(self, cell: Cell) -> str:
        # model: "Two zones: below the seal, and the Boss level."
        return "boss" if self.is_on_boss_level(cell) else "lower"

    def level(self, cell: Cell) -> int:
        return max(first_row for first_row in self.levels if first_row <= cell[1])

    # ---- Figures

    def start(self, dispute: dict) -> State:
        turn = dispute.get("turn", {})
        active: dict = self.heroes[self.active][1] if self.active >= 0 else {}
        symbols, extra = turn.get("symbols", {}), turn.get("extra", {})
        return State(
            heroes=tuple(Hero(cell_or_none(hero["at"]), hero["health"]) for _, hero in self.heroes),
            enemies=tuple(cell_or_none(enemy["at"]) for _, enemy in self.enemies),
            defeated=frozenset(),
            gems=cells_of(dispute["board"].get("gems", [])),
            purse=Purse(
                tuple(symbols.get(symbol, 0) for symbol in SYMBOLS),
                active.get("special"),
                tuple(extra.get(symbol, 0) for symbol in SYMBOLS),
                active.get("gems", 0),
            ),
            returns_on_boss=active.get("fainted_on_boss", False),
            must_generate=active.get("at") is None,
        )

    def occupied(self, state: State) -> dict[Cell, tuple[str, int]]:
        """Who is in each cell: ("hero" or "enemy", number)."""
        found: dict[Cell, tuple[str, int]] = {}
        for number, hero in enumerate(state.heroes):
            if hero.at is not None:
                found[hero.at] = ("hero", number)
        for number, at in enumerate(state.enemies):
            if at is not None:
                found[at] = ("enemy", number)
        return found

    def damage_at(self, state: State, cell: Cell) -> int:
        """What the enemies adjacent to a cell deal together."""
        near = self.adjacent(cell)
        return sum(self.enemies[n][1]["damage"] for n, at in enumerate(state.enemies) if at in near)

    def faint(self, state: State, number: int, at: Cell) -> State:
        """model: "At 0 health: off the map, Special die blank ... health full; coins, gems, cards stay"."""
        hero = self.heroes[number][1]
        # form: "max_health (default: health; what a hero has again after fainting)"
        full = hero.get("max_health", hero["health"])
        state = replace(state, heroes=changed(state.heroes, number, Hero(None, full)))
        if number != self.active:
            return state
        return replace(
            state, purse=state.purse._replace(special=None), returns_on_boss=self.is_on_boss_level(at)
        )

    def hurt(self, state: State, number: int, wounds: int, at: Cell) -> State:
        left = state.heroes[number].health - wounds
        if left <= 0:
            return self.faint(state, number, at)
        return replace(
            state, heroes=changed(state.heroes, number, state.heroes[number]._replace(health=left))
        )

    def put_hero(self, state: State, number: int, cell: Cell) -> State:
        """The hero comes into the cell and collects.

        model: "the coin and the gem of a cell go to the hero who comes into it by step, push, hop, generation
        or landing". A gem matters only in the active hero's hand and by lying there no more.
        """
        state = replace(state, heroes=changed(state.heroes, number, state.heroes[number]._replace(at=cell)))
        if cell not in state.gems:
            return state
        if number == self.active:
            state = replace(state, purse=state.purse._replace(gems=state.purse.gems + 1))
        return replace(state, gems=state.gems - {cell})

    # ---- Gravity

    def gravity(
        self, state: State, zone: str, lets_go: set[int]
    ) -> tuple[State, dict[int, list[Cell]], list[int]]:
        """The state after one Gravity, the traps that hurt each hero, and the heroes that fainted."""
        traps: dict[int, list[Cell]] = {}
        fainted: list[int] = []
        # model: "Column by column, from the bottom up (C2-17)."
        for cell in sorted(self.occupied(state)):
            if zone not in ("all", self.zone(cell)):
                continue
            kind, number = self.occupied(state)[cell]
            # model: "A hero in a ladder cell stays too, unless its owner lets it fall"; "enemies do not"
            if kind == "hero" and cell in self.ladders and number not in lets_go:
                continue
            place = cell
            # model: "stays if its cell has floor or a figure that has come to rest is right below ...
            # Everybody else sinks until floor or figure; a ladder passed on the way stops nobody
            # (002:429)."
            while not self.has_floor(place) and (place[0], place[1] - 1) not in self.occupied(state):
                place = (place[0], place[1] - 1)
                # model: "Each trap cell a hero falls into or through costs 1, the cell it starts from does
                # not"
                if kind == "hero" and place in self.traps:
                    traps.setdefault(number, []).append(place)
                    state = self.hurt(state, number, 1, place)
                    # model: "Health gone: the hero faints in that cell and holds nobody up"
                    if state.heroes[number].at is None:
                        fainted.append(number)
                        break
            has_fainted = kind == "hero" and state.heroes[number].at is None
            if place == cell or has_fainted:
                continue
            if kind == "hero":
                state = self.put_hero(state, number, place)  # model: "Who lands collects."
            else:
                state = replace(state, enemies=changed(state.enemies, number, place))
        return state, traps, fainted

    def other_heroes_that_let_go(self) -> set[int]:
        # form: "lets_go (false; the other heroes: falls off ladders at every Gravity. ...)"
        return {
            number
            for number, (_, hero) in enumerate(self.heroes)
            if number != self.active and hero.get("lets_go", False)
        }


def changed(values: tuple, index: int, value: Any) -> tuple:
    return (*values[:index], value, *values[index + 1 :])
