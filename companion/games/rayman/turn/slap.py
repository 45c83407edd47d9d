"""Slaps: how far they reach, what they cost, and what they do to enemies, Teensies and figures."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.message import say
from companion.games.rayman.commands import FreeTeensy, Place, SlapEnemy, SlapFigure
from companion.games.rayman.course import Course
from companion.games.rayman.events import (
    ActionsGained,
    ActionsSpent,
    BubbleBurst,
    FigureSlapped,
    TeensyFreed,
)
from companion.games.rayman.notes import space_text
from companion.games.rayman.pushes import push
from companion.games.rayman.state import Racer, State
from companion.games.rayman.turn.enter import Refused, defeat
from companion.games.rayman.turn.legendary import has_ability, note_use

RANGE = 3


def ahead(state: State, start: Place, target: Place) -> int:
    """Returns by how many columns the target is ahead on the ring, negative when behind."""
    columns = state.board.columns
    return (target[0] - start[0] + columns // 2) % columns - columns // 2


def distance(state: State, start: Place, target: Place, reach: int = RANGE) -> int | None:
    """Returns how far a Slap has to reach, None where it cannot (RAY-SLAP-3 to 7)."""
    across = ahead(state, start, target)
    up = target[1] - start[1]
    total = abs(across) + abs(up)
    if total > reach:
        return None
    if across and up:
        if not state.options.slap_manhattan:
            return None
        corners = ((start[0] + across, start[1]), (start[0], start[1] + up))
        return (
            total
            if any(
                _is_clear(state, start, corner) and _is_clear(state, corner, (start[0] + across, target[1]))
                for corner in corners
            )
            else None
        )
    return total if _is_clear(state, start, (start[0] + across, target[1])) else None


def _is_clear(state: State, start: Place, end: Place) -> bool:
    """Tells whether nothing blocks the straight line between two spaces (RAY-SLAP-5, 6)."""
    board = state.board
    (p, level), (q, high) = start, end
    if p == q:
        return not any(board.is_low(p, at) for at in range(min(level, high), max(level, high)))
    if any(board.is_wall(at, level) for at in range(min(p, q), max(p, q))):
        return False
    if state.options.thick_blocks_side_slap:
        return not any(board.is_low(at, level) for at in range(min(p, q), max(p, q) + 1))
    return True


def cost(state: State, racer: Racer, far: int) -> int:
    """Returns the Slaps that a target at a distance costs (RAY-SLAP-1, 2, LEGEND-9)."""
    if far == 0:
        return 1
    return far if has_ability(state, racer, "smasher") else far + 1


def _reach(state: State, racer: Racer) -> int:
    return state.options.smasher_cap if has_ability(state, racer, "smasher") else RANGE


def _priced(state: State, target: Place, extra: int = 0) -> tuple[int, int] | Refused:
    """Returns distance and price of slapping a space, or why it cannot be paid."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    if racer.has_finished:
        return Refused(say("rayman.refuse.finished"), ("RAY-FINISH-4",))
    far = distance(state, racer.at, target, _reach(state, racer))
    if far is None:
        return Refused(
            say("rayman.refuse.out_of_reach", space=space_text(state, target)),
            ("RAY-SLAP-3", "RAY-SLAP-4", "RAY-SLAP-5", "RAY-SLAP-6"),
        )
    price = cost(state, racer, far) + extra
    if turn.pool.slap < price:
        return Refused(
            say("rayman.refuse.slaps", needed=price, left=turn.pool.slap), ("RAY-SLAP-1", "RAY-SLAP-2")
        )
    return far, price


def _pay(course: Course, far: int, price: int, act: Callable[[], None]) -> None:
    name = course.turn.player
    is_smasher = has_ability(course.state, course.racer(name), "smasher")
    course.emit(ActionsSpent(name, "slap", price))
    if far and is_smasher:
        note_use(course, name)
        if far >= 2:
            course.emit(ActionsGained(name, "move"))
    act()  # last, since a push that hurts can end the game


def plan_enemy(state: State, command: SlapEnemy) -> tuple[int, int] | Refused:
    """Prices a Slap on an enemy (RAY-ENEMY-5, 8, 11, 13)."""
    turn = state.turn
    assert turn is not None
    space = command.at
    if not state.board.is_enemy(*space) or space[0] >= state.board.columns or state.is_boss_at(space):
        return Refused(say("rayman.refuse.no_enemy"), ("RAY-ENEMY-1",))
    if space in turn.defeated:
        return Refused(say("rayman.refuse.defeated"), ("RAY-ENEMY-5",))
    if space in turn.covered and not state.options.covered_enemy_slap:
        return Refused(say("rayman.refuse.covered"), ("RAY-ENEMY-8",))
    return _priced(state, space, state.extra_slaps)


def slap_enemy(course: Course, command: SlapEnemy) -> None:
    """Slaps an enemy away."""
    plan = plan_enemy(course.state, command)
    assert not isinstance(plan, Refused)
    _pay(course, *plan, lambda: defeat(course, command.at))


def plan_teensy(state: State, command: FreeTeensy) -> tuple[int, int] | Refused:
    """Prices freeing a Teensy (RAY-TEENSY-1, 3, 4)."""
    space = state.board.space_of_teensy(command.colour)
    if space is None:
        return Refused(say("rayman.refuse.no_teensy"), ("RAY-TEENSY-1",))
    if command.colour in state.racer(command.player).freed:
        return Refused(say("rayman.refuse.freed"), ("RAY-TEENSY-3",))
    return _priced(state, space)


def free_teensy(course: Course, command: FreeTeensy) -> None:
    """Frees a Teensy for the active player; the prisoner stays for the others (RAY-TEENSY-2)."""
    plan = plan_teensy(course.state, command)
    assert not isinstance(plan, Refused)
    _pay(course, *plan, lambda: course.emit(TeensyFreed(command.player, command.colour)))


def plan_figure(state: State, command: SlapFigure) -> tuple[int, int] | Refused:
    """Prices a Slap on a figure and checks its direction (RAY-SLAP-8 to 11, 17, 18, COOP-9)."""
    if command.figure == command.player or command.figure not in [racer.name for racer in state.racers]:
        return Refused(say("rayman.refuse.no_figure"), ("RAY-SLAP-8",))
    target = state.racer(command.figure)
    if target.has_finished:
        return Refused(say("rayman.refuse.target_finished"), ("RAY-SLAP-18",))
    if target.bubble == "mode":
        if command.push != 0:
            return Refused(say("rayman.refuse.burst_only"), ("RAY-COOP-9",))
        return _priced(state, target.at)
    if command.push == 0:
        return Refused(say("rayman.refuse.no_bubble"), ("RAY-COOP-9",))
    if target.bubble:
        return Refused(say("rayman.refuse.bubbled"), ("RAY-SLAP-17",))
    if target.is_slapped and state.options.slap_limit != "unlimited":
        return Refused(say("rayman.refuse.slapped"), ("RAY-SLAP-11",))
    if command.push not in pushes_of(state, command.player, target):
        return Refused(say("rayman.refuse.direction"), ("RAY-SLAP-8", "RAY-SLAP-9"))
    return _priced(state, target.at)


def pushes_of(state: State, name: str, target: Racer) -> tuple[int, ...]:
    """Lists the directions in which a Slap may send a figure (RAY-SLAP-8 to 10)."""
    across = ahead(state, state.racer(name).at, target.at)
    return (-1, 1) if across == 0 else ((1,) if across > 0 else (-1,))


def slap_figure(course: Course, command: SlapFigure) -> None:
    """Slaps a figure one column on, or a mate out of a Bubble."""
    plan = plan_figure(course.state, command)
    assert not isinstance(plan, Refused)

    def act() -> None:
        if command.push == 0:
            course.emit(BubbleBurst(command.player, command.figure))
        else:
            course.emit(FigureSlapped(command.player, command.figure, command.push))
            push(course, command.figure, command.push)

    _pay(course, *plan, act)
