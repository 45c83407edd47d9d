"""Where a turn may end (rayman-turn.md, Rest), and where it ends that cannot go on."""

from __future__ import annotations

from companion.games.rayman.rules.places import columns_back, displacements, may_perch, retreats
from companion.games.rayman.rules.position import (
    AIR,
    DROP,
    FINISHED,
    HELD_HEART,
    HURDLE,
    HURT,
    IMMUNE,
    PLACE,
    STANCE,
    STAND,
)  # fmt: skip
from companion.games.rayman.rules.table import NOBODY, Table


def ends(table: Table, s: int) -> list[int]:
    """Lists the places where a turn can end from a position, each with HELD_HEART where the token is kept.

    Off an obstacle (stance HURDLE) that holds only with no Movement left that can be made (RAY-MOVE-7).
    """
    at, stance, kept = s & PLACE, s & STANCE, s & HELD_HEART
    if stance == HURT:
        return retreats(table, s, NOBODY, -1, at) if table.damage_ends_turn else []
    if stance == FINISHED:
        return [at | kept]
    if stance == HURDLE:
        if table.is_stop_only and not s & IMMUNE:
            if not kept:
                return retreats(table, s, NOBODY, -1, at)
            kept = 0
        return [to | kept for to in columns_back(table, s, NOBODY, -1, at // 4)]
    if stance in (AIR, DROP):
        return [at | kept] if may_perch(table, s, NOBODY, -1, at) else []
    if stance != STAND or not (table.floor[at] or may_perch(table, s, NOBODY, -1, at)):
        return []
    if table.has_shot(s, at) or table.is_boss_alone(at):
        return []
    if table.space[at] < 4 or not table.taken(s, at, NOBODY, -1):
        return [at | kept]
    return put_beside(table, s, at)


def put_beside(table: Table, s: int, at: int) -> list[int]:
    """Lists where the player is put who cannot share a space; an enemy there is a hit (RAY-REST-2 to 4)."""
    found, kept = [], s & HELD_HEART
    for to in displacements(table, s, NOBODY, -1, at):
        if not table.has_enemy(s, to) or s & IMMUNE:
            found.append(to | kept)
        elif kept:
            found.append(to)
        else:
            found += retreats(table, s, NOBODY, -1, to)
    return found


def forced_ends(table: Table, s: int) -> list[int]:
    """Lists where a turn ends that cannot leave a projectile (a hit) or the Boss (RAY-REST-7, 8)."""
    at, kept = s & PLACE, s & HELD_HEART
    if s & STANCE != STAND or not table.is_busy[at]:
        return []
    if table.has_shot(s, at):
        s = table.without_shot(s, at)
        if not s & IMMUNE:
            if not kept:
                return retreats(table, s, NOBODY, -1, at)
            s, kept = s & ~HELD_HEART, 0
    elif table.space[at] != table.boss:
        return []
    is_shared = table.space[at] < 4
    if not is_shared and (table.space[at] == table.boss or table.taken(s, at, NOBODY, -1)):
        return put_beside(table, s, at)
    return [at | kept]
