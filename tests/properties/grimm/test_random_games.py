"""Random tables with random house rules: games end, nothing breaks, the record replays."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from companion.content.loader import load_content
from companion.games.grimm import GAME
from companion.games.grimm.options import Options
from companion.games.grimm.state import State, Walk

CONTENT = load_content(GAME)
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn")
CHOICES = {
    "hood_power": st.sampled_from(["none", "text", "piper", "rapunzel", "wolf", "dragon", "queen"]),
    "silence": st.sampled_from(["next_turn_end", "next_turn_start", "by_hand"]),
    "minimum_move": st.sampled_from([0, 1]),
    "cast_after_roll": st.booleans(),
    "counter_chain": st.booleans(),
    "counter_saves": st.sampled_from(["all", "self"]),
    "displace_effects": st.booleans(),
    "chest_by": st.sampled_from(["passing", "stopping"]),
    "chest_under_pawn": st.booleans(),
    "reroll": st.sampled_from(["unlimited", "once"]),
    "portal_exact": st.booleans(),
}
OPTIONS = st.fixed_dictionaries(CHOICES)


def play(setup: dict[str, Any], random: Random) -> State:
    """Plays to the end, checking the state after every step."""
    state = GAME.new_state(setup, CONTENT)
    cards = sum(spell.copies for spell in state.spells.values())
    for _ in range(20_000):
        legal = GAME.offers(state)
        if not legal:
            return state
        for event in GAME.decide(state, random.choice(legal)):
            state = GAME.evolve(state, event)
        assert GAME.problems(state) == ()
        held = sum(len(hero.hand) for hero in state.heroes)
        assert held + sum(state.deck.values()) + sum(state.discard.values()) == cards
        assert all(hero.at != "portal" or hero.name == state.winner for hero in state.heroes)
        if isinstance(state.now, Walk):
            steps = list(pairwise(state.now.trail))
            assert not any((b, a) in steps for a, b in steps), "a path was walked back"
    raise AssertionError("the game does not end")


@settings(max_examples=25)
@given(OPTIONS, st.integers(2, 6), st.sampled_from(["known", "secret"]), st.integers(0, 10_000))
def test_games_end_under_any_house_rules(options: dict[str, Any], count: int, hands: str, seed: int) -> None:
    options["round_limit"] = 12
    setup = {"players": list(NAMES[:count]), "hands": hands, "options": options}
    state = play(setup, Random(seed))
    assert GAME.outcome(state) is not None
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_the_house_rules_drawn_are_all_there_are() -> None:
    there = {field.name for field in msgspec.structs.fields(Options)}
    assert there - set(CHOICES) == {"hood_text", "round_limit"}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_some_dozen_whole_games_end(count: int) -> None:
    for seed in range(5):
        state = play({"players": list(NAMES[:count])}, Random(seed))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert len(outcome.ranking) == count
