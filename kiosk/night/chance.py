"""Chance from the screen: dice and draws where nobody rolled or drew at the table."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

from companion.core.blocks import Choice
from companion.core.dice import DiceRequest, Face

_random = SystemRandom()


def roll(request: DiceRequest) -> tuple[Face, ...]:
    """Rolls the dice that a game asks for."""
    return tuple(_random.choice(request.die.faces) for _ in range(request.count))


def draw(outcomes: Sequence[Choice]) -> Choice:
    """Draws one of the possible outcomes."""
    return _random.choice(outcomes)
