"""The running turn in the words of the rules: what can be done, what it costs, what is still forced."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.deck import UNKNOWN
from companion.games.pickle_rick import commands as cmd, content as fx, state as st
from companion.games.pickle_rick.state import State, place_of
from companion.games.pickle_rick.turn.cards import MOST_TILES_DISCARDED, SideName
from companion.games.pickle_rick.turn.forced import Chances, must_spend
from companion.games.pickle_rick.turn.moves import Move, is_pushed, moves_of
from companion.games.pickle_rick.turn.rick_turn import Go, Play, Position, RickTurn, Spot, Step, Stop, Table
from companion.games.pickle_rick.turn.russians import FigureStep, can_shoot, fewest_moves, figure_steps
from companion.games.pickle_rick.turn.sight import rick_rerolls, russian_rerolls, sees
from companion.games.pickle_rick.turn.symbols import ONE_DRAW, SYMBOLS, TWO_DRAWS, Cost, Pool, payments
from companion.games.pickle_rick.turn.tiles import LETTER

TALKED_OUT_AT = 5
"""The health at which Jaguar can be talked out of it, and below."""


def seers(state: State) -> tuple[str, ...]:
    """Lists the enemies who see Rick now."""
    tiles = state.map
    return tuple(figure.id for figure in state.figures if sees(tiles, figure.at, state.rick))


def rerolls(state: State) -> int:
    """Counts the dice that the side to move may reroll (PKR-DICE-2, PKR-DICE-3)."""
    return rick_rerolls(len(seers(state))) if state.turn == "rick" else russian_rerolls(len(state.guards))


def playable(state: State, side: SideName) -> tuple[str, ...]:
    """Lists the cards that a side may hold: those known, and any unseen ones where some are not."""
    deck = state.decks.get(side, st.Deck())
    known = dict.fromkeys(card for card in deck.hand if card != UNKNOWN)
    if UNKNOWN in deck.hand:
        known |= dict.fromkeys(name for name, card in state.cards.items() if may_hold(state, side, name))
    return tuple(known)


def may_hold(state: State, side: SideName, name: str) -> bool:
    """Tells whether a card can be among the unknown ones of a side's hand."""
    deck, card = state.decks[side], state.cards[name]
    seen = deck.discard.get(name, 0) + deck.hand.count(name)
    return card.side == side and seen < card.copies


def rick_turn(state: State, names: tuple[str, ...] = ()) -> RickTurn:
    """Sets the table for what is left of Rick's turn, with these cards of his hand."""
    cards = tuple(state.cards[name].in_play(name) for name in names)
    return RickTurn(
        Table(
            state.map, state.stack, (), cards, place_of(state.rooftop), state.decks["rick"].left,
            state.options.forced_spending,
        )
    )  # fmt: skip


def rick_position(state: State, cards: int = 0) -> Position:
    """Returns where Rick's turn stands, with so many cards to play."""
    bonus = state.now.moves if isinstance(state.now, st.Fly) else 0
    return Position(Spot(state.rick), 0 if bonus else (1 << cards) - 1, bonus)


def rick_steps(state: State) -> Iterator[tuple[cmd.Go | cmd.PlayCard | cmd.Stop, Step, Pool]]:
    """Lists the steps that Rick can pay for now, each with its command and payment."""
    names = playable(state, "rick")
    turn = rick_turn(state, names)
    for step in turn.steps(rick_position(state, len(names))):
        for spent in payments(state.symbols, step.cost):
            yield _command(step, names), step, spent


def _command(step: Step, names: tuple[str, ...]) -> cmd.Go | cmd.PlayCard | cmd.Stop:
    match step.act:
        case Go(move):
            return cmd.Go(_letter(move.side))
        case Play(index):
            return cmd.PlayCard(names[index])
        case Stop():
            return cmd.Stop()
    raise AssertionError(step)


def _letter(side: int) -> st.SideLetter:
    letter: st.SideLetter = LETTER[side]  # type: ignore[assignment]
    return letter


def named_symbols(spent: Pool) -> tuple[cmd.Symbol, ...]:
    """Names the symbols of a payment one by one."""
    named: list[cmd.Symbol] = []
    for symbol, count in zip(SYMBOLS, spent, strict=True):
        named += [symbol] * count  # type: ignore[list-item]
    return tuple(named)


def pushes(state: State) -> tuple[Move, ...]:
    """Lists the moves that the Russians can make Rick take (PKR-CARD-14)."""
    tiles = state.map
    return tuple(move for move in moves_of(tiles, state.rick, state.stack > 0) if is_pushed(move, tiles))


def russian_steps(state: State) -> Iterator[tuple[cmd.Step | cmd.Cross | cmd.Shoot, FigureStep, Pool]]:
    """Lists what the Russian figures can do for symbols, each with its command and payment."""
    tiles = state.map
    for figure in state.figures:
        for step in figure_steps(tiles, state.rick, figure):
            if step.bonus:
                continue
            for spent in payments(state.symbols, Cost(move=step.moves, weapon=step.weapons)):
                yield _russian_command(figure.id, step), step, spent


def _russian_command(figure: str, step: FigureStep) -> cmd.Step | cmd.Cross | cmd.Shoot:
    match step.kind:
        case "shot":
            return cmd.Shoot(figure)
        case "wall":
            return cmd.Cross(figure, _letter(step.side))
    return cmd.Step(figure, _letter(step.side))


def card_steps(state: State) -> Iterator[cmd.Step]:
    """Lists the steps of one space that a card gives one Russian figure (PKR-CARD-17)."""
    tiles = state.map
    for figure in state.figures:
        for step in figure_steps(tiles, state.rick, figure):
            if step.bonus:
                yield cmd.Step(figure.id, _letter(step.side))


def costs_of(state: State, name: str) -> tuple[Cost, ...]:
    """Lists what a card may cost: only the number of tiles to discard is chosen (PKR-CARD-16)."""
    card = state.cards[name]
    if isinstance(card.effect, fx.Discard):
        return tuple(Cost(tool=count) for count in range(1, MOST_TILES_DISCARDED + 1))
    return (card.in_play(name).cost,)


def card_payments(state: State, name: str) -> tuple[Pool, ...]:
    """Lists the ways to pay for a card, by every choice that its cost leaves."""
    costs = costs_of(state, name)
    return tuple(spent for cost in costs for spent in payments(state.symbols, cost))


def chances(state: State) -> Chances:
    """Says what the symbols left could still be spent on."""
    deck = state.decks[state.turn].left
    if state.turn == "rick":
        return rick_turn(state).chances(Spot(state.rick))
    tiles = state.map
    fewest = [fewest_moves(tiles, state.rick, figure) for figure in state.figures]
    least = min((count for count in fewest if count), default=0)
    shoots = any(can_shoot(tiles, state.rick, figure) for figure in state.figures)
    return Chances(lambda count: 0 < least <= count, deck, shoots)


def still_forced(state: State) -> str | None:
    """Returns the symbol that must still be spent; None when the turn may end."""
    return must_spend(state.symbols, chances(state), state.options.forced_spending)


def can_draw(state: State) -> Pool | None:
    """Returns the payment for drawing a card; None without a symbol or a deck (PKR-DRAW-1)."""
    if not state.decks[state.turn].left:
        return None
    return next(iter(payments(state.symbols, ONE_DRAW)), None)


def can_talk_out(state: State) -> Pool | None:
    """Returns the payment for talking Jaguar out of it; None where he cannot be (PKR-HARM-2)."""
    if state.turn != "rick" or state.jaguar != "on" or state.jaguar_health > TALKED_OUT_AT:
        return None
    return next(iter(payments(state.symbols, TWO_DRAWS)), None)
