"""A round: die, dangers, the secret choice, initiative, turns, the last-place bonus, discards."""

from __future__ import annotations

from companion.games.rayman import hazards
from companion.games.rayman.boss import is_racing, shift
from companion.games.rayman.commands import ChooseBubble, ChooseCards, TypeCards
from companion.games.rayman.course import Course, tasks
from companion.games.rayman.draft import reset_hand
from companion.games.rayman.events import (
    BubbleTaken,
    CardsRevealed,
    ChoiceMade,
    DieRolled,
    HeartLost,
    OrderSet,
    PhaseBegan,
    RoundBegan,
    RoundEnded,
)
from companion.games.rayman.finish import check_end
from companion.games.rayman.projectiles import flight_tasks, launch
from companion.games.rayman.ranking import from_rear
from companion.games.rayman.state import Pool, Racer, State, Task


def has_die(state: State) -> bool:
    """Tells whether rounds begin with the die."""
    return bool(state.projectile_id) or is_racing(state)


def begin_round(course: Course) -> None:
    """Lines up what a round begins with (RAY-ROUND-1, 2)."""
    state = course.state
    course.emit(PhaseBegan("dangers"))
    steps = [Task("roll")] if has_die(state) else []
    if is_racing(state):
        steps.append(Task("attack"))
    course.do_next(*steps, Task("choosing"))


def take_roll(course: Course, number: int) -> None:
    """Lets the die set the Boss's level, the new projectile and its card (RAY-ROUND-1)."""
    course.emit(DieRolled(number))
    course.do_next(Task("shift"), Task("launch"), Task("begin", word="card"), Task("begin", word="passive"))


def shift_boss(course: Course) -> None:
    """Shifts the Boss, if the companion moves it."""
    if is_racing(course.state) and course.state.options.auto_boss:
        shift(course)


def launch_projectile(course: Course) -> None:
    """Launches the round's projectile, if there are any and the companion moves them."""
    if course.state.projectile_id and course.state.options.auto_projectiles:
        launch(course)


def choosers(state: State) -> list[Racer]:
    """Lists who still has to choose cards."""
    return [
        racer
        for racer in state.racers
        if racer.chosen is None and not racer.has_finished and not racer.is_absent
    ]


def can_bubble(state: State, racer: Racer) -> bool:
    """Tells whether a player may spend the round in a Bubble (RAY-BUBBLE-1, 6, COOP-15)."""
    if racer.bubble == "mode" or (state.is_team and not state.options.coop_bubble_action):
        return False
    return not racer.was_bubbled


def must_bubble(racer: Racer) -> bool:
    """Tells whether a player has too few cards to play (RAY-BUBBLE-7)."""
    return len(racer.hand) < 2


def take_choice(course: Course, command: ChooseCards | ChooseBubble | TypeCards) -> None:
    """Notes a secret choice (RAY-CARD-1, 2, INIT-2)."""
    state, name = course.state, command.player
    match command:
        case ChooseBubble():
            course.emit(ChoiceMade(name, ()))
        case ChooseCards(left=left, right=right):
            course.emit(
                ChoiceMade(name, (left, right), state.cards[left].initiative, state.cards[right].initiative)
            )
        case TypeCards():
            cards = state.racer(name).hand[:2]
            icons = Pool(**{icon: getattr(command, icon) for icon in Pool.__struct_fields__})
            course.emit(ChoiceMade(name, cards, command.initiative, command.second, icons))


def reveal(course: Course) -> None:
    """Turns the choices over; Bubbles take their discards back (RAY-BUBBLE-2, HEART-7)."""
    bubbles = [racer.name for racer in course.state.racers if racer.chosen == ()]
    course.emit(CardsRevealed())
    for name in bubbles:
        course.emit(BubbleTaken(name))
        if course.racer(name).has_heart:
            course.emit(HeartLost(name, "bubble"))
    course.do_next(Task("order"))


def rank(racer: Racer) -> tuple[int, int, tuple[int, ...]]:
    """Returns what places a player in the order: left card, second card, rolls (RAY-INIT-1 to 5)."""
    return (racer.initiative or 0, racer.second, racer.tie_rolls)


def is_tied(state: State, name: str) -> bool:
    """Tells whether somebody else is left to roll against (RAY-INIT-4, 7)."""
    racer = state.racer(name)
    others = [other for other in state.racers if other.name != name and other.played and not other.is_absent]
    return any((other.initiative, other.second) == (racer.initiative, racer.second) for other in others)


def settle_order(course: Course) -> None:
    """Orders the turns, asking tied players to roll (RAY-INIT-1 to 6)."""
    state = course.state
    acting = [
        racer for racer in state.racers if racer.played and not racer.has_finished and not racer.is_absent
    ]
    ordered = sorted(acting, key=rank, reverse=True)
    for racer in ordered:
        tied = [other.name for other in ordered if rank(other) == rank(racer)]
        if len(tied) > 1:
            course.do_next(*tasks("tie", tied), Task("order"))
            return
    names = tuple(racer.name for racer in ordered)
    course.emit(OrderSet(names))
    course.emit(PhaseBegan("turns"))
    course.do_next(*tasks("turn", names), Task("end_round"))


def end_round(course: Course) -> None:
    """Lines up what a round ends with (RAY-ROUND-4)."""
    state = course.state
    course.emit(PhaseBegan("end"))
    steps = [Task("flights"), Task("card")]
    if is_racing(state):
        steps += [Task("boss"), Task("boss_effect", word="passive"), Task("boss_effect", word="attack")]
    if state.options.bonus_before_hazards:
        steps.insert(0, Task("bonus"))
    else:
        steps.append(Task("bonus"))
    course.do_next(*steps, Task("verdict"))


def line_up_flights(course: Course) -> None:
    """Puts the projectiles up to fly, oldest first."""
    course.do_next(*flight_tasks(course.state))


def line_up_bonus(course: Course) -> None:
    """Offers the last-place bonus to the player who is last now (RAY-ROUND-5, 8, 10 to 13, SOLO-5)."""
    state = course.state
    if state.kind == "solo" and not state.options.solo_last_bonus:
        return
    if any(racer.has_finished for racer in state.racers) and not (
        state.options.last_bonus_in_final_round or state.is_team
    ):
        return
    count = 2 if len(state.racers) >= 4 else 1
    last = [racer.name for racer in from_rear(state)][:count]
    course.do_next(*tasks("bonus_move", last))


def close_round(course: Course) -> None:
    """Ends the race if it is decided, else discards and goes on (RAY-CARD-5, ROUND-16, COOP-3)."""
    if check_end(course):
        return
    state = course.state
    course.emit(RoundEnded())
    course.emit(RoundBegan(state.round + 1))
    course.do_next(Task("round"))
    if state.is_team:
        for racer in reversed(course.state.racers):
            if len(racer.hand) < 2 and not racer.has_finished:
                reset_hand(course, racer.name)


def choose_is_over(course: Course) -> bool:
    """Tells whether everybody has chosen."""
    return not choosers(course.state)


def begin_hazards(course: Course, task: Task) -> None:
    """Starts this round's effects of a source."""
    hazards.begin(course, task.word)
