"""One step of a game: what an answer brings about, and what follows from that by itself."""

from __future__ import annotations

from companion.core.deck import UNKNOWN, is_unknown
from companion.core.unfolding import Unfolding
from companion.games.pickle_rick import events as ev, state as st
from companion.games.pickle_rick.dispute.form import MOST_GUARDS
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.evolve import evolve
from companion.games.pickle_rick.running import rerolls
from companion.games.pickle_rick.state import AnyAsk, State, place_of
from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.moves import Move, turn_up
from companion.games.pickle_rick.turn.russians import JAGUAR
from companion.games.pickle_rick.turn.sight import is_in_range, line_of_sight
from companion.games.pickle_rick.turn.solo import SoloAct, SoloEnd, solo_turn
from companion.games.pickle_rick.turn.tiles import LETTER, SIDE, SIDES, Place, is_walled_in, quarters_of

LASER_RANGE = 6
JAGUAR_LETTERS = ("R", "B")
TILES_FOR_JAGUAR = 3


class Play(Unfolding[State]):
    """One step of a game: what somebody did, and everything that follows without a further answer."""

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
        state = self.state
        if state.is_over:
            return False
        match state.now:
            case None:
                self.begin_turn("rick", 1)
            case st.Arrive(_, to):
                self.settle()
                self.move_rick(to, is_pushed=state.turn == "russians")
            case st.ChooseReroll() if not rerolls(state):
                self.settle()
                self.begin_spending()
            case st.Redeploy(_, to, count) if not count or not redeployable(state, to):
                self.settle()
            case st.Fly(_, moves) | st.PushRick(_, moves) if moves == 0:
                self.settle()
            case st.Target() as target if not targets(state, target):
                self.settle()
            case st.AimLaser() if not any(shot_by_laser(state, side) for side in SIDES):
                self.settle()
            case st.PlaceJaguar() if state.jaguar != "waiting":
                self.settle()
            case st.DeployGuards(_, count) if not count or not state.reserve:
                self.settle()
            case st.SoloAct(_, figures):
                return self._act_solo(figures)
            case _:
                return self._handle_cards()
        return True

    def _handle_cards(self) -> bool:
        state = self.state
        match state.now:
            case st.DrawCard(side) if not state.decks[side].left:
                self.settle()
            case st.DrawCard(side) if is_unknown(state.decks[side].pile):
                self.settle()
                self.emit(ev.CardDrawn(side, UNKNOWN))
            case st.DropTop(side) if not state.decks[side].left:
                self.settle()
            case st.DropTop(side) if is_unknown(state.decks[side].pile):
                self.settle()
                self.emit(ev.CardDropped(side, UNKNOWN))
            case _:
                return False
        return True

    def begin_turn(self, side: SideName, number: int) -> None:
        """Begins a turn: with dice, or figure by figure in the solo game (PKR-SETUP-5, PKR-SOLO-6)."""
        self.emit(ev.TurnBegan(side, number))
        if side == "russians" and self.state.is_solo:
            self.ask(st.SoloAct(side, tuple(act.id for act in solo_acts(self.state))))
        else:
            self.ask(st.Roll(side))

    def begin_spending(self) -> None:
        """Counts the dice and lets the side spend."""
        self.emit(ev.SpendingBegan())
        self.ask(st.Spend(self.state.turn))

    def spend(self, symbols: dict[str, int]) -> None:
        """Pays symbols, if any."""
        if symbols:
            self.emit(ev.SymbolsSpent(symbols))

    def end_turn(self) -> None:
        """Ends a turn: the Russians may have won, else the other side begins (PKR-END-6)."""
        state = self.state
        why = loss_of(state)
        limit = state.options.round_limit
        if why is not None:
            self.emit(ev.GameEnded("russians", why))
        elif state.turn == "rick":
            self.begin_turn("russians", state.round)
        elif limit is not None and state.round >= limit:
            self.emit(ev.GameEnded(None, "limit"))
        else:
            self.begin_turn("rick", state.round + 1)

    def move_rick(self, to: str, *, is_pushed: bool = False) -> None:
        """Moves Rick; on the Rooftop he wins at once (PKR-END-1)."""
        if to == self.state.rick_at:
            self.emit(ev.RickStayed())
            return
        self.emit(ev.RickMoved(to, is_pushed))
        if to == self.state.rooftop:
            self.emit(ev.GameEnded("rick", "rooftop"))

    def take_move(self, move: Move) -> None:
        """Lets Rick take a move: at once, or once the new tile is known (PKR-MOVE-2 to PKR-MOVE-7)."""
        to = place_name(move.to)
        if not move.is_new:
            self.move_rick(to, is_pushed=self.state.turn == "russians")
            return
        towards: st.SideLetter = LETTER[move.side]  # type: ignore[assignment]
        self.ask(st.NewTile("rick", to, towards, move.is_drawn, move.by_vent, move.is_parkour))

    def lay_tile(self, asked: st.NewTile, tile: str) -> None:
        """Lays the tile that came up: its Guards come, Jaguar may arrive, Rick goes or stays (PKR-NEW-1)."""
        state = self.state
        face = state.tiles[tile].face
        move = Move(
            SIDE[asked.towards], place_of(asked.to), True, asked.is_drawn, asked.by_vent, asked.is_parkour
        )
        arrival = turn_up(state.rick, move, face)
        lying = st.Lying(tile, quarters_of(face, arrival.tile))
        self.emit(ev.TileLaid(asked.to, lying, asked.is_drawn))
        self.ask(st.Arrive("rick", place_name(arrival.at)))
        lacking = self.place_guards(asked.to, state.tiles[tile].guards)
        letter = state.tiles[tile].letter
        if letter in JAGUAR_LETTERS and self.state.letters(letter) >= TILES_FOR_JAGUAR:
            self.bring_jaguar(asked.to)
        if lacking and not state.is_solo and not self.state.is_over:
            self.ask(st.Redeploy("russians", asked.to, lacking))

    def place_guards(self, to: str, count: int) -> int:
        """Brings Guards from the reserve; returns how many lack. Ten end a solo game (PKR-SOLO-1)."""
        for _ in range(min(count, self.state.reserve)):
            there = {guard.id for guard in self.state.guards}
            free = next(f"g{n}" for n in range(1, MOST_GUARDS + 1) if f"g{n}" not in there)
            self.emit(ev.GuardPlaced(free, to))
            count -= 1
        if self.state.is_solo and len(self.state.guards) == MOST_GUARDS:
            self.emit(ev.GameEnded("russians", "ten_guards"))
        return count

    def bring_jaguar(self, to: str) -> None:
        """Lets Jaguar arrive, once a game (PKR-NEW-3)."""
        if self.state.jaguar == "waiting" and not self.state.is_over:
            self.emit(ev.JaguarCame(to))

    def hit(self, figure: str, damage: int) -> None:
        """Hits an enemy; Jaguar without health is out for good (PKR-HARM-1)."""
        self.emit(ev.FigureHit(figure, damage))
        if figure == JAGUAR and self.state.jaguar_health == 0:
            self.emit(ev.JaguarLeft("killed"))

    def shoot(self, figure: str, damage: int = 1, *, is_paid: bool = True) -> None:
        """Lets a figure shoot at Rick; without health he may lose at once (PKR-RUS-5, PKR-END-2)."""
        self.emit(ev.FigureShot(figure, damage, is_paid))
        if self.state.rick_health == 0 and self.state.options.zero_health_ends == "now":
            self.emit(ev.GameEnded("russians", "health"))

    def _act_solo(self, figures: tuple[str, ...]) -> bool:
        """Lets the next figure of the solo game act, unless somebody has to choose (PKR-SOLO-5)."""
        if not figures:
            self.settle()
            self.end_turn()
            return True
        ends = solo_choices(self.state, figures[0])
        if len(ends) > 1:
            return False
        self.act(figures[0], ends[0])
        return True

    def act(self, figure: str, end: SoloEnd) -> None:
        """Lets a figure of the solo game go and shoot."""
        now = self.state.now
        assert isinstance(now, st.SoloAct)
        self.settle()
        self.ask(st.SoloAct("russians", now.figures[1:]))
        if end.at != self.state.figure(figure).at:
            self.emit(ev.FigureMoved(figure, place_name(end.at), "solo"))
        if end.damage:
            self.shoot(figure, end.damage, is_paid=False)


def loss_of(state: State) -> str | None:
    """Returns why the Russians win at the end of a turn: the first reason that holds (PKR-END-6)."""
    if state.rick_health == 0:
        return "health"
    if not state.decks["rick"].left:
        return "deck"
    if not state.stack:
        return "stack"
    if state.options.walled_in_loses and is_walled_in(state.map, state.rick):
        return "walled_in"
    return None


def redeployable(state: State, to: str) -> tuple[str, ...]:
    """Lists the Guards that may come from elsewhere to a new tile (PKR-NEW-2)."""
    return tuple(guard.id for guard in state.guards if guard.at != to)


def targets(state: State, target: st.Target) -> tuple[str, ...]:
    """Lists the enemies that a weapon can hit now."""
    tiles = state.map
    return tuple(
        figure.id
        for figure in state.figures
        if figure.id not in target.hit
        and (figure.at == state.rick or (target.range and is_in_range(tiles, figure.at, state.rick)))
    )


def shot_by_laser(state: State, side: int) -> tuple[str, ...]:
    """Lists the enemies that the laser hits to one side: one to six tiles away in sight (PKR-CARD-7)."""
    reached: list[Place] = []
    for place in line_of_sight(state.map, state.rick, side):
        reached.append(place)
        if len(reached) == LASER_RANGE:
            break
    return tuple(figure.id for figure in state.figures if figure.at in reached)


def solo_acts(state: State) -> tuple[SoloAct, ...]:
    """Works out what each figure does in the solo game, in the order of acting."""
    guards = [figure for figure in state.figures if figure.id != JAGUAR]
    jaguar = next((figure for figure in state.figures if figure.id == JAGUAR), None)
    return solo_turn(state.map, state.rick, guards, jaguar)


def solo_choices(state: State, figure: str) -> tuple[SoloEnd, ...]:
    """Lists the ends among which somebody or chance has to choose for a figure (PKR-SOLO-5)."""
    act = next(act for act in solo_acts(state) if act.id == figure)
    if state.options.solo_ties != "worst":
        return act.ends
    worst = max(end.damage for end in act.ends)
    return tuple(end for end in act.ends if end.damage == worst)
