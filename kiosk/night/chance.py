"""Chance from the screen: draws where nobody drew at the table. Dice are the night's own matter."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

from companion.core.blocks import Choice

_random = SystemRandom()


def any_below(count: int) -> int:
    """Picks a number below a count, each as likely as the others."""
    return _random.randrange(count)


def draw(outcomes: Sequence[Choice]) -> Choice:
    """Draws one of the possible outcomes."""
    return outcomes[any_below(len(outcomes))]
