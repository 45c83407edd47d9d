"""Corrections: the table overrides the record; only what no table could mean is refused."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import say
from companion.games.grimm import commands as cmd
from companion.games.grimm.events import Corrected
from companion.games.grimm.play import Play
from companion.games.grimm.state import EQUIPMENT_TO_WIN, HAND_LIMIT, UNKNOWN, State


def correct(state: State, command: Command) -> tuple[Event, ...]:
    """Returns the override and what follows from it at once."""
    if state.is_over:
        raise Illegal(say("grimm.no.over"), clauses=("GRM-GOAL-1",))
    names = [hero.name for hero in state.heroes]
    player = getattr(command, "player", names[0])
    if player not in names:
        raise Invalid(say("grimm.bad.player", field="player", name=player, known=", ".join(names)))
    play = Play(state)
    play.emit(_override(state, command))
    return play.run_on()


def _override(state: State, command: Command) -> Corrected:
    match command:
        case cmd.CorrectPlace(player, to):
            if to not in state.graph.spaces or state.graph.kind(to) == "portal":
                raise Invalid(say("grimm.bad.space", field="to", space=to))
            return Corrected("place", player, to)
        case cmd.CorrectEquipment(player, count):
            if not 0 <= count <= EQUIPMENT_TO_WIN:
                raise Invalid(say("grimm.bad.count", field="count", maximum=EQUIPMENT_TO_WIN))
            return Corrected("equipment", player, count=count)
        case cmd.CorrectHand(player, cards):
            wrong = [card for card in cards if card not in state.spells and card != UNKNOWN]
            if wrong:
                raise Invalid(say("grimm.bad.spell", name=wrong[0], known=", ".join(state.spells)))
            if len(cards) > HAND_LIMIT:
                raise Invalid(say("grimm.bad.count", field="cards", maximum=HAND_LIMIT))
            return Corrected("hand", player, cards=cards)
        case cmd.CorrectChest(to):
            if to and (to not in state.graph.spaces or state.graph.kind(to) != "chest"):
                raise Invalid(say("grimm.bad.space", field="to", space=to))
            return Corrected("chest", text=to)
        case cmd.CorrectSpent(player, is_spent):
            return Corrected("spent", player, count=int(is_spent))
        case cmd.CorrectPresence(player, is_present):
            present = [hero.name for hero in state.heroes if not hero.is_absent]
            if not is_present and present == [player]:
                raise Illegal(say("grimm.no.last_present"), clauses=("GRM-SETUP-1",))
            return Corrected("presence", player, count=int(is_present))
    raise Invalid(say("grimm.no.not_asked"))
