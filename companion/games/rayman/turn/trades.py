"""Trades of Bonus tokens between team mates: one offers, the other confirms, all tokens change at once."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import astuple

from companion.games.rayman.commands import OfferTrade
from companion.games.rayman.course import Course
from companion.games.rayman.events import TokensTraded, TradeDeclined, TradeOffered
from companion.games.rayman.state import TOKEN_LIMIT, State, Task, Trade
from companion.games.rayman.turn.offers import is_allowed, refuse_if


def check_trade(state: State, trade: Trade) -> None:
    """Refuses a trade that two players cannot make now (RAY-COOP-13, COOP-21).

    They share a space or stand on neighbouring ones, walls or not (RAY-COOP-22).
    """
    names = {racer.name for racer in state.racers}
    is_team = state.turn is not None and state.kind == "coop"
    refuse_if(not is_team or not {trade.player, trade.to} <= names, "trade", "RAY-COOP-13")
    one, other = state.racer(trade.player), state.racer(trade.to)
    is_gone = any(racer.is_absent or racer.has_finished for racer in (one, other))
    apart = state.board.across(one.at[0], other.at[0]) + abs(one.at[1] - other.at[1])
    refuse_if(one == other or is_gone or apart > 1, "trade_far", "RAY-COOP-13")
    refuse_if(not trade.gives and not trade.takes, "trade_empty", "RAY-COOP-21")
    lacking = Counter(trade.gives) - Counter(one.tokens) or Counter(trade.takes) - Counter(other.tokens)
    refuse_if(bool(lacking), "trade_lacks", "RAY-COOP-21")
    refuse_if(bool(Counter((*trade.gives, *trade.takes)) - _untraded(state)), "traded", "RAY-COOP-22")
    change = len(trade.takes) - len(trade.gives)
    is_over = len(one.tokens) + change > TOKEN_LIMIT or len(other.tokens) - change > TOKEN_LIMIT
    refuse_if(is_over, "token_limit", "RAY-TOKEN-2")


def _untraded(state: State) -> Counter[str]:
    """Counts the tokens of each kind that have not changed hands in this turn."""
    assert state.turn is not None
    held = Counter(token for racer in state.racers for token in racer.tokens)
    return held - Counter(state.turn.traded)


def likely_trades(state: State) -> list[OfferTrade]:
    """Lists a single token handed over and everything for everything; any other number is accepted too."""
    assert state.turn is not None
    found, left = [], _untraded(state)
    for one in state.racers:
        for other in state.racers:
            gives = Counter(one.tokens) & left
            takes = Counter(other.tokens) & (left - gives)
            found += [Trade(one.name, other.name, (token,), ()) for token in dict.fromkeys(one.tokens)]
            if gives and takes:
                found.append(Trade(one.name, other.name, tuple(gives.elements()), tuple(takes.elements())))
    declined = state.turn.declined
    likely = [one for one in found if one not in declined and is_allowed(check_trade, state, one)]
    return [OfferTrade(*astuple(trade)) for trade in likely]


def offer(course: Course, command: OfferTrade) -> None:
    """Puts a trade to the mate."""
    trade = Trade(command.player, command.to, command.gives, command.takes)
    check_trade(course.state, trade)
    course.emit(TradeOffered(trade))
    course.do_next(Task("trade", command.to))


def try_trade(course: Course, task: Task) -> bool:
    """Drops an offer that a correction of the table has made impossible."""
    turn = course.state.turn
    if turn is not None and turn.offer is not None and is_allowed(check_trade, course.state, turn.offer):
        return False
    course.done()
    course.emit(TradeDeclined(task.player))
    return True


def answer(course: Course, player: str, is_agreed: bool) -> None:
    """Carries the trade on offer out, or drops it."""
    trade = course.turn.offer
    assert trade is not None
    course.emit(TokensTraded(trade) if is_agreed else TradeDeclined(player))
