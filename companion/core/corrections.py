"""Corrections as data: what the table may override is declared once; asking and folding follow from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.blocks import Choice, LogLine, Question
from companion.core.command import Command
from companion.core.decoding import problem_of
from companion.core.errors import Invalid
from companion.core.event import Event
from companion.core.message import Message, literal, say

S = TypeVar("S")
Asked = Question | tuple[Question, ...]
MOST_NAMED = 4
"""How many things a label names; of more it says how many there are."""


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


@dataclass(frozen=True, kw_only=True)
class Correction(Generic[S]):
    """One thing that can be overridden, of each player or of the table."""

    id: str
    label: Message
    form: Any
    """The type of the value, bounds included; a Struct where it has several parts."""
    change: Callable[[S, str, Any], S]
    """Folds a value for a player (an empty name for what is the table's) into the state."""
    asks: Callable[[S, str], Asked] = lambda state, player: ()
    """How a screen asks for the value: by one question, whose id does not matter, or by one for each part,
    which its id names. What is only true or false is switched without a question."""
    now: Callable[[S, str], Any] = lambda state, player: None
    """The present value, which is shown and proposed; None where it is secret, or nothing is there yet."""
    says: Callable[[S, Any], Message | tuple[Message, ...]] | None = None
    """Says a value, where the question's own words do not."""
    is_of_player: bool = True
    is_offered: Callable[[S, str], bool] = lambda state, player: True
    """Tells whether a screen lists it now; what it does not list may be said all the same."""
    why_not: Callable[[S, str, Any], Message | None] = lambda state, player, value: None
    """Says what no table could mean."""
    icon: str = "pen"
    clauses: tuple[str, ...] = ()


def correct(
    corrections: Sequence[Correction[S]], state: S, command: Correct, players: Sequence[str]
) -> RecordCorrected:
    """Checks an override; refuses with Invalid naming the field."""
    found, value = _find(corrections, command)
    if found.is_of_player and command.player not in players:
        known = ", ".join(players)
        raise _bad("player", say("core.read.one_of", got=repr(command.player), known=known), found.clauses)
    why_not = found.why_not(state, command.player, value)
    if why_not is not None:
        raise _bad("value", why_not, found.clauses)
    return RecordCorrected(command.what, _plain(value), command.player)


def fold_correction(corrections: Sequence[Correction[S]], state: S, event: RecordCorrected) -> S:
    """Folds an override into the state."""
    found, value = _find(corrections, event)
    return found.change(state, event.player, value)


def correction_line(corrections: Sequence[Correction[S]], state: S, event: Event) -> LogLine | None:
    """Tells of an override, from the state before it; nothing of other events."""
    if not isinstance(event, RecordCorrected):
        return None
    found, value = _find(corrections, event)
    what = found.label
    if found.now(state, event.player) is not None:
        what = _labelled(found, state, found.asks(state, event.player), value)
    if event.player:
        return LogLine(say("core.correct.told_of", player=event.player, what=what))
    return LogLine(say("core.correct.told", what=what))


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
        raise _bad(f"value{field}", problem, found.clauses) from None


def correction_choices(
    corrections: Sequence[Correction[S]], state: S, players: Sequence[str]
) -> tuple[Choice, ...]:
    """Offers every override to the table, each player's by itself, with what the record says now."""
    return tuple(
        _choice(each, state, player)
        for player in (*players, "")
        for each in corrections
        if each.is_of_player == bool(player) and each.is_offered(state, player)
    )


def _choice(each: Correction[S], state: S, player: str) -> Choice:
    now, asked = each.now(state, player), each.asks(state, player)
    label = each.label if now is None else _labelled(each, state, asked, now)
    questions: tuple[Question, ...] = ()
    value: Any = {}
    if each.form is bool:
        value = not now
        label = say("core.correct.switch", what=label, then=_truth(value))
    elif isinstance(asked, Question):
        value = _plain(now)
        questions = (_proposing(asked, "value", value),)
    else:
        if now is not None:
            value = {part: getattr(now, part) for part in now.__struct_fields__}
        questions = tuple(_proposing(one, f"value.{one.id}", value.get(one.id)) for one in asked)
    command = {"command": "Correct", "what": each.id, "value": value}
    return Choice(
        label,
        {**command, "player": player} if player else command,
        each.icon,
        player=player or None,
        group="table",
        asks=questions,
        clauses=each.clauses,
    )


def _proposing(question: Question, field: str, value: Any) -> Question:
    return replace(question, id=field, default=question.default if value is None else value)


def _labelled(each: Correction[S], state: S, asked: Asked, value: Any) -> Message:
    """Names what is corrected with a value that it has or gets."""
    said = each.says(state, value) if each.says is not None else _said(asked, value)
    return say("core.correct.now", what=each.label, now=said)


def _said(asked: Asked, value: Any) -> Message | tuple[Message, ...]:
    if isinstance(value, bool):
        return _truth(value)
    if not isinstance(asked, Question):
        return tuple(literal(str(getattr(value, one.id))) for one in asked)
    labels = {str(option.value): option.label for option in asked.options}
    if asked.kind != "many":
        return labels.get(str(value)) or literal(str(value))
    if len(value) > MOST_NAMED:
        return say("core.correct.several", count=len(value))
    return tuple(labels.get(str(one)) or literal(str(one)) for one in value) or say("core.correct.none")


def _plain(value: Any) -> Any:
    """Returns a value as JSON has it, lists for tuples included."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _truth(value: bool) -> Message:
    return say("core.correct.yes" if value else "core.correct.no")


def _bad(field: str, problem: Message, clauses: tuple[str, ...] = ()) -> Invalid:
    return Invalid(say("core.field", field=field, problem=problem), clauses=clauses)
