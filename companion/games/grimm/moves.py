"""Where a pawn may go next, and what a roll comes to; nothing here changes the state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.core.message import Message, say
from companion.games.grimm.events import MoveRolled
from companion.games.grimm.graph import distances, exits, ways_of
from companion.games.grimm.log import space_name
from companion.games.grimm.state import EQUIPMENT_TO_WIN, Hero, State, Walk

WOLF_RANGE = 4
WOLF_BONUS = 2


def dice_count(state: State, hero: Hero) -> int:
    """Counts the dice of a movement roll: two while somebody else is a Dragon in power (GRM-POWER-8)."""
    return 2 if any(state.power_of(other) == "dragon" for other in state.others(hero.name)) else 1


def roll_total(state: State, hero: Hero, faces: tuple[int, ...]) -> MoveRolled:
    """Adds a roll up: lowest die, equipment, Wolf, spells, at least the minimum (GRM-MOVE-6, GRM-MOVE-7)."""
    equipment = 1 if hero.equipment else 0
    wolf = WOLF_BONUS if state.power_of(hero) == "wolf" and _is_prey_near(state, hero) else 0
    total = min(faces) + equipment + wolf + hero.modifier
    least = state.options.minimum_move
    return MoveRolled(hero.name, faces, max(least, total), equipment, wolf, hero.modifier)


def _is_prey_near(state: State, hero: Hero) -> bool:
    """Tells whether the pawn of an opponent is within four steps, teleporters not counted (GRM-POWER-7)."""
    steps = distances(state.graph, hero.at)
    return any(steps.get(other.at, WOLF_RANGE + 1) <= WOLF_RANGE for other in state.opponents(hero.name))


def has_effects(state: State, walk: Walk) -> bool:
    """Tells whether spaces act on this walk: always on a rolled one, by option on a spell's (GRM-SPELL-3)."""
    return walk.player == walk.pawn or state.options.displace_effects


def is_piper(state: State, name: str) -> bool:
    """Tells whether a player may refuse teleporters and walk on behind them (GRM-POWER-5)."""
    return state.power_of(state.hero(name)) == "piper"


def is_behind_gate(state: State, walk: Walk) -> bool:
    """Tells whether a walk has gone through a teleporter and goes on, as a Piper may (GRM-GATE-3)."""
    gates = ways_of(state.graph).gates
    return any(gates.get(a) == b for a, b in pairwise(walk.trail))


def takes_chest(state: State, walk: Walk, space: str) -> bool:
    """Tells whether entering a space picks the chest up (GRM-EQUIP-1, GRM-EQUIP-5)."""
    return (
        space == state.chest
        and has_effects(state, walk)
        and state.options.chest_by == "passing"
        and state.hero(walk.pawn).equipment < EQUIPMENT_TO_WIN
    )


def can_enter_portal(state: State, walk: Walk, steps: int) -> bool:
    """Tells whether the next step may lead through the portal (GRM-PORTAL-1 to GRM-PORTAL-3)."""
    return (
        walk.player == walk.pawn
        and state.hero(walk.pawn).equipment >= EQUIPMENT_TO_WIN
        and (steps == 1 or not state.options.portal_exact)
    )


def next_spaces(state: State, walk: Walk) -> tuple[str, ...]:
    """Lists where the walk can go from here."""
    if walk.steps == 0:
        return ()
    return exits(state.graph, walk.trail, can_enter_portal(state, walk, walk.steps))


def runs(state: State, walk: Walk) -> Iterator[tuple[str, ...]]:
    """Lists the ways on: each leads to the next fork, to something that acts at once, or to the end."""
    if walk.is_at_gate and has_effects(state, walk) and is_piper(state, walk.pawn):
        yield (ways_of(state.graph).gates[walk.trail[-1]],)
    for first in next_spaces(state, walk):
        yield _run(state, walk, first)


def _run(state: State, walk: Walk, first: str) -> tuple[str, ...]:
    path = [first]
    steps = walk.steps - 1
    while steps > 0 and not _acts_at_once(state, walk, path[-1]):
        onward = exits(state.graph, walk.trail + tuple(path), can_enter_portal(state, walk, steps))
        if len(onward) != 1:
            break
        path.append(onward[0])
        steps -= 1
    return tuple(path)


def _acts_at_once(state: State, walk: Walk, space: str) -> bool:
    kind = state.graph.kind(space)
    return (
        kind == "portal"
        or (kind == "teleporter" and has_effects(state, walk))
        or takes_chest(state, walk, space)
    )


def why_not(state: State, walk: Walk, path: tuple[str, ...]) -> tuple[Message, tuple[str, ...]]:
    """Says what is wrong with a path that no way on follows, and by which clauses."""
    ways = ways_of(state.graph)
    trail = walk.trail
    steps = walk.steps
    for space in path:
        here = trail[-1]
        if space not in ways.beside[here]:
            params = {"here": space_name(state, here), "space": space_name(state, space)}
            return say("grimm.no.not_beside", **params), ("GRM-MOVE-2",)
        if space == ways.portal and not can_enter_portal(state, walk, steps):
            if walk.player != walk.pawn:
                return say("grimm.no.portal_spell"), ("GRM-PORTAL-3",)
            if state.hero(walk.pawn).equipment < EQUIPMENT_TO_WIN:
                return say("grimm.no.portal_closed", player=walk.pawn), ("GRM-PORTAL-1",)
            return say("grimm.no.portal_exact"), ("GRM-PORTAL-2",)
        if space not in exits(state.graph, trail, can_enter=True):
            return say("grimm.no.turn_back", space=space_name(state, space)), ("GRM-MOVE-3",)
        if steps == 0:
            return say("grimm.no.too_far", steps=walk.steps), ("GRM-MOVE-2",)
        trail = (*trail, space)
        steps -= 1
    return say("grimm.no.too_short"), ("GRM-MOVE-2",)
