"""The state of a game: the tower, the figures, the piles, and where the turn stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Literal

from msgspec import Struct

from companion.core.blocks import LogLine
from companion.core.deck import Pile
from companion.games.platformer.content import (
    Artifact,
    BossCard,
    BossSheet,
    EnemyCard,
    EventCard,
    HeroCard,
    ShopCard,
    Tile,
)
from companion.games.platformer.options import Options
from companion.games.platformer.turn.position import Symbol

TurnStep = Literal[
    "setup", "event", "remove", "refresh", "roll", "enemies", "actions", "gravity", "end", "boss", "over"
]


BY_HAND = "by_hand"
"""The task that the table carries a text out."""


class Box(Struct, frozen=True):
    """The cards and tiles that this game is played with."""

    tiles: dict[str, Tile]
    heroes: dict[str, HeroCard]
    enemies: dict[str, EnemyCard]
    items: dict[str, ShopCard]
    potions: dict[str, ShopCard]
    artifacts: dict[str, Artifact]
    events: dict[str, EventCard]
    bosses: dict[str, BossSheet]
    boss_cards: dict[str, BossCard]


class Player(Struct, frozen=True):
    """A player with the hero's place, an empty one being off the map."""

    name: str
    hero: str
    health: int
    at: str = ""
    coins: int = 0
    gems: int = 0
    special: Symbol | None = None
    cards: tuple[str, ...] = ()
    """Items, potions and artifacts, as `items/boots`."""
    used: tuple[str, ...] = ()
    """Turned cards; `ability` for the hero's own."""
    has_token: bool = False
    returns_above: bool = False
    """Whether it fainted on the Boss level."""
    defeated: int = 0


class Foe(Struct, frozen=True):
    """An enemy on the map, or the Boss."""

    kind: str
    at: str
    is_boss: bool = False


class Level(Struct, frozen=True):
    """One level: its two tiles once they are turned up, and its enemy card."""

    tiles: tuple[str, ...] = ()
    enemy: str = ""


class State(Struct, frozen=True):
    """A game; spaces are `column/row`, counted from the bottom left of the whole tower."""

    box: Box
    options: Options
    boss: str
    players: tuple[Player, ...]
    levels: tuple[Level, ...]
    """From the bottom up; the last one is the Boss level."""
    tiles: Pile
    items: Pile
    potions: Pile
    enemies: Pile
    is_sample: bool = False
    lowest: int = 0
    """The lowest level still on the table."""
    revealed: int = 0
    """How many levels have been turned up."""
    foes: dict[str, Foe] = {}
    coins: tuple[str, ...] = ()
    gems: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    """What is waited for that nobody chooses, the next one first."""
    drunk: tuple[str, ...] = ()
    """The potions under their pile, in the order in which they come up after it."""
    by_hand: tuple[dict[str, str], ...] = ()
    """The texts that the table has to carry out, the next one first."""
    turn: int = 0
    round: int = 1
    step: TurnStep = "setup"
    dice: dict[Symbol, int] = {}
    rolled: tuple[Symbol, ...] = ()
    enemy_die: str = ""
    extra: dict[Symbol, int] = {}
    steps_left: int = 0
    was_off: bool = False
    """Whether the active hero began its actions off the map."""
    shop: tuple[str, ...] = ()
    artifacts: dict[str, str] = {}
    """The artifacts in play and who holds them."""
    events: Pile = {}
    event: str = ""
    boss_deck: Pile = {}
    boss_discards: Pile = {}
    boss_die: str = ""
    boss_drawn: tuple[str, ...] = ()
    was_reshuffled: bool = False
    winner: str = ""
    ending: str = ""
    """Why the game is over; empty while it goes on."""
    surplus: int = 0
    """Wounds on the Boss above its health."""
    log: tuple[LogLine, ...] = ()

    @property
    def active(self) -> Player:
        """Returns the player whose turn it is."""
        return self.players[self.turn]

    @property
    def is_solo(self) -> bool:
        """Tells whether one player plays alone, with events."""
        return len(self.players) == 1

    def find_player(self, name: str) -> Player:
        """Returns a player by name."""
        return next(player for player in self.players if player.name == name)

    def free_names(self, kind: str) -> Iterator[str]:
        """Numbers the enemies of a kind that are not on the map: a defeated one may come back."""
        return (name for name in map(f"{kind}-{{}}".format, count(1)) if name not in self.foes)
