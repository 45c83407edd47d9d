"""Commands in words: buttons on the screen and entries of the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.command import Command, RevealCard, RollDice
from companion.core.corrections import Correct
from companion.core.event import Event
from companion.core.message import Message, literal, say
from companion.games.rayman import commands as c
from companion.games.rayman.naming import hero_said, icons_said, space_text, trade_said
from companion.games.rayman.state import Pool, State


def card_said(state: State, card: str) -> Message:
    """Names an Action card with its initiative and icons."""
    found = state.cards.get(card)
    if found is None:
        return say("rayman.typed_card")
    pool = Pool(**{icon: found.icons[icon] for icon in found.icons})
    return say("rayman.card", card=found.named(), initiative=found.initiative, icons=icons_said(pool))


def _meeting(command: Any) -> tuple[Message, ...]:
    parts = []
    if getattr(command, "projectile", None):
        parts.append(say(f"rayman.cover.{command.projectile}"))
    if command.enemy:
        parts.append(say(f"rayman.meeting.{command.enemy}"))
    return tuple(parts)


def _step(key: str) -> Callable[[State, Any], Message]:
    def words(state: State, command: Any) -> Message:
        parts = _meeting(command)
        step = say(key)
        return say("rayman.do.with", step=step, parts=parts) if parts else step

    return words


def _by(forward: str, back: str) -> Callable[[State, Any], Message]:
    def words(state: State, command: Any) -> Message:
        return _step(forward if command.by > 0 else back)(state, command)

    return words


def _revealed(state: State, command: RevealCard) -> Message:
    if command.card in state.tokens and command.deck == "bonus":
        return state.tokens[command.card].named()
    if state.boss is not None and command.deck == "attack" and command.card in state.boss.attacks:
        return state.boss.attacks[command.card].named()
    if command.card in state.cards:
        return card_said(state, command.card)
    return literal(command.card)


def _token(key: str) -> Callable[[State, Any], Message]:
    def words(state: State, command: Any) -> Message:
        token = state.tokens.get(command.token)
        return say(key, token=token.named() if token else literal(command.token))

    return words


def _slap_figure(state: State, command: c.SlapFigure) -> Message:
    key = {1: "rayman.do.push_on", -1: "rayman.do.push_back", 0: "rayman.do.burst"}[command.push]
    return say(key, figure=hero_said(state, command.figure))


def _put(state: State, command: c.PlaceFigure) -> Message:
    return say("rayman.do.place", space=space_text(state, command.to))


WORDS: dict[type[Command], Callable[[State, Any], Message]] = {
    RollDice: lambda s, m: say("rayman.do.roll", faces=" ".join(str(face) for face in m.faces)),
    RevealCard: _revealed,
    c.Reveal: lambda s, m: say("rayman.do.reveal"),
    c.Continue: lambda s, m: say("rayman.do.continue"),
    c.PickCard: lambda s, m: card_said(s, m.card),
    c.DropCard: lambda s, m: say("rayman.do.drop", card=card_said(s, m.card)),
    c.ChooseLegendary: lambda s, m: say(f"rayman.legendary.{m.legendary}"),
    c.PlaceTeensy: lambda s, m: say(
        "rayman.do.teensy", colour=say(f"rayman.colour.{m.colour}"), space=space_text(s, m.at)
    ),
    c.ChooseCards: lambda s, m: say(
        "rayman.do.cards", left=card_said(s, m.left), right=card_said(s, m.right)
    ),
    c.TypeCards: lambda s, m: say("rayman.do.typed", initiative=m.initiative),
    c.ChooseBubble: lambda s, m: say("rayman.do.bubble"),
    c.Move: _by("rayman.do.forward", "rayman.do.back"),
    c.Jump: _step("rayman.do.jump"),
    c.Drift: _by("rayman.do.rise", "rayman.do.sink"),
    c.StartGlide: lambda s, m: say("rayman.do.glide"),
    c.EndGlide: _step("rayman.do.land"),
    c.Fall: _step("rayman.do.fall"),
    c.SlapEnemy: lambda s, m: say("rayman.do.slap", space=space_text(s, m.at)),
    c.FreeTeensy: lambda s, m: say("rayman.do.free", colour=say(f"rayman.colour.{m.colour}")),
    c.SlapFigure: _slap_figure,
    c.TakeHeart: lambda s, m: say("rayman.do.heart"),
    c.GiveHeart: lambda s, m: say("rayman.do.give_heart", player=m.to),
    c.UseToken: _token("rayman.do.use"),
    c.DiscardToken: _token("rayman.do.discard"),
    c.TradeToken: lambda s, m: say(
        "rayman.do.trade", player=m.player, token=s.tokens[m.token].named(), to=m.to
    ),
    c.OfferTrade: lambda s, m: trade_said(s, "rayman.do.offer_trade", m),
    c.AcceptTrade: lambda s, m: say("rayman.do.accept_trade"),
    c.DeclineTrade: lambda s, m: say("rayman.do.decline_trade"),
    c.UseLum: lambda s, m: say("rayman.do.lum"),
    c.Convert: lambda s, m: say(f"rayman.do.convert.{m.source}"),
    c.PlaceFigure: _put,
    c.Stay: lambda s, m: say("rayman.do.stay"),
    c.EndTurn: lambda s, m: say("rayman.do.end"),
}


def words_for(state: State, command: Command) -> Message:
    """Says what a command does, short enough for a button."""
    if isinstance(command, Correct):
        return say("rayman.do.correct", what=say(f"rayman.what.{command.what}"))
    return WORDS[type(command)](state, command)


def describe(state: State, command: Command, events: Sequence[Event] = ()) -> Message:
    """Labels a step for the history; secret choices stay secret there."""
    name = getattr(command, "player", "")
    if isinstance(command, c.ChooseCards | c.ChooseBubble | c.TypeCards):
        return say("rayman.did.chose", player=name)
    if isinstance(command, Correct) and command.what == "join":
        return say("rayman.did.by", player=command.value["name"], what=say("rayman.do.join"))
    words = words_for(state, command)
    if isinstance(command, RevealCard):
        words = say("rayman.did.drawn", card=words)
    return say("rayman.did.by", player=name, what=words) if name else words
