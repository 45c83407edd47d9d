"""Counts of step sequences from fixed positions: any change of a rule shows here at once."""

from __future__ import annotations

import pytest

from companion.core.command import RevealCard
from companion.games.rayman import GAME
from companion.games.rayman.running import reachable
from companion.games.rayman.state import State
from tests.rules.rayman.table import Table, turn

TEENSIES = {"blue": [8, 2], "red": [30, 1], "green": [31, 1], "yellow": [32, 1]}
BOARD = {
    "platforms": {"2": "6-7,9", "3": "8"},
    "thick": {"1": "10"},
    "walls": [[8, 1]],
    "obstacles": "7",
    "enemies": [[6, 2], [9, 1]],
    "teensies": TEENSIES,
}


def position(name: str) -> Table:
    match name:
        case "steps":
            return turn(BOARD, at=(5, 1), move=3, jump=1)
        case "slaps":
            return turn(BOARD, at=(5, 1), move=2, jump=1, slap=2, heart=1)
        case "glide":
            return turn(BOARD, at=(6, 2), move=3, glide=1, crouch=1)
    return turn(BOARD, at=(9, 2), move=2, jump=2, slap=1, glide=1)


def after(state: State, depth: int, player: str) -> int:
    """Counts the sequences of so many steps, and the shorter ones that end the turn."""
    if depth == 0 or state.turn is None or state.turn.player != player:
        return 1
    legal = list(GAME.offers(state))
    if isinstance(legal[0], RevealCard):
        legal = legal[:1]
    total = 0
    for command in legal:
        now = state
        for event in GAME.decide(state, command):
            now = GAME.evolve(now, event)
        total += after(now, depth - 1, player)
    return total


COUNTS = {
    "steps": [4, 13, 28, 53, 85],
    "slaps": [5, 24, 65, 148, 334],
    "glide": [4, 12, 33, 78, 126],
    "mixed": [5, 19, 61, 157, 329],
}


@pytest.mark.parametrize("name", COUNTS)
def test_the_number_of_ways_to_play_on(name: str) -> None:
    table = position(name)
    assert [after(table.state, depth, "Ana") for depth in range(1, 6)] == COUNTS[name]


@pytest.mark.parametrize("name", ["steps", "glide"])
def test_all_sequences_end_exactly_where_the_judge_says(name: str) -> None:
    table = position(name)
    ends: set[tuple[int, int]] = set()
    seen: set[object] = set()
    open_states = [table.state]
    while open_states:
        state = open_states.pop()
        if state.turn is None or state.turn.player != "Ana":
            ends.add(state.racer("Ana").at)
            continue
        racer = state.racer("Ana")
        key = (
            racer.at,
            racer.has_heart,
            state.turn.stance,
            state.turn.pool,
            state.turn.defeated,
            state.turn.air_moves,
            state.turn.is_ending,
            state.agenda[0],
        )
        if key in seen:
            continue
        seen.add(key)
        for command in GAME.offers(state):
            now = state
            for event in GAME.decide(state, command):
                now = GAME.evolve(now, event)
            open_states.append(now)
    assert {f"{p}/{level}" for p, level in ends} == set(reachable(table.state))
