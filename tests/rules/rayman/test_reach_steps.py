"""Each step of a turn, seen through where the judge lets it end."""

from __future__ import annotations

import pytest

from tests.rules.rayman.judged import ends, is_legal


@pytest.mark.clause("RAY-MOVE-1")
def test_a_movement_goes_one_column_either_way() -> None:
    assert ends([5, 1], {"move": 1}) == {(4, 1), (5, 1), (6, 1)}


@pytest.mark.clause("RAY-MOVE-2")
def test_a_wall_stops_a_movement_on_its_level_only() -> None:
    board = {"walls": [[5, 1]], "platforms": {"2": "5-6"}}
    assert (6, 1) not in ends([5, 1], {"move": 1}, board=board)
    assert (6, 2) in ends([5, 2], {"move": 1}, board=board)
    assert (5, 1) not in ends([6, 1], {"move": 1}, board=board)


@pytest.mark.clause("RAY-MOVE-3")
def test_nobody_goes_behind_the_start() -> None:
    assert ends([0, 1], {"move": 2}) == {(0, 1), (1, 1), (2, 1)}


@pytest.mark.clause("RAY-MOVE-5")
def test_an_obstacle_hurts_who_walks_into_it() -> None:
    found = ends([5, 1], {"move": 1}, board={"obstacles": "6"})
    assert (6, 1) not in found
    assert (4, 1) in found


@pytest.mark.clause("RAY-MOVE-6")
def test_a_heart_carries_over_an_obstacle() -> None:
    board = {"obstacles": "6"}
    assert (7, 1) in ends([5, 1], {"move": 2}, board=board, player={"heart": True})
    assert (7, 1) not in ends([5, 1], {"move": 2}, board=board)


@pytest.mark.clause("RAY-MOVE-7")
def test_nobody_stops_on_an_obstacle_with_a_movement_left() -> None:
    board = {"obstacles": "6", "platforms": {"2": "6"}, "walls": [[4, 1], [6, 1]]}
    one = ends([5, 1], {"move": 1}, board=board, player={"heart": True})
    assert (6, 2) in one
    claim = {"at": [6, 2], "heart": False}
    assert is_legal([5, 1], {"move": 1}, claim, board=board, player={"heart": True})
    # With two Movements the second has to be spent, back to where the figure came from.
    assert not is_legal([5, 1], {"move": 2}, claim, board=board, player={"heart": True})


@pytest.mark.clause("RAY-REST-6")
def test_stuck_on_an_obstacle_the_figure_goes_to_a_floor_of_the_column_or_back() -> None:
    player = {"heart": True}
    assert (6, 2) in ends(
        [5, 1], {"move": 1}, board={"obstacles": "6", "platforms": {"2": "6"}}, player=player
    )
    assert (5, 1) in ends([5, 1], {"move": 1}, board={"obstacles": "6"}, player=player)


@pytest.mark.clause("RAY-MOVE-8")
def test_after_walking_off_a_ledge_there_is_no_movement() -> None:
    board = {"platforms": {"2": "5,7"}}
    assert (7, 2) not in ends([5, 2], {"move": 3}, board=board)
    assert (7, 2) in ends([5, 2], {"move": 3, "glide": 1}, board=board)


@pytest.mark.clause("RAY-FALL-1")
def test_without_a_floor_the_figure_falls() -> None:
    assert ends([5, 3], {"move": 1}, board={"platforms": {"3": "5", "2": "6"}}) == {(4, 1), (5, 3), (6, 2)}


@pytest.mark.clause("RAY-FALL-4")
def test_a_glide_stops_a_fall_at_a_lower_level() -> None:
    board = {"platforms": {"3": "5", "2": "7"}}
    assert (7, 2) in ends([5, 3], {"move": 2, "glide": 1}, board=board)


@pytest.mark.clause("RAY-FALL-6")
def test_an_enemy_fallen_through_has_to_be_dealt_with() -> None:
    board = {"platforms": {"3": "5"}, "enemies": [[6, 2]]}
    assert (6, 1) not in ends([5, 3], {"move": 1}, board=board)
    assert (4, 1) in ends([5, 3], {"move": 1}, board=board)
    assert is_legal([5, 3], {"move": 1, "slap": 1}, {"at": [6, 1], "defeated": [[6, 2]]}, board=board)


@pytest.mark.clause("RAY-FALL-9")
def test_a_fall_into_a_projectile_hits_in_spite_of_a_crouch() -> None:
    board = {"platforms": {"2": "5"}}
    rest = {"board": board, "projectiles": [[6, 1]]}
    assert (6, 1) not in ends([5, 2], {"move": 1, "crouch": 1}, **rest)
    assert (6, 1) in ends([5, 2], {"move": 1, "crouch": 1}, player={"heart": True}, **rest)


@pytest.mark.clause("RAY-JUMP-2")
def test_one_jump_climbs_one_level() -> None:
    board = {"platforms": {"2": "5", "3": "5"}}
    assert ends([5, 1], {"jump": 1}, board=board) == {(5, 1), (5, 2)}
    assert (5, 3) in ends([5, 1], {"jump": 2}, board=board)


@pytest.mark.clause("RAY-JUMP-3")
def test_no_jump_from_the_air() -> None:
    assert ends([5, 1], {"jump": 2}, board={"platforms": {"3": "5"}}) == {(5, 1)}


@pytest.mark.clause("RAY-JUMP-5")
@pytest.mark.clause("RAY-JUMP-6")
def test_no_jump_through_a_thick_platform() -> None:
    assert ends([5, 1], {"jump": 1}, board={"thick": {"1": "5"}}) == {(5, 1)}


@pytest.mark.clause("RAY-JUMP-7")
def test_after_a_jump_into_the_air_one_movement_is_possible() -> None:
    board = {"platforms": {"2": "6,7"}}
    assert (6, 2) in ends([5, 1], {"jump": 1, "move": 1}, board=board)
    far = {"platforms": {"2": "7"}, "walls": [[5, 1]]}
    assert (7, 2) not in ends([5, 1], {"jump": 1, "move": 2}, board=far)


@pytest.mark.clause("RAY-JUMP-9")
def test_a_jump_under_a_low_ceiling_takes_a_crouch() -> None:
    board = {"platforms": {"2": "5"}, "thick": {"2": "5"}}
    assert (5, 2) not in ends([5, 1], {"jump": 1}, board=board)
    assert (5, 2) in ends([5, 1], {"jump": 1, "crouch": 1}, board=board)


@pytest.mark.clause("RAY-GLIDE-3")
def test_a_glide_ends_on_a_platform() -> None:
    board = {"platforms": {"2": "5,7,9"}}
    assert (9, 2) not in ends([5, 2], {"move": 4, "glide": 1}, board=board)
    assert (9, 2) in ends([5, 2], {"move": 4, "glide": 2}, board=board)


@pytest.mark.clause("RAY-GLIDE-4")
@pytest.mark.clause("RAY-GLIDE-5")
def test_a_glide_on_level_1_crosses_obstacles_and_ends_after_them() -> None:
    board = {"obstacles": "6-7,9"}
    assert (8, 1) in ends([5, 1], {"move": 3, "glide": 1}, board=board)
    assert (10, 1) not in ends([5, 1], {"move": 5, "glide": 1}, board=board)


@pytest.mark.clause("RAY-GLIDE-10")
def test_gliding_under_a_low_ceiling_takes_a_crouch_and_ends_the_glide() -> None:
    board = {"platforms": {"2": "5,7"}, "thick": {"2": "7"}}
    assert (7, 2) not in ends([5, 2], {"move": 2, "glide": 1}, board=board)
    assert (7, 2) in ends([5, 2], {"move": 2, "glide": 1, "crouch": 1}, board=board)


@pytest.mark.clause("RAY-GLIDE-11")
def test_ending_a_glide_over_an_obstacle_is_stepping_on_it() -> None:
    found = ends([5, 1], {"move": 1, "glide": 1}, board={"obstacles": "6"})
    assert found == {(4, 1), (5, 1)}


@pytest.mark.clause("RAY-CROUCH-1")
@pytest.mark.clause("RAY-CROUCH-2")
def test_one_crouch_covers_a_run() -> None:
    board = {"thick": {"1": "6-7,9"}}
    assert (6, 1) not in ends([5, 1], {"move": 2}, board=board)
    assert (7, 1) in ends([5, 1], {"move": 2, "crouch": 1}, board=board)
    assert (9, 1) not in ends([5, 1], {"move": 4, "crouch": 1}, board=board)


@pytest.mark.clause("RAY-CROUCH-4")
def test_a_run_of_ceiling_and_projectile_takes_one_crouch() -> None:
    rest = {"board": {"thick": {"1": "6"}}, "projectiles": [[7, 1]]}
    assert (8, 1) in ends([5, 1], {"move": 3, "crouch": 1}, **rest)


@pytest.mark.clause("RAY-CROUCH-5")
def test_who_starts_under_a_thick_platform_is_crouched_already() -> None:
    assert (7, 1) in ends([6, 1], {"move": 1}, board={"thick": {"1": "6-7"}})


@pytest.mark.clause("RAY-CROUCH-6")
def test_no_turn_ends_under_a_projectile() -> None:
    found = ends([5, 1], {"move": 2, "crouch": 1}, projectiles=[[6, 1]])
    assert (6, 1) not in found
    assert (7, 1) in found


@pytest.mark.clause("RAY-PROJ-13")
def test_walking_into_a_projectile_hits_and_removes_it() -> None:
    assert (6, 1) in ends([5, 1], {"move": 1}, projectiles=[[6, 1]], player={"heart": True})
    assert ends([5, 1], {"move": 1}, projectiles=[[6, 1]]) == {(4, 1), (5, 1)}
