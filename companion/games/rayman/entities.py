"""What a Rayman content pack describes: boards, cards, tokens, bosses, projectiles and heroes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from companion.content.library import Content, Entity
from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.rayman.effects import ICONS, Icon, Level, RaymanEffect

TILE_COLUMNS = 22
LEVELS = 3
COLOURS = ("blue", "red", "green", "yellow")

Column = Annotated[int, Meta(ge=0, le=2 * TILE_COLUMNS - 1)]
Spot = tuple[Column, Level]
"""A printed space: column and level."""

Columns = Annotated[str, Meta(pattern=r"^(\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*)?$")]
"""A list of columns such as `3-6,10`."""

Shown = Annotated[int, Meta(ge=0, le=20)]
"""How often a card shows an icon."""

When = Literal["this_round", "end"]


class Tile(Entity, frozen=True):
    """Half a board: 22 columns of three levels, numbered from 0 within the tile."""

    platforms: dict[Literal["2", "3"], Columns] = field(default_factory=dict)
    thick: dict[Literal["1", "2"], Columns] = field(default_factory=dict)
    walls: tuple[Spot, ...] = ()
    """Each stands between its column and the next one."""
    obstacles: Columns = ""
    enemies: tuple[Spot, ...] = ()
    teensies: tuple[Spot, ...] = ()
    """Good spaces for a prisoner, the best first."""


class Board(Entity, frozen=True):
    """Two tiles side by side, with where the prisoners stand by default."""

    tiles: tuple[str, str]
    teensies: dict[str, Spot] = field(default_factory=dict)


class ActionCard(Entity, frozen=True):
    """An Action card: the initiative in its corner and how often it shows each icon."""

    hero: str
    """The hero in whose set it is, or `additional`."""
    initiative: Annotated[int, Meta(ge=0, le=99)]
    move: Shown = 0
    jump: Shown = 0
    slap: Shown = 0
    glide: Shown = 0
    crouch: Shown = 0
    heart: Shown = 0
    lums: Shown = 0

    @property
    def icons(self) -> dict[Icon, int]:
        """Returns the icons that it shows, with their counts."""
        return {icon: getattr(self, icon) for icon in ICONS if getattr(self, icon)}


class BonusToken(Entity, frozen=True):
    """A kind of Bonus token: its two icons and how many there are in the box."""

    icons: tuple[Icon, Icon]
    copies: Annotated[int, Meta(ge=1, le=27)] = 1


class Hero(Entity, frozen=True):
    """A hero with a figure and a set of Action cards."""

    colour: str = ""
    """The ring around its foot, as `#rrggbb`."""


class Boss(Entity, frozen=True):
    """A Boss card: how hard it is, its three speeds and what it always does."""

    easy: Annotated[int, Meta(ge=1, le=22)]
    normal: Annotated[int, Meta(ge=1, le=22)]
    hard: Annotated[int, Meta(ge=1, le=22)]
    attacks: tuple[str, ...]
    skulls: Annotated[int, Meta(ge=1, le=5)] = 1
    passive: tuple[RaymanEffect, ...] = ()
    """Holds in every round."""

    def speed(self, difficulty: Literal["easy", "normal", "hard"]) -> int:
        """Returns how many columns it moves a round."""
        return {"easy": self.easy, "normal": self.normal, "hard": self.hard}[difficulty]


class BossAttack(Entity, frozen=True):
    """A Special Attack card: what it does, at the end of the round or all through it."""

    effects: tuple[RaymanEffect, ...]
    when: When = "end"


class ProjectileEntry(Entity, frozen=True):
    """What a Projectile card does at one number of the die; the label says it in words."""

    effects: tuple[RaymanEffect, ...] = ()
    when: When = "end"


class ProjectileCard(Entity, frozen=True):
    """A kind of projectile with its card: one entry for each number of the die."""

    entries: Annotated[tuple[ProjectileEntry, ...], Meta(min_length=6, max_length=6)]
    source: str = ""
    """Where the values come from, where that is not the pack's own source."""


CONTENT_KINDS: Mapping[str, type[Entity]] = {
    "tiles": Tile,
    "boards": Board,
    "cards": ActionCard,
    "tokens": BonusToken,
    "bosses": Boss,
    "attacks": BossAttack,
    "projectiles": ProjectileCard,
    "heroes": Hero,
}


def columns_in(text: str) -> tuple[int, ...]:
    """Reads `3-6,10` as 3, 4, 5, 6, 10."""
    found: list[int] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return tuple(found)


def columns_text(columns: Iterable[int]) -> str:
    """Writes 3, 4, 5, 6, 10 as `3-6,10`."""
    runs: list[list[int]] = []
    for column in sorted(set(columns)):
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def join_tiles(tiles: Iterable[Tile], teensies: Mapping[str, Spot]) -> dict[str, Any]:
    """Lays tiles side by side and writes the board as dispute/1 does."""
    levels: dict[str, dict[str, list[int]]] = {"platforms": {}, "thick": {}}
    walls: list[list[int]] = []
    enemies: list[list[int]] = []
    obstacles: list[int] = []
    start = 0
    for tile in tiles:
        for kind, rows in (("platforms", tile.platforms), ("thick", tile.thick)):
            for level, text in rows.items():
                levels[kind].setdefault(level, []).extend(start + c for c in columns_in(text))
        walls += [[start + column, level] for column, level in tile.walls]
        enemies += [[start + column, level] for column, level in tile.enemies]
        obstacles += [start + column for column in columns_in(tile.obstacles)]
        start += TILE_COLUMNS
    return {
        "columns": start,
        **{kind: {level: columns_text(c) for level, c in rows.items()} for kind, rows in levels.items()},
        "walls": walls,
        "obstacles": columns_text(obstacles),
        "enemies": enemies,
        "teensies": {colour: list(at) for colour, at in teensies.items()},
    }


def board_form(content: Content, board_id: str) -> dict[str, Any]:
    """Writes an installed board as dispute/1 does; refuses with Invalid when a part is missing."""
    board = content.find("boards", board_id)
    if not isinstance(board, Board):
        raise Invalid(say("rayman_setup.not_a_board", id=board_id))
    return join_tiles((find_tile(content, tile) for tile in board.tiles), board.teensies)


def find_tile(content: Content, tile_id: str) -> Tile:
    """Returns a tile; refuses with Invalid naming the ones there are."""
    tile = content.find("tiles", tile_id)
    if not isinstance(tile, Tile):
        raise Invalid(say("rayman_setup.not_a_tile", id=tile_id))
    return tile
