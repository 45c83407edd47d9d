"""The commands of a running turn: what is offered, why one is refused, and carrying one out."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.course import Course
from companion.games.rayman.events import ActionsSpent, HeartTaken, TokenDiscarded, TokenUsed
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State, Task, Trade
from companion.games.rayman.turn import trades
from companion.games.rayman.turn.acts import act as act_out, burst, grant_moves
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.refusals import Refused, refuse, why_not
from companion.games.rayman.turn.rest import announce_end, check_end_turn

OUT_OF_HAND = (c.GiveHeart, c.UseToken, c.DiscardToken)
"""What is done with Hearts and Bonus tokens apart from steps."""


def check_pool(state: State, command: c.GiveHeart | c.UseToken | c.DiscardToken) -> Refused | None:
    """Tells why the command cannot be carried out now, if so."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    match command:
        case c.GiveHeart():
            return _check_gift(state, command)
        case c.UseToken():
            if command.token not in racer.tokens:
                return refuse("no_token", "RAY-TOKEN-4")
        case c.DiscardToken():
            if command.token not in racer.tokens:
                return refuse("no_token", "RAY-TOKEN-3")
            if len(racer.tokens) <= TOKEN_LIMIT:
                return refuse("within_limit", "RAY-TOKEN-2")
    return None


def _check_gift(state: State, command: c.GiveHeart) -> Refused | None:
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


def carry_out(course: Course, command: c.GiveHeart | c.UseToken | c.DiscardToken) -> None:
    """Carries out a command that `check_pool` has let pass."""
    name = course.turn.player
    match command:
        case c.GiveHeart():
            course.emit(ActionsSpent(name, "heart"))
            course.emit(HeartTaken(command.to))
        case c.UseToken():
            course.emit(TokenUsed(name, command.token))
        case c.DiscardToken():
            course.emit(TokenDiscarded(name, command.token))
    grant_moves(course, name)


def turn_commands(state: State, task: Task) -> list[Command]:
    """Lists the steps of the running turn."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    if not turn.is_ending and len(racer.tokens) > TOKEN_LIMIT:
        return _over_limit(racer)
    offers = Offers(state)
    if turn.is_ending:
        return [offer.command for offer in offers.gravity()]
    steps = [offer.command for offer in offers.legal()]
    ranked = sorted(steps, key=lambda command: _rank(state, offers, steps, command))
    good = [command for command in ranked if _rank(state, offers, steps, command) < POOR]
    tokens: list[Command] = [c.UseToken(racer.name, token) for token in dict.fromkeys(racer.tokens)]
    ends: list[Command] = [] if check_end_turn(state) else [c.EndTurn(racer.name)]
    bursts = [offer.command for offer in offers.bursts()]
    team = _team(state, racer) if state.kind == "coop" and turn.stance != "finished" else []
    return good + tokens + ends + ranked[len(good) :] + bursts + team


POOR = 10
"""From this rank on a step comes after the end of the turn."""


def _rank(state: State, offers: Offers, steps: list[Command], command: Command) -> int:
    """Returns how early a step is offered: what brings the figure on first, what harms it last."""
    turn = state.turn
    assert turn is not None
    harms = getattr(command, "enemy", None) == "hit" or getattr(command, "projectile", None) == "hit"
    has_way_on = any(_is_way_on(state, other) for other in steps)
    match command:
        case c.FreeTeensy():
            return 0
        case c.TakeHeart():
            return 1
        case c.Move(by=1):
            return 2 if _is_way_on(state, command) else POOR
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
            return POOR + 5 + harms
    return POOR + 7


def _is_way_on(state: State, command: Command) -> bool:
    """Tells whether a command is a Movement on that does no harm."""
    if not isinstance(command, c.Move) or command.by < 0 or "hit" in (command.enemy, command.projectile):
        return False
    turn = state.turn
    assert turn is not None
    p, level = state.racer(turn.player).at
    is_trap = level == 1 and turn.stance not in ("glide", "finished") and state.board.is_obstacle(p + 1)
    return not is_trap or state.options.obstacle_mode == "stop_only"


def _over_limit(racer: Racer) -> list[Command]:
    tokens = tuple(dict.fromkeys(racer.tokens))
    return [
        *(c.UseToken(racer.name, token) for token in tokens),
        *(c.DiscardToken(racer.name, token) for token in tokens),
    ]


def _team(state: State, racer: Racer) -> list[Command]:
    """Lists Hearts to give and likely trades of tokens (RAY-HEART-6, COOP-13)."""
    found: list[Command] = []
    for mate in state.racers:
        if mate.name != racer.name:
            gift = c.GiveHeart(racer.name, mate.name)
            if check_pool(state, gift) is None:
                found.append(gift)
    found += [c.OfferTrade(one.player, one.to, one.gives, one.takes) for one in trades.likely_trades(state)]
    return found


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
    if not isinstance(command, (*OUT_OF_HAND, *STEPS, c.OfferTrade, c.EndTurn)):
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
    if isinstance(command, OUT_OF_HAND):
        return check_pool(state, command)
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
    elif isinstance(command, OUT_OF_HAND):
        carry_out(course, command)
    else:
        offers = Offers(course.state)
        offer = offers.find(command)
        if offer is not None:
            act_out(course, offers, offer)
        else:
            burst(course, next(one for one in offers.bursts() if one.command == command))
