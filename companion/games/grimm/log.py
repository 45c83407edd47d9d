"""What each event says to the table; cards that only one player may know are never named."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.blocks import LogLine
from companion.core.corrections import RecordCorrected
from companion.core.event import Event
from companion.core.message import Message, label, literal, say
from companion.games.grimm import events as ev
from companion.games.grimm.content import COLOURS, BoardSpace
from companion.games.grimm.state import State


def space_name(state: State, space: str) -> Message:
    """Names a space of the board in play."""
    return printed_name(state.graph.spaces, space)


def number_of(spaces: Mapping[str, BoardSpace], space: str) -> int:
    """Returns the number that is drawn beside a space: its place in the pack, from 1."""
    return list(spaces).index(space) + 1


def printed_name(spaces: Mapping[str, BoardSpace], space: str) -> Message:
    """Names a space as people can say and find it: what it is, else its number and the part of the board."""
    printed = spaces.get(space)
    if printed is None:
        return literal(space)
    match printed.kind:
        case "portal":
            return say("grimm.space.the_portal")
        case "chest":
            return say("grimm.space.chest_number", number=printed.mark)
        case "start" if printed.mark in COLOURS:
            return say("grimm.space.start_of", colour=say(f"grimm.colour.{printed.mark}"))
    if len({(each.x, each.y) for each in spaces.values()}) == 1:  # a board told without its places
        return literal(space)
    is_low = printed.y > sum(each.y for each in spaces.values()) / len(spaces)
    is_right = printed.x > sum(each.x for each in spaces.values()) / len(spaces)
    where = f"{'bottom' if is_low else 'top'}_{'right' if is_right else 'left'}"
    return say(f"grimm.space.{where}", number=number_of(spaces, space))


def short_name(state: State, space: str) -> Message:
    """Names a space among others of a way: its number alone where it has no name of its own."""
    spaces = state.graph.spaces
    named = printed_name(spaces, space)
    is_numbered = named.params.keys() == {"number"} and spaces[space].kind != "chest"
    return literal(str(named.params["number"])) if is_numbered else named


def line_of(state: State, event: Event) -> LogLine | None:
    """Says an event, from the state before it; None where there is nothing to tell."""
    match event:
        case ev.CharacterDealt(player, character, at):
            name = label(state.characters[character].label)
            return _do(say("grimm.log.character", player=player, character=name, space=space_name(state, at)))
        case ev.StartRolled(player, value):
            return LogLine(say("grimm.log.start_roll", player=player, value=value))
        case ev.StartTied(players):
            return LogLine(say("grimm.log.start_tied", players=", ".join(players)))
        case ev.FirstPlayerFound(player):
            return LogLine(say("grimm.log.first", player=player))
        case ev.ChestPlaced(_, space):
            return _do(say("grimm.log.chest_placed", space=space_name(state, space)))
        case ev.ChestTaken(player):
            return LogLine(say("grimm.log.chest_taken", player=player), "gain")
        case ev.TurnBegan(player):
            if state.hero(player).is_spent:
                return _do(say("grimm.log.turn_straighten", player=player))
            return LogLine(say("grimm.log.turn", player=player))
        case ev.MoveRolled():
            return LogLine(_roll_words(event))
        case ev.PawnMoved(player, path):
            return _do(say("grimm.log.moved", player=player, space=space_name(state, path[-1])), player)
        case ev.PawnTeleported(player, to):
            return _do(say("grimm.log.teleported", player=player, space=space_name(state, to)), player)
        case ev.RerollGranted(player):
            return LogLine(say("grimm.log.reroll", player=player), "gain")
    return _card_line(state, event)


def _card_line(state: State, event: Event) -> LogLine | None:
    match event:
        case ev.CardDrawn(player):
            return LogLine(say("grimm.log.drew", player=player))
        case ev.CardDropped(player):
            return _do(say("grimm.log.dropped", player=player))
        case ev.CardTaken(player, victim):
            return LogLine(say("grimm.log.took", player=player, victim=victim), "hit")
        case ev.DeckReshuffled():
            return _do(say("grimm.log.reshuffle"))
        case ev.SpellCast(player, spell, target):
            spoken = state.spell_name(spell)
            if target is None:
                return _do(say("grimm.log.cast", player=player, spell=spoken))
            return _do(say("grimm.log.cast_on", player=player, spell=spoken, target=target))
        case ev.SpellCountered(player, spell):
            return LogLine(say("grimm.log.countered", player=player, spell=state.spell_name(spell)), "hit")
        case ev.EquipmentDestroyed(player):
            return LogLine(say("grimm.log.destroyed", player=player), "hit")
        case ev.RollModified(player, by):
            tone = "gain" if by > 0 else "hit"
            return LogLine(say("grimm.log.modified", player=player, by=signed(by)), tone)  # type: ignore[arg-type]
        case ev.PlacesSwapped(player, other):
            return _do(say("grimm.log.swapped", player=player, other=other))
        case ev.PlayerSilenced(player):
            return LogLine(say("grimm.log.silenced", player=player), "hit")
        case ev.PortalEntered(player):
            return LogLine(say("grimm.log.won", player=player), "gain")
        case ev.LimitReached():
            return LogLine(say("grimm.log.limit"))
        case RecordCorrected(what):
            return LogLine(say(f"grimm.log.corrected.{what}", player=event.player))
    return None


def _do(text: Message, moves: str = "") -> LogLine:
    return LogLine(text, "instruction", moves)


def _roll_words(event: ev.MoveRolled) -> Message:
    dice = ", ".join(str(face) for face in event.faces)
    parts = []
    if len(event.faces) > 1:
        parts.append(say("grimm.log.part_lowest", face=min(event.faces)))
    for part, by in (("equipment", event.equipment), ("wolf", event.wolf), ("spells", event.spells)):
        if by:
            parts.append(say(f"grimm.log.part_{part}", by=signed(by)))
    if not parts:
        return say("grimm.log.rolled", player=event.player, dice=dice, total=event.total)
    return say("grimm.log.rolled_with", player=event.player, dice=dice, total=event.total, parts=tuple(parts))


def signed(by: int) -> str:
    """Writes a number that is added, with a sign that reads as plus or minus."""
    return f"{by:+d}".replace("-", "−")
