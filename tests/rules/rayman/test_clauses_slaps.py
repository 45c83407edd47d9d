"""Slaps and enemies, clause by clause."""

from typing import Any

import pytest

from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.rayman import commands as c
from tests.rules.rayman.table import FAR, Table, turn


def facing(bo: tuple[int, int], board: dict[str, Any] | None = None, **pool: int) -> Table:
    """Begins Ana's turn on 5/1 with Bo somewhere."""
    return Table(board).put("Ana", (5, 1)).put("Bo", bo).begin(Ana=pool)


def enemy(space: tuple[int, int] = (6, 1), **pool: int) -> Table:
    return turn({"enemies": [list(space)]}, **pool)


@pytest.mark.clause("RAY-SLAP-1", "RAY-SLAP-2", "RAY-SLAP-3")
@pytest.mark.parametrize(("column", "price"), [(5, 1), (6, 2), (7, 3), (8, 4)])
def test_a_slap_costs_one_and_one_more_for_each_space(column: int, price: int) -> None:
    board = {"teensies": {**FAR, "blue": [column, 1]}}
    assert turn(board, slap=5).do(c.FreeTeensy("Ana", "blue")).pool.slap == 5 - price
    assert "RAY-SLAP-2" in turn(board, slap=price - 1).refuse(c.FreeTeensy("Ana", "blue"))


@pytest.mark.clause("RAY-SLAP-3")
def test_four_spaces_are_too_far() -> None:
    board = {"teensies": {**FAR, "blue": [9, 1]}}
    assert "RAY-SLAP-3" in turn(board, slap=9).refuse(c.FreeTeensy("Ana", "blue"))


@pytest.mark.clause("RAY-SLAP-4")
def test_slaps_reach_straight_unless_the_table_lets_them_turn() -> None:
    board = {"teensies": {**FAR, "blue": [6, 2], "red": [5, 3], "green": [3, 1]}}
    table = turn(board, slap=9)
    assert "RAY-SLAP-4" in table.refuse(c.FreeTeensy("Ana", "blue"))
    assert table.do(c.FreeTeensy("Ana", "red")).pool.slap == 6
    assert table.do(c.FreeTeensy("Ana", "green")).pool.slap == 3
    round_corners = Table(board, options={"slap_manhattan": True}).put("Ana", (5, 1)).begin(Ana={"slap": 3})
    assert round_corners.do(c.FreeTeensy("Ana", "blue")).pool.slap == 0


@pytest.mark.clause("RAY-SLAP-5")
def test_a_wall_blocks_a_slap_to_the_side() -> None:
    board = {"walls": [[5, 1]], "teensies": {**FAR, "blue": [6, 1], "red": [5, 2]}}
    table = turn(board, slap=9)
    assert "RAY-SLAP-5" in table.refuse(c.FreeTeensy("Ana", "blue"))
    table.do(c.FreeTeensy("Ana", "red"))


@pytest.mark.clause("RAY-SLAP-6")
def test_thick_platforms_block_up_and_down_plain_ones_do_not() -> None:
    places = {**FAR, "blue": [5, 2], "red": [6, 1]}
    thick = turn({"thick": {"1": "5-6"}, "teensies": places}, slap=9)
    assert "RAY-SLAP-6" in thick.refuse(c.FreeTeensy("Ana", "blue"))
    thick.do(c.FreeTeensy("Ana", "red"))
    turn({"platforms": {"2": "5"}, "teensies": places}, slap=2).do(c.FreeTeensy("Ana", "blue"))
    sideways = Table({"thick": {"1": "6"}, "teensies": places}, options={"thick_blocks_side_slap": True})
    sideways.put("Ana", (5, 1)).begin(Ana={"slap": 2})
    assert "RAY-SLAP-6" in sideways.refuse(c.FreeTeensy("Ana", "red"))


@pytest.mark.clause("RAY-SLAP-7")
def test_what_stands_between_does_not_block() -> None:
    board = {"enemies": [[6, 1]], "teensies": {**FAR, "blue": [7, 1]}}
    facing((6, 1), board, slap=3).do(c.FreeTeensy("Ana", "blue"))


@pytest.mark.clause("RAY-SLAP-1", "RAY-SLAP-2")
def test_a_refused_slap_names_the_price_of_its_own_target() -> None:
    board = {"enemies": [[6, 1]], "teensies": {**FAR, "blue": [7, 1]}}
    table = facing((5, 1), board, slap=0)
    with pytest.raises(Illegal) as caught:
        table.game.decide(table.state, c.FreeTeensy("Ana", "blue"))
    assert caught.value.message == say("rayman.refuse.slaps", needed=3, left=0)


@pytest.mark.clause("RAY-SLAP-8")
def test_from_behind_a_figure_goes_forward() -> None:
    table = facing((6, 1), slap=2)
    assert "RAY-SLAP-8" in table.refuse(c.SlapFigure("Ana", "Bo", -1))
    assert table.slap("Bo", 1).at("Bo") == (7, 1)


@pytest.mark.clause("RAY-SLAP-9")
def test_from_the_front_a_figure_goes_back() -> None:
    table = facing((4, 1), slap=2)
    assert "RAY-SLAP-9" in table.refuse(c.SlapFigure("Ana", "Bo", 1))
    assert table.slap("Bo", -1).at("Bo") == (3, 1)


@pytest.mark.clause("RAY-SLAP-10")
@pytest.mark.parametrize("push", [1, -1])
def test_above_below_and_on_one_space_the_attacker_chooses(push: Any) -> None:
    board = {"platforms": {"2": "4-6"}}
    assert facing((5, 2), board, slap=2).slap("Bo", push).at("Bo") == (5 + push, 2)
    same = facing((6, 1), move=1, slap=1).move().slap("Bo", push)
    assert same.at("Bo") == (6 + push, 1)


@pytest.mark.clause("RAY-SLAP-11")
def test_once_a_round_whoever_slaps() -> None:
    table = Table(players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).put("Cy", (8, 1))
    table.begin(Ana={"slap": 6}, Cy={"slap": 2}).slap("Bo", 1)
    assert table.refuse(c.SlapFigure("Ana", "Bo", 1)) == ("RAY-SLAP-11",)
    table.end()
    assert table.me == "Cy"
    assert table.refuse(c.SlapFigure("Cy", "Bo", -1)) == ("RAY-SLAP-11",)


@pytest.mark.clause("RAY-SLAP-11", "RAY-VARIANT-9")
def test_the_limit_of_slaps_may_be_a_turn_or_none() -> None:
    turnwise = Table(players=3, edition="fr-0.01").put("Ana", (5, 1)).put("Bo", (6, 1)).put("Cy", (8, 1))
    turnwise.begin(Ana={"slap": 6}, Cy={"slap": 2}).slap("Bo", 1)
    assert turnwise.refuse(c.SlapFigure("Ana", "Bo", 1)) == ("RAY-SLAP-11",)
    assert turnwise.end().slap("Bo", -1).at("Bo") == (6, 1)
    free = Table(options={"slap_limit": "unlimited"}).put("Ana", (5, 1)).put("Bo", (6, 1))
    assert free.begin(Ana={"slap": 5}).slap("Bo", 1).slap("Bo", 1).at("Bo") == (8, 1)


@pytest.mark.clause("RAY-SLAP-12")
def test_several_figures_in_one_turn() -> None:
    table = Table(players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).put("Cy", (4, 1)).begin(Ana={"slap": 4})
    table.slap("Bo", 1).slap("Cy", -1)
    assert (table.at("Bo"), table.at("Cy")) == ((7, 1), (3, 1))


@pytest.mark.clause("RAY-SLAP-13", "RAY-SLAP-14")
def test_a_heart_does_not_ward_off_a_slap_and_is_not_lost_by_it() -> None:
    table = Table().put("Ana", (5, 1)).put("Bo", (6, 1), heart=True).begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.at("Bo") == (7, 1)
    assert table.racer("Bo").has_heart
    assert not table.racer("Bo").is_immune


@pytest.mark.clause("RAY-SLAP-15", "RAY-TEENSY-7", "RAY-BOARD-9")
def test_figure_prisoner_and_enemy_each_take_a_slap() -> None:
    board = {"enemies": [[6, 1]], "teensies": {**FAR, "blue": [6, 1]}}
    table = turn(board, move=1, slap=2).move(enemy="slap").token().do(c.FreeTeensy("Ana", "blue"))
    assert table.pool.slap == 0
    both = facing((6, 1), {"teensies": {**FAR, "blue": [6, 1]}}, slap=4).do(c.FreeTeensy("Ana", "blue"))
    assert both.at("Bo") == (6, 1)
    assert both.slap("Bo", 1).pool.slap == 0


@pytest.mark.clause("RAY-SLAP-16", "RAY-DAMAGE-10")
def test_an_immune_figure_is_moved_but_not_hurt() -> None:
    table = Table({"enemies": [[7, 1]]}).put("Ana", (5, 1)).put("Bo", (6, 1), immune=True, heart=True)
    table.begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.at("Bo") == (7, 1)
    assert table.racer("Bo").has_heart


@pytest.mark.clause("RAY-SLAP-17", "RAY-BUBBLE-3")
def test_who_took_a_bubble_cannot_be_slapped() -> None:
    table = Table().put("Ana", (5, 1)).put("Bo", (6, 1)).do(c.ChooseBubble("Bo"))
    table.begin(Ana={"slap": 2})
    assert table.refuse(c.SlapFigure("Ana", "Bo", 1)) == ("RAY-SLAP-17",)


@pytest.mark.clause("RAY-SLAP-18", "RAY-FINISH-4")
def test_nobody_slaps_across_the_finish() -> None:
    table = Table().put("Ana", (43, 1), freed=("blue", "red", "green")).put("Bo", (42, 1))
    table.begin(Ana={"move": 1, "slap": 3}, Bo={"slap": 3}).move()
    assert "RAY-FINISH-4" in table.refuse(c.SlapFigure("Ana", "Bo", -1))
    table.end()
    assert table.refuse(c.SlapFigure("Bo", "Ana", 1)) == ("RAY-SLAP-18",)


@pytest.mark.clause("RAY-SLAP-19", "RAY-PUSH-1")
def test_a_pushed_figure_pushes_nobody() -> None:
    board = {"platforms": {"2": "7"}}
    table = Table(board, players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).put("Cy", (7, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.at("Cy") == (7, 1)
    assert table.places() == {(7, 2), (6, 1)}


@pytest.mark.clause("RAY-ENEMY-1", "RAY-ENEMY-3", "RAY-ENEMY-4")
def test_a_slapped_enemy_gives_a_token_and_lets_pass() -> None:
    table = enemy(move=4, slap=1).move(enemy="slap")
    assert table.waits == "token"
    table.token("move-slap")
    assert table.racer("Ana").tokens == ("move-slap",)
    table.move().move(-1)
    assert table.at("Ana") == (6, 1)
    assert table.refuse(c.SlapEnemy("Ana", (6, 1))) == ("RAY-ENEMY-5",)


@pytest.mark.clause("RAY-ENEMY-2", "RAY-DAMAGE-1")
def test_an_enemy_that_is_not_slapped_hits() -> None:
    table = enemy(move=2)
    assert "RAY-ENEMY-1" in table.refuse(c.Move("Ana", 1, "slap"))
    table.move(enemy="hit")
    assert table.at("Ana") == (4, 1)
    assert table.racer("Ana").is_immune


@pytest.mark.clause("RAY-ENEMY-5")
def test_an_enemy_is_defeated_once_a_turn() -> None:
    table = enemy(slap=5).do(c.SlapEnemy("Ana", (6, 1))).token()
    assert table.refuse(c.SlapEnemy("Ana", (6, 1))) == ("RAY-ENEMY-5",)


@pytest.mark.clause("RAY-ENEMY-6")
def test_an_uncovered_enemy_is_back_for_the_next_player() -> None:
    table = Table({"enemies": [[6, 1]]}).put("Ana", (5, 1)).put("Bo", (4, 1))
    table.begin(Ana={"move": 2, "slap": 1}, Bo={"move": 3, "slap": 1})
    table.move(enemy="slap").token().move().end().move().move(enemy="slap").token()
    assert table.racer("Bo").tokens == ("move-move",)


@pytest.mark.clause("RAY-ENEMY-7", "RAY-ENEMY-8", "RAY-ENEMY-9")
def test_a_covered_enemy_is_no_danger_and_no_target() -> None:
    table = facing((6, 1), {"enemies": [[6, 1]]}, move=3, slap=4)
    assert table.refuse(c.SlapEnemy("Ana", (6, 1))) == ("RAY-ENEMY-8",)
    table.slap("Bo", 1).move()
    assert table.at("Ana") == (6, 1)
    assert not table.racer("Ana").is_immune


@pytest.mark.clause("RAY-ENEMY-8", "RAY-ENEMY-10")
def test_the_enemy_underfoot_counts_as_covered() -> None:
    board = {"enemies": [[5, 1]]}
    assert turn(board, slap=1).refuse(c.SlapEnemy("Ana", (5, 1))) == ("RAY-ENEMY-8",)
    allowed = Table(board, options={"covered_enemy_slap": True}).put("Ana", (5, 1)).begin(Ana={"slap": 1})
    assert allowed.do(c.SlapEnemy("Ana", (5, 1))).waits == "token"


@pytest.mark.clause("RAY-ENEMY-11")
def test_enemies_are_defeated_from_afar() -> None:
    assert enemy((8, 1), slap=4).do(c.SlapEnemy("Ana", (8, 1))).token().pool.slap == 0


@pytest.mark.clause("RAY-ENEMY-12")
def test_giving_up_the_heart_is_a_choice_unless_the_table_forbids_it() -> None:
    board = {"enemies": [[6, 1]]}
    table = Table(board).put("Ana", (5, 1), heart=True).begin(Ana={"move": 1, "slap": 1}).move(enemy="hit")
    assert not table.racer("Ana").has_heart
    assert table.pool.slap == 1
    strict = Table(board, options={"heart_optional": False}).put("Ana", (5, 1), heart=True)
    assert strict.begin(Ana={"move": 1, "slap": 1}).refuse(c.Move("Ana", 1, "hit"))


@pytest.mark.clause("RAY-ENEMY-13", "RAY-PROJ-16", "RAY-PROJ-20")
def test_extra_slaps_add_to_the_price_near_and_far() -> None:
    board = {"enemies": [[6, 1], [8, 1]]}
    table = Table(board, mode="hero", projectile="missile").roll(2).put("Ana", (5, 1))
    table.begin(Ana={"move": 1, "slap": 6}).move(enemy="slap").token()
    assert table.pool.slap == 4
    assert table.do(c.SlapEnemy("Ana", (8, 1))).token().pool.slap == 0


@pytest.mark.clause("RAY-ENEMY-14")
def test_a_turn_may_end_on_a_beaten_or_paid_enemy() -> None:
    assert enemy(move=1, slap=1).move(enemy="slap").token().end().at("Ana") == (6, 1)
    paid = Table({"enemies": [[6, 1]]}).put("Ana", (5, 1), heart=True).begin(Ana={"move": 1})
    assert paid.move(enemy="hit").end().at("Ana") == (6, 1)
