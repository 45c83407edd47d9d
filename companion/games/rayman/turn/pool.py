"""What a player can do with Hearts and Bonus tokens apart from steps: give, use, discard."""

from __future__ import annotations

from companion.games.rayman.commands import DiscardToken, GiveHeart, UseToken
from companion.games.rayman.course import Course
from companion.games.rayman.events import ActionsSpent, HeartTaken, TokenDiscarded, TokenUsed
from companion.games.rayman.state import TOKEN_LIMIT, State
from companion.games.rayman.turn.legendary import grant_moves
from companion.games.rayman.turn.refusals import Refused, refuse

COMMANDS = (GiveHeart, UseToken, DiscardToken)


def check_pool(state: State, command: GiveHeart | UseToken | DiscardToken) -> Refused | None:
    """Tells why the command cannot be carried out now, if so."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    match command:
        case GiveHeart():
            return _check_gift(state, command)
        case UseToken():
            if command.token not in racer.tokens:
                return refuse("no_token", "RAY-TOKEN-4")
        case DiscardToken():
            if command.token not in racer.tokens:
                return refuse("no_token", "RAY-TOKEN-3")
            if len(racer.tokens) <= TOKEN_LIMIT:
                return refuse("within_limit", "RAY-TOKEN-2")
    return None


def _check_gift(state: State, command: GiveHeart) -> Refused | None:
    turn = state.turn
    assert turn is not None
    if turn.pool.heart < 1:
        return refuse("hearts", "RAY-HEART-6")
    mates = {racer.name for racer in state.racers if racer.name != turn.player}
    if state.kind != "coop" or command.to not in mates:
        return refuse("gift", "RAY-HEART-6")
    mate = state.racer(command.to)
    if mate.has_heart or mate.has_finished or mate.is_absent:
        return refuse("mate_has_heart", "RAY-HEART-6", player=command.to)
    return None


def carry_out(course: Course, command: GiveHeart | UseToken | DiscardToken) -> None:
    """Carries out a command that `check_pool` has let pass."""
    name = course.turn.player
    match command:
        case GiveHeart():
            course.emit(ActionsSpent(name, "heart"))
            course.emit(HeartTaken(command.to))
        case UseToken():
            course.emit(TokenUsed(name, command.token))
        case DiscardToken():
            course.emit(TokenDiscarded(name, command.token))
    grant_moves(course, name)
