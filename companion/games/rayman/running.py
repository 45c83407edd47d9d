"""The running turn as a dispute/1 document, and where it can still end."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from msgspec.structs import replace

from companion.core.blocks import Json
from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.rayman.board import write_board
from companion.games.rayman.commands import Place
from companion.games.rayman.dispute import LUMS, Turn as SearchTurn, read_dispute
from companion.games.rayman.options import Options
from companion.games.rayman.search.reach import reach
from companion.games.rayman.search.records import (
    AIR,
    AIR_FRESH,
    AIR_TWICE,
    DROP,
    FINISHED,
    GLIDE,
    HURDLE,
    STAND,
    STAND_FRESH,
)
from companion.games.rayman.state import Pool, Racer, State, Turn
from companion.games.rayman.turn.legendary import GRANTING


def _figure(racer: Racer, **changes: Any) -> Json:
    form: Json = {
        "at": list(racer.at),
        "heart": racer.has_heart,
        "freed": list(racer.freed),
        "slapped": racer.is_slapped,
        "bubble": bool(racer.bubble),
        "immune": racer.is_immune,
        "legendary": racer.legendary,
    }
    if racer.initiative is not None:
        form["initiative"] = racer.initiative
    return {**form, **changes}


def _options(state: State) -> Json:
    return {name: getattr(state.options, name) for name in Options.__struct_fields__} | {
        "perches": state.is_crowded
    }


def _active(state: State) -> tuple[Turn, Racer]:
    if state.turn is None:
        raise Illegal(say("rayman.refuse.no_turn"), clauses=("RAY-ROUND-3",))
    return state.turn, state.racer(state.turn.player)


def place_of(state: State, space: str) -> Place:
    """Returns the progress meant by a printed space: the one nearest to the active figure."""
    _, racer = _active(state)
    column, _, level = space.partition("/")
    if not (column.isdigit() and level.isdigit()):
        raise Illegal(say("rayman.parse.place", text=space))
    columns = state.board.columns
    lap = racer.at[0] // columns
    candidates = [
        (int(column) + columns * number, int(level)) for number in (lap - 1, lap, lap + 1) if number >= 0
    ]
    return min(candidates, key=lambda place: abs(place[0] - racer.at[0] - 1))


def dispute_form(state: State, space: str) -> Json:
    """Writes the turn from its start, claiming that its figure ended on a space."""
    turn, racer = _active(state)
    if _began_finished(state, turn, racer):
        return _past_line_form(state, turn, racer, space)
    start = turn.start
    players = {
        other.hero: _figure(
            other,
            at=list(start.others.get(other.name, other.at)),
            heart=other.name in start.hearts,
            immune=other.name in start.immune,
            slapped=other.name in start.slapped,
        )
        for other in state.racers
        if other.name != turn.player and not other.has_finished
    }
    players[racer.hero] = _figure(
        racer, at=list(start.at), heart=start.has_heart, freed=list(start.freed), immune=False
    )
    drawn = [list(state.tokens[token].icons) for token in turn.drawn]
    given = turn.given
    if start.has_used_legendary:
        given = _traded(given, racer)
        players[racer.hero]["legendary"] = None
    return {
        "format": "dispute/1",
        "game": "rayman",
        "options": _options(state),
        "board": write_board(state.board),
        "players": players,
        "projectiles": [list(at) for at in start.projectiles],
        "boss": boss_form(state),
        "effects": {"enemy_extra_slaps": state.extra_slaps},
        "turn": {"player": racer.hero, "actions": given.as_dict(), "drawn": drawn},
        "claim": {"at": list(place_of(state, space))},
    }


def _began_finished(state: State, turn: Turn, racer: Racer) -> bool:
    """Tells whether the figure was pushed over the line before its turn."""
    columns = state.board.columns
    return racer.has_finished and turn.start.at[0] // columns == racer.at[0] // columns


def _past_line_form(state: State, turn: Turn, racer: Racer, space: str) -> Json:
    """Writes a turn past the line, where nothing counts but Movements: the first one crosses it."""
    given = turn.given if racer.legendary is None else _traded(turn.given, racer)
    line = racer.at[0] // state.board.columns * state.board.columns
    return {
        "format": "dispute/1",
        "game": "rayman",
        "options": _options(state),
        "board": {"columns": state.board.columns},
        "players": {racer.hero: {"at": [line - 1, 1], "freed": list(racer.freed)}},
        "turn": {"player": racer.hero, "actions": {"move": given.move + turn.start.at[0] - line + 1}},
        "claim": {"at": list(place_of(state, space))},
    }


def _is_used_up(state: State, racer: Racer) -> bool:
    return state.options.legendary_once and racer.has_used_legendary


def _traded(pool: Pool, racer: Racer) -> Pool:
    """Trades the Lums in, which a card whose ability is used up still allows."""
    return pool.plus(LUMS[racer.legendary or ""], pool.lums).plus("lums", -pool.lums)


def boss_form(state: State) -> list[int] | None:
    """Writes where the Boss stands, if it is on the board."""
    boss = state.boss
    if boss is None or boss.has_finished or not boss.at[1]:
        return None
    return [boss.at[0] % state.board.columns, boss.at[1]]


def onward_form(state: State) -> Json:
    """Writes the rest of the turn from where it stands now, as far as a document can: on foot."""
    turn, racer = _active(state)
    pool = turn.pool
    players = {
        other.hero: _figure(other)
        for other in state.racers
        if not other.has_finished or other.name == racer.name
    }
    if _is_used_up(state, racer):
        pool = _traded(pool, racer)
        players[racer.hero]["legendary"] = None
    return {
        "format": "dispute/1",
        "game": "rayman",
        "options": _options(state),
        "board": write_board(state.board),
        "players": players,
        "projectiles": [list(projectile.at) for projectile in state.projectiles],
        "boss": boss_form(state),
        "effects": {"enemy_extra_slaps": state.extra_slaps},
        "turn": {"player": racer.hero, "actions": pool.as_dict(), "drawn": []},
    }


_STANCES = {"stand": STAND, "drop": DROP, "glide": GLIDE, "hurdle": HURDLE, "finished": FINISHED}


def onward_turn(state: State) -> SearchTurn:
    """Returns the rest of the turn for a search, from where and how the figure stands now."""
    turn, racer = _active(state)
    if turn.stance == "air":
        is_fresh = turn.jumps > 0 and racer.legendary == "scrambler"
        stance = AIR_TWICE if turn.air_moves > 1 else (AIR_FRESH if is_fresh else AIR)
    elif turn.stance == "stand" and turn.jumps and racer.legendary == "scrambler":
        stance = STAND_FRESH
    else:
        stance = _STANCES[turn.stance]
    counted = GRANTING.get(racer.legendary or "")
    return replace(
        read_dispute(onward_form(state)).turn,
        stance=stance,
        defeated=turn.defeated,
        covered=turn.covered,
        is_boss_slapped=turn.is_boss_slapped,
        has_odd_icon=counted is not None
        and not _is_used_up(state, racer)
        and getattr(turn.gained, counted) - 2 * turn.bonus_moves == 1,
    )


MANY_SLAPS = 5
"""With so many Slaps on a crowded board, what becomes of figures on heads takes too long to light up."""


def _soon_searched(turn: SearchTurn) -> SearchTurn:
    """Leaves the perches of five or six players out where a screen would wait too long; no judge does."""
    if turn.options.perches and turn.pool.get("slap", 0) >= MANY_SLAPS:
        return replace(turn, options=replace(turn.options, perches=False))
    return turn


_REACHED: OrderedDict[int, tuple[State, tuple[str, ...]]] = OrderedDict()


def reachable(state: State) -> tuple[str, ...]:
    """Lists the printed spaces where the running turn can still end; worked out once a state."""
    turn = state.turn
    if turn is None or turn.is_ending or state.agenda[0].kind != "turn":
        return ()
    known = _REACHED.get(id(state))
    if known is not None and known[0] is state:
        return known[1]
    ends = reach(_soon_searched(onward_turn(state)))
    spaces = tuple(f"{p % state.board.columns}/{level}" for p, level in sorted(ends))
    found = tuple(dict.fromkeys(spaces))
    _REACHED[id(state)] = (state, found)
    if len(_REACHED) > 8:
        _REACHED.popitem(last=False)
    return found
