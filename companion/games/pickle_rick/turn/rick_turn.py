"""Rick's turn: a small position, the steps that lead on from it, and every place where the turn can end."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from companion.games.pickle_rick.turn.bounds import around, reachable_at_best
from companion.games.pickle_rick.turn.cards import JETPACK, ONE_SPACE, PARKOUR, Card
from companion.games.pickle_rick.turn.forced import Chances, ForcedSpending, may_end
from companion.games.pickle_rick.turn.moves import Move, moves_of, parkour_of, turn_up
from companion.games.pickle_rick.turn.symbols import FREE, ONE_MOVE, Cost, Pool, payments
from companion.games.pickle_rick.turn.tiles import Map, Place, Tile

PLENTY = 99
"""Cards or tiles where nobody has counted them."""
LONG_SEARCH = 6000
"""So many labels make a search long."""
MOST_LABELS = 60_000
"""So many are searched at most: about eight seconds."""
BY_PARKOUR = -1
"""The bonus move that Parkour offers."""


class Table(NamedTuple):
    """What does not change during Rick's turn."""

    tiles: Map
    stack: int = PLENTY
    faces: tuple[Tile, ...] = ()
    """The faces that come up, in order; beyond them nobody knows."""
    cards: tuple[Card, ...] = ()
    rooftop: Place | None = None
    deck: int = PLENTY
    rule: ForcedSpending = "book"


class Spot(NamedTuple):
    """Where Rick stands on the map as it has grown: the k-th tile laid shows the k-th face."""

    at: Place
    laid: tuple[tuple[Place, Tile], ...] = ()


class Position(NamedTuple):
    """Everything that decides how Rick's turn can go on, but for the symbols."""

    spot: Spot
    hand: int
    """The cards that can still be played, as bits."""
    bonus: int = 0
    """Moves that a card still offers without symbols, all of them before anything else is spent."""
    is_unknown: bool = False
    """Whether a face comes up that nobody knows yet."""


class Go(NamedTuple):
    """Rick moves, or tries to."""

    move: Move


class Play(NamedTuple):
    """Rick plays a card."""

    card: int


class Stop(NamedTuple):
    """Rick leaves out what a card still offers."""


class Draw(NamedTuple):
    """A card is drawn for a Draw."""


Act = Go | Play | Stop | Draw


class Step(NamedTuple):
    """An act with what it costs and brings."""

    act: Act
    cost: Cost
    jokers: int
    after: Position


class RickTurn:
    """The rules of Rick's turn at one table; what they say of a spot is worked out once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._maps: dict[tuple[tuple[Place, Tile], ...], Map] = {(): table.tiles}
        self._moves: dict[Spot, tuple[Move, ...]] = {}
        self._within: dict[tuple[Spot, int, bool], tuple[Place, ...]] = {}

    def map_at(self, spot: Spot) -> Map:
        """Returns the map with the tiles laid so far."""
        if spot.laid not in self._maps:
            self._maps[spot.laid] = {**self.table.tiles, **dict(spot.laid)}
        return self._maps[spot.laid]

    def has_stack(self, spot: Spot) -> bool:
        """Tells whether a tile is left to draw."""
        return sum(place not in self.table.tiles for place, _ in spot.laid) < self.table.stack

    def moves_at(self, spot: Spot) -> tuple[Move, ...]:
        """Lists Rick's moves at a spot; none once the Rooftop is entered (PKR-END-1)."""
        if spot not in self._moves:
            is_over = spot.at == self.table.rooftop
            found = () if is_over else moves_of(self.map_at(spot), spot.at, self.has_stack(spot))
            self._moves[spot] = tuple(found)
        return self._moves[spot]

    def steps(self, here: Position) -> Iterator[Step]:
        """Lists every step that the rules allow, whatever the pool holds: the only rules of the turn."""
        spot, hand, bonus, is_unknown = here
        if is_unknown or spot.at == self.table.rooftop:
            return
        if bonus:
            yield Step(Stop(), FREE, 0, Position(spot, hand))
        if bonus == BY_PARKOUR:
            move = parkour_of(self.map_at(spot), spot.at, self.has_stack(spot))
            if move:
                yield Step(Go(move), FREE, 0, self._moved(here, move, 0))
            return
        cost = FREE if bonus else ONE_MOVE
        for move in self.moves_at(spot):
            left = 0 if move.is_new else max(0, bonus - 1)
            yield Step(Go(move), cost, 0, self._moved(here, move, left))
        if not bonus:
            for index, card in enumerate(self.table.cards):
                if hand >> index & 1:
                    after = Position(spot, hand & ~(1 << index), _bonus_of(card))
                    yield Step(Play(index), card.cost, card.jokers, after)

    def _moved(self, here: Position, move: Move, bonus: int) -> Position:
        spot = here.spot
        if not move.is_new:
            return Position(Spot(move.to, spot.laid), here.hand, bonus)
        if len(spot.laid) >= len(self.table.faces):
            return Position(spot, here.hand, 0, True)
        arrival = turn_up(spot.at, move, self.table.faces[len(spot.laid)])
        return Position(Spot(arrival.at, (*spot.laid, (move.to, arrival.tile))), here.hand, bonus)

    def places_within(self, spot: Spot, moves: int, has_parkour: bool) -> tuple[Place, ...]:
        """Lists the places that so many moves could lead to at best, the farthest first."""
        key = (spot, moves, has_parkour)
        if key not in self._within:
            faces = len(self.table.faces) - len(spot.laid)
            self._within[key] = reachable_at_best(self.map_at(spot), spot.at, moves, faces, has_parkour)
        return self._within[key]

    def chances(self, spot: Spot) -> Chances:
        """Says what Move and Draw symbols could still be spent on."""
        return Chances(lambda count: count > 0 and bool(self.moves_at(spot)), self.table.deck)


def _bonus_of(card: Card) -> int:
    if card.id == PARKOUR:
        return BY_PARKOUR
    if card.id == ONE_SPACE:
        return 1
    return card.spaces if card.id == JETPACK else 0


class Label(NamedTuple):
    """A way to a position, with the symbols that it leaves."""

    here: Position
    pool: Pool
    before: Label | None = None
    step: Step | None = None

    def way(self) -> list[Label]:
        """Lists the labels of the way, without the first."""
        label: Label | None = self
        found = []
        while label is not None and label.step is not None:
            found.append(label)
            label = label.before
        return found[::-1]


class Ends(NamedTuple):
    """Where the turn can end, each place with a way to it, and what else was found on the way."""

    ends: dict[Place, Label]
    held: dict[Place, Label]
    """Where Rick can stand but not end, because symbols must still be spent."""
    able: dict[Place, Label]
    """Where he can stand with a move still to pay for."""


class TooManyWays(Exception):
    """A turn has more ways than can be searched in the time that a table waits."""


def explore(
    turn: RickTurn,
    start: Position,
    pool: Pool,
    *,
    is_shortest: bool = True,
    wanted: Place | None = None,
    most_labels: int = MOST_LABELS,
) -> Ends:
    """Finds every end of Rick's turn from a position with the symbols of a pool, or only a wanted one.

    Where the ways need not be the shortest, going far first finds all ends sooner. Refuses with
    TooManyWays.
    """
    rule = _effective_rule(turn.table, pool)
    ends: dict[Place, Label] = {}
    held: dict[Place, Label] = {}
    able: dict[Place, Label] = {}
    first = Label(start, pool)
    frontier = {start.spot: [first]}
    waiting = deque([first])
    taken = 0
    while waiting and wanted not in ends:
        if taken == most_labels:
            raise TooManyWays
        label = waiting.popleft() if is_shortest else waiting.pop()
        taken += 1
        for source in (label, _stopped(label)) if label.here.bonus else (label,):
            at = source.here.spot.at
            if at not in ends and not source.here.bonus:
                is_over = at == turn.table.rooftop
                if is_over or may_end(source.pool, turn.chances(source.here.spot), rule):
                    ends[at] = source
                else:
                    held.setdefault(at, source)
            if source.here.bonus > 0 or source.pool.move or source.pool.joker:
                able.setdefault(at, source)
            if not _leads_further(turn, source, ends, wanted, is_long=taken > LONG_SEARCH):
                continue
            for onward in _steps_on(turn, source, rule):
                if onward.here.is_unknown:
                    _end_unknown(ends, onward)
                elif _is_better(frontier.setdefault(onward.here.spot, []), onward, rule):
                    waiting.append(onward)
    return Ends(ends, held, able)


def _leads_further(
    turn: RickTurn, label: Label, ends: dict[Place, Label], wanted: Place | None, *, is_long: bool
) -> bool:
    """Tells whether a place that is looked for could lie within the moves that a label can still make.

    A long search is worth the closer look, which costs more than most steps of a short one.
    """
    here, pool = label.here, label.pool
    cards = [card for index, card in enumerate(turn.table.cards) if here.hand >> index & 1]
    moves = (
        pool.move + pool.joker + abs(here.bonus) + sum(card.jokers + abs(_bonus_of(card)) for card in cards)
    )
    x, y = here.spot.at
    if wanted is not None:
        if abs(wanted[0] - x) + abs(wanted[1] - y) > moves:
            return False
    elif all((x + dx, y + dy) in ends for dx, dy in around(moves)):
        return False
    if not is_long:
        return True
    has_parkour = here.bonus == BY_PARKOUR or any(card.id == PARKOUR for card in cards)
    within = turn.places_within(here.spot, moves, has_parkour)
    return wanted in within if wanted is not None else any(place not in ends for place in within)


def _effective_rule(table: Table, pool: Pool) -> ForcedSpending:
    """Returns the house rule as it works: Jokers that can all be spent on cards drawn force nothing else."""
    jokers = pool.joker + sum(card.jokers for card in table.cards)
    return "book" if table.rule == "jokers" and table.deck >= pool.draw + jokers else table.rule


def _stopped(label: Label) -> Label:
    here = label.here
    return Label(Position(here.spot, here.hand), label.pool, label, Step(Stop(), FREE, 0, here))


def _steps_on(turn: RickTurn, label: Label, rule: ForcedSpending) -> Iterator[Label]:
    """Lists the labels one step on, for every way to pay the step."""
    if not (label.here.bonus or any(label.pool)):
        return
    for step in turn.steps(label.here):
        if isinstance(step.act, Stop) or not _is_useful(step, label.pool, rule):
            continue
        for spent in payments(label.pool, step.cost):
            left = label.pool.minus(spent)
            if step.jokers:
                left = left._replace(joker=left.joker + step.jokers)
            yield Label(step.after, left, label, step)


def _is_useful(step: Step, pool: Pool, rule: ForcedSpending) -> bool:
    """Tells whether a step can lead to another end: a card that only costs must take what is forced."""
    if not isinstance(step.act, Play) or step.jokers or step.after.bonus:
        return True
    if rule == "jokers" and pool.joker:
        return True
    return bool(pool.move and (step.cost.move or step.cost.any))


def _end_unknown(ends: dict[Place, Label], label: Label) -> None:
    """Ends a way where an unknown face comes up: on it, and at a vent also where Rick stands."""
    assert label.step is not None
    assert isinstance(label.step.act, Go)
    move = label.step.act.move
    ends.setdefault(move.to, label)
    if move.by_vent and not move.is_parkour:
        ends.setdefault(label.here.spot.at, label)


def _is_better(labels: list[Label], label: Label, rule: ForcedSpending) -> bool:
    """Keeps a label that no other at its spot dominates, and drops those that it dominates."""
    for other in labels:
        if _dominates(other, label, rule):
            return False
    labels[:] = [other for other in labels if not _dominates(label, other, rule)]
    labels.append(label)
    return True


def _dominates(one: Label, other: Label, rule: ForcedSpending) -> bool:
    """Tells whether one label can do all that the other can: a Joker does what a Move does, unforced."""
    if one.here.hand & other.here.hand != other.here.hand:
        return False
    bonus, its_bonus = one.here.bonus, other.here.bonus
    if bonus != its_bonus and not bonus > its_bonus >= 0:
        return False
    mine, its = one.pool, other.pool
    if rule == "jokers":
        return mine == its
    return (
        mine.move <= its.move
        and mine.move + mine.joker >= its.move + its.joker
        and mine.draw >= its.draw
        and mine.tool >= its.tool
        and mine.weapon >= its.weapon
    )
