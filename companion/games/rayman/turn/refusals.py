"""Why a step of a turn is refused, in words and with the clauses behind it."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.naming import space_text
from companion.games.rayman.places import may_cross
from companion.games.rayman.rules.position import PLACE, SLAP, count, is_payable
from companion.games.rayman.rules.slaps import in_reach, reach_of
from companion.games.rayman.state import Racer, State, Turn
from companion.games.rayman.turn.offers import MOST_DRIFTS, Offers


class Refused(NamedTuple):
    """Why a step is not possible, and by which clauses."""

    message: Message
    clauses: tuple[str, ...]


def refuse(key: str, *clauses: str, **params: str | int) -> Refused:
    """Puts a refusal into words."""
    return Refused(say(f"rayman.refuse.{key}", **params), clauses)


def why_not(offers: Offers, command: Command) -> Refused:
    """Says why a command of the active player is refused that the rules do not offer now."""
    state = offers.state
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    match command:
        case c.Move():
            why = _no_move(state, turn, racer, command.by)
        case c.Jump():
            why = _no_jump(state, turn, racer)
        case c.Drift():
            why = _no_drift(state, turn, racer, command.by)
        case c.Fall():
            why = None if _falls(offers) else _no_fall(state, turn, racer)
        case c.StartGlide():
            why = _no_glide(offers, turn)
        case c.EndGlide():
            why = refuse("not_gliding", "RAY-GLIDE-9") if turn.stance != "glide" else None
        case c.SlapEnemy():
            return _no_enemy_slap(offers, command)
        case c.FreeTeensy():
            return _no_freeing(offers, command)
        case c.SlapFigure():
            return _no_figure_slap(offers, command)
        case c.TakeHeart():
            has_heart = refuse("has_heart", "RAY-HEART-2")
            return refuse("hearts", "RAY-HEART-1") if turn.pool.heart < 1 else has_heart
        case c.UseLum():
            return refuse("lums", "RAY-LEGEND-1")
        case _:
            is_icon = isinstance(command, c.Convert) and command.source == "icon" and turn.pool.heart < 1
            return refuse("hearts" if is_icon else "convert", "RAY-LEGEND-13")
    return why or _no_entry(offers, command)


def _no_move(state: State, turn: Turn, racer: Racer, by: int) -> Refused | None:
    p, level = racer.at
    if turn.pool.move < 1:
        return refuse("moves", "RAY-MOVE-1")
    if turn.stance == "finished":
        return refuse("past_line", "RAY-FINISH-3")
    if turn.stance == "drop" or (turn.stance == "air" and turn.air_moves < 1):
        return refuse("falling", "RAY-FALL-3", "RAY-MOVE-8")
    if p + by < 0:
        return refuse("before_start", "RAY-MOVE-3")
    if state.board.is_wall(p if by > 0 else p - 1, level):
        column = min(p, p + by) % state.board.columns
        return refuse("wall", "RAY-MOVE-2", column=column, level=level)
    return None if may_cross(state, racer.name, p + by) else refuse("gate", "RAY-FINISH-5")


def _no_jump(state: State, turn: Turn, racer: Racer) -> Refused | None:
    p, level = racer.at
    if turn.pool.jump < 1:
        return refuse("jumps", "RAY-JUMP-2")
    if level > 2:
        return refuse("top", "RAY-JUMP-10")
    if turn.stance == "stand" and state.board.is_floor(p, level):
        if state.board.is_low(p, level):
            return refuse("crouched", "RAY-JUMP-5", "RAY-JUMP-6")
        if state.projectile_at(racer.at) is not None:
            return refuse("crouched", "RAY-JUMP-6")
        return None
    return refuse("jump_from_air", "RAY-JUMP-3")


def _no_drift(state: State, turn: Turn, racer: Racer, by: int) -> Refused | None:
    p, level = racer.at
    is_used = state.options.legendary_once and racer.has_used_legendary
    if turn.stance != "glide" or racer.legendary != "drifter" or is_used:
        return refuse("drift", "RAY-LEGEND-6")
    if not state.options.drifter_free and turn.pool.move < 1:
        return refuse("moves", "RAY-LEGEND-6")
    if state.options.drifter_free and turn.drifts >= MOST_DRIFTS:
        return refuse("drift_again", "RAY-LEGEND-6")
    if not 1 <= level + by <= 3:
        return refuse("top", "RAY-LEGEND-7")
    is_blocked = state.board.is_floor(p, level) if by < 0 else state.board.is_low(p, level)
    return refuse("drift_blocked", "RAY-LEGEND-7") if is_blocked else None


def _falls(offers: Offers) -> bool:
    return any(isinstance(offer.command, c.Fall) for offer in offers.all)


def _no_fall(state: State, turn: Turn, racer: Racer) -> Refused:
    if turn.stance in ("drop", "air"):
        return refuse("on_floor", "RAY-BOARD-4", space=space_text(state, racer.at))
    return refuse("not_falling", "RAY-FALL-1")


def _no_glide(offers: Offers, turn: Turn) -> Refused:
    if turn.pool.glide < 1:
        return refuse("glides", "RAY-GLIDE-1")
    if turn.stance == "stand" and offers.table.is_covering(offers.position):
        return refuse("glide_crouched", "RAY-GLIDE-8")
    return refuse("glide_now", "RAY-GLIDE-9")


def _no_entry(offers: Offers, command: Command) -> Refused:
    """Says what about the space to be entered is in the way: its ceiling, what stands there, or its end."""
    state, pool = offers.state, offers.pool
    alike = [offer for offer in offers.all if _is_alike(offer.command, command)]
    if not alike:
        space = space_text(state, _target(state, command))
        return refuse("low_no_floor", "RAY-CROUCH-7", space=space)
    same = [offer for offer in alike if offer.command == command]
    enemy, cover = getattr(command, "enemy", None), getattr(command, "projectile", None)
    if not same:
        if cover not in {getattr(offer.command, "projectile", None) for offer in alike}:
            if cover is None:
                return refuse("cover", "RAY-CROUCH-3", "RAY-PROJ-13")
            return refuse("no_projectile", "RAY-PROJ-13")
        if enemy not in {getattr(offer.command, "enemy", None) for offer in alike}:
            is_met = any(getattr(offer.command, "enemy", None) for offer in alike)
            if not is_met:
                return refuse("no_enemy", "RAY-ENEMY-1")
        return _no_meeting(state, command)
    if any(is_payable(pool, offer.step) for offer in same):
        return no_end_left(state, _target(state, command))
    need = same[0].step[0]
    if enemy == "slap" and count(pool, SLAP) < count(need, SLAP):
        return refuse("no_slap", "RAY-ENEMY-1", "RAY-ENEMY-13")
    if enemy == "dodge":
        return refuse("crouch", "RAY-LEGEND-3")
    if enemy == "hit" and same[0].step[3]:
        return _no_meeting(state, command)
    if cover == "crouch":
        return refuse("cover", "RAY-CROUCH-3", "RAY-PROJ-13")
    return refuse("low", "RAY-CROUCH-1", space=space_text(state, _target(state, command)))


def no_end_left(state: State, at: c.Place) -> Refused:
    """Says that a step would leave the turn without a legal end."""
    if state.projectile_at(at) is not None:
        return refuse("no_end_projectile", "RAY-REST-9", "RAY-CROUCH-6", space=space_text(state, at))
    if state.is_boss_at(at):
        return refuse("no_end_boss", "RAY-REST-9", "RAY-REST-5", space=space_text(state, at))
    return refuse("no_end", "RAY-REST-9")


def _is_alike(offered: Command, command: Command) -> bool:
    return type(offered) is type(command) and getattr(offered, "by", 0) == getattr(command, "by", 0)


def _no_meeting(state: State, command: Command) -> Refused:
    if state.is_boss_at(_target(state, command)):
        return refuse("meeting_boss", "RAY-BOSS-13")
    return refuse("meeting", "RAY-ENEMY-1", "RAY-ENEMY-2")


def _target(state: State, command: Command) -> c.Place:
    assert state.turn is not None
    p, level = state.racer(state.turn.player).at
    match command:
        case c.Move():
            return p + command.by, level
        case c.Jump():
            return p, level + 1
        case c.Drift():
            return p, level + command.by
        case c.Fall():
            return p, level - 1
    return p, level


# Slaps


def _no_price(offers: Offers, place: c.Place, extra: int = 0) -> Refused:
    """Says why a Slap at a space cannot be dealt."""
    state, table = offers.state, offers.table
    if state.turn is not None and state.turn.stance == "finished":
        return refuse("finished", "RAY-FINISH-4")
    column, level = state.space(place)
    near = in_reach(table, table.space[offers.position & PLACE]).get(column * 4 + level)
    if near is None or near[0] > reach_of(table, offers.position):
        clauses = ("RAY-SLAP-3", "RAY-SLAP-4", "RAY-SLAP-5", "RAY-SLAP-6")
        return refuse("out_of_reach", *clauses, space=space_text(state, place))
    needed = [
        count(offer.step[0], SLAP)
        for offer in offers.all
        if isinstance(offer.command, c.SlapEnemy | c.FreeTeensy | c.SlapFigure)
        and not is_payable(offers.pool, offer.step)
    ]
    least = near[0] + 1 + extra
    price = min([number for number in needed if number <= least] or [least])
    return refuse("slaps", "RAY-SLAP-1", "RAY-SLAP-2", needed=price, left=count(offers.pool, SLAP))


def _no_enemy_slap(offers: Offers, command: c.SlapEnemy) -> Refused:
    state, turn, space = offers.state, offers.state.turn, command.at
    assert turn is not None
    if not state.board.is_enemy(*space) or space[0] >= state.board.columns or state.is_boss_at(space):
        return refuse("no_enemy", "RAY-ENEMY-1")
    if space in turn.defeated:
        return refuse("defeated", "RAY-ENEMY-5")
    if space in turn.covered and not state.options.covered_enemy_slap:
        return refuse("covered", "RAY-ENEMY-8")
    return _no_price(offers, space, state.extra_slaps)


def _no_freeing(offers: Offers, command: c.FreeTeensy) -> Refused:
    state = offers.state
    space = state.board.space_of_teensy(command.colour)
    if space is None:
        return refuse("no_teensy", "RAY-TEENSY-1")
    if command.colour in state.racer(command.player).freed:
        return refuse("freed", "RAY-TEENSY-3")
    return _no_price(offers, space)


def _no_figure_slap(offers: Offers, command: c.SlapFigure) -> Refused:
    state = offers.state
    if command.figure == command.player or command.figure not in [racer.name for racer in state.racers]:
        return refuse("no_figure", "RAY-SLAP-8")
    target = state.racer(command.figure)
    if target.has_finished:
        return refuse("target_finished", "RAY-SLAP-18")
    if target.is_waiting:
        return refuse("not_there", "RAY-SETUP-12", player=target.name)
    if target.is_absent:
        return refuse("absent", "RAY-SLAP-20", player=target.name)
    if target.bubble == "mode":
        return refuse("burst_only", "RAY-COOP-9") if command.push else _no_price(offers, target.at)
    if command.push == 0:
        return refuse("no_bubble", "RAY-COOP-9")
    if target.bubble:
        return refuse("bubbled", "RAY-SLAP-17")
    if target.is_slapped and state.options.slap_limit != "unlimited":
        return refuse("slapped", "RAY-SLAP-11")
    if any(getattr(offer.command, "figure", "") == target.name for offer in offers.payable()):
        return refuse("direction", "RAY-SLAP-8", "RAY-SLAP-9")
    return _no_price(offers, target.at)
