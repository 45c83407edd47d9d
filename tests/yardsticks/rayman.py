"""A plain search over all states of a Rayman turn, to measure the product against.

It is written from the model of a turn (`T:n` is its line n) and the rulings (C1, C5) alone and shares no rule
with the product: every state in full, the pool included, every choice tried, nothing bounded or dominated.
Slow, and meant to be read. What the texts leave open is listed in RAYMAN.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.yardsticks.rayman_enter import Outcome, damage, hit
from tests.yardsticks.rayman_moved import let_perched_fall, off_figure, off_obstacle
from tests.yardsticks.rayman_steps import moves, steps
from tests.yardsticks.rayman_table import State, Table


class TooLargeError(Exception):
    """A turn has more states than this search was asked to bear."""


def reach(
    document: dict[str, Any], limit: int = 2_000_000, begun: dict[str, Any] | None = None
) -> list[list[int]]:
    """Lists every place where the turn can come to rest, sorted (formats: reach/1).

    `begun` says how a turn that has begun differs from its start, by names of State: `{"stance": "glide"}`.
    """
    turn = Turn(document, limit, begun)
    return sorted([p, level] for p, level in {(end.p, end.l) for end in turn.ends()})


def is_legal(document: dict[str, Any], limit: int = 2_000_000) -> bool:
    """Tells whether the turn can end as claimed: every detail that the claim gives must match exactly."""
    turn = Turn(document, limit)
    claim = document["claim"]
    if any(turn.matches(end, claim) for end in turn.ends()):
        return True
    return any(turn.matches(end, claim) for end in turn.ends_after_bad_luck())


class Turn:
    """One turn: its table and the search over its states."""

    def __init__(
        self, document: dict[str, Any], limit: int = 2_000_000, begun: dict[str, Any] | None = None
    ) -> None:
        self.table = Table(document)
        self.table.start = self.table.start._replace(**(begun or {}))
        self.limit = limit
        self._hopes: dict[State, bool] = {}

    def matches(self, end: State, claim: dict[str, Any]) -> bool:
        """Compares an end with a claim (formats: `claim`)."""
        others = dict(zip(self.table.names, end.others, strict=True))
        told = claim.get
        return (
            [end.p, end.l] == list(claim["at"])
            and (told("defeated") is None or {(c, level) for c, level in claim["defeated"]} == end.defeated)
            and (told("freed") is None or set(claim["freed"]) == end.freed)
            and (told("slapped") is None or set(claim["slapped"]) == end.slapped)
            and (told("heart") is None or claim["heart"] == end.heart)
            and all([others[n].p, others[n].l] == list(at) for n, at in (told("players") or {}).items())
        )

    def ends(self) -> Iterator[State]:
        """Every end of the turn that `reach` lists."""
        start = self.table.start
        if self.table.bubble:  # C5-36
            yield start
        elif self.is_stuck(start):  # C5-30
            for state in self.states_from(start):
                yield from self.settled(self.forced(state))
        else:
            seen: set[State] = set()
            for state, is_over in self.explore(start):
                finals = [state] if is_over else self.rests(state)
                for end in self.settled(finals):
                    if end not in seen:
                        seen.add(end)
                        yield end

    def settled(self, ends: list[State] | Iterator[State]) -> Iterator[State]:
        for end in ends:
            yield from let_perched_fall(self.table, end)

    def explore(self, start: State) -> Iterator[tuple[State, bool]]:
        """Breadth first: every state that steps lead to, and whether the turn is over with it."""
        seen = {(start, False)}
        frontier = [(start, False)]
        while frontier:
            yield from frontier
            following: list[tuple[State, bool]] = []
            for state, is_over in frontier:
                if is_over:
                    continue
                for outcome in steps(self.table, state):
                    found = (outcome.state, outcome.is_over)
                    if found not in seen:
                        seen.add(found)
                        following.append(found)
            if len(seen) > self.limit:
                raise TooLargeError(len(seen))
            frontier = following

    def states_from(self, start: State) -> Iterator[State]:
        for state, is_over in self.explore(start):
            assert not is_over, "a turn that can end in damage is not stuck"
            yield state

    # --- where a turn may end ----------------------------------------------------------------------------

    def rests(self, state: State) -> Iterator[State]:
        """Ends of the turn in this state (T:40, T:63-72); a glide and a fall end by steps of their own."""
        table = self.table
        at = table.space_of(state.p, state.l)
        if state.stance == "finished":  # T:76
            yield state
        elif state.stance == "hurdle":
            if not self.can_still_move(state):
                yield from self.rests_off_obstacle(state)
        elif self.can_stay(state):
            yield from self.rests_beside(state, at in table.figures(state, None) and at[0] != 0)

    def can_stay(self, state: State) -> bool:
        """T:64: something carries it, no projectile is there, nor the Boss (column 0 aside: C5-4)."""
        at = self.table.space_of(state.p, state.l)
        if state.stance == "glide" or not self.table.carries(state, *at, None):
            return False
        is_perched = not self.table.floor(*at)
        if is_perched and at[0] and at in self.table.figures(state, None):
            return False  # 001:634 speaks of an empty space
        return at not in state.projectiles and (at != self.table.boss or at[0] == 0)

    def rests_off_obstacle(self, state: State) -> Iterator[State]:
        """T:68-69; `stop_only` hits now (C5-35)."""
        if self.table.options["obstacle_mode"] == "stop_only":
            after = hit(self.table, state)
            if after is None:
                yield from (outcome.state for outcome in damage(self.table, state))
                return
            state = after
        for p, level in off_obstacle(self.table, state, state.p, None):
            yield state._replace(p=p, l=level)

    def rests_beside(self, state: State, must_leave: bool) -> Iterator[State]:
        """The place itself, or where a figure goes that must leave it (T:70-72)."""
        if not must_leave:
            yield state
            return
        table = self.table
        for p, level in off_figure(table, state, state.p, state.l, None):
            there = state._replace(p=p, l=level)
            at = table.space_of(p, level)
            if at in table.enemies and at not in state.defeated and not table.is_harmless(state, at):
                after = hit(table, there)
                if after is None:
                    yield from (outcome.state for outcome in damage(table, there))
                else:
                    yield after
            else:
                yield there

    def can_still_move(self, state: State) -> bool:
        """T:40, C5-34: a Movement with the pool as it stands, after which a legal end is left."""
        outcomes = self.foreseen(moves, state)
        return any(outcome.is_over or self.has_hope(outcome.state) for outcome in outcomes)

    # --- turns that cannot leave a projectile or the Boss ------------------------------------------------

    def has_hope(self, start: State) -> bool:
        """Tells whether a legal end is left if every token still to be drawn brought anything (C5-29).

        A figure on an obstacle always has one: it moves on to one, or else it may end its turn.
        """
        if start not in self._hopes:
            before, self.table.unseen_tokens = self.table.unseen_tokens, True
            try:
                self._hopes[start] = any(is_over or self._is_end(s) for s, is_over in self.explore(start))
            finally:
                self.table.unseen_tokens = before
        return self._hopes[start]

    def foreseen(self, what: Callable[[Table, State], Iterator[Outcome]], state: State) -> list[Outcome]:
        """What steps lead to as the player foresees it: the token that one draws is not seen yet (C5-29)."""
        self.table.unseen_tokens = True
        try:
            return list(what(self.table, state))
        finally:
            self.table.unseen_tokens = False

    def _is_end(self, state: State) -> bool:
        return state.stance in ("finished", "hurdle") or self.can_stay(state)

    def is_stuck(self, state: State) -> bool:
        return not self.has_hope(state)

    def forced(self, state: State) -> Iterator[State]:
        """The end of who cannot leave: hit by the projectile, displaced by the Boss (T:66, C5-29, C5-30)."""
        table = self.table
        at = table.space_of(state.p, state.l)
        if state.stance != "stand" or not table.carries(state, *at, None):
            return
        if at in state.projectiles:
            after = hit(table, state._replace(projectiles=state.projectiles - {at}))
            if after is None:
                yield from (outcome.state for outcome in damage(table, state))
                return
            state = after
        must_leave = at[0] != 0 and (at == table.boss or at in table.figures(state, None))
        yield from self.rests_beside(state, must_leave)

    def ends_after_bad_luck(self) -> Iterator[State]:
        """Ends of turns that tokens shown by the dispute left on a projectile or the Boss (C5-29)."""
        table = self.table
        if table.bubble or not table.drawn or not (table.start.projectiles or table.boss):
            return
        if self.is_stuck(table.start):
            return
        seen = {table.start}
        frontier = [table.start]
        while frontier:
            state = frontier.pop()
            foreseen = self.foreseen(steps, state)
            for outcome, hoped in zip(steps(table, state), foreseen, strict=True):
                after = outcome.state
                if outcome.is_over or after in seen or after.draws > len(table.drawn):
                    continue
                if self.has_hope(after):
                    seen.add(after)
                    frontier.append(after)
                elif after.draws > state.draws and self.has_hope(hoped.state):
                    seen.add(after)
                    for stuck in self.states_from(after):
                        yield from self.settled(self.forced(stuck))
                if len(seen) > self.limit:
                    raise TooLargeError(len(seen))
