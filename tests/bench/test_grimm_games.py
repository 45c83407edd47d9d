"""A thousand random Grimm games end; how fast they are played and looked at."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from companion.content.loader import load_content
from companion.games.grimm import GAME

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn")
GAMES = 1_000
LIMITED = {"round_limit": 60}


@pytest.mark.bench
def test_a_thousand_random_games_end() -> None:
    content = load_content(GAME)
    random = Random(1)
    commands = wins = views = 0
    seen_s = 0.0
    began = perf_counter()
    for number in range(GAMES):
        state = GAME.new_state({"players": list(NAMES[: 2 + number % 5]), "options": LIMITED}, content)
        while legal := GAME.offers(state):
            for event in GAME.decide(state, random.choice(legal)):
                state = GAME.evolve(state, event)
            commands += 1
            if commands % 1000 == 0:
                start = perf_counter()
                GAME.view(state)
                seen_s += perf_counter() - start
                views += 1
        outcome = GAME.outcome(state)
        assert outcome is not None
        wins += state.winner is not None
    took_s = perf_counter() - began - seen_s
    step_s, view_s = took_s / commands, seen_s / views
    print(f"\n{'games':>8} {'by portal':>10} {'commands':>10} {'commands/s':>11} {'view/step':>10}")
    print(f"{GAMES:>8} {wins:>10} {commands:>10} {1 / step_s:>11.0f} {view_s / step_s:>10.1f}")
    assert view_s / step_s < 400, "drawing a view must stay within a few hundred steps of play"
