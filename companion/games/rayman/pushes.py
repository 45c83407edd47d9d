"""Figures moved by others: Slaps, the last-place bonus, effects; and where they come to rest."""

from __future__ import annotations

from typing import Literal, cast

from companion.games.rayman import events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.places import crosses, is_perch, may_cross
from companion.games.rayman.rules.ends import why_moved
from companion.games.rayman.running import table_of
from companion.games.rayman.state import Task
from companion.games.rayman.turn.damage import cover, finish_retreat, hit, hurt, note_second_tile


def push(course: Course, name: str, by: Literal[1, -1] | int) -> None:
    """Pushes a figure one column on or back (RAY-PUSH-9 to 11, 15, FINISH-6)."""
    state = course.state
    p, level = state.racer(name).at
    is_out = state.racer(name).has_finished or state.racer(name).is_waiting
    if is_out or p + by < 0 or not may_cross(state, name, p + by):
        return
    if not state.board.is_wall(p if by > 0 else p - 1, level):
        arrive(course, name, (p + by, level), "push")
        return
    racer, ruling = state.racer(name), state.options.back_wall_no_heart
    if by > 0 or racer.has_heart or racer.is_immune or racer.bubble or ruling == "damage_and_retreat2":
        hit(course, name, "wall")
    elif ruling == "damage_no_move":
        hurt(course, name, "wall", is_moved=False)


def arrive(course: Course, name: str, place: Place, why: e.Why) -> None:
    """Lets a moved figure meet what is there, fall, and come to rest (RAY-PUSH-1 to 8, 14)."""
    if crosses(course.state, name, place[0]):
        course.emit(e.FigureMoved(name, place, why))
        course.emit(e.FigureFinished(name))
        return
    while True:
        course.emit(e.FigureMoved(name, place, why))
        note_second_tile(course, place)
        table, s = table_of(course.state, name)
        for cause in table.met(s, table.at(place)):
            if cause == "projectile":
                remove_projectile(course, place)
            if not hit(course, name, cause):
                return
        if course.state.board.is_floor(*place):
            break
        place = (place[0], place[1] - 1)
        why = "fall"
    if not make_room(course, name, place):
        cover(course, place)


def settle_down(course: Course, name: str) -> None:
    """Lets a figure whose player has left in the middle of a turn come to rest, unharmed."""
    board = course.state.board
    p, level = course.racer(name).at
    while not board.is_floor(p, level):
        level -= 1
    if (p, level) != course.racer(name).at:
        course.emit(e.FigureMoved(name, (p, level), "fall"))
    if not make_room(course, name, (p, level)):
        cover(course, (p, level))


def make_room(course: Course, name: str, place: Place) -> bool:
    """Sends a figure on that may not stay on an obstacle, figure, Boss or projectile (RAY-PUSH-1, 7)."""
    table, s = table_of(course.state, name)
    why = why_moved(table, s, table.at(place))
    if why:
        course.do_next(Task(why, name, at=place))
    return bool(why)


def remove_projectile(course: Course, place: Place) -> bool:
    """Removes the projectile on a space that a figure has met; tells whether there was one."""
    projectile = course.state.projectile_at(place)
    if projectile is not None:
        course.emit(e.ProjectileRemoved(projectile.id, "hit"))
    return projectile is not None


def put(course: Course, task: Task, to: Place) -> None:
    """Puts a figure where it goes; beside another one an enemy is a hit (RAY-REST-4, PUSH-4).

    Where damage sends it a projectile is removed and an enemy is harmless (RAY-DAMAGE-7).
    """
    name = task.player
    course.emit(e.FigureMoved(name, to, cast("e.Why", task.kind)))
    if task.kind == "retreat":
        remove_projectile(course, to)
        if course.state.turn is not None and course.state.turn.player == name:
            course.emit(e.StanceTaken(name, "stand"))
    table, s = table_of(course.state, name)
    if task.kind != "beside" or not table.has_enemy(s, table.at(to)) or hit(course, name, "enemy"):
        cover(course, to)
    if task.kind == "retreat":
        finish_retreat(course, name)


def drop_perched(course: Course) -> None:
    """Lets figures fall whose support has left, the lowest first (RAY-PUSH-13)."""
    if not course.state.is_crowded:
        return
    for racer in sorted(course.state.racers, key=lambda racer: racer.at[1]):
        p, level = course.racer(racer.name).at
        is_out = racer.has_finished or racer.is_waiting or racer.is_held_up or racer.bubble == "mode"
        is_carried = course.state.board.is_floor(p, level) or is_perch(course.state, racer.name, (p, level))
        if not is_out and not is_carried:
            arrive(course, racer.name, (p, level - 1), "fall")
