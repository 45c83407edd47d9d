"""Before a race: Teensies, Additional cards, a tournament's swaps and Legendary cards, random discards."""

from __future__ import annotations

from companion.games.rayman.board import LEVELS, TEENSIES
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course, tasks
from companion.games.rayman.events import CardSetAside, DraftBegan, HandReset, PhaseBegan, RaceBegan
from companion.games.rayman.state import State, Task

HAND = 8
FULL_HAND = 10
RANDOM_DISCARDS = 2


def prepare(course: Course) -> None:
    """Lines up everything that comes before round 1."""
    state = course.state
    course.emit(PhaseBegan("setup"))
    steps = list(_teensy_tasks(state))
    if state.has_additional:
        steps += _draft_tasks(course)
    steps += _legend_tasks(state)
    if state.is_team:
        steps += [Task("reset", racer.name) for racer in state.racers]
    course.do_next(*steps, Task("round"))


def _teensy_tasks(state: State) -> tuple[Task, ...]:
    """Asks for the prisoners that the board does not place (RAY-SETUP-6, 7)."""
    kind = {"placed": "teensy", "random": "random_teensy"}.get(state.race_board.teensies)
    if kind is None:
        return ()
    there = {colour for colour, _ in state.board.teensies}
    colours = [colour for colour in TEENSIES[: state.options.teensies] if colour not in there]
    names = [racer.name for racer in state.racers]
    return tuple(Task(kind, names[index % len(names)], word=colour) for index, colour in enumerate(colours))


def teensy_places(state: State) -> list[Place]:
    """Lists where a prisoner may be put, those with a floor first (RAY-SETUP-8, TEENSY-6)."""
    board = state.board
    taken = {space for _, space in board.teensies}
    spaces = [
        (column, level)
        for column in range(1, board.columns)
        for level in LEVELS
        if (column, level) not in taken and not board.is_obstacle(column, level)
    ]
    return sorted(spaces, key=lambda space: not board.is_floor(*space))


def _draft_tasks(course: Course) -> list[Task]:
    """Lines up both drafts: clockwise from the youngest, then back from who picked last (RAY-CARD-7, 8)."""
    state = course.state
    held = {card for racer in state.racers for card in racer.hand}
    deck = tuple(
        card_id for card_id, card in state.cards.items() if card.hero == "additional" and card_id not in held
    )
    course.emit(DraftBegan(deck))
    names = [racer.name for racer in state.racers]
    order = names[state.youngest :] + names[: state.youngest]
    steps: list[Task] = []
    for picking in (order, order[::-1]):
        steps += [Task("deal")] * (len(names) + 2)
        steps += [*tasks("pick", picking), Task("close_offer")]
    steps += tasks("drop", [name for name in order for _ in range(2)])
    return steps


def owned(state: State, name: str) -> tuple[str, ...]:
    """Lists the cards that a player could give up, those in hand first."""
    racer = state.racer(name)
    return racer.hand + racer.discard


def _legend_tasks(state: State) -> tuple[Task, ...]:
    """Asks for other Legendary cards between the races of a tournament (RAY-TOUR-6)."""
    if state.tournament is None or state.tournament.race == 0:
        return ()
    if state.options.tournament_legendary != "change" or not state.racers[0].legendary:
        return ()
    names = [racer.name for racer in state.racers]
    return tasks("legend", names[state.youngest :] + names[: state.youngest])


def reset_hand(course: Course, name: str) -> None:
    """Gives a player all cards back, less two at random (RAY-COOP-2, 3)."""
    course.emit(HandReset(name))
    if course.state.is_typed:
        for card in course.racer(name).hand[:RANDOM_DISCARDS]:
            course.emit(CardSetAside(name, card))
    else:
        course.do_next(*[Task("random_discard", name)] * RANDOM_DISCARDS)


def next_race(course: Course, number: int) -> None:
    """Begins the next race of a tournament (RAY-TOUR-1)."""
    tournament = course.state.tournament
    assert tournament is not None
    course.emit(RaceBegan(number, tournament.boards[number]))
    course.do_next(Task("prepare"))
