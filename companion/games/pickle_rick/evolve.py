"""Folds events into the state: plain changes of fields, no decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core import deck
from companion.core.corrections import RecordCorrected, correction_line, fold_correction
from companion.core.event import Event
from companion.games.pickle_rick import events as ev
from companion.games.pickle_rick.commands import DICE
from companion.games.pickle_rick.corrections import CORRECTIONS
from companion.games.pickle_rick.dispute.form import FULL_HEALTH
from companion.games.pickle_rick.log import line_of
from companion.games.pickle_rick.state import Begun, Deck, Guard, Lying, State, Used
from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.russians import JAGUAR, WALL_MOVES
from companion.games.pickle_rick.turn.symbols import SYMBOLS, count_faces


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event, with what it says to the table."""
    after = FOLDS[type(event)](state, event)
    line = correction_line(CORRECTIONS, state, event) or line_of(state, event)
    return after if line is None else replace(after, log=(*after.log, line))


def _step_taken(state: State, event: ev.StepTaken) -> State:
    return replace(state, log=())


def _asked(state: State, event: ev.Asked) -> State:
    return replace(state, agenda=(*state.agenda, event.ask))


def _answered(state: State, event: ev.Answered) -> State:
    return replace(state, agenda=state.agenda[:-1])


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(
        state, turn=event.side, round=event.round, dice=(), rerolled=(), pool={}, used={}, begun=None,
        agenda=(),
    )  # fmt: skip


def _dice_rolled(state: State, event: ev.DiceRolled) -> State:
    return replace(state, dice=event.faces)


def _dice_rerolled(state: State, event: ev.DiceRerolled) -> State:
    fallen = dict(zip(event.dice, event.faces, strict=True))
    dice = tuple(fallen.get(die, face) for die, face in zip(DICE, state.dice, strict=True))
    return replace(state, dice=dice, rerolled=event.dice)


def _spending_began(state: State, event: ev.SpendingBegan) -> State:
    pool = count_faces(state.dice).by_name()
    begun = Begun(
        state.lying, state.stack, state.rick_at, state.rick_health, state.guards,
        state.jaguar_at, state.jaguar_health, pool, state.decks[state.turn].hand,
    )  # fmt: skip
    return replace(state, pool=pool, begun=begun)


def _symbols_spent(state: State, event: ev.SymbolsSpent) -> State:
    pool = {name: state.pool.get(name, 0) - event.symbols.get(name, 0) for name in SYMBOLS}
    return replace(state, pool={name: count for name, count in pool.items() if count})


def _jokers_gained(state: State, event: ev.JokersGained) -> State:
    return replace(state, pool={**state.pool, "joker": state.pool.get("joker", 0) + event.count})


def _rick_moved(state: State, event: ev.RickMoved) -> State:
    return replace(state, rick_at=event.to)


def _unchanged(state: State, event: Event) -> State:
    return state


def _tile_laid(state: State, event: ev.TileLaid) -> State:
    begun = state.begun and replace(state.begun, faces=(*state.begun.faces, event.lying.tile))
    lying = {**state.lying, event.place: event.lying}
    return replace(state, lying=lying, stack=state.stack - event.is_drawn, begun=begun)


def _tile_turned(state: State, event: ev.TileTurned) -> State:
    lies = state.lying[event.place]
    turned = Lying(lies.tile, (lies.quarters + event.quarters) % 4)
    return replace(state, lying={**state.lying, event.place: turned})


def _tiles_discarded(state: State, event: ev.TilesDiscarded) -> State:
    return replace(state, stack=state.stack - event.count, discarded=state.discarded + event.count)


def _guard_placed(state: State, event: ev.GuardPlaced) -> State:
    return replace(state, guards=(*state.guards, Guard(event.figure, event.at)))


def _figure_moved(state: State, event: ev.FigureMoved) -> State:
    used = state.used.get(event.figure, Used())
    match event.how:
        case "step":
            used = replace(used, moves=used.moves + 1, has_walked=True)
        case "wall":
            used = replace(used, moves=used.moves + WALL_MOVES, has_crossed=True)
        case "card":
            used = replace(used, has_walked=True)
    state = replace(state, used={**state.used, event.figure: used})
    if event.figure == JAGUAR:
        return replace(state, jaguar_at=event.to)
    guards = tuple(Guard(g.id, event.to) if g.id == event.figure else g for g in state.guards)
    return replace(state, guards=guards)


def _figure_shot(state: State, event: ev.FigureShot) -> State:
    used = state.used.get(event.figure, Used())
    if event.is_paid:
        state = replace(state, used={**state.used, event.figure: replace(used, shots=used.shots + 1)})
    return replace(state, rick_health=max(0, state.rick_health - event.damage))


def _figure_hit(state: State, event: ev.FigureHit) -> State:
    if event.figure == JAGUAR:
        return replace(state, jaguar_health=max(0, state.jaguar_health - event.damage))
    return replace(state, guards=tuple(guard for guard in state.guards if guard.id != event.figure))


def _jaguar_came(state: State, event: ev.JaguarCame) -> State:
    return replace(state, jaguar="on", jaguar_at=event.at)


def _jaguar_left(state: State, event: ev.JaguarLeft) -> State:
    return replace(state, jaguar="gone", jaguar_at="")


def _rick_healed(state: State, event: ev.RickHealed) -> State:
    return replace(state, rick_health=min(FULL_HEALTH, state.rick_health + event.by))


def _jaguar_healed(state: State, event: ev.JaguarHealed) -> State:
    return replace(state, jaguar_health=min(FULL_HEALTH, state.jaguar_health + event.by))


def _with_deck(state: State, side: SideName, changed: Deck) -> State:
    return replace(state, decks={**state.decks, side: changed})


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    cards = state.decks[event.side]
    drawn = replace(cards, pile=deck.take(cards.pile, event.card), hand=(*cards.hand, event.card))
    state = _with_deck(state, event.side, drawn)
    if state.begun is not None and event.side == state.turn:
        state = replace(state, begun=replace(state.begun, cards=(*state.begun.cards, event.card)))
    return state


def _card_played(state: State, event: ev.CardPlayed) -> State:
    cards = state.decks[event.side]
    was_named = event.card in cards.hand
    played = replace(
        cards, hand=deck.without(cards.hand, event.card), discard=deck.put(cards.discard, event.card)
    )
    state = _with_deck(state, event.side, played)
    if state.begun is not None and not was_named:
        state = replace(state, begun=replace(state.begun, cards=(*state.begun.cards, event.card)))
    return state


def _card_dropped(state: State, event: ev.CardDropped) -> State:
    cards = state.decks[event.side]
    dropped = replace(
        cards, pile=deck.take(cards.pile, event.card), discard=deck.put(cards.discard, event.card)
    )
    return _with_deck(state, event.side, dropped)


def _bribe_answered(state: State, event: ev.BribeAnswered) -> State:
    if state.begun is None or not event.accepts:
        return state
    return replace(state, begun=replace(state.begun, has_taken_bribe=True))


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, winner=event.winner, ended_by=event.why, agenda=())


def _record_corrected(state: State, event: RecordCorrected) -> State:
    return fold_correction(CORRECTIONS, state, event)


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.StepTaken: _step_taken,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.TurnBegan: _turn_began,
    ev.DiceRolled: _dice_rolled,
    ev.DiceRerolled: _dice_rerolled,
    ev.SpendingBegan: _spending_began,
    ev.SymbolsSpent: _symbols_spent,
    ev.JokersGained: _jokers_gained,
    ev.RickMoved: _rick_moved,
    ev.RickStayed: _unchanged,
    ev.TileLaid: _tile_laid,
    ev.TileTurned: _tile_turned,
    ev.TilesDiscarded: _tiles_discarded,
    ev.GuardPlaced: _guard_placed,
    ev.FigureMoved: _figure_moved,
    ev.FigureShot: _figure_shot,
    ev.FigureHit: _figure_hit,
    ev.JaguarCame: _jaguar_came,
    ev.JaguarLeft: _jaguar_left,
    ev.RickHealed: _rick_healed,
    ev.JaguarHealed: _jaguar_healed,
    ev.CardDrawn: _card_drawn,
    ev.CardPlayed: _card_played,
    ev.CardDropped: _card_dropped,
    ev.BribeAnswered: _bribe_answered,
    ev.GameEnded: _game_ended,
    RecordCorrected: _record_corrected,
}
