"""Tiles that cards turn in the Russians' turn: which turns help a figure, and what it could come to at best.

Two cards or more can turn a tile by any quarters in all, or by none: what fewer turns do, more cards do as
well. Only a single card always leaves a tile turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.pickle_rick.turn.russians import (
    Figure,
    FigureStep,
    can_cross,
    can_shoot,
    fewest_moves,
    figure_steps,
)
from companion.games.pickle_rick.turn.tiles import (
    OPPOSITE,
    SIDES,
    Map,
    Place,
    Side,
    Tile,
    has_open_edge,
    neighbour,
)

QUARTERS = (1, 2, 3)


class Turned(NamedTuple):
    """A tile that a card turns: where, and how it lies then (PKR-CARD-13)."""

    place: Place
    quarters: int
    tile: Tile


Turns = tuple[Turned, ...]


class Outcome(NamedTuple):
    """What a figure took in a turn and what it could still do: all that the others must know of it."""

    moves: int
    weapons: int
    bonus: int
    fewest_moves: int
    """The fewest Moves that pay for a further movement; 0 for none."""
    can_shoot: bool


def outcome(tiles: Map, rick: Place, before: Figure, after: Figure, bonus: int) -> Outcome:
    """Says what a figure took and could still do on the map as it lies."""
    fewest = fewest_moves(tiles, rick, after) or 0
    spent = after.moves - before.moves, after.shots - before.shots, bonus
    return Outcome(*spent, fewest, can_shoot(tiles, rick, after))


def is_playable(cards: int, turns: int) -> bool:
    """Tells whether so many cards can have the effect of so many turns: one alone leaves a tile turned."""
    return turns <= cards and (turns == cards or cards > 1)


def after_turns(tiles: Map, turns: Sequence[Turned]) -> Map:
    """Returns the map after tiles were turned."""
    return {**tiles, **{one.place: one.tile for one in turns}}


def turns_of(tiles: Map) -> Iterator[Turned]:
    """Lists every way to turn one face-up tile that leaves it lying differently, and one that does not."""
    has_same = False
    for place, tile in tiles.items():
        if tile is None:
            continue
        seen = set()
        for quarters in QUARTERS:
            turned = tile.turned(quarters)
            if turned == tile:
                if not has_same:
                    has_same = True
                    yield Turned(place, quarters, turned)
            elif turned not in seen:
                seen.add(turned)
                yield Turned(place, quarters, turned)


def spread(turns: Turns, cards: int, tiles: Map) -> Turns:
    """Returns what so many cards turn, one tile each, to the same effect: the last turn is made in parts."""
    if len(turns) == cards:
        return turns
    if turns:
        *first, (place, quarters, _) = turns
    else:
        first, place, quarters = [], next(place for place, tile in tiles.items() if tile), 0
    for part in _parts(cards - len(first), quarters):
        tile = after_turns(tiles, first)[place]
        assert tile is not None
        first.append(Turned(place, part, tile.turned(part)))
    return tuple(first)


def _parts(count: int, quarters: int) -> list[int]:
    """Lists so many turns of a tile that turn it by so many quarters together."""
    if count == 1:
        return [quarters]
    part = next(part for part in QUARTERS if count > 2 or (quarters - part) % 4)
    return [part, *_parts(count - 1, (quarters - part) % 4)]


Alone = dict[tuple[Place, Outcome], Turns]
"""What a figure could come to if tiles were turned for it alone, with the fewest turns for each."""


class _Standing(NamedTuple):
    """A figure on its way, the cards that moved it, and the tiles that lie differently."""

    figure: Figure
    bonus: int
    changed: frozenset[tuple[Place, Tile | None]]


def alone(tiles: Map, rick: Place, figure: Figure, bonus: int, cards: int) -> Alone:
    """Lists all that a figure could come to with so many cards that turn tiles for it alone.

    A turn that does not help the next act can as well come after it. So each helps the next act, or is one
    of the last, which close what could still be forced.
    """
    found: Alone = {}
    start = _Standing(figure, 0, frozenset())
    fewest: dict[_Standing, Turns] = {start: ()}
    by_count: list[list[_Standing]] = [[start], *([] for _ in range(cards))]
    for count, waiting in enumerate(by_count):
        for now in waiting:
            turns = fewest[now]
            if len(turns) < count:
                continue
            lying = {**tiles, **dict(now.changed)}
            for closing in _closings(lying, rick, now.figure):
                end = now.figure.at, outcome(after_turns(lying, closing), rick, figure, now.figure, now.bonus)
                if count + len(closing) <= cards and (
                    end not in found or count + len(closing) < len(found[end])
                ):
                    found[end] = (*turns, *closing)
            for helping, step in helped_steps(lying, rick, now.figure):
                total = count + len(helping)
                if total > cards or now.bonus + step.bonus > bonus:
                    continue
                lies = after_turns(lying, helping).items()
                changed = frozenset(one for one in lies if one[1] != tiles[one[0]])
                after = _Standing(step.after, now.bonus + step.bonus, changed)
                if after not in fewest or total < len(fewest[after]):
                    fewest[after] = (*turns, *helping)
                    by_count[total].append(after)
    return found


def helped_steps(tiles: Map, rick: Place, figure: Figure) -> Iterator[tuple[Turns, FigureStep]]:
    """Lists what a figure can do now, and what it can do once the edge in its way is opened, or closed."""
    for step in figure_steps(tiles, rick, figure):
        yield (), step
    for side in SIDES:
        to = neighbour(figure.at, side)
        if tiles.get(to) is None:
            continue
        if not has_open_edge(tiles, figure.at, side):
            edges, is_step = _openings(tiles, figure.at, side), True
        elif can_cross(figure):
            edges, is_step = [(one,) for one in edge_closings(tiles, figure.at, side)], False
        else:
            continue
        for helping in edges:
            for step in figure_steps(after_turns(tiles, helping), rick, figure):
                is_wanted = step.kind in ("step", "bonus") if is_step else step.kind == "wall"
                if (is_wanted and step.side == side) or (step.kind == "shot" and to == rick):
                    yield helping, step


def _openings(tiles: Map, place: Place, side: Side) -> list[Turns]:
    """Lists the turns that open an edge: of the tiles that close it."""
    ways: list[Turns] = [()]
    for at, towards in ((place, side), (neighbour(place, side), OPPOSITE[side])):
        tile = tiles[at]
        if tile is not None and tile.closed & towards:
            ways = [(*way, one) for way in ways for one in _turns(tiles, at, towards, is_closed=False)]
    return ways


def edge_closings(tiles: Map, place: Place, side: Side) -> Iterator[Turned]:
    """Lists the turns of either tile that close an edge."""
    yield from _turns(tiles, place, side, is_closed=True)
    yield from _turns(tiles, neighbour(place, side), OPPOSITE[side], is_closed=True)


def _turns(tiles: Map, place: Place, side: Side, is_closed: bool) -> Iterator[Turned]:
    """Lists the turns of one tile after which it closes a side, or does not."""
    tile = tiles[place]
    assert tile is not None
    seen = {tile}
    for quarters in QUARTERS:
        turned = tile.turned(quarters)
        if turned not in seen and bool(turned.closed & side) == is_closed:
            seen.add(turned)
            yield Turned(place, quarters, turned)


def _closings(tiles: Map, rick: Place, figure: Figure) -> Iterator[Turns]:
    """Lists the fewest turns after which a figure could do less: none, all edges closed, the one to Rick."""
    yield ()
    is_open = [side for side in SIDES if has_open_edge(tiles, figure.at, side)]
    to_rick = [side for side in is_open if neighbour(figure.at, side) == rick]
    # All sides, since one that is closed now may be opened by turning the figure's own tile.
    for sides in ((SIDES, to_rick) if to_rick else (SIDES,)) if is_open else ():
        ways = list(_ways_to_close(tiles, figure.at, sides))
        if ways:
            yield min(ways, key=len)


def _ways_to_close(tiles: Map, place: Place, sides: Sequence[Side]) -> Iterator[Turns]:
    """Lists ways to close sides of a tile: turned itself or not, the tiles beyond do the rest."""
    here = tiles[place]
    assert here is not None
    own = [(), *((Turned(place, quarters, here.turned(quarters)),) for quarters in QUARTERS)]
    for first in own:
        lying = after_turns(tiles, first)
        beyond = [
            next(_turns(lying, neighbour(place, side), OPPOSITE[side], is_closed=True), None)
            for side in sides
            if has_open_edge(lying, place, side)
        ]
        if None not in beyond:
            yield (*first, *(one for one in beyond if one))
