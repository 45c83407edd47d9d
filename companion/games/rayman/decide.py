"""Turns a command into what happens, or refuses it with the clauses behind the refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.chance import is_outcome
from companion.core.command import Command, RevealCard
from companion.core.corrections import Correct
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import say
from companion.games.rayman import commands as c, draft, hazards, round as rounds
from companion.games.rayman.agenda import settle
from companion.games.rayman.boss import advance
from companion.games.rayman.chance import chance
from companion.games.rayman.corrections import why_not_pool
from companion.games.rayman.course import Course
from companion.games.rayman.events import (
    AttackRevealed,
    BonusDeclined,
    CardDropped,
    CardPicked,
    CardsDealt,
    CardSetAside,
    EffectApplied,
    FigureFinished,
    LegendaryChosen,
    TeensyPlaced,
    TieRolled,
    TokenDiscarded,
    TokenDrawn,
)
from companion.games.rayman.evolve import evolve
from companion.games.rayman.legal import choices_of, legal_commands
from companion.games.rayman.overruled import overrule
from companion.games.rayman.projectiles import fly
from companion.games.rayman.pushes import arrive, crosses, move, put, remove_projectile
from companion.games.rayman.state import Pool, Racer, State, Task
from companion.games.rayman.turn.acts import act
from companion.games.rayman.turn.trades import answer


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Returns what the command makes happen, or refuses; changes nothing."""
    if isinstance(command, Correct):
        return overrule(state, command)
    if state.outcome is not None or not state.agenda:
        raise Illegal(say("rayman.refuse.over"))
    task = state.agenda[0]
    course = Course(state)
    if task.kind == "turn":
        act(course, command)
    else:
        _check(state, task, command)
        _take(course, task, command)
    settle(course)
    return course.complete()


def play(state: State, *commands: Command) -> State:
    """Returns the state after some commands; refuses where one of them is refused."""
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
    return state


def _take(course: Course, task: Task, command: Command) -> None:
    if task.kind == "choosing":
        rounds.take_choice(course, command)  # type: ignore[arg-type]
    else:
        course.done()
        TAKES[task.kind](course, task, command)


def _check(state: State, task: Task, command: Command) -> None:
    if isinstance(command, c.TypeCards):
        _check_typed(state, task, command)
        return
    if not is_outcome(chance(state), command) and command not in _offers(state, task, command):
        key, clauses = WAITING[task.kind]
        raise Illegal(say(key, player=task.player), clauses=clauses)


def _offers(state: State, task: Task, command: Command) -> Sequence[Command]:
    """Lists what the command has to be among; of secret choices only the player's own."""
    if task.kind != "choosing" or not isinstance(command, c.PlayerCommand):
        return legal_commands(state)
    return [
        choice
        for racer in rounds.choosers(state)
        if racer.name == command.player
        for choice in choices_of(state, racer)
    ]


def _check_typed(state: State, task: Task, command: c.TypeCards) -> None:
    """Accepts any plausible pair of cards where the table types them (RAY-SETUP-11)."""
    racer: Racer | None = next(
        (racer for racer in rounds.choosers(state) if racer.name == command.player), None
    )
    if task.kind != "choosing" or not state.is_typed or racer is None or rounds.must_bubble(racer):
        raise Illegal(say("rayman.refuse.typed"), clauses=("RAY-SETUP-11",))
    why_not = why_not_pool(Pool(**{icon: getattr(command, icon) for icon in Pool.__struct_fields__}))
    if why_not is not None:
        raise Invalid(why_not, clauses=("RAY-SETUP-11",))
    if not (0 <= command.initiative <= 99 and 0 <= command.second <= 99):
        raise Illegal(say("rayman.refuse.typed_values"), clauses=("RAY-SETUP-11",))


def _token(course: Course, task: Task, command: RevealCard) -> None:
    course.emit(TokenDrawn(task.player, command.card))


def _attack(course: Course, task: Task, command: RevealCard) -> None:
    course.emit(AttackRevealed(command.card))
    course.do_next(Task("begin", word="attack"))


def _teensy(course: Course, task: Task, command: RevealCard | c.PlaceTeensy) -> None:
    if isinstance(command, RevealCard):
        column, level = command.card.split("/")
        course.emit(TeensyPlaced(task.word, (int(column), int(level))))
    else:
        course.emit(TeensyPlaced(command.colour, command.at))


def _bonus(course: Course, task: Task, command: c.PlaceFigure | c.Stay) -> None:
    if isinstance(command, c.Stay):
        course.emit(BonusDeclined(task.player))
    else:
        arrive(course, task.player, command.to, "bonus")


def _float(course: Course, task: Task, command: c.PlaceFigure) -> None:
    has_crossed = crosses(course.state, task.player, command.to[0])
    move(course, task.player, command.to, "float")
    if has_crossed:
        course.emit(FigureFinished(task.player))
    else:
        remove_projectile(course, command.to)


def _boss(course: Course, task: Task, command: Command) -> None:
    boss = course.state.boss
    assert boss is not None
    if course.state.options.auto_boss:
        advance(course, boss.speed)


def _by_hand(course: Course, task: Task, command: Command) -> None:
    found = hazards.source_of(course.state, task.word)
    if found is not None:
        course.emit(EffectApplied(found[2], is_by_hand=True))


TAKES: dict[str, Callable[[Course, Task, Any], None]] = {
    "reveal": lambda course, task, command: rounds.reveal(course),
    "roll": lambda course, task, command: rounds.take_roll(course, command.faces[0]),
    "tie": lambda course, task, command: course.emit(TieRolled(task.player, command.faces[0])),
    "token": _token,
    "attack": _attack,
    "deal": lambda course, task, command: course.emit(CardsDealt(command.card)),
    "pick": lambda course, task, command: course.emit(CardPicked(task.player, command.card)),
    "drop": lambda course, task, command: course.emit(CardDropped(task.player, command.card)),
    "legend": lambda course, task, command: course.emit(LegendaryChosen(task.player, command.legendary)),
    "random_discard": lambda course, task, command: course.emit(CardSetAside(task.player, command.card)),
    "random_teensy": _teensy,
    "teensy": _teensy,
    "retreat": lambda course, task, command: put(course, task, command.to),
    "beside": lambda course, task, command: put(course, task, command.to),
    "aside": lambda course, task, command: put(course, task, command.to),
    "float": _float,
    "bonus_move": _bonus,
    "discard_token": lambda course, task, command: course.emit(TokenDiscarded(task.player, command.token)),
    "trade": lambda course, task, command: answer(course, task.player, isinstance(command, c.AcceptTrade)),
    "projectile": lambda course, task, command: fly(course, task.number),
    "projectiles_by_hand": lambda course, task, command: None,
    "card": lambda course, task, command: hazards.apply_end(course, "card"),
    "boss": _boss,
    "boss_effect": lambda course, task, command: hazards.apply_end(course, task.word),
    "effect": _by_hand,
    "next_race": lambda course, task, command: draft.next_race(course, task.number),
}

WAITING: dict[str, tuple[str, tuple[str, ...]]] = {
    "choosing": ("rayman.wait.choosing", ("RAY-CARD-1", "RAY-CARD-2", "RAY-BUBBLE-6", "RAY-BUBBLE-7")),
    "reveal": ("rayman.wait.reveal", ("RAY-CARD-1",)),
    "roll": ("rayman.wait.roll", ("RAY-PROJ-2", "RAY-BOSS-5")),
    "tie": ("rayman.wait.tie", ("RAY-INIT-4", "RAY-INIT-5")),
    "token": ("rayman.wait.token", ("RAY-ENEMY-3", "RAY-TOKEN-7")),
    "attack": ("rayman.wait.attack", ("RAY-BOSS-3", "RAY-BOSS-4")),
    "deal": ("rayman.wait.deal", ("RAY-CARD-7",)),
    "pick": ("rayman.wait.pick", ("RAY-CARD-7", "RAY-CARD-8")),
    "drop": ("rayman.wait.drop", ("RAY-TOUR-5", "RAY-CARD-10")),
    "legend": ("rayman.wait.legend", ("RAY-TOUR-6",)),
    "random_discard": ("rayman.wait.random_discard", ("RAY-COOP-2", "RAY-COOP-3")),
    "random_teensy": ("rayman.wait.random_teensy", ("RAY-SETUP-6", "RAY-SETUP-8")),
    "teensy": ("rayman.wait.teensy", ("RAY-SETUP-7", "RAY-SETUP-8", "RAY-TEENSY-6")),
    "retreat": ("rayman.wait.retreat", ("RAY-DAMAGE-1", "RAY-DAMAGE-3")),
    "beside": ("rayman.wait.beside", ("RAY-REST-2", "RAY-PUSH-1")),
    "aside": ("rayman.wait.aside", ("RAY-REST-6", "RAY-PUSH-7")),
    "float": ("rayman.wait.float", ("RAY-COOP-7",)),
    "bonus_move": ("rayman.wait.bonus_move", ("RAY-ROUND-5", "RAY-ROUND-6")),
    "discard_token": ("rayman.wait.discard_token", ("RAY-TOKEN-2",)),
    "trade": ("rayman.wait.trade", ("RAY-COOP-21",)),
    "projectile": ("rayman.wait.projectile", ("RAY-PROJ-6",)),
    "projectiles_by_hand": ("rayman.wait.projectiles_by_hand", ("RAY-TABLE-4",)),
    "card": ("rayman.wait.card", ("RAY-PROJ-15",)),
    "boss": ("rayman.wait.boss", ("RAY-BOSS-9",)),
    "boss_effect": ("rayman.wait.boss_effect", ("RAY-BOSS-12",)),
    "effect": ("rayman.wait.effect", ("RAY-TABLE-5",)),
    "next_race": ("rayman.wait.next_race", ("RAY-TOUR-1",)),
}
"""What each task waits for, in words, and the clauses behind it."""
