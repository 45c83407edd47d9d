"""The Boss: it shifts, moves, lands on figures and attacks."""

from __future__ import annotations

from companion.games.rayman.course import Course
from companion.games.rayman.events import BossFinished, BossMoved, HeartLost
from companion.games.rayman.projectiles import rolled_level
from companion.games.rayman.pushes import hit
from companion.games.rayman.ranking import from_rear
from companion.games.rayman.state import State, Task


def is_racing(state: State) -> bool:
    """Tells whether there is a Boss that still runs."""
    return state.boss is not None and not state.boss.has_finished


def shift(course: Course) -> None:
    """Brings the Boss to the rolled level; ending on a figure is a hit (RAY-BOSS-5 to 8)."""
    state = course.state
    assert state.boss is not None
    p, level = state.boss.at
    rolled = rolled_level(state.die)
    if level == 0:
        course.emit(BossMoved((0, rolled), "enter"))
    elif level != rolled:
        course.emit(BossMoved((p, rolled), "shift"))
        if state.options.boss_shift_hits:
            land(course)


def advance(course: Course, columns: int, is_effect: bool = False) -> None:
    """Moves the Boss on, past everything; ending on figures hits them (RAY-BOSS-9 to 11)."""
    state = course.state
    assert state.boss is not None
    p, level = state.boss.at
    to = (max(0, p + columns), level)
    course.emit(BossMoved(to, "effect" if is_effect else "move"))
    if to[0] >= state.board.columns:
        course.emit(BossFinished())
    else:
        land(course)


def land(course: Course) -> None:
    """Puts the figures under the Boss up to be hit, the rearmost first."""
    state = course.state
    assert state.boss is not None
    under = {racer.name for racer in state.figures_at(state.boss.at)}
    hits = [racer.name for racer in from_rear(state) if racer.name in under]
    course.do_next(*(Task("boss_hit", name) for name in hits))


def strike(course: Course, name: str) -> None:
    """Hits a figure under the Boss: with a Heart it goes beside the Boss (RAY-BOSS-10, 11)."""
    racer = course.racer(name)
    if racer.has_heart and not racer.is_immune and not racer.bubble:
        course.emit(HeartLost(name, "boss"))
    elif not hit(course, name, "boss"):
        return
    if not racer.bubble and racer.at[0] % course.state.board.columns:
        course.do_next(Task("beside", name, at=racer.at))
