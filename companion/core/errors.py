"""The four ways to refuse, each naming what is wrong and by which clauses."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.core.message import Message


class ErrorKind(StrEnum):
    """How a request failed: malformed, against the rules, not exact enough, or out of date."""

    INVALID = "invalid"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    STALE = "stale"


class Refusal(Exception):
    """A request that changes nothing; `details` lists every single defect where there are several."""

    kind: ErrorKind

    def __init__(
        self,
        message: Message,
        *,
        clauses: tuple[str, ...] = (),
        details: tuple[Message, ...] = (),
    ) -> None:
        super().__init__(message.key or next(iter(message.texts.values()), ""))
        self.message = message
        self.clauses = clauses
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels between processes as it is, whatever its kind asks for when it is made."""
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(kind: type[Refusal], args: tuple[Any, ...]) -> Refusal:
    return kind.__new__(kind, *args)


class Invalid(Refusal):
    """The request itself is malformed: a wrong field, type or value."""

    kind = ErrorKind.INVALID


class Illegal(Refusal):
    """The request is understood and a rule forbids it."""

    kind = ErrorKind.ILLEGAL


class Ambiguous(Refusal):
    """The request fits several different steps; `details` lists them."""

    kind = ErrorKind.AMBIGUOUS


class Stale(Refusal):
    """The request was made against an older state."""

    kind = ErrorKind.STALE
