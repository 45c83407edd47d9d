"""How figures come to rest other than by steps in the Rayman yardstick: retreats, displacements, pushes.

`without` names the figure that is moved: an index among the others, or None for the player's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.yardsticks.rayman_table import Other, Space, State, Table

LEVELS = (1, 2, 3)

Allowed = Callable[[Table, State, int, int, int | None], bool]
"""Whether the figure `without` may be put on a place p/level."""


def is_free(table: Table, state: State, p: int, level: int, without: int | None) -> bool:
    """Whether a figure may be put there: something carries it, no obstacle, no figure (column 0: T:15)."""
    column = p % table.columns
    return (
        p >= 0
        and level in LEVELS
        and table.carries(state, column, level, without)
        and not table.is_obstacle(column, level)
        and (column == 0 or (column, level) not in table.figures(state, without))
    )


def has_free_floor(table: Table, state: State, p: int, level: int, without: int | None) -> bool:
    """T:59, T:68, T:71 ask for a floor; a perch is none: C1-28 opens it only to the spaces of T:70."""
    return table.floor(p % table.columns, level) and is_free(table, state, p, level, without)


def can_be_displaced_to(table: Table, state: State, p: int, level: int, without: int | None) -> bool:
    """The same, and neither a projectile nor the Boss (T:67; the Boss shares column 0: C5-4)."""
    at = table.space_of(p, level)
    if not is_free(table, state, p, level, without) or at in state.projectiles:
        return False
    return at[0] == 0 or at != table.boss


def can_be_displaced_to_floor(table: Table, state: State, p: int, level: int, without: int | None) -> bool:
    return has_free_floor(table, state, p, level, without) and can_be_displaced_to(
        table, state, p, level, without
    )


def columns_back(table: Table, state: State, p: int, without: int | None, allowed: Allowed) -> list[Space]:
    """The allowed places of column p, else of the next one back, and so on; `[p, l]` each."""
    for back in range(max(p, 0), -1, -1):
        found = [(back, level) for level in LEVELS if allowed(table, state, back, level, without)]
        if found:
            return found
    return [(0, 1)]  # column 0 always has room (T:61)


def retreats(table: Table, state: State, p: int, level: int, without: int | None) -> list[Space]:
    """Where damage taken on p/level puts a figure (T:58-61, C1-24 to C1-26)."""
    target = p
    for _ in range(int(table.options["damage_retreat"])):
        if table.options["walls_stop_retreat"] and table.has_wall(target, level, -1):
            break
        target -= 1
    return columns_back(table, state, target, without, has_free_floor)


def off_obstacle(table: Table, state: State, p: int, without: int | None) -> list[Space]:
    """T:68, C1-31: a floor space of the same column, else one column back at a time."""
    return columns_back(table, state, p, without, can_be_displaced_to_floor)


def off_figure(table: Table, state: State, p: int, level: int, without: int | None) -> list[Space]:
    """T:70-72: directly above, below or behind; else any floor space one column back, and so on."""
    near = [
        (to, at)
        for to, at in ((p, level - 1), (p - 1, level))
        if can_be_displaced_to_floor(table, state, to, at, without)
    ]
    if can_be_displaced_to(table, state, p, level + 1, without):  # the head of that figure: a perch
        near.append((p, level + 1))
    return near or columns_back(table, state, p - 1, without, can_be_displaced_to_floor)


# --- figures of the others -------------------------------------------------------------------------------


def rest_other(table: Table, state: State, index: int, other: Other) -> State:
    """Puts down a figure that has come to rest: it covers an enemy there (C5-28)."""
    at = table.space_of(other.p, other.l)
    if at in table.enemies:
        state = state._replace(covered=state.covered | {at})
    return state.with_other(index, other)


def hurt_other(table: Table, state: State, index: int, other: Other) -> Iterator[State]:
    """Damage of a figure that is not in its own turn: it retreats and is immune (T:58-61)."""
    for p, level in retreats(table, state, other.p, other.l, index):
        there = state._replace(projectiles=state.projectiles - {table.space_of(p, level)})
        yield rest_other(table, there, index, other._replace(p=p, l=level, immune=True))


def hit_other(table: Table, other: Other) -> Other | None:
    """A hit: nothing for who is immune, else the Heart; None is damage (T:56, C1-27)."""
    if other.immune:
        return other
    if other.heart:
        return other._replace(heart=False, immune=bool(table.options["heart_gives_immunity"]))
    return None


def push(table: Table, state: State, index: int, direction: int) -> Iterator[State]:
    """Everything that a Slap can lead to, the choices of who is slapped included."""
    other = state.others[index]
    if direction < 0 and other.p == 0:
        yield state  # C5-31
        return
    if table.has_wall(other.p, other.l, direction):
        yield from against_wall(table, state, index, direction)
        return
    to = other.p + direction
    if direction > 0 and to % table.columns == 0:
        if len(table.who[index].get("freed", [])) >= 3:  # C5-10
            yield rest_other(table, state, index, other._replace(p=to, finished=True))
            return
        if table.options["finish_gate"] == "blocked_at43":  # C5-32
            yield state
            return
    yield from arrive(table, state, index, other._replace(p=to))


def against_wall(table: Table, state: State, index: int, direction: int) -> Iterator[State]:
    """B31, B32: the Heart, else damage; backward without a Heart nothing, or as the option says."""
    other = state.others[index]
    after = hit_other(table, other)
    if after is not None:
        yield state.with_other(index, after)
    elif direction > 0 or table.options["back_wall_no_heart"] == "damage_and_retreat2":
        yield from hurt_other(table, state, index, other)
    elif table.options["back_wall_no_heart"] == "damage_no_move":
        yield state.with_other(index, other._replace(immune=True))
    else:
        yield state


def arrive(table: Table, state: State, index: int, other: Other) -> Iterator[State]:
    """Lets a moved figure meet what is in its space, then fall or come to rest there (001:571-605)."""
    at = table.space_of(other.p, other.l)
    hits = 0
    if at in state.projectiles:
        state = state._replace(projectiles=state.projectiles - {at})
        hits += 1
    if at in table.enemies and not table.is_harmless(state, at):
        hits += 1
    if at == table.boss:  # C5-31
        hits += 1
    if table.is_obstacle(*at):
        hits += 1
    for _ in range(hits):
        after = hit_other(table, other)
        if after is None:
            yield from hurt_other(table, state, index, other)
            return
        other = after
    if not table.floor(*at):
        yield from arrive(table, state, index, other._replace(l=other.l - 1))
        return
    yield from come_to_rest(table, state, index, other)


def come_to_rest(table: Table, state: State, index: int, other: Other) -> Iterator[State]:
    """Puts a moved figure where it may stay: not on an obstacle, the Boss or a figure (column 0 aside)."""
    at = table.space_of(other.p, other.l)
    if table.is_obstacle(*at):
        for p, level in off_obstacle(table, state, other.p, index):
            yield rest_other(table, state, index, other._replace(p=p, l=level))  # an enemy: no hit (C5-31)
    elif at[0] != 0 and (at == table.boss or at in table.figures(state, index)):
        for p, level in off_figure(table, state, other.p, other.l, index):
            yield from displaced(table, state, index, other._replace(p=p, l=level))
    else:
        yield rest_other(table, state, index, other)


def displaced(table: Table, state: State, index: int, other: Other) -> Iterator[State]:
    """A displacement onto an enemy is a hit (T:72)."""
    at = table.space_of(other.p, other.l)
    if at in table.enemies and not table.is_harmless(state, at):
        after = hit_other(table, other)
        if after is None:
            yield from hurt_other(table, state, index, other)
            return
        other = after
    yield rest_other(table, state, index, other)


def let_perched_fall(table: Table, state: State) -> list[State]:
    """C1-29: when the turn ends, whoever was perched and has lost the figure below falls."""
    states = [state]
    if not table.options["perches"]:
        return states
    for index, who in enumerate(table.who):
        after: list[State] = []
        for here in states:
            other = here.others[index]
            is_held = table.carries(here, *table.space_of(other.p, other.l), index)
            if is_held or other.finished or who.get("bubble", False):
                after.append(here)
            else:
                after += arrive(table, here, index, other._replace(l=other.l - 1))
        states = after
    return states
