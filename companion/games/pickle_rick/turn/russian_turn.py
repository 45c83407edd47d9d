"""The Russians' turn: what each figure can come to, and which of it fits the symbols together.

Figures neither block nor help each other, so each is walked alone, and only what they take from the
common pool and whether something is still forced is put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from companion.games.pickle_rick.turn.cards import Card
from companion.games.pickle_rick.turn.forced import Chances, ForcedSpending, may_end
from companion.games.pickle_rick.turn.purses import Purse, purses_after
from companion.games.pickle_rick.turn.rick_turn import PLENTY, TooManyWays
from companion.games.pickle_rick.turn.russians import (
    Figure,
    FigureStep,
    can_shoot,
    fewest_moves,
    figure_steps,
)
from companion.games.pickle_rick.turn.symbols import Pool
from companion.games.pickle_rick.turn.tiles import Map, Place, Tile

MOST_SEQUENCES = 5_000
"""So many ways to turn tiles in a row are searched at most: two cards on any map, a few seconds."""


class Table(NamedTuple):
    """What does not change during the Russians' turn, but for the tiles that a card turns."""

    tiles: Map
    rick: Place
    figures: tuple[Figure, ...]
    cards: tuple[Card, ...] = ()
    health: int = 10
    deck: int = PLENTY
    rule: ForcedSpending = "book"


class Turned(NamedTuple):
    """A tile that a card turns: where, and how it lies then (PKR-CARD-13)."""

    place: Place
    quarters: int
    tile: Tile


class Outcome(NamedTuple):
    """What a figure took in a turn and what it could still do: all that the others must know of it."""

    moves: int
    weapons: int
    bonus: int
    fewest_moves: int
    """The fewest Moves that pay for a further movement; 0 for none."""
    can_shoot: bool


Walk = tuple[tuple[int, FigureStep], ...]
"""What a figure did, each step with the number of tiles turned before it."""


class Plan(NamedTuple):
    """One whole turn of the Russians."""

    walks: dict[str, Walk]
    purse: Purse
    turned: tuple[Turned, ...]
    weapons: int
    left: Pool


def turns_of(tiles: Map) -> Iterator[Turned]:
    """Lists every way to turn one face-up tile that leaves it lying differently, and one that does not."""
    has_same = False
    for place, tile in tiles.items():
        if tile is None:
            continue
        seen = set()
        for quarters in (1, 2, 3):
            turned = tile.turned(quarters)
            if turned == tile:
                if not has_same:
                    has_same = True
                    yield Turned(place, quarters, turned)
            elif turned not in seen:
                seen.add(turned)
                yield Turned(place, quarters, turned)


def plans(table: Table, figure: str, pool: Pool) -> Iterator[tuple[Place, Plan]]:
    """Lists plans of the turn by where one figure ends: each place and number of shots at least once."""
    keeps_all = table.rule == "jokers" and table.deck < sum(pool) + sum(card.jokers for card in table.cards)
    rule = table.rule if keeps_all or table.rule != "jokers" else "book"
    purses = purses_after(table.cards, pool, keeps_all)
    found: set[tuple[Place, int]] = set()
    for lockdowns in sorted({purse.lockdowns for purse in purses}):
        usable = [purse for purse in purses if purse.lockdowns == lockdowns]
        bonus = max(purse.bonus for purse in usable)
        walker = Walker(table, bonus)
        known: set[tuple[int, ...]] = set()
        for number, turned in enumerate(_sequences(table, walker, lockdowns)):
            if number == MOST_SEQUENCES:
                raise TooManyWays
            profiles = [walker.profile(one, turned) for one in table.figures]
            key = tuple(id(profile) for profile in profiles)
            if key in known:
                continue
            known.add(key)
            for at, plan in _fit(table, figure, profiles, usable, rule):
                if (at, plan.weapons) not in found:
                    found.add((at, plan.weapons))
                    yield at, plan._replace(turned=turned)


def _sequences(table: Table, walker: Walker, lockdowns: int) -> Iterator[tuple[Turned, ...]]:
    """Lists the tiles turned in a row; of turns that matter to nobody one stands for all."""
    if not lockdowns:
        yield ()
        return
    matters: list[Turned] = []
    idle: list[Turned] = []
    for turned in turns_of(table.tiles):
        is_near = any(walker.is_near(one, turned.place) for one in table.figures)
        (matters if is_near and turned.tile != table.tiles[turned.place] else idle).append(turned)
    choices = [*matters, *idle[:1]]
    if lockdowns == 1:
        yield from ((turned,) for turned in choices)
        return
    for first in choices:
        after = table._replace(tiles={**table.tiles, first.place: first.tile})
        for rest in _sequences(after, walker, lockdowns - 1):
            yield (first, *rest)


Profile = dict[tuple[Place, Outcome], Walk]


class Walker:
    """Walks single figures, each way of turned tiles once."""

    def __init__(self, table: Table, bonus: int) -> None:
        self._table = table
        self._bonus = bonus
        self._known: dict[tuple[Figure, tuple[Turned, ...]], Profile] = {}

    def is_near(self, figure: Figure, place: Place) -> bool:
        """Tells whether a tile can matter to what a figure does."""
        away = abs(figure.at[0] - place[0]) + abs(figure.at[1] - place[1])
        return away <= figure.limit + self._bonus + 1

    def profile(self, figure: Figure, turned: tuple[Turned, ...]) -> Profile:
        """Lists all that a figure can come to while the tiles are turned in this order."""
        if not any(self.is_near(figure, one.place) for one in turned):
            turned = ()
        key = (figure, turned)
        if key not in self._known:
            self._known[key] = self._walk(figure, turned)
        return self._known[key]

    def _walk(self, figure: Figure, turned: tuple[Turned, ...]) -> Profile:
        rick = self._table.rick
        maps: list[Map] = [self._table.tiles]
        for one in turned:
            maps.append({**maps[-1], one.place: one.tile})
        last = len(turned)
        start = (figure, 0, 0)
        walks: dict[tuple[Figure, int, int], Walk] = {start: ()}
        waiting = [start]
        found: Profile = {}
        for now, bonus, phase in waiting:
            walk = walks[now, bonus, phase]
            onward = [] if phase == last else [((now, bonus, phase + 1), walk)]
            onward += [
                ((step.after, bonus + step.bonus, phase), (*walk, (phase, step)))
                for step in figure_steps(maps[phase], rick, now)
                if bonus + step.bonus <= self._bonus
            ]
            for key, way in onward:
                if key not in walks:
                    walks[key] = way
                    waiting.append(key)
            if phase == last:
                fewest = fewest_moves(maps[phase], rick, now) or 0
                shoots = can_shoot(maps[phase], rick, now)
                outcome = Outcome(now.moves - figure.moves, now.shots - figure.shots, bonus, fewest, shoots)
                found.setdefault((now.at, outcome), walk)
        return found


NOTHING = Outcome(0, 0, 0, 0, False)
Chain = tuple[tuple[str, Walk], ...]


def _fit(
    table: Table, figure: str, profiles: list[Profile], purses: list[Purse], rule: ForcedSpending
) -> Iterator[tuple[Place, Plan]]:
    """Lists the ends of one figure that fit the purses together with something that the others do."""
    most = Outcome(
        max(purse.pool.move + purse.pool.joker for purse in purses),
        max(purse.pool.weapon + purse.pool.joker for purse in purses),
        max(purse.bonus for purse in purses), 0, False,
    )  # fmt: skip
    others: dict[Outcome, Chain] = {NOTHING: ()}
    mine: Profile = {}
    for one, profile in zip(table.figures, profiles, strict=True):
        if one.id == figure:
            mine = profile
        else:
            others = _joined(others, one.id, profile, most)
    for (at, outcome), walk in mine.items():
        for other, chain in others.items():
            total = _sum(outcome, other, most)
            left = total and next(_leftovers(total, purses, table.deck, rule), None)
            if total and left:
                purse, pool = left
                walks = {**dict(chain), figure: walk}
                yield at, Plan(walks, purse, (), total.weapons, pool)


def _joined(
    others: dict[Outcome, Chain], figure: str, profile: Profile, most: Outcome
) -> dict[Outcome, Chain]:
    outcomes: dict[Outcome, Walk] = {}
    for (_, outcome), walk in profile.items():
        outcomes.setdefault(outcome, walk)
    joined: dict[Outcome, Chain] = {}
    for (other, chain), (outcome, walk) in product(others.items(), outcomes.items()):
        total = _sum(other, outcome, most)
        if total is not None and total not in joined:
            joined[total] = (*chain, (figure, walk)) if walk else chain
    return joined


def _sum(one: Outcome, other: Outcome, most: Outcome) -> Outcome | None:
    """Adds up what two figures took; None where no purse holds so much."""
    moves, weapons, bonus = one.moves + other.moves, one.weapons + other.weapons, one.bonus + other.bonus
    if moves > most.moves or weapons > most.weapons or bonus > most.bonus:
        return None
    fewest = min(one.fewest_moves or PLENTY, other.fewest_moves or PLENTY) % PLENTY
    return Outcome(moves, weapons, bonus, fewest, one.can_shoot or other.can_shoot)


def _leftovers(
    total: Outcome, purses: list[Purse], deck: int, rule: ForcedSpending
) -> Iterator[tuple[Purse, Pool]]:
    """Lists the purses that pay for a turn after which nothing is forced."""
    fewest = total.fewest_moves
    chances = Chances(lambda count: 0 < fewest <= count, deck, total.can_shoot)
    for purse in purses:
        pool = purse.pool
        moves, weapons = min(pool.move, total.moves), min(pool.weapon, total.weapons)
        jokers = total.moves - moves + total.weapons - weapons
        if total.bonus <= purse.bonus and jokers <= pool.joker:
            left = pool.minus(Pool(moves, 0, 0, weapons, jokers))
            if may_end(left, chances, rule):
                yield purse, left
