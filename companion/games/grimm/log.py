"""What each event says to the table; cards that only one player may know are never named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum

from companion.core.blocks import LogLine, Moment
from companion.core.dice import Face
from companion.core.event import Event
from companion.core.message import Message, label, literal, say
from companion.games.grimm import events as ev
from companion.games.grimm.content import COLOURS, BoardSpace
from companion.games.grimm.graph import Graph
from companion.games.grimm.state import State


def space_name(state: State, space: str) -> Message:
    """Names a space of the board in play."""
    return _names_of(state.graph).get(space) or literal(space)


@lru_cache(maxsize=32)
def _names_of(graph: Graph) -> dict[str, Message]:
    return printed_names(graph.spaces)


def printed_names(spaces: Mapping[str, BoardSpace]) -> dict[str, Message]:
    """Names all spaces as people can say and find them: what they are, else number and part of the board.

    The number is drawn beside a space: its place in the pack, from 1.
    """
    has_places = len({(each.x, each.y) for each in spaces.values()}) > 1  # a board may be told without them
    # Exact sums: the plain one differs between versions of Python, and with it what lies in the middle.
    x = fsum(each.x for each in spaces.values()) / max(1, len(spaces))
    y = fsum(each.y for each in spaces.values()) / max(1, len(spaces))
    names = {}
    for number, (name, space) in enumerate(spaces.items(), 1):
        where = f"{'bottom' if space.y > y else 'top'}_{'right' if space.x >= x else 'left'}"
        numbered = say(f"grimm.space.{where}", number=number) if has_places else literal(name)
        names[name] = _own_name(space) or numbered
    return names


def _own_name(space: BoardSpace) -> Message | None:
    match space.kind:
        case "portal":
            return say("grimm.space.the_portal")
        case "chest":
            return say("grimm.space.chest_number", number=space.mark)
        case "start" if space.mark in COLOURS:
            return say("grimm.space.start_of", colour=say(f"grimm.colour.{space.mark}"))
    return None


def short_name(state: State, space: str) -> Message:
    """Names a space among others of a way: its number alone where it has no name of its own."""
    spaces = state.graph.spaces
    named = space_name(state, space)
    is_numbered = named.params.keys() == {"number"} and spaces[space].kind != "chest"
    return literal(str(named.params["number"])) if is_numbered else named


def line_of(state: State, event: Event) -> LogLine | None:
    """Says an event, from the state before it; None where there is nothing to tell."""
    match event:
        case ev.CharacterDealt(player, character, at):
            name = label(state.characters[character].label)
            return LogLine(
                say("grimm.log.character", player=player, character=name, space=space_name(state, at)),
                "instruction",
                moment=Moment("reveal", player, icon="figure"),
            )
        case ev.StartRolled(player, value):
            moment = Moment("roll", player, faces=(Face(value),))
            return LogLine(say("grimm.log.start_roll", player=player, value=value), moment=moment)
        case ev.StartTied(players):
            return LogLine(say("grimm.log.start_tied", players=", ".join(players)))
        case ev.FirstPlayerFound(player):
            return LogLine(say("grimm.log.first", player=player))
        case ev.ChestPlaced(_, space):
            placed = say("grimm.log.chest_placed", space=space_name(state, space))
            return LogLine(placed, "instruction", moment=Moment("reveal", icon="chest"))
        case ev.ChestTaken(player):
            moment = Moment("gift", player, icon="chest")
            return LogLine(say("grimm.log.chest_taken", player=player), "gain", moment=moment)
        case ev.TurnBegan(player):
            if state.hero(player).is_spent:
                return _do(say("grimm.log.turn_straighten", player=player))
            return LogLine(say("grimm.log.turn", player=player))
        case ev.MoveRolled():
            moment = Moment("roll", event.player, faces=tuple(map(Face, event.faces)))
            return LogLine(_roll_words(event), moment=moment)
        case ev.PawnMoved(player, path):
            return _do(say("grimm.log.moved", player=player, space=space_name(state, path[-1])), player)
        case ev.PawnTeleported(player, to):
            moved = say("grimm.log.teleported", player=player, space=space_name(state, to))
            return LogLine(moved, "instruction", player, Moment("push", player, icon="teleporter"))
        case ev.RerollGranted(player):
            moment = Moment("gift", player, icon="dice")
            return LogLine(say("grimm.log.reroll", player=player), "gain", moment=moment)
    return _card_line(state, event)


def _card_line(state: State, event: Event) -> LogLine | None:
    match event:
        case ev.CardDrawn(player):
            return LogLine(say("grimm.log.drew", player=player))
        case ev.CardDropped(player):
            return _do(say("grimm.log.dropped", player=player))
        case ev.CardTaken(player, victim):
            moment = Moment("hit", victim, player, "cards")
            return LogLine(say("grimm.log.took", player=player, victim=victim), "hit", moment=moment)
        case ev.DeckReshuffled():
            return _do(say("grimm.log.reshuffle"))
        case ev.SpellCast(player, spell, target):
            spoken, moment = state.spell_name(spell), Moment("spell", player, target or "", "spell")
            if target is None:
                return _do(say("grimm.log.cast", player=player, spell=spoken), moment=moment)
            return _do(say("grimm.log.cast_on", player=player, spell=spoken, target=target), moment=moment)
        case ev.SpellCountered(player, spell):
            countered = say("grimm.log.countered", player=player, spell=state.spell_name(spell))
            return LogLine(countered, "hit", moment=Moment("spell", player, icon="immune"))
        case ev.EquipmentDestroyed(player):
            moment = Moment("hit", player, icon="chest")
            return LogLine(say("grimm.log.destroyed", player=player), "hit", moment=moment)
        case ev.RollModified(player, by):
            tone = "gain" if by > 0 else "hit"
            return LogLine(say("grimm.log.modified", player=player, by=signed(by)), tone)  # type: ignore[arg-type]
        case ev.PlacesSwapped(player, other):
            moment = Moment("spell", player, other, "swap")
            return _do(say("grimm.log.swapped", player=player, other=other), moment=moment)
        case ev.PlayerSilenced(player):
            moment = Moment("hit", player, icon="mute")
            return LogLine(say("grimm.log.silenced", player=player), "hit", moment=moment)
        case ev.PortalEntered(player):
            moment = Moment("win", player, icon="trophy")
            return LogLine(say("grimm.log.won", player=player), "gain", moment=moment)
        case ev.LimitReached():
            return LogLine(say("grimm.log.limit"), moment=Moment("win", icon="trophy"))
    return None


def _do(text: Message, moves: str = "", moment: Moment | None = None) -> LogLine:
    return LogLine(text, "instruction", moves, moment)


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
