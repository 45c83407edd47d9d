"""Whether a label can come to one given end: on ground that carries a hero, or on a stack of other figures.

A figure that is missing from a stack comes next to its column and then into it, by a push or as a monster.
After a push the hero is where the figure was: that is what makes stacks dear.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.platformer.turn.distances import FAR
from companion.games.platformer.turn.means import Means, Reserve
from companion.games.platformer.turn.position import Position, Table
from companion.games.platformer.turn.prospects import GemWays, Prospects
from companion.games.platformer.turn.stacks import Goal, Moves
from companion.games.platformer.turn.tower import OFF, OFF_BOSS, Cell, Tower


class Goals:
    """The cells that are still open."""

    def __init__(
        self, table: Table, start: Position, prospects: Prospects, wanted: Iterable[Cell], carried: set[Cell]
    ) -> None:
        self.table = table
        self.prospects = prospects
        figures = len(table.enemies) + len(table.others)
        goals = [self._goal(cell, is_carried=cell in carried) for cell in sorted(wanted)]
        self.open = {goal.cell: goal for goal in goals if len(goal.below) <= figures}
        self._near: dict[Cell, list[tuple[int, Goal]]] = {}
        self._moves: dict[tuple[tuple[Cell, ...], tuple[Cell, ...]], Moves] = {}
        self._last: tuple[Position, Moves] = start, Moves(start)
        """The position that was asked about last: most are asked about several times in a row."""
        self.damages = [enemy.damage for enemy in table.enemies] + [0] * len(table.others)
        """What a push costs, unless it is done through a portal."""

    def close(self, cell: Cell) -> None:
        """Takes a cell off the list."""
        goal = self.open.pop(cell)
        for hero, near in self._near.items():
            if goal.away[hero] < FAR:
                near.remove((goal.away[hero], goal))

    def drop_hopeless(self, position: Position, means: Means) -> None:
        """Takes cells off the list that are too far from a position, whatever comes."""
        most = means.reserve((self.prospects.all_gems, 0))
        moves = self.moves(position)
        for goal in list(self.open.values()):
            away = min(goal.away[cell] for cell in (position.hero, OFF, OFF_BOSS))
            if away > most.steps or moves.to(goal) > most.together[away]:
                self.close(goal.cell)

    def near(self, hero: Cell) -> list[tuple[int, Goal]]:
        """Lists the open cells with the hero's steps to them, nearest first."""
        near = self._near.get(hero)
        if near is None:
            near = [(goal.away[hero], goal) for goal in self.open.values() if goal.away[hero] < FAR]
            near.sort(key=_by_steps)
            self._near[hero] = near
        return near

    def moves(self, position: Position) -> Moves:
        """Gives what is known of the moves to each stack as the figures stand."""
        if position is not self._last[0]:
            key = position.enemies, position.others
            known = self._moves.get(key)
            if known is None:
                known = self._moves[key] = Moves(position)
            self._last = position, known
        return self._last[1]

    def any_standing(self, position: Position, means: Means, most: Reserve) -> bool:
        """Tells whether a hero on the map may come to an open cell without fainting."""
        moves = self.moves(position)
        for away, goal in self.near(position.hero):
            if away > most.steps:
                break
            if moves.to(goal) <= most.together[away] and self._may_come(goal, away, position, means):
                return True
        return False

    def _may_come(self, goal: Goal, away: int, position: Position, means: Means) -> bool:
        figures = self.moves(position)
        moves, missing = figures.to(goal), figures.missing(goal)
        gems = self.prospects.gems(goal.way, position, position.hero, means)
        reserve = means.reserve(gems, self.prospects.prizes(position, means))
        if away > reserve.steps or moves > reserve.together[away]:
            return False
        return self._may_walk(goal, away, position, reserve) and (
            not missing
            or self._may_move(goal, away, missing, position, reserve)
            or self._may_push(goal, moves, missing, position, position.hero, position.health, reserve)
        )

    def _may_walk(self, goal: Goal, away: int, position: Position, reserve: Reserve) -> bool:
        """Tells whether the steps are enough without a stack to land on that is not there.

        Before there is one a figure must be moved, as a monster or by a push: the hero has come to it then.
        """
        if reserve.beside[away]:
            return True
        steps = reserve.steps
        walks = self.prospects.distances.as_they_stand(position)
        return walks[goal.cell] <= steps or any(
            walks[met] + goal.away[met] <= steps
            for cell in (*position.enemies, *position.others)
            if cell >= 0
            for met in self.prospects.fall_paths[cell]
        )

    def _may_move(self, goal: Goal, away: int, missing: int, position: Position, reserve: Reserve) -> bool:
        """Tells whether all that is missing may come into the stack as monsters: enemies only.

        Each of them takes a monster move into the stack; those before may be pushes on the hero's way.
        """
        if missing > reserve.beside[away]:
            return False
        moves = sorted([goal.moves[cell] for cell in position.enemies if cell >= 0 and goal.moves[cell]])
        return len(moves) >= missing and sum(moves[:missing]) <= reserve.together[away]

    def _may_push(
        self,
        goal: Goal,
        moves: int,
        missing: int,
        position: Position,
        hero: Cell,
        health: int,
        reserve: Reserve,
    ) -> bool:
        """Tells whether the hero may push one missing figure at least into the stack, and survive it.

        A figure comes nearer to the stack move by move, and each push by a step lets an enemy strike.
        """
        steps, climb = reserve.steps, goal.climb
        by_push = goal.by_push[hero]
        if by_push > steps or moves + climb > reserve.together[by_push]:
            return False
        monsters = reserve.beside[by_push]
        count = max(missing - monsters, 1)
        walks = self.prospects.distances.from_hero(hero)
        wounds: list[int] = []
        for index, cell in enumerate((*position.enemies, *position.others)):
            if cell < 0 or not (own := goal.moves[cell]):
                continue
            if monsters and index < len(position.enemies):
                wounds.append(self.damages[index] * (1 not in goal.portals))
                continue
            for met in self.prospects.fall_paths[cell]:  # it must be pushed all the way from there
                if walks[met] + max(goal.away[met], own - 1 + climb) <= steps:
                    strikes = sum(away not in goal.portals for away in range(1, own + 1))
                    wounds.append(strikes * self.damages[index])
                    break
        wounds.sort()
        return len(wounds) >= count and sum(wounds[:count]) < health

    def any_fainting(self, position: Position, means: Means, to_faint: int, most: Reserve) -> bool:
        """Tells whether a hero that is down after so many effects may come back to an open cell."""
        if to_faint >= FAR:
            return False
        walks = to_faint > 0
        moves = self.moves(position)
        for away, goal in self.near(off_map_of(self.table.tower, position.hero)):
            if away + walks > most.steps or to_faint + away > most.together[away + walks]:
                break
            if moves.to(goal) <= most.together[away + walks] and self._may_return(
                goal, away, position, means, to_faint
            ):
                return True
        return False

    def _may_return(self, goal: Goal, away: int, position: Position, means: Means, to_faint: int) -> bool:
        hero = position.hero
        off = off_map_of(self.table.tower, hero)
        figures = self.moves(position)
        moves, missing = figures.to(goal), figures.missing(goal)
        walks = to_faint > 0
        gems = sum(self.prospects.gems(goal.way, position, off, means))
        prizes = self.prospects.prizes(position, means)
        later = means.reserve_after_fainting(gems, prizes, is_off=hero < 0, walks=walks)
        altogether = means.reserve_to_return(gems, prizes)
        steps = min(later.steps, altogether.steps - walks)
        if away > steps or max(moves, to_faint + away) > altogether.together[away + walks]:
            return False
        first = self._first_move(position, altogether)
        # Where no trap is near the hero faints by a step that is struck, and so pushes nobody.
        strike = int(hero >= 0 and self.prospects.to_traps[hero] >= FAR)
        if goal.below:
            if later.beside[away] and _may_fill(away, missing, walks, first + strike, altogether):
                return True
            health = self.table.active.max_health
            if missing and self._may_push(goal, moves, missing, position, off, health, later):
                return True
            by_push = goal.by_push[off]
            if hero >= 0 and by_push <= steps:
                effort = max(moves + goal.climb, max(to_faint, first + strike) + by_push)
                if effort <= altogether.together[by_push + walks]:
                    return True
            if hero < 0 and missing:
                # It may faint again and come back once more, with a figure pushed in each life.
                falls = self.prospects.to_traps[off] < FAR
                return means.returns > 1 and away + (not falls) <= altogether.steps
        return self._may_start(goal, moves, position, means, steps, altogether, to_faint, first - 1 + strike)

    def _first_move(self, position: Position, reserve: Reserve) -> int:
        """Bounds from below the effects with which the first other figure is moved."""
        if reserve.monsters or position.hero < 0:
            return 1
        walks = self.prospects.distances.from_hero(position.hero)
        return max(
            min(
                (
                    walks[met]
                    for cell in (*position.enemies, *position.others)
                    if cell >= 0
                    for met in self.prospects.fall_paths[cell]
                ),
                default=FAR,
            ),
            1,
        )

    def _may_start(
        self,
        goal: Goal,
        moves: int,
        position: Position,
        means: Means,
        steps: int,
        altogether: Reserve,
        to_faint: int,
        besides: int,
    ) -> bool:
        """Tells whether the hero may be generated near enough, all others being in their places by then.

        Moving them takes so many effects besides the moves.
        """
        hero, distances, tower = position.hero, self.prospects.distances, self.table.tower
        walks = to_faint > 0
        wounds = means.most_wounds(self.prospects.all_gems)
        is_below = off_map_of(tower, hero) == OFF
        for start in distances.starts if is_below else distances.starts_above:
            away = goal.away[start]
            if away > steps:
                continue
            before, own_steps = moves, int(walks)
            is_hero = start in position.others
            if tower.has_floor[start] and (is_hero or start in position.enemies):
                if hero < 0:
                    continue
                if is_hero or wounds < self.table.enemies[position.enemies.index(start)].health:
                    before = moves + 1 if start in goal.below else max(moves, 1)
                if is_hero:  # it is pushed by a step into its cell
                    own_steps = max(own_steps, distances.to_enter(hero, start))
                    own_steps += self.prospects.to_traps[hero] >= FAR
            effort = max(to_faint, before + besides if before else 0) + away
            if away + own_steps <= altogether.steps and effort <= altogether.together[away + own_steps]:
                return True
        return False

    def _goal(self, cell: Cell, *, is_carried: bool) -> Goal:
        distances, tower = self.prospects.distances, self.table.tower
        away = distances.of_hero_to_any((cell,))
        if is_carried:
            return Goal(cell, away, (), (), (), 0, frozenset(), GemWays(away))
        below = []
        at = cell
        while not tower.has_floor[at]:
            at -= tower.columns
            below.append(at)
            if tower.has_ladder[at] and self.table.others:
                break
        moves = distances.of_pushed(below)
        beside = {near: away[near] for near in tower.cells if moves[near] == 1}
        climb = min(beside.values(), default=FAR)
        by_push = distances.of_hero_by_way(beside)
        hops = self.table.rules.portal_cost is not None
        portals = frozenset(moves[near] for near in tower.cells if hops and tower.portal_ways[near])
        return Goal(cell, away, tuple(below), moves, by_push, climb, portals, GemWays(away))


def _may_fill(away: int, missing: int, walks: bool, first: int, reserve: Reserve) -> bool:
    """Tells whether what a stack misses may come into it as monsters, or by pushes before the hero faints.

    Each figure takes a monster move or a step for that; what is pushed in later is another case.
    """
    steps = away + walks
    for pushed in range(missing + 1):
        if steps > reserve.steps:
            return False
        if missing - pushed <= reserve.beside[steps]:
            return True
        steps = max(away + first + pushed, steps)
    return False


def off_map_of(tower: Tower, hero: Cell) -> Cell:
    """Returns where a hero is once it has fainted, or where it is already off the map."""
    is_above = hero == OFF_BOSS or (hero >= 0 and tower.is_above[hero])
    return OFF_BOSS if is_above else OFF


def _by_steps(near: tuple[int, Goal]) -> tuple[int, int]:
    return near[0], len(near[1].below)
