"""A thousand random games in every mode: none breaks an invariant; games and commands a second."""

from __future__ import annotations

import os
from random import Random
from time import perf_counter

import pytest

from companion.games.rayman import GAME
from tests.properties.rayman.games import CONTENT, SETUPS, play

GAMES = int(os.environ.get("RAYMAN_GAMES", "1000"))


@pytest.mark.bench
@pytest.mark.parametrize("name", SETUPS)
def test_a_thousand_random_games(name: str) -> None:
    started = perf_counter()
    commands = rounds = 0
    for seed in range(GAMES):
        state, taken = play(SETUPS[name], seed, eager=(0.0, 0.5, 0.9)[seed % 3])
        commands += taken
        rounds += state.round
    took = perf_counter() - started
    print(
        f"\n{name:26} {GAMES / took:7.1f} games/s  {commands / took:8.0f} commands/s  "
        f"{rounds / GAMES:5.1f} rounds a game (invariants checked at every step)"
    )


@pytest.mark.bench
def test_legality_is_cheap_beside_deciding() -> None:
    """Listing what is legal must not dominate: at most as long as everything else of a step together."""
    random = Random(1)
    listing = stepping = 0.0
    commands = 0
    for seed in range(20):
        state = GAME.new_state(SETUPS["legend"], CONTENT)
        random.seed(seed)
        while True:
            began = perf_counter()
            legal = GAME.legal_commands(state)
            listed = perf_counter()
            if not legal:
                break
            for event in GAME.decide(state, random.choice(legal)):
                state = GAME.evolve(state, event)
            listing += listed - began
            stepping += perf_counter() - listed
            commands += 1
    print(
        f"\nlisting {listing:.2f} s, stepping {stepping:.2f} s, "
        f"{commands / (listing + stepping):.0f} commands/s"
    )
    assert listing < 1.5 * stepping
