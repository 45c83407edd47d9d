"""What a Platformer box holds: tiles, heroes, enemies, the shop, artifacts, events and Bosses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.content.library import Entity
from companion.core.effect import ByHand, Effect
from companion.games.platformer.turn.position import Symbol

TILE_COLUMNS, TILE_ROWS = 4, 4
DungeonSet = Literal["forest", "void"]
Tier = Literal["I", "II", "III", "summon"]
Range = Literal["row", "beside", "around", "tile", "anywhere"]
Small = Annotated[int, Meta(ge=0, le=99)]
Spot = tuple[Annotated[int, Meta(ge=1, le=TILE_COLUMNS)], Annotated[int, Meta(ge=1, le=TILE_ROWS)]]
"""A cell of a tile: column from the left, row from the bottom."""
MARKS = (
    "ladders", "traps", "coins", "gems", "shops", "generators", "portals", "boss_starts", "specials",
)  # fmt: skip


class Gain(Effect, frozen=True):
    """Coins, gems and hearts won, or lost where negative, and symbols to use this turn."""

    coins: int = 0
    gems: int = 0
    hearts: int = 0
    symbols: dict[Symbol, Small] = field(default_factory=dict)


class Hit(Effect, frozen=True):
    """Wounds every hero in a range of the Boss."""

    range: Range
    wounds: Small = 1


class Curse(Effect, frozen=True):
    """Gives a Boss token to every hero in a range of the Boss."""

    range: Range


class Summon(Effect, frozen=True):
    """Brings the Boss's allies onto free generator cells of its level."""

    count: Small = 1


AnyGain = Gain | ByHand
BossEffect = Hit | Curse | Summon | ByHand


class Tile(Entity, frozen=True):
    """A dungeon tile: walls on the right side of cells, platforms under them, marks in them."""

    set: DungeonSet
    is_boss: bool = False
    """Whether it belongs to the Boss level."""
    walls: tuple[Spot, ...] = ()
    platforms: tuple[Spot, ...] = ()
    ladders: tuple[Spot, ...] = ()
    traps: tuple[Spot, ...] = ()
    coins: tuple[Spot, ...] = ()
    gems: tuple[Spot, ...] = ()
    shops: tuple[Spot, ...] = ()
    generators: tuple[Spot, ...] = ()
    portals: tuple[Spot, ...] = ()
    boss_starts: tuple[Spot, ...] = ()
    specials: tuple[Spot, ...] = ()


class HeroCard(Entity, frozen=True):
    """A hero: health, the effect of its star, and an ability used once a turn or whenever loot is won."""

    health: Annotated[int, Meta(ge=1, le=20)]
    star: AnyGain
    ability: AnyGain | None = None
    loot_coins: Small = 0


class EnemyCard(Entity, frozen=True):
    """An enemy of a tier, or a Boss's ally."""

    tier: Tier
    health: Annotated[int, Meta(ge=1, le=50)]
    damage: Small
    coins: Small = 0
    gems: Small = 0
    is_pushable: bool = True
    blanks_special: bool = False
    """Whether its attack also blanks the victim's Special die."""
    text: dict[str, str] = field(default_factory=dict)


class ShopCard(Entity, frozen=True):
    """An item or a potion."""

    price: Small
    effect: AnyGain
    is_passive: bool = False
    """Whether it acts by itself instead of being used."""


class Artifact(Entity, frozen=True):
    """A card that changes hands: who meets the requirement takes it."""

    requires: Literal["coins", "gems", "defeated", "highest"]
    count: Small
    effect: AnyGain
    is_passive: bool = False


class EventCard(Entity, frozen=True):
    """An event of the solo game: for the whole turn, or at its end."""

    when: Literal["turn", "end"]
    effect: AnyGain


class BossSheet(Entity, frozen=True):
    """A Boss: how it picks its cards, what it does as an enemy, whom it summons."""

    picks_by: Literal["enemy_die", "action_dice"]
    damage: Small
    health: Small = 0
    """0: twice the levels."""
    summons: str = ""
    is_pushable: bool = True


class BossCard(Entity, frozen=True):
    """An attack card of a Boss with what it shows: a face of the Enemy die, a symbol, or wild."""

    boss: str
    shows: Literal["left", "right", "attack", "boot", "sword", "coin", "monster", "star", "wild"]
    effects: tuple[BossEffect, ...]


SymbolOrNone = Literal["boot", "sword", "coin", "monster", "star", "none"]
Bonus = Literal["none", "coin", "gem", "coin_gem"]


class Icons(Entity, frozen=True):
    """What the icons of a box say that the rulebook's text has lost: entered once, not asked again."""

    no_boost: SymbolOrNone = "star"
    portal_cost: Literal["boot", "gem", "none"] = "boot"
    second_bonus: Bonus = "coin"
    third_bonus: Bonus = "gem"
    fourth_bonus: Bonus = "coin_gem"
    wild_symbol: SymbolOrNone = "none"
    """What Ikee's wild cards count as; none: the most frequent symbol."""


ICONS = ("no_boost", "portal_cost", "second_bonus", "third_bonus", "fourth_bonus", "wild_symbol")
CONTENT_KINDS: dict[str, type[Entity]] = {
    "tiles": Tile,
    "heroes": HeroCard,
    "enemies": EnemyCard,
    "items": ShopCard,
    "potions": ShopCard,
    "artifacts": Artifact,
    "events": EventCard,
    "bosses": BossSheet,
    "boss_cards": BossCard,
    "icons": Icons,
}
