"""Finds every defect of a document against its type, each with file, field and expectation."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.decoding import problems
from companion.core.message import Message, say


class Defect(Struct, frozen=True):
    """One thing that is wrong in a pack: where, and what was expected there."""

    file: str
    field: str
    problem: Message

    def as_message(self) -> Message:
        """Says the defect in one line."""
        return say("content.defect", file=self.file, field=self.field or "-", problem=self.problem)


def find_defects(raw: Any, wanted: Any, file: str) -> tuple[Defect, ...]:
    """Lists every defect of `raw`; empty when it can be converted to the wanted type."""
    return tuple(Defect(file, ".".join(place), problem) for place, problem in problems(raw, wanted))
