"""How long a search goes on before it says that there are too many ways."""

from __future__ import annotations

from companion.core.errors import Invalid
from companion.core.message import say


class TooManyWays(Invalid):
    """A search was given up, so that nothing is known of what it did not look at."""


class Patience:
    """The steps that all searches of one question may still take together.

    Counted in steps rather than in seconds, so that every machine gives the same answer.
    """

    def __init__(self, steps: int) -> None:
        self._left = steps

    def spend(self, steps: int = 1) -> None:
        """Takes steps; refuses when there are not as many left."""
        self._left -= steps
        if self._left < 0:
            raise TooManyWays(say("core.search.too_many"))
