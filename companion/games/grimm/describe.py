"""Labels for the history: what a step was, without giving a hand away."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.command import Command, RevealCard, RollDice
from companion.core.event import Event
from companion.core.message import Message, label, say
from companion.games.grimm import commands as cmd, events as ev
from companion.games.grimm.log import line_of, space_name
from companion.games.grimm.state import State


def describe(state: State, command: Command, events: Sequence[Event]) -> Message:
    """Labels a step, from the state before it."""
    who = state.now.player if state.now is not None else ""
    match command:
        case RollDice(faces):
            for event in events:
                if isinstance(event, (ev.MoveRolled, ev.StartRolled)) and (line := line_of(state, event)):
                    return line.text
            return say("grimm.step.roll", player=who, dice=", ".join(str(face) for face in faces))
        case RevealCard("characters", card):
            return say("grimm.step.character", player=who, character=label(state.characters[card].label))
        case RevealCard("chests", card):
            return say("grimm.step.chest", player=who, number=card)
        case RevealCard(deck):
            return say("grimm.step.stolen" if deck.startswith("hand:") else "grimm.step.draw", player=who)
        case cmd.Draw():
            return say("grimm.step.draw", player=who)
        case cmd.Cast(player, spell, target):
            spoken = state.spell_name(spell)
            if target is None:
                return say("grimm.step.cast", player=player, spell=spoken)
            return say("grimm.step.cast_on", player=player, spell=spoken, target=target)
        case cmd.Move(path):
            pawn = getattr(state.now, "pawn", who)
            return say("grimm.step.move", pawn=pawn, space=space_name(state, path[-1]))
        case cmd.Look(victim):
            return say("grimm.step.look", player=who, victim=victim)
        case cmd.Take(victim):
            return say("grimm.step.take", player=who, victim=victim)
    if command.is_correction:
        return say("grimm.step.fix", player=getattr(command, "player", ""))
    return say(f"grimm.step.{type(command).__name__.lower()}", player=who)
