"""What a command makes happen."""

from __future__ import annotations

from companion.core.chance import is_outcome
from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct, correct
from companion.core.errors import Illegal
from companion.core.event import Event
from companion.core.message import say
from companion.games.platformer import board, commands as cmd, events as ev
from companion.games.platformer.chance import ACTION_DICE, chance
from companion.games.platformer.content import AnyGain
from companion.games.platformer.corrections import CORRECTIONS
from companion.games.platformer.legal import choices, price_of
from companion.games.platformer.play import Play
from companion.games.platformer.reasons import why_not
from companion.games.platformer.spending import paid_event, paid_parts
from companion.games.platformer.state import State
from companion.games.platformer.turn.gems import best_boost
from companion.games.platformer.turn.gravity import settle, zone_of
from companion.games.platformer.turn.position import SYMBOLS
from companion.games.platformer.turn.steps import Step


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Returns what a command makes happen, or refuses."""
    if isinstance(command, Correct):
        names = [player.name for player in state.players]
        return (correct(CORRECTIONS, state, command, names),)
    if isinstance(command, RollDice | RevealCard):
        return _chance(state, command)
    if isinstance(command, cmd.Confirm) and state.by_hand:
        play = Play(state)
        play.emit(ev.Answered(is_task=True))
        return play.run_on()
    found = {} if state.step != "actions" or state.tasks else dict(choices(state))
    if command not in found:
        message, clauses = why_not(state, command)
        raise Illegal(message, clauses=clauses)
    play = Play(state)
    play.emit(ev.Answered())
    _act(play, command, found[command])
    return play.run_on()


def _chance(state: State, command: RollDice | RevealCard) -> tuple[Event, ...]:
    if not is_outcome(chance(state), command):
        raise Illegal(say("platformer.no.chance"), clauses=("PLT-TURN-3",))
    play = Play(state)
    play.emit(ev.Answered(is_task=True))
    match command:
        case RollDice(faces):
            symbols = tuple(symbol for face in faces[:ACTION_DICE] for symbol in SYMBOLS if symbol == face)
            play.emit(ev.DiceRolled(symbols, str(faces[ACTION_DICE])))
        case RevealCard(deck, card):
            play.emit(ev.Drawn(deck, card))
    return play.run_on()


def _act(play: Play, command: Command, step: Step | None) -> None:
    state = play.state
    paid = getattr(command, "paid", "")
    if paid:
        play.emit(paid_event(paid))
    match command:
        case cmd.EndTurn(special, _, lets_go):
            if special is not None:
                play.emit(ev.SpecialSet(state.active.name, special))
            if lets_go:
                fallen = settle(board.table_of(state), board.position_of(state), lets_go=True)
                play.emit(ev.StepBegan("gravity"))
                play.drop(fallen)
            else:
                play.emit(ev.StepBegan("gravity"))
        case cmd.Attack(enemy):
            play.emit(ev.StepsPaid(0))
            play.defeat(enemy, wounds_by(paid))
        case cmd.TakeCoins():
            gems = dict(paid_parts(paid)).get("gem", 0)
            play.emit(ev.StepsPaid(0), ev.Gained(state.active.name, coins=best_boost(1, gems).total))
        case cmd.UseStar():
            play.emit(ev.StepsPaid(0))
            play.gain(state.active.name, state.box.heroes[state.active.hero].star)
        case cmd.Buy(card):
            play.emit(ev.StepsPaid(0), ev.CardBought(card, price_of(state, card)))
            deck = card.partition("/")[0]
            if state.items if deck == "items" else state.potions or state.drunk:
                play.emit(ev.Asked((deck,)))
        case cmd.UseCard(card):
            play.emit(ev.StepsPaid(0), ev.CardUsed(card))
            play.gain(state.active.name, effect_of(state, card))
        case cmd.CallGravity(lets_go):
            zone = zone_of(board.tower_of(state), board.cell_of(state, state.active.at))
            play.emit(ev.StepsPaid(0))
            play.drop(settle(board.table_of(state), board.position_of(state), zone, lets_go=lets_go))
        case cmd.Move(steps=steps) if step is not None:
            play.emit(ev.StepsPaid(steps))
            play.carry_out(step)
        case _ if step is not None:
            if not isinstance(command, cmd.Step):
                play.emit(ev.StepsPaid(0))
            play.carry_out(step)


def wounds_by(paid: str) -> int:
    """Adds up the wounds that a payment for an attack makes, its gems used in the best way."""
    parts = dict(paid_parts(paid))
    swords = parts.get("sword", 0)
    forged = 0
    special = parts.get("special", 0)
    for symbol in SYMBOLS:
        if symbol != "sword" and parts.get(symbol, 0):
            odd = parts[symbol] % 2
            forged += (parts[symbol] + odd) // 2
            special -= odd
    return best_boost(swords + special, parts.get("gem", 0)).total + parts.get("extra-sword", 0) + forged


def effect_of(state: State, card: str) -> AnyGain | None:
    """Returns what a card of the active player does."""
    if card == "ability":
        return state.box.heroes[state.active.hero].ability
    return board.card_of(state, card).effect
