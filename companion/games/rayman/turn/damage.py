"""Hits: a Heart is lost or the figure is hurt, and what being hurt leads to in each mode."""

from __future__ import annotations

from companion.games.rayman import events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.finish import lose_to_boss
from companion.games.rayman.state import Task


def hit(course: Course, name: str, cause: e.Cause) -> bool:
    """Hits a figure where it stands; tells whether it withstood (RAY-HEART-3, RAY-DAMAGE-10)."""
    racer = course.racer(name)
    if racer.has_finished or racer.is_waiting:
        return True
    if racer.is_immune or racer.bubble:
        course.emit(e.HarmWardedOff(name, cause))
        return True
    if racer.has_heart:
        course.emit(e.HeartLost(name, cause))
        return True
    hurt(course, name, cause)
    return False


def hurt(course: Course, name: str, cause: e.Cause, *, is_moved: bool = True) -> None:
    """Hurts a figure: it retreats, and in a team it is lost or enters a Bubble (RAY-DAMAGE-1, 6, 8)."""
    state = course.state
    at = state.racer(name).at
    course.emit(e.DamageTaken(name, cause, at))
    if state.kind == "solo" or (state.kind == "coop" and state.options.coop_damage_loses):
        lose_to_boss(course, name)
        return
    turn = state.turn
    if turn is not None and turn.player == name and (state.options.damage_ends_turn or state.kind == "coop"):
        close_turn(course)
    if is_moved:
        course.do_next(Task("retreat", name, at=at))
    else:
        finish_retreat(course, name)


def close_turn(course: Course) -> None:
    """Lets the running turn end as soon as everything before it is settled."""
    name = course.turn.player
    running = Task("turn", name)
    course.tasks = [Task("close", name) if task == running else task for task in course.tasks]


def cover(course: Course, place: Place) -> None:
    """Covers an enemy on which a figure has come to rest, for the rest of the turn (RAY-ENEMY-15)."""
    state, space = course.state, course.state.space(place)
    if state.turn is not None and state.board.is_enemy(*space) and space not in state.turn.covered:
        course.emit(e.EnemyCovered(space))


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


def note_second_tile(course: Course, place: Place) -> None:
    """Latches the projectiles' second starting column (RAY-PROJ-3, 4)."""
    state = course.state
    if not state.has_reached_second_tile and place[0] >= state.board.columns // 2:
        course.emit(e.SecondTileReached())
