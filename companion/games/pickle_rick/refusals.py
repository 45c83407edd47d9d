"""Says why a command is not possible now, and by which clauses."""

from __future__ import annotations

from companion.core.command import Command, RevealCard, RollDice
from companion.core.errors import Illegal, Invalid, Refusal
from companion.core.message import Message, say
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.chance import DICE_COUNT, chance
from companion.games.pickle_rick.dispute.reasons import FORCED_BY
from companion.games.pickle_rick.dispute.told import edge_name
from companion.games.pickle_rick.running import TALKED_OUT_AT, costs_of, playable, rerolls, still_forced
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.moves import move_towards
from companion.games.pickle_rick.turn.russians import Figure, can_cross, can_shoot, crossings
from companion.games.pickle_rick.turn.symbols import ONE_DRAW, ONE_MOVE, TWO_DRAWS, Cost, lacking
from companion.games.pickle_rick.turn.tiles import SIDE, has_open_edge


def why_not(state: State, command: Command) -> Refusal:
    """Returns the refusal of a command that cannot be carried out."""
    match command:
        case RollDice(faces):
            return _not_these_dice(state, faces)
        case RevealCard(deck, card):
            asked = chance(state)
            if asked and getattr(asked[0], "deck", None) == deck:
                return Invalid(say("pickle_rick.bad.outcome", card=card, deck=deck))
            return _no("pickle_rick.no.nothing_drawn", "PKR-MOVE-7", deck=deck)
        case cmd.Reroll(dice) if isinstance(state.now, st.ChooseReroll) and dice:
            clause = "PKR-DICE-2" if state.turn == "rick" else "PKR-DICE-3"
            return _no("pickle_rick.no.rerolls", clause, limit=rerolls(state), count=len(dice))
    if isinstance(state.now, st.Spend):
        return _why_not_spend(state, command)
    return _no("pickle_rick.no.now", "PKR-CARD-1")


def _no(key: str, *clauses: str, **params: str | int | Message) -> Illegal:
    return Illegal(Message(key, dict(params)), clauses=clauses)


def _not_these_dice(state: State, faces: tuple[int | str, ...]) -> Refusal:
    asked = chance(state)
    if not isinstance(state.now, st.Roll | st.RollAgain) or not asked:
        return _no("pickle_rick.no.roll", "PKR-DICE-4")
    count = len(state.now.dice) if isinstance(state.now, st.RollAgain) else DICE_COUNT
    return Invalid(say("pickle_rick.bad.faces", count=count, got=len(faces)))


def _why_not_spend(state: State, command: Command) -> Refusal:
    is_rick = state.turn == "rick"
    match command:
        case cmd.EndTurn():
            symbol = still_forced(state) or "move"
            count = state.pool.get(symbol, 0)
            return _no("pickle_rick.no.forced", FORCED_BY[symbol], symbol=_symbol(symbol), count=count)
        case cmd.Go(towards) if is_rick:
            move = move_towards(state.map, state.rick, SIDE[towards], state.stack > 0)
            if isinstance(move, str):
                clause = {"wall": "PKR-MAP-4", "vent": "PKR-MOVE-5", "stack": "PKR-MOVE-4"}[move]
                return _no(f"pickle_rick_judge.no.{move}", clause, **edge_name(state.rick, SIDE[towards]))
            return _unpaid(state, ONE_MOVE, "PKR-MOVE-1")
        case cmd.Step(name) | cmd.Cross(name) | cmd.Shoot(name) if not is_rick:
            figure = next((one for one in state.figures if one.id == name), None)
            if figure is None:
                known = ", ".join(one.id for one in state.figures) or "-"
                return Invalid(say("pickle_rick.bad.figure", figure=name, known=known))
            return _why_not_figure(state, command, figure)
        case cmd.Draw():
            if not state.decks[state.turn].left:
                return _no("pickle_rick.no.deck", "PKR-DRAW-1")
            return _unpaid(state, ONE_DRAW, "PKR-DRAW-1")
        case cmd.PlayCard(card):
            return _why_not_card(state, card)
        case cmd.TalkOut() if is_rick:
            if state.jaguar != "on" or state.jaguar_health > TALKED_OUT_AT:
                return _no("pickle_rick.no.talk", "PKR-HARM-2", most=TALKED_OUT_AT)
            return _unpaid(state, TWO_DRAWS, "PKR-HARM-2")
    return _no("pickle_rick.no.now", "PKR-DICE-4")


def _why_not_figure(state: State, command: cmd.Step | cmd.Cross | cmd.Shoot, figure: Figure) -> Refusal:
    tiles = state.map
    limit = "PKR-RUS-3" if figure.limit > 1 else "PKR-RUS-2"
    named = state.figure_name(figure.id)
    if isinstance(command, cmd.Shoot):
        if figure.shots >= figure.limit:
            return _no("pickle_rick.no.shots", limit, figure=named, count=figure.limit)
        if not can_shoot(tiles, state.rick, figure):
            return _no("pickle_rick.no.range", "PKR-SIGHT-2", figure=named)
        return _unpaid(state, Cost(weapon=1), "PKR-RUS-5")
    side = SIDE[command.towards]
    if figure.has_crossed:
        return _no("pickle_rick.no.crossed", "PKR-RUS-4", figure=named)
    if isinstance(command, cmd.Cross):
        if not can_cross(figure) or side not in crossings(tiles, figure.at):
            return _no("pickle_rick.no.cross", "PKR-RUS-4", figure=named)
        return _unpaid(state, Cost(move=2), "PKR-RUS-4")
    if not has_open_edge(tiles, figure.at, side):
        return _no("pickle_rick.no.step", "PKR-RUS-1", **edge_name(figure.at, side))
    if figure.moves >= figure.limit:
        return _no("pickle_rick.no.moves", limit, figure=named, count=figure.limit)
    return _unpaid(state, ONE_MOVE, "PKR-RUS-1")


def _why_not_card(state: State, card: str) -> Refusal:
    if card not in state.cards:
        return Invalid(say("pickle_rick.bad.card", card=card))
    named = state.cards[card].named()
    if state.cards[card].side != state.turn:
        return _no("pickle_rick.no.other_side", "PKR-CARD-4", card=named)
    if card not in playable(state, state.turn):
        return _no("pickle_rick.no.not_in_hand", "PKR-CARD-1", card=named)
    return _unpaid(state, costs_of(state, card)[0], "PKR-CARD-2")


def _unpaid(state: State, cost: Cost, clause: str) -> Refusal:
    symbol, count = lacking(state.symbols, cost)
    return _no("pickle_rick.no.lacks", clause, symbol=_symbol(symbol), count=count)


def _symbol(symbol: str) -> Message:
    return say(f"pickle_rick.symbol.{symbol}")
