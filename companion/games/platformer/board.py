"""The tower of a game as the rules of a turn see it, and back: spaces, cells, table and position."""

from __future__ import annotations

from functools import lru_cache

from companion.games.platformer.content import TILE_COLUMNS, TILE_ROWS, Artifact, ShopCard, Spot, Tile
from companion.games.platformer.state import Foe, Level, Player, State
from companion.games.platformer.turn.pool import Pool, pack
from companion.games.platformer.turn.position import Enemy, Hero, Position, Table
from companion.games.platformer.turn.tower import OFF, OFF_BOSS, Cell, Tower

COLUMNS = 2 * TILE_COLUMNS


def space_id(column: int, row: int) -> str:
    """Names a space by its column and its row in the whole tower."""
    return f"{column}/{row}"


def place_of(space: str) -> tuple[int, int]:
    """Returns column and row of a space."""
    column, row = space.split("/")
    return int(column), int(row)


def level_at(space: str) -> int:
    """Returns the level of a space, from 0."""
    return (place_of(space)[1] - 1) // TILE_ROWS


def boss_level(state: State) -> int:
    """Returns the index of the Boss level."""
    return len(state.levels) - 1


def is_above(state: State, space: str) -> bool:
    """Tells whether a space is on the Boss level."""
    return bool(space) and level_at(space) == boss_level(state)


def spots(state: State, level: int, mark: str) -> tuple[str, ...]:
    """Lists the spaces of a level that carry a mark on its tiles."""
    return tuple(
        space_id(column, row + level * TILE_ROWS)
        for column, row in _spots(tuple(state.box.tiles[name] for name in state.levels[level].tiles), mark)
    )


def _spots(tiles: tuple[Tile, ...], mark: str) -> list[Spot]:
    return [
        (column + index * TILE_COLUMNS, row)
        for index, tile in enumerate(tiles)
        for column, row in getattr(tile, mark)
    ]


def tower_of(state: State) -> Tower:
    """Returns the levels that lie face up on the table."""
    levels = tuple(
        tuple(_printed(state.box.tiles[name]) for name in level.tiles)
        for level in state.levels[state.lowest : state.revealed]
    )
    return _tower(levels, state.revealed == len(state.levels))


_PRINTED = ("walls", "platforms", "ladders", "traps", "shops", "portals")
_Printed = tuple[tuple[Spot, ...], ...]


def _printed(tile: Tile) -> _Printed:
    return tuple(getattr(tile, mark) for mark in _PRINTED)


@lru_cache(maxsize=64)
def _tower(levels: tuple[tuple[_Printed, ...], ...], has_boss_level: bool) -> Tower:
    def places(mark: int) -> frozenset[tuple[int, int]]:
        return frozenset(
            (column + side * TILE_COLUMNS, row + number * TILE_ROWS)
            for number, tiles in enumerate(levels)
            for side, printed in enumerate(tiles)
            for column, row in printed[mark]
        )

    count = max(1, len(levels))
    return Tower(
        COLUMNS,
        count * TILE_ROWS,
        tuple(1 + number * TILE_ROWS for number in range(count)),
        has_boss_level,
        frozenset(place for place in places(0) if place[0] < COLUMNS),
        *(places(mark) for mark in range(1, len(_PRINTED))),
    )


def cell_of(state: State, space: str) -> Cell:
    """Returns the cell of a space that is on the table."""
    column, row = place_of(space)
    return (row - 1 - state.lowest * TILE_ROWS) * COLUMNS + column - 1


def space_of(state: State, cell: Cell) -> str:
    """Returns the space of a cell."""
    row, column = divmod(cell, COLUMNS)
    return space_id(column + 1, row + 1 + state.lowest * TILE_ROWS)


def enemy_facts(state: State, foe: Foe) -> Enemy:
    """Returns what the rules need to know of an enemy."""
    if foe.is_boss:
        sheet = state.box.bosses[foe.kind]
        return Enemy(boss_health(state), sheet.damage, 0, 0, sheet.is_pushable, True)
    card = state.box.enemies[foe.kind]
    return Enemy(card.health, card.damage, card.coins, card.gems, card.is_pushable)


def boss_health(state: State) -> int:
    """Returns the wounds that defeat the Boss in one attack (PLT-BOSS-5)."""
    return state.box.bosses[state.boss].health or 2 * len(state.levels)


def card_of(state: State, card: str) -> ShopCard | Artifact:
    """Returns an item, a potion or an artifact by its kind and id, as `items/boots`."""
    kind, _, name = card.partition("/")
    found: ShopCard | Artifact = getattr(state.box, kind)[name]
    return found


def table_of(state: State) -> Table:
    """Returns what does not change during the turn."""
    others = [player for player in state.players if player != state.active]
    return Table(
        tower_of(state),
        state.options,
        Hero(max_health(state, state.active)),
        tuple(Hero(max_health(state, player)) for player in others),
        tuple(enemy_facts(state, foe) for foe in state.foes.values()),
    )


def max_health(state: State, player: Player) -> int:
    """Returns the health that a hero begins with."""
    return state.box.heroes[player.hero].health


def position_of(state: State) -> Position:
    """Returns who is where now."""
    tower = tower_of(state)
    active = state.active
    others = [player for player in state.players if player != active]
    return Position(
        _hero_cell(state, active),
        active.health,
        state.steps_left,
        tuple(cell_of(state, foe.at) for foe in state.foes.values()),
        tuple(_hero_cell(state, player) for player in others),
        tuple(player.health for player in others),
        tower.bits(place_in(state, space) for space in state.gems),
        tower.bits(place_in(state, space) for space in state.coins),
    )


def place_in(state: State, space: str) -> tuple[int, int]:
    """Returns the place of a space in the tower on the table."""
    column, row = place_of(space)
    return column, row - state.lowest * TILE_ROWS


def _hero_cell(state: State, player: Player) -> Cell:
    if player.at:
        return cell_of(state, player.at)
    return OFF_BOSS if player.returns_above else OFF


def pool_of(state: State) -> Pool:
    """Returns what the active player can spend."""
    return pack(state.dice, state.active.special, state.extra, state.active.gems)


def has_boss_level(state: State) -> bool:
    """Tells whether the Boss level lies face up."""
    return state.revealed == len(state.levels)


def new_levels(count: int) -> tuple[Level, ...]:
    """Returns so many levels that nobody has seen."""
    return (Level(),) * count
