"""What each event says to the table; cards that only one player may know are never named."""

from __future__ import annotations

from companion.core.blocks import LogLine, Moment
from companion.core.dice import Face
from companion.core.event import Event
from companion.core.message import Message, say
from companion.games.pickle_rick import events as ev
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.symbols import ICONS


def line_of(state: State, event: Event) -> LogLine | None:
    """Says an event, from the state before it; None where there is nothing to tell."""
    match event:
        case ev.TurnBegan(side, number):
            return LogLine(say(f"pickle_rick.log.turn.{side}", player=state.player(side), round=number))
        case ev.DiceRolled(faces):
            return LogLine(say("pickle_rick.log.rolled", faces=_faces(faces)), moment=_roll(faces))
        case ev.DiceRerolled(_, faces):
            return LogLine(say("pickle_rick.log.rerolled", faces=_faces(faces)), moment=_roll(faces))
        case ev.JokersGained(count):
            return LogLine(say("pickle_rick.log.jokers", count=count), "gain")
        case ev.CardDrawn(side):
            return LogLine(say("pickle_rick.log.drawn", player=state.player(side)))
        case ev.CardPlayed(side, card):
            return LogLine(
                say("pickle_rick.log.played", player=state.player(side), card=state.cards[card].named()),
                moment=Moment("spell", state.player(side), icon="card"),
            )
        case ev.CardDropped(side, card):
            named = state.cards[card].named() if card in state.cards else say("pickle_rick.card.unknown")
            return _do(say("pickle_rick.log.dropped", player=state.player(side), card=named))
        case ev.BribeAnswered(accepts):
            return LogLine(say("pickle_rick.log.bribe_taken" if accepts else "pickle_rick.log.bribe_refused"))
        case ev.GameEnded(winner, why):
            return LogLine(
                say(f"pickle_rick.end.{why}"),
                "gain" if winner == "rick" else "hit",
                moment=Moment("win", icon="trophy"),
            )
    return _map_line(state, event)


def _map_line(state: State, event: Event) -> LogLine | None:
    match event:
        case ev.RickMoved(to, is_pushed):
            key = "pickle_rick.log.pushed" if is_pushed else "pickle_rick.log.rick"
            moment = Moment("push", icon="move") if is_pushed else None
            return LogLine(say(key, place=state.tile_name(to)), "instruction", moment=moment)
        case ev.RickStayed():
            return LogLine(say("pickle_rick.log.stayed"), "hit")
        case ev.TileLaid(place, lying):
            tile = state.tiles[lying.tile].named()
            key = ("up", "right", "down", "left")[lying.quarters]
            arrow = say(f"pickle_rick.arrow.{key}")
            laid = say("pickle_rick.log.laid", tile=tile, place=place, arrow=arrow)
            return LogLine(laid, "instruction", moment=Moment("reveal", icon="tile"))
        case ev.TileTurned(place, quarters):
            return _do(say("pickle_rick.log.turned", place=state.tile_name(place), count=quarters))
        case ev.TilesDiscarded(count):
            return _do(say("pickle_rick.log.discarded", count=count))
        case ev.GuardPlaced(figure, at):
            named = state.figure_name(figure)
            return _do(say("pickle_rick.log.guard", figure=named, place=state.tile_name(at)))
        case ev.FigureMoved(figure, to, how):
            named = state.figure_name(figure)
            return _do(say(f"pickle_rick.log.moved.{how}", figure=named, place=state.tile_name(to)))
    return _harm_line(state, event)


def _harm_line(state: State, event: Event) -> LogLine | None:
    match event:
        case ev.FigureShot(figure, damage):
            left = max(0, state.rick_health - damage)
            named = state.figure_name(figure)
            shot = say("pickle_rick.log.shot", figure=named, count=damage, left=left)
            return LogLine(shot, "hit", moment=Moment("hit", icon="heart"))
        case ev.FigureHit("jaguar", damage):
            left = max(0, state.jaguar_health - damage)
            hit = say("pickle_rick.log.jaguar_hit", damage=damage, left=left)
            return LogLine(hit, "gain", moment=Moment("hit", icon="boss"))
        case ev.FigureHit(figure):
            hit = say("pickle_rick.log.guard_hit", figure=state.figure_name(figure))
            return LogLine(hit, "instruction", moment=Moment("hit", icon="enemy"))
        case ev.JaguarCame(at):
            came = say("pickle_rick.log.jaguar", place=state.tile_name(at))
            return LogLine(came, "instruction", moment=Moment("boss", icon="boss"))
        case ev.JaguarLeft(why):
            left_words = say(f"pickle_rick.log.jaguar_left.{why}")
            return LogLine(left_words, "instruction", moment=Moment("boss", icon="boss"))
        case ev.RickHealed(by):
            healed = say("pickle_rick.log.rick_healed", by=by, left=state.rick_health + by)
            return LogLine(healed, "gain", moment=Moment("gift", icon="heart"))
        case ev.JaguarHealed(by):
            return LogLine(say("pickle_rick.log.jaguar_healed", by=by, left=state.jaguar_health + by))
    return None


def _roll(faces: tuple[str, ...]) -> Moment:
    """Shows dice as they lie."""
    named = zip(faces, _faces(faces), strict=True)
    return Moment("roll", faces=tuple(Face(face, ICONS.get(face, ""), said) for face, said in named))


def _do(text: Message) -> LogLine:
    return LogLine(text, "instruction")


def _faces(faces: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(say(f"pickle_rick.symbol.{face}") for face in faces)
