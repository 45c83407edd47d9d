"""Labels for the history: what a step was, without giving a hand away."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct
from companion.core.event import Event
from companion.core.message import Message, say
from companion.games.pickle_rick import commands as cmd, events as ev, state as st
from companion.games.pickle_rick.chance import TILES
from companion.games.pickle_rick.log import line_of
from companion.games.pickle_rick.state import State


def describe(state: State, command: Command, events: Sequence[Event]) -> Message:
    """Labels a step, from the state before it: what was done, or the first thing that it brought about."""
    who = state.player(state.now.side if state.now is not None else state.turn)
    match command:
        case RollDice(faces):
            named = tuple(say(f"pickle_rick.symbol.{face}") for face in faces)
            return say("pickle_rick.step.roll", player=who, faces=named)
        case RevealCard(deck) if deck != TILES:
            key = "top" if isinstance(state.now, st.DropTop) else "card"
            return say(f"pickle_rick.step.{key}", player=who)
        case cmd.Keep():
            return say("pickle_rick.step.keep", player=who)
        case cmd.Reroll(dice):
            return say("pickle_rick.step.reroll", player=who, count=len(dice))
        case cmd.Draw():
            return say("pickle_rick.step.draw", player=who)
        case cmd.EndTurn():
            return say("pickle_rick.step.end", player=who)
        case cmd.Stop() | cmd.Confirm():
            return say("pickle_rick.step.done", player=who)
        case Correct():
            return say("pickle_rick.log.corrected")
    for event in events:
        line = line_of(state, event)
        if line is not None and isinstance(event, ev.CardPlayed):
            return line.text
        if line is not None:
            return say("pickle_rick.step.told", player=who, told=line.text)
    if isinstance(command, cmd.Go):
        direction = say(f"pickle_rick.direction.{command.towards}")
        return say("pickle_rick.step.go", player=who, direction=direction)
    if isinstance(command, cmd.PlayCard) and command.card in state.cards:
        return say("pickle_rick.log.played", player=who, card=state.cards[command.card].named())
    return say("pickle_rick.step.tries", player=who)
