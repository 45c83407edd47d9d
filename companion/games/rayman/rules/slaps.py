"""Slaps: how far they reach, what they cost, and what becomes of a figure that is slapped on or back."""

from __future__ import annotations

from companion.games.rayman import commands as c
from companion.games.rayman.board import TEENSIES
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import Put, hit, is_perch, rests
from companion.games.rayman.rules.table import Table


def gain(table: Table, s: int, icon: int) -> tuple[int, int]:
    """Returns what an icon adds to the pool, Movements for pairs too, and the position (RAY-LEGEND-8, 14)."""
    if icon != table.counted:
        return icon, s
    return (icon + pos.MOVE if s & pos.ODD else icon), s ^ pos.ODD


def use_card(table: Table, s: int) -> int:
    """Uses the Legendary ability up, where it works once a race (RAY-VARIANT-8)."""
    return s | pos.USED if table.options.legendary_once else s


def defeat(table: Table, s: int, enemy: int) -> tuple[int, int]:
    """Returns what the token of a defeated enemy brings, and the position (RAY-ENEMY-3)."""
    w, brought, drawn = table.worlds[s >> pos.WORLD], 0, 0
    if w.drawn < len(table.tokens):
        drawn = 1
        for icon in table.tokens[w.drawn]:
            more, s = gain(table, s, icon)
            brought += more
    return brought, table.put(s, w._replace(drawn=w.drawn + drawn, dead=w.dead | 1 << enemy))


def is_clear(table: Table, at: int, by: int, rise: int) -> bool:
    """Tells whether a Slap gets through, so many columns on and levels up (RAY-SLAP-5, 6)."""
    size = 4 * table.columns
    if by:
        to = pos.COLUMN if by > 0 else -pos.COLUMN
        is_open = not table.wall[(at if by > 0 else at - pos.COLUMN) % size]
        if table.options.thick_blocks_side_slap:
            is_open = is_open and not table.low[at] and not table.low[(at + to) % size]
        if is_open and is_clear(table, (at + to) % size, by - (1 if by > 0 else -1), rise):
            return True
    if rise:
        to = 1 if rise > 0 else -1
        return not table.low[at if rise > 0 else at - 1] and is_clear(table, at + to, by, rise - to)
    return not by


def targets(table: Table, s: int) -> dict[int, tuple[int, int]]:
    """Returns which spaces a Slap gets to from a position (RAY-SLAP-3, LEGEND-9)."""
    most = table.options.smasher_cap if table.plays(s, pos.SMASHER) else 3
    return in_reach(table, table.space[s & pos.PLACE], most)


def in_reach(table: Table, space: int, most: int) -> dict[int, tuple[int, int]]:
    """Returns which spaces are so far at most, how far, and in which direction (1 on, -1 back, 0 neither)."""
    found = table.in_reach.get((space, most))
    if found is not None:
        return found
    found = table.in_reach[space, most] = {}
    size = 4 * table.columns
    for by in range(-most, most + 1):
        for level in (1, 2, 3):
            rise, to = level - (space & 3), (space - (space & 3) + by * 4 + level) % size
            far, is_bent = abs(by) + abs(rise), by != 0 and rise != 0
            if far > most or (is_bent and not table.options.slap_manhattan):
                continue
            nearest, _ = found.get(to, (pos.NOBODY, 0))
            if far <= nearest and is_clear(table, space, by, rise):
                # On a short board the same space can be as far on as it is back: then either will do.
                found[to] = (far, (by > 0) - (by < 0) if far < nearest else 0)
    return found


def priced(table: Table, s: int, far: int) -> tuple[int, int, int]:
    """Returns what a Slap so far costs and brings, and the position (RAY-SLAP-1, 2, LEGEND-9, 10)."""
    if far and table.plays(s, pos.SMASHER):
        return far * pos.SLAP, pos.MOVE if far >= 2 else 0, use_card(table, s)
    return (far + 1) * pos.SLAP, 0, s


def slaps(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Slaps at enemies and Teensies (RAY-ENEMY-5, 8, 11, 13, TEENSY-1, 3)."""
    w = table.worlds[s >> pos.WORLD]
    spared = w.dead if table.options.covered_enemy_slap else w.dead | w.covered
    for to, (far, _) in targets(table, s).items():
        enemy, colour = table.enemy[to], table.teensy.get(to, -1)
        if enemy >= 0 and to != table.boss and not spared >> enemy & 1:
            cost, brought, after = priced(table, s, far)
            more, after = defeat(table, after, enemy)
            cost += table.extra_slaps * pos.SLAP
            deed: pos.Deed = (c.SlapEnemy, (table.board.enemies[enemy],), ())
            found.append((cost, brought + more - cost, after, 0, deed))
        if colour >= 0 and not (table.freed | w.freed) >> colour & 1:
            cost, brought, after = priced(table, s, far)
            after = table.put(after, w._replace(freed=w.freed | 1 << colour))
            deed = (c.FreeTeensy, (TEENSIES[colour],), ())
            found.append((cost, brought - cost, after, 0, deed))


def figure_slaps(table: Table, s: int) -> list[pos.Step]:
    """Lists the Slaps at figures, one for each way in which one may come to stand (RAY-SLAP-8 to 11)."""
    found: list[pos.Step] = []
    if s & pos.STANCE == pos.HURT or s & pos.STANCE == pos.FINISHED:
        return found
    w = table.worlds[s >> pos.WORLD]
    near = targets(table, s)
    for i, space in enumerate(table.spaces[s >> pos.WORLD]):
        if space not in near or not can_be_slapped(table, i, w.figures[i]):
            continue
        far, to = near[space]
        cost, brought, after = priced(table, s, far)
        for by in (1, -1):
            if to == -by:
                continue
            deed: pos.Deed = (c.SlapFigure, (table.others[i].name, by), ())
            found += [
                (cost, brought - cost, with_figure(table, after, i, put), 0, deed)
                for put in dict.fromkeys(push(table, after, i, by))
            ]
    return found


def can_be_slapped(table: Table, i: int, figure: int) -> bool:
    """Tells whether a figure may be slapped at all (RAY-SLAP-11, 17, 18)."""
    other, lap, limit = table.others[i], 4 * table.columns, table.options.slap_limit
    has_crossed = (figure & pos.PLACE) // lap > (table.figures[i] & pos.PLACE) // lap
    if table.untouchable[i] or (has_crossed and len(other.freed) >= 3):
        return False
    if limit == "per_round" and other.slapped:
        return False
    return limit == "unlimited" or not figure & pos.F_SLAPPED


def push(table: Table, s: int, i: int, by: int) -> list[Put]:
    """Lists how a figure may stand that is slapped one column on (1) or back (-1)."""
    w, has_three = table.worlds[s >> pos.WORLD], len(table.others[i].freed) >= 3
    figure = w.figures[i] | pos.F_SLAPPED
    match pushed(table, figure, by, has_three=has_three):
        case "moves":
            return arrive(table, s, i, figure + pos.COLUMN * by)
        case "finishes":
            figure += pos.COLUMN * by
        case "hit":
            figure = hit(table, figure)
            return rests(table, s, figure, i) if figure & pos.STANCE == pos.HURT else [(figure, w.gone)]
        case "hurt":
            figure |= pos.IMMUNE
    return [(figure, w.gone)]


def pushed(table: Table, figure: int, by: int, *, has_three: bool) -> str:
    """Says what a push one column on or back does to a figure; walls hit (RAY-PUSH-9 to 11, FINISH-6)."""
    at, ruling = figure & pos.PLACE, table.options.back_wall_no_heart
    is_line = by > 0 and (at // 4 + 1) % table.columns == 0
    if at // 4 + by < 0 or (is_line and table.options.finish_gate == "blocked_at43" and not has_three):
        return "stays"
    if not table.wall[at if by > 0 else at - pos.COLUMN]:
        return "finishes" if is_line and has_three else "moves"
    if by > 0 or figure & (pos.HELD_HEART | pos.IMMUNE) or ruling == "damage_and_retreat2":
        return "hit"
    return "hurt" if ruling == "damage_no_move" else "stays"


def arrive(table: Table, s: int, i: int, figure: int) -> list[Put]:
    """Lets a moved figure meet what is there, fall, and come to rest (RAY-PUSH-1 to 8, 14)."""
    while True:
        at = figure & pos.PLACE
        for cause in table.met(s, at, i) if table.is_busy[at] else ():
            if cause == "projectile":
                s = table.without_shot(s, at)
            figure = hit(table, figure)
            if figure & pos.STANCE == pos.HURT:
                return rests(table, s, figure, i)
        if table.floor[at]:
            return rests(table, s, figure, i)
        figure -= 1


def with_figure(table: Table, s: int, i: int, put: Put) -> int:
    """Returns the position once a figure stands so; an enemy on which it rests is covered (RAY-ENEMY-15)."""
    w, (figure, gone) = table.worlds[s >> pos.WORLD], put
    figures = (*w.figures[:i], figure, *w.figures[i + 1 :])
    return table.with_covered(table.put(s, w._replace(gone=gone, figures=figures)), figure & pos.PLACE)


def settled(table: Table, s: int, end: int) -> list[pos.Figures]:
    """Lists how the figures may stand after the turn: unsupported they fall, lowest first (RAY-PUSH-13)."""
    figures = table.worlds[s >> pos.WORLD].figures
    s = s & ~pos.PLACE | end & pos.PLACE
    for i in sorted(range(len(figures)), key=lambda number: figures[number] & 3):
        at = figures[i] & pos.PLACE
        is_carried = table.floor[at] or not table.options.perches or is_perch(table, s, at, i)
        if not is_carried and not table.untouchable[i]:
            fallen = [with_figure(table, s, i, put) for put in arrive(table, s, i, figures[i] - 1)]
            return [crowd for after in fallen for crowd in settled(table, after, end)]
    return [figures]
