"""Where a turn can end: a label search over positions, each with the pools that no other pool covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from companion.core.patience import Patience
from companion.games.platformer.turn.aims import Aims
from companion.games.platformer.turn.distances import FAR
from companion.games.platformer.turn.gravity import settle
from companion.games.platformer.turn.means import Means, Purses
from companion.games.platformer.turn.pool import ONE_GEM, Pool, covers, payments, without_special
from companion.games.platformer.turn.position import MONSTER, Position, Table, put
from companion.games.platformer.turn.steps import (
    Action,
    Cost,
    Step,
    attack_steps,
    generate_steps,
    gravity_steps,
    hop_steps,
    monster_moves,
    walk_steps,
)
from companion.games.platformer.turn.tower import Cell

PATIENCE = 1_700_000
"""How many figures may be looked at in all searches of a question: ten seconds and 250 MB at most."""
FEWEST_FIGURES = 6
GEMS_A_FIGURE = 4
"""Of how many gems on the map a position takes as long as of one more figure."""
STANDING, FAINTING = 0, 1
"""The two queues."""

Key = tuple[Cell, tuple[Cell, ...], tuple[Cell, ...], tuple[int, ...]]


def _key(position: Position) -> Key:
    """Tells positions apart by everything but the hero's health and the gems on the map."""
    return position.hero, position.enemies, position.others, position.others_health


Queue = list[tuple[int, int, int, "Label"]]


class Label:
    """A position reached with a pool, and how; the move under way is counted with the pool."""

    __slots__ = ("before", "is_open", "pool", "position", "seen", "step")

    def __init__(
        self, position: Position, pool: Pool, step: Step | None = None, before: Label | None = None
    ) -> None:
        self.position = position
        self.pool = pool
        self.step = step
        self.before = before
        self.is_open = True
        """Whether it still has to be followed; not once it was, or once another label covers it."""
        self.seen = 0
        """How many ends were open when its outlook was worked out."""


class End(NamedTuple):
    """How a turn can end: the position after step 7, or as the Boss falls."""

    position: Position
    label: Label


class Search:
    """Walks every way to play step 5, the richest pools first, leaving out what cannot matter."""

    def __init__(
        self,
        table: Table,
        start: Position,
        pool: Pool,
        aims: Aims,
        alike: tuple[tuple[int, ...], ...] = (),
        *,
        is_thrifty: bool = False,
        most: int | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.table = table
        self.aims = aims
        self.alike = tuple(group for group in alike if len(group) > 1)
        """Groups of enemies that need not be told apart."""
        self.is_thrifty = is_thrifty
        """Whether ends are looked for that leave much of the pool, rather than the nearest ones first."""
        self.most = most
        """How many labels it may put into its queues before it gives up; as many as it takes where None."""
        self.patience = patience or Patience(PATIENCE)
        figures = max(FEWEST_FIGURES, len(start.enemies) + len(start.others))
        self.price = figures + start.gems.bit_count() // GEMS_A_FIGURE
        self.frontier: dict[Key, list[Label]] = {}
        self.walks: dict[Position, tuple[Step, ...]] = {}
        self.actions: dict[Position, tuple[Step, ...]] = {}
        self.purses = Purses(table.rules)
        self.waiting: tuple[Queue, Queue] = [], []
        """Labels that may come to an end standing, and those that only may by fainting: taken in turn."""
        self.count = 0
        self.found: list[End] = []
        self.start = Label(self._canonical(start), pool)

    def ends(self) -> Iterator[End]:
        """Yields ends as they are found; the same one may come several times."""
        first = self.start
        self.aims.drop_hopeless(first.position, self._means(first.pool))
        if first.position.hero < 0 and self._must_generate():
            self._onward(first)
        else:
            self._add(first.position, first.pool)
        yield from self._found()
        turn = 0
        while any(self.waiting) and self.aims.are_open() and (self.most is None or self.count <= self.most):
            turn = 1 - turn if self.waiting[1 - turn] else turn
            guess, _, _, label = heappop(self.waiting[turn])
            if not label.is_open:
                continue
            means = self._means(label.pool)
            is_known = label.seen == self.aims.count_open()
            outlook = guess if is_known else self._outlook(turn, label, means)
            if outlook >= FAR:
                if turn == STANDING:
                    self._wait(FAINTING, label, means)
            elif outlook > guess and not self.is_thrifty:
                self._put(turn, outlook, label, means)
            elif not self._may_end(turn, label, means):
                if turn == STANDING:
                    self._wait(FAINTING, label, means)
            else:
                label.is_open = False
                self._onward(label)
                yield from self._found()

    def _found(self) -> list[End]:
        """Hands over the ends that were found since it was last asked."""
        found, self.found = self.found, []
        return found

    def _outlook(self, queue: int, label: Label, means: Means) -> int:
        aims = self.aims
        return (aims.standing if queue == STANDING else aims.fainting)(label.position, means)

    def _may_end(self, queue: int, label: Label, means: Means) -> bool:
        aims = self.aims
        return (aims.may_stand if queue == STANDING else aims.may_faint)(label.position, means)

    def _wait(self, queue: int, label: Label, means: Means) -> bool:
        """Puts a label into a queue, or into the one behind it, unless it can come to no open end."""
        outlook = self._outlook(queue, label, means)
        if outlook < FAR:
            self._put(queue, outlook, label, means)
            return True
        return queue == STANDING and self._wait(FAINTING, label, means)

    def _put(self, queue: int, outlook: int, label: Label, means: Means) -> None:
        self.count += 1
        label.seen = self.aims.count_open()
        first = -means.worth if self.is_thrifty else outlook
        heappush(self.waiting[queue], (first, -means.worth, self.count, label))

    def _must_generate(self) -> bool:
        """Tells whether a hero that begins off the map can and so must come back (PLT-ACT-1)."""
        first = self.start
        return any(
            payments(first.pool, step.cost, self.table.rules)
            for step in generate_steps(self.table, first.position)
        )

    def _means(self, pool: Pool) -> Means:
        return self.purses.of(pool)

    def _add(
        self, position: Position, pool: Pool, step: Step | None = None, before: Label | None = None
    ) -> None:
        """Takes a label up unless its pool is covered; a position seen for the first time may be an end."""
        health = position.health
        key = _key(position)
        known = self.frontier.get(key)
        if known is None:
            label = self._label(position, pool, step, before)
            self.frontier[key] = [label]
            self._ends_at(label)
            self._wait(STANDING, label, self._means(pool))
            return
        is_new, is_healthier = True, False
        for other in known:
            other_health = other.position.health
            if other_health < health:
                continue
            is_new = is_new and other_health != health
            if (other_health == health or not is_healthier) and _covers(other, position.gems, pool):
                if other_health == health:
                    return
                is_healthier = True
        label = self._label(position, pool, step, before)
        if is_new:
            self._ends_at(label)  # how a hero that falls into traps ends depends on its health
        queue = FAINTING if is_healthier else STANDING
        if not self._wait(queue, label, self._means(pool)) and is_healthier:
            return
        kept = [label]
        for other in known:
            if other.position.health == health and _covers(label, other.position.gems, other.pool):
                other.is_open = False
            else:
                kept.append(other)
        self.frontier[key] = kept

    def _label(self, position: Position, pool: Pool, step: Step | None, before: Label | None) -> Label:
        self.patience.spend(self.price)
        return Label(position, pool, step, before)

    def _ends_at(self, label: Label) -> None:
        """Lets step 7 happen, the hero holding on to a ladder or not."""
        here = label.position
        on_ladder = here.hero >= 0 and self.table.tower.has_ladder[here.hero]
        for lets_go in (False, True) if on_ladder else (False,):
            if self.aims.may_end_from(here, holds=on_ladder and not lets_go):
                self.found.append(End(settle(self.table, here, lets_go=lets_go).after, label))

    def _onward(self, label: Label) -> None:
        """Takes every step that the pool pays for."""
        position = label.position
        means = self._means(label.pool)
        if position.hero >= 0:
            for left in means.steps:
                self._walk(label, left)
            if means.monsters:
                self._move_monsters(label, means)
        for step in self._actions(position):
            for left in payments(means.pool, step.cost, self.table.rules):
                self._take(label, step, left)

    def _move_monsters(self, label: Label, means: Means) -> None:
        """Moves every enemy to every cell that the pool pays for; most of these positions are known."""
        position = label.position
        hero, health, _, _, others, others_health, gems, coins = position
        lefts = [
            [left for left in pools if self.aims.may_come(position, self._means(left), moved)]
            for moved, pools in enumerate(means.monsters, 1)
        ]
        while lefts and not lefts[-1]:
            lefts.pop()
        for index, to, away in monster_moves(self.table, position, len(lefts)):
            self.patience.spend(self.price)
            enemies = self._ordered(put(position.enemies, index, to))
            known = self.frontier.get((hero, enemies, others, others_health))
            for left in lefts[away - 1]:
                if known is None or not _is_covered(known, position, left):
                    after = Position(hero, health, 0, enemies, others, others_health, gems, coins)
                    action = Action("monster", position.enemies[index], to)
                    self._add(after, left, Step(action, Cost(MONSTER, away), after), label)

    def _walk(self, label: Label, left: Pool) -> None:
        position = label.position
        walks = self.walks.get(position)
        if walks is None:
            walks = self._alike(walk_steps(self.table, position._replace(steps_left=1)))
            self.walks[position] = walks
            self.patience.spend(self.price * len(walks))
        for step in walks:
            self._take(label, step, left)

    def _take(self, label: Label, step: Step, left: Pool) -> None:
        if step.has_fainted:
            left = without_special(left)
        pool = left + step.gain.gems * ONE_GEM
        if step.is_won:
            self.found.append(End(step.after, Label(step.after, pool, step, label)))
        else:
            self._add(step.after, pool, step, label)

    def _actions(self, position: Position) -> tuple[Step, ...]:
        """Lists what can be done beside moving and moving enemies, once a position."""
        if position not in self.actions:
            if position.hero < 0:
                self.actions[position] = self._alike(generate_steps(self.table, position))
            else:
                self.actions[position] = self._alike(
                    chain(
                        hop_steps(self.table, position),
                        attack_steps(self.table, position),
                        gravity_steps(self.table, position),
                    )
                )
            self.patience.spend(self.price * len(self.actions[position]))
        return self.actions[position]

    def _alike(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Lists steps, one for all that lead to the same position at the same cost."""
        if not self.alike:
            return tuple(steps)
        found: dict[tuple[Position, Cost], Step] = {}
        for step in steps:
            after = self._canonical(step.after)
            found.setdefault((after, step.cost), step if after is step.after else step._replace(after=after))
        return tuple(found.values())

    def _canonical(self, position: Position) -> Position:
        """Puts enemies that are alike in order, so that swapping them makes no other position."""
        ordered = self._ordered(position.enemies)
        return position if ordered is position.enemies else position._replace(enemies=ordered)

    def _ordered(self, enemies: tuple[Cell, ...]) -> tuple[Cell, ...]:
        for group in self.alike:
            cells = [enemies[index] for index in group]
            ordered = sorted(cells)
            if cells != ordered:
                changed = list(enemies)
                for index, cell in zip(group, ordered, strict=True):
                    changed[index] = cell
                enemies = tuple(changed)
        return enemies


def _is_covered(known: list[Label], position: Position, pool: Pool) -> bool:
    """Tells whether one of the labels at a position has the same health and can do all that a pool can."""
    for other in known:
        if other.position.health == position.health and _covers(other, position.gems, pool):
            return True
    return False


def _covers(label: Label, gems: int, pool: Pool) -> bool:
    """Tells whether a label has in hand, of everything, what another one has or can still pick up alone."""
    missed = gems & ~label.position.gems
    return covers(label.pool, pool + missed.bit_count() * ONE_GEM if missed else pool)
