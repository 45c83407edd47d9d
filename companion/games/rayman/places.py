"""The spaces that the rules leave open to a figure that cannot stay where it is."""

from __future__ import annotations

from companion.games.rayman.board import LEVELS
from companion.games.rayman.commands import Place
from companion.games.rayman.state import State


def is_open(state: State, name: str, place: Place) -> bool:
    """Tells whether a figure may be put there: a floor, no obstacle, no other figure."""
    board = state.board
    return board.is_floor(*place) and not board.is_obstacle(*place) and not state.is_taken(place, name)


def is_restful(state: State, name: str, place: Place) -> bool:
    """Tells whether a figure may come to rest there of its own: open, no projectile and no Boss."""
    return is_open(state, name, place) and state.projectile_at(place) is None and not state.is_boss_at(place)


def retreats(state: State, name: str, hit_at: Place, columns: int) -> tuple[Place, ...]:
    """Lists where damage may send a figure, the highest level first (RAY-DAMAGE-1 to 5, 9)."""
    p, level = hit_at
    for _ in range(columns):
        if p == 0 or (state.options.walls_stop_retreat and state.board.is_wall(p - 1, level)):
            break
        p -= 1
    while True:
        found = tuple((p, at) for at in reversed(LEVELS) if is_open(state, name, (p, at)))
        if found:
            return found
        if p % state.board.columns == 0:
            return ((p, 1),)
        p -= 1


def is_perch(state: State, name: str, place: Place) -> bool:
    """Tells whether another figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    p, level = place
    if not state.is_crowded or level == 1 or not state.figures_at((p, level - 1), name):
        return False
    return state.board.is_floor(p, level - 1) or is_perch(state, name, (p, level - 1))


def may_perch(state: State, name: str, place: Place) -> bool:
    """Tells whether a figure may come to rest there on another one's head (RAY-PUSH-12)."""
    return (
        is_perch(state, name, place)
        and not state.is_taken(place, name)
        and state.projectile_at(place) is None
        and not state.is_boss_at(place)
    )


def displacements(state: State, name: str, place: Place) -> tuple[Place, ...]:
    """Lists where a figure goes that would rest on a figure or the Boss (RAY-REST-2, 3, PUSH-1 to 3)."""
    p, level = place
    found = []
    for q, at in ((p, level + 1), (p, level - 1), (p - 1, level)):
        if q < 0 or at not in LEVELS:
            continue
        is_above = (q, at) == (p, level + 1)
        if is_restful(state, name, (q, at)) or (is_above and may_perch(state, name, (q, at))):
            found.append((q, at))
    return tuple(found) or columns_back(state, name, p - 1)


def columns_back(state: State, name: str, p: int) -> tuple[Place, ...]:
    """Lists the restful spaces of a column, or of the nearest one behind it that has any (RAY-REST-3, 6)."""
    for q in range(p, -1, -1):
        found = tuple((q, at) for at in reversed(LEVELS) if is_restful(state, name, (q, at)))
        if found:
            return found
        if q % state.board.columns == 0:
            return ((q, 1),)
    return ((0, 1),)


def bonus_places(state: State, name: str) -> tuple[Place, ...]:
    """Lists where the last-place bonus may lead (RAY-ROUND-5, 6, 9)."""
    racer = state.racer(name)
    p = racer.at[0] + 1
    if not may_cross(state, name, p):
        return ()
    return tuple(
        (p, level)
        for level in reversed(LEVELS)
        if not state.is_taken((p, level), name)
        and not state.board.is_obstacle(p, level)
        and not state.is_boss_at((p, level))
    )


def float_places(state: State, name: str, columns: int = 4) -> tuple[Place, ...]:
    """Lists where a Bubble may float, the farthest free column first (RAY-COOP-7, 8)."""
    start = state.racer(name).at[0]
    for p in range(start + columns, start, -1):
        if not may_cross(state, name, p):
            continue
        if crosses(state, name, start, p):
            return ((p, 1),)
        found = tuple((p, level) for level in LEVELS if not state.is_taken((p, level), name))
        if found:
            return found
    return (state.racer(name).at,)


def crosses(state: State, name: str, start: int, end: int) -> bool:
    """Tells whether going on from one progress to another finishes the race (RAY-FINISH-1)."""
    columns = state.board.columns
    return end // columns > start // columns and len(state.racer(name).freed) >= 3


def may_cross(state: State, name: str, end: int) -> bool:
    """Tells whether the finish gate lets the player come to that progress (RAY-FINISH-5)."""
    if state.options.finish_gate != "blocked_at43":
        return True
    racer = state.racer(name)
    columns = state.board.columns
    return len(racer.freed) >= 3 or end // columns <= racer.at[0] // columns
