"""A space that is touched is reached over several actions, as the rules of one step allow."""

from __future__ import annotations

from time import process_time

import pytest

from companion.core.errors import Illegal
from companion.games.platformer.state import State
from companion.games.platformer.ways import costly, reachable, ways_to

from .games import acting, dealt, play, take, with_foe


def after(state: State, figure: str, space: str, way: int = 0) -> State:
    for command in ways_to(state, figure, space)[way].commands:
        state = take(state, command)
    return state


def fresh(dice: dict, **changes: int) -> State:
    return acting(dealt(seed=2), "1/1", dice, **changes)


def test_several_boots_lead_farther_than_one() -> None:
    state = fresh({"boot": 3})
    name = state.active.name
    near = set(reachable(fresh({"boot": 1}), name))
    far = set(reachable(state, name)) - near
    assert far
    for space in far:
        assert after(state, name, space).active.at == space


def test_boots_are_spent_before_gems() -> None:
    state = fresh({"boot": 2}, gems=3)
    name = state.active.name
    far = [space for space in reachable(state, name) if len(ways_to(state, name, space)[0].commands) == 2]
    assert far
    assert all(after(state, name, space).active.gems >= 3 for space in far)


def test_a_space_out_of_reach_is_refused_with_a_reason() -> None:
    state = fresh({"boot": 1})
    with pytest.raises(Illegal):
        ways_to(state, state.active.name, "8/4")


def test_an_enemy_goes_as_far_as_all_monsters_take_it() -> None:
    state = with_foe(fresh({"monster": 3}), "4/1")
    spaces = reachable(state, "slime-99")
    assert spaces
    moved = {len(ways_to(state, "slime-99", space)[0].commands) for space in spaces}
    assert max(moved) > 1
    for space in spaces:
        assert after(state, "slime-99", space).foes["slime-99"].at == space


def test_whatever_is_lit_in_play_can_be_reached() -> None:
    seen: list[State] = []

    def watch(before: State, command: object, now: State) -> None:
        if now.step == "actions" and not now.tasks and now.active.at and len(now.log) % 3 == 0:
            seen.append(now)

    play(3, watch=watch, options={"round_limit": 4})
    for state in seen[:25]:
        name = state.active.name
        for space in reachable(state, name)[::7]:
            at = after(state, name, space).find_player(name).at
            assert at == space or ways_to(state, name, space)[0].goes_on or not at  # it may faint there


@pytest.mark.bench
def test_how_long_lighting_takes() -> None:
    state = acting(dealt(seed=2), "4/1", {"boot": 5}, gems=15)
    start = process_time()
    reachable(state, state.active.name)
    print(f"\nfive boots and 15 gems: {(process_time() - start) * 1000:.0f} ms")


def test_what_costs_a_heart_on_every_way_is_marked() -> None:
    state = with_foe(fresh({"boot": 2}), "2/2")
    name = state.active.name
    dear = costly(state, name)
    assert dear
    assert set(dear) < set(reachable(state, name))
    for space in reachable(state, name):
        ends = [after(state, name, space, way) for way in range(len(ways_to(state, name, space)))]
        is_hurt = [end.active.health < state.active.health for end in ends]
        assert all(is_hurt) == (space in dear), space
    assert costly(fresh({"boot": 2}), name) == ()
