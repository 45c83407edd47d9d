"""The six Legendary cards: what is used up, and what they grant."""

from __future__ import annotations

from companion.games.rayman.course import Course
from companion.games.rayman.events import ActionsGained, LegendaryUsed
from companion.games.rayman.forms import GRANTING


def note_use(course: Course, name: str) -> None:
    """Uses up the ability, where it works once a race."""
    if course.state.options.legendary_once:
        course.emit(LegendaryUsed(name))


def grant_moves(course: Course, name: str) -> None:
    """Adds the Movements for the icons that have come into the pool; that is no use of the ability."""
    racer, turn = course.racer(name), course.turn
    icon = GRANTING.get(racer.legendary or "")
    if icon is None:
        return
    owed = getattr(turn.gained, icon) // 2 - turn.bonus_moves
    if owed > 0:
        course.emit(ActionsGained(name, "move", owed, is_granted=True))
