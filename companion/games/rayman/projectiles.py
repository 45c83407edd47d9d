"""Projectiles: where they appear, how they fly, whom they hit."""

from __future__ import annotations

from companion.games.rayman.course import Course
from companion.games.rayman.events import (
    HarmWardedOff,
    ProjectileLaunched,
    ProjectileMoved,
    ProjectileRemoved,
)
from companion.games.rayman.pushes import hit
from companion.games.rayman.ranking import from_rear
from companion.games.rayman.state import Projectile, Racer, State, Task


def rolled_level(number: int) -> int:
    """Returns the level that a roll stands for (RAY-PROJ-2, BOSS-5)."""
    return (number + 1) // 2


def launch(course: Course) -> None:
    """Lets the round's projectile appear; a figure there is hit and it is gone (RAY-PROJ-1 to 5)."""
    state = course.state
    half = state.board.columns // 2
    column, end = (state.board.columns - 1, half) if state.has_reached_second_tile else (half - 1, 0)
    at = (column, rolled_level(state.die))
    course.emit(ProjectileLaunched(at, end))
    met = _met(course.state, at)
    if met is not None:
        course.emit(ProjectileRemoved(course.state.projectiles[-1].id, "hit"))
        hit(course, met.name, "projectile")


def _met(state: State, at: tuple[int, int]) -> Racer | None:
    """Returns the figure that a projectile meets; of several that with the lowest initiative."""
    figures = {racer.name for racer in state.figures_at(at)}
    met = [racer for racer in _all_from_rear(state) if racer.name in figures]
    return min(met, key=lambda racer: -1 if racer.initiative is None else racer.initiative, default=None)


def _all_from_rear(state: State) -> tuple[Racer, ...]:
    absent = tuple(racer for racer in state.racers if racer.is_absent and not racer.has_finished)
    return from_rear(state) + absent


def flight_tasks(state: State) -> tuple[Task, ...]:
    """Returns one task for each projectile, the oldest first (RAY-PROJ-11)."""
    if not state.projectile_id:
        return ()
    if not state.options.auto_projectiles:
        return (Task("projectiles_by_hand"),)
    return tuple(Task("projectile", number=projectile.id) for projectile in state.projectiles)


def find_projectile(state: State, projectile_id: int) -> Projectile | None:
    """Returns a projectile that is still on the board."""
    return next((projectile for projectile in state.projectiles if projectile.id == projectile_id), None)


def fly(course: Course, projectile_id: int) -> None:
    """Sweeps a projectile over its columns until it hits or leaves (RAY-PROJ-6 to 10, 12)."""
    state = course.state
    projectile = find_projectile(state, projectile_id)
    if projectile is None:
        return
    column, level = projectile.at
    for _ in range(state.options.projectile_speed):
        if column <= projectile.end:
            break
        column -= 1
        if column == projectile.end and state.options.start_line_safe:
            continue
        met = _met(state, (column, level))
        if met is None:
            continue
        if state.options.crouch_dodges_moving_projectile and state.board.is_low(column, level):
            course.emit(HarmWardedOff(met.name, "projectile"))
            continue
        course.emit(ProjectileMoved(projectile_id, (column, level)))
        course.emit(ProjectileRemoved(projectile_id, "hit"))
        hit(course, met.name, "projectile")
        return
    course.emit(ProjectileMoved(projectile_id, (column, level)))
    if column <= projectile.end:
        course.emit(ProjectileRemoved(projectile_id, "end"))
