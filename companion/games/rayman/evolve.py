"""Folds events into the state, one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core.event import Event
from companion.games.rayman import events as e
from companion.games.rayman.evolve_table import FOLDS as TABLE_FOLDS
from companion.games.rayman.notes import note
from companion.games.rayman.state import Racer, State, Turn, with_racer
from companion.games.rayman.sweeps import sweep

Fold = Callable[[State, Any], State]


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event; log and sweeps keep what the last complete step did."""
    line = note(state, event)
    after = sweep(state, fold(state, event), event)
    if state.is_settled:
        return replace(after, log=() if line is None else (line,), is_settled=type(event) is e.TasksSet)
    if line is not None:
        return replace(after, log=(*state.log, line))
    return after


def fold(state: State, event: Event) -> State:
    """Returns the state after an event without what is told about it: log and sweeps stay as they are."""
    return FOLDS[type(event)](state, event)


def _racer(state: State, name: str, **changes: Any) -> State:
    return with_racer(state, replace(state.racer(name), **changes))


def _turn(state: State, **changes: Any) -> State:
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, **changes))


def _turn_began(state: State, event: e.TurnBegan) -> State:
    turn = Turn(
        player=event.player,
        pool=event.pool,
        start=event.start,
        stance=event.stance,
        covered=event.covered,
        gained=event.pool,
        given=event.pool,
    )
    state = replace(state, turn=turn)
    return _racer(state, event.player, is_immune=False, is_held_up=False, is_waiting=False, defeated=())


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    if state.turn is None:
        return state
    spent = dict(state.spent)
    for token in state.turn.used:
        spent[token] = spent.get(token, 0) + 1
    state = replace(state, turn=None, spent=spent)
    if state.options.slap_limit == "per_turn":
        state = replace(state, racers=tuple(replace(racer, is_slapped=False) for racer in state.racers))
    return state


def _turn_put_off(state: State, event: e.TurnPutOff) -> State:
    assert state.turn is not None
    return _racer(replace(state, turn=None), event.player, is_immune=state.turn.start.is_immune)


def _figure_moved(state: State, event: e.FigureMoved) -> State:
    turn = state.turn
    if turn is not None and turn.player == event.player:
        state = _turn(state, drifts=turn.drifts + 1 if event.why == "drift" else 0)
    return _racer(state, event.player, at=event.to, is_held_up=False, is_waiting=False)


def _stance_taken(state: State, event: e.StanceTaken) -> State:
    return _turn(state, stance=event.stance, air_moves=event.air_moves, jumps=event.jumps)


def _spent(state: State, event: e.ActionsSpent) -> State:
    assert state.turn is not None
    return _turn(state, pool=state.turn.pool.plus(event.icon, -event.count), drifts=0)


def _gained(state: State, event: e.ActionsGained) -> State:
    turn = state.turn
    assert turn is not None
    return _turn(
        state,
        pool=turn.pool.plus(event.icon, event.count),
        gained=turn.gained.plus(event.icon, event.count),
        bonus_moves=turn.bonus_moves + (event.count if event.is_granted else 0),
        drifts=0,
    )


def _defeated(state: State, event: e.EnemyDefeated) -> State:
    assert state.turn is not None
    state = _turn(state, defeated=(*state.turn.defeated, event.at))
    return _racer(state, event.player, defeated=(*state.racer(event.player).defeated, event.at))


def _covered(state: State, event: e.EnemyCovered) -> State:
    assert state.turn is not None
    return _turn(state, covered=(*state.turn.covered, event.at))


def _dodged(state: State, event: e.EnemyDodged) -> State:
    assert state.turn is not None
    return _turn(state, dodged=(*state.turn.dodged, event.at))


def _figure_slapped(state: State, event: e.FigureSlapped) -> State:
    state = _racer(state, event.figure, is_slapped=True)
    if state.turn is not None:
        state = _turn(state, slapped=(*state.turn.slapped, event.figure))
    return state


def _freed(state: State, event: e.TeensyFreed) -> State:
    return _racer(state, event.player, freed=(*state.racer(event.player).freed, event.colour))


def _heart_lost(state: State, event: e.HeartLost) -> State:
    is_immune = state.racer(event.player).is_immune or (
        state.options.heart_gives_immunity and event.cause not in ("bubble", "convert")
    )
    if state.turn is not None:
        state = _turn(state, drifts=0)
    return _racer(state, event.player, has_heart=False, is_immune=is_immune)


def _token_drawn(state: State, event: e.TokenDrawn) -> State:
    bag, spent = dict(state.bag), dict(state.spent)
    if not any(bag.values()):
        bag, spent = spent, {}
    bag[event.token] -= 1
    state = replace(state, bag={token: count for token, count in bag.items() if count}, spent=spent)
    state = _racer(state, event.player, tokens=(*state.racer(event.player).tokens, event.token))
    if state.turn is not None:
        state = _turn(state, drawn=(*state.turn.drawn, event.token))
    return state


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def _token_used(state: State, event: e.TokenUsed) -> State:
    turn = state.turn
    assert turn is not None
    pool, gained, given = turn.pool, turn.gained, turn.given
    was_held = turn.used.count(event.token) + state.racer(event.player).tokens.count(
        event.token
    ) > turn.drawn.count(event.token)
    for icon in state.tokens[event.token].icons:
        if icon == "lums" and state.racer(event.player).legendary is None:
            continue
        pool, gained = pool.plus(icon), gained.plus(icon)
        if was_held:
            given = given.plus(icon)
    state = _turn(state, pool=pool, gained=gained, given=given, used=(*turn.used, event.token), drifts=0)
    racer = state.racer(event.player)
    return _racer(state, event.player, tokens=_without(racer.tokens, event.token))


def _token_discarded(state: State, event: e.TokenDiscarded) -> State:
    racer = state.racer(event.player)
    state = _racer(state, event.player, tokens=_without(racer.tokens, event.token))
    return replace(state, spent={**state.spent, event.token: state.spent.get(event.token, 0) + 1})


def _token_traded(state: State, event: e.TokenTraded) -> State:
    giver, taker = state.racer(event.player), state.racer(event.to)
    state = with_racer(state, replace(giver, tokens=_without(giver.tokens, event.token)))
    state = with_racer(state, replace(taker, tokens=(*taker.tokens, event.token)))
    if state.turn is not None:
        state = _turn(state, traded=(*state.turn.traded, event.token))
    return state


def _tokens_traded(state: State, event: e.TokensTraded) -> State:
    trade = event.trade
    for name, gone, come in (
        (trade.player, trade.gives, trade.takes),
        (trade.to, trade.takes, trade.gives),
    ):
        left = state.racer(name).tokens
        for token in gone:
            left = _without(left, token)
        state = _racer(state, name, tokens=(*left, *come))
    assert state.turn is not None
    return _turn(state, traded=(*state.turn.traded, *trade.gives, *trade.takes), offer=None)


def _trade_declined(state: State, event: e.TradeDeclined) -> State:
    turn = state.turn
    if turn is None or turn.offer is None:
        return state
    return _turn(state, offer=None, declined=(*turn.declined, turn.offer))


def _finished(state: State, event: e.FigureFinished) -> State:
    state = _racer(state, event.player, has_finished=True, bubble="")
    if state.turn is not None and state.turn.player == event.player:
        state = _turn(state, stance="finished")
    return state


def _bubble_taken(state: State, event: e.BubbleTaken) -> State:
    racer: Racer = state.racer(event.player)
    return _racer(
        state,
        event.player,
        hand=racer.hand + racer.discard,
        discard=(),
        played=(),
        bubble="action",
    )


FOLDS: dict[type[Event], Fold] = {
    **TABLE_FOLDS,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _turn_ended,
    e.TurnPutOff: _turn_put_off,
    e.EndAnnounced: lambda state, event: _turn(state, is_ending=event.is_ending),
    e.FigureMoved: _figure_moved,
    e.StanceTaken: _stance_taken,
    e.ActionsSpent: _spent,
    e.ActionsGained: _gained,
    e.EnemyDefeated: _defeated,
    e.EnemyCovered: _covered,
    e.EnemyDodged: _dodged,
    e.BossSlapped: lambda state, event: _turn(state, is_boss_slapped=True),
    e.TeensyFreed: _freed,
    e.FigureSlapped: _figure_slapped,
    e.BubbleBurst: lambda state, event: _racer(state, event.figure, bubble="", is_held_up=True),
    e.HeartTaken: lambda state, event: _racer(state, event.player, has_heart=True),
    e.HeartLost: _heart_lost,
    e.HarmWardedOff: lambda state, event: state,
    e.DamageTaken: lambda state, event: _racer(state, event.player, is_immune=True),
    e.BubbleEntered: lambda state, event: _racer(state, event.player, bubble="mode"),
    e.TokenDrawn: _token_drawn,
    e.TokenUsed: _token_used,
    e.TokenDiscarded: _token_discarded,
    e.TokenTraded: _token_traded,
    e.TradeOffered: lambda state, event: _turn(state, offer=event.trade),
    e.TradeDeclined: _trade_declined,
    e.TokensTraded: _tokens_traded,
    e.LegendaryUsed: lambda state, event: _racer(state, event.player, has_used_legendary=True),
    e.FigureFinished: _finished,
    e.BubbleTaken: _bubble_taken,
}
