"""A dispute/1 document about a Grimm move: read, checked field by field, and set up as a position."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.content.defects import find_defects
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.grimm import state as st
from companion.games.grimm.content import Board, BoardSpace, Character, PowerName, SpaceKind
from companion.games.grimm.events import MoveRolled
from companion.games.grimm.graph import Graph, graph_of, ways_of
from companion.games.grimm.moves import dice_count, roll_total
from companion.games.grimm.options import Options
from companion.games.grimm.play import REROLL_CAP
from companion.games.grimm.setup import MAX_PLAYERS
from companion.games.grimm.state import Hero, State

MOST_ADDED = 12
"""The most that spells can add to a roll or take from it in one box."""
MOST_SPACES = 300
"""The most spaces of a board, and paths between them; the shipped one has 77 and 92."""


class DisputeSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A space as a dispute writes it; only what it does matters."""

    kind: SpaceKind = "blank"
    mark: str = ""
    x: float = 0.0
    y: float = 0.0


class DisputeBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """A board graph written into the dispute."""

    spaces: Annotated[dict[str, DisputeSpace], Meta(max_length=MOST_SPACES)]
    paths: Annotated[tuple[tuple[str, str], ...], Meta(max_length=MOST_SPACES)]


class DisputePlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player as the turn began; the power is the character's unless it is said."""

    at: str
    character: str | None = None
    power: PowerName | None = None
    equipment: Literal[0, 1, 2, 3] = 0


class DisputeTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """The roll in question: the dice with what spells add, or the number of steps that it came to."""

    player: str
    roll: tuple[int, ...] = ()
    modifiers: tuple[int, ...] = ()
    steps: int | None = None
    rerolls: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=REROLL_CAP)] = ()
    chests: tuple[str, ...] = ()


class DisputeClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """What is claimed: where the pawn ended, and what else must be true of the move."""

    at: str
    path: tuple[str, ...] | None = None
    equipment: int | None = None


class Dispute(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A dispute/1 document about a move of the Grimm race."""

    format: Literal["dispute/1"]
    game: Literal["grimm"]
    board: str | DisputeBoard
    players: dict[str, DisputePlayer]
    turn: DisputeTurn
    options: Options = Options()
    chest: str | None = None
    claim: DisputeClaim | None = None


def read(raw: Json) -> Dispute:
    """Reads a document; refuses it with every defect of its form."""
    defects = find_defects(raw, Dispute, "dispute")
    if defects:
        raise Invalid(say("grimm.dispute.bad"), details=tuple(defect.as_message() for defect in defects))
    return msgspec.convert(raw, Dispute)


def bad(field: str, problem: Message) -> Invalid:
    """Returns the refusal of a document by one of its fields."""
    return Invalid(say("grimm.dispute.field", field=field, problem=problem))


def _graph(board: str | DisputeBoard, content: Content) -> Graph:
    if isinstance(board, str):
        found = content.find("boards", board)
        assert isinstance(found, Board)
        return graph_of(board, found)
    for index, path in enumerate(board.paths):
        for space in path:
            if space not in board.spaces:
                raise bad(f"board.paths.{index}", say("grimm.dispute.no_space", space=space))
        if path[0] == path[1]:
            raise bad(f"board.paths.{index}", say("grimm.board.path_loop", space=path[0]))
    portals = [name for name, space in board.spaces.items() if space.kind == "portal"]
    if len(portals) > 1:
        raise bad(f"board.spaces.{portals[1]}", say("grimm.board.portals", count=len(portals)))
    spaces = {name: BoardSpace(s.x, s.y, s.kind, s.mark) for name, s in board.spaces.items()}
    graph = Graph("dispute", {"en": "dispute"}, 1, 1, spaces, board.paths)
    gates = ways_of(graph).gates
    for name, printed in spaces.items():
        if printed.kind == "teleporter" and name not in gates:
            problem = say("grimm.board.gate", mark=printed.mark or "?", count=1)
            raise bad(f"board.spaces.{name}", problem)
    return graph


def _check_chests(graph: Graph, dispute: Dispute) -> None:
    """Refuses chests where none can lie: off chest spaces, or twice running in one place (GRM-CHEST-1)."""
    last = dispute.chest
    for index, space in enumerate((dispute.chest, *dispute.turn.chests)):
        field = f"turn.chests.{index - 1}" if index else "chest"
        if space is None:
            continue
        if space not in graph.spaces:
            raise bad(field, say("grimm.dispute.no_space", space=space))
        if graph.kind(space) != "chest":
            raise bad(field, say("grimm.dispute.no_chest_space", space=space))
        if index and space == last:
            raise bad(field, say("grimm.dispute.chest_twice", space=space))
        last = space


def _check_characters(dispute: Dispute) -> None:
    if not 1 <= len(dispute.players) <= MAX_PLAYERS:
        raise bad("players", say("grimm.dispute.player_count", maximum=MAX_PLAYERS))
    taken: set[str] = set()
    for name, player in dispute.players.items():
        if player.character is not None and player.character in taken:
            raise bad(
                f"players.{name}.character", say("grimm.dispute.character_twice", name=player.character)
            )
        taken.add(player.character or "")


POWERS: dict[str, PowerName] = {
    "piper": "piper", "rapunzel": "rapunzel", "wolf": "wolf", "dragon": "dragon", "queen": "queen",
    st.HOOD: "none",
}  # fmt: skip


def position(dispute: Dispute, content: Content) -> State:
    """Sets the table up as the dispute describes it, with nobody holding a card."""
    graph = _graph(dispute.board, content)
    turn = dispute.turn
    if turn.player not in dispute.players:
        raise bad("turn.player", say("grimm.dispute.no_player", player=turn.player))
    for name, player in dispute.players.items():
        if player.at not in graph.spaces:
            raise bad(f"players.{name}.at", say("grimm.dispute.no_space", space=player.at))
        if player.power is None and player.character not in (None, *POWERS):
            problem = say("grimm.dispute.no_character", known=", ".join(POWERS))
            raise bad(f"players.{name}.character", problem)
    _check_chests(graph, dispute)
    _check_characters(dispute)
    heroes = tuple(
        Hero(name, f"of {name}", player.at, player.equipment) for name, player in dispute.players.items()
    )
    characters = {
        f"of {name}": Character({"en": name}, "red", _power(dispute.options, player))
        for name, player in dispute.players.items()
    }
    seat = list(dispute.players).index(turn.player)
    bare = State(graph, {}, characters, dispute.options, heroes, active=seat, round=1, first=seat)
    return _rolled(bare, turn)


def _power(options: Options, player: DisputePlayer) -> PowerName:
    if player.power is not None:
        return player.power
    if player.character == st.HOOD and options.hood_power is not None:
        return options.hood_power
    return POWERS.get(player.character or "", "none")


def _rolled(bare: State, turn: DisputeTurn) -> State:
    hero = bare.hero(turn.player)
    if (turn.steps is None) == (not turn.roll):
        raise bad("turn.roll", say("grimm.dispute.roll_or_steps"))
    if turn.steps is not None and turn.modifiers:
        raise bad("turn.modifiers", say("grimm.dispute.modifiers_beside_steps"))
    if any(not -MOST_ADDED <= by <= MOST_ADDED for by in turn.modifiers):
        raise bad("turn.modifiers", say("grimm.dispute.modifiers", most=MOST_ADDED))
    count = dice_count(bare, hero)
    if turn.roll and (len(turn.roll) != count or not all(1 <= face <= 6 for face in turn.roll)):
        raise bad("turn.roll", say("grimm.dispute.faces", count=count))
    for index, dice in enumerate(turn.rerolls):  # a Dragon may come to power on the way, so one die or two
        if len(dice) not in (1, 2) or not all(1 <= face <= 6 for face in dice):
            raise bad(f"turn.rerolls.{index}", say("grimm.dispute.faces", count=count))
    steps = turn.steps
    if steps is None:
        rolled = first_roll(bare, turn)
        steps = rolled.total if rolled else 0
    if not 0 <= steps <= 40:
        raise bad("turn.steps", say("grimm.dispute.steps"))
    walk = st.Walk(hero.name, hero.name, steps, (hero.at,))
    agenda = (st.Finish(hero.name), *((walk,) if steps else ()))
    at_roll = st.Rolled(hero.at, steps, hero.equipment, "")
    return msgspec.structs.replace(bare, agenda=agenda, rolled=at_roll)


def first_roll(state: State, turn: DisputeTurn) -> MoveRolled | None:
    """Adds the told dice up; None where the document gives only the steps."""
    if not turn.roll:
        return None
    hero = msgspec.structs.replace(state.hero(turn.player), modifier=sum(turn.modifiers))
    return roll_total(state, hero, turn.roll)
