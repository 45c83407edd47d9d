"""What is announced to the table: the moments of a log, each with what it changed and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import LogLine, Moment, MomentKind
from companion.core.message import Message

Tone = Literal["chance", "harm", "gain", "board"]

TONES: dict[MomentKind, Tone] = {
    "roll": "chance",
    "reveal": "chance",
    "order": "chance",
    "slap": "harm",
    "hit": "harm",
    "freed": "gain",
    "spell": "board",
    "push": "harm",
    "boss": "harm",
    "gift": "gain",
    "win": "gain",
}
"""How each kind of moment is coloured."""


class Announcement(Struct, frozen=True):
    """One moment as it is shown and said: its sentence, what came of it, what to change on the real board."""

    moment: Moment
    headline: Message
    details: tuple[Message, ...] = ()
    instructions: tuple[Message, ...] = ()

    @property
    def tone(self) -> Tone:
        """How it is coloured."""
        return TONES[self.moment.kind]

    @property
    def sentences(self) -> tuple[Message, ...]:
        """Everything that it says, in the order in which it is read out."""
        return self.headline, *self.details, *self.instructions


def announcements_of(log: Iterable[LogLine]) -> tuple[Announcement, ...]:
    """Gathers the moments of a log; what was told before the first one belongs to it, too."""
    found: list[Announcement] = []
    before: list[LogLine] = []
    for line in log:
        if found and _belongs(found[-1].moment, line.moment):
            found[-1] = _with(found[-1], line)
        elif line.moment is None:
            before.append(line)
        else:
            found.append(Announcement(line.moment, line.text, instructions=_changes(line)))
            for earlier in before:
                found[-1] = _with(found[-1], earlier)
            before.clear()
    return tuple(found)


def _belongs(last: Moment, moment: Moment | None) -> bool:
    """Tells whether a line is part of the moment before it: what came of it, not the next one."""
    if moment is None or moment.kind == "push":
        return True
    if moment.kind == "order":
        return last.kind == "reveal"
    what, what_before = (moment.kind, moment.player, moment.piece), (last.kind, last.player, last.piece)
    is_of_the_same = what == what_before and not moment.faces
    return is_of_the_same or (moment.kind == "hit" and _is_of(last, moment.player))


def _is_of(moment: Moment, player: str) -> bool:
    return bool(player) and player in (moment.player, moment.other)


def _changes(line: LogLine) -> tuple[Message, ...]:
    return () if line.change is None else (line.change,)


def _with(announcement: Announcement, line: LogLine) -> Announcement:
    """Adds a line to a moment: an instruction, or what came of it; what is neither is left out."""
    moment, details, todo = announcement.moment, announcement.details, announcement.instructions
    is_order = line.moment is not None and line.moment.kind == "order"
    if line.moment is not None and is_order:
        moment = replace(moment, order=line.moment.order)
    if line.tone == "instruction":
        todo = (*todo, line.text)
    elif is_order or line.tone != "info":
        details = (*details, line.text)
    return replace(
        announcement, moment=moment, details=_once(details), instructions=_once((*todo, *_changes(line)))
    )


def _once(messages: Iterable[Message]) -> tuple[Message, ...]:
    kept: list[Message] = []
    for message in messages:
        if message not in kept:
            kept.append(message)
    return tuple(kept)
