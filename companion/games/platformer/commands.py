"""What a player can ask for. `paid` says with what: the dice, extras and gems that go, as text."""

from __future__ import annotations

from typing import ClassVar, Union

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct
from companion.games.platformer.turn.position import Symbol


class Generate(Command, frozen=True):
    """Bring the hero onto the map."""

    verb: ClassVar[str] = "generate"
    to: str
    paid: str


class Move(Command, frozen=True):
    """Use a boot for so many steps and make the first; `push` is where the figure there goes."""

    verb: ClassVar[str] = "move"
    to: str
    paid: str
    push: str = ""
    steps: int = 1


class Step(Command, frozen=True):
    """Make one more step of a boot that is paid for."""

    verb: ClassVar[str] = "step"
    to: str
    push: str = ""


class Hop(Command, frozen=True):
    """Go through a portal."""

    verb: ClassVar[str] = "hop"
    to: str
    paid: str
    push: str = ""


class Attack(Command, frozen=True):
    """Defeat an adjacent enemy."""

    verb: ClassVar[str] = "attack"
    enemy: str
    paid: str


class MoveEnemy(Command, frozen=True):
    """Use a monster symbol."""

    verb: ClassVar[str] = "monster"
    enemy: str
    to: str
    paid: str


class TakeCoins(Command, frozen=True):
    """Use a coin symbol."""

    verb: ClassVar[str] = "coins"
    paid: str


class UseStar(Command, frozen=True):
    """Use a star symbol."""

    verb: ClassVar[str] = "star"
    paid: str


class CallGravity(Command, frozen=True):
    """Let the figures of the zone fall."""

    verb: ClassVar[str] = "gravity"
    lets_go: bool = False


class Buy(Command, frozen=True):
    """Buy a card of the shop."""

    verb: ClassVar[str] = "buy"
    card: str


class UseCard(Command, frozen=True):
    """Use an item, a potion, an artifact, or the hero's ability."""

    verb: ClassVar[str] = "use"
    card: str


class Confirm(Command, frozen=True):
    """Say that the table has done what a text told it to do."""

    verb: ClassVar[str] = "confirm"


class EndTurn(Command, frozen=True):
    """End the actions: set the Special die or leave it, and hold on to a ladder or let go."""

    verb: ClassVar[str] = "end"
    special: Symbol | None = None
    paid: str = ""
    lets_go: bool = False


PlatformerCommand = Union[
    RollDice, RevealCard, Correct, Generate, Move, Step, Hop, Attack, MoveEnemy, TakeCoins, UseStar,
    CallGravity, Buy, UseCard, Confirm, EndTurn,
]  # fmt: skip
