"""Why a step of a turn is refused, in words and with the clauses behind it."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.naming import space_text
from companion.games.rayman.places import may_cross
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import priced, targets
from companion.games.rayman.state import State
from companion.games.rayman.turn.offers import MOST_DRIFTS, Offers


class Refused(NamedTuple):
    """Why a step is not possible, and by which clauses."""

    message: Message
    clauses: tuple[str, ...]


def refuse(key: str, *clauses: str, **params: str | int) -> Refused:
    """Puts a refusal into words."""
    return Refused(say(f"rayman.refuse.{key}", **params), clauses)


def first_of(*cases: tuple[bool, Refused]) -> Refused | None:
    """Returns the first of some refusals that applies."""
    return next((refused for applies, refused in cases if applies), None)


def why_not(offers: Offers, command: Command) -> Refused:
    """Says why a command of the active player is refused that the rules do not offer now."""
    why: Refused | None = None
    match command:
        case c.Move():
            why = _no_move(offers, command.by)
        case c.Jump():
            why = _no_jump(offers)
        case c.Drift():
            why = _no_drift(offers, command.by)
        case c.SlapEnemy():
            why = _no_enemy_slap(offers, command.at)
        case c.FreeTeensy():
            why = _no_freeing(offers, command.colour)
        case c.SlapFigure():
            why = _no_figure_slap(offers, command)
        case c.EndGlide() if offers.turn.stance != "glide":
            why = refuse("not_gliding", "RAY-GLIDE-9")
        case c.Fall() if not any(isinstance(offered, c.Fall) for offered, _ in offers.all):
            on_floor = refuse("on_floor", "RAY-BOARD-4", space=space_text(offers.state, offers.racer.at))
            is_up = offers.turn.stance in ("drop", "air")
            why = on_floor if is_up else refuse("not_falling", "RAY-FALL-1")
        case c.StartGlide():
            why = _no_glide(offers)
        case c.TakeHeart() | c.UseLum() | c.Convert():
            why = _no_icon(offers, command)
    return why or _no_entry(offers, command)


def _no_move(offers: Offers, by: int) -> Refused | None:
    board, turn, (p, level) = offers.state.board, offers.turn, offers.racer.at
    is_falling = turn.stance == "drop" or (turn.stance == "air" and turn.air_moves < 1)
    column = board.column(min(p, p + by))
    return first_of(
        (turn.pool.move < 1, refuse("moves", "RAY-MOVE-1")),
        (turn.stance == "finished", refuse("past_line", "RAY-FINISH-3")),
        (is_falling, refuse("falling", "RAY-FALL-3", "RAY-MOVE-8")),
        (p + by < 0, refuse("before_start", "RAY-MOVE-3")),
        (board.is_wall(column, level), refuse("wall", "RAY-MOVE-2", column=column, level=level)),
        (not may_cross(offers.state, turn.player, p + by), refuse("gate", "RAY-FINISH-5")),
    )


def _no_jump(offers: Offers) -> Refused | None:
    board, turn, at = offers.state.board, offers.turn, offers.racer.at
    return first_of(
        (turn.pool.jump < 1, refuse("jumps", "RAY-JUMP-2")),
        (at[1] > 2, refuse("top", "RAY-JUMP-10")),
        (turn.stance != "stand" or not board.is_floor(*at), refuse("jump_from_air", "RAY-JUMP-3")),
        (board.is_low(*at), refuse("crouched", "RAY-JUMP-5", "RAY-JUMP-6")),
        (offers.is_crouched(), refuse("crouched", "RAY-JUMP-6")),
    )


def _no_drift(offers: Offers, by: int) -> Refused | None:
    board, turn, (p, level) = offers.state.board, offers.turn, offers.racer.at
    is_free, is_used = offers.table.options.drifter_free, offers.position & pos.USED
    can_drift = turn.stance == "glide" and offers.racer.legendary == "drifter" and not is_used
    return first_of(
        (not can_drift, refuse("drift", "RAY-LEGEND-6")),
        (not is_free and turn.pool.move < 1, refuse("moves", "RAY-LEGEND-6")),
        (is_free and turn.drifts >= MOST_DRIFTS, refuse("drift_again", "RAY-LEGEND-6")),
        (not 1 <= level + by <= 3, refuse("top", "RAY-LEGEND-7")),
        (by < 0 and board.is_floor(p, level), refuse("drift_blocked", "RAY-LEGEND-7")),
        (by > 0 and board.is_low(p, level), refuse("drift_blocked", "RAY-LEGEND-7")),
    )


def _no_glide(offers: Offers) -> Refused | None:
    return first_of(
        (offers.turn.pool.glide < 1, refuse("glides", "RAY-GLIDE-1")),
        (offers.turn.stance == "stand" and offers.is_crouched(), refuse("glide_crouched", "RAY-GLIDE-8")),
        (True, refuse("glide_now", "RAY-GLIDE-9")),
    )


def _no_icon(offers: Offers, command: c.TakeHeart | c.UseLum | c.Convert) -> Refused | None:
    lacks_heart, is_taking = offers.turn.pool.heart < 1, isinstance(command, c.TakeHeart)
    return first_of(
        (isinstance(command, c.UseLum), refuse("lums", "RAY-LEGEND-1")),
        (is_taking and lacks_heart, refuse("hearts", "RAY-HEART-1")),
        (is_taking, refuse("has_heart", "RAY-HEART-2")),
        (lacks_heart and getattr(command, "source", "") == "icon", refuse("hearts", "RAY-LEGEND-13")),
        (True, refuse("convert", "RAY-LEGEND-13")),
    )


# The space to be entered


def _no_entry(offers: Offers, command: Command) -> Refused:
    """Says what about the space to be entered is in the way: its ceiling, what stands there, or its end."""
    state, at = offers.state, _target(offers, command)
    alike = [(offered, step) for offered, step in offers.all if _is_alike(offered, command)]
    met = [_met(offered) for offered, _ in alike]
    same = [step for offered, step in alike if offered == command]
    need, lack = (same[0][0], same[0][3]) if same else (0, 0)
    enemy, cover = _met(command)
    has_cover, has_enemy = cover in [covered for _, covered in met], any(other for other, _ in met)
    lacks_slap = pos.count(offers.pool, pos.SLAP) < pos.count(need, pos.SLAP)
    at_enemy, no_cover = refuse("meeting", "RAY-ENEMY-1", "RAY-ENEMY-2"), ("RAY-CROUCH-3", "RAY-PROJ-13")
    if state.is_boss_at(at):
        at_enemy = refuse("meeting_boss", "RAY-BOSS-13")
    why = first_of(
        (not alike, refuse("low_no_floor", "RAY-CROUCH-7", space=space_text(state, at))),
        (not same and not has_cover and cover is not None, refuse("no_projectile", "RAY-PROJ-13")),
        (not same and not has_cover, refuse("cover", *no_cover)),
        (not same and not has_enemy and enemy is not None, refuse("no_enemy", "RAY-ENEMY-1")),
        (not same, at_enemy),
        (any(pos.is_payable(offers.pool, step) for step in same), no_end_left(state, at)),
        (enemy == "slap" and lacks_slap, refuse("no_slap", "RAY-ENEMY-1", "RAY-ENEMY-13")),
        (enemy == "dodge", refuse("crouch", "RAY-LEGEND-3")),
        (enemy == "hit" and lack > 0, at_enemy),
        (cover == "crouch", refuse("cover", *no_cover)),
    )
    return why or refuse("low", "RAY-CROUCH-1", space=space_text(state, at))


def no_end_left(state: State, at: c.Place) -> Refused:
    """Says that a step would leave the turn without a legal end."""
    space, is_shot = space_text(state, at), state.projectile_at(at) is not None
    why = first_of(
        (is_shot, refuse("no_end_projectile", "RAY-REST-9", "RAY-CROUCH-6", space=space)),
        (state.is_boss_at(at), refuse("no_end_boss", "RAY-REST-9", "RAY-REST-5", space=space)),
    )
    return why or refuse("no_end", "RAY-REST-9")


def _is_alike(offered: Command, command: Command) -> bool:
    return type(offered) is type(command) and getattr(offered, "by", 0) == getattr(command, "by", 0)


def _met(command: Command) -> tuple[str | None, str | None]:
    """Returns what a command does about an enemy and a projectile."""
    return getattr(command, "enemy", None), getattr(command, "projectile", None)


def _target(offers: Offers, command: Command) -> c.Place:
    p, level = offers.racer.at
    match command:
        case c.Move():
            return p + command.by, level
        case c.Drift():
            return p, level + command.by
    return p, level + isinstance(command, c.Jump) - isinstance(command, c.Fall)


# Slaps


def _no_price(offers: Offers, place: c.Place, extra: int = 0) -> Refused:
    """Says why a Slap at a space cannot be dealt."""
    table, position, (column, level) = offers.table, offers.position, offers.state.space(place)
    near = targets(table, position)
    if column * 4 + level not in near:
        clauses = ("RAY-SLAP-3", "RAY-SLAP-4", "RAY-SLAP-5", "RAY-SLAP-6")
        return refuse("out_of_reach", *clauses, space=space_text(offers.state, place))
    needed = pos.count(priced(table, position, near[column * 4 + level][0])[0], pos.SLAP) + extra
    return refuse("slaps", "RAY-SLAP-1", "RAY-SLAP-2", needed=needed, left=pos.count(offers.pool, pos.SLAP))


def _no_enemy_slap(offers: Offers, at: c.Place) -> Refused:
    state, turn = offers.state, offers.turn
    is_there = at in state.board.enemies and not state.is_boss_at(at)
    is_covered = at in turn.covered and not state.options.covered_enemy_slap
    why = first_of(
        (not is_there, refuse("no_enemy", "RAY-ENEMY-1")),
        (at in turn.defeated, refuse("defeated", "RAY-ENEMY-5")),
        (is_covered, refuse("covered", "RAY-ENEMY-8")),
    )
    return why or _no_price(offers, at, state.extra_slaps)


def _no_freeing(offers: Offers, colour: str) -> Refused:
    space = offers.state.board.space_of_teensy(colour)
    if space is None:
        return refuse("no_teensy", "RAY-TEENSY-1")
    return refuse("freed", "RAY-TEENSY-3") if colour in offers.racer.freed else _no_price(offers, space)


def _no_figure_slap(offers: Offers, command: c.SlapFigure) -> Refused:
    state, name = offers.state, command.figure
    if name == command.player or name not in [racer.name for racer in state.racers]:
        return refuse("no_figure", "RAY-SLAP-8")
    target = state.racer(name)
    is_mode = target.bubble == "mode"
    is_slapped = target.is_slapped and state.options.slap_limit != "unlimited"
    has_other_way = any(getattr(offered, "figure", "") == name for offered in offers.payable())
    why = first_of(
        (target.has_finished, refuse("target_finished", "RAY-SLAP-18")),
        (target.is_waiting, refuse("not_there", "RAY-SETUP-12", player=name)),
        (target.is_absent, refuse("absent", "RAY-SLAP-20", player=name)),
        (is_mode and command.push != 0, refuse("burst_only", "RAY-COOP-9")),
        (is_mode, _no_price(offers, target.at)),
        (command.push == 0, refuse("no_bubble", "RAY-COOP-9")),
        (bool(target.bubble), refuse("bubbled", "RAY-SLAP-17")),
        (is_slapped, refuse("slapped", "RAY-SLAP-11")),
        (has_other_way, refuse("direction", "RAY-SLAP-8", "RAY-SLAP-9")),
    )
    return why or _no_price(offers, target.at)
