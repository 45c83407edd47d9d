"""Chance from the screen: dice and draws where nobody rolled or drew at the table."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

from companion.core.blocks import Choice
from companion.core.chance import draw as draw_outcome
from companion.core.command import RollDice
from companion.core.dice import DiceRequest, FaceId

_random = SystemRandom()


def roll(request: DiceRequest) -> tuple[FaceId, ...]:
    """Rolls the dice that a game asks for."""
    rolled = draw_outcome(request, _random.randrange)
    assert isinstance(rolled, RollDice)
    return rolled.faces


def draw(outcomes: Sequence[Choice]) -> Choice:
    """Draws one of the possible outcomes."""
    return _random.choice(outcomes)
