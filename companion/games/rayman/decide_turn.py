"""The commands of a running turn: why one is refused, and carrying one out."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.course import Course
from companion.games.rayman.state import TOKEN_LIMIT, State, Trade
from companion.games.rayman.turn import pool, trades
from companion.games.rayman.turn.acts import act as act_out, burst
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.refusals import Refused, refuse, why_not
from companion.games.rayman.turn.rest import announce_end, check_end_turn

STEPS = (
    c.Move, c.Jump, c.Drift, c.EndGlide, c.Fall, c.StartGlide, c.SlapEnemy, c.FreeTeensy, c.SlapFigure,
    c.TakeHeart, c.UseLum, c.Convert,
)  # fmt: skip
"""What the rules of a turn offer as steps."""
PAST_LINE = (c.Move, c.UseToken, c.UseLum, c.TakeHeart, c.Convert, c.EndTurn)


def why_not_in_turn(state: State, command: Command) -> Refused | None:
    """Tells why a command is refused in the running turn, if it is."""
    turn = state.turn
    assert turn is not None
    if isinstance(command, c.TradeToken):
        return refuse("trade_confirm", "RAY-COOP-21")
    if not isinstance(command, (*pool.COMMANDS, *STEPS, c.OfferTrade, c.EndTurn)):
        return Refused(say("rayman.wait.turn", player=turn.player), ("RAY-ROUND-3",))
    if command.player != turn.player and not isinstance(command, c.OfferTrade):
        return refuse("not_your_turn", "RAY-INIT-1", player=turn.player)
    racer = state.racer(turn.player)
    if turn.is_ending and not isinstance(command, c.Fall | c.EndGlide):
        return refuse("ending", "RAY-FALL-8")
    if len(racer.tokens) > TOKEN_LIMIT and not isinstance(command, c.UseToken | c.DiscardToken):
        return refuse("token_limit", "RAY-TOKEN-3")
    if turn.stance == "finished" and not isinstance(command, PAST_LINE):
        return refuse("finished", "RAY-FINISH-3", "RAY-FINISH-4")
    if isinstance(command, c.EndTurn):
        return check_end_turn(state)
    if isinstance(command, c.OfferTrade):
        return trades.check_trade(state, _trade(command))
    if isinstance(command, pool.COMMANDS):
        return pool.check_pool(state, command)
    offers = Offers(state)
    if offers.find(command) is not None or any(offer.command == command for offer in offers.bursts()):
        return None
    return why_not(offers, command)


def _trade(command: c.OfferTrade) -> Trade:
    return Trade(command.player, command.to, command.gives, command.takes)


def act(course: Course, command: Command) -> None:
    """Carries out a command that was not refused."""
    if isinstance(command, c.EndTurn):
        announce_end(course)
    elif isinstance(command, c.OfferTrade):
        trades.offer(course, _trade(command))
    elif isinstance(command, pool.COMMANDS):
        pool.carry_out(course, command)
    else:
        offers = Offers(course.state)
        offer = offers.find(command)
        if offer is not None:
            act_out(course, offers, offer)
        else:
            burst(course, next(one for one in offers.bursts() if one.command == command))
