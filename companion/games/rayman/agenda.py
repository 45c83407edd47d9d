"""Works off what is still to do until somebody has to choose, confirm or roll."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.rayman import draft, hazards, round as rounds
from companion.games.rayman.boss import is_racing, strike
from companion.games.rayman.course import Course
from companion.games.rayman.events import BonusDeclined, OfferClosed, PhaseBegan, WentWithout
from companion.games.rayman.forms import FULL_HAND
from companion.games.rayman.projectiles import find_projectile
from companion.games.rayman.pushes import bonus_places, drop_perched, hit, places_for, push, put
from companion.games.rayman.state import State, Task
from companion.games.rayman.turn.acts import begin_turn, close, run_end
from companion.games.rayman.turn.trades import try_trade

ON_THE_WAY = ("retreat", "beside", "aside", "close")
"""While one of these is at hand a figure has no place of its own yet."""
MOST_TASKS = 2_000
"""A step runs some dozens of tasks by itself; a night edited by hand may hold tasks that never end."""


def settle(course: Course) -> None:
    """Runs automatic tasks until one waits."""
    for _ in range(MOST_TASKS):
        if not course.tasks or course.state.outcome is not None:
            return
        task = course.tasks[0]
        if course.state.turn is None and task.kind not in ON_THE_WAY:
            drop_perched(course)
            if course.tasks[0] is not task:
                continue
        run = RUNS.get(task.kind)
        if run is not None:
            course.done()
            run(course, task)
            continue
        tried = TRIES.get(task.kind)
        if tried is None or not tried(course, task):
            return
    raise RuntimeError(f"the task “{course.tasks[0].kind}” never ends")


# Tasks that always run by themselves


RUNS: dict[str, Callable[[Course, Task], None]] = {
    "prepare": lambda course, task: draft.prepare(course),
    "reset": lambda course, task: draft.reset_hand(course, task.player),
    "draft_late": lambda course, task: draft.draft_late(course, task.player),
    "close_offer": lambda course, task: course.emit(OfferClosed()),
    "round": lambda course, task: rounds.begin_round(course),
    "shift": lambda course, task: rounds.shift_boss(course),
    "launch": lambda course, task: rounds.launch_projectile(course),
    "begin": rounds.begin_hazards,
    "order": lambda course, task: rounds.settle_order(course),
    "close": lambda course, task: close(course, task.player),
    "end_round": lambda course, task: rounds.end_round(course),
    "bonus": lambda course, task: rounds.line_up_bonus(course),
    "flights": lambda course, task: rounds.line_up_flights(course),
    "hit": lambda course, task: _hit(course, task),
    "boss_hit": lambda course, task: strike(course, task.player),
    "shove": lambda course, task: push(course, task.player, task.number),
    "verdict": lambda course, task: rounds.close_round(course),
}


def _hit(course: Course, task: Task) -> None:
    hit(course, task.player, "effect")


# Tasks that run by themselves where there is nothing to decide


def _try_choosing(course: Course, task: Task) -> bool:
    if course.state.phase != "choose":
        course.emit(PhaseBegan("choose"))
    if not rounds.choose_is_over(course):
        return False
    course.done()
    if any(racer.chosen is not None for racer in course.state.racers):
        course.do_next(Task("reveal"))
    else:
        course.do_next(Task("end_round"))
    return True


def _try_reveal(course: Course, task: Task) -> bool:
    """Goes back to choosing where somebody came in or was put right by the table meanwhile."""
    if rounds.choose_is_over(course):
        return False
    course.done()
    course.do_next(Task("choosing"))
    return True


def _try_turn(course: Course, task: Task) -> bool:
    turn = course.state.turn
    racer = course.racer(task.player)
    if turn is None:
        is_done = racer.has_finished and course.state.is_team
        if is_done or racer.is_absent or racer.bubble == "action":
            course.done()
        elif racer.bubble == "mode":
            course.done()
            course.do_next(Task("float", task.player))
        else:
            begin_turn(course, task.player)
            return False
        return True
    return run_end(course) if turn.is_ending else False


def _try_placing(course: Course, task: Task) -> bool:
    found = places_for(course.state, task)
    if len(found) != 1:
        return False
    course.done()
    put(course, task, found[0])
    return True


def _try_effect(course: Course, task: Task) -> bool:
    effect = hazards.effect_at(course.state, task)
    if effect is not None and hazards.is_by_hand(course.state, effect):
        return False
    course.done()
    if effect is not None:
        hazards.carry_out(course, effect)
    return True


def _skip_unless(is_needed: Callable[[State, Task], bool]) -> Callable[[Course, Task], bool]:
    def run(course: Course, task: Task) -> bool:
        if is_needed(course.state, task):
            return False
        course.done()
        return True

    return run


def _try_bonus(course: Course, task: Task) -> bool:
    if bonus_places(course.state, task.player):
        return False
    course.done()
    course.emit(BonusDeclined(task.player))
    return True


def _try_pick(course: Course, task: Task) -> bool:
    """Says who goes without a card where none is left (RAY-CARD-11)."""
    if course.state.draft.offer:
        return False
    course.done()
    course.emit(WentWithout(task.player))
    return True


TRIES: dict[str, Callable[[Course, Task], bool]] = {
    "choosing": _try_choosing,
    "reveal": _try_reveal,
    "turn": _try_turn,
    "retreat": _try_placing,
    "beside": _try_placing,
    "aside": _try_placing,
    "effect": _try_effect,
    "bonus_move": _try_bonus,
    "deal": _skip_unless(lambda state, task: bool(state.draft.deck)),
    "pick": _try_pick,
    "drop": _skip_unless(lambda state, task: len(draft.owned(state, task.player)) > FULL_HAND),
    "token": _skip_unless(lambda state, task: state.has_tokens),
    "projectile": _skip_unless(lambda state, task: find_projectile(state, task.number) is not None),
    "card": _skip_unless(lambda state, task: hazards.has_end(state, "card")),
    "boss": _skip_unless(lambda state, task: is_racing(state)),
    "boss_effect": _skip_unless(lambda state, task: hazards.has_end(state, task.word)),
    "trade": try_trade,
    "discard_token": _skip_unless(lambda state, task: bool(state.racer(task.player).tokens)),
    "random_discard": _skip_unless(lambda state, task: bool(state.racer(task.player).hand)),
    "tie": _skip_unless(lambda state, task: rounds.is_tied(state, task.player)),
}
