"""A running turn written down as a dispute is decided as the table saw it go."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.rayman import GAME
from tests.properties.rayman.games import CONTENT, SETUPS
from tests.rules.rayman import asking


@pytest.mark.parametrize("name", ["rookie", "hero", "legend", "hero with a Boss"])
def test_every_turn_that_was_played_is_judged_legal(name: str) -> None:
    random = Random(11)
    state = GAME.new_state(SETUPS[name], CONTENT)
    judged = 0
    while judged < 12:
        legal = GAME.offers(state)
        if not legal:
            state = GAME.new_state(SETUPS[name], CONTENT)
            continue
        before = state
        command = legal[0] if random.random() < 0.6 else random.choice(legal)
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
        turn = before.turn
        if turn is None or (state.turn is not None and state.turn.player == turn.player):
            continue
        hero = before.racer(turn.player).hero
        dispute = asking.dispute(before, GAME.expected_scene(state).figures[hero])
        if state.round == before.round and state.phase == "turns":
            assert asking.judge(dispute).is_legal, (GAME.format(command), dispute)
            assert dispute["claim"]["at"] in [list(place) for place in asking.reach(dispute)]
            judged += 1
    assert judged == 12
