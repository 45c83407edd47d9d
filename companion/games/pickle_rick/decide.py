"""Decides commands: checks one against what is asked now, and lets happen what it brings about."""

from __future__ import annotations

from companion.core.chance import is_outcome
from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct, correct
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import say
from companion.games.pickle_rick import commands as cmd, events as ev, state as st
from companion.games.pickle_rick.chance import chance
from companion.games.pickle_rick.corrections import CORRECTIONS
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.effects import play_card
from companion.games.pickle_rick.legal import legal_commands
from companion.games.pickle_rick.play import Play, shot_by_laser, solo_choices
from companion.games.pickle_rick.refusals import why_not
from companion.games.pickle_rick.running import (
    can_draw,
    can_talk_out,
    card_payments,
    pushes,
    rick_steps,
    russian_steps,
)
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.rick_turn import Go
from companion.games.pickle_rick.turn.symbols import SYMBOLS, Pool, count_faces
from companion.games.pickle_rick.turn.tiles import SIDE, neighbour


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Returns what a command makes happen, or refuses with the clauses that forbid it."""
    if isinstance(command, Correct):
        play = Play(state)
        play.emit(correct(CORRECTIONS, state, command, tuple(state.players.values())))
        return tuple(play.events)
    if state.is_over:
        raise Illegal(say("pickle_rick.no.over"), clauses=("PKR-END-6",))
    play = Play(state)
    match command:
        case RollDice() | RevealCard():
            if not is_outcome(chance(state), command):
                raise why_not(state, command)
            _fall(play, command)
        case _:
            command = _settled(state, command)
            if command not in legal_commands(state):
                raise why_not(state, command)
            _do(play, command)
    return play.run_on()


def _settled(state: State, command: Command) -> Command:
    """Puts dice and symbols into their order: a command means the same in any."""
    match command:
        case cmd.Reroll(dice):
            return cmd.Reroll(tuple(sorted(set(dice))))
        case cmd.Pay(symbols):
            return cmd.Pay(tuple(sorted(symbols, key=SYMBOLS.index)))
    return command


def _fall(play: Play, command: RollDice | RevealCard) -> None:
    now = play.state.now
    play.settle()
    match command, now:
        case RollDice(faces), st.Roll(side):
            play.emit(ev.DiceRolled(tuple(map(str, faces))))
            play.ask(st.ChooseReroll(side))
        case RollDice(faces), st.RollAgain(_, dice):
            play.emit(ev.DiceRerolled(dice, tuple(map(str, faces))))
            play.begin_spending()
        case RevealCard(_, tile), st.NewTile():
            play.lay_tile(now, tile)
        case RevealCard(_, card), st.DrawCard(side):
            play.emit(ev.CardDrawn(side, card))
        case RevealCard(_, card), st.DropTop(side):
            play.emit(ev.CardDropped(side, card))
        case RevealCard(_, place), st.SoloAct(_, figures):
            play.ask(now)
            _act(play, figures[0], place)


def _act(play: Play, figure: str, place: str) -> None:
    ends = solo_choices(play.state, figure)
    play.act(figure, next(end for end in ends if place_name(end.at) == place))


def _do(play: Play, command: Command) -> None:
    state = play.state
    match command:
        case cmd.Keep():
            play.settle()
            play.begin_spending()
        case cmd.Reroll(dice):
            play.settle()
            play.ask(st.RollAgain(state.turn, dice))
        case cmd.Go():
            _go(play, command)
        case cmd.Step() | cmd.Cross() | cmd.Shoot():
            _russian(play, command)
        case cmd.Draw():
            play.spend((can_draw(state) or Pool()).by_name())
            play.ask(st.DrawCard(state.turn))
        case cmd.PlayCard(card):
            ways = card_payments(state, card)
            if len(ways) > 1:
                play.ask(st.PayCard(state.turn, card))
            else:
                play_card(play, state.turn, card, ways[0])
        case cmd.TalkOut():
            play.spend((can_talk_out(state) or Pool()).by_name())
            play.emit(ev.JaguarLeft("talked"))
        case cmd.EndTurn():
            play.settle()
            play.end_turn()
        case _:
            _answer(play, command)


def _go(play: Play, command: cmd.Go) -> None:
    """Moves Rick: by symbol, by what a card offers, or pushed by the Russians."""
    state = play.state
    now = state.now
    if isinstance(now, st.PushRick):
        play.settle()
        play.ask(st.PushRick(now.side, now.moves - 1))
        play.take_move(next(move for move in pushes(state) if move.side == SIDE[command.towards]))
        return
    step, spent = next((step, spent) for found, step, spent in rick_steps(state) if found == command)
    assert isinstance(step.act, Go)
    play.spend(spent.by_name())
    if isinstance(now, st.Fly):
        play.settle()
        if step.after.bonus:
            play.ask(st.Fly(now.side, step.after.bonus))
    play.take_move(step.act.move)


def _russian(play: Play, command: cmd.Step | cmd.Cross | cmd.Shoot) -> None:
    """Moves a figure or lets it shoot: for symbols, or one step by a card."""
    state = play.state
    if isinstance(state.now, st.StepOne) and isinstance(command, cmd.Step):
        play.settle()
        to = neighbour(state.figure(command.figure).at, SIDE[command.towards])
        play.emit(ev.FigureMoved(command.figure, place_name(to), "card"))
        return
    step, spent = next((step, spent) for found, step, spent in russian_steps(state) if found == command)
    play.spend(spent.by_name())
    if step.kind == "shot":
        play.shoot(command.figure)
    else:
        how: ev.How = "wall" if step.kind == "wall" else "step"
        play.emit(ev.FigureMoved(command.figure, place_name(step.after.at), how))


def _answer(play: Play, command: Command) -> None:
    state = play.state
    now = state.now
    play.settle()
    match command, now:
        case cmd.Pay(symbols), st.PayCard(side, card):
            play_card(play, side, card, count_faces(symbols))
        case cmd.Hit(figure), st.Target(side, damage, count, reach, hit):
            play.hit(figure, damage)
            if count > 1:
                play.ask(st.Target(side, damage, count - 1, reach, (*hit, figure)))
        case cmd.Aim(towards), st.AimLaser(_, damage):
            for figure in shot_by_laser(state, SIDE[towards]):
                play.hit(figure, damage)
        case cmd.Bring(figure), st.Redeploy(side, to, count):
            play.ask(st.Redeploy(side, to, count - 1))
            play.emit(ev.FigureMoved(figure, to, "placed"))
        case cmd.TurnOver(place, quarters), _:
            play.emit(ev.TileTurned(place, quarters))
        case cmd.AnswerBribe(accepts), st.AnswerOffer(_, count):
            play.emit(ev.BribeAnswered(accepts))
            if accepts:
                for _ in range(count):
                    play.ask(st.DropTop("rick"))
            else:
                play.emit(ev.JokersGained(1))
        case cmd.Place(place), st.PlaceJaguar():
            play.bring_jaguar(place)
        case cmd.Place(place), st.DeployGuards(_, count):
            play.place_guards(place, count)
        case cmd.Act(figure, place), st.SoloAct():
            play.ask(now)
            _act(play, figure, place)
        case ((cmd.Stop() | cmd.Confirm()), _):
            return
        case _:
            raise Invalid(say("pickle_rick.no.now"))
