"""What a table chooses before the game: players, Boss, dungeon, variants, the icons that were lost."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.platformer.content import Bonus, DungeonSet
from companion.games.platformer.turn.position import Rules, Symbol


class Options(Rules, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """House rules, and what the table reads off its own box where the icons are lost."""

    second_bonus: Bonus = "coin"
    third_bonus: Bonus = "gem"
    fourth_bonus: Bonus = "coin_gem"
    wild_symbol: Symbol | None = None
    """What Ikee's wild cards count as; None: the most frequent symbol."""
    larger_map: bool = False
    artifacts: bool = False
    round_limit: Annotated[int, Meta(ge=1, le=500)] | None = None
    """After how many rounds the game ends without a winner; None: it goes on."""


class SetupPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player by name; without a hero, the first free one."""

    name: str
    hero: str | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up as `companion play` and the wizard send it."""

    players: tuple[SetupPlayer | str, ...] = ()
    first: str = ""
    """Who begins; empty: the first of the players."""
    mode: Literal["tower"] = "tower"
    boss: str = ""
    dungeon: DungeonSet = "forest"
    options: Options = Options()
