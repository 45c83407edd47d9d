"""Ways of a figure over several actions: the cheapest symbols and gems that bring it to each space."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from companion.core.command import Command
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.spending import paid_text
from companion.games.platformer.state import State
from companion.games.platformer.turn.gems import boost_price
from companion.games.platformer.turn.pool import GEM_SHIFT, ONE_GEM, Pool, covers, payments, unpack
from companion.games.platformer.turn.position import BOOT, Position
from companion.games.platformer.turn.steps import Cost, Step, hop_steps, monster_steps, walk_steps
from companion.games.platformer.turn.tower import OFF, Cell

PATIENCE = 2_000
"""After so many positions no farther spaces are looked for."""


class Price(NamedTuple):
    """What a way costs, the worst first."""

    wounds: int
    pushes: int
    gems: int
    symbols: int


class Walk(NamedTuple):
    """A way, its last position, and what is left of the pool there."""

    price: Price
    position: Position
    pool: Pool
    commands: tuple[Command, ...] = ()
    path: tuple[Cell, ...] = ()


def walks(state: State, figure: str) -> Iterator[Walk]:
    """Yields the ways of a figure of the running turn, the cheapest first; who is pushed, at the end only.

    Ways on which the hero faints are left out: they are chosen step by step.
    """
    search = _Enemy(state, figure) if figure in state.foes else _Hero(state)
    start = Walk(Price(0, 0, 0, 0), board.position_of(state), board.pool_of(state))
    waiting: list[tuple[Price, int, Walk]] = [(start.price, 0, start)]
    known: dict[tuple[object, ...], list[Pool]] = {}
    count = 0
    while waiting and count < PATIENCE:
        walk = heappop(waiting)[-1]
        key = (walk.position.hero, walk.position.enemies, walk.position.steps_left, walk.position.gems)
        pools = known.setdefault((*key, walk.position.others), [])
        if any(covers(other, walk.pool) for other in pools):
            continue
        pools.append(walk.pool)
        if walk.commands:
            yield walk
        if walk.price.pushes == 0:
            for after in search.onward(walk):
                count += 1
                heappush(waiting, (after.price, count, after))


class _Search:
    """Continues ways, writing each step as the command that does it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.table = board.table_of(state)
        self.rules = state.options

    def space(self, cell: Cell) -> str:
        return board.space_of(self.state, cell) if cell != OFF else ""

    def most(self, pool: Pool) -> int:
        most = 1
        while boost_price(most) <= pool >> GEM_SHIFT:
            most += 1
        return most

    def made(self, walk: Walk, step: Step, left: Pool, command: Command, to: Cell) -> Walk:
        spent, had = unpack(left), unpack(walk.pool)
        symbols = sum(map(sum, had[:3])) - sum(map(sum, spent[:3]))
        price = Price(
            walk.price.wounds + step.wounds,
            walk.price.pushes + (step.action.name in ("step", "hop") and step.action.to != OFF),
            walk.price.gems + had.gems - spent.gems,
            walk.price.symbols + symbols,
        )
        pool = left + step.gain.gems * ONE_GEM
        return Walk(price, step.after, pool, (*walk.commands, command), (*walk.path, to))


class _Hero(_Search):
    """Moves the active hero by steps and portals."""

    def onward(self, walk: Walk) -> Iterator[Walk]:
        """Yields the way with one more step."""
        position, pool = walk.position, walk.pool
        if position.hero < 0:
            return
        if position.steps_left:
            for step in walk_steps(self.table, position):
                to, push = self.space(step.action.cell), self.space(step.action.to)
                yield from self._stood(walk, step, pool, cmd.Step(to, push))
        begun = position._replace(steps_left=0)
        for effects in range(1, self.most(pool) + 1):
            for left in payments(pool, Cost(BOOT, effects), self.rules):
                for step in walk_steps(self.table, begun._replace(steps_left=effects)):
                    to, push = self.space(step.action.cell), self.space(step.action.to)
                    command = cmd.Move(to, paid_text(pool, left), push, effects)
                    yield from self._stood(walk, step, left, command)
        for step in hop_steps(self.table, begun):
            for left in payments(pool, step.cost, self.rules):
                to, push = self.space(step.action.cell), self.space(step.action.to)
                yield from self._stood(walk, step, left, cmd.Hop(to, paid_text(pool, left), push))

    def _stood(self, walk: Walk, step: Step, left: Pool, command: Command) -> Iterator[Walk]:
        if not step.has_fainted:
            yield self.made(walk, step, left, command, step.after.hero)


class _Enemy(_Search):
    """Moves one enemy by monster symbols."""

    def __init__(self, state: State, figure: str) -> None:
        super().__init__(state)
        self.figure = figure
        self.index = list(state.foes).index(figure)

    def onward(self, walk: Walk) -> Iterator[Walk]:
        """Yields the way with one more action."""
        if walk.position.hero < 0:
            return
        here = walk.position._replace(steps_left=0)
        at = here.enemies[self.index]
        for step in monster_steps(self.table, here, self.most(walk.pool)):
            if step.action.cell == at:
                for left in payments(walk.pool, step.cost, self.rules):
                    to = step.action.to
                    command = cmd.MoveEnemy(self.figure, self.space(to), paid_text(walk.pool, left))
                    yield self.made(walk, step, left, command, to)
