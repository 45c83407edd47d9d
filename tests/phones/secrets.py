"""What is secret in each game, read from the state itself, and states that differ in nothing else.

Written from the games' states, without their views: the yardstick that nothing sent to a phone may break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.core.deck import UNKNOWN


def other_rayman(state: Any, viewer: str | None, random: Random) -> Any:
    """Gives the others other cards: hands and discard piles are mixed anew, another choice is made."""
    racers = []
    for racer in state.racers:
        if racer.name != viewer:
            pool = [card for card in (*racer.hand, *racer.discard) if card not in (racer.chosen or ())]
            random.shuffle(pool)
            size = len([card for card in racer.hand if card not in (racer.chosen or ())])
            hand, discard = pool[:size], pool[size:]
            chosen = racer.chosen
            if chosen and set(chosen) <= set(racer.hand):
                hand += chosen
                random.shuffle(hand)
                chosen = tuple(hand[:2])
            elif chosen:
                held = [*hand, *chosen]
                random.shuffle(held)
                hand, chosen = held[2:], tuple(held[:2])
            racer = replace(racer, hand=tuple(hand), discard=tuple(discard), chosen=chosen)
        racers.append(racer)
    return replace(state, racers=tuple(racers))


def other_grimm(state: Any, viewer: str | None, random: Random) -> Any:
    """Deals the others other spells: their hands and the deck are shuffled together.

    A Queen knows the hand that she looks at.
    """
    known_to = {viewer}
    if state.now is not None and state.now.player == viewer:
        known_to.add(getattr(state.now, "looked_at", viewer))
    hidden = [card for hero in state.heroes if hero.name not in known_to for card in hero.hand]
    known = [card for card in hidden if card != UNKNOWN]
    pool = [*known, *(card for card, count in state.deck.items() for _ in range(count) if card != UNKNOWN)]
    random.shuffle(pool)
    heroes = []
    for hero in state.heroes:
        if hero.name in known_to:
            heroes.append(hero)
            continue
        hand = tuple(UNKNOWN if card == UNKNOWN else pool.pop() for card in hero.hand)
        heroes.append(replace(hero, hand=hand))
    deck = dict(Counter(pool))
    if UNKNOWN in state.deck:
        deck[UNKNOWN] = state.deck[UNKNOWN]
    return replace(state, heroes=tuple(heroes), deck=deck)


def other_pickle_rick(state: Any, viewer: str | None, random: Random) -> Any:
    """Deals the other player other cards of the same deck."""
    decks = dict(state.decks)
    for side, name in state.players.items():
        if name == viewer:
            continue
        deck = decks[side]
        pile = [card for card, count in deck.pile.items() for _ in range(count)]
        known = [card for card in deck.hand if card != UNKNOWN]
        pool = [*pile, *known]
        random.shuffle(pool)
        hand = tuple(UNKNOWN if card == UNKNOWN else pool.pop() for card in deck.hand)
        decks[side] = replace(deck, hand=hand, pile=dict(Counter(pool)))
    return replace(state, decks=decks)


def other_platformer(state: Any, viewer: str | None, random: Random) -> Any:
    """Nothing is secret: the state itself."""
    return state


OTHERS: dict[str, Callable[[Any, str | None, Random], Any]] = {
    "rayman": other_rayman,
    "grimm": other_grimm,
    "pickle_rick": other_pickle_rick,
    "platformer": other_platformer,
}
"""For each game: the state as it could as well be, as far as one viewer knows."""


def secrets_of(game: str, state: Any, viewer: str | None) -> set[str]:
    """Names the cards that only the others hold, where a name belongs to one place alone."""
    if game == "rayman":
        return {
            card
            for racer in state.racers
            if racer.name != viewer
            for card in (*racer.hand, *(racer.chosen or ()))
            if card not in racer.played
        }
    return set()
