"""Folds events into the state: plain changes of fields, no decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core import deck
from companion.core.corrections import RecordCorrected, correction_line, fold_correction
from companion.core.event import Event
from companion.games.grimm import events as ev
from companion.games.grimm.corrections import CORRECTIONS
from companion.games.grimm.log import line_of
from companion.games.grimm.pawns import put_pawn, with_hero
from companion.games.grimm.state import Rolled, State, Walk


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


def _character_dealt(state: State, event: ev.CharacterDealt) -> State:
    return with_hero(state, event.player, character=event.character, at=event.at)


def _unchanged(state: State, event: Event) -> State:
    return state


def _first_player_found(state: State, event: ev.FirstPlayerFound) -> State:
    return replace(state, first=state.seat(event.player))


def _chest_placed(state: State, event: ev.ChestPlaced) -> State:
    rolled = state.rolled and replace(state.rolled, chests=(*state.rolled.chests, event.space))
    return replace(state, chest=event.space, chest_card=event.card, rolled=rolled)


def _chest_taken(state: State, event: ev.ChestTaken) -> State:
    equipment = state.hero(event.player).equipment + 1
    return with_hero(replace(state, chest=""), event.player, equipment=equipment)


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    seat = state.seat(event.player)
    hero = state.heroes[seat]
    quiet = hero.silenced - (1 if state.options.silence == "next_turn_start" else 0)
    begun = replace(state, active=seat, round=event.round, rolled=None, rerolls=0)
    return with_hero(begun, event.player, is_spent=False, silenced=max(0, quiet))


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    quiet = state.hero(event.player).silenced - (1 if state.options.silence == "next_turn_end" else 0)
    return with_hero(state, event.player, silenced=max(0, quiet))


def _move_rolled(state: State, event: ev.MoveRolled) -> State:
    hero = state.hero(event.player)
    held = tuple(other.equipment for other in state.heroes)
    rolled = Rolled(hero.at, event.total, hero.equipment, state.chest, held=held)
    return with_hero(replace(state, rolled=rolled), event.player, modifier=0)


def _pawn_moved(state: State, event: ev.PawnMoved) -> State:
    return put_pawn(state, event.player, event.path[-1], event.path)


def _pawn_teleported(state: State, event: ev.PawnTeleported) -> State:
    walk = state.now
    after = put_pawn(state, event.player, event.to)
    if not isinstance(walk, Walk):
        return after
    passed = replace(walk, trail=(*walk.trail, event.to), is_at_gate=False)
    return replace(after, agenda=(*after.agenda[:-1], passed))


def _reroll_granted(state: State, event: ev.RerollGranted) -> State:
    return replace(state, rerolls=state.rerolls + 1)


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    hand = (*state.hero(event.player).hand, event.card)
    drawn = replace(state, deck=deck.put(state.deck, event.card, -1))
    return with_hero(drawn, event.player, hand=hand)


def _drop(state: State, name: str, card: str) -> State:
    hero = state.hero(name)
    dropped = replace(state, discard=deck.put(state.discard, deck.known_as(hero.hand, card)))
    return with_hero(dropped, name, hand=deck.without(hero.hand, card))


def _card_dropped(state: State, event: ev.CardDropped) -> State:
    return _drop(state, event.player, event.card)


def _card_taken(state: State, event: ev.CardTaken) -> State:
    victim = state.hero(event.victim)
    told = deck.known_as(victim.hand, event.card)
    taken = with_hero(state, event.victim, hand=deck.without(victim.hand, event.card))
    return with_hero(taken, event.player, hand=(*state.hero(event.player).hand, told))


def _deck_reshuffled(state: State, event: ev.DeckReshuffled) -> State:
    return replace(state, deck=state.discard, discard={}, cast_cards={})


def _spell_cast(state: State, event: ev.SpellCast) -> State:
    cast_cards = deck.put(state.cast_cards, event.spell)
    dropped = replace(_drop(state, event.player, event.spell), cast_cards=cast_cards)
    return with_hero(dropped, event.player, is_spent=True)


def _equipment_destroyed(state: State, event: ev.EquipmentDestroyed) -> State:
    return with_hero(state, event.player, equipment=state.hero(event.player).equipment - 1)


def _roll_modified(state: State, event: ev.RollModified) -> State:
    return with_hero(state, event.player, modifier=state.hero(event.player).modifier + event.by)


def _places_swapped(state: State, event: ev.PlacesSwapped) -> State:
    here, there = state.hero(event.player).at, state.hero(event.other).at
    return put_pawn(put_pawn(state, event.player, there), event.other, here)


def _player_silenced(state: State, event: ev.PlayerSilenced) -> State:
    return with_hero(state, event.player, silenced=max(event.turns, state.hero(event.player).silenced))


def _portal_entered(state: State, event: ev.PortalEntered) -> State:
    return replace(state, winner=event.player, is_over=True, agenda=())


def _limit_reached(state: State, event: ev.LimitReached) -> State:
    return replace(state, is_over=True, agenda=())


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.StepTaken: _step_taken,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.CharacterDealt: _character_dealt,
    ev.StartRolled: _unchanged,
    ev.StartTied: _unchanged,
    ev.FirstPlayerFound: _first_player_found,
    ev.ChestPlaced: _chest_placed,
    ev.ChestTaken: _chest_taken,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _turn_ended,
    ev.DrawChosen: _unchanged,
    ev.MoveRolled: _move_rolled,
    ev.PawnMoved: _pawn_moved,
    ev.PawnTeleported: _pawn_teleported,
    ev.RerollGranted: _reroll_granted,
    ev.CardDrawn: _card_drawn,
    ev.CardDropped: _card_dropped,
    ev.CardTaken: _card_taken,
    ev.DeckReshuffled: _deck_reshuffled,
    ev.SpellCast: _spell_cast,
    ev.SpellCountered: _unchanged,
    ev.SpellResolved: _unchanged,
    ev.EquipmentDestroyed: _equipment_destroyed,
    ev.RollModified: _roll_modified,
    ev.PlacesSwapped: _places_swapped,
    ev.PlayerSilenced: _player_silenced,
    ev.PortalEntered: _portal_entered,
    ev.LimitReached: _limit_reached,
    RecordCorrected: lambda state, event: fold_correction(CORRECTIONS, state, event),
}
