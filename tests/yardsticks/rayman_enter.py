"""What a space does to the player's own figure that comes in (T:44-61), and what damage leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.yardsticks.rayman_moved import retreats
from tests.yardsticks.rayman_table import State, Table


class Outcome(NamedTuple):
    """A state after a step, whether the figure was hurt in it, and whether that ends the turn (T:61)."""

    state: State
    is_hurt: bool = False
    is_over: bool = False


def damage(table: Table, state: State) -> Iterator[Outcome]:
    """T:58-61, from where the state's figure is; with `damage_ends_turn` off the turn goes on (C1-8)."""
    for p, level in retreats(table, state, state.p, state.l, None):
        at = table.space_of(p, level)
        covered = state.covered | ({at} & table.enemies)  # it comes to rest there (C5-28)
        there = state._replace(p=p, l=level, projectiles=state.projectiles - {at}, covered=covered)
        there = there._replace(immune=True, stance="stand", air_moves=0, in_row=False)
        yield Outcome(there, is_hurt=True, is_over=bool(table.options["damage_ends_turn"]))


def hit(table: Table, state: State) -> State | None:
    """T:56: the Heart is lost; None is damage. Who is immune is not hit (C1-27)."""
    if state.immune:
        return state
    if state.heart:
        return state._replace(heart=False, immune=bool(table.options["heart_gives_immunity"]))
    return None


def defeat(table: Table, state: State, at: tuple[int, int]) -> State:
    """An enemy is defeated: the next token joins the pool (T:51, T:80, formats: `turn.drawn`)."""
    state = state._replace(defeated=state.defeated | {at}, draws=state.draws + 1)
    if table.unseen_tokens:
        return state.plus("wild", 2)
    if state.draws <= len(table.drawn):
        for icon in table.drawn[state.draws - 1]:
            state = table.gain(state, icon, 1)
    return state


class Entering(NamedTuple):
    """A figure on its way into a space."""

    state: State
    is_gliding: bool
    is_hurt: bool = False


def enter(table: Table, state: State, p: int, level: int, how: str) -> Iterator[Outcome]:
    """Goes into p/level on `foot`, by `jump`, `fall` or `glide`; what the step costs has been paid.

    The state that comes out has its new place, and `glide` or `stand` as its stance: the step says the rest.
    """
    is_crouched = how == "foot" and is_crouching(table, state)
    here = state._replace(p=p, l=level)
    ways = [Entering(here, how == "glide")]
    for meet in (_ceiling, _enemy, _boss, _obstacle):
        after: list[Entering] = []
        for way in ways:
            after += [way] if way.is_hurt else meet(table, way, how, is_crouched)
        ways = after
    for way in ways:
        if way.is_hurt:
            yield from damage(table, way.state)
        else:
            yield Outcome(way.state._replace(stance="glide" if way.is_gliding else "stand"))


def is_crouching(table: Table, state: State) -> bool:
    """T:23: in a low space, or under a projectile, standing means crouched."""
    at = table.space_of(state.p, state.l)
    return state.stance in ("stand", "hurdle") and (at in table.thick or at in state.projectiles)


def _hit(table: Table, way: Entering) -> Entering:
    after = hit(table, way.state)
    return way._replace(is_hurt=True) if after is None else way._replace(state=after)


def _ceiling(table: Table, way: Entering, how: str, is_crouched: bool) -> Iterator[Entering]:
    """T:45-48."""
    state = way.state
    at = table.space_of(state.p, state.l)
    is_low = at in table.thick
    if not is_low and at not in state.projectiles:
        yield way
        return
    has_floor = table.floor(*at)
    if has_floor and is_crouched:
        yield way._replace(is_gliding=False)  # already paid; no hit by choice (C5-34)
        return
    if has_floor and how != "fall" and state.has("crouch"):
        yield Entering(state.minus("crouch"), is_gliding=False)
    if not is_low:
        yield _hit(table, way._replace(state=state._replace(projectiles=state.projectiles - {at})))


def _enemy(table: Table, way: Entering, how: str, is_crouched: bool) -> Iterator[Entering]:
    """T:49-52, T:85-86."""
    state = way.state
    at = table.space_of(state.p, state.l)
    if at not in table.enemies or at in state.defeated or at == table.boss:
        yield way
        return
    can_slap = state.has("slap", 1 + table.extra_slaps)
    if at in state.covered:
        yield way
        if can_slap and table.options["covered_enemy_slap"]:  # B11, B12
            yield way._replace(state=defeat(table, state.minus("slap", 1 + table.extra_slaps), at))
        return
    if can_slap:
        yield way._replace(state=defeat(table, state.minus("slap", 1 + table.extra_slaps), at))
    can_dodge = table.legend == "weaver" and how in ("foot", "jump") and state.has("crouch")
    if can_dodge and not state.ability_used:
        dodged = state.minus("crouch").plus("move", 1)
        yield way._replace(state=table.use_ability(dodged))
    if not can_slap or table.options["heart_optional"]:
        yield _hit(table, way)


def _boss(table: Table, way: Entering, how: str, is_crouched: bool) -> Iterator[Entering]:
    """T:52-53; the Weaver does not dodge it (C5-33)."""
    state = way.state
    if table.space_of(state.p, state.l) != table.boss or state.boss_slapped:
        yield way
        return
    can_slap = state.has("slap", 1 + table.extra_slaps)
    if can_slap:
        yield way._replace(state=state.minus("slap", 1 + table.extra_slaps)._replace(boss_slapped=True))
    if not can_slap or table.options["heart_optional"]:
        yield _hit(table, way)


def _obstacle(table: Table, way: Entering, how: str, is_crouched: bool) -> Iterator[Entering]:
    """T:54; `stop_only`: no hit on entering (C5-35)."""
    at = table.space_of(way.state.p, way.state.l)
    if not table.is_obstacle(*at) or way.is_gliding or table.options["obstacle_mode"] == "stop_only":
        yield way
    else:
        yield _hit(table, way)
