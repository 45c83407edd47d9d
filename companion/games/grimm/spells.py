"""Spells: when each may be cast, on whom, and what it does once nobody counters it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.core.deck import UNKNOWN
from companion.core.effect import ByHand
from companion.core.errors import Illegal, Invalid, Refusal
from companion.core.message import Message, say
from companion.games.grimm import content as fx, events as ev, state as st
from companion.games.grimm.commands import Cast
from companion.games.grimm.rights import casters, may_cast_now, responders
from companion.games.grimm.state import Hero, State

if TYPE_CHECKING:
    from companion.games.grimm.play import Play

CLAUSES = {
    "discard": "GRM-SPELL-1",
    "destroy": "GRM-SPELL-2",
    "displace": "GRM-SPELL-3",
    "slow": "GRM-SPELL-4",
    "steal": "GRM-SPELL-5",
    "counter": "GRM-SPELL-6",
    "boost": "GRM-SPELL-7",
    "swap": "GRM-SPELL-8",
    "silence": "GRM-SPELL-9",
    "by_hand": "GRM-SPELL-13",
}


def clause_of(state: State, spell: str) -> str:
    """Returns the clause that describes a spell."""
    return CLAUSES[fx.verb_of(state.spells[spell].effect)]


def is_casting_time(state: State) -> bool:
    """Tells whether ordinary spells can be cast at this moment: not while another is being carried out."""
    now = state.now
    return isinstance(now, (st.Prepare, st.Finish)) or (isinstance(now, st.Walk) and now.player == now.pawn)


def is_mass(state: State, hero: Hero, spell: str) -> bool:
    """Tells whether a spell strikes everybody else: Rapunzel's power (GRM-POWER-6)."""
    effect = state.spells[spell].effect
    return state.power_of(hero) == "rapunzel" and fx.verb_of(effect) in fx.MASS_VERBS


def castable(hero: Hero, state: State) -> Iterator[str]:
    """Lists the kinds of spells that a player may hold, as far as the companion knows."""
    if UNKNOWN not in hero.hand:
        return iter(dict.fromkeys(hero.hand))
    return (spell for spell in state.spells if spell in hero.hand or not state.are_all_cast(spell))


def legal_casts(state: State) -> Iterator[Cast]:
    """Lists every cast that is possible now."""
    now = state.now
    if isinstance(now, st.Respond):
        for hero in responders(state, now):
            for spell in castable(hero, state):
                if isinstance(state.spells[spell].effect, fx.Counter):
                    yield Cast(hero.name, spell)
    elif is_casting_time(state):
        for hero in casters(state):
            for spell in castable(hero, state):
                yield from _casts_of(state, hero, spell)


def _casts_of(state: State, hero: Hero, spell: str) -> Iterator[Cast]:
    effect = state.spells[spell].effect
    if isinstance(effect, fx.Counter):
        return
    if is_mass(state, hero, spell) or not fx.needs_target(effect):
        if why_not_cast(state, hero, spell, None) is None:
            yield Cast(hero.name, spell)
        return
    for other in state.opponents(hero.name):
        if _why_not_target(state, effect, other) is None:
            yield Cast(hero.name, spell, other.name)


def check_cast(state: State, command: Cast) -> Refusal | None:
    """Returns why a cast is refused, if it is."""
    names = [hero.name for hero in state.heroes]
    if command.player not in names:
        return Invalid(say("grimm.bad.player", field="player", name=command.player, known=", ".join(names)))
    if command.spell not in state.spells:
        return Invalid(say("grimm.bad.spell", name=command.spell, known=", ".join(state.spells)))
    if command.target is not None and (command.target not in names or command.target == command.player):
        return Invalid(say("grimm.bad.player", field="target", name=command.target, known=", ".join(names)))
    hero = state.hero(command.player)
    effect = state.spells[command.spell].effect
    refusal = _why_no_spell(state, hero, command.spell)
    if refusal is not None:
        return refusal
    now = state.now
    if isinstance(effect, fx.Counter):
        if not isinstance(now, st.Respond):
            return _no("grimm.no.nothing_to_counter", "GRM-SPELL-6")
        if hero not in responders(state, now):
            return _no("grimm.no.own_spell", "GRM-SPELL-6", "GRM-SPELL-11")
        return None if command.target is None else _no("grimm.no.needs_no_target", "GRM-SPELL-6")
    if isinstance(now, st.Respond):
        return _no("grimm.no.only_counter", "GRM-SPELL-10")
    if not is_casting_time(state):
        return _no("grimm.no.not_now", "GRM-TURN-4")
    return why_not_cast(state, hero, command.spell, command.target)


def _why_no_spell(state: State, hero: Hero, spell: str) -> Refusal | None:
    name = hero.name
    if hero.is_spent:
        return _no("grimm.no.spent", "GRM-TURN-5", player=name)
    if hero.silenced:
        return _no("grimm.no.silenced", "GRM-SPELL-9", player=name)
    if hero.is_absent:
        return _no("grimm.no.absent", "GRM-TURN-4", player=name)
    if spell not in hero.hand and UNKNOWN not in hero.hand:
        return _no("grimm.no.not_in_hand", "GRM-HAND-3", player=name, spell=state.spell_name(spell))
    if spell not in hero.hand and state.are_all_cast(spell):
        return _no("grimm.no.all_cast", "GRM-HAND-4", spell=state.spell_name(spell))
    if not may_cast_now(state, hero):
        return _no("grimm.no.after_roll", "GRM-TURN-6", player=name)
    return None


def why_not_cast(state: State, hero: Hero, spell: str, target: str | None) -> Illegal | None:
    """Returns why a spell cannot be cast at this moment, on this target."""
    effect = state.spells[spell].effect
    clause = clause_of(state, spell)
    if isinstance(effect, fx.Boost) and not (isinstance(state.now, st.Prepare) and state.turn is hero):
        return _no("grimm.no.boost_time", clause)
    if is_mass(state, hero, spell):
        if target is not None:
            return _no("grimm.no.mass", clause, "GRM-POWER-6")
        refusals = [_why_not_target(state, effect, other) for other in state.others(hero.name)]
        return refusals[0] if all(refusals) else None
    if not fx.needs_target(effect):
        return None if target is None else _no("grimm.no.needs_no_target", clause)
    if target is None:
        return _no("grimm.no.needs_target", clause)
    return _why_not_target(state, effect, state.hero(target))


def _why_not_target(state: State, effect: fx.SpellEffect, target: Hero) -> Illegal | None:
    """Returns why a spell would do nothing to a player."""
    if target.is_absent:
        return _no("grimm.no.absent", "GRM-LEAVE-2", player=target.name)
    if isinstance(effect, (fx.Discard, fx.Steal)) and not target.hand:
        return _no("grimm.no.empty_hand", CLAUSES[fx.verb_of(effect)], player=target.name)
    if isinstance(effect, fx.Destroy) and not target.equipment:
        return _no("grimm.no.no_equipment", "GRM-SPELL-2", player=target.name)
    if isinstance(effect, fx.Slow) and _has_rolled(state, target):
        return _no("grimm.no.slow_time", "GRM-SPELL-4", player=target.name)
    return None


def _has_rolled(state: State, hero: Hero) -> bool:
    return state.turn is hero and not any(isinstance(ask, st.Prepare) for ask in state.agenda)


def cast(play: Play, command: Cast) -> None:
    """Casts a spell and opens the window for counter-spells (GRM-SPELL-10, GRM-SPELL-12)."""
    waiting = st.Cast(command.player, command.spell, command.target)
    now = play.state.now
    if isinstance(now, st.Respond):
        play.settle()
        play.emit(ev.SpellCast(command.player, command.spell, None))
        play.ask(st.Respond(command.player, (*now.casts, waiting)))
        return
    if isinstance(now, st.Prepare) and now.player == command.player and now.can_draw:
        play.settle()  # the draw comes before the spell: from here on it is roll or wait
        play.ask(st.Prepare(now.player, can_draw=False))
    play.emit(ev.SpellCast(command.player, command.spell, command.target))
    play.ask(st.Respond(command.player, (waiting,)))


def resolve(play: Play, casts: tuple[st.Cast, ...]) -> None:
    """Lets the last cast stand and the ones before it fall in turn; the first takes effect if it stands."""
    play.settle()
    stands = True
    for cast_ in reversed(casts[:-1]):
        stands = not stands
        if not stands:
            play.emit(ev.SpellCountered(cast_.caster, cast_.spell))
    first = casts[0]
    targets = _targets(play.state, first)
    if not stands:
        is_partial = play.state.options.counter_saves == "self" and len(targets) > 1
        targets = tuple(name for name in targets if name != casts[1].caster) if is_partial else ()
    if stands or targets:
        play.emit(ev.SpellResolved(first.caster, first.spell))
        _take_effect(play, first, targets)


def _targets(state: State, cast_: st.Cast) -> tuple[str, ...]:
    """Lists whom a spell strikes, clockwise from its caster."""
    if cast_.target is not None:
        return () if state.hero(cast_.target).is_absent else (cast_.target,)
    effect = state.spells[cast_.spell].effect
    if not fx.needs_target(effect):
        return ()
    others = state.others(cast_.caster)
    return tuple(other.name for other in others if _why_not_target(state, effect, other) is None)


def _take_effect(play: Play, cast_: st.Cast, targets: tuple[str, ...]) -> None:
    effect = play.state.spells[cast_.spell].effect
    caster = cast_.caster
    match effect:
        case fx.Boost(by):
            play.emit(ev.RollModified(caster, by))
        case ByHand():
            play.ask(st.CarryOut(caster, cast_.spell, targets))
        case fx.Silence() if play.state.options.silence == "by_hand":
            play.ask(st.CarryOut(caster, cast_.spell, targets))
        case _:
            for target in reversed(targets):  # the agenda asks the last one first
                _strike(play, effect, caster, target)


def _strike(play: Play, effect: fx.SpellEffect, caster: str, target: str) -> None:
    state = play.state
    match effect:
        case fx.Discard():
            play.ask(st.DropCard(target))
        case fx.Destroy() if state.hero(target).equipment:
            play.emit(ev.EquipmentDestroyed(target))
        case fx.Displace(steps):
            play.ask(st.Walk(caster, target, steps, (state.hero(target).at,)))
        case fx.Slow(by):
            play.emit(ev.RollModified(target, -by))
        case fx.Steal():
            play.ask(st.TakeCard(caster, target))
        case fx.Swap():
            play.emit(ev.PlacesSwapped(caster, target))
        case fx.Silence():
            is_active = state.turn is not None and state.turn.name == target
            ends = 2 if is_active and state.options.silence == "next_turn_end" else 1
            play.emit(ev.PlayerSilenced(target, ends))


def _no(key: str, *clauses: str, **params: str | Message) -> Illegal:
    return Illegal(say(key, **params), clauses=clauses)
