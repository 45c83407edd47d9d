"""The state of a night of Rayman: everything that a race needs, immutable and self-contained."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import LogLine
from companion.core.outcome import Outcome
from companion.games.rayman.board import Board
from companion.games.rayman.commands import Place
from companion.games.rayman.effects import EnemyExtraSlaps, FewerIcons, RaymanEffect
from companion.games.rayman.entities import ActionCard, BonusToken, Boss, BossAttack, ProjectileCard
from companion.games.rayman.options import Options

Kind = Literal["competitive", "coop", "solo", "competitive_boss"]
Stance = Literal["stand", "air", "drop", "glide", "hurdle", "finished"]
Bubble = Literal["", "action", "mode"]
"""None, the Bubble action of a round, or the co-operative Bubble mode."""

TOKEN_LIMIT = 4
TEENSIES_NEEDED = 3


class Pool(Struct, frozen=True, omit_defaults=True):
    """How many of each action."""

    move: int = 0
    jump: int = 0
    slap: int = 0
    glide: int = 0
    crouch: int = 0
    heart: int = 0
    lums: int = 0

    def plus(self, icon: str, count: int = 1) -> Pool:
        """Returns the pool with more of an icon, or fewer, never below none."""
        return replace(self, **{icon: max(0, getattr(self, icon) + count)})

    def as_dict(self) -> dict[str, int]:
        """Lists the icons that there are."""
        return {icon: count for icon in self.__struct_fields__ if (count := getattr(self, icon))}


class Racer(Struct, frozen=True, omit_defaults=True):
    """A player with figure, hand and everything in front of them."""

    name: str
    hero: str
    seat: int
    at: Place = (0, 1)
    has_heart: bool = False
    freed: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    chosen: tuple[str, ...] | None = None
    """The secret choice: two cards, or none for a Bubble; None until it is made."""
    played: tuple[str, ...] = ()
    initiative: int | None = None
    second: int = 0
    tie_rolls: tuple[int, ...] = ()
    typed: Pool = Pool()
    """The actions read off the cards, where the table types them."""
    legendary: str | None = None
    has_used_legendary: bool = False
    is_immune: bool = False
    bubble: Bubble = ""
    was_bubbled: bool = False
    """Whether the last round was a Bubble action, so that this one needs cards."""
    is_slapped: bool = False
    is_held_up: bool = False
    """Whether the figure stays in the air until the own turn: out of a Bubble, or by the table's word."""
    has_finished: bool = False
    is_absent: bool = False
    is_waiting: bool = False
    """Whether the figure is not on the board yet: before its first turn (RAY-SETUP-12)."""
    defeated: tuple[Place, ...] = ()
    """The enemies defeated in the own turn of this round: harmless for this figure until it ends."""


class Projectile(Struct, frozen=True):
    """A projectile in flight: stationary in the players' turns, moving at the end of a round."""

    id: int
    at: Place
    end: int
    """The column at which it leaves the board."""


class Sweep(Struct, frozen=True):
    """Where a projectile flew: the places from the first to the last, in order."""

    id: int
    path: tuple[Place, ...]


class BossStand(Struct, frozen=True):
    """The Boss on the board and its deck of attacks."""

    id: str
    card: Boss
    speed: int
    attacks: dict[str, BossAttack]
    at: Place = (0, 0)
    """Level 0 until the first roll brings it in."""
    deck: tuple[str, ...] = ()
    attack: str = ""
    has_finished: bool = False


class Start(Struct, frozen=True):
    """Where a turn began, for a dispute about it."""

    at: Place
    has_heart: bool
    freed: tuple[str, ...]
    others: dict[str, Place]
    hearts: tuple[str, ...]
    """The others who held a Heart."""
    immune: tuple[str, ...]
    slapped: tuple[str, ...]
    projectiles: tuple[Place, ...]
    has_used_legendary: bool = False
    """Whether an ability that works once a race was used up before."""
    is_immune: bool = False
    """Whether the player was safe from harm until this turn began."""


class Trade(Struct, frozen=True):
    """Bonus tokens that two mates may change at once, as one of them offers it."""

    player: str
    to: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]


class Turn(Struct, frozen=True, omit_defaults=True):
    """The running turn."""

    player: str
    pool: Pool
    start: Start
    stance: Stance = "stand"
    is_ending: bool = False
    defeated: tuple[Place, ...] = ()
    """Enemies defeated this turn, by column and level."""
    dodged: tuple[Place, ...] = ()
    is_boss_slapped: bool = False
    covered: tuple[Place, ...] = ()
    """Enemies under a figure when the turn began."""
    air_moves: int = 0
    """Movements still possible in the air."""
    jumps: int = 0
    """Jumps made straight one after the other."""
    drifts: int = 0
    """Changes of level in a Glide (Drifter) with nothing spent, gained or lost in between."""
    gained: Pool = Pool()
    """Every icon that came into the pool this turn."""
    given: Pool = Pool()
    """What cards and tokens held at the start brought, for a dispute."""
    bonus_moves: int = 0
    """Movements that a Legendary card has granted for icons so far."""
    used: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    traded: tuple[str, ...] = ()
    offer: Trade | None = None
    """The trade that waits for a mate's word."""
    declined: tuple[Trade, ...] = ()
    """Trades that are not proposed again in this turn."""
    slapped: tuple[str, ...] = ()


class Task(Struct, frozen=True, omit_defaults=True):
    """Something still to do: an automatic step, or a question to a player or to chance."""

    kind: str
    player: str = ""
    at: Place = (0, 0)
    number: int = 0
    word: str = ""
    names: tuple[str, ...] = ()


class Draft(Struct, frozen=True):
    """Additional Action cards: the shuffled deck and what lies open."""

    deck: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()


class RaceBoard(Struct, frozen=True):
    """A board by its id, as it is printed."""

    id: str
    label: dict[str, str]
    board: Board
    teensies: Literal["fixed", "placed", "random"] = "fixed"


class Tournament(Struct, frozen=True):
    """Which race this is and what the earlier ones gave."""

    boards: tuple[RaceBoard, ...]
    race: int = 0
    points: dict[str, int] = {}
    places: tuple[dict[str, int], ...] = ()
    """The places of the finished races by player."""


class State(Struct, frozen=True):
    """A night of Rayman between two commands."""

    kind: Kind
    mode: str
    options: Options
    race_board: RaceBoard
    board: Board
    racers: tuple[Racer, ...]
    heroes: dict[str, dict[str, str]]
    """The heroes' names per language."""
    cards: dict[str, ActionCard]
    tokens: dict[str, BonusToken]
    bag: dict[str, int]
    """Bonus tokens still face down, by kind."""
    spent: dict[str, int]
    """Bonus tokens discarded, by kind."""
    is_typed: bool = False
    has_additional: bool = False
    is_sample: bool = False
    projectile_id: str = ""
    projectile: ProjectileCard | None = None
    has_projectile_card: bool = False
    projectiles: tuple[Projectile, ...] = ()
    launched: int = 0
    has_reached_second_tile: bool = False
    boss: BossStand | None = None
    draft: Draft = Draft()
    youngest: int = 0
    tournament: Tournament | None = None
    round: int = 1
    phase: str = "setup"
    die: int = 0
    order: tuple[str, ...] = ()
    turn: Turn | None = None
    agenda: tuple[Task, ...] = ()
    effects: tuple[RaymanEffect, ...] = ()
    """What holds all through this round."""
    log: tuple[LogLine, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    """Where projectiles flew in the last step, those that are gone too."""
    is_settled: bool = True
    """Whether the log belongs to a step that is complete."""
    outcome: Outcome | None = None

    @property
    def is_team(self) -> bool:
        """Tells whether the players stand together against the Boss."""
        return self.kind in ("coop", "solo")

    @property
    def has_tokens(self) -> bool:
        """Tells whether a Bonus token is left to draw."""
        return any(self.bag.values()) or any(self.spent.values())

    @property
    def is_crowded(self) -> bool:
        """Tells whether the exception for five or six players holds."""
        return self.options.perches or len(self.racers) >= 5

    @property
    def extra_slaps(self) -> int:
        """Returns how many Slaps an enemy costs beyond one."""
        return sum(effect.count for effect in self.effects if isinstance(effect, EnemyExtraSlaps))

    def fewer(self) -> dict[str, int]:
        """Returns how many of each icon everybody lacks this round."""
        lacking: dict[str, int] = {}
        for effect in self.effects:
            if isinstance(effect, FewerIcons):
                lacking[effect.icon] = lacking.get(effect.icon, 0) + effect.count
        return lacking

    def racer(self, name: str) -> Racer:
        """Returns a player by name."""
        for racer in self.racers:
            if racer.name == name:
                return racer
        raise KeyError(name)

    def space(self, place: Place) -> Place:
        """Returns the column and level on the cardboard."""
        return self.board.space(place)

    def figures_at(self, place: Place, besides: str = "") -> tuple[Racer, ...]:
        """Lists the figures on a space of the cardboard."""
        column, level = self.space(place)
        columns = self.board.columns
        return tuple(
            racer
            for racer in self.racers
            if racer.at[1] == level
            and racer.at[0] % columns == column
            and not racer.is_waiting
            and racer.name != besides
        )

    def is_taken(self, place: Place, besides: str = "") -> bool:
        """Tells whether a figure would be in the way of resting there; the line has room for all."""
        return place[0] % self.board.columns != 0 and bool(self.figures_at(place, besides))

    def projectile_at(self, place: Place) -> Projectile | None:
        """Returns the stationary projectile on a space."""
        if not self.projectiles:
            return None
        space = self.space(place)
        for projectile in self.projectiles:
            if projectile.at == space:
                return projectile
        return None

    @property
    def boss_space(self) -> Place | None:
        """Returns where the Boss stands on the cardboard, while it is there."""
        boss = self.boss
        is_there = boss is not None and boss.at[1] > 0 and not boss.has_finished
        return self.space(boss.at) if boss is not None and is_there else None

    def is_boss_at(self, place: Place) -> bool:
        """Tells whether the Boss stands on a space."""
        return self.space(place) == self.boss_space


def with_racer(state: State, racer: Racer) -> State:
    """Returns the state with one player replaced."""
    return replace(
        state, racers=tuple(racer if other.name == racer.name else other for other in state.racers)
    )
