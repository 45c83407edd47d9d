"""What can be done with the pool apart from steps and Slaps: Hearts, Bonus tokens, Lums, trades."""

from __future__ import annotations

from companion.core.message import say
from companion.games.rayman.commands import (
    Convert,
    DiscardToken,
    GiveHeart,
    TakeHeart,
    TradeToken,
    UseLum,
    UseToken,
)
from companion.games.rayman.course import Course
from companion.games.rayman.events import (
    ActionsGained,
    ActionsSpent,
    HeartLost,
    HeartTaken,
    TokenDiscarded,
    TokenTraded,
    TokenUsed,
)
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State
from companion.games.rayman.turn.enter import Refused
from companion.games.rayman.turn.legendary import LUMS, grant_moves, has_ability, note_use


def check_pool(
    state: State,
    command: TakeHeart | GiveHeart | UseToken | DiscardToken | TradeToken | UseLum | Convert,
) -> Refused | None:
    """Tells why the command cannot be carried out now, if so."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    match command:
        case TakeHeart():
            if turn.pool.heart < 1:
                return Refused(say("rayman.refuse.hearts"), ("RAY-HEART-1",))
            if racer.has_heart:
                return Refused(say("rayman.refuse.has_heart"), ("RAY-HEART-2",))
        case GiveHeart():
            return _check_gift(state, command)
        case UseToken():
            if command.token not in racer.tokens:
                return Refused(say("rayman.refuse.no_token"), ("RAY-TOKEN-4",))
        case DiscardToken():
            if command.token not in racer.tokens:
                return Refused(say("rayman.refuse.no_token"), ("RAY-TOKEN-3",))
            if len(racer.tokens) <= TOKEN_LIMIT:
                return Refused(say("rayman.refuse.within_limit"), ("RAY-TOKEN-2",))
        case TradeToken():
            return _check_trade(state, command)
        case UseLum():
            if turn.pool.lums < 1 or racer.legendary is None:
                return Refused(say("rayman.refuse.lums"), ("RAY-LEGEND-1",))
        case Convert():
            return _check_convert(state, command)
    return None


def _check_gift(state: State, command: GiveHeart) -> Refused | None:
    turn = state.turn
    assert turn is not None
    if turn.pool.heart < 1:
        return Refused(say("rayman.refuse.hearts"), ("RAY-HEART-6",))
    mates = {racer.name for racer in state.racers if racer.name != turn.player}
    if state.kind != "coop" or command.to not in mates:
        return Refused(say("rayman.refuse.gift"), ("RAY-HEART-6",))
    mate = state.racer(command.to)
    if mate.has_heart or mate.has_finished:
        return Refused(say("rayman.refuse.mate_has_heart", player=command.to), ("RAY-HEART-6",))
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
        return Refused(say("rayman.refuse.trade"), ("RAY-COOP-13",))
    giver, taker = state.racer(command.player), state.racer(command.to)
    if giver.has_finished or taker.has_finished or not are_neighbours(state, giver, taker):
        return Refused(say("rayman.refuse.trade_far"), ("RAY-COOP-13",))
    if command.token not in giver.tokens:
        return Refused(say("rayman.refuse.no_token"), ("RAY-COOP-13",))
    held = sum(racer.tokens.count(command.token) for racer in state.racers)
    if turn.traded.count(command.token) >= held:
        return Refused(say("rayman.refuse.traded"), ("RAY-COOP-13",))
    if len(taker.tokens) >= TOKEN_LIMIT:
        return Refused(say("rayman.refuse.token_limit"), ("RAY-TOKEN-2",))
    return None


def _check_convert(state: State, command: Convert) -> Refused | None:
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    if not has_ability(state, racer, "sneaker"):
        return Refused(say("rayman.refuse.convert"), ("RAY-LEGEND-13",))
    if command.source == "token":
        if state.options.sneaker_strict_icons or not racer.has_heart:
            return Refused(say("rayman.refuse.convert"), ("RAY-LEGEND-13",))
    elif turn.pool.heart < 1:
        return Refused(say("rayman.refuse.hearts"), ("RAY-LEGEND-13",))
    return None


def carry_out(
    course: Course,
    command: TakeHeart | GiveHeart | UseToken | DiscardToken | TradeToken | UseLum | Convert,
) -> None:
    """Carries out a command that `check_pool` has let pass."""
    name = course.turn.player
    match command:
        case TakeHeart():
            course.emit(ActionsSpent(name, "heart"))
            course.emit(HeartTaken(name))
        case GiveHeart():
            course.emit(ActionsSpent(name, "heart"))
            course.emit(HeartTaken(command.to))
        case UseToken():
            course.emit(TokenUsed(name, command.token))
        case DiscardToken():
            course.emit(TokenDiscarded(name, command.token))
        case TradeToken():
            course.emit(TokenTraded(command.player, command.token, command.to))
        case UseLum():
            course.emit(ActionsSpent(name, "lums"))
            course.emit(ActionsGained(name, LUMS[course.racer(name).legendary or ""]))
        case Convert():
            if command.source == "token":
                course.emit(HeartLost(name, "convert"))
            else:
                course.emit(ActionsSpent(name, "heart"))
            note_use(course, name)
            course.emit(ActionsGained(name, "crouch"))
    grant_moves(course, name)
