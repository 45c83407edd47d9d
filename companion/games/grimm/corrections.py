"""What the table may override; only what no table could mean is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.core import deck
from companion.core.blocks import Option, Question
from companion.core.corrections import Correct, Correction
from companion.core.message import Message, say
from companion.games.grimm.log import space_name
from companion.games.grimm.pawns import put_pawn, with_hero
from companion.games.grimm.state import EQUIPMENT_TO_WIN, HAND_LIMIT, State


def put(state: State, figure: str, space: str) -> Correct | None:
    """Returns the correction that puts a pawn on a space."""
    player = next((hero.name for hero in state.heroes if hero.character == figure), None)
    return Correct("place", space, player) if player is not None and space in _spaces(state) else None


def _spaces(state: State) -> list[str]:
    return [name for name, space in state.graph.spaces.items() if space.kind != "portal"]


def _chests(state: State) -> list[str]:
    return ["", *(name for name, space in state.graph.spaces.items() if space.kind == "chest")]


def _ask_space(spaces: Callable[[State], Iterable[str]]) -> Callable[[State, str], Question]:
    def ask(state: State, player: str) -> Question:
        options = tuple(
            Option(name, space_name(state, name) if name else say("grimm.fix.nowhere"))
            for name in spaces(state)
        )
        return Question("to", say("grimm.fix.space"), "choice", options[0].value, options)

    return ask


def _ask_hand(state: State, player: str) -> Question:
    cards = (deck.UNKNOWN, *state.spells)
    options = tuple(Option(card, state.card_name(card)) for card in cards)
    return Question("cards", say("grimm.fix.cards"), "many", [], options, maximum=HAND_LIMIT)


def _no_space(spaces: Callable[[State], Iterable[str]]) -> Callable[[State, str, Any], Message | None]:
    return lambda state, player, space: (
        None if space in spaces(state) else say("grimm.bad.space", field="to", space=space)
    )


def _no_pawn_there(state: State, player: str, space: str) -> Message | None:
    if not state.hero(player).character:
        return say("grimm.bad.no_pawn", player=player)
    return _no_space(_spaces)(state, player, space)


def _no_card(state: State, player: str, cards: tuple[str, ...]) -> Message | None:
    wrong = [card for card in cards if card not in state.spells and card != deck.UNKNOWN]
    if wrong:
        return say("grimm.bad.spell", name=wrong[0], known=", ".join(state.spells))
    elsewhere = [card for other in state.others(player) for card in other.hand]
    for card in state.spells:
        left = state.spells[card].copies - elsewhere.count(card)
        if cards.count(card) > left:
            return say("grimm.bad.copies", spell=state.spell_name(card), left=max(left, 0))
    return None


def _nobody_left(state: State, player: str, is_present: bool) -> Message | None:
    present = [hero.name for hero in state.heroes if not hero.is_absent]
    return say("grimm.no.last_present") if not is_present and present == [player] else None


def _exchange_hand(state: State, player: str, cards: tuple[str, ...]) -> State:
    """Exchanges a hand; the cards come out of the piles, so that none is counted twice."""
    pile, discard = state.deck, state.discard
    for card in state.hero(player).hand:
        pile = deck.put(pile, card)
    for card in cards:
        if card in pile or deck.UNKNOWN in pile:
            pile = deck.take(pile, card)
        else:
            discard = deck.take(discard, card)
    return with_hero(replace(state, deck=pile, discard=discard), player, hand=cards)


def _hero(field: str) -> Callable[[State, str], Any]:
    return lambda state, player: getattr(state.hero(player), field)


CORRECTIONS: tuple[Correction[State], ...] = (
    Correction(
        id="place",
        label=say("grimm.do.fix.place"),
        form=str,
        asks=_ask_space(_spaces),
        now=lambda state, player: state.hero(player).at or None,
        says=space_name,
        change=put_pawn,
        is_offered=lambda state, player: bool(state.hero(player).character),
        why_not=_no_pawn_there,
    ),
    Correction(
        id="equipment",
        label=say("grimm.do.fix.equipment"),
        form=Annotated[int, Meta(ge=0, le=EQUIPMENT_TO_WIN)],
        asks=lambda state, player: Question(
            "count", say("grimm.fix.count"), "number", 0, minimum=0, maximum=EQUIPMENT_TO_WIN
        ),
        now=_hero("equipment"),
        change=lambda state, player, count: with_hero(state, player, equipment=count),
    ),
    Correction(
        id="hand",
        label=say("grimm.do.fix.hand"),
        form=Annotated[tuple[str, ...], Meta(max_length=HAND_LIMIT)],
        asks=_ask_hand,
        change=_exchange_hand,
        why_not=_no_card,
    ),
    Correction(
        id="spent",
        label=say("grimm.do.fix.spent"),
        form=bool,
        now=_hero("is_spent"),
        change=lambda state, player, is_spent: with_hero(state, player, is_spent=is_spent),
    ),
    Correction(
        id="presence",
        label=say("grimm.do.fix.presence"),
        form=bool,
        now=lambda state, player: not state.hero(player).is_absent,
        change=lambda state, player, is_present: with_hero(state, player, is_absent=not is_present),
        why_not=_nobody_left,
    ),
    Correction(
        id="chest",
        label=say("grimm.do.fix.chest"),
        form=str,
        asks=_ask_space(_chests),
        now=lambda state, player: state.chest,
        change=lambda state, player, space: replace(state, chest=space),
        is_of_player=False,
        why_not=_no_space(_chests),
    ),
)
