"""What the table shows to be confirmed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from companion.core.blocks import Choice, View
from companion.core.errors import Refusal
from companion.core.message import Message
from companion.core.verdict import Way

if TYPE_CHECKING:
    from kiosk.presenters.table.presenter import TablePresenter


class Offer(Struct, frozen=True):
    """Something to confirm: where it leads, the ways to do it with the plainest first, and which is shown."""

    space: str
    ways: tuple[Way, ...]
    way: Way
    is_seen: bool = False
    """Whether the camera saw it."""
    then: Choice | None = None
    """The one thing that is left to do afterwards, such as ending the turn."""
    costs: tuple[Message, ...] = ()
    """What is lost on the way."""
    names: tuple[Message, ...] = ()
    """Short names of the ways, where any of them is one touch away."""
    lines: tuple[Message, ...] = ()
    """What was read in detail."""
    confirmed_by: Literal["touch", "hand", "time"] = "touch"
    """What confirms it besides a touch: a hand at the dice button or at the next figure; or time as well."""


def offer_of(
    table: TablePresenter, space: str, ways: tuple[Way, ...], way: Way, *, is_seen: bool = False
) -> Offer:
    """Returns a way to be confirmed, with what it costs and the one thing that is left to do after it."""
    then: Choice | None = None
    costs: tuple[Message, ...] = ()
    with suppress(Refusal):
        view = table.session.foresee(way.commands) if way.commands else table.view
        then = None if way.goes_on else _only_choice(table, view)
        costs = tuple(line.text for line in view.log if line.tone == "hit") if way.commands else ()
    confirmed_by: Literal["touch", "hand", "time"] = "touch"
    if is_seen and not table.witness.may_be_unmoved:
        confirmed_by = "time" if len(ways) == 1 and not _settles(table, way) else "hand"
    return Offer(space, ways, way, is_seen, then, costs, confirmed_by=confirmed_by)


def is_final(table: TablePresenter, choice: Choice) -> bool:
    """Tells whether a choice makes something known that cannot be taken back without the table."""
    with suppress(Refusal):
        return bool(table.session.night.read_command(choice.command).is_barrier)
    return False


def _settles(table: TablePresenter, way: Way) -> bool:
    """Tells whether a way makes chance or something hidden known, or leads to it."""
    if way.goes_on:
        return True
    night = table.session.night
    with suppress(Refusal):
        commands = [night.read_command(one) if isinstance(one, dict) else one for one in way.commands]
        return any(command.is_barrier for command in commands)
    return True


def _only_choice(table: TablePresenter, view: View) -> Choice | None:
    """Returns what is left to do where that is one thing, settles nothing for good and is nobody else's."""
    left = [choice for choice in view.choices if choice.group in ("main", "step", "chance")]
    is_plain = len(left) == 1 and left[0].is_primary and not left[0].asks and not left[0].space
    is_mine = is_plain and left[0].player in (None, table.view.prompt.player)
    return left[0] if is_mine and view.dice is None and not is_final(table, left[0]) else None
