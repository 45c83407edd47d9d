"""Where a turn may end, and where figures are put that may not stay (rayman-turn.md, Rest).

`who` is the number of the figure asked about among the others; left out, it is the player's own.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.table import Table

Put = tuple[int, int]
"""How a figure may stand afterwards, and the projectiles that are gone then."""


def hit(table: Table, figure: int) -> int:
    """Returns how a hit leaves a figure: a Heart is lost, else it is hurt (RAY-HEART-3, DAMAGE-1)."""
    if figure & pos.IMMUNE:
        return figure
    if figure & pos.HELD_HEART:
        return figure & ~pos.HELD_HEART | (pos.IMMUNE if table.options.heart_gives_immunity else 0)
    return figure & ~pos.STANCE | pos.HURT


def is_open(table: Table, s: int, at: int, who: int) -> bool:
    """Tells whether a figure may be put there: a floor, no obstacle, no other figure."""
    if not table.floor[at] or table.obstacle[at]:
        return False
    return table.space[at] < 4 or not table.taken(s, at, who)


def is_restful(table: Table, s: int, at: int, who: int, *, may_perch: bool = False) -> bool:
    """Tells whether a figure may come to rest there of its own; some do so on another one's head too."""
    is_carried = table.floor[at] or (may_perch and is_perch(table, s, at, who))
    return is_carried and not table.has_shot(s, at) and not why_moved(table, s, at, who)


def is_perch(table: Table, s: int, at: int, who: int = pos.NOBODY) -> bool:
    """Tells whether a figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    if not table.options.perches or at & 3 < 2 or not table.taken(s, at - 1, who):
        return False
    return table.floor[at - 1] or is_perch(table, s, at - 1, who)


# Where figures are put


def retreats(table: Table, s: int, at: int, who: int = pos.NOBODY) -> list[int]:
    """Lists where damage may send a figure that is hit at a place (RAY-DAMAGE-1 to 5, 9)."""
    p = start = at // 4
    while p > 0 and start - p < table.options.damage_retreat:
        if table.options.walls_stop_retreat and table.wall[(p - 1) * 4 + at % 4]:
            break
        p -= 1
    return columns_back(table, s, p * 4, who, is_open)


def displacements(table: Table, s: int, at: int, who: int = pos.NOBODY) -> list[int]:
    """Lists where a figure goes that would rest on a figure or the Boss (RAY-REST-2, 3, PUSH-1 to 3)."""
    found = []
    if at & 3 < 3 and is_restful(table, s, at + 1, who, may_perch=True):
        found.append(at + 1)
    if at & 3 > 1 and is_restful(table, s, at - 1, who):
        found.append(at - 1)
    if at > pos.COLUMN and is_restful(table, s, at - pos.COLUMN, who):
        found.append(at - pos.COLUMN)
    return found or columns_back(table, s, at - pos.COLUMN, who)


def columns_back(
    table: Table, s: int, at: int, who: int = pos.NOBODY, allows: Callable[..., bool] = is_restful
) -> list[int]:
    """Lists the allowed spaces of a column, or of the nearest one behind that has any (RAY-REST-3, 6)."""
    for p in range(at // 4, -1, -1):
        found = [p * 4 + level for level in (1, 2, 3) if allows(table, s, p * 4 + level, who)]
        if found or p % table.columns == 0:
            return found or [p * 4 + 1]
    return [1]


PLACES = {"retreat": retreats, "aside": columns_back, "beside": displacements}
"""By the reason why a figure may not stay, where it is put."""


def why_moved(table: Table, s: int, figure: int, who: int = pos.NOBODY) -> str:
    """Says why a figure may not stay where it is, if so: it is hurt, on an obstacle, or not alone."""
    at = figure & pos.PLACE
    if figure & pos.STANCE == pos.HURT:
        return "retreat"
    if table.obstacle[at]:
        return "aside"
    is_crowded = table.taken(s, at, who) or table.space[at] == table.boss or table.has_shot(s, at)
    return "beside" if table.space[at] >= 4 and is_crowded else ""


def rests(table: Table, s: int, figure: int, who: int = pos.NOBODY) -> list[Put]:
    """Lists how a figure may come to rest from where it is; put beside another one an enemy is a hit.

    RAY-REST-2 to 4, 6; PUSH-1 to 4, 7; DAMAGE-7.
    """
    why, gone = why_moved(table, s, figure, who), table.worlds[s >> pos.WORLD].gone
    if not why:
        return [(figure, gone)]
    found: list[Put] = []
    for to in PLACES[why](table, s, figure & pos.PLACE, who):
        put = figure & ~(pos.PLACE | pos.STANCE) | to
        if why == "retreat":
            found.append((put | pos.IMMUNE, gone | 1 << table.shot[to] if table.shot[to] >= 0 else gone))
        elif why == "beside" and table.has_enemy(s, to, who):
            put = hit(table, put)
            found += rests(table, s, put, who) if put & pos.STANCE == pos.HURT else [(put, gone)]
        else:
            found.append((put, gone))
    return found


# The end of a turn


def ends(table: Table, s: int) -> list[int]:
    """Lists the places where a turn can end from a position, each with HELD_HEART where the token is kept.

    Off an obstacle (stance HURDLE) that holds only with no Movement left that can be made (RAY-MOVE-7).
    """
    at, stance = s & pos.PLACE, s & pos.STANCE
    if stance == pos.FINISHED:
        return [s & pos.END]
    if stance == pos.HURT:
        if not table.options.damage_ends_turn:
            return []
    elif stance == pos.HURDLE:
        s = last_hit(table, s)[1]
    elif stance == pos.STAND and table.floor[at]:
        if table.has_shot(s, at) or (table.space[at] == table.boss and table.boss >= 4):
            return []
    elif stance == pos.GLIDING or not is_restful(table, s, at, pos.NOBODY, may_perch=True):
        return []
    return [figure & pos.END for figure, _ in rests(table, s, s)]


def last_hit(table: Table, s: int) -> tuple[str, int]:
    """Returns how what stands there hits who ends the turn on it, and how it leaves them (RAY-REST-7)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    if stance == pos.HURDLE and table.options.obstacle_mode == "stop_only":
        return "obstacle", hit(table, s)
    if stance == pos.STAND and table.has_shot(s, at):
        return "shot", hit(table, table.without_shot(s, at))
    return "", s


def forced_ends(table: Table, s: int) -> list[int]:
    """Lists where a turn ends that cannot leave a projectile (a hit) or the Boss (RAY-REST-7, 8)."""
    how, after = last_hit(table, s)
    is_on_boss = table.space[s & pos.PLACE] == table.boss
    if s & pos.STANCE != pos.STAND or not (how or is_on_boss):
        return []
    return [figure & pos.END for figure, _ in rests(table, after, after)]
