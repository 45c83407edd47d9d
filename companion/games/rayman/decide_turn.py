"""The commands of a running turn: what is offered, why one is refused, and carrying one out."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.running import active
from companion.games.rayman.state import TOKEN_LIMIT, State, Task, Turn
from companion.games.rayman.turn import trades
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.refusals import Refused, first_of, refuse, why_not
from companion.games.rayman.turn.rest import check_end_turn


def check_out_of_hand(state: State, turn: Turn, command: Command) -> Refused | None:
    """Tells why Hearts or Bonus tokens cannot be used so now, if so."""
    racer = state.racer(turn.player)
    match command:
        case c.GiveHeart(to=name):
            mates = [mate for mate in state.racers if mate.name == name != turn.player]
            is_given = any(mate.has_heart or mate.has_finished or mate.is_absent for mate in mates)
            return first_of(
                (turn.pool.heart < 1, refuse("hearts", "RAY-HEART-6")),
                (state.kind != "coop" or not mates, refuse("gift", "RAY-HEART-6")),
                (is_given, refuse("mate_has_heart", "RAY-HEART-6", player=name)),
            )
        case c.UseToken(token=token):
            return first_of((token not in racer.tokens, refuse("no_token", "RAY-TOKEN-4")))
        case c.DiscardToken(token=token):
            return first_of(
                (token not in racer.tokens, refuse("no_token", "RAY-TOKEN-3")),
                (len(racer.tokens) <= TOKEN_LIMIT, refuse("within_limit", "RAY-TOKEN-2")),
            )
    return None


def turn_commands(state: State, task: Task) -> list[Command]:
    """Lists what can be done in the running turn."""
    turn, racer = active(state)
    tokens = tuple(dict.fromkeys(racer.tokens))
    uses: list[Command] = [c.UseToken(racer.name, token) for token in tokens]
    if not turn.is_ending and len(racer.tokens) > TOKEN_LIMIT:
        return [*uses, *(c.DiscardToken(racer.name, token) for token in tokens)]
    offers = Offers(state)
    if turn.is_ending:
        return offers.gravity()
    steps = list(offers.legal())
    has_way_on = any(_is_way_on(offers, command) for command in steps)
    ranks = {command: _rank(offers, command, has_way_on) for command in steps}
    ranked = sorted(steps, key=ranks.__getitem__)
    good = [command for command in ranked if ranks[command] < POOR]
    ends: list[Command] = [] if check_end_turn(offers) else [c.EndTurn(racer.name)]
    team = _team(state, turn) if state.kind == "coop" and turn.stance != "finished" else []
    return [*good, *uses, *ends, *ranked[len(good) :], *offers.bursts(), *team]


POOR = 10
"""From this rank on a step comes after the end of the turn."""


def _rank(offers: Offers, command: Command, has_way_on: bool) -> int:
    """Returns how early a step is offered: what brings the figure on first, what harms it last."""
    turn = offers.turn
    match command:
        case c.FreeTeensy():
            return 0
        case c.TakeHeart():
            return 1
        case c.Move(by=1):
            return 2 if _is_way_on(offers, command) else POOR
        case c.Jump():
            return 3 if not has_way_on else POOR + 1
        case c.StartGlide():
            wants = turn.pool.move > 0 and (turn.stance in ("air", "drop") or not has_way_on)
            return 4 if wants else POOR + 2
        case c.Fall():
            return 5 if turn.stance == "drop" else POOR + 3
        case c.UseLum():
            return 6
        case c.EndGlide() | c.Drift():
            return POOR + 4
        case c.Move():
            return POOR + 5 + ("hit" in (command.enemy, command.projectile))
    return POOR + 7


def _is_way_on(offers: Offers, command: Command) -> bool:
    """Tells whether a command is a Movement on that does no harm."""
    if not isinstance(command, c.Move) or command.by < 0 or "hit" in (command.enemy, command.projectile):
        return False
    board, (p, level) = offers.state.board, offers.racer.at
    is_trap = offers.turn.stance not in ("glide", "finished") and board.is_obstacle(p + 1, level)
    return not is_trap or offers.state.options.obstacle_mode == "stop_only"


def _team(state: State, turn: Turn) -> list[Command]:
    """Lists Hearts to give and likely trades of tokens (RAY-HEART-6, COOP-13)."""
    gifts = [c.GiveHeart(turn.player, mate.name) for mate in state.racers]
    found: list[Command] = [gift for gift in gifts if check_out_of_hand(state, turn, gift) is None]
    found += [c.OfferTrade(one.player, one.to, one.gives, one.takes) for one in trades.likely_trades(state)]
    return found


PAST_LINE = (c.Move, c.UseToken, c.UseLum, c.TakeHeart, c.Convert, c.EndTurn)


def why_not_in_turn(state: State, command: Command) -> Refused | None:
    """Tells why a command is refused in the running turn, if it is."""
    turn, racer = active(state)
    if isinstance(command, c.TradeToken):
        return refuse("trade_confirm", "RAY-COOP-21")
    if not isinstance(command, c.TurnCommand):
        return Refused(say("rayman.wait.turn", player=turn.player), ("RAY-ROUND-3",))
    is_other = command.player != turn.player and not isinstance(command, c.OfferTrade)
    is_over = len(racer.tokens) > TOKEN_LIMIT
    is_falling = isinstance(command, c.Fall | c.EndGlide)
    is_token = isinstance(command, c.UseToken | c.DiscardToken)
    is_past_line = turn.stance == "finished" and not isinstance(command, PAST_LINE)
    why = first_of(
        (is_other, refuse("not_your_turn", "RAY-INIT-1", player=turn.player)),
        (turn.is_ending and not is_falling, refuse("ending", "RAY-FALL-8")),
        (is_over and not is_token, refuse("token_limit", "RAY-TOKEN-3")),
        (is_past_line, refuse("finished", "RAY-FINISH-3", "RAY-FINISH-4")),
    )
    if why is not None:
        return why
    if isinstance(command, c.OfferTrade):
        return trades.check_trade(state, trades.trade_of(command))
    if isinstance(command, (c.GiveHeart, c.UseToken, c.DiscardToken)):
        return check_out_of_hand(state, turn, command)
    offers = Offers(state)
    if isinstance(command, c.EndTurn):
        return check_end_turn(offers)
    return None if offers.find(command) else why_not(offers, command)
