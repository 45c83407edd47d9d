"""Corrections as data: what the table may override is declared once; asking and folding follow from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.core.blocks import Choice, Option, Question
from companion.core.command import Command
from companion.core.decoding import problem_of
from companion.core.errors import Invalid
from companion.core.event import Event
from companion.core.message import Message, literal, say

S = TypeVar("S")


class Correct(Command, frozen=True):
    """The table says how something really is."""

    is_correction: ClassVar[bool] = True

    what: str
    value: Any
    player: str = ""


class RecordCorrected(Event, frozen=True):
    """The table overrode the record."""

    what: str
    value: Any
    player: str = ""


@dataclass(frozen=True)
class Correction(Generic[S]):
    """One thing that can be overridden, of each player or of the table."""

    id: str
    label: Message
    form: Any
    """The type of the value, bounds included."""
    ask: Callable[[S], Question]
    """How a screen asks for the value; the question's id does not matter."""
    change: Callable[[S, str, Any], S]
    """Folds a value for a player (an empty name for what is the table's) into the state."""
    is_of_player: bool = True
    why_not: Callable[[S, str, Any], Message | None] = lambda state, player, value: None
    """Says what no table could mean."""


def correct(
    corrections: Sequence[Correction[S]], state: S, command: Correct, players: Sequence[str]
) -> RecordCorrected:
    """Checks an override; refuses with Invalid naming the field."""
    found, value = _find(corrections, command)
    if found.is_of_player and command.player not in players:
        raise _bad("player", say("core.read.one_of", got=repr(command.player), known=", ".join(players)))
    why_not = found.why_not(state, command.player, value)
    if why_not is not None:
        raise _bad("value", why_not)
    return RecordCorrected(command.what, msgspec.to_builtins(value), command.player)


def fold_correction(corrections: Sequence[Correction[S]], state: S, event: RecordCorrected) -> S:
    """Folds an override into the state."""
    found, value = _find(corrections, event)
    return found.change(state, event.player, value)


def _find(
    corrections: Sequence[Correction[S]], given: Correct | RecordCorrected
) -> tuple[Correction[S], Any]:
    """Returns what is overridden and the value that it gets."""
    declared = {each.id: each for each in corrections}
    if given.what not in declared:
        raise _bad("what", say("core.read.one_of", got=repr(given.what), known=", ".join(declared)))
    found = declared[given.what]
    try:
        return found, msgspec.convert(given.value, found.form)
    except msgspec.ValidationError as error:
        field, problem = problem_of(error, found.form)
        raise _bad(f"value{field}", problem) from None


def correction_choices(
    corrections: Sequence[Correction[S]], state: S, players: Sequence[str]
) -> tuple[Choice, ...]:
    """Offers every override to the table: whose it is, then the value."""
    who = Question("player", say("core.correct.player"), "choice", players[0], tuple(map(_named, players)))
    return tuple(
        Choice(
            each.label,
            {"command": "Correct", "what": each.id},
            "pen",
            group="table",
            asks=(
                *((who,) if each.is_of_player else ()),
                msgspec.structs.replace(each.ask(state), id="value"),
            ),
        )
        for each in corrections
    )


def _named(player: str) -> Option:
    return Option(player, literal(player))


def _bad(field: str, problem: Message) -> Invalid:
    return Invalid(say("core.field", field=field, problem=problem))
