"""What a Rayman content pack describes: boards, cards, tokens, bosses, projectiles and heroes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from companion.content.library import Content, Entity
from companion.core.message import Message, label, literal
from companion.games.rayman.board import TEENSIES, Board, Space
from companion.games.rayman.effects import ICONS, Icon, Level, RaymanEffect

TILE_COLUMNS = 22

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


class BoardPlan(Entity, frozen=True):
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

    cards_of: str = ""
    """The hero whose set of cards this one plays, where it has none of its own."""
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
    source: dict[str, str] | str = ""
    """Where the values come from, where not as the pack's own say: per language, or one text for all."""

    def origin(self) -> Message | None:
        """Says where the values come from, if the card does."""
        if not self.source:
            return None
        return literal(self.source) if isinstance(self.source, str) else label(self.source)


CONTENT_KINDS: Mapping[str, type[Entity]] = {
    "tiles": Tile,
    "boards": BoardPlan,
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


def join_tiles(tiles: Iterable[Tile], teensies: Mapping[str, Spot]) -> Board:
    """Lays tiles side by side and puts the prisoners on them."""
    platforms: set[Space] = set()
    thick: set[Space] = set()
    walls: set[Space] = set()
    enemies: set[Space] = set()
    obstacles: set[int] = set()
    start = 0
    for tile in tiles:
        for spaces, rows in ((platforms, tile.platforms), (thick, tile.thick)):
            spaces |= {(start + c, int(level)) for level, text in rows.items() for c in columns_in(text)}
        walls |= {(start + column, level) for column, level in tile.walls}
        enemies |= {(start + column, level) for column, level in tile.enemies}
        obstacles |= {start + column for column in columns_in(tile.obstacles)}
        start += TILE_COLUMNS
    return Board(
        columns=start,
        platforms=tuple(sorted(platforms)),
        thick=tuple(sorted(thick)),
        walls=tuple(sorted(walls)),
        obstacles=tuple(sorted(obstacles)),
        enemies=tuple(sorted(enemies)),
        teensies=tuple((colour, teensies[colour]) for colour in TEENSIES if colour in teensies),
    )


def board_of(content: Content, board_id: str) -> Board:
    """Builds an installed board; refuses with Invalid when a part of it is missing."""
    plan = content.find("boards", board_id)
    assert isinstance(plan, BoardPlan)
    return join_tiles((find_tile(content, tile) for tile in plan.tiles), plan.teensies)


def find_tile(content: Content, tile_id: str) -> Tile:
    """Returns a tile; refuses with Invalid naming the ones there are."""
    tile = content.find("tiles", tile_id)
    assert isinstance(tile, Tile)
    return tile


def cards_in_play(content: Content) -> dict[str, ActionCard]:
    """Returns every Action card by id; a hero who borrows a set plays a copy of it."""
    cards = {name: card for name, card in content.of_kind("cards").items() if isinstance(card, ActionCard)}
    copies: dict[str, ActionCard] = {}
    for hero_id, hero in content.of_kind("heroes").items():
        if isinstance(hero, Hero) and hero.cards_of:
            borrowed = [card for card in cards.values() if card.hero == hero.cards_of]
            copies |= {
                f"{hero_id}-{number}": replace(
                    card,
                    hero=hero_id,
                    label={language: f"{name} {number}" for language, name in hero.label.items()},
                )
                for number, card in enumerate(borrowed, 1)
            }
    return {**copies, **cards}


def action_cards(content: Content, hero: str) -> tuple[str, ...]:
    """Lists the ids of a hero's Action cards (or of the `additional` ones), in the order of the pack."""
    return tuple(name for name, card in cards_in_play(content).items() if card.hero == hero)


def heroes_in_order(content: Content) -> tuple[str, ...]:
    """Lists the heroes of the box first, then all others."""
    known = ("rayman", "globox", "barbara", "minimus")
    heroes = content.of_kind("heroes")
    return tuple(sorted(heroes, key=lambda hero: (known.index(hero) if hero in known else len(known), hero)))
