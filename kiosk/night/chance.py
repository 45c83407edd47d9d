"""Chance from the screen: draws where nobody drew at the table. Dice are the night's own matter."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

from companion.core.blocks import Choice

_random = SystemRandom()


def draw(outcomes: Sequence[Choice]) -> Choice:
    """Draws one of the possible outcomes."""
    return _random.choice(outcomes)
