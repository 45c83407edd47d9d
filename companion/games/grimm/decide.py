"""Decides commands: checks one against what is asked now, and lets happen what it brings about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.core.chance import dice_asked, draw_asked, is_outcome
from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct, correct
from companion.core.deck import UNKNOWN
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import say
from companion.games.grimm import commands as cmd, events as ev, spells, state as st
from companion.games.grimm.chance import chance
from companion.games.grimm.corrections import CORRECTIONS
from companion.games.grimm.graph import ways_of
from companion.games.grimm.moves import next_spaces, roll_total, runs, takes_chest, why_not
from companion.games.grimm.play import Play
from companion.games.grimm.state import HAND_LIMIT, State


def legal_commands(state: State) -> Sequence[Command]:
    """Lists what can be chosen now, the likeliest first."""
    return [] if state.is_over else [*_answers(state), *spells.legal_casts(state)]


def _answers(state: State) -> Iterator[Command]:
    match state.now:
        case st.Prepare(_, can_draw):
            if can_draw and (state.deck or state.discard):
                yield cmd.Draw()
        case st.Walk() as walk:
            yield from (cmd.Move(path) for path in runs(state, walk))
            if walk.is_at_gate and not next_spaces(state, walk):
                yield cmd.Stay()
        case st.Finish():
            yield cmd.EndTurn()
        case st.Respond():
            yield cmd.LetPass()
        case st.CarryOut():
            yield cmd.Confirm()
        case _:
            yield from _card_answers(state)


def _card_answers(state: State) -> Iterator[Command]:
    match state.now:
        case st.TakePower(player, looked_at):
            hand = state.hero(player).hand
            if len(hand) >= HAND_LIMIT:  # she makes room before she looks (GRM-POWER-10)
                yield from (cmd.Drop(player, card) for card in dict.fromkeys(hand))
            else:
                for other in state.opponents(player):
                    if not looked_at and other.is_told:
                        yield cmd.Look(other.name)
                    if looked_at in ("", other.name):
                        yield from (cmd.Take(other.name, card) for card in dict.fromkeys(other.hand))
            yield cmd.Decline()
        case st.DropCard(player):
            yield from (cmd.Drop(player, card) for card in dict.fromkeys(state.hero(player).hand))


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Returns what a command makes happen, or refuses with the clauses that forbid it."""
    if state.is_over:
        raise Illegal(say("grimm.no.over"), clauses=("GRM-GOAL-1",))
    play = Play(state)
    match command:
        case Correct():
            names = [hero.name for hero in state.heroes]
            play.emit(correct(CORRECTIONS, state, command, names))
        case RollDice(faces):
            _roll(play, faces)
        case RevealCard(deck, card):
            _reveal(play, deck, card)
        case cmd.Cast():
            refusal = spells.check_cast(state, command)
            if refusal is not None:
                raise refusal
            spells.cast(play, command)
        case cmd.Move(path):
            _move(play, path)
        case _:
            _answer(play, command)
    return play.run_on()


def _roll(play: Play, faces: tuple[int | str, ...]) -> None:
    state, now = play.state, play.state.now
    asked = dice_asked(chance(state))
    if asked is None or not isinstance(now, (st.RollForStart, st.Prepare)):
        raise Illegal(say("grimm.no.roll_now"), clauses=("GRM-TURN-3",))
    if not is_outcome((asked,), RollDice(faces)):
        raise Invalid(say("grimm.bad.faces", count=len(asked.dice)))
    hero = state.hero(now.player)
    numbers = tuple(int(face) for face in faces)
    play.settle()
    if isinstance(now, st.RollForStart):
        _roll_for_start(play, now, numbers[0])
        return
    rolled = roll_total(state, hero, numbers)
    play.emit(rolled)
    if rolled.total:
        play.ask(st.Walk(hero.name, hero.name, rolled.total, (hero.at,)))


def _roll_for_start(play: Play, now: st.RollForStart, value: int) -> None:
    play.emit(ev.StartRolled(now.player, value))
    play.roll_on_for_start(replace(now, rolled=(*now.rolled, value)))


def _reveal(play: Play, deck: str, card: str) -> None:
    state, now = play.state, play.state.now
    asked = draw_asked(chance(state))
    if asked is None or asked.deck != deck:
        raise Illegal(say("grimm.no.no_card_now", deck=deck), clauses=("GRM-TURN-1",))
    if not is_outcome((asked,), RevealCard(deck, card)):
        if isinstance(now, st.PlaceChest) and card == state.chest_card:
            raise Illegal(say("grimm.no.same_chest", card=card), clauses=("GRM-CHEST-1",))
        if isinstance(now, st.DrawCard | st.TakeCard):
            # What could come is what nobody else holds, or what one hand holds: it is not told.
            raise Invalid(say("grimm.bad.hidden_card", card=state.card_name(card)))
        known = ", ".join(str(face.id) for face in asked.outcomes)
        raise Invalid(say("grimm.bad.card", card=card, deck=deck, known=known))
    match now:
        case st.DealCharacter(player):
            play.settle()
            start = ways_of(state.graph).starts[state.characters[card].colour]
            play.emit(ev.CharacterDealt(player, card, start))
        case st.PlaceChest():
            play.place_chest(card, state.chest_numbers()[card])
        case st.DrawCard(player):
            play.settle()
            play.emit(ev.CardDrawn(player, card))
        case st.TakeCard(player, victim):
            play.settle()
            play.ask(st.Receive(player, victim, card))


def _move(play: Play, path: tuple[str, ...]) -> None:
    """Walks one stretch; a chest, a teleporter or the portal at its end acts at once."""
    state, walk = play.state, play.state.now
    if not isinstance(walk, st.Walk):
        raise Illegal(say("grimm.no.move_now"), clauses=("GRM-TURN-3",))
    unknown = [space for space in path if space not in state.graph.spaces]
    if not path or unknown:
        raise Invalid(say("grimm.bad.path", space=unknown[0] if unknown else "-"))
    if path not in set(runs(state, walk)):
        message, clauses = why_not(state, walk, path)
        raise Illegal(message, clauses=clauses)
    if walk.is_at_gate and path == (ways_of(state.graph).gates.get(walk.trail[-1]),):
        play.emit(ev.PawnTeleported(walk.pawn, path[0]))
        return
    play.emit(ev.PawnMoved(walk.pawn, path))
    if state.graph.kind(path[-1]) == "portal":
        play.emit(ev.PortalEntered(walk.pawn))
    elif takes_chest(state, walk, path[-1]):
        play.take_chest(walk.pawn)


def _answer(play: Play, command: Command) -> None:
    now = play.state.now
    match command, now:
        case cmd.Draw(), st.Prepare(player, True) if play.state.deck or play.state.discard:
            play.settle()
            play.ask(st.Prepare(player, can_draw=False))
            play.emit(ev.DrawChosen(player))
            play.ask(st.DrawCard(player))
        case cmd.Draw(), _:
            raise Illegal(say("grimm.no.draw_now"), clauses=("GRM-TURN-1",))
        case cmd.LetPass(), st.Respond(_, casts):
            spells.resolve(play, casts)
        case cmd.EndTurn(), st.Finish(player):
            play.end_turn(player)
        case cmd.Confirm(), st.CarryOut():
            play.settle()
        case cmd.Stay(), st.Walk() as walk if walk.is_at_gate and not next_spaces(play.state, walk):
            play.arrive(walk)
        case cmd.Drop(player, card), st.DropCard(asked):
            _check_card(play.state, player == asked, player, card)
            play.settle()
            play.emit(ev.CardDropped(player, card))
        case cmd.Drop(player, card), st.TakePower(queen) if len(play.state.hero(queen).hand) >= HAND_LIMIT:
            _check_card(play.state, player == queen, player, card)
            play.emit(ev.CardDropped(player, card))
        case cmd.Look(victim), st.TakePower(queen) as asked:
            _check_victim(play.state, asked, victim)
            if asked.looked_at or not play.state.hero(victim).is_told:
                raise Illegal(say("grimm.no.not_asked"), clauses=("GRM-POWER-9",))
            play.settle()
            play.ask(st.TakePower(queen, victim))
        case cmd.Take(victim, card), st.TakePower(queen) as asked:
            _check_victim(play.state, asked, victim)
            _check_card(play.state, True, victim, card)
            play.settle()
            play.ask(st.Receive(queen, victim, card))
        case cmd.Decline(), st.TakePower():
            play.settle()
        case _:
            raise Illegal(say("grimm.no.not_asked"), clauses=("GRM-TURN-3",))


def _check_victim(state: State, asked: st.TakePower, victim: str) -> None:
    """Refuses a hand that is not the Queen's to take from now."""
    queen = asked.player
    if len(state.hero(queen).hand) >= HAND_LIMIT:
        raise Illegal(say("grimm.no.full_hand", player=queen), clauses=("GRM-POWER-10", "GRM-HAND-1"))
    _check_name(state, victim)
    if victim == queen:
        raise Illegal(say("grimm.no.not_asked"), clauses=("GRM-HAND-1",))
    if asked.looked_at not in ("", victim):
        looked = say("grimm.no.looked", player=queen, victim=asked.looked_at)
        raise Illegal(looked, clauses=("GRM-POWER-9",))
    if state.hero(victim).is_absent:
        raise Illegal(say("grimm.no.absent", player=victim), clauses=("GRM-LEAVE-2",))


def _check_name(state: State, name: str) -> None:
    names = [hero.name for hero in state.heroes]
    if name not in names:
        raise Invalid(say("grimm.bad.player", field="player", name=name, known=", ".join(names)))


def _check_card(state: State, is_right_player: bool, name: str, card: str) -> None:
    _check_name(state, name)
    if not is_right_player:
        raise Illegal(say("grimm.no.not_asked"), clauses=("GRM-HAND-1",))
    if card not in state.hero(name).hand:
        spoken = say("grimm.card.unknown") if card == UNKNOWN else state.spell_name(card)
        raise Illegal(say("grimm.no.not_in_hand", player=name, spell=spoken), clauses=("GRM-HAND-3",))
