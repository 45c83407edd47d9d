"""Where the turns of a search come to rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search import FINISHED, GLIDE, HURDLE, HURT, STANDING, Node, Search, Step
from companion.games.rayman.search_places import Table, displacements, may_perch, ways_off_obstacle


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


def rests(search: Search) -> Iterator[Rest]:
    """Lists every rest of a search."""
    for node, bits in search.nodes.items():
        yield from rests_of(search, node, bits)


def rests_of(search: Search, node: Node, bits: int) -> Iterator[Rest]:
    """Lists the rests of one node's pools."""
    if node.stance == HURT:
        if search.options.damage_ends_turn:
            yield from _retreat(search, node, bits, node.p, node.level, ())
    elif node.stance == FINISHED:
        yield Rest((node.p, node.level), node, bits, True, ())
    elif node.stance == HURDLE:
        yield from _off_obstacle(search, node, bits)
    elif node.stance in STANDING:
        yield from _stand(search, node, bits)
    elif node.stance != GLIDE and may_perch(search.table(node.world), node.p, node.level):
        yield Rest((node.p, node.level), node, bits, True, ())


def _retreat(
    search: Search, node: Node, bits: int, p: int, level: int, before: tuple[Step, ...]
) -> Iterator[Rest]:
    for place in search.retreats(node.world, p, level):
        yield Rest(place, node, bits, False, (*before, Step("retreat", place)))


def _off_obstacle(search: Search, node: Node, bits: int) -> Iterator[Rest]:
    some_move = search.pools.at_least("move", 1)
    none_left = bits & ~some_move
    if not none_left:
        return
    stride = search.pools.strides["move"]
    certain = none_left if search.is_exact else none_left & ~((bits & some_move) >> stride)
    world = search.worlds[node.world]
    for part, is_certain in ((certain, True), (none_left & ~certain, False)):
        if not part:
            continue
        kept = part
        if search.options.obstacle_mode == "stop_only" and not world.immune:
            kept = part & search.with_token
            hurt = part & ~search.with_token
            if hurt:
                for rest in _retreat(search, node, hurt, node.p, node.level, ()):
                    yield rest._replace(is_certain=is_certain)
        if kept:
            keeps = search.options.obstacle_mode != "stop_only" or world.immune
            for place, is_sure in _places(search, node, partial(ways_off_obstacle, p=node.p)):
                step = Step("step_off", place)
                yield Rest(place, node, kept, keeps, (step,), is_certain and is_sure)


def _places(
    search: Search, node: Node, places_on: Callable[[Table], list[Space]]
) -> Iterator[tuple[Space, bool]]:
    """Lists where a figure is put, and whether surely: a search that forgets does not know what is gone."""
    table = search.table(node.world)
    is_vague = search.limits.forgets or search.limits.vague
    sure = places_on(table)
    cleared = places_on(table._replace(projectiles=frozenset())) if is_vague else sure
    for place in dict.fromkeys((*sure, *cleared)):
        yield place, sure == cleared


def _stand(search: Search, node: Node, bits: int) -> Iterator[Rest]:
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
        if search.limits.is_gentle:
            yield Rest((p, level), node, bits, True, (step,), is_sure)
        step = step._replace(enemy="hit")
        saved = bits & search.with_token
        if saved:
            yield Rest((p, level), node, saved, False, (step,), is_sure)
        hurt = bits & ~search.with_token
        if hurt:
            for rest in _retreat(search, node, hurt, p, level, (step,)):
                yield rest._replace(is_certain=is_sure)
