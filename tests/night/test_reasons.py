"""Why not? A step that no judge hears is refused by its own rules, not by those of a turn."""

from __future__ import annotations

from typing import Any

from companion.content.library import Content
from companion.core.errors import Illegal
from companion.core.message import literal
from companion.i18n import words
from companion.night.reasons import find_reason


class Spellbound:
    """As much of a game as a question asks: a spell moves a pawn, and no dispute is about that."""

    def dispute(self, state: Any, figure: str, space: str) -> Any:
        raise Illegal(literal("Roll the die first."), clauses=("G-1",))

    def judge(self, document: Any, content: Content) -> Any:
        raise AssertionError("nothing is brought before it")

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        raise Illegal(literal("No way of length 3 ends there."), clauses=("G-2",))


def test_the_reason_is_the_one_of_the_step() -> None:
    game: Any = Spellbound()
    reason = find_reason(game, Content((), {}), None, "pawn", "a1")
    assert words(reason.because, "en") == "No way of length 3 ends there."
    assert reason.clauses == ("G-2",)
