"""What a screen offers: buttons, spaces, pieces, dice and cards to touch; no hand is given away."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.blocks import Choice, Json, Option, Question
from companion.core.chance import draw_choices
from companion.core.command import Command
from companion.core.corrections import correction_choices
from companion.core.message import Message, say
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.chance import chance
from companion.games.pickle_rick.corrections import CORRECTIONS
from companion.games.pickle_rick.dispute.form import RICK
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.legal import legal_commands
from companion.games.pickle_rick.running import rerolls
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.symbols import ICONS
from companion.games.pickle_rick.turn.tiles import SIDE, neighbour

BUTTONS: dict[type[Command], tuple[str, str, bool]] = {
    cmd.Keep: ("keep", "check", True),
    cmd.Draw: ("draw", "card", False),
    cmd.TalkOut: ("talk_out", "mute", False),
    cmd.Stop: ("stop", "next", False),
    cmd.Confirm: ("confirm", "check", True),
    cmd.EndTurn: ("end", "next", True),
}


def choices_of(state: State, viewer: str | None) -> tuple[Choice, ...]:
    """Lists everything that can be done now; cards are named only where their owner looks."""
    players = tuple(state.players.values())
    corrections = correction_choices(CORRECTIONS, state, players)
    return corrections if state.is_over else (*_open_choices(state, viewer), *corrections)


def _open_choices(state: State, viewer: str | None) -> Iterator[Choice]:
    now = state.now
    who = state.player(now.side) if now is not None else None
    has_cards = False
    for command in legal_commands(state):
        match command:
            case cmd.Reroll():
                continue
            case cmd.PlayCard(card):
                has_cards = True
                if viewer == who:
                    yield _play_choice(state, card, who)
            case _:
                yield _choice(state, command, who)
    if isinstance(now, st.ChooseReroll):
        yield _reroll_choice(state, who)
    if has_cards and viewer != who:
        yield _card_question(state, who)
    is_secret = isinstance(now, st.DrawCard)
    yield from draw_choices(chance(state), player=who, group="secret" if is_secret else "chance")


def _form(command: Command) -> Json:
    form: Json = msgspec.to_builtins(command)
    return form


def _choice(state: State, command: Command, who: str | None) -> Choice:
    form = _form(command)
    match command:
        case cmd.Go(towards):
            to = place_name(neighbour(state.rick, SIDE[towards]))
            said = say("pickle_rick.do.go", place=state.tile_name(to))
            return Choice(said, form, "move", to, who, "step", clauses=("PKR-MOVE-1",), piece=RICK)
        case cmd.Step(figure, towards) | cmd.Cross(figure, towards):
            to = place_name(neighbour(state.figure(figure).at, SIDE[towards]))
            key = "cross" if isinstance(command, cmd.Cross) else "step"
            said = say(f"pickle_rick.do.{key}", figure=state.figure_name(figure), place=state.tile_name(to))
            return Choice(said, form, "move", to, who, "step", clauses=("PKR-RUS-1",), piece=figure)
        case cmd.Shoot(figure):
            said = say("pickle_rick.do.shoot", figure=state.figure_name(figure))
            return Choice(said, form, "weapon", None, who, clauses=("PKR-RUS-5",), piece=figure)
        case cmd.Hit(figure) | cmd.Bring(figure):
            key = "hit" if isinstance(command, cmd.Hit) else "bring"
            said = say(f"pickle_rick.do.{key}", figure=state.figure_name(figure))
            return Choice(said, form, "weapon" if key == "hit" else "move", None, who, piece=figure)
        case cmd.Act(figure, place):
            said = say("pickle_rick.do.act", figure=state.figure_name(figure), place=state.tile_name(place))
            return Choice(said, form, "move", place, who, clauses=("PKR-SOLO-5",), piece=figure)
    return _plain_choice(state, command, who, form)


def _plain_choice(state: State, command: Command, who: str | None, form: Json) -> Choice:
    match command:
        case cmd.TurnOver(place, quarters):
            said = say("pickle_rick.do.turn", place=state.tile_name(place), quarters=quarters)
            return Choice(said, form, "rotate", place, who, clauses=("PKR-CARD-13",))
        case cmd.Place(place):
            return Choice(say("pickle_rick.do.place", place=state.tile_name(place)), form, "move", place, who)
        case cmd.Aim(towards):
            to = place_name(neighbour(state.rick, SIDE[towards]))
            said = say("pickle_rick.do.aim", side=say(f"pickle_rick.direction.{towards}"))
            return Choice(said, form, "weapon", to, who, clauses=("PKR-CARD-7",))
        case cmd.Pay(symbols):
            named = tuple(_symbol(symbol) for symbol in symbols)
            die = _die_of(state, symbols[0]) if len(symbols) == 1 else None
            return Choice(
                say("pickle_rick.do.pay", symbols=named), form, ICONS[symbols[0]], None, who, die=die
            )
        case cmd.AnswerBribe(accepts):
            said = say("pickle_rick.do.accept" if accepts else "pickle_rick.do.refuse")
            return Choice(said, form, "card" if accepts else ICONS["joker"], None, who)
    key, icon, is_primary = BUTTONS[type(command)]
    return Choice(say(f"pickle_rick.do.{key}"), form, icon, player=who, is_primary=is_primary)


def _symbol(symbol: str) -> Message:
    return say(f"pickle_rick.symbol.{symbol}")


def _die_of(state: State, symbol: str) -> str | None:
    """Returns an unspent die with a symbol."""
    unspent = (die for die, face, is_spent in dice_on_table(state) if face == symbol and not is_spent)
    return next(unspent, None)


def dice_on_table(state: State) -> Iterator[tuple[cmd.DieId, str, bool]]:
    """Lists the dice with their faces, and whether each is spent: the first of a kind go first."""
    is_spending = state.begun is not None
    left = dict(state.pool)
    spent: list[bool] = []
    for face in reversed(state.dice):
        spent.append(is_spending and not left.get(face, 0))
        left[face] = left.get(face, 0) - 1 if left.get(face, 0) else 0
    yield from zip(cmd.DICE, state.dice, reversed(spent), strict=False)


def _reroll_choice(state: State, who: str | None) -> Choice:
    limit = rerolls(state)
    options = tuple(Option(die, _symbol(face), None, ICONS[face]) for die, face, _ in dice_on_table(state))
    asked = Question(
        "dice", say("pickle_rick.ask.reroll", count=limit), "dice", options=options, minimum=1, maximum=limit,
        clauses=("PKR-DICE-4",),
    )  # fmt: skip
    said = say("pickle_rick.do.reroll", count=limit)
    return Choice(said, {"command": "Reroll"}, "dice", player=who, asks=(asked,), clauses=("PKR-DICE-4",))


def _play_choice(state: State, card: str, who: str | None) -> Choice:
    hand = state.decks[state.turn].hand
    shown = f"{who}/{hand.index(card)}" if card in hand else None
    said = say("pickle_rick.do.play", card=state.cards[card].named())
    form = _form(cmd.PlayCard(card))
    return Choice(said, form, "card", player=who, group="secret", card=shown, clauses=("PKR-CARD-1",))


def _card_question(state: State, who: str | None) -> Choice:
    """Offers to play a card in words that tell nothing of the hand."""
    options = tuple(
        Option(name, card.named(), card.words())
        for name, card in state.cards.items()
        if card.side == state.turn
    )
    asked = Question("card", say("pickle_rick.ask.card"), "choice", options=options)
    said = say("pickle_rick.do.play_card", player=who or "")
    return Choice(said, {"command": "PlayCard"}, "card", player=who, group="secret", asks=(asked,))
