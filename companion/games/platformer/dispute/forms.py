"""The dispute/1 document of a Platformer turn, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.platformer.turn.enemy_die import EnemyFace
from companion.games.platformer.turn.gravity import Zone
from companion.games.platformer.turn.pool import MOST
from companion.games.platformer.turn.position import Rules, Symbol

Count = Annotated[int, Meta(ge=0, le=MOST)]
Health = Annotated[int, Meta(ge=1, le=MOST)]
Size = Annotated[int, Meta(ge=1, le=100)]
MOST_CELLS = 400
"""The most cells of a map for a turn; the largest tower of the game has 160."""
MOST_ENEMIES = 16
MOST_SYMBOLS = 12
"""The most dice of a pool, and the most effects beside them; a turn has five dice."""
PlaceForm = tuple[int, int]
Places = tuple[PlaceForm, ...]


class BoardForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The levels on the table; every list is a set."""

    columns: Size
    rows: Size
    levels: tuple[int, ...] = (1,)
    boss_level: bool = False
    walls: Places = ()
    platforms: Places = ()
    ladders: Places = ()
    coins: Places = ()
    gems: Places = ()
    traps: Places = ()
    shops: Places = ()
    portals: Places = ()


class PlayerForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A hero: `at` null is off the map."""

    at: PlaceForm | None
    health: Health
    max_health: Health | None = None
    gems: Count = 0
    coins: Count = 0
    special: Symbol | None = None
    fainted_on_boss: bool = False
    lets_go: bool = False


class LootForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What defeating an enemy brings."""

    coins: Count = 0
    gems: Count = 0


class EnemyForm(Struct, frozen=True, forbid_unknown_fields=True):
    """An enemy on the map."""

    at: PlaceForm
    health: Health
    damage: Count
    loot: LootForm = LootForm()
    pushable: bool = True
    boss: bool = False


class TurnForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose turn it is and what lies in the pool."""

    player: str
    symbols: dict[Symbol, Count] = {}
    extra: dict[Symbol, Count] = {}


class ClaimForm(Struct, frozen=True, forbid_unknown_fields=True):
    """How the turn is said to have ended; null is off the map."""

    at: PlaceForm | None
    defeated: tuple[str, ...] | None = None
    players: dict[str, PlaceForm | None] = {}
    enemies: dict[str, PlaceForm | None] = {}


class DisputeForm(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn from step 5 on: the dice are rolled, the Enemy die has been carried out."""

    format: Literal["dispute/1"]
    game: Literal["platformer"]
    options: Rules = Rules()
    board: BoardForm
    players: dict[str, PlayerForm]
    enemies: Annotated[dict[str, EnemyForm], Meta(max_length=MOST_ENEMIES)] = {}
    turn: TurnForm
    claim: ClaimForm | None = None


class AskForm(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every small question may carry, used or not."""

    format: Literal["dispute/1"]
    game: Literal["platformer"]
    options: Rules = Rules()


class GemsForm(AskForm, frozen=True, kw_only=True):
    """The most effects of equal dice of one action."""

    ask: Literal["gems"]
    symbols: Count
    gems: Count
    board: BoardForm | None = None
    players: dict[str, PlayerForm] = {}
    enemies: dict[str, EnemyForm] = {}


class EnemiesForm(AskForm, frozen=True, kw_only=True):
    """The Enemy die."""

    ask: Literal["enemies"]
    die: EnemyFace
    board: BoardForm
    players: dict[str, PlayerForm] = {}
    enemies: dict[str, EnemyForm] = {}


class GravityForm(AskForm, frozen=True, kw_only=True):
    """One Gravity."""

    ask: Literal["gravity"]
    board: BoardForm
    zone: Zone = "all"
    players: dict[str, PlayerForm] = {}
    enemies: dict[str, EnemyForm] = {}


ASKS: dict[str, type[GemsForm | EnemiesForm | GravityForm]] = {
    "gems": GemsForm,
    "enemies": EnemiesForm,
    "gravity": GravityForm,
}
