"""Says each event in one line, for the log on the screen and the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.blocks import Badge, Card, LogLine, Moment, MomentKind
from companion.core.corrections import RecordCorrected, correction_line
from companion.core.dice import Face
from companion.core.event import Event
from companion.core.message import Message, label, say
from companion.games.rayman import events as e
from companion.games.rayman.corrections import CORRECTIONS
from companion.games.rayman.effect_words import effects_said
from companion.games.rayman.naming import (
    boss_said,
    hero_said,
    icons_said,
    projectile_said,
    space_text,
    trade_said,
)
from companion.games.rayman.state import State


def _moved(state: State, event: e.FigureMoved) -> LogLine | None:
    place = space_text(state, event.to)
    is_mine = event.why in ("move", "jump", "drift", "fall", "finish")
    return LogLine(
        say(f"rayman.note.moved.{event.why}", player=event.player, space=place),
        "info" if is_mine else "instruction",
        moment=Moment(MOVED[event.why], event.player, icon="move") if event.why in MOVED else None,
    )


MOVED: dict[str, MomentKind] = {"push": "push", "bonus": "gift"}
"""The ways of being moved that are announced."""


def _launched(state: State, event: e.ProjectileLaunched) -> LogLine | None:
    return LogLine(
        say("rayman.note.launched", projectile=projectile_said(state), space=space_text(state, event.at)),
        "instruction",
    )


def _projectile_place(state: State, projectile_id: int) -> str:
    for projectile in state.projectiles:
        if projectile.id == projectile_id:
            return space_text(state, projectile.at)
    return "?"


def _projectile_moved(state: State, event: e.ProjectileMoved) -> LogLine | None:
    return LogLine(
        say(
            "rayman.note.projectile_moved",
            projectile=projectile_said(state),
            start=_projectile_place(state, event.id),
            space=space_text(state, event.at),
        ),
        "instruction",
    )


def _projectile_removed(state: State, event: e.ProjectileRemoved) -> LogLine | None:
    return LogLine(
        say(
            f"rayman.note.projectile_removed.{event.why}",
            projectile=projectile_said(state),
            space=_projectile_place(state, event.id),
        ),
        "instruction",
    )


def _token(state: State, key: str, event: Any, tone: Any = "gain") -> LogLine:
    moment = Moment("gift", event.player, icon="token") if tone == "gain" else None
    named = state.tokens[event.token].named()
    return LogLine(say(key, player=event.player, token=named), tone, moment=moment)


def _card(state: State, card: str) -> Message:
    return state.cards[card].named() if card in state.cards else say("rayman.typed_card")


def _revealed(state: State, event: e.CardsRevealed) -> LogLine | None:
    parts = [
        say("rayman.note.choice", player=racer.name, initiative=racer.initiative or 0)
        if racer.chosen
        else say("rayman.note.choice_bubble", player=racer.name)
        for racer in state.racers
        if racer.chosen is not None
    ]
    turned = tuple(
        card_shown(state, card, racer.name)
        for racer in state.racers
        for card in racer.chosen or ()
        if card in state.cards
    )
    return LogLine(
        say("rayman.note.revealed", choices=tuple(parts)), moment=Moment("reveal", icon="cards", cards=turned)
    )


def card_shown(state: State, card: str, owner: str | None) -> Card:
    """Shows a card with its icons and its initiative."""
    found = state.cards[card]
    icons = tuple(Badge(icon, say(f"rayman.icon.{icon}"), count) for icon, count in found.icons.items())
    return Card(card, found.named(), owner, icons=icons, value=found.initiative)


def _turn_began(state: State, event: e.TurnBegan) -> LogLine | None:
    return LogLine(say("rayman.note.turn_began", player=event.player, icons=icons_said(event.pool)))


def _attack(state: State, event: e.AttackRevealed) -> LogLine | None:
    assert state.boss is not None
    attack = state.boss.attacks[event.attack]
    return LogLine(
        say(
            f"rayman.note.attack.{attack.when}",
            boss=boss_said(state),
            attack=attack.named(),
            effects=effects_said(attack.effects),
        ),
        moment=Moment("boss", icon="boss"),
    )


def _boss_moved(state: State, event: e.BossMoved) -> LogLine | None:
    place = space_text(state, event.to)
    return LogLine(
        say(f"rayman.note.boss_moved.{event.why}", boss=boss_said(state), space=place),
        "instruction",
        moment=Moment("boss", icon="boss"),
    )


def _effect_began(state: State, event: e.EffectBegan) -> LogLine | None:
    return LogLine(
        say("rayman.note.effect_began", effects=effects_said(event.effects)),
        "instruction",
        moment=Moment("spell", icon="spell"),
    )


def _effect_applied(state: State, event: e.EffectApplied) -> LogLine | None:
    if event.is_by_hand:
        return LogLine(say("rayman.note.effect_by_hand", effect=label(event.label)), "instruction")
    return LogLine(say("rayman.note.effect", effect=label(event.label)), "instruction")


def _simple(key: str, tone: Any = "info") -> Callable[[State, Any], LogLine | None]:
    def line(state: State, event: Any) -> LogLine | None:
        return LogLine(say(key, player=event.player), tone)

    return line


def _hit(text: Message, player: str, icon: str, change: Message | None = None) -> LogLine:
    return LogLine(text, "hit", moment=Moment("hit", player, icon=icon), change=change)


def _at(key: str, tone: Any = "info") -> Callable[[State, Any], LogLine | None]:
    def line(state: State, event: Any) -> LogLine | None:
        return LogLine(say(key, player=event.player, space=space_text(state, event.at)), tone)

    return line


def _scored(state: State, event: e.RaceScored) -> LogLine | None:
    parts = tuple(
        say("rayman.note.score", player=name, place=event.places[name], points=points)
        for name, points in event.points.items()
    )
    return LogLine(say("rayman.note.scored", scores=parts), "gain", moment=Moment("win", icon="trophy"))


def _won(event: e.GameEnded) -> Moment:
    winners = event.outcome.winners
    return Moment("win", winners[0] if len(winners) == 1 else "", icon="trophy")


def _corrected(state: State, event: RecordCorrected) -> LogLine | None:
    if event.what == "join":
        return LogLine(say("rayman.note.joined", player=event.value["name"]), "instruction")
    return correction_line(CORRECTIONS, state, event)


NOTES: dict[type[Event], Callable[[State, Any], LogLine | None]] = {
    e.RoundBegan: lambda s, v: LogLine(say("rayman.note.round", round=v.round)),
    e.RaceBegan: lambda s, v: LogLine(say("rayman.note.race", board=label(v.board.label)), "instruction"),
    e.DieRolled: lambda s, v: LogLine(
        say("rayman.note.die", number=v.number), moment=Moment("roll", faces=(Face(v.number),))
    ),
    e.TieRolled: lambda s, v: LogLine(
        say("rayman.note.tie", player=v.player, number=v.number),
        moment=Moment("roll", v.player, faces=(Face(v.number),)),
    ),
    e.CardsDealt: lambda s, v: LogLine(say("rayman.note.dealt", card=_card(s, v.card))),
    e.CardPicked: lambda s, v: LogLine(say("rayman.note.picked", player=v.player, card=_card(s, v.card))),
    e.CardDropped: lambda s, v: LogLine(say("rayman.note.dropped", player=v.player, card=_card(s, v.card))),
    e.CardSetAside: lambda s, v: LogLine(
        say("rayman.note.set_aside", player=v.player, card=_card(s, v.card)), "instruction"
    ),
    e.TeensyPlaced: lambda s, v: LogLine(
        say("rayman.note.teensy_placed", colour=say(f"rayman.colour.{v.colour}"), space=space_text(s, v.at)),
        "instruction",
    ),
    e.LegendaryChosen: lambda s, v: LogLine(
        say("rayman.note.legendary", player=v.player, card=say(f"rayman.legendary.{v.legendary}"))
    ),
    e.CardsRevealed: _revealed,
    e.BubbleTaken: _simple("rayman.note.bubble", "instruction"),
    e.OrderSet: lambda s, v: (
        LogLine(say("rayman.note.order", order=", ".join(v.order)), moment=Moment("order", order=v.order))
        if v.order
        else None
    ),
    e.HandReset: _simple("rayman.note.hand_reset", "instruction"),
    e.TurnBegan: _turn_began,
    e.EndAnnounced: lambda s, v: (
        None if v.is_ending else LogLine(say("rayman.note.go_on", player=v.player), "hit")
    ),
    e.FigureMoved: _moved,
    e.EnemyDefeated: _at("rayman.note.defeated", "gain"),
    e.EnemyDodged: _at("rayman.note.dodged"),
    e.BossSlapped: _simple("rayman.note.boss_slapped"),
    e.TeensyFreed: lambda s, v: LogLine(
        say("rayman.note.freed", player=v.player, colour=say(f"rayman.colour.{v.colour}")),
        "gain",
        moment=Moment("freed", v.player, icon="teensy"),
    ),
    e.FigureSlapped: lambda s, v: LogLine(
        say("rayman.note.slapped", player=v.player, figure=hero_said(s, v.figure)),
        "hit",
        moment=Moment("slap", v.player, v.figure, "slap"),
    ),
    e.BubbleBurst: lambda s, v: LogLine(
        say("rayman.note.burst", player=v.player, figure=hero_said(s, v.figure)),
        "gain",
        moment=Moment("freed", v.player, v.figure, "bubble"),
    ),
    e.HeartTaken: lambda s, v: LogLine(
        say("rayman.note.heart_taken", player=v.player),
        "gain",
        change=say("rayman.note.give_heart", player=v.player),
    ),
    e.HeartLost: lambda s, v: _hit(
        say(f"rayman.note.heart_lost.{v.cause}", player=v.player),
        v.player,
        "heart",
        say("rayman.note.take_heart", player=v.player),
    ),
    e.HarmWardedOff: _simple("rayman.note.warded_off"),
    e.DamageTaken: lambda s, v: _hit(
        say(f"rayman.note.damage.{v.cause}", player=v.player), v.player, "slapped"
    ),
    e.BubbleEntered: lambda s, v: _hit(
        say("rayman.note.bubble_entered", player=v.player), v.player, "bubble"
    ),
    e.TokenDrawn: lambda s, v: _token(s, "rayman.note.token_drawn", v),
    e.TokenUsed: lambda s, v: _token(s, "rayman.note.token_used", v, "info"),
    e.TokenDiscarded: lambda s, v: _token(s, "rayman.note.token_discarded", v, "instruction"),
    e.TokenTraded: lambda s, v: LogLine(
        say("rayman.note.token_traded", player=v.player, token=s.tokens[v.token].named(), to=v.to),
        "instruction",
    ),
    e.TradeOffered: lambda s, v: LogLine(trade_said(s, "rayman.note.trade_offered", v.trade)),
    e.TradeDeclined: _simple("rayman.note.trade_declined"),
    e.TokensTraded: lambda s, v: LogLine(trade_said(s, "rayman.note.tokens_traded", v.trade), "instruction"),
    e.FigureFinished: lambda s, v: LogLine(
        say("rayman.note.finished", player=v.player), "gain", moment=Moment("win", v.player, icon="finished")
    ),
    e.SecondTileReached: lambda s, v: LogLine(say("rayman.note.second_tile")),
    e.ProjectileLaunched: _launched,
    e.ProjectileMoved: _projectile_moved,
    e.ProjectileRemoved: _projectile_removed,
    e.EffectBegan: _effect_began,
    e.EffectApplied: _effect_applied,
    e.AttackRevealed: _attack,
    e.BossMoved: _boss_moved,
    e.BossFinished: lambda s, v: LogLine(
        say("rayman.note.boss_finished", boss=boss_said(s)), "hit", moment=Moment("boss", icon="boss")
    ),
    e.BonusDeclined: _simple("rayman.note.declined"),
    e.WentWithout: _simple("rayman.note.went_without"),
    e.RoundEnded: lambda s, v: LogLine(say("rayman.note.round_ended"), "instruction"),
    e.RaceScored: _scored,
    e.GameEnded: lambda s, v: LogLine(v.outcome.because, "gain", moment=_won(v)),
    RecordCorrected: _corrected,
}


def note(state: State, event: Event) -> LogLine | None:
    """Returns what the screen says about an event, from the state before it."""
    write = NOTES.get(type(event))
    return None if write is None else write(state, event)
