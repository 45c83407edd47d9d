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
from companion.games.pickle_rick.turn.lockdowns import (
    Alone,
    Outcome,
    Turned,
    Turns,
    alone,
    is_playable,
    spread,
    turns_of,
)
from companion.games.pickle_rick.turn.purses import Purse, purses_after
from companion.games.pickle_rick.turn.rick_turn import PLENTY
from companion.games.pickle_rick.turn.russians import Figure
from companion.games.pickle_rick.turn.symbols import Pool
from companion.games.pickle_rick.turn.tiles import Map, Place
from companion.games.pickle_rick.turn.together import together
from companion.games.pickle_rick.turn.walks import Profile, Walk, Walker


class Table(NamedTuple):
    """What does not change during the Russians' turn, but for the tiles that a card turns."""

    tiles: Map
    rick: Place
    figures: tuple[Figure, ...]
    cards: tuple[Card, ...] = ()
    health: int = 10
    deck: int = PLENTY
    rule: ForcedSpending = "book"


class Plan(NamedTuple):
    """One whole turn of the Russians."""

    walks: dict[str, Walk]
    purse: Purse
    turned: Turns
    weapons: int
    left: Pool


def plans(
    table: Table, figure: str, pool: Pool, shots_at: Place | None = None
) -> Iterator[tuple[Place, Plan]]:
    """Lists plans by where one figure ends: every place, or one place with every number of shots."""
    keeps_all = table.rule == "jokers" and table.deck < sum(pool) + sum(card.jokers for card in table.cards)
    rule = table.rule if keeps_all or table.rule != "jokers" else "book"
    purses = purses_after(table.cards, pool, keeps_all)
    search = _Search(table._replace(rule=rule), figure, purses, shots_at)
    for turns in _short_sequences(search):
        yield from search.plans_with(turns)
    if search.most_turns < 2:
        return
    open_ends = search.bound() - search.found
    for one in sorted(table.figures, key=lambda one: one.id != figure):
        for turns in sorted(set(search.alone(one).values()), key=len):
            if not open_ends:
                return
            yield from search.plans_with(turns)
            open_ends -= search.found
    if open_ends:
        yield from search.plans_together(open_ends)


End = tuple[Place, int]
"""Where the figure ends, and the shots of all figures where they are asked for."""


class _Search:
    """Tries turned tiles, and remembers where the figure could end so far."""

    def __init__(self, table: Table, figure: str, purses: list[Purse], shots_at: Place | None) -> None:
        self.table = table
        self.figure = figure
        self.found: set[End] = set()
        self.most_turns = max(purse.lockdowns for purse in purses)
        self.walker = Walker(table.tiles, table.rick, max(purse.bonus for purse in purses))
        self._purses = purses
        self._shots_at = shots_at
        self._tried: set[tuple[int, ...]] = set()
        self._shots_before = sum(one.shots for one in table.figures)
        self._alone: dict[str, Alone] = {}

    def plans_with(self, turns: Turns) -> Iterator[tuple[Place, Plan]]:
        """Lists the plans to new ends while these tiles are turned in this order."""
        profiles = [self.walker.profile(one, turns) for one in self.table.figures]
        key = (len(turns), *map(id, profiles))
        if key in self._tried:
            return
        self._tried.add(key)
        usable = [purse for purse in self._purses if is_playable(purse.lockdowns, len(turns))]
        for at, plan in _fit(self.table, self.figure, profiles, usable):
            end = self._end(at, plan.weapons)
            if end is not None and end not in self.found:
                self.found.add(end)
                yield at, _spread_over_cards(plan, turns, self.table.tiles)

    def alone(self, figure: Figure) -> Alone:
        """Lists what a figure could come to if all cards turned tiles for it."""
        if figure.id not in self._alone:
            tiles, rick = self.table.tiles, self.table.rick
            found = alone(tiles, rick, figure, self.walker.bonus, self.most_turns)
            self._alone[figure.id] = found
        return self._alone[figure.id]

    def bound(self) -> set[End]:
        """Lists the ends that there could be if tiles lay for each figure as it likes."""
        ends: set[End] = set()
        for cards in range(2, self.most_turns + 1):
            usable = [purse for purse in self._purses if purse.lockdowns == cards]
            profiles: list[Profile] = [
                {end: () for end, turns in self.alone(one).items() if len(turns) <= cards}
                for one in self.table.figures
            ]
            if usable:
                fitting = _fit(self.table, self.figure, profiles, usable)
                ends.update(filter(None, (self._end(at, plan.weapons) for at, plan in fitting)))
        return ends

    def plans_together(self, open_ends: set[End]) -> Iterator[tuple[Place, Plan]]:
        """Lists plans to ends that are still open, from all that the figures can do together."""
        purses = [purse for purse in self._purses if purse.lockdowns > 1]
        most = _most(purses)
        for acts in together(self.table.tiles, self.table.rick, self.table.figures, most, self.most_turns):
            mine = next(one for one in acts.figures if one.id == self.figure)
            end = self._end(mine.at, sum(one.shots for one in acts.figures) - self._shots_before)
            if end not in open_ends or end in self.found:
                continue
            for turns, total in acts.ends(self.table.figures, self.most_turns):
                usable = [purse for purse in purses if is_playable(purse.lockdowns, len(turns))]
                left = next(_leftovers(total, usable, self.table.deck, self.table.rule), None)
                if left:
                    self.found.add(end)
                    plan = Plan(acts.walks(), left[0], (), total.weapons, left[1])
                    yield mine.at, _spread_over_cards(plan, turns, self.table.tiles)
                    break

    def _end(self, at: Place, weapons: int) -> End | None:
        if self._shots_at is None:
            return at, 0
        return (at, weapons) if at == self._shots_at else None


def _short_sequences(search: _Search) -> Iterator[Turns]:
    """Lists no turn and every single one; of those that matter to nobody one stands for all."""
    yield ()
    if search.most_turns:
        yield from ((turned,) for turned in _choices(search, search.table.tiles))


def _choices(search: _Search, tiles: Map) -> list[Turned]:
    matters: list[Turned] = []
    idle: list[Turned] = []
    for turned in turns_of(tiles):
        is_near = any(search.walker.is_near(one, turned.place) for one in search.table.figures)
        (matters if is_near and turned.tile != tiles[turned.place] else idle).append(turned)
    return [*matters, *idle[:1]]


def _spread_over_cards(plan: Plan, turns: Turns, tiles: Map) -> Plan:
    """Returns the plan with one turn for each card; what is done after the last turn still is."""
    more = plan.purse.lockdowns - len(turns)
    if not turns or not more:
        return plan._replace(turned=spread(turns, plan.purse.lockdowns, tiles))
    last = len(turns)
    walks = {
        name: tuple((when + more * (when == last), step) for when, step in walk)
        for name, walk in plan.walks.items()
    }
    return plan._replace(walks=walks, turned=spread(turns, plan.purse.lockdowns, tiles))


NOTHING = Outcome(0, 0, 0, 0, False)
Chain = tuple[tuple[str, Walk], ...]


def _fit(
    table: Table, figure: str, profiles: list[Profile], purses: list[Purse]
) -> Iterator[tuple[Place, Plan]]:
    """Lists the ends of one figure that fit the purses together with something that the others do."""
    most = _most(purses)
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
            left = total and next(_leftovers(total, purses, table.deck, table.rule), None)
            if total and left:
                purse, pool = left
                walks = {**dict(chain), figure: walk}
                yield at, Plan(walks, purse, (), total.weapons, pool)


def _most(purses: list[Purse]) -> Outcome:
    return Outcome(
        max(purse.pool.move + purse.pool.joker for purse in purses),
        max(purse.pool.weapon + purse.pool.joker for purse in purses),
        max(purse.bonus for purse in purses), 0, False,
    )  # fmt: skip


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
