"""The state for a screen. Hands are counts only, except the viewer's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.core import blocks
from companion.core.chance import dice_asked
from companion.core.deck import UNKNOWN
from companion.core.dice import Face
from companion.core.message import Message, say
from companion.games.pickle_rick import state as st
from companion.games.pickle_rick.chance import chance
from companion.games.pickle_rick.dispute.form import FULL_HEALTH, MOST_GUARDS
from companion.games.pickle_rick.running import TALKED_OUT_AT, rerolls, seers, still_forced
from companion.games.pickle_rick.screen.choices import choices_of, dice_on_table
from companion.games.pickle_rick.screen.drawing import board
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.russians import JAGUAR
from companion.games.pickle_rick.turn.symbols import ICONS, SYMBOLS

SEATS: dict[SideName, int] = {"rick": 0, "russians": 1}


def view(state: State, viewer: str | None = None) -> blocks.View:
    """Describes the state; only `viewer`'s cards are shown."""
    return blocks.View(
        title=say("pickle_rick.title"),
        prompt=_prompt(state),
        phase=phase_of(state),
        players=tuple(_player(state, side, name) for side, name in state.players.items()),
        round=state.round,
        is_sample=state.is_sample,
        is_over=state.is_over,
        board=board(state),
        pool=tuple(_pool(state)),
        tracks=tuple(_tracks(state)),
        table_dice=tuple(_dice(state)),
        cards=tuple(_cards(state, viewer)),
        choices=choices_of(state, viewer),
        dice=dice_asked(chance(state)),
        log=state.log,
        hints=tuple(_hints(state)),
    )


def phase_of(state: State) -> str:
    """Returns the phase that the turn is in, whatever question interrupts it."""
    if state.is_over:
        return "over"
    kinds = {type(ask) for ask in state.agenda}
    if st.Roll in kinds:
        return "roll" if not isinstance(state.now, st.DrawCard) else "setup"
    if st.ChooseReroll in kinds or st.RollAgain in kinds:
        return "reroll"
    return "spend"


def _prompt(state: State) -> blocks.Prompt:
    now = state.now
    if now is None:
        winner = state.players.get(state.winner) if state.winner else None
        return blocks.Prompt(say(f"pickle_rick.end.{state.ended_by or 'limit'}"), player=winner)
    who = state.player(now.side)
    match now:
        case st.Spend():
            return _spend_prompt(state, who)
        case st.ChooseReroll():
            return blocks.Prompt(_reroll_words(state), say("pickle_rick.prompt.choosereroll.detail"), who)
        case st.PayCard(_, card):
            said = say("pickle_rick.prompt.paycard", player=who, card=state.cards[card].named())
            return blocks.Prompt(said, player=who)
        case st.NewTile(_, to):
            detail = say("pickle_rick.prompt.newtile.detail")
            return blocks.Prompt(say("pickle_rick.prompt.newtile", place=to), detail, who)
        case st.Fly(_, moves):
            key = "parkour" if moves < 0 else "fly"
            return blocks.Prompt(say(f"pickle_rick.prompt.{key}", player=who, count=abs(moves)), player=who)
        case st.PushRick(_, count) | st.Redeploy(_, _, count) | st.DeployGuards(_, count):
            key = type(now).__name__.lower()
            return blocks.Prompt(say(f"pickle_rick.prompt.{key}", player=who, count=count), player=who)
        case st.AnswerOffer(_, count):
            return blocks.Prompt(say("pickle_rick.prompt.answeroffer", player=who, count=count), player=who)
        case st.CarryOut(_, card):
            named = state.cards[card]
            said = say("pickle_rick.prompt.carryout", player=who, card=named.named())
            return blocks.Prompt(said, named.words(), who)
        case st.SoloAct(_, figures):
            said = say("pickle_rick.prompt.soloact", figure=state.figure_name(figures[0]))
            return blocks.Prompt(said, say("pickle_rick.prompt.soloact.detail"), who)
    return blocks.Prompt(say(f"pickle_rick.prompt.{type(now).__name__.lower()}", player=who), player=who)


def _spend_prompt(state: State, who: str) -> blocks.Prompt:
    symbol = still_forced(state)
    if symbol is None:
        return blocks.Prompt(say("pickle_rick.prompt.spend", player=who), player=who)
    count = state.pool.get(symbol, 0)
    key = "one" if count == 1 else "many"
    said = say(f"pickle_rick_judge.must.{key}", count=count, symbol=say(f"pickle_rick.symbol.{symbol}"))
    return blocks.Prompt(said, say(f"pickle_rick.prompt.must.{state.turn}.{symbol}"), who)


def _reroll_words(state: State) -> Message:
    """Says how many dice may be rerolled and why."""
    count = rerolls(state)
    if state.turn == "russians":
        return say("pickle_rick.prompt.rerolls.russians", count=count, guards=len(state.guards))
    there = tuple(state.figure_name(name) for name in seers(state))
    if not there:
        return say("pickle_rick.prompt.rerolls.unseen", count=count)
    return say("pickle_rick.prompt.rerolls.seen", count=count, figures=there)


def _player(state: State, side: SideName, name: str) -> blocks.Player:
    status: Literal["waiting", "now", "done", "out"] = "waiting"
    if side == state.turn and not state.is_over:
        status = "now"
    deck = state.decks[side]
    badges = [
        blocks.Badge("card", say("pickle_rick.badge.hand"), len(deck.hand)),
        blocks.Badge("deck", say("pickle_rick.badge.deck"), deck.left),
    ]
    if side == "russians":
        badges.append(blocks.Badge("people", say("pickle_rick.track.reserve"), state.reserve))
    if side == "rick":
        tone = "danger" if state.rick_health <= 3 else ""
        badges.insert(0, blocks.Badge("heart", say("pickle_rick.badge.health"), state.rick_health, tone))
    return blocks.Player(
        name, name, say(f"pickle_rick.side.{side}"), SEATS[side], status, badges=tuple(badges)
    )


def _pool(state: State) -> Iterator[blocks.Counter]:
    for symbol in SYMBOLS:
        count = state.pool.get(symbol, 0)
        if count:
            yield blocks.Counter(ICONS[symbol], say(f"pickle_rick.symbol.{symbol}"), count)


def _tracks(state: State) -> Iterator[blocks.Track]:
    rick, russians = state.player("rick"), state.player("russians")
    yield blocks.Track(
        "health", say("pickle_rick.track.health"), state.rick_health, FULL_HEALTH, rick, "heart"
    )
    tone = "danger" if state.stack <= 3 else ""
    yield blocks.Track("stack", say("pickle_rick.track.stack"), state.stack, icon="tile", tone=tone)
    yield blocks.Track(
        "reserve", say("pickle_rick.track.reserve"), state.reserve, MOST_GUARDS, russians, "guard"
    )
    if state.jaguar == "on":
        said = say("pickle_rick.track.jaguar")
        yield blocks.Track("jaguar", said, state.jaguar_health, FULL_HEALTH, JAGUAR, "jaguar")
    elif state.jaguar == "waiting":
        for letter in ("R", "B"):
            said = say(f"pickle_rick.track.letter.{letter}")
            yield blocks.Track(f"letter-{letter}", said, state.letters(letter), 3, russians, "jaguar")


def _dice(state: State) -> Iterator[blocks.TableDie]:
    who = state.player(state.turn)
    is_choosing = isinstance(state.now, st.RollAgain)
    again = state.now.dice if isinstance(state.now, st.RollAgain) else ()
    for die, face, is_spent in dice_on_table(state):
        shown = Face(face, ICONS[face], say(f"pickle_rick.symbol.{face}"))
        yield blocks.TableDie(die, shown, who, is_spent, is_choosing and die not in again)


def _cards(state: State, viewer: str | None) -> Iterator[blocks.Card]:
    for side, name in state.players.items():
        if name != viewer:
            continue
        for index, card in enumerate(state.decks[side].hand):
            if card == UNKNOWN:
                title = say("pickle_rick.card.unknown")
                yield blocks.Card(f"{name}/{index}", title, name, is_face_up=False, zone="hand")
            else:
                yield shown_card(state, f"{name}/{index}", card, name)


def shown_card(state: State, shown_id: str, name: str, owner: str) -> blocks.Card:
    """Shows a card with its cost and what it does."""
    card = state.cards[name]
    cost = card.in_play(name).cost
    icons = tuple(
        blocks.Badge(ICONS[symbol], say(f"pickle_rick.symbol.{symbol}"), count)
        for symbol, count in cost._asdict().items()
        if count
    )
    return blocks.Card(shown_id, card.named(), owner, icons=icons, lines=(card.words(),), zone="hand")


def _hints(state: State) -> Iterator[Message]:
    """Reminds of what is easily forgotten: who sees Rick, what brings Jaguar, piles that run out."""
    if state.is_over:
        return
    there = tuple(state.figure_name(name) for name in seers(state))
    if there and state.turn == "rick":
        yield say("pickle_rick.hint.seen", figures=there, count=rerolls(state))
    if state.jaguar == "waiting":
        for letter in ("R", "B"):
            if state.letters(letter) == 2:
                yield say("pickle_rick.hint.jaguar", letter=say(f"pickle_rick.letter.{letter}"))
    if state.jaguar == "on" and state.turn == "rick" and state.jaguar_health <= TALKED_OUT_AT:
        yield say("pickle_rick.hint.talk_out")
    if state.stack <= 3:
        yield say("pickle_rick.hint.stack", count=state.stack)
    left = state.decks["rick"].left
    if left <= 3:
        yield say("pickle_rick.hint.deck", player=state.player("rick"), count=left)
