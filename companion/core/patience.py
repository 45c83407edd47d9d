"""How long a search goes on before it says that there are too many ways."""

from __future__ import annotations

from companion.core.errors import Invalid
from companion.core.message import say


class Patience:
    """The steps that all searches of one question may still take together.

    Counted in steps rather than in seconds, so that every machine gives the same answer.
    """

    def __init__(self, steps: int) -> None:
        self._left = steps

    def spend(self) -> None:
        """Takes one step; refuses when none is left."""
        self._left -= 1
        if self._left < 0:
            raise Invalid(say("core.search.too_many"))
