"""What players and the table can ask for in a race; chance arrives as `RollDice` and `RevealCard`."""

from __future__ import annotations

from typing import ClassVar, Literal, Union

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct

Place = tuple[int, int]
"""Progress and level of a figure, or column and level of something printed."""

Meeting = Literal["slap", "hit", "dodge"]
"""What to do about an enemy or the Boss in the space that is entered."""

Cover = Literal["crouch", "hit"]
"""What to do about a stationary projectile in the space that is entered."""


class PlayerCommand(Command, frozen=True):
    """Base of what one player asks for."""

    player: str


class TableCommand(Command, frozen=True):
    """Base of what the whole table confirms."""


# Before the race


class PickCard(PlayerCommand, frozen=True):
    """Take one of the Additional Action cards on offer."""

    card: str


class DropCard(PlayerCommand, frozen=True):
    """Put a card out of the hand for good, after a tournament's card swap."""

    card: str


class ChooseLegendary(PlayerCommand, frozen=True):
    """Take a Legendary card for the next race of a tournament."""

    legendary: str


class PlaceTeensy(PlayerCommand, frozen=True):
    """Put a Teensy Prisoner on the board."""

    colour: str
    at: Place


# The secret choice


class ChooseCards(PlayerCommand, frozen=True):
    """Lay two cards face down; the left one gives the initiative."""

    left: str
    right: str


class TypeCards(PlayerCommand, frozen=True):
    """Say what the two cards show, where the table plays without card data."""

    initiative: int
    second: int
    move: int = 0
    jump: int = 0
    slap: int = 0
    glide: int = 0
    crouch: int = 0
    heart: int = 0
    lums: int = 0


class ChooseBubble(PlayerCommand, frozen=True):
    """Take the discards back this round instead of playing cards."""


class Reveal(TableCommand, frozen=True):
    """Turn all the chosen cards over together."""

    is_barrier: ClassVar[bool] = True


class Continue(TableCommand, frozen=True):
    """Confirm that the announced step has been carried out on the board."""


# A turn


class TurnCommand(PlayerCommand, frozen=True):
    """Base of what is done in a running turn."""


class Move(TurnCommand, frozen=True):
    """Move one column forward or back."""

    by: Literal[1, -1]
    enemy: Meeting | None = None
    projectile: Cover | None = None


class Jump(TurnCommand, frozen=True):
    """Jump one level up."""

    enemy: Meeting | None = None
    projectile: Cover | None = None


class Drift(TurnCommand, frozen=True):
    """Change the level during a Glide (Drifter)."""

    by: Literal[1, -1]
    enemy: Meeting | None = None
    projectile: Cover | None = None


class StartGlide(TurnCommand, frozen=True):
    """Stabilise in the air."""


class EndGlide(TurnCommand, frozen=True):
    """Stop gliding."""

    enemy: Meeting | None = None


class Fall(TurnCommand, frozen=True):
    """Fall one level."""

    enemy: Meeting | None = None


class SlapEnemy(TurnCommand, frozen=True):
    """Slap an enemy in this space or from a distance."""

    at: Place


class FreeTeensy(TurnCommand, frozen=True):
    """Slap a Teensy Prisoner free."""

    colour: str


class SlapFigure(TurnCommand, frozen=True):
    """Slap another figure one column forward or back, or out of its Bubble (`push` 0)."""

    figure: str
    push: Literal[1, 0, -1]


class TakeHeart(TurnCommand, frozen=True):
    """Turn a Heart action into a Heart token."""


class GiveHeart(TurnCommand, frozen=True):
    """Turn a Heart action into a Heart token for a team mate."""

    to: str


class UseToken(TurnCommand, frozen=True):
    """Add a Bonus token's actions to the pool."""

    token: str


class DiscardToken(TurnCommand, frozen=True):
    """Put a Bonus token away unused, to come back to the limit."""

    token: str


class TradeToken(PlayerCommand, frozen=True):
    """Hand over one Bonus token unasked: only nights recorded before trades were confirmed hold it."""

    token: str
    to: str


class OfferTrade(TurnCommand, frozen=True):
    """Offer a team mate next to this figure a trade of Bonus tokens, any number each way."""

    to: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]


class AcceptTrade(PlayerCommand, frozen=True):
    """Agree to the trade on offer."""


class DeclineTrade(PlayerCommand, frozen=True):
    """Decline the trade on offer."""


class UseLum(TurnCommand, frozen=True):
    """Trade a Lum for the icon of the Legendary card."""


class Convert(TurnCommand, frozen=True):
    """Trade a Heart for a Crouch (Sneaker)."""

    source: Literal["icon", "token"]


class PlaceFigure(PlayerCommand, frozen=True):
    """Put the figure on one of the spaces that the rules leave open."""

    to: Place


class Stay(PlayerCommand, frozen=True):
    """Decline an optional move."""


class EndTurn(TurnCommand, frozen=True):
    """End the turn: gravity acts, then the figure comes to rest."""


RaymanCommand = Union[
    RollDice,
    RevealCard,
    PickCard,
    DropCard,
    ChooseLegendary,
    PlaceTeensy,
    ChooseCards,
    TypeCards,
    ChooseBubble,
    Reveal,
    Continue,
    Move,
    Jump,
    Drift,
    StartGlide,
    EndGlide,
    Fall,
    SlapEnemy,
    FreeTeensy,
    SlapFigure,
    TakeHeart,
    GiveHeart,
    UseToken,
    DiscardToken,
    TradeToken,
    OfferTrade,
    AcceptTrade,
    DeclineTrade,
    UseLum,
    Convert,
    PlaceFigure,
    Stay,
    EndTurn,
    Correct,
]


def leads_to(command: Command, at: Place) -> Place:
    """Returns the space that a step from a place would enter; the place itself where it is none."""
    p, level = at
    match command:
        case Move(by=by):
            return p + by, level
        case Jump():
            return p, level + 1
        case Drift(by=by):
            return p, level + by
        case Fall():
            return p, level - 1
    return at
