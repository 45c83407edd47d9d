"""The steps of a turn: the one transition function, entering a space included (rayman-turn.md, Steps)."""

from __future__ import annotations

from collections import Counter

from companion.games.rayman import commands as c
from companion.games.rayman.commands import Cover, Meeting
from companion.games.rayman.dispute import Turn
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import hit, is_perch, retreats
from companion.games.rayman.rules.slaps import defeat, figure_slaps, gain, slaps, use_card
from companion.games.rayman.rules.table import Table, World

ON: pos.Deed = (c.Move, (1,), ())
BACK: pos.Deed = (c.Move, (-1,), ())
JUMP: pos.Deed = (c.Jump, (), ())
FALL: pos.Deed = (c.Fall, (), ())
GLIDE: pos.Deed = (c.StartGlide, (), ())
TAKE_HEART: pos.Deed = (c.TakeHeart, (), ())
"""What is done most often, made once."""
COVERED = (c.Move, c.Jump, c.Drift)
"""The commands that say what to do about a projectile in the space to which they lead."""
Ducked = tuple[int, int, Cover | None, tuple[str, ...]]
"""Cost and position under a ceiling or a projectile, what was chosen and how that is told."""
Met = tuple[int, int, int, int, Meeting | None, tuple[str, ...]]
"""The same for an enemy or the Boss, with what it brings and what must not be at hand."""


def enter(
    table: Table, s: int, before: int, deed: pos.Deed, price: int = 0, bonus: int = 0
) -> list[pos.Step]:
    """Lists the steps into the space where a position is, coming from another one, whatever is met there.

    Who is hurt on the way gets no bonus.
    """
    at = s & pos.PLACE
    if not table.is_busy[at]:
        return [(price, bonus - price, settle(table, s, before), 0, deed)]
    found: list[pos.Step] = []
    kind, args, _ = deed
    can_dodge = s & pos.STANCE != pos.GLIDING and s & pos.STANCE != pos.FALLING
    can_trip = table.obstacle[at] and table.options.obstacle_mode != "stop_only"
    for cost, ducked, cover, ducking in duck(table, s, before):
        for more, brought, met, lack, enemy, meeting in meet(table, ducked, can_dodge=can_dodge):
            after, hows, need = met, ducking + meeting, price + cost + more
            if can_trip and met & pos.STANCE != pos.GLIDING and met & pos.STANCE != pos.HURT:
                after, hows = hit(table, met), (*hows, "obstacle")
            extra = 0 if after & pos.STANCE == pos.HURT else bonus
            told = (enemy, cover) if kind in COVERED else (enemy,)
            done = (kind, args + told, hows)
            found.append((need, brought + extra - need, settle(table, after, before), lack, done))
    return found


def duck(table: Table, s: int, before: int) -> list[Ducked]:
    """Lists what can be done about a low ceiling or a projectile (RAY-CROUCH-1 to 8, PROJ-13)."""
    at = s & pos.PLACE
    is_low, is_shot = table.low[at], table.has_shot(s, at)
    if not is_low and not is_shot:
        return [(0, s, None, ())]
    grounded = s & ~pos.STANCE if s & pos.STANCE == pos.GLIDING else s
    was_on_foot = before & pos.STANCE == pos.STAND or before & pos.STANCE == pos.HURDLE
    cover: Cover | None = "crouch" if is_shot else None
    if table.floor[at] and was_on_foot and table.is_covering(before):
        return [(0, grounded, cover, ())]
    found: list[Ducked] = []
    if table.floor[at] and s & pos.STANCE != pos.FALLING:
        found.append((pos.CROUCH, grounded, cover, ("crouch" if is_low else "duck",)))
    if not is_low:
        found.append((0, hit(table, table.without_shot(s, at)), "hit", ("shot",)))
    return found


def meet(table: Table, s: int, *, can_dodge: bool) -> list[Met]:
    """Lists what can be done about an enemy or the Boss (RAY-ENEMY-1, 2, 12, 13, LEGEND-3, REST-5)."""
    at = s & pos.PLACE
    if s & pos.STANCE == pos.HURT or not table.is_guarded(s, at):
        return [(0, 0, s, 0, None, ())]
    is_boss = table.space[at] == table.boss
    brought, after = (0, s | pos.BOSS_SLAPPED) if is_boss else defeat(table, s, table.enemy[at])
    who = "boss" if is_boss else "enemy"
    found: list[Met] = [(table.price, brought, after, 0, "slap", (f"{who}_slap",))]
    if can_dodge and not is_boss and table.plays(s, pos.WEAVER):
        found.append((pos.CROUCH, pos.MOVE, use_card(table, s), 0, "dodge", ("enemy_dodge",)))
    lack = 0 if table.options.heart_optional else table.price
    return [*found, (0, 0, hit(table, s), lack, "hit", (f"{who}_hit",))]


def steps(table: Table, s: int) -> list[pos.Step]:
    """Lists every step from a position, whatever the player holds."""
    return steps_alone(table, s) + figure_slaps(table, s)


def steps_alone(table: Table, s: int) -> list[pos.Step]:
    """Lists the steps that leave other figures alone."""
    found = paces(table, s)
    stance = s & pos.STANCE
    if stance != pos.HURT:
        if stance != pos.FINISHED:
            slaps(table, s, found)
        trades(table, s, found)
    return found


def paces(table: Table, s: int) -> list[pos.Step]:
    """Lists the steps that bring the figure to another place or stance."""
    stance = s & pos.STANCE
    if stance == pos.HURT:
        return [] if table.options.damage_ends_turn else retreat_and_go_on(table, s)
    if stance == pos.FINISHED:
        return [(pos.MOVE, -pos.MOVE, s + pos.COLUMN, 0, ON)]
    found: list[pos.Step] = []
    if stance != pos.DROP and (stance != pos.AIR or s & pos.AIRS):
        moves(table, s, found)
    jumps(table, s, found)
    glides(table, s, found)
    if stance in (pos.DROP, pos.AIR) or (stance == pos.STAND and not table.floor[s & pos.PLACE]):
        found += enter(table, (s & pos.ON_FOOT | pos.FALLING) - 1, s, FALL)
    return found


def trades(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds what icons become (RAY-HEART-1, 2, LEGEND-2, 13)."""
    if not s & pos.HELD_HEART:
        found.append((pos.HEART, -pos.HEART, s | pos.HELD_HEART, 0, TAKE_HEART))
    if table.lum:
        brought, after = gain(table, s, table.lum)
        found.append((pos.LUM, brought - pos.LUM, after, 0, (c.UseLum, (), ())))
    if table.plays(s, pos.SNEAKER):
        brought, after = gain(table, use_card(table, s), pos.CROUCH)
        found.append((pos.HEART, brought - pos.HEART, after, 0, (c.Convert, ("icon",), ())))
        if s & pos.HELD_HEART and not table.options.sneaker_strict_icons:
            found.append((0, brought, after & ~pos.HELD_HEART, 0, (c.Convert, ("token",), ())))


def moves(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Movements on and back (RAY-MOVE-1 to 5, 8, FINISH-1, 5)."""
    paid, at, stance = s & ~pos.FRESH, s & pos.PLACE, s & pos.STANCE
    if stance == pos.AIR and s & pos.AIRS == pos.ONE_AIR and table.plays(s, pos.DASHER):
        paid = use_card(table, paid)  # the second Movement in the air
    for by, edge, deed in ((pos.COLUMN, at, ON), (-pos.COLUMN, at - pos.COLUMN, BACK)):
        if edge < 0 or table.wall[edge]:
            continue
        moved = paid + by
        if by > 0 and (at + by) // 4 % table.columns == 0:
            if table.has_three(s):
                after = moved & ~(pos.STANCE | pos.AIRS) | pos.FINISHED
                found.append((pos.MOVE, -pos.MOVE, after, 0, deed))
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
    can_dash, left = table.plays(before, pos.DASHER), 0
    if stance == pos.JUMPING:
        left = 2 * pos.ONE_AIR if can_dash else pos.ONE_AIR
    elif can_dash and stance != pos.FALLING:
        is_off_floor = before & pos.STANCE == pos.STAND or before & pos.STANCE == pos.HURDLE
        left = pos.ONE_AIR if is_off_floor else max(0, (before & pos.AIRS) - pos.ONE_AIR)
    return s | (pos.AIR | left if left else pos.DROP)


def jumps(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds the Jump (RAY-JUMP-2 to 10, LEGEND-15, 16)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    is_second = s & pos.FRESH != 0 and table.plays(s, pos.SCRAMBLER)
    if at & 3 == 3:
        return
    can_rise = stance == pos.STAND and table.floor[at] and not table.is_covering(s)
    if not can_rise and not (stance == pos.AIR and is_second):
        return
    paid, bonus = s & ~pos.FRESH, 0
    if is_second and at & 3 == 2:
        bonus, paid = pos.MOVE, use_card(table, paid)
    elif at & 3 == 1 and table.card == pos.SCRAMBLER:
        paid |= pos.FRESH
    found += enter(table, (paid & ~pos.STANCE | pos.JUMPING) + 1, s, JUMP, pos.JUMP, bonus)


def glides(table: Table, s: int, found: list[pos.Step]) -> None:
    """Adds a Glide's beginning and end, and the Drifter's levels (RAY-GLIDE-1 to 11, LEGEND-6, 7)."""
    at, stance = s & pos.PLACE, s & pos.STANCE
    if stance in (pos.AIR, pos.DROP) or (stance == pos.STAND and not table.is_covering(s)):
        found.append((pos.GLIDE, -pos.GLIDE, s & pos.ON_FOOT | pos.GLIDING, 0, GLIDE))
    if stance != pos.GLIDING:
        return
    ended = s & ~pos.STANCE
    if table.floor[at] and table.obstacle[at]:
        found += enter(table, ended, s, (c.EndGlide, (), ()))
    else:
        found.append((0, 0, ended if table.floor[at] else ended | pos.DROP, 0, (c.EndGlide, (), ())))
    if not table.plays(s, pos.DRIFTER):
        return
    price, paid = 0 if table.options.drifter_free else pos.MOVE, use_card(table, s)
    if at & 3 < 3 and not table.low[at]:
        found += enter(table, paid + 1, s, (c.Drift, (1,), ()), price)
    if at & 3 > 1 and not table.floor[at]:
        found += enter(table, paid - 1, s, (c.Drift, (-1,), ()), price)


def retreat_and_go_on(table: Table, s: int) -> list[pos.Step]:
    """Lists the retreats of a hurt player whose turn goes on (`damage_ends_turn` off, RAY-DAMAGE-8)."""
    found: list[pos.Step] = []
    for at in retreats(table, s, s & pos.PLACE):
        after = table.without_shot(s & pos.ON_FOOT & ~pos.PLACE | at | pos.IMMUNE, at)
        deed: pos.Deed = (c.PlaceFigure, (table.place(at),), ())
        found.append((0, 0, table.with_covered(after, at), 0, deed))
    return found


def open_turn(turn: Turn) -> Table:
    """Lays a turn out as it begins; enemies under figures, the own one too, are covered (RAY-ENEMY-7, 10)."""
    table, player = Table(turn), turn.player
    is_past_line, at = player.has_finished(table.columns), table.own
    standing = [other.at for other in turn.others] + ([] if is_past_line else [player.at])
    covered = pos.bit_set(turn.board.enemies, map(turn.board.space, standing))
    s = table.put(at, World(covered=covered, figures=table.figures))
    s |= pos.HELD_HEART if player.heart else 0
    if is_past_line or player.bubble:  # in a Bubble there is no turn: the figure stays (RAY-BUBBLE-9)
        s |= pos.FINISHED
    elif not table.floor[at]:
        s |= pos.STAND if is_perch(table, s, at) else pos.DROP
    elif table.obstacle[at]:
        s |= pos.HURDLE
    for icon in () if player.bubble else Counter(turn.pool).elements():
        brought, s = gain(table, s, 1 << 8 * pos.ICONS.index(icon))
        table.pool += brought
    table.opening = s
    return table
