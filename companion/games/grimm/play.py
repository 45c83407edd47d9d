"""One step of a race: what an answer brings about, and what follows from that by itself."""

from __future__ import annotations

from companion.core.deck import UNKNOWN, is_unknown
from companion.core.unfolding import Unfolding
from companion.games.grimm import events as ev, state as st
from companion.games.grimm.evolve import evolve
from companion.games.grimm.graph import ways_of
from companion.games.grimm.moves import has_effects, is_behind_gate, is_piper, next_spaces
from companion.games.grimm.rights import casters, responders
from companion.games.grimm.spells import resolve
from companion.games.grimm.state import EQUIPMENT_TO_WIN, HAND_LIMIT, AnyAsk, State

REROLL_CAP = 30
"""How often a turn may roll again at most (GRM-SPACE-6)."""

TIES_ROLLED_OFF = 9
"""How often tied players roll again before the one who sits first begins (GRM-SETUP-7)."""


class Play(Unfolding[State]):
    """One step of a race: what somebody did, and everything that follows without a further answer."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)
        self.emit(ev.StepTaken())

    def ask(self, ask: AnyAsk) -> None:
        """Puts a question on top of the agenda."""
        self.emit(ev.Asked(ask))

    def settle(self) -> None:
        """Takes the question on top off the agenda."""
        self.emit(ev.Answered())

    def carry_on(self) -> bool:
        """Does one thing that needs no answer; tells whether there was one."""
        if self.state.is_over:
            return False
        if self._pass_over_absent():
            return True
        match self.state.now:
            case None:
                first = self.state.heroes[self.state.next_present(self.state.first)]
                self.begin_turn(first.name, 1)
                return True
            case st.Walk() as walk:
                return self._walk_on(walk)
            case st.Respond() as respond:
                if responders(self.state, respond):
                    return False
                resolve(self, respond.casts)
                return True
            case st.Finish(player):
                if casters(self.state):
                    return False
                self.end_turn(player)
                return True
            case st.TakePower(player):
                if any(other.hand for other in self.state.opponents(player)):
                    return False
                self.settle()
                return True
        return self._handle_cards()

    def _pass_over_absent(self) -> bool:
        """Lets what is asked of somebody who has left come to nothing (GRM-LEAVE-1, GRM-LEAVE-2)."""
        state, now = self.state, self.state.now
        match now:
            case st.RollForStart() if any(state.hero(name).is_absent for name in now.rolling):
                self.settle()
                self.roll_on_for_start(now)
            case st.PlaceChest(player) if state.hero(player).is_absent:
                self.settle()
                self.ask(st.PlaceChest(state.heroes[state.next_present(state.seat(player))].name))
            case st.Finish(player) if state.hero(player).is_absent:
                self.end_turn(player)
            case st.Prepare(player) | st.TakePower(player) | st.DropCard(player) if state.hero(
                player
            ).is_absent:
                self.settle()
            case st.DrawCard(player) if state.hero(player).is_absent and state.active >= 0:
                self.settle()
            case st.Walk(player, other) | st.TakeCard(player, other) | st.Receive(player, other) if (
                state.hero(player).is_absent or state.hero(other).is_absent
            ):
                self.settle()
            case _:
                return False
        return True

    def roll_on_for_start(self, now: st.RollForStart) -> None:
        """Asks for the next roll for the first turn, or finds the first player (GRM-SETUP-5, GRM-SETUP-7).

        A player who has left does not roll, and one left alone need not (GRM-LEAVE-3).
        """
        here = [name for name in now.rolling if not self.state.hero(name).is_absent]
        scores = {name: score for name, score in zip(now.rolling, now.rolled, strict=False) if name in here}
        waiting = [name for name in here if name not in scores]
        if waiting and len(here) > 1:
            rolling = (*scores, *waiting)
            self.ask(st.RollForStart(waiting[0], rolling, tuple(scores.values()), now.ties))
            return
        best = tuple(name for name, score in scores.items() if score == max(scores.values()))
        if len(best) > 1 and now.ties < TIES_ROLLED_OFF:
            self.emit(ev.StartTied(best))
            self.ask(st.RollForStart(best[0], best, ties=now.ties + 1))
            return
        first = (*best, *waiting, self.state.heroes[self.state.next_present(0)].name)[0]
        self.emit(ev.FirstPlayerFound(first))
        self.ask(st.PlaceChest(first))

    def _handle_cards(self) -> bool:
        state = self.state
        match state.now:
            case st.DropCard(player) if not state.hero(player).hand:
                self.settle()
            case st.TakeCard(player, victim) if set(state.hero(victim).hand) <= {UNKNOWN}:
                self.settle()
                if state.hero(victim).hand:
                    self.ask(st.Receive(player, victim, UNKNOWN))
            case st.Receive(player, victim, card):
                if len(state.hero(player).hand) >= HAND_LIMIT:
                    self.ask(st.DropCard(player))
                else:
                    self.settle()
                    self.emit(ev.CardTaken(player, victim, card))
            case st.DrawCard(player):
                return self._draw_on(player)
            case _:
                return False
        return True

    def _draw_on(self, player: str) -> bool:
        """Makes room in a full hand, turns the discards over, draws what nobody tells (GRM-HAND-1, -2)."""
        state = self.state
        if len(state.hero(player).hand) >= HAND_LIMIT:
            self.ask(st.DropCard(player))
        elif not state.deck and state.discard:
            self.emit(ev.DeckReshuffled())
        elif not state.deck:
            self.settle()
        elif is_unknown(state.deck):
            self.settle()
            self.emit(ev.CardDrawn(player, UNKNOWN))
        else:
            return False
        return True

    def _walk_on(self, walk: st.Walk) -> bool:
        """Passes teleporters and ends a walk that cannot go on (GRM-GATE-1 to GRM-GATE-4, GRM-MOVE-4)."""
        if walk.is_at_gate and has_effects(self.state, walk):
            if is_piper(self.state, walk.pawn):
                return False
            self.emit(ev.PawnTeleported(walk.pawn, ways_of(self.state.graph).gates[walk.trail[-1]]))
            self.settle()
            return True
        has_lost_power = is_behind_gate(self.state, walk) and not is_piper(self.state, walk.pawn)
        if next_spaces(self.state, walk) and not has_lost_power:
            return False
        self.arrive(walk)
        return True

    def arrive(self, walk: st.Walk) -> None:
        """Ends a walk where the pawn stands; its space acts if the pawn has moved at all."""
        self.settle()
        if len(walk.trail) == 1 or not has_effects(self.state, walk):
            return
        state, name = self.state, walk.pawn
        hero = state.hero(name)
        by_stopping = state.options.chest_by == "stopping"  # by passing it is taken on entering (GRM-EQUIP-7)
        if hero.at == state.chest and by_stopping and hero.equipment < EQUIPMENT_TO_WIN:
            self.take_chest(name)
        match state.graph.kind(hero.at):
            case "draw":
                self.ask(st.DrawCard(name))
            case "discard" if not is_piper(state, name):
                self.ask(st.DropCard(name))
            case "reroll" if walk.player == name and self._may_reroll():
                self.emit(ev.RerollGranted(name))
                self.ask(st.Prepare(name, can_draw=False))

    def _may_reroll(self) -> bool:
        limit = 1 if self.state.options.reroll == "once" else REROLL_CAP
        return self.state.rerolls < limit

    def take_chest(self, name: str) -> None:
        """Gives a piece of equipment; its taker turns the next chest card over (GRM-EQUIP-2, GRM-EQUIP-3)."""
        self.emit(ev.ChestTaken(name))
        hero = self.state.hero(name)
        if hero.equipment == 2 and self.state.power_of(hero) == "queen":
            self.ask(st.TakePower(name))
        self.ask(st.PlaceChest(name))

    def place_chest(self, card: str, space: str) -> None:
        """Puts the chest where its card says; whoever stands there takes it (GRM-EQUIP-6, GRM-LEAVE-4)."""
        self.settle()
        self.emit(ev.ChestPlaced(card, space))
        if not self.state.options.chest_under_pawn:
            return
        first = max(self.state.active, 0)
        for hero in self.state.heroes[first:] + self.state.heroes[:first]:
            if hero.at == space and hero.equipment < EQUIPMENT_TO_WIN and not hero.is_absent:
                self.take_chest(hero.name)
                return

    def begin_turn(self, name: str, round_number: int) -> None:
        """Begins a turn; a Queen in power may take a card first (GRM-POWER-9)."""
        self.emit(ev.TurnBegan(name, round_number))
        self.ask(st.Finish(name))
        self.ask(st.Prepare(name))
        if self.state.power_of(self.state.hero(name)) == "queen":
            self.ask(st.TakePower(name))

    def end_turn(self, name: str) -> None:
        """Passes the turn clockwise over absent players; the table may limit the rounds."""
        self.settle()
        self.emit(ev.TurnEnded(name))
        state, seat, round_number = self.state, self.state.active, self.state.round
        while True:
            seat = (seat + 1) % len(state.heroes)
            if seat == state.first:
                round_number += 1
            if not state.heroes[seat].is_absent:
                break
        limit = state.options.round_limit
        if limit is not None and round_number > limit:
            self.emit(ev.LimitReached())
        else:
            self.begin_turn(state.heroes[seat].name, round_number)
