"""The buttons: every legal command in words, with the space to touch for it."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.core.blocks import Choice, Option, Question
from companion.core.chance import draw_choices
from companion.core.command import Command
from companion.core.corrections import correction_choices
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.chance import chance
from companion.games.rayman.corrections import CORRECTIONS, number_asked
from companion.games.rayman.draft import teensy_places
from companion.games.rayman.labels import card_said, words_for
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.naming import space_text
from companion.games.rayman.round import can_bubble, choosers, must_bubble
from companion.games.rayman.state import Pool, Racer, State

ICONS: dict[type[Command], str] = {
    c.Move: "move",
    c.Jump: "jump",
    c.Drift: "glide",
    c.StartGlide: "glide",
    c.EndGlide: "glide",
    c.Fall: "fall",
    c.SlapEnemy: "slap",
    c.FreeTeensy: "teensy",
    c.SlapFigure: "slap",
    c.TakeHeart: "heart",
    c.GiveHeart: "heart",
    c.UseToken: "token",
    c.DiscardToken: "token",
    c.OfferTrade: "token",
    c.AcceptTrade: "check",
    c.DeclineTrade: "close",
    c.UseLum: "lums",
    c.Convert: "crouch",
    c.ChooseBubble: "bubble",
    c.EndTurn: "end",
    c.Continue: "continue",
    c.Reveal: "reveal",
}
MAIN = (
    c.EndTurn, c.Continue, c.Reveal, c.Stay, c.PlaceFigure, c.PickCard, c.DropCard, c.ChooseLegendary,
    c.AcceptTrade, c.DeclineTrade,
)  # fmt: skip
Group = Literal["main", "step", "chance", "secret", "table"]


def choices(state: State, viewer: str | None) -> tuple[Choice, ...]:
    """Lists everything that can be done now, and the table's corrections."""
    legal = legal_commands(state)
    found = _secrets(state, viewer)
    for index, command in enumerate(legal):
        player = getattr(command, "player", None)
        group = _group(command)
        if group == "secret" or isinstance(command, c.OfferTrade):
            continue
        found.append(
            Choice(
                label=words_for(state, command),
                command=msgspec.to_builtins(command),
                icon=ICONS.get(type(command), ""),
                space=_space(state, command),
                player=player,
                group=group,
                is_primary=index == 0,
            )
        )
    found += _trades(state, [command for command in legal if isinstance(command, c.OfferTrade)])
    requests = chance(state)
    spaces = {f"{column}/{level}": f"{column}/{level}" for column, level in teensy_places(state)}
    names = () if state.outcome is not None else tuple(racer.name for racer in state.racers)
    return (
        *found,
        *draw_choices(requests, spaces=spaces if requests else None),
        *(correction_choices(CORRECTIONS, state, names) if names else ()),
    )


def _group(command: Command) -> Group:
    if isinstance(command, c.ChooseCards | c.ChooseBubble | c.TypeCards):
        return "secret"
    return "main" if isinstance(command, MAIN) else "step"


def _space(state: State, command: Command) -> str | None:
    """Returns the space whose touch means the command."""
    turn = state.turn
    match command:
        case c.PlaceFigure(to=to):
            return space_text(state, to)
        case c.PlaceTeensy(at=at) | c.SlapEnemy(at=at):
            return space_text(state, at)
        case c.FreeTeensy(colour=colour):
            space = state.board.space_of_teensy(colour)
            return None if space is None else space_text(state, space)
        case c.SlapFigure(figure=figure):
            return space_text(state, state.racer(figure).at)
    if turn is None or not isinstance(command, c.Move | c.Jump | c.Drift | c.Fall):
        return None
    return space_text(state, c.leads_to(command, state.racer(turn.player).at))


def _trades(state: State, likely: list[c.OfferTrade]) -> list[Choice]:
    """Lets two players name the tokens of a trade, one button for each pair (RAY-COOP-13, COOP-21)."""
    found = []
    for player, to in dict.fromkeys((trade.player, trade.to) for trade in likely):
        first = next(trade for trade in likely if (trade.player, trade.to) == (player, to))
        sides = ((player, "gives", first.gives), (to, "takes", first.takes))
        found.append(
            Choice(
                label=say("rayman.do.trade_with", player=player, to=to),
                command=msgspec.to_builtins(first),
                icon="token",
                player=player,
                group="step",
                asks=tuple(
                    Question(
                        field,
                        say(f"rayman.ask.{field}", player=player, to=to),
                        "many",
                        list(proposed),
                        tuple(
                            Option(token, state.tokens[token].named()) for token in state.racer(name).tokens
                        ),
                    )
                    for name, field, proposed in sides
                    if state.racer(name).tokens
                ),
                clauses=("RAY-COOP-13", "RAY-COOP-21"),
            )
        )
    return found


# The secret choice


def _secrets(state: State, viewer: str | None) -> list[Choice]:
    """Lets each player pick two cards in order, type them, or take a Bubble."""
    if not state.agenda or state.agenda[0].kind != "choosing":
        return []
    found: list[Choice] = []
    for racer in choosers(state):
        if viewer not in (None, racer.name):
            continue
        if not must_bubble(racer):
            found.append(_typed(state, racer.name) if state.is_typed else _pick_two(state, racer))
        if must_bubble(racer) or can_bubble(state, racer):
            found.append(
                Choice(
                    label=say("rayman.do.bubble"),
                    command=msgspec.to_builtins(c.ChooseBubble(racer.name)),
                    icon="bubble",
                    player=racer.name,
                    group="secret",
                    clauses=("RAY-BUBBLE-1", "RAY-BUBBLE-2"),
                )
            )
    return found


def _pick_two(state: State, racer: Racer) -> Choice:
    options = tuple(Option(card, card_said(state, card)) for card in racer.hand)
    first, second = racer.hand[:2]
    return Choice(
        label=say("rayman.do.pick_cards"),
        command=msgspec.to_builtins(c.ChooseCards(racer.name, first, second)),
        icon="cards",
        player=racer.name,
        group="secret",
        is_primary=True,
        asks=(
            Question("left", say("rayman.ask.left"), "choice", first, options),
            Question("right", say("rayman.ask.right"), "choice", second, options),
        ),
        clauses=("RAY-CARD-1", "RAY-INIT-2"),
    )


def _typed(state: State, name: str) -> Choice:
    """Asks what the two cards show."""
    icons = tuple(number_asked(icon, say(f"rayman.icon.{icon}"), 0, 20) for icon in Pool.__struct_fields__)
    return Choice(
        label=say("rayman.do.type_cards", player=name),
        command=msgspec.to_builtins(c.TypeCards(name, 0, 0)),
        player=name,
        group="secret",
        is_primary=True,
        asks=(
            number_asked("initiative", say("rayman.ask.initiative"), 0, 99),
            number_asked("second", say("rayman.ask.second"), 0, 99),
            *icons,
        ),
        clauses=("RAY-SETUP-11",),
    )
