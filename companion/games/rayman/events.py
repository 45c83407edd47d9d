"""What happened in a race; folding these in order gives the state."""

from __future__ import annotations

from typing import Literal, Union

from companion.core.corrections import RecordCorrected
from companion.core.event import Event
from companion.games.rayman.commands import Place
from companion.games.rayman.effects import RaymanEffect
from companion.games.rayman.state import Pool, Stance, Start, Trade
from companion.games.rayman.table_events import (
    BonusDeclined as BonusDeclined,
    BubbleTaken as BubbleTaken,
    CardDropped as CardDropped,
    CardPicked as CardPicked,
    CardsDealt as CardsDealt,
    CardSetAside as CardSetAside,
    CardsRevealed as CardsRevealed,
    ChoiceMade as ChoiceMade,
    DieRolled as DieRolled,
    DraftBegan as DraftBegan,
    GameEnded as GameEnded,
    HandReset as HandReset,
    LegendaryChosen as LegendaryChosen,
    OfferClosed as OfferClosed,
    OrderSet as OrderSet,
    PhaseBegan as PhaseBegan,
    RaceBegan as RaceBegan,
    RaceScored as RaceScored,
    RoundBegan as RoundBegan,
    RoundEnded as RoundEnded,
    TasksSet as TasksSet,
    TeensyPlaced as TeensyPlaced,
    TieRolled as TieRolled,
    WentWithout as WentWithout,
)

Why = Literal[
    "move", "jump", "drift", "fall", "retreat", "push", "bonus", "float", "beside", "aside", "finish"
]
Cause = Literal["enemy", "boss", "obstacle", "projectile", "wall", "effect"]


class TurnBegan(Event, frozen=True):
    """A player's turn began."""

    player: str
    pool: Pool
    start: Start
    covered: tuple[Place, ...]
    stance: Stance


class TurnEnded(Event, frozen=True):
    """A player's turn ended."""

    player: str


class TurnPutOff(Event, frozen=True):
    """A turn in which nothing had happened was put off: the table corrected the order."""

    player: str


class EndAnnounced(Event, frozen=True):
    """The player ends the turn; what is left is gravity and rest, unless an obstacle makes it go on."""

    player: str
    is_ending: bool = True


class FigureMoved(Event, frozen=True):
    """A figure came to a place."""

    player: str
    to: Place
    why: Why


class StanceTaken(Event, frozen=True):
    """The active figure changed how it stands or flies."""

    player: str
    stance: Stance
    air_moves: int = 0
    jumps: int = 0


class ActionsSpent(Event, frozen=True):
    """Actions left the pool."""

    player: str
    icon: str
    count: int = 1


class ActionsGained(Event, frozen=True):
    """A Legendary card brought actions into the pool."""

    player: str
    icon: str
    count: int = 1
    is_granted: bool = False
    """Whether it was granted for icons that came in, rather than traded or earned by a deed."""


class EnemyDefeated(Event, frozen=True):
    """An enemy was slapped away for this turn."""

    player: str
    at: Place


class EnemyCovered(Event, frozen=True):
    """A figure came to rest on an enemy in somebody's turn: it is harmless for the rest of that turn."""

    at: Place


class EnemyDodged(Event, frozen=True):
    """An enemy was ducked past (Weaver)."""

    player: str
    at: Place


class BossSlapped(Event, frozen=True):
    """The Boss was slapped out of the way."""

    player: str


class TeensyFreed(Event, frozen=True):
    """A player freed a Teensy."""

    player: str
    colour: str


class FigureSlapped(Event, frozen=True):
    """A figure was slapped."""

    player: str
    figure: str
    push: int


class BubbleBurst(Event, frozen=True):
    """A Slap freed a mate from Bubble mode."""

    player: str
    figure: str


class HeartTaken(Event, frozen=True):
    """A player took a Heart token."""

    player: str


class HeartLost(Event, frozen=True):
    """A player lost the Heart token."""

    player: str
    cause: Cause | Literal["bubble", "convert"]


class HarmWardedOff(Event, frozen=True):
    """Something met a figure that it cannot hurt."""

    player: str
    cause: Cause


class DamageTaken(Event, frozen=True):
    """A figure was hurt and is immune until its next turn."""

    player: str
    cause: Cause
    at: Place


class BubbleEntered(Event, frozen=True):
    """A hurt player entered the co-operative Bubble mode."""

    player: str


class TokenDrawn(Event, frozen=True):
    """A player drew a Bonus token."""

    player: str
    token: str


class TokenUsed(Event, frozen=True):
    """A Bonus token's actions joined the pool."""

    player: str
    token: str


class TokenDiscarded(Event, frozen=True):
    """A Bonus token was put away."""

    player: str
    token: str


class TokenTraded(Event, frozen=True):
    """One Bonus token changed hands, in a night recorded before trades were confirmed."""

    player: str
    token: str
    to: str


class TradeOffered(Event, frozen=True):
    """A player offered a mate a trade, which waits for the mate's word."""

    trade: Trade


class TradeDeclined(Event, frozen=True):
    """The mate declined the trade on offer, or it was no longer possible."""

    player: str


class TokensTraded(Event, frozen=True):
    """The mate agreed: the tokens of both sides changed hands at once."""

    trade: Trade


class LegendaryUsed(Event, frozen=True):
    """A Legendary ability was used, where it works once a race."""

    player: str


class FigureFinished(Event, frozen=True):
    """A figure crossed the line with its Teensies."""

    player: str


class SecondTileReached(Event, frozen=True):
    """Projectiles now start from the second tile, for good."""


class ProjectileLaunched(Event, frozen=True):
    """A projectile appeared."""

    at: Place
    end: int


class ProjectileMoved(Event, frozen=True):
    """A projectile flew on."""

    id: int
    at: Place


class ProjectileRemoved(Event, frozen=True):
    """A projectile left the board."""

    id: int
    why: Literal["hit", "end", "effect"]


class EffectBegan(Event, frozen=True):
    """Effects hold for this round."""

    effects: tuple[RaymanEffect, ...]
    label: dict[str, str]


class EffectApplied(Event, frozen=True):
    """The effects of a card or an attack were carried out; `is_by_hand` if by the table."""

    label: dict[str, str]
    is_by_hand: bool = False


class AttackRevealed(Event, frozen=True):
    """The Boss's attack of the round became known."""

    attack: str


class BossMoved(Event, frozen=True):
    """The Boss came to a place."""

    to: Place
    why: Literal["enter", "shift", "move", "effect"]


class BossFinished(Event, frozen=True):
    """The Boss completed its lap."""


RaymanEvent = Union[
    TasksSet,
    PhaseBegan,
    RoundBegan,
    RaceBegan,
    DieRolled,
    TieRolled,
    DraftBegan,
    CardsDealt,
    OfferClosed,
    CardPicked,
    CardDropped,
    LegendaryChosen,
    CardSetAside,
    TeensyPlaced,
    ChoiceMade,
    CardsRevealed,
    BubbleTaken,
    OrderSet,
    HandReset,
    TurnBegan,
    TurnEnded,
    TurnPutOff,
    EndAnnounced,
    FigureMoved,
    StanceTaken,
    ActionsSpent,
    ActionsGained,
    EnemyDefeated,
    EnemyCovered,
    EnemyDodged,
    BossSlapped,
    TeensyFreed,
    FigureSlapped,
    BubbleBurst,
    HeartTaken,
    HeartLost,
    HarmWardedOff,
    DamageTaken,
    BubbleEntered,
    TokenDrawn,
    TokenUsed,
    TokenDiscarded,
    TokenTraded,
    TradeOffered,
    TradeDeclined,
    TokensTraded,
    LegendaryUsed,
    FigureFinished,
    SecondTileReached,
    ProjectileLaunched,
    ProjectileMoved,
    ProjectileRemoved,
    EffectBegan,
    EffectApplied,
    AttackRevealed,
    BossMoved,
    BossFinished,
    BonusDeclined,
    WentWithout,
    RoundEnded,
    RaceScored,
    GameEnded,
    RecordCorrected,
]
