"""Draws the tower: cells, platforms, walls, ladders, what lies there and who stands there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.blocks import Badge, Board, Edge, Mark, Piece, Space
from companion.core.message import literal, say
from companion.games.platformer import board
from companion.games.platformer.content import TILE_ROWS, Tile
from companion.games.platformer.log import figure_name
from companion.games.platformer.state import State

MARK_ICONS = {
    "traps": "trap", "shops": "shop", "generators": "generator", "portals": "portal",
    "boss_starts": "boss", "specials": "special",
}  # fmt: skip
TONES = {
    "trap": "danger",
    "shop": "gain",
    "generator": "foe",
    "portal": "goal",
    "boss": "foe",
    "special": "danger",
}
FOCUS_ROWS = 3
NUMBER = 0.3
"""How much of a cell's side the number of its row or column takes."""


def drawn_board(state: State) -> Board:
    """Draws the levels face up, one level of backs above them, and keeps the action in sight."""
    levels = range(state.lowest, state.revealed)
    rows = max(TILE_ROWS, len(levels) * TILE_ROWS)
    top = state.lowest * TILE_ROWS + rows
    spaces: list[Space] = []
    edges: list[Edge] = []
    marks: list[Mark] = []
    for level in levels:
        tiles = tuple(state.box.tiles[name] for name in state.levels[level].tiles)
        drawn = draw_tiles(tiles, level * TILE_ROWS, top, level == board.boss_level(state))
        spaces += drawn.spaces
        edges += drawn.edges
        marks += drawn.marks
        marks += _numbers(level * TILE_ROWS, top)
    return Board(
        board.COLUMNS,
        rows,
        tuple(spaces),
        tuple(marks),
        _pieces(state),
        focus=_focus(state),
        goals=_goals(state),
        edges=tuple(edges),
    )


def _numbers(below: int, top: int) -> list[Mark]:
    """Numbers a level's rows and columns in the corners of its left and lowest cells."""
    rows = [
        Mark("caption", 0.03, top - below - row + 0.03, NUMBER, NUMBER, literal(str(below + row)))
        for row in range(1, TILE_ROWS + 1)
    ]
    columns = [
        Mark("caption", column - NUMBER, top - below - NUMBER, NUMBER, NUMBER, literal(str(column)))
        for column in range(1, board.COLUMNS + 1)
    ]
    return rows + columns


def draw_tiles(tiles: tuple[Tile, ...], below: int, top: int, is_boss_level: bool = False) -> Board:
    """Draws tiles side by side, with so many rows below them, `top` being the uppermost row."""
    icons = {
        (column + index * 4, row): icon
        for name, icon in MARK_ICONS.items()
        for index, tile in enumerate(tiles)
        for column, row in getattr(tile, name)
    }
    spaces, edges, marks = [], [], []
    for index, tile in enumerate(tiles):
        for column in range(1, 5):
            for row in range(1, TILE_ROWS + 1):
                x, y = column + index * 4, row + below
                icon = icons.get((x, row), "")
                spaces.append(
                    Space(board.space_id(x, y), x - 1, top - y, icon=icon, tone=TONES.get(icon, ""))
                )
        for column, row in tile.ladders:
            marks.append(Mark("ladder", column + index * 4 - 1, top - row - below, 1.0, 1.0))
        for column, row in tile.walls:
            edges.append(Edge(board.space_id(column + index * 4, row + below), "E", "wall"))
        floors = set(tile.platforms)
        if is_boss_level:
            floors |= {(column, 1) for column in range(1, 5)}
        for column, row in sorted(floors):
            edges.append(Edge(board.space_id(column + index * 4, row + below), "S", "platform"))
    return Board(4 * len(tiles), TILE_ROWS, tuple(spaces), tuple(marks), edges=tuple(edges))


def printed_tile(tile: Tile) -> Board:
    """Draws a tile as it is printed: its marks by name, and where coins and gems are put."""
    drawn = draw_tiles((tile,), 0, TILE_ROWS, tile.is_boss)
    names = {icon: say(f"platformer.tool.{mark}") for mark, icon in MARK_ICONS.items()}
    spaces = tuple(replace(space, name=names.get(space.icon)) for space in drawn.spaces)
    tokens = tuple(
        Piece(f"{icon}-{column}/{row}", board.space_id(column, row), icon, label)
        for spots, icon, label in (
            (tile.coins, "coin", say("platformer.symbol.coin")),
            (tile.gems, "gem", say("platformer.gem")),
        )
        for column, row in spots
    )
    return replace(drawn, spaces=spaces, pieces=tokens)


def _pieces(state: State) -> tuple[Piece, ...]:
    pieces = [Piece(f"gem-{at}", at, "gem", say("platformer.gem"), tone="gain") for at in state.gems]
    pieces += [
        Piece(f"coin-{at}", at, "coin", say("platformer.symbol.coin"), tone="gain") for at in state.coins
    ]
    is_free = state.step == "actions" and not state.tasks
    for name, foe in state.foes.items():
        facts = board.enemy_facts(state, foe)
        badges = (Badge("heart", say("platformer.needs", count=facts.health), facts.health, "foe"),)
        pieces.append(
            Piece(
                name, foe.at, "boss" if foe.is_boss else "enemy", figure_name(state, name), tone="foe",
                can_move=is_free, badges=badges, is_landmark=foe.is_boss,
            )
        )  # fmt: skip
    for seat, player in enumerate(state.players):
        if player.at:
            is_active = seat == state.turn and state.step == "actions"
            pieces.append(
                Piece(
                    player.hero, player.at, "figure", literal(player.name), seat, is_active=is_active,
                    can_move=is_active and is_free,
                )
            )  # fmt: skip
    return tuple(pieces)


def _focus(state: State) -> tuple[str, ...]:
    """Keeps the active hero with some rows around it in sight; off the map, the lowest rows."""
    first = state.lowest * TILE_ROWS + 1
    last = max(first + TILE_ROWS - 1, state.revealed * TILE_ROWS)
    row = board.place_of(state.active.at)[1] if state.active.at else first
    rows = (max(first, row - FOCUS_ROWS), min(last, row + FOCUS_ROWS))
    return tuple(board.space_id(column, one) for one in rows for column in (1, board.COLUMNS))


def _goals(state: State) -> tuple[str, ...]:
    """Leads to the row that turns the next level up, and from the Boss level on to the Boss."""
    if state.revealed < len(state.levels):
        row = state.revealed * TILE_ROWS
        return tuple(board.space_id(column, row) for column in range(1, board.COLUMNS + 1)) if row else ()
    return tuple(foe.at for foe in state.foes.values() if foe.is_boss)


def drawn_mat(state: State) -> Board:
    """Draws the whole tower empty, by the same spaces: what a camera is taught and what is printed."""
    rows = len(state.levels) * TILE_ROWS
    spaces = tuple(
        Space(board.space_id(column, row), column - 1, rows - row)
        for row in range(rows, 0, -1)
        for column in range(1, board.COLUMNS + 1)
    )
    return Board(board.COLUMNS, rows, spaces)
