"""The steps of a turn: the one transition function (rayman-turn.md, Steps)."""

from __future__ import annotations

from companion.games.rayman.rules.entering import enter, gain, use_card
from companion.games.rayman.rules.places import retreats
from companion.games.rayman.rules.position import (
    AIR,
    AIRS,
    BACK,
    COLUMN,
    CONVERTS,
    CROUCH,
    DRIFTS,
    DROP,
    ENDS_GLIDE,
    FALLING,
    FALLS,
    FINISHED,
    FRESH,
    GLIDE,
    GLIDES,
    GLIDING,
    HEART,
    HELD_HEART,
    HURDLE,
    HURT,
    IMMUNE,
    JUMP,
    JUMPING,
    JUMPS,
    LUM,
    MOVE,
    MOVES,
    ON_FOOT,
    ONE_AIR,
    PLACE,
    RETREATS,
    SLAP,
    STANCE,
    STAND,
    TAKES_HEART,
    TARGET,
    USED,
    USES_LUM,
    WORLD,
    Step,
)  # fmt: skip
from companion.games.rayman.rules.slaps import figure_slaps, slaps
from companion.games.rayman.rules.table import DASHER, DRIFTER, NOBODY, SCRAMBLER, SMASHER, SNEAKER, Table


def steps(table: Table, s: int) -> list[Step]:
    """Lists every step from a position, whatever the player holds."""
    return steps_alone(table, s) + figure_slaps(table, s)


def steps_alone(table: Table, s: int) -> list[Step]:
    """Lists the steps that leave other figures alone."""
    found: list[Step] = []
    stance = s & STANCE
    if stance == HURT:
        return found if table.damage_ends_turn or table.is_loose else retreat_and_go_on(table, s)
    if stance == FINISHED:
        found.append((MOVE, -MOVE, s + COLUMN, 0, MOVES))
        if not table.is_loose:
            trades(table, s, found)
        return found
    if stance != DROP and (stance != AIR or s & AIRS):
        moves(table, s, found)
    jumps(table, s, found)
    glides(table, s, found)
    if stance in (DROP, AIR) or (stance == STAND and not table.floor[s & PLACE]):
        falls(table, s, found)
    if not table.is_loose:
        slaps(table, s, found)
        trades(table, s, found)
    elif table.card == SMASHER:
        found.append((2 * SLAP, MOVE - 2 * SLAP, s, 0, 0))
    return found


def trades(table: Table, s: int, found: list[Step]) -> None:
    """Adds what icons become (RAY-HEART-1, 2, LEGEND-2, 13)."""
    if not s & HELD_HEART:
        found.append((HEART, -HEART, s | HELD_HEART, 0, TAKES_HEART))
    if table.lum:
        brought, after = gain(table, s, table.lum)
        found.append((LUM, brought - LUM, after, 0, USES_LUM))
    if table.card == SNEAKER and not s & USED:
        brought, after = gain(table, use_card(table, s), CROUCH)
        found.append((HEART, brought - HEART, after, 0, CONVERTS))
        if s & HELD_HEART and not table.sneaker_strict_icons:
            found.append((0, brought, after & ~HELD_HEART, 0, CONVERTS | 1 << TARGET))


def moves(table: Table, s: int, found: list[Step]) -> None:
    """Adds the Movements on and back (RAY-MOVE-1 to 5, 8, FINISH-1, 5)."""
    paid, at, stance = s & ~FRESH, s & PLACE, s & STANCE
    if table.card == DASHER and stance == AIR and s & AIRS == ONE_AIR and not s & USED:
        paid = use_card(table, paid)  # the second Movement in the air
    for by, edge, deed in ((COLUMN, at, MOVES), (-COLUMN, at - COLUMN, MOVES | BACK)):
        if edge < 0 or table.wall[edge]:
            continue
        moved = paid + by
        if by > 0 and (at + by) // 4 % table.columns == 0:
            is_finish = (table.freed | table.worlds[s >> WORLD].freed).bit_count() >= 3
            if is_finish or (table.is_loose and table.may_finish):
                found.append((MOVE, -MOVE, moved & ~(STANCE | AIRS) | FINISHED, 0, deed))
                if is_finish:
                    continue
            if table.is_blocked_at_line:
                continue
        if not table.is_busy[at + by]:
            found.append((MOVE, -MOVE, settle(table, moved, s), 0, deed))
            continue
        for cost, brought, after, lack, met in enter(table, moved, s, can_dodge=stance != GLIDING):
            found.append((cost + MOVE, brought - cost - MOVE, settle(table, after, s), lack, deed | met))


def settle(table: Table, s: int, before: int) -> int:
    """Returns how the figure stands after a Movement or a drift (RAY-FALL-1, GLIDE-3 to 5, LEGEND-11)."""
    at, stance = s & PLACE, s & STANCE
    if stance == HURT:
        return s
    if stance == GLIDING:
        lands = table.floor[at] if at & 3 > 1 else not table.obstacle[at]
        return s & ~STANCE if lands else s
    if table.floor[at]:
        return s & ~(STANCE | AIRS) | (HURDLE if table.obstacle[at] else STAND)
    if table.card == DASHER and not before & USED:
        is_off_floor = before & STANCE == STAND or before & STANCE == HURDLE
        left = ONE_AIR if is_off_floor else max(0, (before & AIRS) - ONE_AIR)
        if left:
            return s & ~(STANCE | AIRS) | AIR | left
    return s & ~(STANCE | AIRS) | DROP


def jumps(table: Table, s: int, found: list[Step]) -> None:
    """Adds the Jump (RAY-JUMP-2 to 10, LEGEND-15, 16)."""
    at, stance = s & PLACE, s & STANCE
    is_second = table.card == SCRAMBLER and s & FRESH != 0 and not s & USED
    if at & 3 == 3:
        return
    if not (stance == STAND and table.floor[at] and can_rise(table, s)) and not (stance == AIR and is_second):
        return
    paid, bonus = s, 0
    if is_second and at & 3 == 2:
        bonus, paid = gain(table, use_card(table, s), MOVE)
    fresh = FRESH if at & 3 == 1 and table.card == SCRAMBLER else 0
    airs = 2 * ONE_AIR if table.card == DASHER and not s & USED else ONE_AIR
    for cost, brought, after, lack, met in enter(table, (paid & ~STANCE | JUMPING) + 1, s, can_dodge=True):
        if after & STANCE != HURT:
            after = after & ON_FOOT | fresh | (STAND if table.floor[after & PLACE] else AIR | airs)
        found.append((cost + JUMP, brought + bonus - cost - JUMP, after, lack, JUMPS | met))


def can_rise(table: Table, s: int) -> bool:
    """Tells whether a standing figure is not crouched."""
    return not (table.low[s & PLACE] if table.is_loose else table.is_covering(s))


def glides(table: Table, s: int, found: list[Step]) -> None:
    """Adds the beginning and the end of a Glide, and the Drifter's changes of level (RAY-GLIDE-1 to 11)."""
    at, stance = s & PLACE, s & STANCE
    if stance in (AIR, DROP) or (stance == STAND and can_rise(table, s)):
        found.append((GLIDE, -GLIDE, s & ON_FOOT | GLIDING, 0, GLIDES))
    if stance != GLIDING:
        return
    if not table.floor[at]:
        found.append((0, 0, s & ~STANCE | DROP, 0, ENDS_GLIDE))
    elif table.obstacle[at]:
        for cost, brought, after, lack, met in enter(table, s & ~STANCE, s, can_dodge=True):
            after = after if after & STANCE == HURT else after & ~STANCE | HURDLE
            found.append((cost, brought - cost, after, lack, ENDS_GLIDE | met))
    else:
        found.append((0, 0, s & ~STANCE, 0, ENDS_GLIDE))
    if table.card == DRIFTER and not s & USED:
        drifts(table, s, found)


def drifts(table: Table, s: int, found: list[Step]) -> None:
    """Adds the Drifter's changes of level in a Glide (RAY-LEGEND-6, 7)."""
    at = s & PLACE
    price, paid = 0 if table.drifter_free else MOVE, use_card(table, s)
    is_open_above = at & 3 < 3 and not table.low[at]
    is_open_below = at & 3 > 1 and not table.floor[at]
    for by, is_open, deed in ((1, is_open_above, DRIFTS), (-1, is_open_below, DRIFTS | BACK)):
        if is_open:
            for cost, brought, after, lack, met in enter(table, paid + by, s, can_dodge=False):
                after = settle(table, after, s)
                found.append((cost + price, brought - cost - price, after, lack, deed | met))


def falls(table: Table, s: int, found: list[Step]) -> None:
    """Adds falling one level (RAY-FALL-1, 3, 6, 9)."""
    for cost, brought, after, lack, met in enter(table, (s & ON_FOOT | FALLING) - 1, s, can_dodge=False):
        if after & STANCE != HURT:
            at = after & PLACE
            stance = DROP if not table.floor[at] else HURDLE if table.obstacle[at] else STAND
            after = after & ~STANCE | stance
        found.append((cost, brought - cost, after, lack, FALLS | met))


def retreat_and_go_on(table: Table, s: int) -> list[Step]:
    """Lists the retreats of a hurt player whose turn goes on (`damage_ends_turn` off, RAY-DAMAGE-8)."""
    found: list[Step] = []
    for at in retreats(table, s, NOBODY, -1, s & PLACE):
        after = table.without_shot(s & ON_FOOT & ~PLACE | at | IMMUNE, at)
        found.append((0, 0, table.with_covered(after, at), 0, RETREATS))
    return found
