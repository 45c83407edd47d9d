"""Slaps: how far they reach, what they cost, and the steps that they are (RAY-SLAP-1 to 11, LEGEND-9, 10)."""

from __future__ import annotations

from companion.games.rayman.rules.entering import defeat, use_card
from companion.games.rayman.rules.position import (
    BACK,
    COLUMN,
    F_HEART,
    F_IMMUNE,
    FINISHED,
    FREES,
    HURT,
    MOVE,
    PLACE,
    SLAP,
    SLAPS_ENEMY,
    SLAPS_FIGURE,
    STANCE,
    TARGET,
    USED,
    WORLD,
    Step,
)  # fmt: skip
from companion.games.rayman.rules.pushes import can_be_slapped, push, with_figure
from companion.games.rayman.rules.table import SMASHER, Table


def is_clear(table: Table, at: int, by: int, rise: int) -> bool:
    """Tells whether a Slap gets through, so many columns on and levels up (RAY-SLAP-5, 6)."""
    size = 4 * table.columns
    if by:
        to = COLUMN if by > 0 else -COLUMN
        is_open = not table.wall[(at if by > 0 else at - COLUMN) % size]
        if table.thick_blocks_side_slap:
            is_open = is_open and not table.low[at] and not table.low[(at + to) % size]
        if is_open and is_clear(table, (at + to) % size, by - (1 if by > 0 else -1), rise):
            return True
    if rise:
        to = 1 if rise > 0 else -1
        return not table.low[at if rise > 0 else at - 1] and is_clear(table, at + to, by, rise - to)
    return not by


def in_reach(table: Table, space: int) -> dict[int, tuple[int, int]]:
    """Returns which spaces a Slap gets to: how far, and in which direction (1 on, -1 back, 0 neither)."""
    found = table.in_reach.get(space)
    if found is not None:
        return found
    found = {}
    most, size = table.slap_range, 4 * table.columns
    for by in range(-most, most + 1):
        for level in (1, 2, 3):
            rise, to = level - (space & 3), (space - (space & 3) + by * 4 + level) % size
            far = abs(by) + abs(rise)
            if (
                far > most
                or (by and rise and not table.slap_manhattan)
                or not is_clear(table, space, by, rise)
            ):
                continue
            if to not in found or far < found[to][0]:
                found[to] = (far, (by > 0) - (by < 0))
    table.in_reach[space] = found
    return found


def in_sight(table: Table, space: int) -> list[tuple[int, int, int]]:
    """Lists the enemies and Teensies that a Slap gets to: how far, the enemy or -1, the colour or -1."""
    found = table.in_sight.get(space)
    if found is None:
        found = table.in_sight[space] = []
        for to, (far, _) in in_reach(table, space).items():
            enemy = -1 if to == table.boss else table.enemy[to]
            colour = table.teensy.get(to, -1)
            if enemy >= 0 or colour >= 0:
                found.append((far, enemy, colour))
    return found


def reach_of(table: Table, s: int) -> int:
    """Returns how far a Slap reaches (RAY-SLAP-3, LEGEND-9)."""
    return table.smasher_range if table.card == SMASHER and not s & USED else 3


def priced(table: Table, s: int, far: int) -> tuple[int, int, int]:
    """Returns what a Slap so far costs and brings, and the position (RAY-SLAP-1, 2, LEGEND-9, 10)."""
    if table.card == SMASHER and far and not s & USED:
        return far * SLAP, MOVE if far >= 2 else 0, use_card(table, s)
    return (far + 1) * SLAP, 0, s


def slaps(table: Table, s: int, found: list[Step]) -> None:
    """Adds the Slaps at enemies and Teensies (RAY-ENEMY-5, 8, 11, 13, TEENSY-1, 3)."""
    w = table.worlds[s >> WORLD]
    spared = w.dead if table.covered_enemy_slap else w.dead | w.covered
    most = reach_of(table, s)
    for far, enemy, colour in in_sight(table, table.space[s & PLACE]):
        if far > most:
            continue
        if enemy >= 0 and not spared >> enemy & 1:
            cost, brought, after = priced(table, s, far)
            more, after = defeat(table, after, enemy)
            cost += table.extra_slaps * SLAP
            found.append((cost, brought + more - cost, after, 0, SLAPS_ENEMY | enemy << TARGET))
        if colour >= 0 and not (table.freed | w.freed) >> colour & 1:
            cost, brought, after = priced(table, s, far)
            freed = w.freed | 1 << colour
            after = table.put(after, freed, w.gone, w.drawn, w.dead, w.covered, w.figures)
            found.append((cost, brought - cost, after, 0, FREES | colour << TARGET))


def figure_slaps(table: Table, s: int, *, forgets: bool = False) -> list[Step]:
    """Lists the Slaps at figures, one for each way in which the figure may come to stand (RAY-SLAP-8 to 11).

    `forgets` leaves out what a figure holds that is not slapped again this turn.
    """
    found: list[Step] = []
    if s & STANCE == HURT or s & STANCE == FINISHED:
        return found
    w = table.worlds[s >> WORLD]
    near = in_reach(table, table.space[s & PLACE])
    for i, space in enumerate(w.spaces):
        if space not in near or not can_be_slapped(table, i, w.figures[i]):
            continue
        far, to = near[space]
        if far > reach_of(table, s):
            continue
        cost, brought, after = priced(table, s, far)
        for by in (1, -1):
            if to == -by:
                continue
            deed = SLAPS_FIGURE | (BACK if by < 0 else 0) | i << TARGET
            puts = push(table, after, i, by)
            if forgets:
                puts = [(figure & ~(F_HEART | F_IMMUNE), gone) for figure, gone in puts]
            found += [
                (cost, brought - cost, with_figure(table, after, i, put), 0, deed)
                for put in dict.fromkeys(puts)
            ]
    return found
