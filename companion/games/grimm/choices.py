"""What a screen offers: buttons, spaces to touch, and questions that give no hand away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.core.blocks import Choice, Json, Option, Question
from companion.core.chance import draw_choices
from companion.core.command import Command
from companion.core.corrections import correction_choices
from companion.core.deck import UNKNOWN, is_unknown
from companion.core.message import Message, literal, say
from companion.games.grimm import commands as cmd, content as fx, state as st
from companion.games.grimm.chance import chance
from companion.games.grimm.corrections import CORRECTIONS
from companion.games.grimm.decide import legal_commands
from companion.games.grimm.log import space_name
from companion.games.grimm.rights import casters, responders
from companion.games.grimm.spells import is_casting_time, is_mass
from companion.games.grimm.state import HAND_LIMIT, Hero, State

Group = Literal["chance", "secret"]


def choices_of(state: State, viewer: str | None) -> tuple[Choice, ...]:
    """Lists everything that can be done now; cards are named only where their owner looks."""
    if state.is_over:
        return ()
    names = [hero.name for hero in state.heroes]
    shown = [
        *_open_choices(state, viewer),
        *_casts(state, viewer),
        *correction_choices(CORRECTIONS, state, names),
    ]
    return tuple(shown)


def _open_choices(state: State, viewer: str | None) -> Iterator[Choice]:
    now = state.now
    for command in legal_commands(state):
        match command:
            case cmd.Cast():
                continue
            case cmd.Drop(player, card) if card != UNKNOWN and viewer != player:
                continue
            case cmd.Look() if now is not None and viewer != now.player:
                continue
            case cmd.Take(_, card) if card != UNKNOWN:
                continue  # only she may see what is in the hand that she looks at
        yield _choice(state, command)
    group: Group = "secret" if isinstance(now, st.DrawCard) else "chance"
    if isinstance(now, st.DrawCard) and viewer == now.player and not is_unknown(state.deck):
        # What is still in the deck tells what the others hold: who draws is asked for any spell.
        said, form = say("grimm.do.drawn"), _form("RevealCard", deck="spells")
        yield Choice(said, form, "card", player=viewer, group="secret", asks=(_ask_drawn(state),))
    elif now is not None and not isinstance(now, st.TakeCard):
        yield from draw_choices(chance(state), player=now.player, spaces=state.chest_numbers(), group=group)
    match now:
        case st.DropCard(player) if viewer != player and state.hero(player).is_told:
            yield _drop_question(state, player)
        case st.TakePower(queen) if len(state.hero(queen).hand) >= HAND_LIMIT:
            if viewer != queen and state.hero(queen).is_told:
                yield _drop_question(state, queen)
        case st.TakePower(queen, looked_at):
            victims = [o for o in state.opponents(queen) if o.is_told and looked_at in ("", o.name)]
            if viewer == queen:
                yield from (_take_question(state, queen, other) for other in victims if looked_at)
            elif victims:
                asks = (_ask_player("victim", victims), _ask_card(state, "card"))
                said = say("grimm.do.take", player=queen)
                yield Choice(said, _form("Take"), "card", player=queen, group="secret", asks=asks)
        case st.TakeCard(player, victim):
            said = say("grimm.do.steal", player=player, victim=victim)
            form = _form("RevealCard", deck=f"hand:{victim}")
            which = _ask_card(state, "card")
            yield Choice(said, form, "card", player=player, group="secret", asks=(which,))


def _take_question(state: State, queen: str, victim: Hero) -> Choice:
    """Shows the Queen the one hand that she looks at."""
    held = [card for card in dict.fromkeys(victim.hand) if card != UNKNOWN]
    said = say("grimm.do.take_from", victim=victim.name)
    form = _form("Take", victim=victim.name)
    return Choice(said, form, "card", player=queen, group="secret", asks=(_ask_card(state, "card", held),))


def _drop_question(state: State, player: str) -> Choice:
    said, which = say("grimm.do.drop", player=player), _ask_card(state, "card")
    form = _form("Drop", player=player)
    return Choice(said, form, "trash", player=player, group="secret", asks=(which,))


def _choice(state: State, command: Command) -> Choice:
    form = _form_of(command)
    now = state.now
    who = now.player if now is not None else None
    match command:
        case cmd.Move(path):
            return Choice(
                say("grimm.do.move", space=space_name(state, path[-1])), form, "move", path[-1], who,
                "step", clauses=("GRM-MOVE-2",),
            )  # fmt: skip
        case cmd.Drop(player, card):
            return Choice(_drop_words(state, player, card), form, "trash", player=player, group="secret")
        case cmd.Look(victim):
            said = say("grimm.do.look", victim=victim)
            return Choice(said, form, "eye", player=who, group="secret")
        case cmd.Take(victim, card):
            said = say("grimm.do.take_this", victim=victim, card=state.card_name(card))
            return Choice(said, form, "card", player=who, group="secret")
    key, icon, is_primary = BUTTONS[type(command)]
    return Choice(say(f"grimm.do.{key}"), form, icon, player=who, is_primary=is_primary)


BUTTONS: dict[type[Command], tuple[str, str, bool]] = {
    cmd.Draw: ("draw", "card", False),
    cmd.LetPass: ("pass", "check", True),
    cmd.Stay: ("stay", "pause", False),
    cmd.Decline: ("decline", "close", False),
    cmd.Confirm: ("confirm", "check", True),
    cmd.EndTurn: ("end", "next", True),
}


def _drop_words(state: State, player: str, card: str) -> Message:
    if card == UNKNOWN:
        return say("grimm.do.drop", player=player)
    return say("grimm.do.drop_this", card=state.card_name(card))


def _casts(state: State, viewer: str | None) -> Iterator[Choice]:
    """Offers casting: to the viewer card by card, for the others as a question that tells nothing."""
    for command in legal_commands(state):
        if isinstance(command, cmd.Cast) and command.player == viewer:
            yield _cast_choice(state, command)
    now = state.now
    if isinstance(now, st.Respond):
        counters = [n for n, s in state.spells.items() if isinstance(s.effect, fx.Counter)]
        for hero in responders(state, now):
            if hero.name != viewer and counters:
                said = say("grimm.do.counter")
                yield _cast_question(state, hero, said, counters)
    elif is_casting_time(state):
        for hero in casters(state):
            if hero.name != viewer:
                yield from _cast_questions(state, hero)


def _cast_choice(state: State, command: cmd.Cast) -> Choice:
    spell = state.spell_name(command.spell)
    said = say("grimm.do.cast_this", spell=spell)
    if command.target is not None:
        said = say("grimm.do.cast_this_on", spell=spell, target=command.target)
    form = _form_of(command)
    return Choice(said, form, "spell", player=command.player, group="secret")


def _cast_questions(state: State, hero: Hero) -> Iterator[Choice]:
    aimed, unaimed = [], []
    for name, spell in state.spells.items():
        if state.are_all_cast(name):
            continue
        if isinstance(spell.effect, fx.Boost):
            if isinstance(state.now, st.Prepare) and state.turn is hero:
                unaimed.append(name)
        elif is_mass(state, hero, name) or not fx.needs_target(spell.effect):
            if not isinstance(spell.effect, fx.Counter):
                unaimed.append(name)
        else:
            aimed.append(name)
    if aimed:
        said = say("grimm.do.cast_on", player=hero.name)
        yield _cast_question(state, hero, said, aimed, state.opponents(hero.name))
    if unaimed:
        yield _cast_question(state, hero, say("grimm.do.cast", player=hero.name), unaimed)


def _cast_question(
    state: State, hero: Hero, said: Message, spells: Iterable[str], targets: Iterable[Hero] = ()
) -> Choice:
    asks = [_ask_card(state, "spell", spells)]
    if targets:
        asks.append(_ask_player("target", targets))
    form = _form("Cast", player=hero.name)
    clauses = ("GRM-TURN-4", "GRM-TURN-5")
    return Choice(said, form, "spell", None, hero.name, "secret", False, tuple(asks), clauses)


def _ask_card(state: State, field: str, spells: Iterable[str] | None = None) -> Question:
    options = tuple(Option(n, state.spell_name(n)) for n in (state.spells if spells is None else spells))
    return Question(field, say("grimm.ask.card"), "choice", options=options)


def _ask_drawn(state: State) -> Question:
    """Asks which card was drawn; one that nobody tells is an answer where the deck holds such cards."""
    asked = _ask_card(state, "card")
    untold = (Option(UNKNOWN, state.card_name(UNKNOWN)),) if UNKNOWN in state.deck else ()
    return replace(asked, options=(*asked.options, *untold))


def _ask_player(field: str, heroes: Iterable[Hero]) -> Question:
    options = tuple(Option(hero.name, literal(hero.name)) for hero in heroes)
    return Question(field, say("grimm.ask.player"), "choice", options=options)


def _form_of(command: Command) -> Json:
    form: Json = msgspec.json.decode(msgspec.json.encode(command))
    return form


def _form(verb: str, **fields: str) -> dict[str, str]:
    return {"command": verb, **fields}
