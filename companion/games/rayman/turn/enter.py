"""Entering a space: what stands in it, what the player may do about it, and what then happens."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from companion.core.message import Message, say
from companion.games.rayman.commands import Cover, Meeting, Place
from companion.games.rayman.course import Course
from companion.games.rayman.events import (
    ActionsGained,
    ActionsSpent,
    BossSlapped,
    EnemyDefeated,
    EnemyDodged,
    FigureFinished,
    FigureMoved,
    ProjectileRemoved,
    SecondTileReached,
    Why,
)
from companion.games.rayman.notes import space_text
from companion.games.rayman.places import crosses, may_cross
from companion.games.rayman.state import Projectile, State, Task
from companion.games.rayman.turn.damage import hit
from companion.games.rayman.turn.legendary import has_ability, note_use

Step = Literal["move", "jump", "drift", "fall", "land"]
"""How a space is entered; `land` is ending a glide over an obstacle."""


class Refused(NamedTuple):
    """Why a step is not possible, and by which clauses."""

    message: Message
    clauses: tuple[str, ...]


class Entry(NamedTuple):
    """What entering a space involves."""

    is_finish: bool = False
    needs_crouch: bool = False
    """Whether a low ceiling takes a Crouch that is not paid yet."""
    projectile: Projectile | None = None
    covers: tuple[Cover, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    is_boss: bool = False
    is_crouched: bool = False
    """Whether the figure is crouched there whatever is chosen (low ceiling)."""
    is_paid: bool = False


def is_danger(state: State, place: Place) -> bool:
    """Tells whether an enemy there has to be dealt with in the running turn (RAY-ENEMY-4, 7, BOSS-15)."""
    turn = state.turn
    space = state.space(place)
    if not state.board.is_enemy(*space):
        return False
    if turn is not None and (space in turn.defeated or space in turn.covered):
        return False
    return not state.is_boss_at(place)


def needs_cover(state: State, place: Place) -> bool:
    """Tells whether standing there means being crouched."""
    return state.board.is_low(*place) or state.projectile_at(place) is not None


def plan_entry(state: State, place: Place, step: Step) -> Entry | Refused:
    """Works out what entering a space involves for the active figure, or why it cannot be entered."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    if not may_cross(state, racer.name, place[0]):
        return Refused(say("rayman.refuse.gate"), ("RAY-FINISH-5",))
    if crosses(state, racer.name, racer.at[0], place[0]):
        return Entry(is_finish=True)
    board, pool = state.board, turn.pool
    is_paid = step == "land" or (step == "move" and needs_cover(state, racer.at))
    has_floor = board.is_floor(*place)
    crouches = pool.crouch
    is_low = board.is_low(*place)
    if is_low and not has_floor:
        return Refused(say("rayman.refuse.low_no_floor", space=space_text(state, place)), ("RAY-CROUCH-7",))
    needs_crouch = is_low and not is_paid
    if needs_crouch:
        if crouches < 1 or step == "fall":
            return Refused(say("rayman.refuse.low", space=space_text(state, place)), ("RAY-CROUCH-1",))
        crouches -= 1
    projectile = state.projectile_at(place)
    covers: tuple[Cover, ...] = ()
    if projectile is not None:
        if is_low or (is_paid and has_floor):
            covers = ("crouch",)
        elif step != "fall" and has_floor and crouches > 0:
            covers = ("crouch", "hit")
        else:
            covers = ("hit",)
    is_boss = state.is_boss_at(place) and not turn.is_boss_slapped
    meetings: tuple[Meeting, ...] = ()
    if is_boss or is_danger(state, place):
        meetings = _meetings(state, is_boss, crouches)
    return Entry(False, needs_crouch, projectile, covers, meetings, is_boss, is_low, is_paid)


def slap_cost(state: State) -> int:
    """Returns what slapping an enemy or the Boss on one's own space costs (RAY-ENEMY-1, 13)."""
    return 1 + state.extra_slaps


def _meetings(state: State, is_boss: bool, crouches: int) -> tuple[Meeting, ...]:
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    found: list[Meeting] = []
    if turn.pool.slap >= slap_cost(state):
        found.append("slap")
    if crouches > 0 and not is_boss and has_ability(state, racer, "weaver"):
        found.append("dodge")
    if "slap" not in found or state.options.heart_optional:
        found.append("hit")
    return tuple(found)


def check_choices(state: State, entry: Entry, meeting: Meeting | None, cover: Cover | None) -> Refused | None:
    """Tells what is wrong with the choices made for an entry, if anything."""
    if entry.covers:
        if cover not in entry.covers:
            return Refused(say("rayman.refuse.cover"), ("RAY-CROUCH-3", "RAY-PROJ-13"))
    elif cover is not None:
        return Refused(say("rayman.refuse.no_projectile"), ("RAY-PROJ-13",))
    if entry.meetings:
        if meeting not in entry.meetings:
            if meeting == "slap":
                return Refused(say("rayman.refuse.no_slap"), ("RAY-ENEMY-1", "RAY-ENEMY-13"))
            return Refused(say("rayman.refuse.meeting"), ("RAY-ENEMY-1", "RAY-ENEMY-2"))
    elif meeting is not None:
        return Refused(say("rayman.refuse.no_enemy"), ("RAY-ENEMY-1",))
    if cover == "crouch" and meeting == "dodge" and not entry.is_crouched and not entry.is_paid:
        turn = state.turn
        assert turn is not None
        if turn.pool.crouch < 2:
            return Refused(say("rayman.refuse.crouch"), ("RAY-LEGEND-3",))
    return None


def enter(
    course: Course,
    place: Place,
    entry: Entry,
    why: Why,
    meeting: Meeting | None,
    cover: Cover | None,
    is_gliding: bool,
) -> bool:
    """Brings the active figure into a space; tells whether it is still on its feet there."""
    name = course.turn.player
    course.emit(FigureMoved(name, place, "finish" if entry.is_finish else why))
    note_second_tile(course, place)
    if entry.is_finish:
        course.emit(FigureFinished(name))
        return True
    if entry.needs_crouch or (cover == "crouch" and not entry.is_crouched and not entry.is_paid):
        course.emit(ActionsSpent(name, "crouch"))
    if entry.projectile is not None and cover == "hit":
        course.emit(ProjectileRemoved(entry.projectile.id, "hit"))
        if not hit(course, name, "projectile"):
            return False
    if meeting is not None and not _meet(course, place, meeting, entry.is_boss):
        return False
    is_ducked = entry.is_crouched or cover == "crouch"
    if course.state.board.is_obstacle(*place) and (not is_gliding or is_ducked):
        return course.state.options.obstacle_mode == "stop_only" or hit(course, name, "obstacle")
    return True


def _meet(course: Course, place: Place, meeting: Meeting, is_boss: bool) -> bool:
    name = course.turn.player
    if meeting == "hit":
        return hit(course, name, "boss" if is_boss else "enemy")
    if meeting == "dodge":
        course.emit(ActionsSpent(name, "crouch"))
        course.emit(EnemyDodged(name, course.state.space(place)))
        note_use(course, name)
        course.emit(ActionsGained(name, "move"))
        return True
    course.emit(ActionsSpent(name, "slap", slap_cost(course.state)))
    if is_boss:
        course.emit(BossSlapped(name))
    else:
        defeat(course, place)
    return True


def defeat(course: Course, place: Place) -> None:
    """Defeats an enemy for this turn; its Bonus token is drawn next (RAY-ENEMY-3)."""
    name = course.turn.player
    course.emit(EnemyDefeated(name, course.state.space(place)))
    if any(course.state.bag.values()) or any(course.state.spent.values()):
        course.do_next(Task("token", name))


def note_second_tile(course: Course, place: Place) -> None:
    """Latches the projectiles' second starting column (RAY-PROJ-3, 4)."""
    state = course.state
    if not state.has_reached_second_tile and place[0] >= state.board.columns // 2:
        course.emit(SecondTileReached())


MEETINGS: tuple[Meeting, ...] = get_args(Meeting)
