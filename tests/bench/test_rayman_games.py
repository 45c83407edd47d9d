"""A thousand random games in every mode: none breaks an invariant; games and commands a second."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import perf_counter, process_time

import pytest

from companion.games.rayman import GAME
from tests.properties.rayman.games import CONTENT, EAGER, SETUPS, any_setup, play, play_night

GAMES = int(os.environ.get("RAYMAN_GAMES", "1000"))
PROCESSES = 2
CHUNK = 20

Played = tuple[int, int, float]
"""Commands, rounds and the processor's seconds of some games."""


def play_some(name: str, seeds: range) -> Played:
    """Plays games of one kind in a process of its own."""
    started = process_time()
    commands = rounds = 0
    for seed in seeds:
        eager = EAGER[seed % len(EAGER)]
        if name == MEDDLED:
            state, taken = play(any_setup(seed), seed, eager=eager, meddling=0.05)
        elif name == NIGHTS:
            state, taken = play_night(any_setup(seed), seed)
        elif name == ANY:
            state, taken = play(any_setup(seed), seed, eager=eager)
        else:
            state, taken = play(SETUPS[name], seed, eager=eager)
        commands += taken
        rounds += state.round
    return commands, rounds, process_time() - started


ANY = "any options"
MEDDLED = "any options, corrected"
NIGHTS = "any options, with undos"


@pytest.fixture(scope="module")
def workers() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.bench
@pytest.mark.parametrize("name", [*SETUPS, ANY, MEDDLED, NIGHTS])
def test_a_thousand_random_games(name: str, workers: ProcessPoolExecutor) -> None:
    started = perf_counter()
    chunks = [range(low, min(low + CHUNK, GAMES)) for low in range(0, GAMES, CHUNK)]
    played = list(workers.map(play_some, [name] * len(chunks), chunks))
    commands, rounds, seconds = (sum(part) for part in zip(*played, strict=True))
    print(
        f"\n{name:26} {GAMES} games  {GAMES / seconds:6.1f} games/s a core  "
        f"{commands / seconds:6.0f} commands/s  {rounds / GAMES:5.1f} rounds a game  "
        f"{perf_counter() - started:5.0f} s",
        flush=True,
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
            began = process_time()
            legal = GAME.offers(state)
            listed = process_time()
            if not legal:
                break
            for event in GAME.decide(state, random.choice(legal)):
                state = GAME.evolve(state, event)
            listing += listed - began
            stepping += process_time() - listed
            commands += 1
    print(
        f"\nlisting {listing:.2f} s, stepping {stepping:.2f} s, "
        f"{commands / (listing + stepping):.0f} commands/s"
    )
    assert listing < 1.5 * stepping
