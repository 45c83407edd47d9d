"""Trades of Bonus tokens between team mates: one offers, the other confirms, all tokens change at once."""

from __future__ import annotations

from collections import Counter

from companion.games.rayman.commands import OfferTrade
from companion.games.rayman.course import Course
from companion.games.rayman.events import TokensTraded, TradeDeclined, TradeOffered
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State, Task, Trade
from companion.games.rayman.turn.refusals import Refused, first_of, refuse


def are_neighbours(state: State, one: Racer, other: Racer) -> bool:
    """Tells whether two figures share a space or stand on neighbouring ones, walls or not (RAY-COOP-22)."""
    columns = state.board.columns
    across = (one.at[0] - other.at[0]) % columns
    return min(across, columns - across) + abs(one.at[1] - other.at[1]) <= 1


def check_trade(state: State, trade: Trade) -> Refused | None:
    """Tells why two players cannot make a trade now, if so (RAY-COOP-13, COOP-21)."""
    names = {racer.name for racer in state.racers}
    if state.turn is None or state.kind != "coop" or not {trade.player, trade.to} <= names:
        return refuse("trade", "RAY-COOP-13")
    one, other = state.racer(trade.player), state.racer(trade.to)
    is_gone = any(racer.is_absent or racer.has_finished for racer in (one, other))
    lacking = Counter(trade.gives) - Counter(one.tokens) or Counter(trade.takes) - Counter(other.tokens)
    traded = Counter((*trade.gives, *trade.takes)) - _untraded(state)
    change = len(trade.takes) - len(trade.gives)
    is_over = len(one.tokens) + change > TOKEN_LIMIT or len(other.tokens) - change > TOKEN_LIMIT
    is_far = one == other or is_gone or not are_neighbours(state, one, other)
    return first_of(
        (is_far, refuse("trade_far", "RAY-COOP-13")),
        (not trade.gives and not trade.takes, refuse("trade_empty", "RAY-COOP-21")),
        (bool(lacking), refuse("trade_lacks", "RAY-COOP-21")),
        (bool(traded), refuse("traded", "RAY-COOP-22")),
        (is_over, refuse("token_limit", "RAY-TOKEN-2")),
    )


def _untraded(state: State) -> Counter[str]:
    """Counts the tokens of each kind that have not changed hands in this turn."""
    assert state.turn is not None
    held = Counter(token for racer in state.racers for token in racer.tokens)
    return held - Counter(state.turn.traded)


def likely_trades(state: State) -> list[Trade]:
    """Lists a single token handed over and everything for everything; any other number is accepted too."""
    assert state.turn is not None
    found, left = [], _untraded(state)
    for one in state.racers:
        for other in state.racers:
            singles = [Trade(one.name, other.name, (token,), ()) for token in dict.fromkeys(one.tokens)]
            gives = Counter(one.tokens) & left
            takes = Counter(other.tokens) & (left - gives)
            swap = Trade(one.name, other.name, tuple(gives.elements()), tuple(takes.elements()))
            likely = [*singles, swap] if gives and takes else singles
            found += [trade for trade in likely if check_trade(state, trade) is None]
    return [trade for trade in found if trade not in state.turn.declined]


def trade_of(command: OfferTrade) -> Trade:
    """Returns the trade that a command offers."""
    return Trade(command.player, command.to, command.gives, command.takes)


def offer(course: Course, trade: Trade) -> None:
    """Puts a trade that `check_trade` has let pass to the mate."""
    course.emit(TradeOffered(trade))
    course.do_next(Task("trade", trade.to))


def try_trade(course: Course, task: Task) -> bool:
    """Drops an offer that a correction of the table has made impossible."""
    turn = course.state.turn
    if turn is not None and turn.offer is not None and check_trade(course.state, turn.offer) is None:
        return False
    course.done()
    course.emit(TradeDeclined(task.player))
    return True


def answer(course: Course, player: str, is_agreed: bool) -> None:
    """Carries the trade on offer out, or drops it."""
    trade = course.turn.offer
    assert trade is not None
    course.emit(TokensTraded(trade) if is_agreed else TradeDeclined(player))
