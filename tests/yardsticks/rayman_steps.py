"""Every step of the player in the Rayman yardstick (T:30-42, T:83-93): `steps` lists what can be done now."""

from __future__ import annotations

from collections.abc import Iterator

from tests.yardsticks.rayman_enter import Outcome, defeat, enter, is_crouching
from tests.yardsticks.rayman_moved import push
from tests.yardsticks.rayman_table import LUMS, Space, State, Table


def steps(table: Table, state: State) -> Iterator[Outcome]:
    """Everything that the player can do next, but ending the turn."""
    yield from trades(table, state)
    if state.has("heart") and not state.heart:  # T:39
        yield Outcome(state.minus("heart")._replace(heart=True))
    if state.stance == "finished":  # T:75-76
        if state.has("move"):
            yield Outcome(state.minus("move")._replace(p=state.p + 1))
        return
    yield from moves(table, state)
    yield from jumps(table, state)
    yield from glides(table, state)
    yield from falls(table, state)
    yield from slaps(table, state)


def may_use_ability(table: Table, state: State, legend: str) -> bool:
    """Whether the active part of a Legendary card is there (`legendary_once`: C5-20)."""
    return table.legend == legend and not state.ability_used


def trades(table: Table, state: State) -> Iterator[Outcome]:
    """One icon for another (T:84, T:91), and what a token not yet seen may turn out to be (C5-29)."""
    if state.has("lums") and table.legend:
        yield Outcome(table.gain(state.minus("lums"), LUMS[table.legend], 1))
    if may_use_ability(table, state, "sneaker"):
        used = table.use_ability(state)
        if state.has("heart"):
            yield Outcome(table.gain(used.minus("heart"), "crouch", 1))
        if state.heart and not table.options["sneaker_strict_icons"]:  # B38
            yield Outcome(table.gain(used._replace(heart=False), "crouch", 1))
    if state.has("wild"):
        for icon in ("move", "jump", "slap", "glide", "crouch", "heart"):
            yield Outcome(table.gain(state.minus("wild"), icon, 1))


def moves(table: Table, state: State) -> Iterator[Outcome]:
    """T:33, T:42, T:90."""
    if state.stance not in ("stand", "air", "glide", "hurdle") or not state.has("move"):
        return
    paid = state.minus("move")
    if state.air_moves == 1 and may_use_ability(table, state, "dasher"):
        paid = table.use_ability(paid)  # the second one in the air
    for direction in (1, -1):
        to = state.p + direction
        if to < 0 or table.has_wall(state.p, state.l, direction):
            continue
        if direction > 0 and to % table.columns == 0:
            if table.holds_three(state):  # T:75
                yield Outcome(paid._replace(p=to, stance="finished", air_moves=0, in_row=False))
                continue
            if table.options["finish_gate"] == "blocked_at43":  # C1-65
                continue
        how = "glide" if state.stance == "glide" else "foot"
        for outcome in enter(table, paid, to, state.l, how):
            yield outcome if outcome.is_hurt else Outcome(_after_move(table, state, outcome.state))


def _after_move(table: Table, before: State, after: State) -> State:
    """The stance after a move (T:33); two moves in the air are the Dasher's (T:90)."""
    at = table.space_of(after.p, after.l)
    after = after._replace(in_row=False, air_moves=0)
    if after.stance == "glide":
        return after if not table.floor(*at) or table.is_obstacle(*at) else after._replace(stance="stand")
    if table.floor(*at):
        return landed(table, after)
    left = 1 if before.stance == "stand" else before.air_moves - 1
    if left < 1 or not may_use_ability(table, after, "dasher"):
        return after._replace(stance="drop")
    return after._replace(stance="air", air_moves=left)


def landed(table: Table, state: State) -> State:
    """On a floor: stand, on an obstacle hurdle."""
    is_obstacle = table.is_obstacle(*table.space_of(state.p, state.l))
    return state._replace(stance="hurdle" if is_obstacle else "stand", air_moves=0)


def jumps(table: Table, state: State) -> Iterator[Outcome]:
    """T:34; the Scrambler's second one: T:93, C5-33."""
    at = table.space_of(state.p, state.l)
    if not state.has("jump") or state.l == 3 or at in table.thick:  # T:11: no way up through it
        return
    can_repeat = may_use_ability(table, state, "scrambler") and state.in_row
    is_on_floor = (
        state.stance == "stand" and table.floor(*at) and not is_crouching(table, state)
    )  # perch: C1-29
    if not is_on_floor and not (state.stance == "air" and can_repeat):
        return
    for outcome in enter(table, state.minus("jump"), state.p, state.l + 1, "jump"):
        if outcome.is_hurt:
            yield outcome
            continue
        after = outcome.state._replace(in_row=state.l == 1 and table.legend == "scrambler")
        if can_repeat:
            after = table.use_ability(after.plus("move", 1))
        if table.floor(*table.space_of(after.p, after.l)):
            yield Outcome(after._replace(stance="stand", air_moves=0))
        else:
            air_moves = 2 if may_use_ability(table, after, "dasher") else 1
            yield Outcome(after._replace(stance="air", air_moves=air_moves))


def glides(table: Table, state: State) -> Iterator[Outcome]:
    """T:35, T:36, and the Drifter's way up and down (T:87)."""
    at = table.space_of(state.p, state.l)
    starts = state.stance in ("air", "drop") or (state.stance == "stand" and not is_crouching(table, state))
    if starts and state.has("glide"):
        yield Outcome(state.minus("glide")._replace(stance="glide", air_moves=0, in_row=False))
    if state.stance != "glide":
        return
    if not table.floor(*at):
        yield Outcome(state._replace(stance="drop"))
    elif not table.is_obstacle(*at):
        yield Outcome(state._replace(stance="stand"))
    else:
        for outcome in enter(table, state, state.p, state.l, "foot"):
            yield outcome if outcome.is_hurt else Outcome(landed(table, outcome.state))
    cost = 0 if table.options["drifter_free"] else 1  # C1-45
    if not may_use_ability(table, state, "drifter") or not state.has("move", cost):
        return
    paid = table.use_ability(state.minus("move", cost))
    targets = [state.l + 1] if state.l < 3 and at not in table.thick else []
    targets += [state.l - 1] if not table.floor(*at) else []
    for level in targets:
        for outcome in enter(table, paid, state.p, level, "glide"):
            yield outcome if outcome.is_hurt else Outcome(_after_move(table, state, outcome.state))


def falls(table: Table, state: State) -> Iterator[Outcome]:
    """T:37; who has lost the figure below a perch is unsupported (C1-29)."""
    at = table.space_of(state.p, state.l)
    if state.stance == "stand" and not table.carries(state, *at, None):
        yield Outcome(state._replace(stance="drop", in_row=False))
    if state.stance not in ("drop", "air"):
        return
    dropped = state._replace(air_moves=0, in_row=False)
    for outcome in enter(table, dropped, state.p, state.l - 1, "fall"):
        if outcome.is_hurt:
            yield outcome
        elif table.floor(*table.space_of(state.p, state.l - 1)):
            yield Outcome(landed(table, outcome.state))
        else:
            yield Outcome(outcome.state._replace(stance="drop"))


# --- Slaps ---------------------------------------------------------------------------------------------


def slaps(table: Table, state: State) -> Iterator[Outcome]:
    """T:38, T:89, C1-32 to C1-39, C5-9."""
    for at, distance, pushes in in_reach(table, state):
        for paid, cost in slap_prices(table, state, distance):
            if (
                at in table.enemies
                and can_be_slapped(table, state, at)
                and state.has("slap", cost + table.extra_slaps)
            ):
                yield Outcome(defeat(table, paid.minus("slap", cost + table.extra_slaps), at))
            if not state.has("slap", cost):
                continue
            slapped = paid.minus("slap", cost)
            for colour, where in table.teensies.items():
                if where == at and colour not in table.held and colour not in state.freed:
                    yield Outcome(slapped._replace(freed=state.freed | {colour}))
            for index, name in enumerate(table.names):
                other = state.others[index]
                if table.space_of(other.p, other.l) != at or not figure_can_be_slapped(table, state, index):
                    continue
                marked = slapped._replace(slapped=state.slapped | {name})
                marked = marked.with_other(index, other._replace(slapped=True))
                for direction in pushes:
                    yield from map(Outcome, push(table, marked, index, direction))


def slap_prices(table: Table, state: State, distance: int) -> Iterator[tuple[State, int]]:
    """What a Slap costs, with the Movement that it brings (T:38; Smasher: T:89)."""
    is_smasher = may_use_ability(table, state, "smasher") and distance > 0
    if is_smasher:
        used = table.use_ability(state)
        yield (used.plus("move", 1) if distance >= 2 else used), distance
    else:
        yield state, distance + 1


def can_be_slapped(table: Table, state: State, at: Space) -> bool:
    """An enemy not yet defeated, not under the Boss, not covered (`covered_enemy_slap`: B11, B12)."""
    if at in state.defeated or at == table.boss:
        return False
    return at not in state.covered or bool(table.options["covered_enemy_slap"])


def figure_can_be_slapped(table: Table, state: State, index: int) -> bool:
    """T:38, B15 (`slap_limit`), C1-39."""
    other = state.others[index]
    if other.finished or table.who[index].get("bubble", False):
        return False
    limit = table.options["slap_limit"]
    if limit == "per_round":
        return not other.slapped
    return limit == "unlimited" or table.names[index] not in state.slapped


def in_reach(table: Table, state: State) -> Iterator[tuple[Space, int, tuple[int, ...]]]:
    """Spaces that a Slap reaches, their distance, and where it pushes a figure there (B13, B14)."""
    furthest = int(table.options["smasher_cap"]) if may_use_ability(table, state, "smasher") else 3
    for (across, up), distance in reached_offsets(table, state, furthest):
        pushes = (1, -1) if across == 0 else (1,) if across > 0 else (-1,)
        yield table.space_of(state.p + across, state.l + up), distance, pushes


def reached_offsets(table: Table, state: State, furthest: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Straight lines in four directions, or with `slap_manhattan` shortest ways round corners (C1-32)."""
    found = {(0, 0)}
    yield (0, 0), 0
    frontier = [(0, 0)]
    for distance in range(1, min(furthest, table.columns - 1) + 1):
        reached: list[tuple[int, int]] = []
        for across, up in frontier:
            for side, lift in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                to = (across + side, up + lift)
                is_further = abs(to[0]) + abs(to[1]) == distance
                is_straight = 0 in to or table.options["slap_manhattan"]
                if to in found or not is_further or not is_straight:
                    continue
                if not slap_is_blocked(table, state.p + across, state.l + up, side, lift):
                    found.add(to)
                    reached.append(to)
                    yield to, distance
        frontier = reached


def slap_is_blocked(table: Table, p: int, level: int, side: int, lift: int) -> bool:
    """Whether a Slap cannot cross one edge: a wall sideways, a thick platform up and down (T:38, C1-33)."""
    column = p % table.columns
    if lift:
        return not 1 <= level + lift <= 3 or (column, min(level, level + lift)) in table.thick
    if table.has_wall(p, level, side):
        return True
    ends = {(column, level), table.space_of(p + side, level)}
    return bool(table.options["thick_blocks_side_slap"]) and bool(ends & table.thick)
