"""Where a turn may end, and where figures are put that may not stay (rayman-turn.md, Rest)."""

from __future__ import annotations

from companion.games.rayman.rules import position as pos
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
    while p > 0 and start - p < table.options.damage_retreat:
        if table.options.walls_stop_retreat and table.wall[(p - 1) * 4 + at % 4]:
            break
        p -= 1
    while True:
        found = [p * 4 + level for level in (1, 2, 3) if is_open(table, s, but, own, p * 4 + level)]
        if found or p % table.columns == 0:
            return found or [p * 4 + 1]
        p -= 1


def is_perch(table: Table, s: int, but: int, own: int, at: int) -> bool:
    """Tells whether a figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    if not table.options.perches or at & 3 < 2 or not table.taken(s, at - 1, but, own):
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
    if at > pos.COLUMN and is_restful(table, s, but, own, at - pos.COLUMN):
        found.append(at - pos.COLUMN)
    return found or columns_back(table, s, but, own, at // 4 - 1)


def columns_back(table: Table, s: int, but: int, own: int, p: int) -> list[int]:
    """Lists the restful spaces of a column, or of the nearest one behind that has any (RAY-REST-3, 6)."""
    for q in range(p, -1, -1):
        found = [q * 4 + level for level in (1, 2, 3) if is_restful(table, s, but, own, q * 4 + level)]
        if found or q % table.columns == 0:
            return found or [q * 4 + 1]
    return [1]


def ends(table: Table, s: int) -> list[int]:
    """Lists the places where a turn can end from a position, each with HELD_HEART where the token is kept.

    Off an obstacle (stance HURDLE) that holds only with no Movement left that can be made (RAY-MOVE-7).
    """
    at, stance, kept = s & pos.PLACE, s & pos.STANCE, s & pos.HELD_HEART
    if stance == pos.HURT:
        return retreats(table, s, pos.NOBODY, -1, at) if table.options.damage_ends_turn else []
    if stance == pos.FINISHED:
        return [at | kept]
    if stance == pos.HURDLE:
        if table.options.obstacle_mode == "stop_only" and not s & pos.IMMUNE:
            if not kept:
                return retreats(table, s, pos.NOBODY, -1, at)
            kept = 0
        return [to | kept for to in columns_back(table, s, pos.NOBODY, -1, at // 4)]
    if stance in (pos.AIR, pos.DROP):
        return [at | kept] if may_perch(table, s, pos.NOBODY, -1, at) else []
    if stance != pos.STAND or not (table.floor[at] or may_perch(table, s, pos.NOBODY, -1, at)):
        return []
    if table.has_shot(s, at) or table.is_boss_alone(at):
        return []
    if table.space[at] < 4 or not table.taken(s, at, pos.NOBODY, -1):
        return [at | kept]
    return put_beside(table, s, at)


def put_beside(table: Table, s: int, at: int) -> list[int]:
    """Lists where the player is put who cannot share a space; an enemy there is a hit (RAY-REST-2 to 4)."""
    found, kept = [], s & pos.HELD_HEART
    for to in displacements(table, s, pos.NOBODY, -1, at):
        if not table.has_enemy(s, to) or s & pos.IMMUNE:
            found.append(to | kept)
        elif kept:
            found.append(to)
        else:
            found += retreats(table, s, pos.NOBODY, -1, to)
    return found


def forced_ends(table: Table, s: int) -> list[int]:
    """Lists where a turn ends that cannot leave a projectile (a hit) or the Boss (RAY-REST-7, 8)."""
    at, kept = s & pos.PLACE, s & pos.HELD_HEART
    if s & pos.STANCE != pos.STAND or not table.is_busy[at]:
        return []
    if table.has_shot(s, at):
        s = table.without_shot(s, at)
        if not s & pos.IMMUNE:
            if not kept:
                return retreats(table, s, pos.NOBODY, -1, at)
            s, kept = s & ~pos.HELD_HEART, 0
    elif table.space[at] != table.boss:
        return []
    is_shared = table.space[at] < 4
    if not is_shared and (table.space[at] == table.boss or table.taken(s, at, pos.NOBODY, -1)):
        return put_beside(table, s, at)
    return [at | kept]
