"""Who joins a night late: the correction that lets somebody in (RAY-TABLE-3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import Correction
from companion.core.message import Message, label, say
from companion.games.rayman.forms import HAND, MOST_PLAYERS, blank_hand
from companion.games.rayman.state import Racer, State


class Newcomer(Struct, frozen=True):
    """Who joins late, with which hero."""

    name: Annotated[str, Meta(min_length=1)]
    hero: str


def cards_of(state: State, hero: str) -> tuple[str, ...]:
    """Lists the cards that a hero begins with."""
    if state.is_typed:
        return blank_hand(hero, state.has_additional)
    return tuple(card_id for card_id, card in state.cards.items() if card.hero == hero)


def _free_heroes(state: State) -> tuple[Option, ...]:
    taken = {racer.hero for racer in state.racers}
    return tuple(Option(hero, label(names)) for hero, names in state.heroes.items() if hero not in taken)


def _ask_newcomer(state: State, player: str) -> tuple[Question, ...]:
    heroes = _free_heroes(state)
    return (
        Question("name", say("rayman.ask.name"), "text", ""),
        Question("hero", say("rayman.ask.hero"), "choice", heroes[0].value if heroes else "", options=heroes),
    )


def _cannot_join(state: State, player: str, value: Newcomer) -> Message | None:
    cannot = (
        len(state.racers) >= MOST_PLAYERS
        or value.name in [racer.name for racer in state.racers]
        or value.hero in [racer.hero for racer in state.racers]
        or len(cards_of(state, value.hero)) < HAND
        or state.kind == "solo"
        or state.outcome is not None
    )
    return say("rayman.correct.join") if cannot else None


def _join(state: State, player: str, value: Newcomer) -> State:
    racer = Racer(
        name=value.name,
        hero=value.hero,
        seat=len(state.racers),
        hand=cards_of(state, value.hero),
    )
    return replace(state, racers=(*state.racers, racer))


JOIN: Correction[State] = Correction(
    id="join",
    label=say("rayman.what.join"),
    form=Newcomer,
    asks=_ask_newcomer,
    change=_join,
    is_of_player=False,
    is_offered=lambda state, player: (
        state.kind != "solo" and len(state.racers) < MOST_PLAYERS and bool(_free_heroes(state))
    ),
    why_not=_cannot_join,
    clauses=("RAY-TABLE-3",),
)
"""The correction by which somebody joins late."""
