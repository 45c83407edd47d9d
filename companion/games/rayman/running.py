"""The running turn: as an opening for a search, as a dispute/1 document, and where it can still end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.blocks import Json
from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.rayman.board import write_board
from companion.games.rayman.commands import Place
from companion.games.rayman.judging.labels import Search
from companion.games.rayman.judging.opening import Opening
from companion.games.rayman.options import Options
from companion.games.rayman.rules.position import (
    AIR,
    BOSS_SLAPPED,
    DROP,
    F_HEART,
    F_IMMUNE,
    F_SLAPPED,
    FINISHED,
    FRESH,
    GLIDING,
    HELD_HEART,
    HURDLE,
    HURT,
    IMMUNE,
    ODD,
    ONE_AIR,
    STANCE,
    STAND,
    USED,
    packed,
)  # fmt: skip
from companion.games.rayman.rules.table import Other, Table, near_lap
from companion.games.rayman.state import Pool, Racer, State, Turn
from companion.games.rayman.turn.legendary import GRANTING, LUMS

STANCES = {
    "stand": STAND,
    "air": AIR,
    "drop": DROP,
    "glide": GLIDING,
    "hurdle": HURDLE,
    "finished": FINISHED,
}


def active(state: State) -> tuple[Turn, Racer]:
    """Returns the running turn and its player; refuses where no turn runs."""
    if state.turn is None:
        raise Illegal(say("rayman.refuse.no_turn"), clauses=("RAY-ROUND-3",))
    return state.turn, state.racer(state.turn.player)


def turn_options(state: State) -> Options:
    """Returns the house rules of a turn: in a team damage always ends it, and a crowd may perch."""
    ends_turn = state.options.damage_ends_turn or state.is_team
    return replace(state.options, perches=state.is_crowded, damage_ends_turn=ends_turn)


def table_of(state: State, name: str) -> tuple[Table, int, int]:
    """Lays the table out as a player sees it: with the place of the own figure, and the columns cut off."""
    turn, racer = state.turn, state.racer(name)
    board, columns = state.board, state.board.columns
    others = [other for other in state.racers if other.name != name and not other.is_waiting]
    p = near_lap(racer.at[0], columns)
    boss = state.boss
    table = Table(
        board,
        turn_options(state),
        card=racer.legendary,
        freed=racer.freed,
        boss=None if boss is None or boss.has_finished or not boss.at[1] else state.space(boss.at),
        shots=tuple(projectile.at for projectile in state.projectiles),
        extra_slaps=state.extra_slaps,
        farthest=max([p, *(near_lap(other.at[0], columns) for other in others)]),
    )
    numbers = {at: 1 << number for number, at in enumerate(board.enemies)}
    for other in others:
        q = near_lap(other.at[0], columns)
        figure = q * 4 + other.at[1]
        figure |= (F_HEART if other.has_heart else 0) | (F_IMMUNE if other.is_immune else 0)
        figure |= F_SLAPPED if turn is not None and other.name in turn.slapped else 0
        table.others.append(
            Other(
                other.name,
                figure,
                is_marked=other.is_slapped,
                is_safe=bool(other.bubble) or other.has_finished or other.is_absent,
                has_three=len(other.freed) >= 3,
                harmless=sum(numbers[at] for at in set(other.defeated) if at in numbers),
                shift=other.at[0] - q,
            )
        )
    defeated, covered = ((), ()) if turn is None else (set(turn.defeated), set(turn.covered))
    dead = sum(numbers[at] for at in defeated if at in numbers)
    hidden = sum(numbers[at] for at in covered if at in numbers)
    s = table.put(0, 0, 0, 0, dead, hidden, tuple(other.figure for other in table.others))
    return table, s | p * 4 + racer.at[1], racer.at[0] - p


def opening_of(state: State) -> Opening:
    """Lays the running turn out from where and how the figure stands now."""
    turn, racer = active(state)
    table, s, shift = table_of(state, racer.name)
    s |= STANCES[turn.stance] | flags_of(state, turn, racer)
    return Opening(table, s, packed(turn.pool.as_dict()), shift)


def flags_of(state: State, turn: Turn, racer: Racer) -> int:
    """Returns what else counts about how the active player stands."""
    flags = ONE_AIR * turn.air_moves if turn.stance == "air" else 0
    flags |= HELD_HEART if racer.has_heart else 0
    flags |= IMMUNE if racer.is_immune or racer.bubble else 0  # a table may mark a Bubble in the turn
    flags |= BOSS_SLAPPED if turn.is_boss_slapped else 0
    flags |= USED if is_used_up(state, racer) else 0
    if racer.legendary == "scrambler" and turn.jumps and turn.stance in ("stand", "air"):
        flags |= FRESH if racer.at[1] == 2 else 0
    icon = GRANTING.get(racer.legendary or "")
    if icon is not None and getattr(turn.gained, icon) - 2 * turn.bonus_moves == 1:
        flags |= ODD
    return flags


def is_used_up(state: State, racer: Racer) -> bool:
    """Tells whether a Legendary ability that works once a race has been used."""
    return state.options.legendary_once and racer.has_used_legendary


def reachable(state: State) -> tuple[str, ...]:
    """Lists the printed spaces where the running turn can still end."""
    turn = state.turn
    if turn is None or turn.is_ending or state.agenda[0].kind != "turn":
        return ()
    opening = opening_of(state)
    ends = Search(opening.table, opening.first, opening.pool).reach()
    places = sorted(opening.place(end) for end in ends)
    return tuple(dict.fromkeys(f"{p % state.board.columns}/{level}" for p, level in places))


def costly(state: State) -> tuple[str, ...]:
    """Lists the reachable printed spaces to which every way loses the Heart or is hurt (RAY-DAMAGE)."""
    spaces = reachable(state)
    if not spaces:
        return ()
    opening = opening_of(state)
    had_heart = opening.first & HELD_HEART

    def is_harmless(position: int, end: int) -> bool:
        return position & STANCE != HURT and bool(end & HELD_HEART or not had_heart)

    def has_harmless_way(space: str) -> bool:
        search = Search(opening.table, opening.first, opening.pool)
        return bool(search.find(opening.at(place_of(state, space)), is_harmless))

    return tuple(space for space in spaces if not has_harmless_way(space))


def place_of(state: State, space: str) -> Place:
    """Returns the progress meant by a printed space: the one nearest to the active figure."""
    _, racer = active(state)
    column, _, level = space.partition("/")
    if not (column.isdigit() and level.isdigit()):
        raise Illegal(say("rayman.parse.place", text=space))
    columns = state.board.columns
    lap = racer.at[0] // columns
    candidates = [
        (int(column) + columns * number, int(level)) for number in (lap - 1, lap, lap + 1) if number >= 0
    ]
    return min(candidates, key=lambda place: abs(place[0] - racer.at[0] - 1))


# As a document


def dispute_form(state: State, space: str) -> Json:
    """Writes the turn from its start, claiming that its figure ended on a space."""
    turn, racer = active(state)
    start = turn.start
    players = {
        other.hero: _figure(
            other,
            at=list(start.others.get(other.name, other.at)),
            heart=other.name in start.hearts,
            immune=other.name in start.immune,
            slapped=other.name in start.slapped,
            bubble=bool(other.bubble) or other.is_absent,
        )
        for other in state.racers
        if other.name != turn.player and not other.is_waiting
    }
    line = state.board.columns
    began_finished = racer.has_finished and start.at[0] // line == racer.at[0] // line
    players[racer.hero] = _figure(
        racer,
        at=list(start.at),
        heart=start.has_heart,
        freed=list(start.freed),
        immune=False,
        finished=began_finished,
        defeated=[],
    )
    given = turn.given
    if start.has_used_legendary:
        given = _without_ability(given, racer)
        players[racer.hero]["legendary"] = None
    boss = state.boss
    is_there = boss is not None and not boss.has_finished and boss.at[1]
    return {
        "format": "dispute/1",
        "game": "rayman",
        "options": {name: getattr(turn_options(state), name) for name in Options.__struct_fields__},
        "board": write_board(state.board),
        "players": players,
        "projectiles": [list(at) for at in start.projectiles],
        "boss": list(state.space(boss.at)) if boss is not None and is_there else None,
        "effects": {"enemy_extra_slaps": state.extra_slaps},
        "turn": {
            "player": racer.hero,
            "actions": given.as_dict(),
            "drawn": [list(state.tokens[token].icons) for token in turn.drawn],
        },
        "claim": {"at": list(place_of(state, space))},
    }


def _figure(racer: Racer, **changes: Any) -> Json:
    form: Json = {
        "at": list(racer.at),
        "heart": racer.has_heart,
        "freed": list(racer.freed),
        "slapped": racer.is_slapped,
        "bubble": bool(racer.bubble),
        "immune": racer.is_immune,
        "legendary": racer.legendary,
        "finished": racer.has_finished,
        "defeated": [list(at) for at in sorted(set(racer.defeated))],
    }
    if racer.initiative is not None:
        form["initiative"] = racer.initiative
    return {**form, **changes}


def _without_ability(pool: Pool, racer: Racer) -> Pool:
    """Trades the Lums in and adds the Movements for pairs, as a card with its ability used up allows."""
    card = racer.legendary or ""
    pool = pool.plus(LUMS[card], pool.lums).plus("lums", -pool.lums)
    icon = GRANTING.get(card)
    return pool if icon is None else pool.plus("move", getattr(pool, icon) // 2)
