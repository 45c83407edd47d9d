"""What playing a card brings about."""

from __future__ import annotations

from companion.core.effect import ByHand
from companion.games.pickle_rick import content as fx, events as ev, state as st
from companion.games.pickle_rick.dispute.form import FULL_HEALTH
from companion.games.pickle_rick.play import Play
from companion.games.pickle_rick.state import AnyAsk
from companion.games.pickle_rick.turn.cards import SOLENYA_JOKERS, SideName
from companion.games.pickle_rick.turn.rick_turn import BY_PARKOUR
from companion.games.pickle_rick.turn.symbols import Pool

BLADE_TARGETS = 2


def play_card(play: Play, side: SideName, card: str, paid: Pool) -> None:
    """Plays a card for a payment: its effect is done whole before anything else (PKR-CARD-1)."""
    play.spend(paid.by_name())
    play.emit(ev.CardPlayed(side, card))
    effect = play.state.cards[card].effect
    if isinstance(effect, fx.Personal | fx.Powder):
        play.ask(st.DrawCard(side))
    asked = _question(side, card, effect)
    if asked is not None:
        play.ask(asked)
        return
    state = play.state
    match effect:
        case fx.Solenya():
            play.emit(ev.JokersGained(SOLENYA_JOKERS))
        case fx.HealRick(by):
            play.emit(ev.RickHealed(min(by, FULL_HEALTH - state.rick_health)))
        case fx.Powder(by) if state.jaguar == "on":
            play.emit(ev.JaguarHealed(min(by, FULL_HEALTH - state.jaguar_health)))
        case fx.Discard():
            play.emit(ev.TilesDiscarded(min(sum(paid), state.stack)))


def _question(side: SideName, card: str, effect: fx.AnyEffect) -> AnyAsk | None:
    """Returns what a card asks for before it is done."""
    match effect:
        case fx.Screws(damage):
            return st.Target(side, damage)
        case fx.Blades(damage):
            return st.Target(side, damage, BLADE_TARGETS, range=1)
        case fx.Laser(damage):
            return st.AimLaser(side, damage)
        case fx.Parkour():
            return st.Fly(side, BY_PARKOUR)
        case fx.Jetpack(spaces):
            return st.Fly(side, spaces)
        case fx.OneSpace():
            return st.Fly(side, 1) if side == "rick" else st.StepOne(side)
        case fx.Personal():
            return st.PlaceJaguar(side)
        case fx.Lockdown():
            return st.TurnTile(side)
        case fx.Suppress(spaces):
            return st.PushRick(side, spaces)
        case fx.Bribe(count):
            return st.AnswerOffer("rick", count)
        case fx.Deploy(count):
            return st.DeployGuards(side, count)
        case ByHand():
            return st.CarryOut(side, card)
    return None
