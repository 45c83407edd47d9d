"""What follows when the table overrides the record: order, stances and tasks are put right."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.core.corrections import Correct, correct
from companion.core.event import Event
from companion.games.rayman.agenda import settle
from companion.games.rayman.corrections import CORRECTIONS
from companion.games.rayman.course import Course
from companion.games.rayman.events import BossFinished, OrderSet, StanceTaken, TurnEnded, TurnPutOff
from companion.games.rayman.pushes import (
    finish_retreat,
    lose_if_all_bubbled,
    note_second_tile,
    settle_down,
)
from companion.games.rayman.round import rank
from companion.games.rayman.state import Racer, Stance, State, Task, Turn

PLACING = ("retreat", "beside", "aside")
TEENSY_TASKS = ("teensy", "random_teensy")
DRAFT_TASKS = ("deal", "pick", "close_offer")


def overrule(state: State, command: Correct) -> tuple[Event, ...]:
    """Returns the events of a correction; refuses only what no table could mean (RAY-TABLE-1)."""
    course = Course(state)
    course.emit(correct(CORRECTIONS, state, command, [racer.name for racer in state.racers]))
    follows = FOLLOWS.get(command.what)
    if follows is not None:
        follows(course, command.player)
    if state.outcome is None:
        settle(course)
    return course.complete()


def _stands(course: Course, name: str) -> None:
    note_second_tile(course, course.racer(name).at)
    _stand_again(course, name)
    _placed_by_hand(course, name)


def _stand_again(course: Course, name: str) -> None:
    """Lets the active figure stand where the table put it."""
    turn = course.state.turn
    if turn is not None and turn.player == name:
        racer, board = course.racer(name), course.state.board
        stance: Stance = "stand" if board.is_floor(*racer.at) else "drop"
        if board.is_obstacle(*racer.at):
            stance = "hurdle"
        course.emit(StanceTaken(name, "finished" if racer.has_finished else stance))


def _placed_by_hand(course: Course, name: str) -> None:
    """Takes the table's word for where a figure goes that the companion was about to ask for."""
    placing = [task for task in course.tasks if task.player == name and task.kind in PLACING]
    course.tasks = [task for task in course.tasks if task not in placing]
    if any(task.kind == "retreat" for task in placing):
        finish_retreat(course, name)


def _order_again(course: Course, name: str) -> None:
    """Sorts the turns in which nothing has happened yet by the corrected initiative (RAY-INIT-1, 3)."""
    state = course.state
    turn = state.turn
    active = "" if turn is None or _is_untouched(state, turn) else turn.player
    waiting = [task for task in course.tasks if task.kind == "turn" and task.player != active]
    ranked = sorted(waiting, key=lambda task: rank(state.racer(task.player)), reverse=True)
    if ranked == waiting:
        return
    if turn is not None and not active and ranked[0].player != turn.player:
        course.emit(TurnPutOff(turn.player))
    names = [task.player for task in ranked]
    course.emit(OrderSet((*(each for each in state.order if each not in names), *names)))
    coming = iter(ranked)
    course.tasks = [next(coming) if task in waiting else task for task in course.tasks]


def _is_untouched(state: State, turn: Turn) -> bool:
    """Tells whether a turn has begun and nothing else."""
    racer, start = state.racer(turn.player), turn.start
    return (
        state.agenda[0] == Task("turn", turn.player)
        and (racer.at, racer.has_heart, racer.freed) == (start.at, start.has_heart, start.freed)
        and turn.pool == turn.gained
        and not (turn.used or turn.drawn or turn.traded)
    )


def _comes_or_goes(course: Course, name: str) -> None:
    """Passes an absent player over, and takes a player back in (RAY-TABLE-2)."""
    state, racer = course.state, course.racer(name)
    if not racer.is_absent:
        return
    if state.turn is not None and state.turn.player == name:
        course.emit(TurnEnded(name))
        settle_down(course, name)
    kept = (*PLACING, *TEENSY_TASKS, "hit", "boss_hit", "shove", "drop")
    course.tasks = [
        replace(task, player=_next_present(course.state, racer))
        if task.player == name and task.kind in TEENSY_TASKS
        else task
        for task in course.tasks
        if task.player != name or task.kind in kept
    ]
    lose_if_all_bubbled(course)


def _next_present(state: State, racer: Racer) -> str:
    """Names who places a prisoner for a player who has left."""
    after = state.racers[racer.seat + 1 :] + state.racers[: racer.seat]
    return next(other.name for other in after if not other.is_absent)


def _boss_stands(course: Course, name: str) -> None:
    state = course.state
    if state.boss is not None and state.boss.at[0] >= state.board.columns and state.outcome is None:
        course.emit(BossFinished())


def _deal_in(course: Course, name: str) -> None:
    """Deals a late player in like everybody (RAY-TABLE-3, COOP-2, MODE-6)."""
    state = course.state
    *others, newcomer = state.racers
    steps: list[Task] = []
    if state.has_additional and not state.is_typed:
        steps.append(Task("draft_late", newcomer.name))
    if any(racer.legendary for racer in others):
        steps.append(Task("legend", newcomer.name))
    if state.kind == "coop":
        steps.append(Task("reset", newcomer.name))
    first = [index for index, task in enumerate(course.tasks) if task.kind in (*DRAFT_TASKS, *PLACING)]
    after = first[-1] + 1 if first else 0
    course.tasks[after:after] = steps


FOLLOWS: dict[str, Callable[[Course, str], None]] = {
    "place": _stands,
    "finished": _stand_again,
    "initiative": _order_again,
    "presence": _comes_or_goes,
    "boss": _boss_stands,
    "join": _deal_in,
}
