"""All that the engine allows in a small turn, followed to every end: the judge’s ends, and no others."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.command import Command, RevealCard
from companion.games.rayman import GAME, commands as c
from companion.games.rayman.dispute import Turn
from companion.games.rayman.events import FigureMoved
from companion.games.rayman.search.reach import reach
from companion.games.rayman.state import State
from tests.bench.random_turns import small_turn
from tests.properties.rayman.test_engine_and_judge import is_forced, state_of

MOST_STATES = 700


def tiny_turn(seed: int) -> Turn:
    random = Random(seed)
    turn = small_turn(random)
    pool = dict.fromkeys(turn.pool, 0)
    for icon in random.choices(
        ("move", "move", "move", "jump", "slap", "slap", "glide", "crouch", "heart"), k=4
    ):
        pool[icon] += 1
    if turn.player.legendary:
        pool["lums"] = random.randrange(2)
    return replace(turn, pool=pool, drawn=turn.drawn[:1], others=turn.others[:2])


def commands(state: State, name: str) -> list[Command]:
    """What can be done now; a drawn token joins the pool at once, as a dispute has it."""
    legal = list(GAME.legal_commands(state))
    if isinstance(legal[0], RevealCard):
        assert state.turn is not None
        return [RevealCard("bonus", f"t{len(state.turn.drawn)}")]
    held = state.racer(name).tokens
    if held and state.agenda[0].kind == "turn" and state.turn is not None and not state.turn.is_ending:
        return [c.UseToken(name, held[0])]
    return legal


def all_ends(turn: Turn) -> set[tuple[int, int]] | None:
    """Follows every line of the turn; None where there are too many states."""
    name = turn.player.name
    first = state_of(turn)
    queue, seen = [first], set()
    ends: set[tuple[int, int]] = set()
    while queue:
        state = queue.pop()
        if state.agenda[0].kind == "next_race":
            ends.add(state.racer(name).at)
            continue
        for command in commands(state, name):
            if is_forced(state, command):
                continue
            after, is_off_the_boss = state, False
            for event in GAME.decide(state, command):
                is_put = isinstance(event, FigureMoved) and (event.player, event.why) == (name, "beside")
                is_off_the_boss |= is_put and after.is_boss_at(after.racer(name).at)
                after = GAME.evolve(after, event)
            rested = after.racer(name)
            is_over = after.agenda[0].kind == "next_race"
            is_safe = rested.is_immune or rested.has_finished
            if is_off_the_boss or (is_over and after.is_boss_at(rested.at) and not is_safe):
                continue  # forced off the Boss, which the model of a turn leaves out
            key = msgspec.json.encode((after.racers, after.turn, after.projectiles, after.agenda))
            if key not in seen:
                seen.add(key)
                queue.append(after)
        if len(seen) > MOST_STATES:
            return None
    return ends


@pytest.mark.parametrize("low", range(0, 80, 10))
def test_the_engine_ends_a_turn_where_the_judge_says_and_nowhere_else(low: int) -> None:
    compared = 0
    for seed in range(low, low + 10):
        turn = tiny_turn(seed)
        if turn.player.at[0] % turn.board.columns and turn.board.is_obstacle(*turn.player.at):
            continue
        ends = all_ends(turn)
        if ends is None:
            continue
        compared += 1
        assert ends == reach(turn), seed
    assert compared
