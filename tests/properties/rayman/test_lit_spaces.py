"""The spaces that a screen lights up in a running turn hold every end that the turn then comes to."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.command import Command
from companion.games.rayman import GAME, commands as c, events as e
from companion.games.rayman.running import reachable
from companion.games.rayman.state import State
from tests.properties.rayman.games import CONTENT, any_setup

MANY_SLAPS = 4
"""From so many Slaps on, all that figures can be pushed about takes too long to look at here."""


def lit(state: State) -> frozenset[str] | None:
    """What is lit now; None where no turn runs that a search could take up."""
    turn = state.turn
    if turn is None or turn.is_ending or state.agenda[0].kind != "turn":
        return None
    return frozenset(reachable(state)) if turn.pool.slap < MANY_SLAPS else None


def is_hemmed_in(state: State, command: Command) -> bool:
    """Tells whether a turn ends only because the figure cannot go on, which the model leaves out."""
    turn = state.turn
    if turn is None or not isinstance(command, c.EndTurn):
        return False
    at = state.racer(turn.player).at
    return (
        (turn.stance == "hurdle" and turn.pool.move > 0)
        or state.projectile_at(at) is not None
        or state.is_boss_at(at)
    )


@pytest.mark.parametrize("seed", [4, 9, 17, 23, 31, 36])
def test_every_end_was_lit_all_the_turn(seed: int) -> None:
    random = Random(seed)
    state: State = GAME.new_state(any_setup(seed), CONTENT)
    seen: list[frozenset[str]] = []
    checked = steps = 0
    while (legal := GAME.offers(state)) and steps < 400:
        steps += 1
        spaces = lit(state) if random.random() < 0.3 else None
        if spaces is not None:
            seen.append(spaces)
        command = random.choice(legal)
        events = GAME.decide(state, command)
        if is_hemmed_in(state, command) or any(
            isinstance(event, e.TokenUsed | e.TokenDrawn | e.BubbleBurst | e.GameEnded | e.RaceScored)
            for event in events
        ):
            seen.clear()
        for event in events:
            if isinstance(event, e.TurnEnded):
                racer = state.racer(event.player)
                column, level = state.space(racer.at)
                checked += len(seen)
                assert racer.has_finished or all(f"{column}/{level}" in spaces for spaces in seen)
                seen.clear()
            state = GAME.evolve(state, event)
    assert checked or steps < 100
