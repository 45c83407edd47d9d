"""Steps on the board: move, jump, drift, glide, fall, each with its check and what it does."""

from __future__ import annotations

from companion.core.message import say
from companion.games.rayman.commands import Drift, EndGlide, Fall, Jump, Move, Place, StartGlide
from companion.games.rayman.course import Course
from companion.games.rayman.events import ActionsGained, ActionsSpent, FigureMoved, StanceTaken
from companion.games.rayman.notes import space_text
from companion.games.rayman.state import Racer, State, Turn
from companion.games.rayman.turn.enter import (
    Entry,
    Refused,
    check_choices,
    enter,
    needs_cover,
    plan_entry,
)
from companion.games.rayman.turn.legendary import has_ability, note_use


def _active(state: State) -> tuple[Turn, Racer]:
    assert state.turn is not None
    return state.turn, state.racer(state.turn.player)


def plan_move(state: State, by: int) -> Entry | Refused:
    """Works out a Movement without its choices (RAY-MOVE-1 to 3, 8)."""
    turn, racer = _active(state)
    p, level = racer.at
    if turn.pool.move < 1:
        return Refused(say("rayman.refuse.moves"), ("RAY-MOVE-1",))
    if turn.stance == "finished":
        if by < 0:
            return Refused(say("rayman.refuse.past_line"), ("RAY-FINISH-3",))
        return Entry()
    if turn.stance == "drop" or (turn.stance == "air" and turn.air_moves < 1):
        return Refused(say("rayman.refuse.falling"), ("RAY-FALL-3", "RAY-MOVE-8"))
    if p + by < 0:
        return Refused(say("rayman.refuse.before_start"), ("RAY-MOVE-3",))
    if state.board.is_wall(p if by > 0 else p - 1, level):
        return Refused(
            say("rayman.refuse.wall", column=min(p, p + by) % state.board.columns, level=level),
            ("RAY-MOVE-2",),
        )
    return plan_entry(state, (p + by, level), "move")


def move(course: Course, command: Move) -> None:
    """Moves one column."""
    state = course.state
    entry = plan_move(state, command.by)
    assert isinstance(entry, Entry)
    turn, racer = _active(state)
    place = (racer.at[0] + command.by, racer.at[1])
    course.emit(ActionsSpent(racer.name, "move"))
    if turn.stance == "finished":
        course.emit(FigureMoved(racer.name, place, "finish"))
        return
    is_gliding = turn.stance == "glide"
    if turn.stance == "air" and turn.air_moves == 1 and has_ability(state, racer, "dasher"):
        note_use(course, racer.name)
    if not enter(course, place, entry, "move", command.enemy, command.projectile, is_gliding):
        return
    if entry.is_finish:
        return
    if is_gliding:
        is_ducked = entry.is_crouched or command.projectile == "crouch"
        _glide_on(course, place, is_ducked)
    else:
        _take_ground(course, place, turn)


def _glide_on(course: Course, place: Place, is_ducked: bool) -> None:
    """Ends a glide on what carries the figure, else lets it go on (RAY-GLIDE-3 to 5, 10)."""
    board = course.state.board
    if is_ducked or (board.is_floor(*place) and not board.is_obstacle(*place)):
        stance = "hurdle" if board.is_obstacle(*place) else "stand"
        course.emit(StanceTaken(course.turn.player, stance))  # type: ignore[arg-type]


def _take_ground(course: Course, place: Place, before: Turn) -> None:
    """Stands the figure on a floor, or leaves it in the air (RAY-FALL-1, LEGEND-11, 12)."""
    state, name = course.state, before.player
    if state.board.is_floor(*place):
        course.emit(StanceTaken(name, "hurdle" if state.board.is_obstacle(*place) else "stand"))
        return
    if before.stance == "air":
        left = before.air_moves - 1
    else:
        left = 1 if has_ability(state, state.racer(name), "dasher") else 0
    course.emit(StanceTaken(name, "air" if left else "drop", air_moves=left))


def plan_jump(state: State) -> Entry | Refused:
    """Works out a Jump without its choices (RAY-JUMP-3, 5, 6, 10, LEGEND-15)."""
    turn, racer = _active(state)
    p, level = racer.at
    if turn.pool.jump < 1:
        return Refused(say("rayman.refuse.jumps"), ("RAY-JUMP-2",))
    if level > 2:
        return Refused(say("rayman.refuse.top"), ("RAY-JUMP-10",))
    if turn.stance == "air":
        if not (turn.jumps and has_ability(state, racer, "scrambler")):
            return Refused(say("rayman.refuse.jump_from_air"), ("RAY-JUMP-3",))
    elif turn.stance != "stand" or not state.board.is_floor(p, level):
        return Refused(say("rayman.refuse.jump_from_air"), ("RAY-JUMP-3",))
    if needs_cover(state, racer.at):
        clauses = ("RAY-JUMP-5", "RAY-JUMP-6") if state.board.is_low(p, level) else ("RAY-JUMP-6",)
        return Refused(say("rayman.refuse.crouched"), clauses)
    return plan_entry(state, (p, level + 1), "jump")


def jump(course: Course, command: Jump) -> None:
    """Jumps one level up."""
    state = course.state
    entry = plan_jump(state)
    assert isinstance(entry, Entry)
    turn, racer = _active(state)
    place = (racer.at[0], racer.at[1] + 1)
    course.emit(ActionsSpent(racer.name, "jump"))
    if not enter(course, place, entry, "jump", command.enemy, command.projectile, False):
        return
    is_second = turn.jumps > 0 and place[1] == 3
    is_scrambler = has_ability(course.state, racer, "scrambler")
    jumps = turn.jumps + 1
    if course.state.board.is_floor(*place):
        course.emit(StanceTaken(racer.name, "stand", jumps=jumps))
    else:
        air_moves = 2 if has_ability(course.state, racer, "dasher") else 1
        course.emit(StanceTaken(racer.name, "air", air_moves=air_moves, jumps=jumps))
    if is_second and is_scrambler:
        course.emit(ActionsGained(racer.name, "move"))
        note_use(course, racer.name)


def plan_drift(state: State, by: int) -> Entry | Refused:
    """Works out a change of level in a Glide (RAY-LEGEND-6, 7)."""
    turn, racer = _active(state)
    p, level = racer.at
    if turn.stance != "glide" or not has_ability(state, racer, "drifter"):
        return Refused(say("rayman.refuse.drift"), ("RAY-LEGEND-6",))
    if turn.pool.move < (0 if state.options.drifter_free else 1):
        return Refused(say("rayman.refuse.moves"), ("RAY-LEGEND-6",))
    if state.options.drifter_free and turn.drifts >= 2:  # up and down for nothing would never end
        return Refused(say("rayman.refuse.drift_again"), ("RAY-LEGEND-6",))
    if not 1 <= level + by <= 3:
        return Refused(say("rayman.refuse.top"), ("RAY-LEGEND-7",))
    if (by < 0 and state.board.is_floor(p, level)) or (by > 0 and state.board.is_low(p, level)):
        return Refused(say("rayman.refuse.drift_blocked"), ("RAY-LEGEND-7",))
    return plan_entry(state, (p, level + by), "drift")


def drift(course: Course, command: Drift) -> None:
    """Changes the level without ending the Glide."""
    entry = plan_drift(course.state, command.by)
    assert isinstance(entry, Entry)
    _, racer = _active(course.state)
    place = (racer.at[0], racer.at[1] + command.by)
    if not course.state.options.drifter_free:
        course.emit(ActionsSpent(racer.name, "move"))
    note_use(course, racer.name)
    if enter(course, place, entry, "drift", command.enemy, command.projectile, True):
        _glide_on(course, place, entry.is_crouched or command.projectile == "crouch")


def check_glide(state: State) -> Refused | None:
    """Tells why no Glide can start, if so (RAY-GLIDE-1, 6, 8)."""
    turn, racer = _active(state)
    if turn.pool.glide < 1:
        return Refused(say("rayman.refuse.glides"), ("RAY-GLIDE-1",))
    if turn.stance not in ("stand", "air", "drop"):
        return Refused(say("rayman.refuse.glide_now"), ("RAY-GLIDE-9",))
    if turn.stance == "stand" and needs_cover(state, racer.at):
        return Refused(say("rayman.refuse.glide_crouched"), ("RAY-GLIDE-8",))
    return None


def start_glide(course: Course, command: StartGlide) -> None:
    """Stabilises in the air."""
    course.emit(ActionsSpent(command.player, "glide"))
    course.emit(StanceTaken(command.player, "glide"))


def plan_end_glide(state: State) -> Entry | Refused:
    """Works out the end of a Glide; over an obstacle it means stepping on it (RAY-GLIDE-9, 11)."""
    turn, racer = _active(state)
    if turn.stance != "glide":
        return Refused(say("rayman.refuse.not_gliding"), ("RAY-GLIDE-9",))
    if state.board.is_obstacle(*racer.at):
        return plan_entry(state, racer.at, "land")
    return Entry()


def end_glide(course: Course, command: EndGlide) -> None:
    """Stops gliding: onto the floor, onto the obstacle, or into a fall."""
    state = course.state
    entry = plan_end_glide(state)
    assert isinstance(entry, Entry)
    _, racer = _active(state)
    if state.board.is_obstacle(*racer.at):
        if enter(course, racer.at, entry, "fall", command.enemy, None, False):
            course.emit(StanceTaken(racer.name, "hurdle"))
    elif state.board.is_floor(*racer.at):
        course.emit(StanceTaken(racer.name, "stand"))
    else:
        course.emit(StanceTaken(racer.name, "drop"))


def is_hanging(state: State) -> bool:
    """Tells whether the figure stands on another one's head, or did until that was slapped away."""
    turn, racer = _active(state)
    return turn.stance == "stand" and not state.board.is_floor(*racer.at)


def plan_fall(state: State) -> Entry | Refused:
    """Works out falling one level (RAY-FALL-1, 6, 9)."""
    turn, racer = _active(state)
    p, level = racer.at
    if turn.stance not in ("drop", "air") and not is_hanging(state):
        return Refused(say("rayman.refuse.not_falling"), ("RAY-FALL-1",))
    if level < 2 or state.board.is_floor(p, level):
        return Refused(say("rayman.refuse.on_floor", space=space_text(state, racer.at)), ("RAY-BOARD-4",))
    return plan_entry(state, (p, level - 1), "fall")


def fall(course: Course, enemy: Fall | EndGlide) -> None:
    """Falls one level."""
    entry = plan_fall(course.state)
    assert isinstance(entry, Entry)
    _, racer = _active(course.state)
    place = (racer.at[0], racer.at[1] - 1)
    cover = entry.covers[0] if entry.covers else None
    if not enter(course, place, entry, "fall", enemy.enemy, cover, False):
        return
    board = course.state.board
    if board.is_floor(*place):
        course.emit(StanceTaken(racer.name, "hurdle" if board.is_obstacle(*place) else "stand"))
    else:
        course.emit(StanceTaken(racer.name, "drop"))


def check_step(state: State, command: Move | Jump | Drift | EndGlide | Fall) -> Refused | None:
    """Tells why a step cannot be made as asked, if so."""
    match command:
        case Move():
            plan = plan_move(state, command.by)
        case Jump():
            plan = plan_jump(state)
        case Drift():
            plan = plan_drift(state, command.by)
        case EndGlide():
            plan = plan_end_glide(state)
        case Fall():
            plan = plan_fall(state)
    if isinstance(plan, Refused):
        return plan
    if isinstance(command, Fall | EndGlide):
        return check_choices(state, plan, command.enemy, plan.covers[0] if plan.covers else None)
    return check_choices(state, plan, command.enemy, command.projectile)
