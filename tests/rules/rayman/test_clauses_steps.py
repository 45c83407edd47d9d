"""Boards, Movements, falls, Jumps, Glides and Crouches, clause by clause."""

import pytest

from companion.games.rayman import commands as c
from tests.rules.rayman import fix
from tests.rules.rayman.table import FAR, Table, turn

LEDGE = {"platforms": {"2": "5-6", "3": "6"}}


@pytest.mark.clause("RAY-BOARD-1", "RAY-BOARD-3")
def test_a_board_has_44_columns_of_ground() -> None:
    board = turn().state.board
    assert board.columns == 44
    assert all(board.is_floor(column, 1) for column in range(44))
    assert not board.is_floor(5, 2)


@pytest.mark.clause("RAY-BOARD-2", "RAY-FINISH-5")
def test_progress_counts_on_into_a_second_lap() -> None:
    table = turn(at=(43, 1), move=3).move(3)
    assert table.at("Ana") == (46, 1)
    assert not table.racer("Ana").has_finished
    assert table.state.board.column(46) == 2


@pytest.mark.clause("RAY-BOARD-4", "RAY-JUMP-4")
def test_platforms_are_jumped_through_and_hold_from_above() -> None:
    table = turn(LEDGE, jump=1, move=1).jump()
    assert table.at("Ana") == (5, 2)
    assert table.refuse(c.Fall("Ana")) != ()


@pytest.mark.clause("RAY-BOARD-5", "RAY-JUMP-5", "RAY-JUMP-6", "RAY-CROUCH-5")
def test_a_thick_platform_is_ceiling_below_and_floor_above() -> None:
    board = {"thick": {"1": "5-6"}}
    below = turn(board, jump=1, move=1)
    assert set(below.refuse(c.Jump("Ana"))) == {"RAY-JUMP-5", "RAY-JUMP-6"}
    assert below.move().at("Ana") == (6, 1)  # crouched already, no Crouch needed
    above = turn(board, at=(5, 2), move=1).move().end()
    assert above.at("Ana") == (6, 2)


@pytest.mark.clause("RAY-BOARD-6", "RAY-MOVE-2")
def test_a_wall_stops_on_its_level_only() -> None:
    board = {"walls": [[5, 1]], "platforms": {"2": "5-6"}}
    table = turn(board, move=2, jump=1)
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-MOVE-2",)
    assert table.jump().move().at("Ana") == (6, 2)
    assert turn(board, at=(6, 1), move=1).refuse(c.Move("Ana", -1)) == ("RAY-MOVE-2",)


@pytest.mark.clause("RAY-MOVE-1", "RAY-CARD-4")
def test_a_movement_goes_one_column_either_way() -> None:
    table = turn(move=3).move(2).move(-1)
    assert table.at("Ana") == (6, 1)
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-MOVE-1",)


@pytest.mark.clause("RAY-MOVE-3")
def test_nobody_goes_behind_the_line() -> None:
    assert turn(at=(0, 1), move=1).refuse(c.Move("Ana", -1)) == ("RAY-MOVE-3",)


@pytest.mark.clause("RAY-MOVE-4", "RAY-REST-1")
def test_figures_are_passed_but_not_rested_on() -> None:
    table = Table().put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"move": 2}).move(2).end()
    assert table.at("Ana") == (7, 1)
    shared = Table().put("Bo", (2, 1)).begin(Ana={"move": 2}).move(2).end()
    assert shared.at("Ana") == (1, 1)


@pytest.mark.clause("RAY-MOVE-5", "RAY-DAMAGE-8")
def test_stepping_on_an_obstacle_is_a_hit() -> None:
    table = turn({"obstacles": "7"}, move=4).move(2)
    assert table.racer("Ana").is_immune
    assert table.waits != "retreat"  # only one space is left to retreat to
    assert table.at("Ana") == (5, 1)
    assert table.state.turn is None or table.me != "Ana"


@pytest.mark.clause("RAY-MOVE-5")
def test_obstacles_may_hurt_only_who_stops_there() -> None:
    options = {"obstacle_mode": "stop_only"}
    table = Table({"obstacles": "6"}, options=options).put("Ana", (5, 1)).begin(Ana={"move": 2}).move(2).end()
    assert table.at("Ana") == (7, 1)
    stopped = Table({"obstacles": "6"}, options=options).put("Ana", (5, 1), heart=True).begin(Ana={"move": 1})
    stopped.move().end()
    assert not stopped.racer("Ana").has_heart


@pytest.mark.clause("RAY-MOVE-6", "RAY-MOVE-7", "RAY-HEART-3")
def test_with_a_heart_an_obstacle_is_passed_but_not_stopped_on() -> None:
    table = Table({"obstacles": "6"}).put("Ana", (5, 1), heart=True).begin(Ana={"move": 2}).move()
    assert not table.racer("Ana").has_heart
    assert table.state.turn.stance == "hurdle"  # type: ignore[union-attr]
    assert table.refuse(c.EndTurn("Ana")) == ("RAY-MOVE-7",)
    assert table.move().end().at("Ana") == (7, 1)


@pytest.mark.clause("RAY-REST-6")
def test_stuck_on_an_obstacle_the_figure_goes_to_a_free_floor() -> None:
    table = Table({"obstacles": "6"}).put("Ana", (5, 1), heart=True).begin(Ana={"move": 1}).move().end()
    assert table.at("Ana") == (5, 1)
    board = {"obstacles": "6", "platforms": {"2": "6", "3": "6"}}
    choice = Table(board).put("Ana", (5, 1), heart=True).begin(Ana={"move": 1}).move().end()
    assert choice.places() == {(6, 2), (6, 3)}


@pytest.mark.clause("RAY-MOVE-8", "RAY-FALL-1", "RAY-FALL-2", "RAY-FALL-3")
def test_off_a_ledge_there_is_only_falling() -> None:
    table = turn(LEDGE, at=(6, 3), move=3, jump=1, crouch=1).move()
    assert table.at("Ana") == (7, 3)
    assert "RAY-FALL-3" in table.refuse(c.Move("Ana", 1))
    assert table.fall().at("Ana") == (7, 2)
    assert table.refuse(c.Jump("Ana")) == ("RAY-JUMP-3",)
    assert table.fall().at("Ana") == (7, 1)
    assert table.pool.move == 2
    assert table.move().at("Ana") == (8, 1)


@pytest.mark.clause("RAY-FALL-4")
def test_a_glide_stops_a_fall_at_any_level() -> None:
    table = turn(LEDGE, at=(6, 3), move=2, glide=1).move().fall().glide().move()
    assert table.at("Ana") == (8, 2)


@pytest.mark.clause("RAY-FALL-5")
def test_slaps_are_dealt_in_a_fall() -> None:
    board = {**LEDGE, "enemies": [[8, 2]]}
    table = turn(board, at=(6, 3), move=1, slap=2).move().fall().do(c.SlapEnemy("Ana", (8, 2))).token()
    assert table.pool.slap == 0
    assert table.racer("Ana").tokens == ("move-move",)


@pytest.mark.clause("RAY-FALL-6")
def test_every_space_fallen_through_is_entered() -> None:
    board = {**LEDGE, "enemies": [[7, 2]]}
    table = turn(board, at=(6, 3), move=1, slap=1).move()
    assert {move.enemy for move in table.legal() if isinstance(move, c.Fall)} == {"slap", "hit"}
    table.fall("slap").token().fall()
    assert table.at("Ana") == (7, 1)
    hurt = turn(board, at=(6, 3), move=1).move().end()
    assert hurt.racer("Ana").is_immune


@pytest.mark.clause("RAY-FALL-7")
def test_falling_onto_an_obstacle_is_a_hit() -> None:
    table = turn({**LEDGE, "obstacles": "7"}, at=(6, 2), move=1).move().end()
    assert table.racer("Ana").is_immune
    assert {(5, 1), (5, 2)} == table.places()


@pytest.mark.clause("RAY-FALL-8")
def test_who_is_in_the_air_falls_at_the_end() -> None:
    assert turn(jump=1).jump().end().at("Ana") == (5, 1)
    assert turn(LEDGE, at=(6, 3), move=2, glide=1).glide().move(2).end().at("Ana") == (8, 1)


@pytest.mark.clause("RAY-FALL-9")
def test_a_fall_into_a_projectile_cannot_be_ducked() -> None:
    table = Table(LEDGE, mode="intermediate").roll(5).do(fix.projectiles(((7, 1),)))
    table.put("Ana", (6, 2)).begin(Ana={"move": 1, "crouch": 1}).move().end()
    assert table.racer("Ana").is_immune
    assert table.projectiles() == []


@pytest.mark.clause("RAY-JUMP-1", "RAY-JUMP-2", "RAY-JUMP-10")
def test_one_jump_climbs_one_level_straight_up() -> None:
    board = {"platforms": {"2": "5", "3": "5"}}
    table = turn(board, jump=3).jump()
    assert table.at("Ana") == (5, 2)
    assert table.jump().at("Ana") == (5, 3)
    assert table.refuse(c.Jump("Ana")) == ("RAY-JUMP-10",)


@pytest.mark.clause("RAY-JUMP-3", "RAY-JUMP-7", "RAY-JUMP-8")
def test_a_jump_into_the_air_leaves_one_movement() -> None:
    table = turn(jump=2, move=3).jump()
    assert table.pool.jump == 1
    assert table.refuse(c.Jump("Ana")) == ("RAY-JUMP-3",)
    table.move()
    assert table.at("Ana") == (6, 2)
    assert "RAY-FALL-3" in table.refuse(c.Move("Ana", 1))
    assert table.fall().move().at("Ana") == (7, 1)


@pytest.mark.clause("RAY-JUMP-9")
def test_a_jump_under_a_low_ceiling_takes_a_crouch() -> None:
    board = {"platforms": {"2": "5"}, "thick": {"2": "5"}}
    assert turn(board, jump=1, crouch=1).jump().pool.crouch == 0
    assert "RAY-CROUCH-1" in turn(board, jump=1).refuse(c.Jump("Ana"))


@pytest.mark.clause("RAY-GLIDE-1", "RAY-GLIDE-2", "RAY-GLIDE-3", "RAY-GLIDE-6")
def test_a_glide_carries_over_gaps_to_the_next_platform() -> None:
    table = turn({"platforms": {"2": "5,8"}}, at=(5, 2), move=4, glide=1).glide().move(3)
    assert table.at("Ana") == (8, 2)
    assert table.pool.glide == 0
    assert table.pool.move == 1
    table.move()
    assert "RAY-GLIDE-1" in table.refuse(c.StartGlide("Ana"))
    jumped = turn(jump=1, glide=1, move=2).jump().glide().move(2)
    assert jumped.at("Ana") == (7, 2)


@pytest.mark.clause("RAY-GLIDE-4", "RAY-GLIDE-5")
def test_on_the_ground_a_glide_crosses_obstacles() -> None:
    table = turn({"obstacles": "6-7"}, move=4, glide=1).glide().move(3)
    assert table.at("Ana") == (8, 1)
    assert not table.racer("Ana").is_immune
    assert table.state.turn.stance == "stand"  # type: ignore[union-attr]


@pytest.mark.clause("RAY-GLIDE-7")
def test_slaps_do_not_interrupt_a_glide() -> None:
    board = {"platforms": {"2": "5"}, "enemies": [[8, 2]]}
    table = turn(board, at=(5, 2), move=3, glide=1, slap=3).glide().move()
    table.do(c.SlapEnemy("Ana", (8, 2))).token().move(2)
    assert table.at("Ana") == (8, 2)
    assert table.pool.slap == 0


@pytest.mark.clause("RAY-GLIDE-8")
def test_no_jump_or_crouch_while_gliding() -> None:
    assert turn(jump=1, glide=1).glide().refuse(c.Jump("Ana")) == ("RAY-JUMP-3",)
    low = turn({"thick": {"1": "5"}}, glide=1)
    assert low.refuse(c.StartGlide("Ana")) == ("RAY-GLIDE-8",)


@pytest.mark.clause("RAY-GLIDE-9")
def test_a_second_glide_after_falling_costs_another() -> None:
    table = turn({"platforms": {"3": "5"}}, at=(5, 3), move=4, glide=2).glide().move()
    table.do(c.EndGlide("Ana")).fall().glide().move()
    assert table.at("Ana") == (7, 2)
    assert table.pool.glide == 0
    assert turn(move=1).refuse(c.EndGlide("Ana")) == ("RAY-GLIDE-9",)


@pytest.mark.clause("RAY-GLIDE-10", "RAY-CROUCH-7")
def test_a_glide_ends_in_a_low_space_with_a_floor() -> None:
    board = {"platforms": {"2": "5,8"}, "thick": {"2": "8-9"}}
    table = turn(board, at=(5, 2), move=4, glide=1, crouch=1).glide().move(3)
    assert table.at("Ana") == (8, 2)
    assert table.pool.crouch == 0
    assert table.state.turn.stance == "stand"  # type: ignore[union-attr]
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-CROUCH-7",)


@pytest.mark.clause("RAY-GLIDE-11")
def test_ending_a_glide_over_an_obstacle_is_stepping_on_it() -> None:
    table = turn({"obstacles": "6"}, move=1, glide=1).glide().move().end()
    assert table.racer("Ana").is_immune


@pytest.mark.clause("RAY-CROUCH-1", "RAY-CROUCH-2")
def test_one_crouch_covers_an_unbroken_run() -> None:
    board = {"thick": {"1": "6-8,10"}}
    table = turn(board, move=6, crouch=2).move(4)
    assert table.pool.crouch == 1
    assert table.move().pool.crouch == 0
    assert turn(board, move=1).refuse(c.Move("Ana", 1)) == ("RAY-CROUCH-1",)


def with_projectile(board: dict[str, object] | None = None, **pool: int) -> Table:
    table = Table(board, mode="intermediate").roll(5).do(fix.projectiles(((7, 1),)))
    return table.put("Ana", (5, 1)).begin(Ana=pool)


@pytest.mark.clause("RAY-CROUCH-3")
def test_a_crouch_passes_under_a_stationary_projectile() -> None:
    table = with_projectile(move=3, crouch=1).move().move(projectile="crouch").move()
    assert table.at("Ana") == (8, 1)
    assert table.projectiles() == [(7, 1)]
    assert table.pool.crouch == 0


@pytest.mark.clause("RAY-CROUCH-4")
def test_one_crouch_serves_for_ceiling_and_projectile() -> None:
    table = with_projectile({"thick": {"1": "6-7"}}, move=3, crouch=1).move().move(projectile="crouch").move()
    assert table.at("Ana") == (8, 1)
    assert table.projectiles() == [(7, 1)]


@pytest.mark.clause("RAY-CROUCH-6")
def test_no_turn_ends_on_a_stationary_projectile() -> None:
    table = with_projectile(move=3, crouch=1).move().move(projectile="crouch")
    assert table.refuse(c.EndTurn("Ana")) == ("RAY-CROUCH-6",)


@pytest.mark.clause("RAY-PROJ-13")
def test_walking_into_a_projectile_hits_and_removes_it() -> None:
    table = with_projectile(move=3).move().move(projectile="hit")
    assert table.racer("Ana").is_immune
    assert table.projectiles() == []


@pytest.mark.clause("RAY-CROUCH-9")
def test_crouched_figures_slap() -> None:
    board = {"thick": {"1": "5-6"}, "enemies": [[6, 1]]}
    assert turn(board, slap=2).do(c.SlapEnemy("Ana", (6, 1))).token().pool.slap == 0


@pytest.mark.clause("RAY-REST-2", "RAY-REST-3")
def test_resting_on_a_figure_gives_way_up_down_or_back() -> None:
    board = {"platforms": {"2": "6-7", "3": "7"}}
    table = Table(board).put("Ana", (5, 1)).put("Bo", (7, 2)).begin(Ana={"move": 2, "jump": 1})
    table.move().jump().move().end()
    assert table.places() == {(7, 3), (7, 1), (6, 2)}
    crowded = Table({"obstacles": "6,7", "platforms": {"2": "7"}}, players=3)
    crowded.put("Ana", (5, 1)).put("Bo", (7, 2)).begin(Ana={"move": 2, "jump": 1, "glide": 1})
    crowded.jump().glide().move(2).end()
    assert crowded.at("Ana") == (5, 1)


@pytest.mark.clause("RAY-REST-4")
def test_an_enemy_on_the_space_given_way_to_is_a_hit() -> None:
    board = {"enemies": [[6, 1]]}
    table = Table(board).put("Ana", (5, 1), heart=True).put("Bo", (7, 1)).begin(Ana={"move": 2, "glide": 1})
    table.move(enemy="hit").move().end()
    assert table.at("Ana") == (4, 1)
    assert table.racer("Ana").is_immune


@pytest.mark.clause("RAY-SETUP-9", "RAY-SETUP-10")
def test_all_start_on_the_line_with_nothing() -> None:
    table = Table(players=4)
    for racer in table.state.racers:
        assert racer.at == (0, 1)
        assert not racer.has_heart
        assert racer.tokens == ()
        assert racer.freed == ()
    assert {colour: list(at) for colour, at in table.state.board.teensies} == FAR
