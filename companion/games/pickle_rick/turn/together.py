"""All that the Russian figures can do together in a turn while cards turn tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.pickle_rick.turn.lockdowns import (
    Outcome,
    Turns,
    after_turns,
    edge_closings,
    helped_steps,
    outcome,
)
from companion.games.pickle_rick.turn.rick_turn import PLENTY, TooManyWays
from companion.games.pickle_rick.turn.russians import Figure, FigureStep, can_shoot, fewest_moves
from companion.games.pickle_rick.turn.tiles import SIDES, Map, Place, Side, Tile, has_open_edge, neighbour
from companion.games.pickle_rick.turn.walks import Walk

MOST_POSITIONS = 20_000
"""So many positions of a turn are searched at most: some seconds, 100 MB."""

Edge = tuple[Place, Side]


class Acts(NamedTuple):
    """What the figures have done so far, and how the map lies then."""

    figures: tuple[Figure, ...]
    bonus: int
    turns: Turns
    steps: tuple[tuple[int, str, FigureStep], ...]
    """Each with the number of tiles turned before it, and the figure."""
    tiles: Map
    rick: Place

    def walks(self) -> dict[str, Walk]:
        """Returns the steps of each figure."""
        names = dict.fromkeys(name for _, name, _ in self.steps)
        return {who: tuple((when, step) for when, name, step in self.steps if name == who) for who in names}

    def ends(self, before: tuple[Figure, ...], most_turns: int) -> Iterator[tuple[Turns, Outcome]]:
        """Lists what was taken and could still be done: as the map lies, and with edges closed at last."""
        yield self.turns, self._total(before, self.tiles)
        # An edge that is closed now must not be opened by closing another.
        opened = {place: tile and Tile() for place, tile in self.tiles.items()}
        shooters = [one for one in self.figures if can_shoot(opened, self.rick, one)]
        movers = [one for one in self.figures if fewest_moves(opened, self.rick, one)]
        shots = {(one.at, side) for one in shooters for side in SIDES if neighbour(one.at, side) == self.rick}
        moves = {(one.at, side) for one in movers for side in SIDES}
        for edges in (shots, moves, shots | moves):
            for count in range(1, most_turns - len(self.turns) + 1):
                closing = _closed(self.tiles, edges, count)
                if closing is not None:
                    yield (*self.turns, *closing), self._total(before, after_turns(self.tiles, closing))
                    break

    def _total(self, before: tuple[Figure, ...], tiles: Map) -> Outcome:
        each = [outcome(tiles, self.rick, old, new, 0) for old, new in zip(before, self.figures, strict=True)]
        fewest = min((one.fewest_moves or PLENTY for one in each), default=PLENTY) % PLENTY
        spent = sum(one.moves for one in each), sum(one.weapons for one in each), self.bonus
        return Outcome(*spent, fewest, any(one.can_shoot for one in each))


def together(
    tiles: Map, rick: Place, figures: tuple[Figure, ...], most: Outcome, most_turns: int
) -> Iterator[Acts]:
    """Lists all that figures can come to together, those with the fewest turned tiles first.

    A turn that does not help the next act can as well come after it, and the last ones close edges. Raises
    TooManyWays where there is more than can be searched.
    """
    start = Acts(figures, 0, (), (), tiles, rick)
    known = {(figures, 0, frozenset[tuple[Place, object]]()): 0}
    by_count: list[list[Acts]] = [[start], *([] for _ in range(most_turns))]
    spent = sum(one.moves for one in figures), sum(one.shots for one in figures)
    for waiting in by_count:
        for acts in waiting:
            yield acts
            moves = sum(one.moves for one in acts.figures) - spent[0]
            shots = sum(one.shots for one in acts.figures) - spent[1]
            for index, figure in enumerate(acts.figures):
                for helping, step in helped_steps(acts.tiles, rick, figure):
                    turns = (*acts.turns, *helping)
                    bonus = acts.bonus + step.bonus
                    if (
                        len(turns) > most_turns
                        or moves + step.moves > most.moves
                        or shots + step.weapons > most.weapons
                        or bonus > most.bonus
                    ):
                        continue
                    lying = after_turns(acts.tiles, helping)
                    after = (*acts.figures[:index], step.after, *acts.figures[index + 1 :])
                    changed = frozenset(one for one in lying.items() if one[1] != tiles[one[0]])
                    key = (after, bonus, changed)
                    if known.get(key, most_turns + 1) <= len(turns):
                        continue
                    if len(known) == MOST_POSITIONS:
                        raise TooManyWays
                    known[key] = len(turns)
                    steps = (*acts.steps, (len(turns), figure.id, step))
                    by_count[len(turns)].append(Acts(after, bonus, turns, steps, lying, rick))


def _closed(tiles: Map, edges: set[Edge], most: int) -> Turns | None:
    """Returns turns after which all these edges are closed; None where so few do not."""
    still_open = [edge for edge in edges if has_open_edge(tiles, *edge)]
    if not still_open:
        return ()
    if not most:
        return None
    for turned in edge_closings(tiles, *still_open[0]):
        rest = _closed(after_turns(tiles, (turned,)), edges, most - 1)
        if rest is not None:
            return (turned, *rest)
    return None
