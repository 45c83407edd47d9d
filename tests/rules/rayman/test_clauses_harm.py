"""Hearts, Teensies, damage and Bonus tokens, clause by clause."""

import pytest
from msgspec.structs import replace

from companion.games.rayman import commands as c
from companion.games.rayman.events import FigureMoved
from tests.rules.rayman import fix
from tests.rules.rayman.table import FAR, Table, turn


def enemy(space: tuple[int, int] = (6, 1), **pool: int) -> Table:
    return turn({"enemies": [list(space)]}, **pool)


@pytest.mark.clause("RAY-HEART-1", "RAY-HEART-2")
def test_a_heart_action_takes_the_one_heart() -> None:
    table = turn(heart=2).do(c.TakeHeart("Ana"))
    assert table.racer("Ana").has_heart
    assert table.refuse(c.TakeHeart("Ana")) == ("RAY-HEART-2",)


@pytest.mark.clause("RAY-HEART-3", "RAY-HEART-4", "RAY-HEART-5")
def test_a_heart_goes_and_comes_back_without_immunity() -> None:
    board = {"enemies": [[6, 1], [7, 1]]}
    table = Table(board).put("Ana", (5, 1), heart=True).begin(Ana={"move": 2, "heart": 1})
    table.move(enemy="hit")
    assert not table.racer("Ana").is_immune
    table.do(c.TakeHeart("Ana")).move(enemy="hit")
    assert table.at("Ana") == (7, 1)
    assert not table.racer("Ana").has_heart
    kind = Table(board, options={"heart_gives_immunity": True}).put("Ana", (5, 1), heart=True)
    kind.begin(Ana={"move": 2}).move(enemy="hit")
    assert kind.racer("Ana").is_immune


@pytest.mark.clause("RAY-HEART-8")
def test_hearts_never_run_out() -> None:
    table = Table(players=6)
    for name in ("Ana", "Bo", "Cy", "Di", "Ed"):
        table.put(name, heart=True)
    assert table.begin(Flo={"heart": 1}).do(c.TakeHeart("Flo")).racer("Flo").has_heart


@pytest.mark.clause("RAY-HEART-9", "RAY-PUSH-4")
def test_out_of_turn_only_the_held_heart_protects() -> None:
    board = {"enemies": [[7, 1]]}
    table = Table(board).put("Ana", (5, 1)).put("Bo", (6, 1), tokens=("move-heart",))
    table.begin(Ana={"slap": 2}, Bo={"heart": 1, "slap": 3}).slap("Bo", 1)
    assert table.racer("Bo").is_immune
    assert table.racer("Bo").tokens == ("move-heart",)


@pytest.mark.clause("RAY-TEENSY-1", "RAY-TEENSY-2", "RAY-TEENSY-3", "RAY-TEENSY-4")
def test_a_prisoner_is_freed_once_each_and_stays_for_others() -> None:
    board = {"teensies": {**FAR, "blue": [6, 1]}}
    table = Table(board).put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"slap": 4}, Bo={"slap": 1})
    table.do(c.FreeTeensy("Ana", "blue"))
    assert table.refuse(c.FreeTeensy("Ana", "blue")) == ("RAY-TEENSY-3",)
    table.end().do(c.FreeTeensy("Bo", "blue"))
    assert table.racer("Ana").freed == table.racer("Bo").freed == ("blue",)
    assert table.state.board.space_of_teensy("blue") == (6, 1)


@pytest.mark.clause("RAY-TEENSY-5", "RAY-FINISH-1")
@pytest.mark.parametrize(("freed", "is_done"), [(("blue", "red"), False), (("blue", "red", "green"), True)])
def test_three_teensies_are_needed(freed: tuple[str, ...], is_done: bool) -> None:
    table = Table().put("Ana", (43, 1), freed=freed).begin(Ana={"move": 1}).move()
    assert table.racer("Ana").has_finished is is_done


@pytest.mark.clause("RAY-TEENSY-8")
def test_damage_does_not_cost_a_teensy() -> None:
    table = Table({"obstacles": "6"}).put("Ana", (5, 1), freed=("blue",)).begin(Ana={"move": 1}).move()
    assert table.racer("Ana").is_immune
    assert table.racer("Ana").freed == ("blue",)


@pytest.mark.clause("RAY-DAMAGE-2", "RAY-DAMAGE-1")
def test_the_hurt_player_chooses_the_level() -> None:
    board = {"obstacles": "6", "platforms": {"2": "4", "3": "4"}}
    table = turn(board, move=1).move()
    assert table.places() == {(4, 1), (4, 2), (4, 3)}
    assert table.place((4, 3)).at("Ana") == (4, 3)


@pytest.mark.clause("RAY-DAMAGE-3", "RAY-DAMAGE-4")
def test_a_retreat_avoids_figures_and_obstacles_column_by_column() -> None:
    board = {"obstacles": "4,6", "platforms": {"2": "4"}}
    table = Table(board).put("Ana", (5, 1)).put("Bo", (4, 2)).begin(Ana={"move": 1}).move()
    assert table.at("Ana") == (3, 1)


@pytest.mark.clause("RAY-DAMAGE-5")
def test_a_retreat_stops_at_the_line() -> None:
    table = Table({"obstacles": "1"}).begin(Ana={"move": 1}).move()
    assert table.at("Ana") == table.at("Bo") == (0, 1)


@pytest.mark.clause("RAY-DAMAGE-6", "RAY-DAMAGE-10")
def test_immunity_lasts_until_the_next_own_turn() -> None:
    table = enemy(move=1).move(enemy="hit")
    assert table.racer("Ana").is_immune
    table.end_round().begin(Ana={"move": 2})
    assert not table.racer("Ana").is_immune


@pytest.mark.clause("RAY-DAMAGE-7")
def test_a_retreat_may_end_on_an_enemy_or_a_projectile() -> None:
    table = turn({"enemies": [[6, 1], [4, 1]]}, move=1).move(enemy="hit")
    assert table.at("Ana") == (4, 1)
    thrown = Table({"obstacles": "6"}, mode="intermediate").roll(5).do(fix.projectiles(((4, 1),)))
    thrown.put("Ana", (5, 1)).begin(Ana={"move": 1}).move()
    assert thrown.at("Ana") == (4, 1)
    assert thrown.projectiles() == []


@pytest.mark.clause("RAY-DAMAGE-12")
def test_a_retreat_never_ends_on_a_head() -> None:
    table = Table({"obstacles": "6"}, players=5).put("Ana", (5, 1)).put("Bo", (4, 1))
    table.begin(Ana={"move": 1}).move()
    assert table.at("Ana") == (3, 1)


@pytest.mark.clause("RAY-DAMAGE-8")
def test_damage_ends_the_turn_unless_the_table_plays_on() -> None:
    table = enemy(move=3).move(enemy="hit")
    assert table.me == "Bo"
    onward = Table({"enemies": [[6, 1]]}, options={"damage_ends_turn": False}).put("Ana", (5, 1))
    onward.begin(Ana={"move": 3}).move(enemy="hit")
    assert onward.me == "Ana"
    assert onward.at("Ana") == (4, 1)


@pytest.mark.clause("RAY-DAMAGE-9")
def test_walls_stop_a_retreat_only_by_house_rule() -> None:
    board = {"obstacles": "6", "walls": [[4, 1]]}
    assert turn(board, move=1).move().at("Ana") == (4, 1)
    walled = Table(board, options={"walls_stop_retreat": True}).put("Ana", (5, 1)).begin(Ana={"move": 1})
    assert walled.move().at("Ana") == (5, 1)


@pytest.mark.clause("RAY-VARIANT-5")
def test_the_penalty_may_be_three_columns() -> None:
    table = Table({"obstacles": "6"}, options={"damage_retreat": 3}).put("Ana", (5, 1))
    assert table.begin(Ana={"move": 1}).move().at("Ana") == (3, 1)


@pytest.mark.clause("RAY-DAMAGE-11")
def test_when_several_are_hurt_the_rearmost_retreats_first() -> None:
    table = Table(mode="hero", projectile="red_ghost", players=3).roll(1)
    table.put("Ana", (8, 1)).put("Bo", (6, 1)).put("Cy", (5, 1)).begin().end_turns()
    while table.waits in ("bonus_move", "projectile"):
        table.do(c.Stay(table.state.agenda[0].player) if table.waits == "bonus_move" else c.Continue())
    table.do(c.Continue())
    moved = [event.player for event in table.happened(FigureMoved)]
    assert moved == ["Cy", "Bo", "Ana"]


@pytest.mark.clause("RAY-TOKEN-2", "RAY-TOKEN-3")
def test_a_fifth_token_is_used_or_discarded_at_once() -> None:
    four = ("move-move", "move-jump", "move-slap", "move-glide")
    table = Table({"enemies": [[6, 1]]}).put("Ana", (5, 1), tokens=four).begin(Ana={"slap": 2, "move": 1})
    table.do(c.SlapEnemy("Ana", (6, 1))).token("slap-slap")
    assert table.refuse(c.EndTurn("Ana")) == ("RAY-TOKEN-3",)
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-TOKEN-3",)
    table.do(c.DiscardToken("Ana", "move-jump"))
    assert len(table.racer("Ana").tokens) == 4
    assert table.refuse(c.DiscardToken("Ana", "move-move")) == ("RAY-TOKEN-2",)


@pytest.mark.clause("RAY-TOKEN-4", "RAY-TOKEN-5")
def test_tokens_join_the_pool_and_are_gone() -> None:
    table = Table().put("Ana", (5, 1), tokens=("move-move", "move-slap")).begin(Ana={})
    table.do(c.UseToken("Ana", "move-move"), c.UseToken("Ana", "move-slap"))
    assert (table.pool.move, table.pool.slap) == (3, 1)
    assert table.end().racer("Ana").tokens == ()
    assert table.state.spent.get("move-slap") == 1


@pytest.mark.clause("RAY-TOKEN-6")
def test_a_fresh_token_is_used_in_the_same_turn() -> None:
    table = enemy(slap=2).do(c.SlapEnemy("Ana", (6, 1))).token("move-move").do(c.UseToken("Ana", "move-move"))
    assert table.pool.move == 2


@pytest.mark.clause("RAY-TOKEN-7")
def test_an_empty_supply_is_refilled_from_the_discards() -> None:
    table = enemy(slap=2)
    table.state = replace(table.state, bag={}, spent=table.state.bag)
    table.do(c.SlapEnemy("Ana", (6, 1))).token("move-lums")
    assert table.racer("Ana").tokens == ("move-lums",)
    assert table.state.spent == {}
    assert sum(table.state.bag.values()) == 26
    bare = enemy(slap=2)
    bare.state = replace(bare.state, bag={}, spent={}, tokens={})
    assert bare.do(c.SlapEnemy("Ana", (6, 1))).waits == "turn"


@pytest.mark.clause("RAY-TOKEN-8", "RAY-BUBBLE-4", "RAY-INIT-6")
def test_a_bubble_round_has_no_turn_and_uses_no_token() -> None:
    table = Table().put("Ana", (5, 1), tokens=("move-move",)).do(c.ChooseBubble("Ana"))
    table.begin(Bo={"move": 1})
    assert table.state.order == ("Bo",)
    assert table.refuse(c.UseToken("Ana", "move-move")) == ("RAY-INIT-1",)
    assert table.end().at("Ana") == (5, 1)
