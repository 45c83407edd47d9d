"""The running turn: as an opening for a search, as a dispute/1 document, and where it can still end."""

from __future__ import annotations

from typing import cast, get_args

from msgspec.structs import replace

from companion.core.blocks import Json
from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.rayman.commands import Place
from companion.games.rayman.dispute import Colour, Figure, Turn as DisputedTurn, write_dispute
from companion.games.rayman.forms import GRANTING, LUMS, Legendary
from companion.games.rayman.judging.labels import Search
from companion.games.rayman.naming import place_meant, space_text
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import is_perch
from companion.games.rayman.rules.table import Table, World
from companion.games.rayman.state import Pool, Racer, Stance, State, Turn

STANCES: tuple[Stance, ...] = get_args(Stance)
"""The ways to stand, in the order of their numbers in a position."""


def active(state: State) -> tuple[Turn, Racer]:
    """Returns the running turn and its player; refuses where no turn runs."""
    if state.turn is None:
        raise Illegal(say("rayman.refuse.no_turn"), clauses=("RAY-ROUND-3",))
    return state.turn, state.racer(state.turn.player)


def figure_of(racer: Racer, turn: Turn | None) -> Figure:
    """Returns a player's figure as a dispute has it, an absent one as in a Bubble: nobody slaps it."""
    return Figure(
        racer.at,
        name=racer.name,
        heart=racer.has_heart,
        freed=cast("tuple[Colour, ...]", racer.freed),
        slapped=racer.is_slapped,
        bubble=bool(racer.bubble) or racer.is_absent,
        immune=racer.is_immune,
        legendary=cast("Legendary | None", racer.legendary),
        initiative=racer.initiative,
        finished=racer.has_finished,
        defeated=tuple(sorted(set(racer.defeated))),
        is_pushed=turn is not None and racer.name in turn.slapped,
    )


def turn_now(state: State, name: str) -> DisputedTurn:
    """Returns the table as it stands, for a turn of a player's without actions.

    In a team damage always ends it, and a crowd may perch.
    """
    options = state.options
    others = [racer for racer in state.racers if racer.name != name and not racer.is_waiting]
    ends_turn = options.damage_ends_turn or state.is_team
    return DisputedTurn(
        state.board,
        figure_of(state.racer(name), state.turn),
        tuple(figure_of(other, state.turn) for other in others),
        tuple(projectile.at for projectile in state.projectiles),
        state.boss_space,
        state.extra_slaps,
        options=replace(options, perches=state.is_crowded, damage_ends_turn=ends_turn),
        may_draw=state.has_tokens,
    )


def table_of(state: State, name: str) -> Table:
    """Lays the table out as a player sees it, with the own figure's place in the world as it is."""
    now, turn, racer = turn_now(state, name), state.turn, state.racer(name)
    table = Table(now)
    covered = turn.covered if turn is not None else [state.space(other.at) for other in now.others]
    dead, under = (pos.bit_set(state.board.enemies, spaces) for spaces in (now.player.defeated, covered))
    s = table.put(table.own, World(dead=dead, covered=under, figures=table.figures))
    s |= pos.HELD_HEART if racer.has_heart else 0
    s |= pos.IMMUNE if racer.is_immune or racer.bubble else 0  # a table may mark a Bubble in the turn
    table.opening = s
    return table


def is_carried(state: State, name: str, place: Place) -> bool:
    """Tells whether another figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    table = table_of(state, name)
    return is_perch(table, table.opening, table.at(place))


def opening_of(state: State) -> Table:
    """Lays the running turn out from where and how the figure stands now."""
    turn, racer = active(state)
    table = table_of(state, racer.name)
    s = table.opening | STANCES.index(turn.stance) * pos.AIR
    s |= pos.ONE_AIR * turn.air_moves if turn.stance == "air" else 0
    s |= pos.BOSS_SLAPPED if turn.is_boss_slapped else 0
    s |= pos.USED if state.options.legendary_once and racer.has_used_legendary else 0
    if racer.legendary == "scrambler" and turn.jumps and turn.stance in ("stand", "air"):
        s |= pos.FRESH if racer.at[1] == 2 else 0
    icon = GRANTING.get(racer.legendary or "")
    if icon is not None and getattr(turn.gained, icon) - 2 * turn.bonus_moves == 1:
        s |= pos.ODD
    table.opening, table.pool = s, pos.packed(turn.pool.as_dict())
    return table


def reachable(state: State) -> tuple[str, ...]:
    """Lists the printed spaces where the running turn can still end."""
    turn = state.turn
    if turn is None or turn.is_ending or state.agenda[0].kind != "turn":
        return ()
    table = opening_of(state)
    ends = sorted(map(table.place, Search(table).reach()))
    return tuple(dict.fromkeys(space_text(state, end) for end in ends))


def costly(state: State) -> tuple[str, ...]:
    """Lists the reachable printed spaces to which every way loses the Heart or is hurt (RAY-DAMAGE)."""
    spaces = reachable(state)
    if not spaces:
        return ()
    table = opening_of(state)
    kept = table.opening & pos.HELD_HEART

    def is_harmless(position: int, end: int) -> bool:
        return position & pos.STANCE != pos.HURT and end & kept == kept

    ends = {space: table.at(place_of(state, space)) for space in spaces}
    return tuple(space for space, at in ends.items() if not Search(table).find(at, is_harmless))


def place_of(state: State, space: str) -> Place:
    """Returns the progress meant by a printed space: the one nearest to the active figure."""
    place = place_meant(state, space, active(state)[1].at[0] + 1)
    if place is None:
        raise Illegal(say("rayman.parse.place", text=space))
    return place


# As a document


def dispute_form(state: State, space: str) -> Json:
    """Writes the turn from its start, claiming that its figure ended on a space."""
    turn, racer = active(state)
    start, now, laps = turn.start, turn_now(state, turn.player), racer.at[0] // state.board.columns
    given = turn.given
    if start.has_used_legendary:
        given = _without_ability(given, racer)
    player = replace(
        now.player,
        name=racer.hero,
        at=start.at,
        heart=start.has_heart,
        freed=start.freed,
        immune=False,
        legendary=None if start.has_used_legendary else racer.legendary,
        finished=racer.has_finished and start.at[0] // state.board.columns == laps,
        defeated=(),
    )
    others = tuple(
        replace(
            other,
            name=state.racer(other.name).hero,
            at=start.others.get(other.name, other.at),
            heart=other.name in start.hearts,
            immune=other.name in start.immune,
            slapped=other.name in start.slapped,
        )
        for other in now.others
    )
    drawn = tuple(state.tokens[token].icons for token in turn.drawn)
    at_start = replace(
        now, player=player, others=others, projectiles=start.projectiles, pool=given.as_dict(), drawn=drawn
    )
    return write_dispute(at_start, place_of(state, space))


def _without_ability(pool: Pool, racer: Racer) -> Pool:
    """Trades the Lums in and adds the Movements for pairs, as a card with its ability used up allows."""
    card = racer.legendary or ""
    pool = pool.plus(LUMS[card], pool.lums).plus("lums", -pool.lums)
    icon = GRANTING.get(card)
    return pool if icon is None else pool.plus("move", getattr(pool, icon) // 2)
