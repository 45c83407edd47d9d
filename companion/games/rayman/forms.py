"""The records of a set-up: the form that a table fills in, and the complete set-up of a race."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.content.library import Content
from companion.core.blocks import Json
from companion.games.rayman.board import Board, Space
from companion.games.rayman.entities import heroes_in_order
from companion.games.rayman.options import Edition, Options

Mode = Literal["rookie", "intermediate", "hero", "legend"]
Play = Literal["competitive", "coop", "solo", "competitive_boss"]
Speed = Literal["easy", "normal", "hard"]
Legendary = Literal["weaver", "drifter", "smasher", "dasher", "sneaker", "scrambler"]
LEGENDARY: tuple[Legendary, ...] = get_args(Legendary)

LUMS: dict[str, str] = {
    "weaver": "crouch",
    "drifter": "glide",
    "smasher": "slap",
    "dasher": "move",
    "sneaker": "heart",
    "scrambler": "jump",
}
"""The icon that a Lum becomes with each card (RAY-LEGEND-2)."""

GRANTING: dict[str, str] = {"drifter": "glide", "sneaker": "crouch"}
"""Cards that grant a Movement for every two such icons (RAY-LEGEND-8, 14)."""

MOST_PLAYERS = 6
HAND = 8
FULL_HAND = 10
"""How many cards a hand has with the Additional cards."""


class Preset(Struct, frozen=True):
    """What the rulebook lays out for a mode's first game."""

    world: str
    boss: str
    projectile: str | None
    coop_projectile: str
    has_effects: bool
    has_additional_cards: bool


PRESETS: dict[Mode, Preset] = {
    "rookie": Preset("jungle", "armored_toad", None, "missile", False, False),
    "intermediate": Preset("forest", "dark_teensy", "missile", "missile", False, True),
    "hero": Preset("fiesta", "seabreather", "fork", "fork", True, True),
    "legend": Preset("hell", "grunderbite", "red_ghost", "fire_cracker", True, True),
}
WORLDS = tuple(preset.world for preset in PRESETS.values())


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the table, in seating order."""

    hero: str = ""
    name: str = ""
    legendary: Legendary | None = None


class Tournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Four races in a row; no boards named: those of the four modes."""

    boards: tuple[str, ...] = ()


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as a table writes it; everything but the players may be left out."""

    players: tuple[Seat | str, ...] = ()
    """Each with a hero, or only by name: then one that is free."""
    mode: Mode = "rookie"
    play: Play | UnsetType = UNSET
    board: str | dict[str, Any] | UnsetType = UNSET
    """An installed board, or one written as in dispute/1."""
    tiles: tuple[str, str] | UnsetType = UNSET
    projectile: str | UnsetType | None = UNSET
    projectile_effects: bool | UnsetType = UNSET
    boss: str | UnsetType | None = UNSET
    boss_speed: Speed = "normal"
    additional_cards: bool | UnsetType = UNSET
    legendary_cards: bool | UnsetType = UNSET
    """Whether everybody has one; left out: in Legend mode everybody, else those who name one."""
    teensies: Literal["official", "placed", "random"] | dict[str, Space] | UnsetType = UNSET
    cards: Literal["pack", "typed"] = "pack"
    edition: Edition = "rulings"
    options: dict[str, Any] = {}
    tournament: Tournament | bool | None = None
    youngest: str = ""


class Race(Struct, frozen=True):
    """A board to race on, with its prisoners where they are fixed."""

    id: str
    """The installed board, or the tiles or `custom` for one of the table's own."""
    board: Board
    teensies: Literal["fixed", "placed", "random"] = "fixed"


class Setup(Struct, frozen=True):
    """A complete, sound set-up."""

    players: tuple[Seat, ...]
    mode: Mode
    play: Play
    races: tuple[Race, ...]
    """One race, or the four of a tournament."""
    projectile: str | None
    has_effects: bool
    """Whether the Projectile card's numbers apply."""
    boss: str | None
    boss_speed: Speed
    has_additional_cards: bool
    cards: Literal["pack", "typed"]
    edition: Edition
    options: Options
    youngest: int
    """The seat that drafts first."""

    @property
    def is_tournament(self) -> bool:
        """Tells whether several races are played for points."""
        return len(self.races) > 1


def nested(raw: Json) -> Json:
    """Puts flat answers such as `options.teensies` or `players.0.legendary` where they belong."""
    if not isinstance(raw, dict) or not any("." in name for name in raw):
        return raw
    whole: Json = deepcopy({name: value for name, value in raw.items() if "." not in name})
    for name in (name for name in raw if "." in name):
        *path, last = name.split(".")
        inside: Any = whole
        for step in path:
            if isinstance(inside, list):
                inside = inside[int(step)] if step.isdigit() and int(step) < len(inside) else None
            elif isinstance(inside, dict):
                inside = inside.setdefault(step, {})
        if isinstance(inside, dict):
            inside[last] = raw[name]
        else:
            whole[name] = raw[name]  # leads nowhere: left to be refused as an unknown field
    return whole


def readable(raw: Json) -> Form:
    """Reads those fields of a form that can be read, each by itself, and so with each player."""
    kept = _readable_fields(raw, Form)
    players = raw.get("players") if isinstance(raw, dict) else None
    if "players" not in kept and isinstance(players, list | tuple):
        kept["players"] = [
            player if isinstance(player, str) else _readable_fields(player, Seat) for player in players
        ]
    return msgspec.convert(kept, Form)


def _readable_fields(raw: Any, wanted: type[Struct]) -> Json:
    kept: Json = {}
    for name, value in raw.items() if isinstance(raw, dict) else ():
        try:
            msgspec.convert({name: value}, wanted)
        except msgspec.ValidationError:
            continue
        kept[name] = value
    return kept


def seated(players: tuple[Seat | str, ...], content: Content) -> tuple[Seat, ...]:
    """Gives a free hero to who named none."""
    seats = [Seat(name=player) if isinstance(player, str) else player for player in players]
    taken = {seat.hero for seat in seats}
    free = [hero for hero in heroes_in_order(content) if hero not in taken]
    return tuple(
        seat if seat.hero or not free else Seat(free.pop(0), seat.name, seat.legendary) for seat in seats
    )


def blank_hand(hero: str, has_additional: bool) -> tuple[str, ...]:
    """Returns a hand of cards that the table types (RAY-SETUP-11, CARD-10)."""
    return tuple(f"{hero}-{number}" for number in range(1, (FULL_HAND if has_additional else HAND) + 1))
