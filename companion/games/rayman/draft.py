"""Before a race: Teensies, Additional cards, a tournament's swaps and Legendary cards, random discards."""

from __future__ import annotations

from companion.games.rayman.board import LEVELS, TEENSIES
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course, tasks
from companion.games.rayman.events import CardSetAside, DraftBegan, HandReset, PhaseBegan, RaceBegan
from companion.games.rayman.state import State, Task

RANDOM_DISCARDS = 2


def prepare(course: Course) -> None:
    """Lines up everything that comes before round 1."""
    state = course.state
    course.emit(PhaseBegan("setup"))
    steps = list(_teensy_tasks(state))
    if state.has_additional and not state.is_typed:
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
    names = _around(state, 0)
    return tuple(Task(kind, names[index % len(names)], word=colour) for index, colour in enumerate(colours))


def _around(state: State, first: int) -> list[str]:
    """Names the players at the table, clockwise from a seat (RAY-TABLE-2)."""
    racers = state.racers[first:] + state.racers[:first]
    return [racer.name for racer in racers if not racer.is_absent]


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
    order = _around(course.state, course.state.youngest)
    _shuffle(course)
    drops = tasks("drop", [name for name in order for _ in range(2)])
    if len(course.state.draft.deck) < 2 * len(order):
        return [*_scarce_drafts(course.state, order), *drops]
    return [*_two_drafts(order), *drops]


def _scarce_drafts(state: State, order: list[str]) -> list[Task]:
    """Lines up two drafts with too few cards: the rearmost in the standings choose first (RAY-CARD-11)."""
    points = {} if state.tournament is None else state.tournament.points
    rearmost = sorted(order, key=lambda name: points.get(name, 0))
    steps: list[Task] = []
    for _ in range(2):
        steps += [Task("deal")] * (len(order) + 2)
        steps += [*tasks("pick", rearmost), Task("close_offer")]
    return steps


def _shuffle(course: Course) -> None:
    """Makes a deck of the Additional cards that nobody has."""
    state = course.state
    held = {card for racer in state.racers for card in racer.hand + racer.discard + racer.played}
    course.emit(
        DraftBegan(
            tuple(
                card_id
                for card_id, card in state.cards.items()
                if card.hero == "additional" and card_id not in held
            )
        )
    )


def _two_drafts(order: list[str]) -> list[Task]:
    steps: list[Task] = []
    for picking in (order, order[::-1]):
        steps += [Task("deal")] * (len(order) + 2)
        steps += [*tasks("pick", picking), Task("close_offer")]
    return steps


def draft_late(course: Course, name: str) -> None:
    """Lets a late player pick Additional cards as one alone does (RAY-TABLE-3, SOLO-4)."""
    _shuffle(course)
    course.do_next(*_two_drafts([name]))


def owned(state: State, name: str) -> tuple[str, ...]:
    """Lists the cards that a player could give up, those in hand first."""
    racer = state.racer(name)
    return racer.hand + racer.discard


def _legend_tasks(state: State) -> tuple[Task, ...]:
    """Asks for other Legendary cards between the races of a tournament (RAY-TOUR-6)."""
    if state.tournament is None or state.tournament.race == 0:
        return ()
    if state.options.tournament_legendary != "change":
        return ()
    return tasks("legend", [name for name in _around(state, state.youngest) if state.racer(name).legendary])


def reset_hand(course: Course, name: str) -> None:
    """Gives a player all cards back, less two at random (RAY-COOP-2, 3)."""
    if course.racer(name).discard:
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
