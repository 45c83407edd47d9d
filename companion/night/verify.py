"""Decides every step of a night again, as if it were played today."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.chance import draw
from companion.core.command import RollDice
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.system import why_unfit
from companion.night.night import Night
from companion.night.pledge import Promise, chooser
from companion.night.record import Step

MOST_ENTRIES = 10_000
"""How many entries are decided again at most: many evenings, and ten seconds of the heaviest steps."""

REAL_DICE = ("typed", "touch", "camera", "play", "demo", "box")
"""Sources of dice that fell outside of the companion, which nobody can pledge."""


def verify(night: Night[Any]) -> Iterator[Message | None]:
    """Yields once for the start and once for every row: None where it agrees, else the difference."""
    yield _verify_start(night)
    promise = Promise(night.header.pledge)
    for number, row in enumerate(night.rows(), 1):
        difference = None
        if isinstance(row, Step):
            difference = _verify_step(night, number, row) or _verify_dice(night, number, row, promise)
        promise.add(row)
        yield difference


def believable_dice(night: Night[Any]) -> Message:
    """Says how many rolls were settled before they fell, and how many nobody could settle."""
    rolls = [row for row in night.rows() if isinstance(row, Step) and is_roll(row)]
    pledged = sum(bool(row.seed) for row in rolls)
    return say("night.verify.dice", pledged=pledged, others=len(rolls) - pledged)


def is_roll(row: Step) -> bool:
    """Tells whether a step is a roll of dice."""
    form: dict[str, Any] = msgspec.json.decode(row.command)
    return form.get("command") == RollDice.__name__


def _verify_dice(night: Night[Any], number: int, row: Step, promise: Promise) -> Message | None:
    """Compares a roll with the seed that was pledged for it."""
    if not row.seed:
        is_real = row.source.partition(":")[0] in REAL_DICE
        is_amiss = promise.hash is not None and not is_real and is_roll(row)
        return say("night.verify.unpledged", number=number, source=row.source) if is_amiss else None
    seed = bytes.fromhex(row.seed)
    if not promise.is_kept_by(seed):
        return say("night.verify.other_seed", number=number)
    requests = night.game.chance(night.state_at(row.base))
    if night.command_of(row) not in [draw(request, chooser(seed)) for request in requests]:
        return say("night.verify.other_dice", number=number)
    return None


def _verify_start(night: Night[Any]) -> Message | None:
    try:
        start = night.game.new_state(night.header.setup, night.content)
    except Refusal as refusal:
        return say("night.verify.refused", number=0, why=refusal.message)
    except Exception as error:  # a start that no table ever laid out may raise anything
        return _stumbled(0, error)
    return None if start == night.state_at(0) else say("night.verify.start")


def _stumbled(number: int, error: Exception) -> Message:
    return say("night.verify.refused", number=number, why=why_unfit(error))


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
