"""What a player can do with Hearts and Bonus tokens apart from steps: give, use, discard, trade."""

from __future__ import annotations

from companion.games.rayman.commands import DiscardToken, GiveHeart, TradeToken, UseToken
from companion.games.rayman.course import Course
from companion.games.rayman.events import ActionsSpent, HeartTaken, TokenDiscarded, TokenTraded, TokenUsed
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State
from companion.games.rayman.turn.legendary import grant_moves
from companion.games.rayman.turn.refusals import Refused, refuse

COMMANDS = (GiveHeart, UseToken, DiscardToken, TradeToken)


def check_pool(state: State, command: GiveHeart | UseToken | DiscardToken | TradeToken) -> Refused | None:
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
        case TradeToken():
            return _check_trade(state, command)
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


def are_neighbours(state: State, one: Racer, other: Racer) -> bool:
    """Tells whether two figures share a space or stand on neighbouring ones (RAY-COOP-13)."""
    columns = state.board.columns
    across = (one.at[0] - other.at[0]) % columns
    return min(across, columns - across) + abs(one.at[1] - other.at[1]) <= 1


def _check_trade(state: State, command: TradeToken) -> Refused | None:
    turn = state.turn
    assert turn is not None
    names = {racer.name for racer in state.racers}
    if state.kind != "coop" or not {command.player, command.to} <= names or command.player == command.to:
        return refuse("trade", "RAY-COOP-13")
    giver, taker = state.racer(command.player), state.racer(command.to)
    is_gone = giver.is_absent or taker.is_absent
    if is_gone or giver.has_finished or taker.has_finished or not are_neighbours(state, giver, taker):
        return refuse("trade_far", "RAY-COOP-13")
    if command.token not in giver.tokens:
        return refuse("no_token", "RAY-COOP-13")
    held = sum(racer.tokens.count(command.token) for racer in state.racers)
    if turn.traded.count(command.token) >= held:
        return refuse("traded", "RAY-COOP-13")
    if len(taker.tokens) >= TOKEN_LIMIT:
        return refuse("token_limit", "RAY-TOKEN-2")
    return None


def carry_out(course: Course, command: GiveHeart | UseToken | DiscardToken | TradeToken) -> None:
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
        case TradeToken():
            course.emit(TokenTraded(command.player, command.token, command.to))
    grant_moves(course, name)
