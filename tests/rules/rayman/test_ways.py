from __future__ import annotations

import pytest

from companion.core.errors import Illegal
from companion.games.rayman import GAME, commands as c
from companion.games.rayman.running import reachable
from companion.i18n import words
from tests.rules.rayman import asking
from tests.rules.rayman.table import Table, turn


def texts(table: Table, space: str) -> list[str]:
    return [words(way.summary, "en") for way in asking.ways_to(table.state, space)]


def test_a_plain_way_is_a_row_of_moves_and_the_end() -> None:
    table = turn(at=(5, 1), move=3)
    (way,) = asking.ways_to(table.state, "7/1")
    assert way.commands == (c.Move("Ana", 1), c.Move("Ana", 1), c.EndTurn("Ana"))
    assert way.path == ("5/1", "6/1", "7/1")
    assert words(way.summary, "en") == "To 7/1"


def test_of_ways_that_differ_in_nothing_else_the_shortest_is_shown() -> None:
    table = Table(players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"move": 1})
    (way,) = asking.ways_to(table.state, "5/1")
    assert way.commands == (c.EndTurn("Ana"),)


def test_materially_different_ways_are_told_apart() -> None:
    teensies = {"blue": [7, 1], "red": [30, 1], "green": [31, 1], "yellow": [32, 1]}
    table = turn({"enemies": [[6, 1]], "teensies": teensies}, at=(5, 1), move=2, slap=2)
    table.put("Ana", heart=True)
    found = texts(table, "7/1")
    assert any("defeat the enemy on 6/1" in text and "free the blue Teensy" in text for text in found)
    assert any("give up the Heart" in text for text in found)
    assert len(set(found)) == len(found)


def test_a_way_stops_where_a_token_has_to_be_drawn() -> None:
    table = turn({"enemies": [[6, 1]]}, at=(5, 1), move=3, slap=1)
    way = asking.ways_to(table.state, "8/1")[0]
    assert way.commands == (c.Move("Ana", 1, "slap"),)
    assert way.goes_on
    assert way.path == ("5/1", "6/1", "7/1", "8/1"), "drawn as far as it is planned"
    table.do(*way.commands)
    assert table.waits == "token"
    table.token()
    way = asking.ways_to(table.state, "8/1")[0]
    assert not way.goes_on
    table.do(*way.commands)
    assert table.at("Ana") == (8, 1)


def test_a_way_goes_on_from_the_middle_of_a_glide() -> None:
    table = turn({"platforms": {"2": "5,8"}}, at=(5, 2), move=3, glide=1).glide().move(1)
    way = asking.ways_to(table.state, "8/2")[0]
    assert way.commands == (c.Move("Ana", 1), c.Move("Ana", 1), c.EndTurn("Ana"))


def test_no_way_is_refused_with_the_nearest_ends() -> None:
    table = turn(at=(5, 1), move=1)
    with pytest.raises(Illegal) as refused:
        asking.ways_to(table.state, "9/1")
    assert refused.value.clauses
    (instead,) = refused.value.details
    assert "6/1" in words(instead, "en")


@pytest.mark.clause("RAY-MOVE-7", "RAY-REST-6")
def test_a_way_off_an_obstacle_spends_every_movement_first() -> None:
    board = {"platforms": {"2": "4-6", "3": "6"}, "obstacles": "7"}
    table = turn(board, at=(5, 2), move=6).put("Ana", heart=True)
    assert "6/3" in asking.reachable(table.state)
    table.do(*asking.ways_to(table.state, "6/3")[0].commands)
    assert table.at("Ana") == (6, 3)


def test_a_seen_move_becomes_the_commands_behind_it() -> None:
    table = turn(at=(5, 1), move=3)
    ways = GAME.interpret(table.state, asking.seen("rayman", "5/1", "8/1"))
    assert ways[0].commands[-1] == c.EndTurn("Ana")
    assert GAME.interpret(table.state, asking.seen("globox", "0/1", "1/1")) == ()
    assert GAME.interpret(table.state, asking.seen("rayman", "5/1", "20/1")) == ()


def test_a_figure_put_on_an_offered_space_is_that_choice() -> None:
    table = turn({"enemies": [[6, 1]], "platforms": {"2": "4"}}, at=(5, 1), move=1).move(1, enemy="hit")
    assert table.waits == "retreat"
    (way,) = GAME.interpret(table.state, asking.seen("rayman", "6/1", "4/2"))
    assert way.commands == (c.PlaceFigure("Ana", (4, 2)),)


def test_a_dispute_tells_the_turn_from_its_start() -> None:
    table = turn({"enemies": [[6, 1]]}, at=(5, 1), move=3, slap=1).move(1, enemy="slap").token("move-slap")
    table.do(c.UseToken("Ana", "move-slap"))
    dispute = asking.dispute(table.state, "9/1")
    assert dispute["players"]["rayman"]["at"] == [5, 1]
    assert dispute["turn"] == {
        "player": "rayman",
        "actions": {"move": 3, "slap": 1},
        "drawn": [["move", "slap"]],
    }
    assert asking.judge(dispute).is_legal
    assert not asking.judge(asking.dispute(table.state, "12/1")).is_legal
    assert [9, 1] in [list(place) for place in asking.reach(dispute)]


def test_the_scene_is_where_the_figures_stand_on_the_cardboard() -> None:
    table = Table().put("Ana", (46, 2)).put("Bo", (7, 1))
    assert GAME.expected_scene(table.state).figures == {"rayman": "2/2", "globox": "7/1"}


def test_tokens_in_hand_are_used_where_nothing_else_helps() -> None:
    table = turn(at=(5, 1), move=1).put("Ana", tokens=("slap-slap", "move-move"))
    assert c.UseToken("Ana", "move-move") not in asking.ways_to(table.state, "6/1")[0].commands
    way = asking.ways_to(table.state, "8/1")[0]
    assert way.commands[0] == c.UseToken("Ana", "move-move")
    table.do(*way.commands)
    assert table.at("Ana") == (8, 1)
    assert table.racer("Ana").tokens == ("slap-slap",)


@pytest.mark.clause("RAY-FINISH-3")
def test_past_the_line_a_touch_shows_the_way_on() -> None:
    table = Table({"obstacles": "1"}).put("Ana", (43, 1), freed=("blue", "red", "green"))
    table.begin(Ana={"move": 3}).move()
    assert reachable(table.state) == ("0/1", "1/1", "2/1")
    (way,) = asking.ways_to(table.state, "2/1")
    assert way.commands == (c.Move("Ana", 1), c.Move("Ana", 1), c.EndTurn("Ana"))


def test_a_way_names_the_ability_that_it_uses_up() -> None:
    once = {"legendary_once": True}
    table = Table({"enemies": [[6, 1]]}, legends={"Ana": "weaver"}, options=once)
    table.put("Ana", (5, 1)).begin(Ana={"move": 2, "crouch": 2})
    assert any("use the Legendary ability up" in text for text in texts(table, "7/1"))
    always = Table({"enemies": [[6, 1]]}, legends={"Ana": "weaver"})
    always.put("Ana", (5, 1)).begin(Ana={"move": 2, "crouch": 2})
    assert not any("Legendary" in text for text in texts(always, "7/1"))


def test_a_way_leads_through_the_space_behind_a_figure_to_a_retreat_from_there() -> None:
    table = turn({"platforms": {"2": "9,11-13"}, "enemies": [[11, 2]]}, at=(13, 2), move=1)
    table.put("Bo", (12, 2))
    assert {"9/1", "9/2"} <= set(reachable(table.state))
    for space in ("9/1", "9/2"):
        (way,) = asking.ways_to(table.state, space)
        after = turn({"platforms": {"2": "9,11-13"}, "enemies": [[11, 2]]}, at=(13, 2), move=1)
        after.put("Bo", (12, 2)).do(*way.commands)
        assert "{}/{}".format(*after.at("Ana")) == space
