"""What the active player can do now, the most progressive first."""

from __future__ import annotations

from companion.core.command import Command
from companion.games.rayman import commands as c
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State, Task
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.pool import check_pool
from companion.games.rayman.turn.rest import check_end_turn
from companion.games.rayman.turn.trades import likely_trades


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
    found += [c.OfferTrade(one.player, one.to, one.gives, one.takes) for one in likely_trades(state)]
    return found
