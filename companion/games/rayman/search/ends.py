"""Where the turns of a search come to rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import MOST_OF_AN_ICON
from companion.games.rayman.search.places import Table, displacements, may_perch, ways_off_obstacle
from companion.games.rayman.search.records import FINISHED, GLIDE, HURDLE, HURT, STANDING, Node, Step
from companion.games.rayman.search.walk import Search


class Rest(NamedTuple):
    """One way in which a node's pools end the turn."""

    at: Space
    node: Node
    bits: int
    """The pools of the node that end so."""
    keeps_heart: bool
    """Whether a Heart token held there is still held in the end."""
    steps: tuple[Step, ...]
    """What happens to the figure after the last step of the player."""
    is_certain: bool = True
    """Whether the pools are reached exactly, not only with more Movements than that."""
    fewest: int = 0
    """How many Movements have to be left for it."""
    most: int = MOST_OF_AN_ICON
    """How many may be left."""


def rests(search: Search, *, is_gentle: bool = False) -> Iterator[Rest]:
    """Lists every rest of a search; if gently, enemies beside a figure do no harm to who is put there."""
    for node, bits in search.nodes.items():
        if node.stance != HURDLE:
            yield from rests_of(search, node, bits, 0, is_gentle=is_gentle)
            continue
        none_left = 0
        for source in search.sources[node]:
            none_left |= source.bits if source.moves == 0 else 0
        yield from rests_of(search, node, none_left, 0)
        yield from rests_of(search, node, bits ^ none_left, 1)


def is_off_obstacles(rests: Iterable[Rest]) -> bool:
    """Tells whether all of some rests come of stepping off an obstacle, where no Movement may be left."""
    return all(rest.node.stance == HURDLE for rest in rests)


def rests_of(search: Search, node: Node, bits: int, moves: int, *, is_gentle: bool = False) -> Iterator[Rest]:
    """Lists the rests of one node's pools, so many Movements being left with them."""
    if node.stance == HURT:
        if search.options.damage_ends_turn:
            yield from _retreat(search, node, bits, node.p, node.level, ())
    elif node.stance == FINISHED:
        yield Rest((node.p, node.level), node, bits, True, ())
    elif node.stance == HURDLE:
        # Who has Movements left must use them up first, if there is a way to do that.
        if moves == 0 or not search.is_exact:
            yield from _off_obstacle(search, node, bits, is_certain=moves == 0)
    elif node.stance in STANDING:
        yield from _stand(search, node, bits, is_gentle)
    elif node.stance != GLIDE and may_perch(search.table(node.world), node.p, node.level):
        yield Rest((node.p, node.level), node, bits, True, ())


def _retreat(
    search: Search, node: Node, bits: int, p: int, level: int, before: tuple[Step, ...]
) -> Iterator[Rest]:
    for place in search.retreats(node.world, p, level):
        yield Rest(place, node, bits, False, (*before, Step("retreat", place)))


def _off_obstacle(search: Search, node: Node, bits: int, *, is_certain: bool) -> Iterator[Rest]:
    world = search.worlds[node.world]
    most = 0 if is_certain else MOST_OF_AN_ICON
    keeps = search.options.obstacle_mode != "stop_only" or world.immune
    kept = bits if keeps else bits & search.with_token
    if bits != kept:
        for rest in _retreat(search, node, bits ^ kept, node.p, node.level, ()):
            yield rest._replace(is_certain=is_certain, most=most)
    if kept:
        for place, is_sure in _places(search, node, partial(ways_off_obstacle, p=node.p)):
            step = Step("step_off", place)
            yield Rest(place, node, kept, keeps, (step,), is_certain and is_sure, most=most)


def _places(
    search: Search, node: Node, places_on: Callable[[Table], list[Space]]
) -> Iterator[tuple[Space, bool]]:
    """Lists where a figure is put, and whether surely: a search that forgets does not know what is gone."""
    table = search.table(node.world)
    is_vague = search.limits.forgets or search.limits.vague
    sure = places_on(table)
    cleared = places_on(table._replace(projectiles=search.lasting)) if is_vague else sure
    for place in dict.fromkeys((*sure, *cleared)):
        yield place, sure == cleared


def _stand(search: Search, node: Node, bits: int, is_gentle: bool) -> Iterator[Rest]:
    world = search.worlds[node.world]
    column = node.p % search.columns
    space = (column, node.level)
    if space in world.projectiles - search.limits.vague or space == search.turn.boss:
        return
    table = search.table(node.world)
    if not search.board.is_floor(*space) and not may_perch(table, node.p, node.level):
        return
    if column == 0 or space not in table.taken:
        yield Rest((node.p, node.level), node, bits, True, ())
        return
    displaced = partial(displacements, p=node.p, level=node.level)
    for (p, level), is_sure in _places(search, node, displaced):
        there = (p % search.columns, level)
        enemy = search.enemies.get(there)
        step = Step("displace", (p, level))
        is_hit = (
            enemy is not None
            and not world.defeated >> enemy & 1
            and there not in search.harmless
            and not world.immune
        )
        if not is_hit:
            yield Rest((p, level), node, bits, True, (step,), is_sure)
            continue
        if is_gentle:
            yield Rest((p, level), node, bits, True, (step,), is_sure)
        step = step._replace(enemy="hit")
        saved = bits & search.with_token
        if saved:
            yield Rest((p, level), node, saved, False, (step,), is_sure)
        hurt = bits & ~search.with_token
        if hurt:
            for rest in _retreat(search, node, hurt, p, level, (step,)):
                yield rest._replace(is_certain=is_sure)
