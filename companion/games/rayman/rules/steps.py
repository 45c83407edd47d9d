"""The steps of a turn: the one transition function, entering a space included (rayman-turn.md, Steps)."""

from __future__ import annotations

from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import hit, retreats
from companion.games.rayman.rules.slaps import defeat, figure_slaps, gain, slaps, use_card
from companion.games.rayman.rules.table import Table


def hits(table: Table, s: int) -> list[tuple[int, int]]:
    """Lists what a hit takes and how it leaves the player; taken loosely, it takes a Heart of the pool."""
    if table.is_loose and not s & pos.IMMUNE:
        return [(0, s & ~pos.STANCE | pos.HURT), (pos.HEART, hit(table, s | pos.HELD_HEART))]
    return [(0, hit(table, s))]


def enter(table: Table, s: int, before: int, deed: int, price: int = 0, bonus: int = 0) -> list[pos.Step]:
    """Lists the steps into the space where a position is, coming from another one, whatever is met there.

    Who is hurt on the way gets no bonus.
    """
    at = s & pos.PLACE
    if not table.is_busy[at]:
        return [(price, bonus - price, settle(table, s, before), 0, deed)]
    found: list[pos.Step] = []
    can_dodge = s & pos.STANCE != pos.GLIDING and s & pos.STANCE != pos.FALLING
    can_trip = table.obstacle[at] and table.options.obstacle_mode != "stop_only"
    for cost, ducked, cover in duck(table, s, before):
        for more, brought, met, lack, meeting in meet(table, ducked, can_dodge=can_dodge):
            done, outcomes = deed | cover | meeting, [(0, met)]
            if can_trip and met & pos.STANCE != pos.GLIDING and met & pos.STANCE != pos.HURT:
                done, outcomes = done | pos.TRIPS, hits(table, met)
            for toll, after in outcomes:
                need = price + cost + more + toll
                extra = 0 if after & pos.STANCE == pos.HURT else bonus
                found.append((need, brought + extra - need, settle(table, after, before), lack, done))
    return found


def duck(table: Table, s: int, before: int) -> list[tuple[int, int, int]]:
    """Lists cost, position and cover at a low ceiling or a projectile (RAY-CROUCH-1 to 8, PROJ-13)."""
    at = s & pos.PLACE
    s &= ~pos.SHOT_GONE
    is_low = table.low[at]
    if not is_low and not table.has_shot(s, at):
        return [(0, s, 0)]
    found: list[tuple[int, int, int]] = []
    grounded = s & ~pos.STANCE if s & pos.STANCE == pos.GLIDING else s
    was_crouched = (
        before & pos.STANCE == pos.STAND or before & pos.STANCE == pos.HURDLE
    ) and table.is_covering(before)
    if was_crouched and table.floor[at]:
        found.append((0, grounded, pos.STAYS_CROUCHED))
    else:
        if table.floor[at] and s & pos.STANCE != pos.FALLING:
            found.append((pos.CROUCH, grounded, pos.CROUCHES))
        if not is_low:
            found += [(toll, after, pos.IS_SHOT) for toll, after in hits(table, table.without_shot(s, at))]
    if table.is_loose and table.has_shot(s, at):
        toll = 0 if s & pos.IMMUNE else pos.HEART
        removed = found if is_low else [(0, s, 0)]
        found = found + [
            (cost + toll, after | pos.SHOT_GONE, cover | pos.WAS_GONE) for cost, after, cover in removed
        ]
    return found


def meet(table: Table, s: int, *, can_dodge: bool) -> list[pos.Step]:
    """Lists what can be done about an enemy or the Boss (RAY-ENEMY-1, 2, 12, 13, LEGEND-3, REST-5)."""
    at = s & pos.PLACE
    is_boss = table.space[at] == table.boss
    if s & pos.STANCE == pos.HURT or (table.enemy[at] < 0 and not is_boss):
        return [(0, 0, s, 0, 0)]
    found: list[pos.Step] = []
    if table.has_enemy(s, at):
        brought, after = defeat(table, s, table.enemy[at])
        found.append((table.price, brought, after, 0, pos.BY_SLAP))
        if table.card == pos.WEAVER and can_dodge and not s & pos.USED:
            found.append((pos.CROUCH, pos.MOVE, use_card(table, s), 0, pos.BY_DODGE))
    elif is_boss and not s & pos.BOSS_SLAPPED:
        found.append((table.price, 0, s | pos.BOSS_SLAPPED, 0, pos.BY_SLAP))
    else:
        return [(0, 0, s, 0, 0)]
    lack = 0 if table.options.heart_optional else table.price
    found += [(toll, 0, after, lack, pos.BY_HIT) for toll, after in hits(table, s)]
    return found


def steps(table: Table, s: int) -> list[pos.Step]:
    """Lists every step from a position, whatever the player holds."""
    return steps_alone(table, s) + figure_slaps(table, s)


def steps_alone(table: Table, s: int) -> list[pos.Step]:
    """Lists the steps that leave other figures alone."""
    found: list[pos.Step] = []
    stance = s & pos.STANCE
    if stance == pos.HURT:
        return found if table.options.damage_ends_turn or table.is_loose else retreat_and_go_on(table, s)
    if stance == pos.FINISHED:
        found.append((pos.MOVE, -pos.MOVE, s + pos.COLUMN, 0, pos.MOVES))
        if not table.is_loose:
            trades(table, s, found)
        return found
    if stance != pos.DROP and (stance != pos.AIR or s & pos.AIRS):
        moves(table, s, found)
    jumps(table, s, found)
    glides(table, s, found)
    if stance in (pos.DROP, pos.AIR) or (stance == pos.STAND and not table.floor[s & pos.PLACE]):
        found += enter(table, (s & pos.ON_FOOT | pos.FALLING) - 1, s, pos.FALLS)
    if not table.is_loose:
        slaps(table, s, found)
        trades(table, s, found)
    elif table.card == pos.SMASHER:
        found.append((2 * pos.SLAP, pos.MOVE - 2 * pos.SLAP, s, 0, 0))
    return found


def trades(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds what icons become (RAY-HEART-1, 2, LEGEND-2, 13)."""
    if not s & pos.HELD_HEART:
        found.append((pos.HEART, -pos.HEART, s | pos.HELD_HEART, 0, pos.TAKES_HEART))
    if table.lum:
        brought, after = gain(table, s, table.lum)
        found.append((pos.LUM, brought - pos.LUM, after, 0, pos.USES_LUM))
    if table.card == pos.SNEAKER and not s & pos.USED:
        brought, after = gain(table, use_card(table, s), pos.CROUCH)
        found.append((pos.HEART, brought - pos.HEART, after, 0, pos.CONVERTS))
        if s & pos.HELD_HEART and not table.options.sneaker_strict_icons:
            found.append((0, brought, after & ~pos.HELD_HEART, 0, pos.CONVERTS | 1 << pos.TARGET))


def moves(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Movements on and back (RAY-MOVE-1 to 5, 8, FINISH-1, 5)."""
    paid, at, stance = s & ~pos.FRESH, s & pos.PLACE, s & pos.STANCE
    if table.card == pos.DASHER and stance == pos.AIR and s & pos.AIRS == pos.ONE_AIR and not s & pos.USED:
        paid = use_card(table, paid)  # the second Movement in the air
    for by, edge, deed in ((pos.COLUMN, at, pos.MOVES), (-pos.COLUMN, at - pos.COLUMN, pos.MOVES | pos.BACK)):
        if edge < 0 or table.wall[edge]:
            continue
        moved = paid + by
        if by > 0 and (at + by) // 4 % table.columns == 0:
            is_finish = (table.freed | table.worlds[s >> pos.WORLD].freed).bit_count() >= 3
            if is_finish or (table.is_loose and table.may_finish):
                found.append((pos.MOVE, -pos.MOVE, moved & ~(pos.STANCE | pos.AIRS) | pos.FINISHED, 0, deed))
                if is_finish:
                    continue
            if table.options.finish_gate == "blocked_at43":
                continue
        found += enter(table, moved, s, deed, pos.MOVE)


def settle(table: Table, s: int, before: int) -> int:
    """Returns how the figure stands in a space that it has come to (RAY-FALL-1, GLIDE-3 to 5, LEGEND-11)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    if stance == pos.HURT:
        return s
    if stance == pos.GLIDING:
        lands = table.floor[at] if at & 3 > 1 else not table.obstacle[at]
        return s & ~pos.STANCE if lands else s
    s &= ~(pos.STANCE | pos.AIRS)
    if table.floor[at]:
        return s | (pos.HURDLE if table.obstacle[at] else pos.STAND)
    can_dash, left = table.card == pos.DASHER and not before & pos.USED, 0
    if stance == pos.JUMPING:
        left = 2 * pos.ONE_AIR if can_dash else pos.ONE_AIR
    elif can_dash and stance != pos.FALLING:
        is_off_floor = before & pos.STANCE == pos.STAND or before & pos.STANCE == pos.HURDLE
        left = pos.ONE_AIR if is_off_floor else max(0, (before & pos.AIRS) - pos.ONE_AIR)
    return s | (pos.AIR | left if left else pos.DROP)


def jumps(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Jump (RAY-JUMP-2 to 10, LEGEND-15, 16)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    is_second = table.card == pos.SCRAMBLER and s & pos.FRESH != 0 and not s & pos.USED
    if at & 3 == 3:
        return
    if not (stance == pos.STAND and table.floor[at] and can_rise(table, s)) and not (
        stance == pos.AIR and is_second
    ):
        return
    paid, bonus = s & ~pos.FRESH, 0
    if is_second and at & 3 == 2:
        bonus, paid = pos.MOVE, use_card(table, paid)
    elif at & 3 == 1 and table.card == pos.SCRAMBLER:
        paid |= pos.FRESH
    found += enter(table, (paid & ~pos.STANCE | pos.JUMPING) + 1, s, pos.JUMPS, pos.JUMP, bonus)


def can_rise(table: Table, s: int) -> bool:
    """Tells whether a standing figure is not crouched."""
    return not (table.low[s & pos.PLACE] if table.is_loose else table.is_covering(s))


def glides(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the beginning and the end of a Glide, and the Drifter's changes of level (RAY-GLIDE-1 to 11)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    if stance in (pos.AIR, pos.DROP) or (stance == pos.STAND and can_rise(table, s)):
        found.append((pos.GLIDE, -pos.GLIDE, s & pos.ON_FOOT | pos.GLIDING, 0, pos.GLIDES))
    if stance != pos.GLIDING:
        return
    ended = s & ~pos.STANCE
    if table.floor[at] and table.obstacle[at]:
        found += enter(table, ended, s, pos.ENDS_GLIDE)
    else:
        found.append((0, 0, ended if table.floor[at] else ended | pos.DROP, 0, pos.ENDS_GLIDE))
    if table.card == pos.DRIFTER and not s & pos.USED:
        drifts(table, s, found)


def drifts(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Drifter's changes of level in a Glide (RAY-LEGEND-6, 7)."""
    at = s & pos.PLACE
    price, paid = 0 if table.options.drifter_free else pos.MOVE, use_card(table, s)
    is_open_above = at & 3 < 3 and not table.low[at]
    is_open_below = at & 3 > 1 and not table.floor[at]
    for by, is_open, deed in ((1, is_open_above, pos.DRIFTS), (-1, is_open_below, pos.DRIFTS | pos.BACK)):
        if is_open:
            found += enter(table, paid + by, s, deed, price)


def retreat_and_go_on(table: Table, s: int) -> list[pos.Step]:
    """Lists the retreats of a hurt player whose turn goes on (`damage_ends_turn` off, RAY-DAMAGE-8)."""
    found: list[pos.Step] = []
    for at in retreats(table, s, s & pos.PLACE):
        after = table.without_shot(s & pos.ON_FOOT & ~pos.PLACE | at | pos.IMMUNE, at)
        found.append((0, 0, table.with_covered(after, at), 0, pos.RETREATS))
    return found
