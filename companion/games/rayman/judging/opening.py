"""The opening of a turn: a dispute's turn laid out as a table with a position and a pool."""

from __future__ import annotations

from companion.games.rayman.dispute import Turn
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import is_perch
from companion.games.rayman.rules.slaps import gain
from companion.games.rayman.rules.table import Table, World


def open_turn(turn: Turn) -> Table:
    """Lays a turn out as it begins; enemies under figures, the own one too, are covered (RAY-ENEMY-7, 10)."""
    table, player = Table(turn), turn.player
    figures = tuple(other.figure for other in table.others)
    is_past_line, at = player.has_finished(table.columns), table.own
    enemies = [table.enemy[place & pos.PLACE] for place in (figures if is_past_line else (*figures, at))]
    covered = sum(1 << enemy for enemy in set(enemies) if enemy >= 0)
    s = table.put(at, World(covered=covered, figures=figures))
    s |= pos.HELD_HEART if player.heart else 0
    if is_past_line or player.bubble:  # in a Bubble there is no turn: the figure stays (RAY-BUBBLE-9)
        s |= pos.FINISHED
    elif not table.floor[at]:
        s |= pos.STAND if is_perch(table, s, at) else pos.DROP
    elif table.obstacle[at]:
        s |= pos.HURDLE
    for index, icon in enumerate(pos.ICONS):
        for _ in range(0 if player.bubble else turn.pool.get(icon, 0)):
            brought, s = gain(table, s, 1 << 8 * index)
            table.pool += brought
    table.opening = s
    return table
