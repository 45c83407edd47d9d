"""A space that is touched is reached over several actions, as the rules of one step allow."""

from __future__ import annotations

from time import process_time

import pytest

from companion.core.errors import Illegal
from companion.games.platformer import commands as cmd
from companion.games.platformer.state import State
from companion.games.platformer.ways import costly, expected_scene, interpret, reachable, ways_to
from companion.ports.sight import SceneChange

from .games import acting, dealt, offers, play, take, with_foe


def after(state: State, figure: str, space: str, way: int = 0) -> State:
    for command in ways_to(state, figure, space)[way].commands:
        state = take(state, command)
    return state


def fresh(dice: dict, **changes: int) -> State:
    return acting(dealt(seed=2), "1/1", dice, **changes)


def test_several_boots_lead_farther_than_one() -> None:
    state = fresh({"boot": 3})
    name = state.active.hero
    near = set(reachable(fresh({"boot": 1}), name))
    far = set(reachable(state, name)) - near
    assert far
    for space in far:
        assert after(state, name, space).active.at == space


def test_boots_are_spent_before_gems() -> None:
    state = fresh({"boot": 2}, gems=3)
    name = state.active.hero
    far = [space for space in reachable(state, name) if len(ways_to(state, name, space)[0].commands) == 2]
    assert far
    assert all(after(state, name, space).active.gems >= 3 for space in far)


def test_a_space_out_of_reach_is_refused_with_a_reason() -> None:
    state = fresh({"boot": 1})
    with pytest.raises(Illegal):
        ways_to(state, state.active.hero, "8/4")


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
        name = state.active.hero
        for space in reachable(state, name)[::7]:
            at = after(state, name, space).find_player(state.active.name).at
            assert at == space or ways_to(state, name, space)[0].goes_on or not at  # it may faint there


@pytest.mark.bench
def test_how_long_lighting_takes() -> None:
    state = acting(dealt(seed=2), "4/1", {"boot": 5}, gems=15)
    start = process_time()
    reachable(state, state.active.hero)
    print(f"\nfive boots and 15 gems: {(process_time() - start) * 1000:.0f} ms")


def test_what_costs_a_heart_on_every_way_is_marked() -> None:
    state = with_foe(fresh({"boot": 2}), "2/2")
    name = state.active.hero
    dear = costly(state, name)
    assert dear
    assert set(dear) < set(reachable(state, name))
    for space in reachable(state, name):
        ends = [after(state, name, space, way) for way in range(len(ways_to(state, name, space)))]
        is_hurt = [end.active.health < state.active.health for end in ends]
        assert all(is_hurt) == (space in dear), space
    assert costly(fresh({"boot": 2}), name) == ()


def test_a_push_and_gravity_are_read_off_the_board() -> None:
    alone = fresh({"boot": 1})
    name = alone.active.hero
    to = reachable(alone, name)[0]
    state = with_foe(alone, to)
    for way in ways_to(state, name, to):
        now = state
        for command in way.commands:
            now = take(now, command)
        change = SceneChange(
            {
                figure: (before, expected_scene(now).figures[figure])
                for figure, before in expected_scene(state).figures.items()
                if expected_scene(now).figures[figure] != before
            }
        )
        assert len(change.moved) == 2, "the hero and who was pushed"
        assert interpret(state, change) == (way,)


def test_called_gravity_is_read_off_the_board() -> None:
    state = with_foe(fresh({"boot": 1}), "4/2")
    (fall,) = offers(state, cmd.CallGravity)
    after_fall = take(state, fall).foes["slime-99"].at
    assert after_fall != "4/2"
    (way,) = interpret(state, SceneChange({"slime-99": ("4/2", after_fall)}))
    assert way.commands == (fall,)


def test_heroes_and_enemies_are_the_cameras_to_see() -> None:
    state = with_foe(with_foe(fresh({}), "2/2"), "3/1", name="slime-1")
    scene = expected_scene(state)
    assert scene.figures == {state.active.hero: "1/1", "slime-99": "2/2", "slime-1": "3/1"}
    assert scene.alike["slime"] == ("slime-99", "slime-1", "slime-2", "slime-3", "slime-4")
    assert scene.alike["medusa"] == ("medusa",)
