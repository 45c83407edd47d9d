"""Slaps, enemies, hearts, damage and figures, seen through the judge."""

from __future__ import annotations

import pytest

from tests.rules.rayman.judged import ends, is_legal

ENEMY = {"enemies": [[6, 1]]}


@pytest.mark.clause("RAY-ENEMY-1")
@pytest.mark.clause("RAY-ENEMY-2")
def test_an_enemy_takes_a_slap_or_the_heart() -> None:
    assert (6, 1) in ends([5, 1], {"move": 1, "slap": 1}, board=ENEMY)
    assert (6, 1) in ends([5, 1], {"move": 1}, board=ENEMY, player={"heart": True})
    assert (6, 1) not in ends([5, 1], {"move": 1}, board=ENEMY)


@pytest.mark.clause("RAY-ENEMY-12")
def test_the_heart_may_be_given_up_although_a_slap_is_left() -> None:
    claim = {"at": [6, 1], "heart": False, "defeated": []}
    start = {"board": ENEMY, "player": {"heart": True}}
    assert is_legal([5, 1], {"move": 1, "slap": 1}, claim, **start)
    forced = {"heart_optional": False}
    assert not is_legal([5, 1], {"move": 1, "slap": 1}, claim, options=forced, **start)


@pytest.mark.clause("RAY-TOKEN-6")
@pytest.mark.clause("RAY-ENEMY-3")
def test_a_drawn_token_joins_the_pool_when_the_enemy_falls() -> None:
    drawn = [["move", "jump"]]
    assert (7, 1) not in ends([5, 1], {"move": 1, "slap": 1}, board=ENEMY)
    assert (7, 1) in ends([5, 1], {"move": 1, "slap": 1}, board=ENEMY, drawn=drawn)
    assert (7, 1) not in ends([5, 1], {"move": 1}, board=ENEMY, drawn=drawn, player={"heart": True})


@pytest.mark.clause("RAY-ENEMY-4")
def test_a_defeated_enemy_is_passed_freely() -> None:
    assert is_legal([5, 1], {"move": 3, "slap": 1}, {"at": [6, 1], "defeated": [[6, 1]]}, board=ENEMY)


@pytest.mark.clause("RAY-ENEMY-7")
@pytest.mark.clause("RAY-ENEMY-8")
def test_an_enemy_under_a_figure_is_harmless_and_no_prey() -> None:
    others = {"globox": {"at": [6, 1]}}
    assert (7, 1) in ends([5, 1], {"move": 2}, board=ENEMY, others=others)
    claim = {"at": [7, 1], "defeated": [[6, 1]]}
    assert not is_legal([5, 1], {"move": 2, "slap": 1}, claim, board=ENEMY, others=others)
    both = {"covered_enemy_slap": True}
    assert is_legal([5, 1], {"move": 2, "slap": 1}, claim, board=ENEMY, others=others, options=both)


@pytest.mark.clause("RAY-ENEMY-10")
def test_the_enemy_under_the_own_figure_is_covered() -> None:
    assert not is_legal([6, 1], {"slap": 1}, {"at": [6, 1], "defeated": [[6, 1]]}, board=ENEMY)
    assert (6, 1) in ends([6, 1], {"move": 2}, board=ENEMY)


@pytest.mark.clause("RAY-ENEMY-11")
@pytest.mark.clause("RAY-SLAP-2")
@pytest.mark.clause("RAY-SLAP-3")
@pytest.mark.parametrize(("column", "slaps"), [(6, 2), (7, 3), (8, 4)])
def test_distance_costs_slaps(column: int, slaps: int) -> None:
    board = {"enemies": [[column, 1]]}
    claim = {"at": [5, 1], "defeated": [[column, 1]]}
    assert is_legal([5, 1], {"slap": slaps}, claim, board=board)
    assert not is_legal([5, 1], {"slap": slaps - 1}, claim, board=board)


@pytest.mark.clause("RAY-SLAP-3")
def test_nothing_farther_than_three_is_hit() -> None:
    assert not is_legal(
        [5, 1], {"slap": 9}, {"at": [5, 1], "defeated": [[9, 1]]}, board={"enemies": [[9, 1]]}
    )


@pytest.mark.clause("RAY-SLAP-5")
@pytest.mark.clause("RAY-SLAP-6")
def test_walls_and_thick_platforms_block_slaps() -> None:
    claim = {"at": [5, 1], "defeated": [[6, 1]]}
    assert not is_legal([5, 1], {"slap": 4}, claim, board={**ENEMY, "walls": [[5, 1]]})
    up = {"at": [5, 1], "defeated": [[5, 2]]}
    above = {"enemies": [[5, 2]], "platforms": {"2": "5"}}
    assert is_legal([5, 1], {"slap": 2}, up, board=above)
    assert not is_legal([5, 1], {"slap": 2}, up, board={**above, "thick": {"1": "5"}})


@pytest.mark.clause("RAY-ENEMY-13")
def test_extra_slaps_add_to_the_cost() -> None:
    effects = {"enemy_extra_slaps": 1}
    assert (6, 1) not in ends([5, 1], {"move": 1, "slap": 1}, board=ENEMY, effects=effects)
    assert (6, 1) in ends([5, 1], {"move": 1, "slap": 2}, board=ENEMY, effects=effects)


@pytest.mark.clause("RAY-TEENSY-1")
@pytest.mark.clause("RAY-TEENSY-3")
def test_a_prisoner_is_freed_once() -> None:
    board = {"teensies": {"blue": [5, 1]}}
    assert is_legal([5, 1], {"slap": 1}, {"at": [5, 1], "freed": ["blue"]}, board=board)
    before = {"freed": ["blue"]}
    assert not is_legal([5, 1], {"slap": 1}, {"at": [5, 1], "freed": ["blue"]}, board=board, player=before)


@pytest.mark.clause("RAY-SLAP-8")
@pytest.mark.clause("RAY-SLAP-9")
@pytest.mark.parametrize("to", [2, 4])
def test_on_a_board_of_six_columns_half_way_round_is_behind_and_in_front(to: int) -> None:
    claim = {"at": [0, 1], "slapped": ["globox"], "players": {"globox": [to, 1]}}
    others = {"globox": {"at": [3, 1]}}
    assert is_legal([0, 1], {"slap": 4}, claim, board={"columns": 6}, others=others)


@pytest.mark.clause("RAY-SLAP-8")
@pytest.mark.clause("RAY-SLAP-9")
def test_from_behind_goes_forward_and_from_the_front_back() -> None:
    others = {"globox": {"at": [6, 1]}}

    def pushed(start: int, to: int) -> bool:
        claim = {"at": [start, 1], "slapped": ["globox"], "players": {"globox": [to, 1]}}
        return is_legal([start, 1], {"slap": 2}, claim, others=others)

    assert pushed(5, 7)
    assert not pushed(5, 5)
    assert pushed(7, 5)
    assert not pushed(7, 7)


@pytest.mark.clause("RAY-SLAP-10")
def test_from_above_the_slapper_chooses() -> None:
    rest = {"others": {"globox": {"at": [6, 1]}}, "board": {"platforms": {"2": "6"}}}
    for to in (5, 7):
        assert is_legal([6, 2], {"slap": 2}, {"at": [6, 2], "players": {"globox": [to, 1]}}, **rest)


@pytest.mark.clause("RAY-SLAP-11")
@pytest.mark.clause("RAY-SLAP-17")
def test_a_marked_or_bubbled_figure_is_not_slapped() -> None:
    for mark in ("slapped", "bubble"):
        others = {"globox": {"at": [6, 1], mark: True}}
        assert not is_legal([5, 1], {"slap": 2}, {"at": [5, 1], "slapped": ["globox"]}, others=others)


@pytest.mark.clause("RAY-PUSH-9")
@pytest.mark.clause("RAY-PUSH-10")
@pytest.mark.clause("RAY-PUSH-11")
def test_pushed_against_walls() -> None:
    def lands(start: int, wall: int, to: list[int], heart: bool) -> bool:
        claim = {"at": [start, 1], "players": {"globox": to}, "slapped": ["globox"]}
        others = {"globox": {"at": [6, 1], "heart": heart}}
        return is_legal([start, 1], {"slap": 2}, claim, others=others, board={"walls": [[wall, 1]]})

    assert lands(5, 6, [6, 1], heart=True)
    assert lands(5, 6, [4, 1], heart=False)
    assert not lands(5, 6, [6, 1], heart=False)
    assert lands(7, 5, [6, 1], heart=False)


@pytest.mark.clause("RAY-DAMAGE-1")
@pytest.mark.clause("RAY-DAMAGE-2")
@pytest.mark.clause("RAY-DAMAGE-8")
def test_damage_goes_two_back_at_any_level_and_ends_the_turn() -> None:
    board = {**ENEMY, "platforms": {"2": "4"}}
    assert ends([5, 1], {"move": 3}, board=board) >= {(4, 1), (4, 2)}
    assert (4, 2) not in ends([5, 1], {"move": 3}, board=ENEMY)
    assert (2, 1) not in ends([5, 1], {"move": 2}, board=ENEMY)
    goes_on = {"damage_ends_turn": False}
    assert (7, 1) in ends([5, 1], {"move": 4}, board=ENEMY, options=goes_on)


@pytest.mark.clause("RAY-DAMAGE-3")
@pytest.mark.clause("RAY-DAMAGE-4")
def test_the_retreat_goes_on_where_there_is_no_room() -> None:
    board = {"enemies": [[6, 1]], "walls": [[4, 1]]}
    others = {"globox": {"at": [4, 1]}}
    assert (3, 1) in ends([5, 1], {"move": 1}, board=board, others=others)


@pytest.mark.clause("RAY-DAMAGE-5")
def test_the_retreat_stops_at_the_start_line() -> None:
    others = {"globox": {"at": [0, 1]}}
    assert (0, 1) in ends([2, 1], {"move": 1}, board={"enemies": [[1, 1]], "walls": [[0, 1]]}, others=others)


@pytest.mark.clause("RAY-DAMAGE-9")
def test_walls_do_not_stop_the_retreat() -> None:
    board = {**ENEMY, "walls": [[4, 1]]}
    assert (4, 1) in ends([5, 1], {"move": 1}, board=board)


@pytest.mark.clause("RAY-HEART-4")
def test_a_heart_can_be_replaced_in_the_same_turn() -> None:
    board = {"enemies": [[6, 1], [7, 1]]}
    claim = {"at": [8, 1], "defeated": []}
    assert is_legal([5, 1], {"move": 3, "heart": 1}, claim, board=board, player={"heart": True})
    assert not is_legal([5, 1], {"move": 3}, claim, board=board, player={"heart": True})


@pytest.mark.clause("RAY-REST-1")
@pytest.mark.clause("RAY-REST-2")
def test_a_turn_on_a_figure_ends_above_below_or_behind() -> None:
    others = {"globox": {"at": [6, 2], "slapped": True}}
    board = {"platforms": {"2": "5-6", "3": "6"}, "walls": [[5, 1], [5, 3]]}
    found = ends([5, 2], {"move": 1}, board=board, others=others)
    assert (6, 2) not in found
    assert {(6, 1), (6, 3), (5, 2)} <= found


@pytest.mark.clause("RAY-REST-3")
def test_where_none_of_the_three_is_possible_it_goes_farther_back() -> None:
    others = {name: {"at": [p, 1], "slapped": True} for name, p in (("globox", 6), ("barbara", 5))}
    found = ends([4, 1], {"move": 2}, others=others, board={"walls": [[3, 1]], "platforms": {"3": "5"}})
    assert (5, 3) in found


@pytest.mark.clause("RAY-REST-4")
def test_an_enemy_on_the_space_taken_is_a_hit() -> None:
    others = {"globox": {"at": [6, 1], "slapped": True}}
    rest = {"board": {"enemies": [[6, 2]], "platforms": {"2": "6"}}, "others": others}
    claim = {"at": [6, 2], "heart": False, "defeated": []}
    assert is_legal([5, 1], {"move": 1}, claim, player={"heart": True}, **rest)
    assert not is_legal([5, 1], {"move": 1}, {**claim, "heart": True}, player={"heart": True}, **rest)


@pytest.mark.clause("RAY-REST-5")
def test_no_turn_ends_on_the_boss() -> None:
    found = ends([5, 1], {"move": 2, "slap": 1}, boss=[6, 1])
    assert (6, 1) not in found
    assert (7, 1) in found
    assert (7, 1) not in ends([5, 1], {"move": 2}, boss=[6, 1])


@pytest.mark.clause("RAY-FINISH-1")
@pytest.mark.clause("RAY-FINISH-3")
def test_over_the_line_with_three_everything_is_ignored() -> None:
    board = {"obstacles": "1", "enemies": [[2, 1]]}
    three = {"freed": ["blue", "red", "green"]}
    assert {(44, 1), (45, 1), (46, 1)} <= ends([43, 1], {"move": 3}, board=board, player=three)


@pytest.mark.clause("RAY-FINISH-5")
def test_with_fewer_the_lap_goes_on() -> None:
    two = {"freed": ["blue", "red"]}
    assert (46, 1) not in ends([43, 1], {"move": 3}, board={"obstacles": "1"}, player=two)
    assert (44, 1) in ends([43, 1], {"move": 3}, player=two)
    gate = {"finish_gate": "blocked_at43"}
    assert (44, 1) not in ends([43, 1], {"move": 3}, player=two, options=gate)


@pytest.mark.clause("RAY-TEENSY-5")
def test_the_third_teensy_freed_on_the_way_counts() -> None:
    board = {"obstacles": "1", "teensies": {"green": [43, 1]}}
    two = {"freed": ["blue", "red"]}
    assert (45, 1) in ends([43, 1], {"move": 2, "slap": 1}, board=board, player=two)
    assert (45, 1) not in ends([43, 1], {"move": 2}, board=board, player=two)


@pytest.mark.clause("RAY-FINISH-1", "RAY-SLAP-8")
def test_a_figure_pushed_over_the_line_with_three_teensies_has_finished() -> None:
    others = {"globox": {"at": [43, 2], "freed": ["blue", "red", "green"]}}
    board = {"platforms": {"2": "42-43"}}
    pushed = {"at": [42, 2], "players": {"globox": [44, 2]}}
    assert is_legal([42, 2], {"slap": 2}, pushed, others=others, board=board)
    others["globox"]["freed"] = []
    assert not is_legal([42, 2], {"slap": 2}, pushed, others=others, board=board)
    fallen = {"at": [42, 2], "players": {"globox": [44, 1]}}
    assert is_legal([42, 2], {"slap": 2}, fallen, others=others, board=board)
    gate = {"finish_gate": "blocked_at43"}
    assert not is_legal([42, 2], {"slap": 2}, fallen, others=others, board=board, options=gate)
