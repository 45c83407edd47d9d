"""Entering a space: a low ceiling or a projectile, then an enemy or the Boss, then an obstacle."""

from __future__ import annotations

from companion.games.rayman.rules.position import (
    BOSS_SLAPPED,
    BY_DODGE,
    BY_HIT,
    BY_SLAP,
    CROUCH,
    CROUCHES,
    FALLING,
    GLIDE,
    GLIDING,
    HEART,
    HELD_HEART,
    HURDLE,
    HURT,
    IMMUNE,
    IS_SHOT,
    MOVE,
    ODD,
    PLACE,
    SHOT_GONE,
    STANCE,
    STAND,
    STAYS_CROUCHED,
    TRIPS,
    USED,
    WAS_GONE,
    WORLD,
    Step,
)  # fmt: skip
from companion.games.rayman.rules.table import DRIFTER, SNEAKER, WEAVER, Table

Entry = Step
"""As a step: what it costs, what it brings, the position, what must not be at hand, and what is met."""


def gain(table: Table, s: int, icon: int) -> tuple[int, int]:
    """Returns what an icon adds to the pool, Movements for pairs too, and the position (RAY-LEGEND-8, 14)."""
    is_counted = (table.card == DRIFTER and icon == GLIDE) or (table.card == SNEAKER and icon == CROUCH)
    if is_counted and not table.is_loose:
        return (icon + MOVE if s & ODD else icon), s ^ ODD
    return icon, s


def use_card(table: Table, s: int) -> int:
    """Uses the Legendary ability up, where it works once a race (RAY-VARIANT-8)."""
    return s | USED if table.legendary_once and not table.is_loose else s


def defeat(table: Table, s: int, enemy: int) -> tuple[int, int]:
    """Returns what the token of a defeated enemy brings, and the position (RAY-ENEMY-3)."""
    if table.is_loose:
        return 0, s
    w, brought, drawn = table.worlds[s >> WORLD], 0, 0
    if w.drawn < len(table.tokens):
        drawn = 1
        for icon in table.tokens[w.drawn]:
            more, s = gain(table, s, icon)
            brought += more
    dead = w.dead | 1 << enemy
    return brought, table.put(s, w.freed, w.gone, w.drawn + drawn, dead, w.covered, w.figures)


def hit(table: Table, s: int) -> list[tuple[int, int]]:
    """Lists how a hit leaves the player: a Heart is lost, else it is damage (RAY-HEART-3, DAMAGE-1).

    With the position comes what it costs: taken loosely, a Heart is a matter of the pool.
    """
    if s & IMMUNE:
        return [(0, s)]
    after = s & ~HELD_HEART | (IMMUNE if table.heart_gives_immunity else 0)
    if table.is_loose:
        return [(0, s & ~STANCE | HURT), (HEART, after)]
    return [(0, after if s & HELD_HEART else s & ~STANCE | HURT)]


def enter(table: Table, s: int, before: int, *, can_dodge: bool) -> list[Entry]:
    """Lists what can come of entering the space where a position is, coming from another one."""
    at = s & PLACE
    if not table.is_busy[at]:
        return [(0, 0, s, 0, 0)]
    found: list[Entry] = []
    for cost, ducked, cover in duck(table, s, before):
        if ducked & STANCE == HURT:
            found.append((cost, 0, ducked, 0, cover))
            continue
        for more, brought, met, lack, meeting in meet(table, ducked, can_dodge=can_dodge):
            is_on_foot = met & STANCE != GLIDING and met & STANCE != HURT
            if table.obstacle[at] and is_on_foot and not table.is_stop_only:
                for toll, after in hit(table, met):
                    found.append((cost + more + toll, brought, after, lack, cover | meeting | TRIPS))
            else:
                found.append((cost + more, brought, met, lack, cover | meeting))
    return found


def duck(table: Table, s: int, before: int) -> list[tuple[int, int, int]]:
    """Lists cost, position and cover at a low ceiling or a projectile (RAY-CROUCH-1 to 8, PROJ-13)."""
    at = s & PLACE
    s &= ~SHOT_GONE
    is_low = table.low[at]
    if not is_low and not table.has_shot(s, at):
        return [(0, s, 0)]
    found: list[tuple[int, int, int]] = []
    grounded = s & ~STANCE if s & STANCE == GLIDING else s
    was_crouched = (before & STANCE == STAND or before & STANCE == HURDLE) and table.is_covering(before)
    if was_crouched and table.floor[at]:
        found.append((0, grounded, STAYS_CROUCHED))
    else:
        if table.floor[at] and s & STANCE != FALLING:
            found.append((CROUCH, grounded, CROUCHES))
        if not is_low:
            found += [(toll, after, IS_SHOT) for toll, after in hit(table, table.without_shot(s, at))]
    if table.is_loose and table.has_shot(s, at):
        toll = 0 if s & IMMUNE else HEART
        removed = found if is_low else [(0, s, 0)]
        found = found + [(cost + toll, after | SHOT_GONE, cover | WAS_GONE) for cost, after, cover in removed]
    return found


def meet(table: Table, s: int, *, can_dodge: bool) -> list[Entry]:
    """Lists what can be done about an enemy or the Boss (RAY-ENEMY-1, 2, 12, 13, LEGEND-3, REST-5)."""
    at = s & PLACE
    is_boss = table.space[at] == table.boss
    if table.enemy[at] < 0 and not is_boss:
        return [(0, 0, s, 0, 0)]
    found: list[Entry] = []
    if table.has_enemy(s, at):
        brought, after = defeat(table, s, table.enemy[at])
        found.append((table.price, brought, after, 0, BY_SLAP))
        if table.card == WEAVER and can_dodge and not s & USED:
            found.append((CROUCH, MOVE, use_card(table, s), 0, BY_DODGE))
    elif is_boss and not s & BOSS_SLAPPED:
        found.append((table.price, 0, s | BOSS_SLAPPED, 0, BY_SLAP))
    else:
        return [(0, 0, s, 0, 0)]
    lack = 0 if table.heart_optional else table.price
    found += [(toll, 0, after, lack, BY_HIT) for toll, after in hit(table, s)]
    return found
