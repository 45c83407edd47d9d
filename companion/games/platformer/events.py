"""What happened, in the past tense."""

from __future__ import annotations

from typing import Literal, Union

from msgspec import field

from companion.core.corrections import RecordCorrected
from companion.core.event import Event
from companion.games.platformer.state import TurnStep
from companion.games.platformer.turn.position import Symbol


class StepBegan(Event, frozen=True):
    """A step of the turn began; `tasks` is what chance has to tell in it."""

    step: TurnStep
    tasks: tuple[str, ...] = ()


class Answered(Event, frozen=True):
    """A command was taken up: the log begins anew, and a task that chance answered is done."""

    is_task: bool = False


class Asked(Event, frozen=True):
    """Chance has to tell something before anything else."""

    tasks: tuple[str, ...]


class HandAsked(Event, frozen=True):
    """The table has to carry a text out by hand, and to confirm it."""

    text: dict[str, str]


class Drawn(Event, frozen=True):
    """A card or tile came off a pile."""

    deck: str
    card: str


class LevelRevealed(Event, frozen=True):
    """A level lies face up with its enemies and tokens; `foes` names who stands on which generator."""

    level: int
    foes: dict[str, str] = field(default_factory=dict)


class LevelsRemoved(Event, frozen=True):
    """All levels below one were taken away, with what lay and stood there."""

    below: int


class TurnBegan(Event, frozen=True):
    """A player's turn began."""

    seat: int
    round: int


class Refreshed(Event, frozen=True):
    """Used cards were turned back."""


class DiceRolled(Event, frozen=True):
    """The five Action dice and the Enemy die fell."""

    faces: tuple[Symbol, ...]
    enemy: str


class Paid(Event, frozen=True):
    """The active player spent dice, extras, the Special die's symbol or gems."""

    dice: dict[Symbol, int] = field(default_factory=dict)
    extra: dict[Symbol, int] = field(default_factory=dict)
    special: bool = False
    gems: int = 0


class FigureMoved(Event, frozen=True):
    """A hero or enemy went somewhere; an empty place is off the map."""

    figure: str
    to: str
    how: Literal["step", "hop", "push", "fall", "generate", "monster", "die", "summon"]


class StepsPaid(Event, frozen=True):
    """So many steps of a move are left."""

    count: int


class HeroWounded(Event, frozen=True):
    """A hero lost health."""

    player: str
    count: int
    by: tuple[str, ...] = ()


class HeroFainted(Event, frozen=True):
    """A hero left the map, to return to its zone with full health."""

    player: str
    returns_above: bool = False


class Gained(Event, frozen=True):
    """A player won or lost coins, gems, hearts; symbols to use this turn."""

    player: str
    coins: int = 0
    gems: int = 0
    hearts: int = 0
    symbols: dict[Symbol, int] = field(default_factory=dict)


class TokensTaken(Event, frozen=True):
    """What lay on a space went to a hero."""

    player: str
    space: str


class EnemyDefeated(Event, frozen=True):
    """An enemy left the map."""

    enemy: str
    player: str
    wounds: int


class CardBought(Event, frozen=True):
    """A card of the shop changed hands."""

    card: str
    price: int


class CardUsed(Event, frozen=True):
    """A card was turned, or a potion put under its pile."""

    card: str


class ArtifactTaken(Event, frozen=True):
    """An artifact changed hands by itself."""

    card: str
    player: str


class SpecialSet(Event, frozen=True):
    """A Special die shows a symbol now, or nothing."""

    player: str
    symbol: Symbol | None = None


class BossTokenTaken(Event, frozen=True):
    """A hero holds a Boss token now, or gave it back."""

    player: str
    has_token: bool = True


class BossPlayed(Event, frozen=True):
    """The Boss carried a card out, or its cards went to the discards unused."""

    card: str


class BossDeckShuffled(Event, frozen=True):
    """The discards became the deck again."""


class GameEnded(Event, frozen=True):
    """The game is over."""

    ending: Literal["boss", "fainted", "events", "rounds"]
    winner: str = ""


PlatformerEvent = Union[
    StepBegan, Answered, Asked, HandAsked, Drawn, LevelRevealed, LevelsRemoved, TurnBegan, Refreshed,
    DiceRolled, Paid, FigureMoved, StepsPaid, HeroWounded, HeroFainted, Gained, TokensTaken,
    EnemyDefeated, CardBought, CardUsed, ArtifactTaken, SpecialSet, BossTokenTaken, BossPlayed,
    BossDeckShuffled, GameEnded, RecordCorrected,
]  # fmt: skip
