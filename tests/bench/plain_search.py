"""The yardstick: a plain breadth-first search over all turn states, following rayman-turn.md literally."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from time import process_time

from companion.games.rayman.dispute import ICONS, LUMS, Turn
from companion.games.rayman.search.places import (
    Push,
    Pushed,
    Table,
    is_perch,
)
from tests.bench.plain_table import CROUCH, GLIDE, HEART, JUMP, LUM, MOVE, SLAP, End, PlainTable, State


class Plain(PlainTable):
    """All states of a turn, one after the other, until none is left or it has been enough."""

    def __init__(self, turn: Turn, most_states: int | None = None, most_seconds: float | None = None) -> None:
        super().__init__(turn)
        self.most_states = most_states
        self.most_seconds = most_seconds
        self.seconds = 0.0
        self.is_done = False
        self.states = 0

    # The search

    def first(self) -> State:
        turn = self.turn
        p, level = turn.player.at
        pool = tuple(0 if turn.player.bubble else turn.pool.get(icon, 0) for icon in ICONS)
        others = frozenset((f.at[0] % self.n, f.at[1]) for f in turn.others)
        table = Table(self.board, others, frozenset(turn.projectiles), turn.boss, self.options.perches)
        if not self.board.is_floor(p, level):
            stance = "stand" if is_perch(table, p, level) else "drop"
        elif self.board.is_obstacle(p, level):
            stance = "hurdle"
        else:
            stance = "stand"
        state = State(
            p,
            level,
            stance,
            0,
            False,
            (0,) * 7,
            False,
            turn.player.heart,
            False,
            frozenset(),
            frozenset(),
            tuple(Pushed(*f.at, f.heart, f.immune, False, len(f.freed) >= 3) for f in turn.others),
            frozenset(turn.projectiles),
            False,
        )
        for icon, count in enumerate(pool):
            for _ in range(count):
                state = self.gain(state, icon)
        return state

    def run(self) -> set[End]:
        began = process_time()
        start = self.first()
        seen = {start}
        queue = deque([start])
        while queue:
            if self.most_states is not None and len(seen) > self.most_states:
                break
            if self.most_seconds is not None and process_time() - began > self.most_seconds:
                break
            state = queue.popleft()
            reached = list(self.steps(state))
            reached += self.retreated
            self.retreated.clear()
            for after in reached:
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
            self.rest(state)
        self.states = len(seen)
        self.seconds = process_time() - began
        self.is_done = not queue
        return self.ends

    # Steps

    def steps(self, s: State) -> Iterator[State]:
        if s.stance == "finished":
            after = self.spend(s, MOVE)
            if after:
                yield after._replace(p=s.p + 1)
        else:
            yield from self.moves(s)
            yield from self.jumps(s)
            yield from self.glides(s)
            yield from self.falls(s)
            yield from self.slaps(s)
        after = self.spend(s, HEART)
        if after and not s.heart:
            yield after._replace(heart=True)
        if self.legendary:
            after = self.spend(s, LUM)
            if after:
                yield self.gain(after, ICONS.index(LUMS[self.legendary]))
        if self.legendary == "sneaker":
            after = self.use(self.spend(s, HEART))
            if after:
                yield self.gain(after, CROUCH)
            if s.heart and not self.options.sneaker_strict_icons:
                after = self.use(s._replace(heart=False))
                if after:
                    yield self.gain(after, CROUCH)

    def moves(self, s: State) -> Iterator[State]:
        if s.stance == "drop" or (s.stance == "air" and not s.air_moves):
            return
        paid = self.spend(s, MOVE)
        if self.legendary == "dasher" and s.ability and s.stance == "air" and s.air_moves == 1:
            paid = self.use(paid)  # the second Movement in the air
        if paid is None:
            return
        for by in (1, -1):
            q = s.p + by
            if q < 0 or self.board.is_wall(s.p if by > 0 else q, s.level):
                continue
            moved = paid._replace(p=q, is_fresh_jump=False)
            if by > 0 and q % self.n == 0:
                if len(set(self.turn.player.freed) | s.freed) >= 3:
                    yield moved._replace(stance="finished", air_moves=0)
                    continue
                if self.options.finish_gate == "blocked_at43":
                    continue
            for entered in self.enter(moved, came_from=s):
                yield self.settle(entered, s)

    def settle(self, s: State, before: State) -> State:
        """The stance after a step sideways (or a drift) has entered a space."""
        if s.stance == "glide":
            lands = self.is_floor(s) if s.level > 1 else not self.is_obstacle(s)
            return s._replace(stance="stand") if lands else s
        if self.is_floor(s):
            return s._replace(stance="hurdle" if self.is_obstacle(s) else "stand", air_moves=0)
        if self.legendary == "dasher" and before.ability:
            left = 1 if before.stance in ("stand", "hurdle") else before.air_moves - 1
            if left > 0:
                return s._replace(stance="air", air_moves=left)
        return s._replace(stance="drop", air_moves=0)

    def jumps(self, s: State) -> Iterator[State]:
        second = self.legendary == "scrambler" and s.is_fresh_jump and s.ability
        is_standing = s.stance == "stand" and not self.is_covering(s) and self.is_floor(s)
        if s.level == 3 or not (is_standing or (s.stance == "air" and second)):
            return
        paid = self.spend(s, JUMP)
        if paid is None:
            return
        if second and s.level == 2:
            used = self.use(paid)
            assert used is not None
            paid = self.gain(used, MOVE)
        up = paid._replace(level=s.level + 1, stance="jump")
        for entered in self.enter(up, came_from=s):
            fresh = s.level == 1 and self.legendary == "scrambler"
            if self.is_floor(entered):
                yield entered._replace(stance="stand", air_moves=0, is_fresh_jump=fresh)
            else:
                moves = 2 if self.legendary == "dasher" and s.ability else 1
                yield entered._replace(stance="air", air_moves=moves, is_fresh_jump=fresh)

    def glides(self, s: State) -> Iterator[State]:
        if s.stance in ("air", "drop") or (s.stance == "stand" and not self.is_covering(s)):
            paid = self.spend(s, GLIDE)
            if paid:
                yield paid._replace(stance="glide", air_moves=0, is_fresh_jump=False)
        if s.stance != "glide":
            return
        if not self.is_floor(s):
            yield s._replace(stance="drop")
        elif self.is_obstacle(s):
            for entered in self.enter(s._replace(stance="stand"), came_from=s):
                yield entered._replace(stance="hurdle")
        else:
            yield s._replace(stance="stand")
        if self.legendary == "drifter":
            paid = self.use(s if self.options.drifter_free else self.spend(s, MOVE))
            if paid is None:
                return
            if s.level < 3 and not self.board.is_low(s.p, s.level):
                for entered in self.enter(paid._replace(level=s.level + 1), came_from=s):
                    yield self.settle(entered, s)
            if s.level > 1 and not self.is_floor(s):
                for entered in self.enter(paid._replace(level=s.level - 1), came_from=s):
                    yield self.settle(entered, s)

    def falls(self, s: State) -> Iterator[State]:
        if s.stance in ("drop", "air") or (s.stance == "stand" and not self.is_floor(s)):
            down = s._replace(level=s.level - 1, stance="fall", air_moves=0, is_fresh_jump=False)
            for entered in self.enter(down, came_from=s):
                if not self.is_floor(entered):
                    yield entered._replace(stance="drop")
                else:
                    yield entered._replace(stance="hurdle" if self.is_obstacle(entered) else "stand")

    # Slaps

    def slaps(self, s: State) -> Iterator[State]:
        for space in self.board.enemies:
            is_target = self.has_enemy(s, space)
            if self.options.covered_enemy_slap and space in self.covered and space not in s.defeated:
                is_target = space != self.turn.boss
            if is_target:
                after = self.slap(s, space, self.turn.enemy_extra_slaps)
                if after:
                    yield self.defeat(after, space)
        for colour, space in self.board.teensies:
            if colour not in self.turn.player.freed and colour not in s.freed:
                after = self.slap(s, space)
                if after:
                    yield after._replace(freed=s.freed | {colour})
        for index, figure in enumerate(s.figures):
            yield from self.slap_figure(s, index, figure)

    def reach(self, s: State, space: tuple[int, int]) -> tuple[int, int] | None:
        """Distance and direction (+1, -1 or 0) to a space that a Slap reaches."""
        here = self.space(s)
        found = None
        most = self.options.smasher_cap if self.legendary == "smasher" else 3
        for by in range(-most, most + 1):
            if (here[0] + by) % self.n != space[0]:
                continue
            rise = space[1] - here[1]
            far = abs(by) + abs(rise)
            if far > most or (by and rise and not self.options.slap_manhattan):
                continue
            if self.is_clear(here, by, rise) and (found is None or far < found[0]):
                found = (far, (by > 0) - (by < 0))
        return found

    def is_clear(self, here: tuple[int, int], by: int, rise: int) -> bool:
        """Whether some shortest way of edges is free of walls and thick platforms."""
        column, level = here
        if not by and not rise:
            return True
        if by:
            to = 1 if by > 0 else -1
            edge = column if by > 0 else column - 1
            open_ = not self.board.is_wall(edge, level)
            if self.options.thick_blocks_side_slap:
                ends = (column, column + to)
                open_ = open_ and not any(self.board.is_low(c, level) for c in ends)
            if open_ and self.is_clear(((column + to) % self.n, level), by - to, rise):
                return True
        if rise:
            to = 1 if rise > 0 else -1
            if not self.board.is_low(column, level if rise > 0 else level - 1):
                return self.is_clear((column, level + to), by, rise - to)
        return False

    def slap(self, s: State, space: tuple[int, int], extra: int = 0) -> State | None:
        found = self.reach(s, space)
        if found is None:
            return None
        far = found[0]
        is_cheap = self.legendary == "smasher" and s.ability and far > 0
        after = self.spend(s, SLAP, (far if is_cheap else far + 1) + extra)
        if after and is_cheap:
            after = self.use(after)
            assert after is not None
            after = self.gain(after, MOVE) if far >= 2 else after
        return after

    def slap_figure(self, s: State, index: int, figure: Pushed) -> Iterator[State]:
        who = self.turn.others[index]
        if who.bubble or (figure.p >= self.n and len(who.freed) >= 3):
            return
        limit = self.options.slap_limit
        if (limit == "per_round" and who.slapped) or (limit != "unlimited" and figure.slapped):
            return
        space = (figure.p % self.n, figure.level)
        after = self.slap(s, space)
        found = self.reach(s, space)
        if after is None or found is None:
            return
        others = frozenset(
            (f.p % self.n, f.level) for number, f in enumerate(s.figures) if number != index
        ) | {self.space(s)}
        hazards = {e for e in self.board.enemies if e not in self.covered}
        if self.turn.boss:
            hazards.add(self.turn.boss)
        table = Table(self.board, others, s.projectiles, self.turn.boss, self.options.perches)
        push = Push(self.turn, table, frozenset(hazards))
        for by in (found[1],) if found[1] else (1, -1):
            for pushed, projectiles in push.outcomes(figure, by):
                figures = (*s.figures[:index], pushed, *s.figures[index + 1 :])
                yield after._replace(figures=figures, projectiles=projectiles)
