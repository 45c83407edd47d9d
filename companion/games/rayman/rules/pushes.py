"""What becomes of another figure that is slapped on or back, or falls (RAY-PUSH-1 to 17)."""

from __future__ import annotations

from companion.games.rayman.rules.places import columns_back, displacements, is_perch, retreats
from companion.games.rayman.rules.position import (
    COLUMN,
    F_HEART,
    F_IMMUNE,
    F_SLAPPED,
    PLACE,
    WORLD,
    Figures,
)  # fmt: skip
from companion.games.rayman.rules.table import PER_ROUND, UNLIMITED, Table

Put = tuple[int, int]
"""How a figure may stand afterwards, and the projectiles that are gone then."""


def can_be_slapped(table: Table, i: int, figure: int) -> bool:
    """Tells whether a figure may be slapped at all (RAY-SLAP-11, 17, 18)."""
    other = table.others[i]
    if other.is_safe or (other.has_three and is_past_line(table, i, figure)):
        return False
    if table.slap_limit == PER_ROUND and other.is_marked:
        return False
    return table.slap_limit == UNLIMITED or not figure & F_SLAPPED


def is_past_line(table: Table, i: int, figure: int) -> bool:
    """Tells whether a figure has crossed a line since the turn began."""
    return (figure & PLACE) // 4 // table.columns > (table.others[i].figure & PLACE) // 4 // table.columns


def push(table: Table, s: int, i: int, by: int) -> list[Put]:
    """Lists how a figure may stand that is slapped one column on (1) or back (-1)."""
    w, other = table.worlds[s >> WORLD], table.others[i]
    figure = w.figures[i] | F_SLAPPED
    at = figure & PLACE
    is_line = by > 0 and (at // 4 + 1) % table.columns == 0
    if at // 4 + by < 0 or (is_line and table.is_blocked_at_line and not other.has_three):
        return [(figure, w.gone)]
    own = table.space[s & PLACE]
    if table.wall[at if by > 0 else at - COLUMN]:
        return _against_wall(table, s, i, own, figure, by)
    figure += COLUMN * by
    if is_line and other.has_three:
        return [(figure, w.gone)]
    return arrive(table, s, i, own, figure)


def _against_wall(table: Table, s: int, i: int, own: int, figure: int, by: int) -> list[Put]:
    """A wall hits like anything else, but one behind a figure without a Heart (RAY-PUSH-9 to 11)."""
    gone = table.worlds[s >> WORLD].gone
    if figure & F_IMMUNE:
        return [(figure, gone)]
    if figure & F_HEART:
        return [(_without_heart(table, figure), gone)]
    if by > 0 or table.back_wall == 1:
        return _hurt(table, s, i, own, figure)
    return [(figure | F_IMMUNE if table.back_wall == 2 else figure, gone)]


def arrive(table: Table, s: int, i: int, own: int, figure: int) -> list[Put]:
    """Lets a moved figure meet what is there, fall, and come to rest (RAY-PUSH-1 to 8, 14)."""
    while True:
        at = figure & PLACE
        hits = 1 if table.obstacle[at] else 0
        if table.has_shot(s, at):
            hits += 1
            s = table.without_shot(s, at)
        if is_hazard(table, s, i, at) or table.space[at] == table.boss:
            hits += 1
        for _ in range(hits):
            if figure & F_IMMUNE:
                break
            if not figure & F_HEART:
                return _hurt(table, s, i, own, figure)
            figure = _without_heart(table, figure)
        if table.floor[at]:
            break
        figure -= 1
    gone, marks = table.worlds[s >> WORLD].gone, figure & ~PLACE
    if table.obstacle[at]:
        return [(marks | to, gone) for to in columns_back(table, s, i, own, at // 4)]
    if table.space[at] < 4 or not (table.taken(s, at, i, own) or table.space[at] == table.boss):
        return [(figure, gone)]
    found: list[Put] = []
    for to in displacements(table, s, i, own, at):
        put = marks | to
        if not is_hazard(table, s, i, to) or put & F_IMMUNE:
            found.append((put, gone))
        elif put & F_HEART:
            found.append((_without_heart(table, put), gone))
        else:
            found += _hurt(table, s, i, own, put)
    return found


def is_hazard(table: Table, s: int, i: int, at: int) -> bool:
    """Tells whether an enemy hurts a figure that is put there (RAY-PUSH-4, 16, 17, ENEMY-9)."""
    enemy = table.enemy[at]
    if enemy < 0 or table.space[at] == table.boss:
        return False
    return not (table.worlds[s >> WORLD].covered | table.others[i].harmless) >> enemy & 1


def _without_heart(table: Table, figure: int) -> int:
    return figure & ~F_HEART | (F_IMMUNE if table.heart_gives_immunity else 0)


def _hurt(table: Table, s: int, i: int, own: int, figure: int) -> list[Put]:
    gone, found = table.worlds[s >> WORLD].gone, []
    for at in retreats(table, s, i, own, figure & PLACE):
        shot = table.shot[at]
        found.append((figure & ~PLACE | at | F_IMMUNE, gone | 1 << shot if shot >= 0 else gone))
    return found


def with_figure(table: Table, s: int, i: int, put: Put) -> int:
    """Returns the position once a figure stands so; an enemy on which it rests is covered (RAY-ENEMY-15)."""
    w, (figure, gone) = table.worlds[s >> WORLD], put
    figures = (*w.figures[:i], figure, *w.figures[i + 1 :])
    return table.with_covered(
        table.put(s, w.freed, gone, w.drawn, w.dead, w.covered, figures), figure & PLACE
    )


def settled(table: Table, s: int, own: int) -> list[Figures]:
    """Lists how the figures may stand once those without support have fallen, lowest first (RAY-PUSH-13)."""
    figures = table.worlds[s >> WORLD].figures
    for i in sorted(range(len(figures)), key=lambda number: figures[number] & 3):
        at = figures[i] & PLACE
        if table.floor[at] or is_perch(table, s, i, own, at) or table.others[i].is_safe:
            continue
        found: list[Figures] = []
        for put in arrive(table, s, i, own, figures[i] - 1):
            found += settled(table, with_figure(table, s, i, put), own)
        return found
    return [figures]
