"""The table overrides the record: every value can be corrected, and the correction is kept as such."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from companion.core.command import Command
from companion.core.errors import Invalid
from companion.core.event import Event
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.agenda import settle
from companion.games.rayman.board import TEENSIES
from companion.games.rayman.course import Course
from companion.games.rayman.draft import blank_hand
from companion.games.rayman.events import (
    BossCorrected,
    BossFinished,
    OrderSet,
    PlayerCorrected,
    PlayerJoined,
    PoolCorrected,
    ProjectilesCorrected,
    StanceTaken,
    TurnEnded,
    TurnPutOff,
)
from companion.games.rayman.forms import HAND, MOST_PLAYERS
from companion.games.rayman.places import is_perch
from companion.games.rayman.pushes import settle_down
from companion.games.rayman.round import rank
from companion.games.rayman.state import TOKEN_LIMIT, Pool, Racer, State, Task, Turn
from companion.games.rayman.turn.acts import note_second_tile
from companion.games.rayman.turn.damage import finish_retreat, lose_if_all_bubbled

CLAUSES = ("RAY-TABLE-1",)
MOST_OF_AN_ICON = 40
PLACING = ("retreat", "beside", "aside")
TEENSY_TASKS = ("teensy", "random_teensy")
DRAFT_TASKS = ("deal", "pick", "close_offer")


def correct(state: State, command: Command) -> tuple[Event, ...]:
    """Returns the events of a correction; refuses only what no table could mean (RAY-TABLE-1)."""
    course = Course(state)
    match command:
        case c.CorrectPool():
            if state.turn is None:
                _refuse(say("rayman.correct.no_turn"))
            course.emit(PoolCorrected(typed_pool(command)))
        case c.CorrectProjectiles():
            for at in command.at:
                _check_space(state, at, state.board.columns - 1)
            course.emit(ProjectilesCorrected(command.at))
        case c.AddProjectile():
            place = (command.column, command.level)
            _check_space(state, place, state.board.columns - 1)
            course.emit(ProjectilesCorrected((*(one.at for one in state.projectiles), place)))
        case c.CorrectBoss():
            if state.boss is None:
                _refuse(say("rayman.correct.no_boss"))
            _check_space(state, (command.progress, command.level))
            course.emit(BossCorrected((command.progress, command.level)))
            if command.progress >= state.board.columns and state.outcome is None:
                course.emit(BossFinished())
        case c.JoinLate():
            _join(course, command)
        case _:
            _correct_player(course, command)
    if state.outcome is None:
        settle(course)
    return course.complete()


def _refuse(message: Message) -> None:
    raise Invalid(message, clauses=CLAUSES)


def typed_pool(command: c.CorrectPool | c.TypeCards) -> Pool:
    """Returns the icons that a command names; refuses what no hand of cards shows."""
    actions = {icon: getattr(command, icon) for icon in Pool.__struct_fields__}
    if any(not 0 <= count <= MOST_OF_AN_ICON for count in actions.values()):
        _refuse(say("rayman.correct.pool", most=MOST_OF_AN_ICON))
    return Pool(**actions)


def _check_space(state: State, place: tuple[int, int], most: int | None = None) -> None:
    limit = 100 * state.board.columns if most is None else most
    if not (0 <= place[0] <= limit and 1 <= place[1] <= 3):
        _refuse(say("rayman.correct.place"))


def _correct_player(course: Course, command: Any) -> None:
    state = course.state
    if command.player not in [racer.name for racer in state.racers]:
        _refuse(say("rayman.correct.player", player=command.player))
    racer = state.racer(command.player)
    match command:
        case c.CorrectPlace():
            place = (command.progress, command.level)
            _check_space(state, place)
            is_held_up = not is_perch(state, racer.name, place)
            _change(course, racer, "place", at=place, is_held_up=is_held_up, is_waiting=False)
            note_second_tile(course, place)
            _stand_again(course, racer.name)
            _placed_by_hand(course, racer.name)
        case c.CorrectHeart():
            _change(course, racer, "heart", has_heart=command.has_heart)
        case c.CorrectTokens():
            if any(token not in state.tokens for token in command.tokens):
                _refuse(say("rayman.correct.tokens", known=", ".join(state.tokens)))
            if len(command.tokens) > TOKEN_LIMIT:
                _refuse(say("rayman.refuse.token_limit"))
            _check_supply(state, racer, command.tokens)
            _change(course, racer, "tokens", tokens=command.tokens)
        case c.CorrectTeensies():
            if any(colour not in TEENSIES for colour in command.freed):
                _refuse(say("rayman.correct.colours", known=", ".join(TEENSIES)))
            _change(course, racer, "teensies", freed=tuple(dict.fromkeys(command.freed)))
        case c.CorrectCards():
            owned = racer.hand + racer.discard
            if not set(command.hand) <= set(owned) or len(set(command.hand)) != len(command.hand):
                _refuse(say("rayman.correct.cards", known=", ".join(owned)))
            rest = tuple(card for card in owned if card not in command.hand)
            chosen = racer.chosen if set(racer.chosen or ()) <= set(command.hand) else None
            _change(course, racer, "cards", hand=command.hand, discard=rest, chosen=chosen)
        case c.CorrectInitiative():
            if not 0 <= command.initiative <= 99:
                _refuse(say("rayman.correct.initiative"))
            _change(course, racer, "initiative", initiative=command.initiative)
            _order_again(course)
        case c.CorrectMark():
            _correct_mark(course, racer, command)
        case c.CorrectPresence():
            _correct_presence(course, racer, command.is_present)
        case _:
            _refuse(say("rayman.correct.unknown"))


def _check_supply(state: State, racer: Racer, tokens: tuple[str, ...]) -> None:
    """Refuses tokens that somebody else holds or that the box does not have."""
    there = Counter(state.bag) + Counter(state.spent) + Counter(racer.tokens)
    if lacking := Counter(tokens) - there:
        _refuse(say("rayman.correct.supply", token=state.tokens[next(iter(lacking))].named()))


def _change(course: Course, racer: Racer, what: str, **changes: Any) -> None:
    course.emit(PlayerCorrected(replace(racer, **changes), what))


def _stand_again(course: Course, name: str) -> None:
    """Lets the active figure stand where the table put it."""
    turn = course.state.turn
    if turn is not None and turn.player == name:
        at = course.racer(name).at
        is_floor = course.state.board.is_floor(*at)
        stance = "hurdle" if course.state.board.is_obstacle(*at) else ("stand" if is_floor else "drop")
        course.emit(StanceTaken(name, "finished" if course.racer(name).has_finished else stance))  # type: ignore[arg-type]


def _placed_by_hand(course: Course, name: str) -> None:
    """Takes the table's word for where a figure goes that the companion was about to ask for."""
    placing = [task for task in course.tasks if task.player == name and task.kind in PLACING]
    course.tasks = [task for task in course.tasks if task not in placing]
    if any(task.kind == "retreat" for task in placing):
        finish_retreat(course, name)


def _order_again(course: Course) -> None:
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
    course.emit(OrderSet((*(name for name in state.order if name not in names), *names)))
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


def _correct_mark(course: Course, racer: Racer, command: c.CorrectMark) -> None:
    match command.mark:
        case "slapped":
            _change(course, racer, "slapped", is_slapped=command.is_set)
        case "immune":
            _change(course, racer, "immune", is_immune=command.is_set)
        case "finished":
            _change(course, racer, "finished", has_finished=command.is_set)
            _stand_again(course, racer.name)
        case "bubble":
            kind = "mode" if course.state.kind == "coop" else "action"
            _change(course, racer, "bubble", bubble=kind if command.is_set else "")


def _correct_presence(course: Course, racer: Racer, is_present: bool) -> None:
    """Passes an absent player over, and takes a player back in (RAY-TABLE-2)."""
    state = course.state
    if not is_present:
        others = [other for other in state.racers if other.name != racer.name]
        if all(other.is_absent or other.has_finished for other in others):
            _refuse(say("rayman.correct.last_present"))
    _change(course, racer, "presence", is_absent=not is_present, chosen=None)
    if not is_present:
        if state.turn is not None and state.turn.player == racer.name:
            course.emit(TurnEnded(racer.name))
            settle_down(course, racer.name)
        kept = (*PLACING, *TEENSY_TASKS, "hit", "boss_hit", "shove", "drop")
        course.tasks = [
            replace(task, player=_next_present(course.state, racer))
            if task.player == racer.name and task.kind in TEENSY_TASKS
            else task
            for task in course.tasks
            if task.player != racer.name or task.kind in kept
        ]
        lose_if_all_bubbled(course)


def _next_present(state: State, racer: Racer) -> str:
    """Names who places a prisoner for a player who has left."""
    after = state.racers[racer.seat + 1 :] + state.racers[: racer.seat]
    return next(other.name for other in after if not other.is_absent)


def _join(course: Course, command: c.JoinLate) -> None:
    """Brings a late player in at the start line, dealt in like everybody (RAY-TABLE-3, COOP-2, MODE-6)."""
    state = course.state
    cards = tuple(card_id for card_id, card in state.cards.items() if card.hero == command.hero)
    if state.is_typed:
        cards = blank_hand(command.hero, state.has_additional)
    if (
        len(state.racers) >= MOST_PLAYERS
        or not command.name
        or command.name in [racer.name for racer in state.racers]
        or command.hero in [racer.hero for racer in state.racers]
        or len(cards) < HAND
        or state.kind == "solo"
        or state.outcome is not None
    ):
        _refuse(say("rayman.correct.join"))
    seat = len(state.racers)
    course.emit(PlayerJoined(Racer(name=command.name, hero=command.hero, seat=seat, hand=cards)))
    steps: list[Task] = []
    if state.has_additional and not state.is_typed:
        steps.append(Task("draft_late", command.name))
    if any(racer.legendary for racer in state.racers):
        steps.append(Task("legend", command.name))
    if state.kind == "coop":
        steps.append(Task("reset", command.name))
    first = [index for index, task in enumerate(course.tasks) if task.kind in (*DRAFT_TASKS, *PLACING)]
    after = first[-1] + 1 if first else 0
    course.tasks[after:after] = steps
