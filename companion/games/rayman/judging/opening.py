"""The opening of a turn: a dispute's turn laid out as table, position and pool."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.judging.labels import Limits, Search
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import is_perch
from companion.games.rayman.rules.slaps import gain
from companion.games.rayman.rules.table import Other, Table, near_lap


class Opening(NamedTuple):
    """A turn as it begins, or as it stands."""

    player: str
    table: Table
    first: int
    pool: int
    shift: int = 0
    """How many columns were cut off the player's progress."""

    def search(self, limits: Limits | None = None, patience: int = 10**9) -> Search:
        """Returns a search for ends from here."""
        return Search(self.table, self.first, self.pool, limits, patience)

    def place(self, at: int) -> Space:
        """Returns progress and level of a place of the player's."""
        return ((at & pos.PLACE) // 4 + self.shift, at & 3)

    def at(self, place: Space) -> int:
        """Returns the place of the player's that is meant, -1 where it is off the table."""
        p = place[0] - self.shift
        return p * 4 + place[1] if 0 <= p <= pos.PLACE // 4 else -1

    def place_of(self, i: int, figure: int) -> Space:
        """Returns progress and level of another figure."""
        other = self.table.others[i]
        return ((figure & pos.PLACE) // 4 + other.shift, figure & 3)


def is_finished(figure: Figure, columns: int) -> bool:
    """Tells whether a figure is over the line with three Teensies, where nothing else is said."""
    if figure.finished is not None:
        return figure.finished
    return figure.at[0] >= columns and len(figure.freed) >= 3


def lay_out(turn: Turn) -> tuple[Table, int, int]:
    """Returns the table of a turn, the player's place, and the columns cut off the player's progress."""
    board, player = turn.board, turn.player
    columns = board.columns
    p = near_lap(player.at[0], columns)
    table = Table(
        board,
        turn.options,
        card=player.legendary,
        freed=player.freed,
        boss=turn.boss,
        shots=turn.projectiles,
        extra_slaps=turn.enemy_extra_slaps,
        tokens=turn.drawn,
        farthest=max([p, *(near_lap(other.at[0], columns) for other in turn.others)]),
    )
    for other in turn.others:
        q = near_lap(other.at[0], columns)
        figure = q * 4 + other.at[1]
        figure |= (pos.F_HEART if other.heart else 0) | (pos.F_IMMUNE if other.immune else 0)
        table.others.append(
            Other(
                other.name,
                figure,
                is_marked=other.slapped,
                is_safe=other.bubble or is_finished(other, columns),
                has_three=len(other.freed) >= 3,
                harmless=table.enemies_on(other.defeated),
                shift=other.at[0] - q,
            )
        )
    return table, p * 4 + player.at[1], player.at[0] - p


def open_turn(turn: Turn) -> Opening:
    """Lays a turn out as it begins."""
    table, at, shift = lay_out(turn)
    player = turn.player
    figures = tuple(other.figure for other in table.others)
    is_past_line = is_finished(player, table.columns)
    s = table.put(0, 0, 0, 0, 0, covered_by(table, figures, -1 if is_past_line else at), figures) | at
    s |= pos.HELD_HEART if player.heart else 0
    s |= pos.FINISHED if is_past_line else stance_at(table, s, at)
    pool = 0
    for index, icon in enumerate(pos.ICONS):
        for _ in range(0 if player.bubble else turn.pool.get(icon, 0)):
            brought, s = gain(table, s, 1 << 8 * index)
            pool += brought
    return Opening(player.name, table, s, pool, shift)


def covered_by(table: Table, figures: tuple[int, ...], own: int) -> int:
    """Returns the enemies under figures, the player's own included (RAY-ENEMY-7, 10)."""
    covered = 0
    for at in (*(figure & pos.PLACE for figure in figures), *((own,) if own >= 0 else ())):
        if table.enemy[at] >= 0:
            covered |= 1 << table.enemy[at]
    return covered


def stance_at(table: Table, s: int, at: int) -> int:
    """Returns how a figure stands whose turn begins at a place."""
    if not table.floor[at]:
        return pos.STAND if is_perch(table, s, pos.NOBODY, -1, at) else pos.DROP
    return pos.HURDLE if table.obstacle[at] else pos.STAND
