"""Where figures are put that may not stay: retreats, displacements, steps off an obstacle, and other's heads.

`but` is the number of the figure that looks for a place (NOBODY for the player), `own` the player's space (-1
where it is the player who looks).
"""

from __future__ import annotations

from companion.games.rayman.rules.position import COLUMN
from companion.games.rayman.rules.table import Table


def is_open(table: Table, s: int, but: int, own: int, at: int) -> bool:
    """Tells whether a figure may be put there: a floor, no obstacle, no other figure."""
    if not table.floor[at] or table.obstacle[at]:
        return False
    return table.space[at] < 4 or not table.taken(s, at, but, own)


def is_restful(table: Table, s: int, but: int, own: int, at: int) -> bool:
    """Tells whether a figure may come to rest there of its own: open, no projectile and no Boss."""
    return is_open(table, s, but, own, at) and not table.has_shot(s, at) and not table.is_boss_alone(at)


def retreats(table: Table, s: int, but: int, own: int, at: int) -> list[int]:
    """Lists where damage may send a figure that is hit at a place (RAY-DAMAGE-1 to 5, 9)."""
    p = start = at // 4
    while p > 0 and start - p < table.retreat:
        if table.walls_stop_retreat and table.wall[(p - 1) * 4 + at % 4]:
            break
        p -= 1
    while True:
        found = [p * 4 + level for level in (1, 2, 3) if is_open(table, s, but, own, p * 4 + level)]
        if found or p % table.columns == 0:
            return found or [p * 4 + 1]
        p -= 1


def is_perch(table: Table, s: int, but: int, own: int, at: int) -> bool:
    """Tells whether a figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    if not table.perches or at & 3 < 2 or not table.taken(s, at - 1, but, own):
        return False
    return table.floor[at - 1] or is_perch(table, s, but, own, at - 1)


def may_perch(table: Table, s: int, but: int, own: int, at: int) -> bool:
    """Tells whether a figure may come to rest there on another one's head (RAY-PUSH-12)."""
    if not is_perch(table, s, but, own, at):
        return False
    is_free = table.space[at] < 4 or not table.taken(s, at, but, own)
    return is_free and not table.has_shot(s, at) and not table.is_boss_alone(at)


def displacements(table: Table, s: int, but: int, own: int, at: int) -> list[int]:
    """Lists where a figure goes that would rest on a figure or the Boss (RAY-REST-2, 3, PUSH-1 to 3)."""
    found = []
    if at & 3 < 3 and (is_restful(table, s, but, own, at + 1) or may_perch(table, s, but, own, at + 1)):
        found.append(at + 1)
    if at & 3 > 1 and is_restful(table, s, but, own, at - 1):
        found.append(at - 1)
    if at > COLUMN and is_restful(table, s, but, own, at - COLUMN):
        found.append(at - COLUMN)
    return found or columns_back(table, s, but, own, at // 4 - 1)


def columns_back(table: Table, s: int, but: int, own: int, p: int) -> list[int]:
    """Lists the restful spaces of a column, or of the nearest one behind that has any (RAY-REST-3, 6)."""
    for q in range(p, -1, -1):
        found = [q * 4 + level for level in (1, 2, 3) if is_restful(table, s, but, own, q * 4 + level)]
        if found or q % table.columns == 0:
            return found or [q * 4 + 1]
    return [1]
