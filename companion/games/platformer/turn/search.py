"""Where a turn can end: a label search over positions, each with the pools that no other pool covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from companion.games.platformer.turn.aims import Aims
from companion.games.platformer.turn.distances import FAR
from companion.games.platformer.turn.gravity import settle
from companion.games.platformer.turn.means import Means
from companion.games.platformer.turn.pool import ONE_GEM, Pool, covers, payments, without_special
from companion.games.platformer.turn.position import Position, Table
from companion.games.platformer.turn.steps import (
    Cost,
    Step,
    attack_steps,
    generate_steps,
    gravity_steps,
    hop_steps,
    monster_steps,
    walk_steps,
)
from companion.games.platformer.turn.tower import Cell

STANDING, FAINTING = 0, 1
"""The two queues."""

Key = tuple[Cell, tuple[Cell, ...], tuple[Cell, ...], tuple[int, ...], int]


def _key(position: Position) -> Key:
    """Tells positions apart by everything but the hero's health."""
    return position.hero, position.enemies, position.others, position.others_health, position.gems


Queue = list[tuple[int, int, int, "Label"]]


class Label:
    """A position reached with a pool, and how; the move under way is counted with the pool."""

    __slots__ = ("before", "is_open", "pool", "position", "step")

    def __init__(
        self, position: Position, pool: Pool, step: Step | None = None, before: Label | None = None
    ) -> None:
        self.position = position
        self.pool = pool
        self.step = step
        self.before = before
        self.is_open = True
        """Whether it still has to be followed; not once it was, or once another label covers it."""


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
    ) -> None:
        self.table = table
        self.aims = aims
        self.alike = tuple(group for group in alike if len(group) > 1)
        """Groups of enemies that need not be told apart."""
        self.is_thrifty = is_thrifty
        """Whether ends are looked for that leave much of the pool, rather than the nearest ones first."""
        self.frontier: dict[Key, list[Label]] = {}
        self.walks: dict[Position, tuple[Step, ...]] = {}
        self.actions: dict[Position, tuple[Step, ...]] = {}
        self.means: dict[Pool, Means] = {}
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
            self._add(first)
        yield from self._found()
        turn = 0
        while any(self.waiting) and self.aims.are_open():
            turn = 1 - turn if self.waiting[1 - turn] else turn
            guess, _, _, label = heappop(self.waiting[turn])
            if not label.is_open:
                continue
            means = self._means(label.pool)
            outlook = self._outlook(turn, label, means)
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
        if pool not in self.means:
            self.means[pool] = Means(pool, self.table.rules)
        return self.means[pool]

    def _add(self, label: Label) -> None:
        """Takes a label up unless its pool is covered; a position seen for the first time may be an end."""
        position, pool = label.position, label.pool
        health = position.health
        key = _key(position)
        means = self._means(pool)
        known = self.frontier.get(key)
        if known is None:
            self.frontier[key] = [label]
            self._ends_at(label)
            self._wait(STANDING, label, means)
            return
        is_healthier = False
        is_new = True
        for other in known:
            other_health = other.position.health
            if other_health >= health and covers(other.pool, pool):
                if other_health == health:
                    return
                is_healthier = True
            is_new &= other_health != health
        if is_new:  # how a hero that falls into traps ends depends on its health
            self._ends_at(label)
        if not self._wait(FAINTING if is_healthier else STANDING, label, means) and is_healthier:
            return
        kept = [label]
        for other in known:
            if other.position.health == health and covers(pool, other.pool):
                other.is_open = False
            else:
                kept.append(other)
        self.frontier[key] = kept

    def _ends_at(self, label: Label) -> None:
        """Lets step 7 happen, the hero holding on to a ladder or not."""
        here = label.position
        if not self.aims.may_end_from(here.hero):
            return
        self.found.append(End(settle(self.table, here).after, label))
        if here.hero >= 0 and self.table.tower.has_ladder[here.hero]:
            self.found.append(End(settle(self.table, here, lets_go=True).after, label))

    def _onward(self, label: Label) -> None:
        """Takes every step that the pool pays for."""
        position = label.position
        means = self._means(label.pool)
        if position.hero >= 0:
            for left in means.steps:
                self._walk(label, left)
            if means.monsters:
                for step in monster_steps(self.table, position, len(means.monsters)):
                    for left in means.monsters[step.cost.effects - 1]:
                        self._add(Label(self._canonical(step.after), left, step, label))
        for step in self._actions(position):
            for left in payments(means.pool, step.cost, self.table.rules):
                self._take(label, step, left)

    def _walk(self, label: Label, left: Pool) -> None:
        position = label.position
        walks = self.walks.get(position)
        if walks is None:
            walks = self._alike(walk_steps(self.table, position._replace(steps_left=1)))
            self.walks[position] = walks
        for step in walks:
            self._take(label, step, left)

    def _take(self, label: Label, step: Step, left: Pool) -> None:
        if step.has_fainted:
            left = without_special(left)
        reached = Label(step.after, left + step.gain.gems * ONE_GEM, step, label)
        if step.is_won:
            self.found.append(End(reached.position, reached))
        else:
            self._add(reached)

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
        if not self.alike:
            return position
        enemies = list(position.enemies)
        for group in self.alike:
            for index, cell in zip(group, sorted([enemies[index] for index in group]), strict=True):
                enemies[index] = cell
        ordered = tuple(enemies)
        return position if ordered == position.enemies else position._replace(enemies=ordered)
