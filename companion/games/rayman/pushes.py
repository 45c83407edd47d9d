"""What befalls figures that others or chance move: hits, pushes, falls, and where they are put."""

from __future__ import annotations

from typing import cast

from companion.games.rayman import events as e
from companion.games.rayman.board import LEVELS
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.finish import lose_to_boss
from companion.games.rayman.rules.ends import PLACES, why_moved
from companion.games.rayman.rules.slaps import pushed
from companion.games.rayman.running import is_carried, table_of
from companion.games.rayman.state import TEENSIES_NEEDED, State, Task

FLOAT = 4
"""How many columns a Bubble floats at most (RAY-COOP-7)."""


def move(course: Course, name: str, to: Place, why: e.Why) -> None:
    """Brings a figure to a place, and latches the projectiles' second starting column (RAY-PROJ-3, 4)."""
    course.emit(e.FigureMoved(name, to, why))
    note_second_tile(course, to)


def note_second_tile(course: Course, place: Place) -> None:
    """Latches the projectiles' second starting column where a figure stands behind it (RAY-PROJ-3, 4)."""
    if not course.state.has_reached_second_tile and place[0] >= course.state.board.columns // 2:
        course.emit(e.SecondTileReached())


# Hits


def hit(course: Course, name: str, cause: e.Cause) -> bool:
    """Hits a figure where it stands; tells whether it withstood (RAY-HEART-3, RAY-DAMAGE-10)."""
    racer = course.racer(name)
    if racer.has_finished or racer.is_waiting:
        return True
    if racer.is_immune or racer.bubble:
        course.emit(e.HarmWardedOff(name, cause))
    elif racer.has_heart:
        course.emit(e.HeartLost(name, cause))
    else:
        hurt(course, name, cause, Task("retreat", name, at=racer.at))
        return False
    return True


def hurt(course: Course, name: str, cause: e.Cause, retreat: Task | None = None) -> None:
    """Hurts a figure: it retreats, and in a team it is lost or enters a Bubble (RAY-DAMAGE-1, 6, 8)."""
    state, turn = course.state, course.state.turn
    course.emit(e.DamageTaken(name, cause, course.racer(name).at))
    if state.kind == "solo" or (state.kind == "coop" and state.options.coop_damage_loses):
        lose_to_boss(course, name)
        return
    if turn is not None and turn.player == name and (state.options.damage_ends_turn or state.kind == "coop"):
        close_turn(course)
    if retreat is not None:
        course.do_next(retreat)
    else:
        finish_retreat(course, name)


def close_turn(course: Course) -> None:
    """Lets the running turn end as soon as everything before it is settled."""
    name = course.turn.player
    course.tasks = [Task("close", name) if task == Task("turn", name) else task for task in course.tasks]


def finish_retreat(course: Course, name: str) -> None:
    """Puts a hurt player of a team into Bubble mode; nobody left outside loses the game (RAY-COOP-5, 11)."""
    if course.state.kind == "coop":
        course.emit(e.BubbleEntered(name))
        lose_if_all_bubbled(course)


def lose_if_all_bubbled(course: Course) -> None:
    """Ends a team's game where only Bubbles are left (RAY-COOP-11, 19)."""
    racing = [racer for racer in course.state.racers if not racer.is_absent]
    if course.state.kind == "coop" and racing and all(racer.bubble == "mode" for racer in racing):
        lose_to_boss(course, "")


def remove_projectile(course: Course, place: Place) -> bool:
    """Removes the projectile on a space that a figure has met; tells whether there was one."""
    projectile = course.state.projectile_at(place)
    if projectile is not None:
        course.emit(e.ProjectileRemoved(projectile.id, "hit"))
    return projectile is not None


# Figures that are moved


def push(course: Course, name: str, by: int) -> None:
    """Pushes a figure one column on or back (RAY-PUSH-9 to 11, 15, FINISH-6)."""
    racer = course.racer(name)
    if racer.has_finished or racer.is_waiting:
        return
    p, level = racer.at
    table, has_three = table_of(course.state, name), len(racer.freed) >= TEENSIES_NEEDED
    match pushed(table, table.opening, by, has_three=has_three):
        case "moves" | "finishes":
            arrive(course, name, (p + by, level), "push")
        case "hit":
            hit(course, name, "wall")
        case "hurt":
            hurt(course, name, "wall")


def arrive(course: Course, name: str, place: Place, why: e.Why) -> None:
    """Lets a moved figure meet what is there, fall, and come to rest (RAY-PUSH-1 to 8, 14)."""
    has_crossed = crosses(course.state, name, place[0])
    move(course, name, place, why)
    if has_crossed:
        course.emit(e.FigureFinished(name))
        return
    table = table_of(course.state, name)
    for cause in table.met(table.opening, table.own):
        if cause == "projectile":
            remove_projectile(course, place)
        if not hit(course, name, cause):
            return
    if course.state.board.is_floor(*place):
        come_to_rest(course, name)
    else:
        arrive(course, name, (place[0], place[1] - 1), "fall")


def settle_down(course: Course, name: str) -> None:
    """Lets a figure whose player has left in the middle of a turn come to rest, unharmed."""
    p, level = at = course.racer(name).at
    to = (p, max(floor for floor in course.state.board.floor_levels(p) if floor <= level))
    if to != at:
        move(course, name, to, "fall")
    come_to_rest(course, name)


def come_to_rest(course: Course, name: str) -> None:
    """Lets a figure rest on what it covers then (RAY-ENEMY-15), or sends it on where it may not stay."""
    if not make_room(course, name):
        cover(course, course.racer(name).at)


def make_room(course: Course, name: str) -> bool:
    """Sends a figure on that may not stay on an obstacle, figure, Boss or projectile (RAY-PUSH-1, 7)."""
    table = table_of(course.state, name)
    why = why_moved(table, table.opening, table.own)
    if why:
        course.do_next(Task(why, name, at=course.racer(name).at))
    return bool(why)


def cover(course: Course, place: Place) -> None:
    """Covers an enemy on which a figure has come to rest, for the rest of the turn (RAY-ENEMY-15)."""
    state, space = course.state, course.state.space(place)
    if state.turn is not None and state.board.is_enemy(*space) and space not in state.turn.covered:
        course.emit(e.EnemyCovered(space))


def put(course: Course, task: Task, to: Place) -> None:
    """Puts a figure where it goes; beside another one an enemy is a hit (RAY-REST-4, PUSH-4).

    Where damage sends it a projectile is removed and an enemy is harmless (RAY-DAMAGE-7).
    """
    name, is_retreat = task.player, task.kind == "retreat"
    move(course, name, to, cast("e.Why", task.kind))
    if is_retreat:
        remove_projectile(course, to)
        if course.state.turn is not None and course.state.turn.player == name:
            course.emit(e.StanceTaken(name, "stand"))
    table = table_of(course.state, name)
    is_hit = task.kind == "beside" and table.has_enemy(table.opening, table.own)
    if not is_hit or hit(course, name, "enemy"):
        cover(course, to)
    if is_retreat:
        finish_retreat(course, name)


def drop_perched(course: Course) -> None:
    """Lets figures fall whose support has left, the lowest first (RAY-PUSH-13)."""
    if not course.state.is_crowded:
        return
    for racer in sorted(course.state.racers, key=lambda racer: racer.at[1]):
        p, level = course.racer(racer.name).at
        is_out = racer.has_finished or racer.is_waiting or racer.is_held_up or racer.bubble == "mode"
        is_safe = course.state.board.is_floor(p, level) or is_carried(course.state, racer.name, (p, level))
        if not is_out and not is_safe:
            arrive(course, racer.name, (p, level - 1), "fall")


# Where figures may go


def places_for(state: State, task: Task) -> tuple[Place, ...]:
    """Lists where a figure may be put that is hurt, cannot share its space or stay on an obstacle."""
    table = table_of(state, task.player)
    found = [table.place(to) for to in PLACES[task.kind](table, table.opening, table.at(task.at))]
    return tuple(found if task.kind == "beside" else found[::-1])


def bonus_places(state: State, name: str) -> tuple[Place, ...]:
    """Lists where the last-place bonus may lead (RAY-ROUND-5, 6, 9)."""
    racer = state.racer(name)
    p = racer.at[0] + 1
    if not may_cross(state, name, p):
        return ()
    return tuple(
        (p, level)
        for level in reversed(LEVELS)
        if not state.is_taken((p, level), name)
        and not state.board.is_obstacle(p, level)
        and not state.is_boss_at((p, level))
    )


def float_places(state: State, name: str) -> tuple[Place, ...]:
    """Lists where a Bubble may float, the farthest free column first (RAY-COOP-7, 8)."""
    start = state.racer(name).at[0]
    for p in range(start + FLOAT, start, -1):
        if not may_cross(state, name, p):
            continue
        if crosses(state, name, p):
            return ((p, 1),)
        found = tuple((p, level) for level in LEVELS if not state.is_taken((p, level), name))
        if found:
            return found
    return (state.racer(name).at,)


def crosses(state: State, name: str, end: int) -> bool:
    """Tells whether going on to a progress finishes the race (RAY-FINISH-1)."""
    racer, columns = state.racer(name), state.board.columns
    return end // columns > racer.at[0] // columns and len(racer.freed) >= TEENSIES_NEEDED


def may_cross(state: State, name: str, end: int) -> bool:
    """Tells whether the finish gate lets the player come to a progress (RAY-FINISH-5)."""
    is_on_this_lap = end // state.board.columns <= state.racer(name).at[0] // state.board.columns
    return state.options.finish_gate != "blocked_at43" or is_on_this_lap or crosses(state, name, end)
