"""Who may still cast at a moment; what they really hold stays their secret."""

from __future__ import annotations

from companion.games.grimm import state as st
from companion.games.grimm.state import State


def may_cast_now(state: State, hero: st.Hero) -> bool:
    """Tells whether a player has a spell left; after the own roll the table may forbid it (GRM-TURN-6)."""
    if not state.may_cast(hero):
        return False
    has_rolled = state.turn is hero and state.rolled is not None
    return state.options.cast_after_roll or not has_rolled


def casters(state: State) -> tuple[st.Hero, ...]:
    """Lists who may still cast at this moment."""
    return tuple(hero for hero in state.heroes if may_cast_now(state, hero))


def responders(state: State, respond: st.Respond) -> tuple[st.Hero, ...]:
    """Lists who may counter the last cast; who really can is their secret (GRM-SPELL-10, GRM-SPELL-11)."""
    if len(respond.casts) > 1 and not state.options.counter_chain:
        return ()
    caster = respond.casts[-1].caster
    return tuple(hero for hero in casters(state) if hero.name != caster)
