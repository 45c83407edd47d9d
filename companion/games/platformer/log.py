"""Says what happened, line by line: what to move on the real table comes as an instruction."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.blocks import LogLine, Moment, MomentKind
from companion.core.dice import Face
from companion.core.event import Event
from companion.core.message import Message, literal, say
from companion.games.platformer import events as ev
from companion.games.platformer.state import State
from companion.games.platformer.turn.position import SYMBOLS


def figure_name(state: State, figure: str) -> Message:
    """Names a hero by its player, an enemy by its kind and number."""
    foe = state.foes.get(figure)
    if foe is None:
        return literal(figure)
    if foe.is_boss:
        return state.box.bosses[foe.kind].named()
    kind = state.box.enemies[foe.kind].named()
    return say("platformer.enemy", kind=kind, number=figure.rpartition("-")[2])


def card_name(state: State, card: str) -> Message:
    """Names a card by its kind and id, as `items/boots`; `ability` is the active hero's own."""
    if card == "ability":
        return say("platformer.ability", hero=state.box.heroes[state.active.hero].named())
    kind, _, name = card.partition("/")
    message: Message = getattr(state.box, kind)[name].named()
    return message


MOVED: dict[str, MomentKind] = {"push": "push", "monster": "boss", "die": "boss", "summon": "boss"}
"""The ways of moving that are announced, each figure by itself."""


def _hit(player: str) -> Moment:
    return Moment("hit", player, icon="heart")


def amounts(counts: dict[str, int]) -> Iterator[Message]:
    """Says how much of each was won, or lost."""
    for name, count in counts.items():
        amount = say(f"platformer.count.{name}", count=abs(count))
        if count:
            yield amount if count > 0 else say("platformer.count.less", amount=amount)


def line_of(state: State, event: Event) -> LogLine | None:
    """Returns the line that tells of an event, from the state before it."""
    match event:
        case ev.TurnBegan(seat):
            return LogLine(say("platformer.log.turn", player=state.players[seat].name))
        case ev.DiceRolled(faces, enemy):
            symbols = tuple(say(f"platformer.symbol.{face}") for face in faces)
            face = say(f"platformer.die.{enemy}")
            lying = tuple(Face(one, one, said) for one, said in zip(faces, symbols, strict=True))
            return LogLine(
                say("platformer.log.rolled", player=state.active.name, dice=symbols, enemy=face),
                moment=Moment("roll", state.active.name, faces=(*lying, Face(enemy, f"die_{enemy}", face))),
            )
        case ev.FigureMoved(figure, to, how):
            named = figure_name(state, figure)
            moment = None
            if how in MOVED:
                player, piece = "" if figure in state.foes else figure, figure if how == "die" else ""
                moment = Moment(MOVED[how], player, piece=piece, icon="enemy")
            foe = state.foes.get(figure)
            start = {"start": foe.at} if foe and how in ("die", "monster") else {}
            said = say(f"platformer.log.{how}", figure=named, to=to, **start)
            return LogLine(said, "instruction", figure, moment)
        case ev.HeroWounded(player, count, by):
            if by:
                who = tuple(figure_name(state, one) for one in by)
                struck = say("platformer.log.struck", player=player, count=count, by=who)
                return LogLine(struck, "hit", moment=_hit(player))
            wounded = say("platformer.log.wounded", player=player, count=count)
            return LogLine(wounded, "hit", moment=_hit(player))
        case ev.HeroFainted(player):
            return LogLine(say("platformer.log.fainted", player=player), "instruction", moment=_hit(player))
        case ev.TokensTaken(player, space):
            return LogLine(say("platformer.log.tokens", player=player, space=space), "gain")
        case ev.EnemyDefeated(enemy, player, wounds):
            named = figure_name(state, enemy)
            return LogLine(
                say("platformer.log.defeated", player=player, enemy=named, count=wounds),
                "gain",
                moment=Moment("hit", player, icon="enemy"),
            )
        case ev.Gained(player, coins, gems, hearts, symbols):
            gains = (
                *amounts({"coin": coins, "gem": gems, "heart": hearts}),
                *(say(f"platformer.symbol.{name}") for name in SYMBOLS for _ in range(symbols.get(name, 0))),
            )
            return (
                LogLine(say("platformer.log.gained", player=player, gains=gains), "gain") if gains else None
            )
        case _:
            return _table_line(state, event)


def _table_line(state: State, event: Event) -> LogLine | None:
    match event:
        case ev.LevelRevealed(level):
            moment = Moment("reveal", icon="tile")
            return LogLine(say("platformer.log.revealed", level=level + 1), "instruction", moment=moment)
        case ev.LevelsRemoved(below):
            return LogLine(say("platformer.log.removed", level=below), "instruction")
        case ev.Drawn("enemy_die", card) if card in ("left", "right", "attack"):
            face = say(f"platformer.die.{card}")
            moment = Moment("roll", faces=(Face(card, f"die_{card}", face),))
            return LogLine(say("platformer.log.boss_die", face=face), moment=moment)
        case ev.Drawn("events", card):
            named = card_name(state, f"events/{card}")
            return LogLine(say("platformer.log.event", card=named), moment=Moment("spell", icon="card"))
        case ev.CardBought(card, price):
            named = card_name(state, card)
            return LogLine(
                say("platformer.log.bought", player=state.active.name, card=named, price=price), "gain"
            )
        case ev.CardUsed(card):
            named = card_name(state, card)
            return LogLine(say("platformer.log.used", player=state.active.name, card=named))
        case ev.ArtifactTaken(card, player):
            named = card_name(state, f"artifacts/{card}")
            moment = Moment("gift", player, icon="star")
            holder = state.artifacts.get(card)
            taken = say("platformer.log.artifact", player=player, card=named)
            if holder:
                taken = say("platformer.log.artifact_from", player=player, card=named, other=holder)
                moment = Moment("gift", player, holder, icon="star")
            return LogLine(taken, "instruction", moment=moment)
        case ev.SpecialSet(player, symbol):
            face = say(f"platformer.symbol.{symbol}") if symbol else say("platformer.blank")
            return LogLine(say("platformer.log.special", player=player, symbol=face), "instruction")
        case ev.BossPlayed(card):
            named = card_name(state, f"boss_cards/{card}")
            boss = state.box.bosses[state.boss].named()
            moment = Moment("boss", icon="boss")
            return LogLine(say("platformer.log.boss", boss=boss, card=named), moment=moment)
        case ev.BossTokenTaken(player, has_token):
            return LogLine(say("platformer.log.token", player=player), "hit") if has_token else None
        case ev.GameEnded(ending, winner):
            return LogLine(
                say(f"platformer.over.{ending}", player=winner or state.active.name),
                moment=Moment("win", winner, icon="trophy"),
            )
    return None
