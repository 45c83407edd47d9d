"""The spaces that the rules leave open to a figure that cannot stay where it is."""

from __future__ import annotations

from companion.games.rayman.board import LEVELS
from companion.games.rayman.commands import Place
from companion.games.rayman.rules import ends
from companion.games.rayman.running import table_of
from companion.games.rayman.state import State, Task


def is_perch(state: State, name: str, place: Place) -> bool:
    """Tells whether another figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    table, s = table_of(state, name)
    return ends.is_perch(table, s, table.at(place))


def places_for(state: State, task: Task) -> tuple[Place, ...]:
    """Lists where a figure may be put that is hurt, cannot share its space or stay on an obstacle."""
    table, s = table_of(state, task.player)
    found = [table.place(to) for to in ends.PLACES[task.kind](table, s, table.at(task.at))]
    return tuple(found if task.kind == "beside" else found[::-1])


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
        if crosses(state, name, p):
            return ((p, 1),)
        found = tuple((p, level) for level in LEVELS if not state.is_taken((p, level), name))
        if found:
            return found
    return (state.racer(name).at,)


def crosses(state: State, name: str, end: int) -> bool:
    """Tells whether going on to a progress finishes the race (RAY-FINISH-1)."""
    return is_next_lap(state, name, end) and len(state.racer(name).freed) >= 3


def may_cross(state: State, name: str, end: int) -> bool:
    """Tells whether the finish gate lets the player come to a progress (RAY-FINISH-5)."""
    is_open = state.options.finish_gate != "blocked_at43" or len(state.racer(name).freed) >= 3
    return is_open or not is_next_lap(state, name, end)


def is_next_lap(state: State, name: str, end: int) -> bool:
    """Tells whether a progress is past the line before a player."""
    columns = state.board.columns
    return end // columns > state.racer(name).at[0] // columns
