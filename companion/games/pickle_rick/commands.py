"""What players can ask for."""

from __future__ import annotations

from typing import ClassVar, Literal

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct
from companion.games.pickle_rick.state import SideLetter

Symbol = Literal["move", "draw", "tool", "weapon", "joker"]
DieId = Literal["d1", "d2", "d3", "d4"]
DICE: tuple[DieId, ...] = ("d1", "d2", "d3", "d4")
"""The dice on the table, in the order in which they fell."""


class Keep(Command, frozen=True):
    """Keep all dice as they lie and begin to spend."""


class Reroll(Command, frozen=True):
    """Roll some of the four dice again, all at once."""

    dice: tuple[DieId, ...]


class Go(Command, frozen=True):
    """Rick moves to one side, or tries the vent there; in the Russians' turn they push him."""

    towards: SideLetter


class Step(Command, frozen=True):
    """A Russian figure takes a step."""

    figure: str
    towards: SideLetter


class Cross(Command, frozen=True):
    """Jaguar goes through a wall."""

    figure: str
    towards: SideLetter


class Shoot(Command, frozen=True):
    """A Russian figure shoots at Rick."""

    figure: str


class Draw(Command, frozen=True):
    """Draw a card for a Draw."""


class PlayCard(Command, frozen=True):
    """Play a card; it is asked what to pay with where the cost leaves a choice."""

    verb: ClassVar[str] = "play"

    card: str


class Pay(Command, frozen=True):
    """Pay for the card with these symbols."""

    symbols: tuple[Symbol, ...]


class TalkOut(Command, frozen=True):
    """Rick talks Jaguar out of it for two Draws."""


class Stop(Command, frozen=True):
    """Leave out what is still offered."""


class Hit(Command, frozen=True):
    """Hit an enemy."""

    figure: str


class Aim(Command, frozen=True):
    """Fire the laser to one side."""

    towards: SideLetter


class Bring(Command, frozen=True):
    """Bring a Guard from elsewhere to the new tile."""

    figure: str


class TurnOver(Command, frozen=True):
    """Turn a face-up tile clockwise by quarters."""

    verb: ClassVar[str] = "turn"

    place: str
    quarters: Literal[1, 2, 3]


class AnswerBribe(Command, frozen=True):
    """Rick takes the bribe or not."""

    verb: ClassVar[str] = "bribe"

    accepts: bool


class Place(Command, frozen=True):
    """Put Jaguar, or the Guards that come, on a tile."""

    place: str


class Act(Command, frozen=True):
    """Choose where a figure of the solo game goes, among equally short ways."""

    figure: str
    place: str


class Confirm(Command, frozen=True):
    """The text of a card has been carried out."""


class EndTurn(Command, frozen=True):
    """End the turn."""


PickleRickCommand = (
    RollDice | RevealCard | Keep | Reroll | Go | Step | Cross | Shoot | Draw | PlayCard | Pay | TalkOut | Stop
    | Hit | Aim | Bring | TurnOver | AnswerBribe | Place | Act | Confirm | EndTurn | Correct
)  # fmt: skip
