"""A witness at the table: it follows every event of a game and knows what may never happen.

It works from the rulebook and shares no code with the engine's own `problems`, so that each checks the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.games.rayman import events as e
from companion.games.rayman.state import Racer, State

ON_THE_WAY = ("turn", "token", "retreat", "beside", "aside", "close", "float")


class Witness:
    """Raises AssertionError as soon as something happens that no rule allows."""

    def __init__(self, state: State, *, is_corrected: bool = False) -> None:
        self.is_corrected = is_corrected
        self.racers: tuple[Racer, ...] = ()
        self.supply: object = None
        self.owned = {racer.name: self.cards_of(racer) for racer in state.racers}
        self.launched = False
        self.boss_moved = False
        self.turns: list[str] = []
        self.slapped: set[str] = set()
        self.defeated: set[tuple[int, int]] = set()

    @staticmethod
    def cards_of(racer: Racer) -> frozenset[str]:
        cards = racer.hand + racer.discard + racer.played
        owned = frozenset(cards)
        assert len(owned) == len(cards), f"{racer.name} has a card twice"
        return owned

    def hear(self, state: State, event: Event) -> None:
        """Judges an event in the state that it meets."""
        judge = JUDGES.get(type(event))
        if judge is not None:
            judge(self, state, event)

    def look(self, state: State) -> None:
        """Judges a state between two commands."""
        if state.racers is not self.racers:
            self._look_at_racers(state)
        supply = (state.bag, state.spent, tuple(racer.tokens for racer in state.racers))
        if supply != self.supply:
            self._count_tokens(state)
            self.supply = supply
        if state.options.projectile_speed >= 8 and not self.is_corrected:
            assert len(state.projectiles) <= 3, "more projectiles than three rounds launch"
        is_moving = state.turn is not None or any(task.kind in ON_THE_WAY for task in state.agenda[:1])
        if state.outcome is None and not is_moving:
            self._look_at_rest(state)

    def _look_at_racers(self, state: State) -> None:
        before = {racer.name: racer for racer in self.racers}
        are_cards_new = False
        for racer in state.racers:
            old = before.get(racer.name)
            if old is racer:
                continue
            self._look_at(state, racer)
            if old is None or (old.hand, old.discard, old.played) != (
                racer.hand,
                racer.discard,
                racer.played,
            ):
                self._look_at_cards(state, racer)
                are_cards_new = True
        if are_cards_new:
            everywhere: frozenset[str] = frozenset().union(*self.owned.values())
            assert len(everywhere) == sum(map(len, self.owned.values())), "one card in two hands"
        self.racers = state.racers

    def _look_at(self, state: State, racer: Racer) -> None:
        assert racer.has_heart in (True, False)
        may_hold = 5 if state.turn is not None and state.turn.player == racer.name else 4
        assert len(racer.tokens) <= may_hold, f"{racer.name} holds {len(racer.tokens)} tokens"
        assert len(set(racer.freed)) == len(racer.freed) <= 4
        assert racer.at[0] >= 0
        assert racer.at[1] in (1, 2, 3)
        assert len(racer.freed) >= 3 or not racer.has_finished

    def _look_at_cards(self, state: State, racer: Racer) -> None:
        cards = self.cards_of(racer)
        assert self.owned.setdefault(racer.name, cards) == cards, f"{racer.name}’s cards changed"
        if state.phase != "setup":
            assert len(cards) in ((8, 9, 10) if self.is_corrected else (8, 10)), cards

    def _count_tokens(self, state: State) -> None:
        there = Counter(state.bag) + Counter(state.spent)
        for racer in state.racers:
            there.update(racer.tokens)
        if state.turn is not None:
            there.update(state.turn.used)
        copies = {token: of.copies for token, of in state.tokens.items()}
        assert {token: count for token, count in there.items() if count} == copies, "Bonus tokens got lost"
        assert min((*state.bag.values(), *state.spent.values()), default=0) >= 0

    def _look_at_rest(self, state: State) -> None:
        racing = [racer for racer in state.racers if not racer.has_finished]
        columns = state.board.columns
        spaces = Counter((racer.at[0] % columns, racer.at[1]) for racer in racing)
        for (column, level), count in spaces.items():
            assert count == 1 or column == 0, f"{count} figures on {column}/{level}"
        for racer in racing:
            column, level = racer.at[0] % columns, racer.at[1]
            if state.kind == "coop":
                continue  # a Bubble floats, and who is slapped out of one stays there until the own turn
            assert level != 1 or column not in state.board.obstacles, f"{racer.name} rests on an obstacle"
            is_carried = (
                level == 1
                or (column, level) in state.board.platforms
                or (column, level - 1) in state.board.thick
            )
            may_perch = len(state.racers) > 4 or state.options.perches
            is_perched = may_perch and (column, level - 1) in spaces
            assert is_carried or is_perched, f"{racer.name} hangs in the air"

    # What may happen

    def _spent(self, state: State, event: e.ActionsSpent) -> None:
        assert state.turn is not None
        assert getattr(state.turn.pool, event.icon) >= event.count, f"no {event.icon} left to spend"

    def _round_began(self, state: State, event: e.RoundBegan) -> None:
        assert event.round == state.round + 1
        self._new_round()

    def _new_round(self) -> None:
        self.launched = self.boss_moved = False
        self.turns.clear()
        self.slapped.clear()

    def _race_began(self, state: State, event: e.RaceBegan) -> None:
        self.owned.clear()
        self._new_round()

    def _hand_changes(self, state: State, event: e.CardPicked | e.CardDropped) -> None:
        assert state.phase == "setup" or self.is_corrected  # who comes late picks then
        self.owned.pop(event.player, None)

    def _launch(self, state: State, event: e.ProjectileLaunched) -> None:
        assert not self.launched, "a second projectile in one round"
        self.launched = True
        half = state.board.columns // 2
        has_reached = state.has_reached_second_tile
        assert event.at == ((2 * half - 1 if has_reached else half - 1), (state.die + 1) // 2)
        if any(racer.at[0] >= half for racer in state.racers):
            assert has_reached, "somebody is on the second tile"

    def _flight(self, state: State, event: e.ProjectileMoved) -> None:
        (projectile,) = [each for each in state.projectiles if each.id == event.id]
        assert projectile.at[1] == event.at[1]
        assert 0 <= projectile.at[0] - event.at[0] <= state.options.projectile_speed
        assert event.at[0] >= projectile.end

    def _removed(self, state: State, event: e.ProjectileRemoved) -> None:
        assert event.id in [each.id for each in state.projectiles]

    def _turn(self, state: State, event: e.TurnBegan) -> None:
        assert event.player not in self.turns, f"{event.player} has two turns in a round"
        assert state.turn is None
        racer = state.racer(event.player)
        assert not racer.bubble
        assert not racer.has_finished or racer.at[0] % state.board.columns == 0, "a finisher begins again"
        self.turns.append(event.player)
        self.defeated.clear()

    def _order(self, state: State, event: e.OrderSet) -> None:
        if state.phase == "turns":
            return  # the table corrected it while turns are taken
        ranks = [
            (racer.initiative or 0, racer.second, racer.tie_rolls)
            for racer in (state.racer(name) for name in event.order)
        ]
        assert ranks == sorted(ranks, reverse=True)
        assert len(set(ranks)) == len(ranks)

    def _slap(self, state: State, event: e.FigureSlapped) -> None:
        target = state.racer(event.figure)
        assert not target.bubble
        assert not target.has_finished
        if state.options.slap_limit == "per_round":
            assert event.figure not in self.slapped, f"{event.figure} is slapped twice"
        self.slapped.add(event.figure)

    def _defeat(self, state: State, event: e.EnemyDefeated) -> None:
        assert event.at in state.board.enemies
        assert event.at not in self.defeated
        self.defeated.add(event.at)

    def _freed(self, state: State, event: e.TeensyFreed) -> None:
        assert event.colour not in state.racer(event.player).freed
        assert event.colour in dict(state.board.teensies)

    def _heart_taken(self, state: State, event: e.HeartTaken) -> None:
        assert not state.racer(event.player).has_heart, "a second Heart"

    def _heart_lost(self, state: State, event: e.HeartLost) -> None:
        assert state.racer(event.player).has_heart

    def _hurt(self, state: State, event: e.DamageTaken) -> None:
        racer = state.racer(event.player)
        assert not racer.has_heart
        assert not racer.is_immune
        assert not racer.bubble
        assert not racer.has_finished

    def _moved(self, state: State, event: e.FigureMoved) -> None:
        was, to = state.racer(event.player).at, event.to
        assert to[0] >= 0
        assert to[1] in (1, 2, 3)
        if event.why == "move":
            assert (abs(to[0] - was[0]), to[1]) == (1, was[1])
            edge = (min(was[0], to[0]) % state.board.columns, to[1])
            assert edge not in state.board.walls, f"{event.player} walks through a wall"
        elif event.why == "jump":
            assert to == (was[0], was[1] + 1)
            assert (was[0] % state.board.columns, was[1]) not in state.board.thick
        elif event.why == "retreat":
            assert to[0] <= was[0]
        elif event.why == "float":
            assert 0 <= to[0] - was[0] <= 4

    def _boss(self, state: State, event: e.BossMoved) -> None:
        assert state.boss is not None
        if event.why == "move":
            assert not self.boss_moved, "the Boss moves twice in a round"
            self.boss_moved = True
            assert event.to == (state.boss.at[0] + state.boss.speed, state.boss.at[1])


JUDGES: dict[type[Event], Callable[[Witness, State, Any], None]] = {
    e.ActionsSpent: Witness._spent,
    e.RoundBegan: Witness._round_began,
    e.RaceBegan: Witness._race_began,
    e.CardPicked: Witness._hand_changes,
    e.CardDropped: Witness._hand_changes,
    e.ProjectileLaunched: Witness._launch,
    e.ProjectileMoved: Witness._flight,
    e.ProjectileRemoved: Witness._removed,
    e.TurnBegan: Witness._turn,
    e.OrderSet: Witness._order,
    e.FigureSlapped: Witness._slap,
    e.EnemyDefeated: Witness._defeat,
    e.TeensyFreed: Witness._freed,
    e.HeartTaken: Witness._heart_taken,
    e.HeartLost: Witness._heart_lost,
    e.DamageTaken: Witness._hurt,
    e.FigureMoved: Witness._moved,
    e.BossMoved: Witness._boss,
}
