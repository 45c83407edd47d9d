"""Decides every step of a night again, as if it were played today."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.errors import Refusal
from companion.core.message import Message, literal, say
from companion.night.night import Night
from companion.night.record import Step


def verify(night: Night[Any]) -> Iterator[Message | None]:
    """Yields once for the start and once for every row: None where it agrees, else the difference."""
    yield _verify_start(night)
    for number, row in enumerate(night.rows(), 1):
        yield _verify_step(night, number, row) if isinstance(row, Step) else None


def _verify_start(night: Night[Any]) -> Message | None:
    try:
        start = night.game.new_state(night.header.setup, night.content)
    except Refusal as refusal:
        return say("night.verify.refused", number=0, why=refusal.message)
    except Exception as error:  # a start that no table ever laid out may raise anything
        return _stumbled(0, error)
    return None if start == night.state_at(0) else say("night.verify.start")


def _stumbled(number: int, error: Exception) -> Message:
    why = literal(f"{type(error).__name__}: {error}")
    return say("night.verify.refused", number=number, why=why)


def _verify_step(night: Night[Any], number: int, row: Step) -> Message | None:
    try:
        command = night.command_of(row)
        recorded = night.events_of(number)
        decided = night.game.decide(night.state_at(row.base), command)
        problems = night.game.problems(night.state_at(number))
    except Refusal as refusal:
        return say("night.verify.refused", number=number, why=refusal.message)
    except Exception as error:  # nor need a recorded step be one that the game can decide at all
        return _stumbled(number, error)
    # Compared as the journal would write both: a list in the place of a tuple makes no difference.
    as_decided, as_recorded = (msgspec.json.encode(events).decode() for events in (decided, recorded))
    if as_decided != as_recorded:
        return say("night.verify.differs", number=number, decided=as_decided, recorded=as_recorded)
    return say("night.verify.problems", number=number, problems=problems) if problems else None
