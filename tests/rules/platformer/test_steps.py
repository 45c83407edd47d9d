"""Steps, pushes, attacks on the way, monsters, portals, forging and gems."""

from __future__ import annotations

import pytest

from companion.games.platformer.turn.gems import best_boost, boost_price
from companion.games.platformer.turn.position import Hero, Position, Rules, Table
from companion.games.platformer.turn.steps import walk_steps
from companion.games.platformer.turn.tower import Tower

from .turns import ROW, ask, ends, enemy, is_legal, turn

TOWER = {"columns": 1, "rows": 3, "platforms": [[1, 3]], "ladders": [[1, 2]]}


@pytest.mark.clause("PLT-ACT-2")
@pytest.mark.clause("PLT-GEM-1")
def test_a_boot_moves_one_cell_and_gems_lengthen_it() -> None:
    assert ends(ROW, {"at": [1, 1]}, {"boot": 1}) == {(1, 1), (2, 1)}
    assert ends(ROW, {"at": [1, 1], "gems": 1}, {"boot": 1}) == {(1, 1), (2, 1), (3, 1)}
    assert ends(ROW, {"at": [1, 1], "gems": 3}, {"boot": 1}) == {(1, 1), (2, 1), (3, 1), (4, 1)}
    assert [boost_price(boosts) for boosts in range(5)] == [0, 1, 3, 6, 10]


@pytest.mark.clause("PLT-GEM-2")
@pytest.mark.clause("PLT-FORGE-2")
def test_what_takes_no_gems() -> None:
    assert (3, 1) not in ends(ROW, {"at": [1, 1], "gems": 1}, {"boot": 1}, options={"no_boost": "boot"})
    assert ends(ROW, {"at": [1, 1], "gems": 1}, {"star": 2}) == {(1, 1), (2, 1)}
    assert ends(ROW, {"at": [1, 1], "gems": 1}, {}, extra={"boot": 1}) == {(1, 1), (2, 1)}
    assert ends(ROW, {"at": None}, {}, extra={"star": 1}) == {None}


@pytest.mark.clause("PLT-GEM-3")
def test_a_gem_on_the_way_pays_for_later_symbols_only() -> None:
    board = {**ROW, "gems": [[2, 1]]}
    assert ends(board, {"at": [1, 1]}, {"boot": 1}) == {(1, 1), (2, 1)}
    assert (4, 1) in ends(board, {"at": [1, 1]}, {"boot": 2})


@pytest.mark.clause("PLT-GEM-4")
def test_the_books_table_and_both_examples() -> None:
    assert [best_boost(1, gems).total for gems in (0, 1, 3, 6, 10)] == [1, 2, 3, 4, 5]
    assert best_boost(2, 9) == (7, (6, 3), 0)
    assert ask(ask="gems", symbols=4, gems=9) == {"total": 10, "spent": (3, 3, 1, 1), "left": 1}


@pytest.mark.clause("PLT-FORGE-1")
def test_forging_with_the_special_die() -> None:
    assert ends(ROW, {"at": [1, 1], "special": "star"}, {"star": 1}) == {(1, 1), (2, 1)}
    assert ends(ROW, {"at": [1, 1], "special": "star"}, {"coin": 1}) == {(1, 1)}


@pytest.mark.clause("PLT-STEP-1")
def test_climbing_needs_no_ladder_but_staying_does() -> None:
    assert ends(TOWER, {"at": [1, 1]}, {"boot": 2}) == {(1, 1), (1, 2), (1, 3)}
    assert ends({"columns": 2, "rows": 2, "platforms": [[2, 2]]}, {"at": [1, 1]}, {"boot": 2}) >= {(2, 2)}


@pytest.mark.clause("PLT-STEP-2")
@pytest.mark.clause("PLT-STEP-4")
def test_pushing_into_any_free_neighbour_or_the_old_cell() -> None:
    dispute = turn(ROW, {"at": [1, 1]}, {"boot": 1}, enemies={"wolf": enemy(2, 1, damage=1)})
    assert is_legal(dispute, at=[2, 1], enemies={"wolf": [1, 1]})
    assert is_legal(dispute, at=[2, 1], enemies={"wolf": [3, 1]})
    assert not is_legal(dispute, at=[2, 1], enemies={"wolf": [4, 1]})
    fixed = {"wolf": enemy(2, 1, pushable=False)}
    assert ends(ROW, {"at": [1, 1]}, {"boot": 1}, enemies=fixed) == {(1, 1)}


@pytest.mark.clause("PLT-STEP-3")
@pytest.mark.clause("PLT-FAINT-1")
@pytest.mark.clause("PLT-FAINT-2")
def test_leaving_an_enemy_hurts_and_fainting_cancels_the_step() -> None:
    wolf = {"wolf": enemy(2, 1, damage=3)}
    assert ends(ROW, {"at": [1, 1]}, {"boot": 1}, enemies=wolf) == {(1, 1), None}
    back = ends(ROW, {"at": [1, 1], "special": "boot"}, {"boot": 1, "coin": 1}, enemies=wolf)
    assert back == {(1, 1), (3, 1), (4, 1), None}
    assert (2, 1) in ends(ROW, {"at": [1, 1], "health": 4}, {"boot": 1}, enemies=wolf)


@pytest.mark.clause("PLT-STEP-5")
def test_being_pushed_generating_and_portals_provoke_nothing() -> None:
    wolf = {"wolf": enemy(1, 1, damage=9)}
    others = {"you": {"at": [2, 1], "health": 1}}
    pushed = turn(ROW, {"at": [3, 1]}, {"boot": 1}, enemies=wolf, others=others)
    assert is_legal(pushed, at=[2, 1], players={"you": [3, 1]})
    portals = {**ROW, "portals": [[2, 1], [4, 1]], "walls": [[2, 1]]}
    assert (4, 1) in ends(portals, {"at": [2, 1], "health": 1}, {"boot": 1}, enemies=wolf)
    assert (2, 1) in ends(ROW, {"at": None, "health": 1}, {"boot": 1}, enemies=wolf)


@pytest.mark.clause("PLT-STEP-6")
def test_who_comes_into_a_cell_collects() -> None:
    tower = Tower(4, 1)
    table = Table(tower, Rules(), Hero(3), (Hero(3),))
    here = Position(0, 3, 1, (), (1,), (3,), tower.bits([(3, 1), (2, 1)]), 0)
    pushed = {step.action.to: step for step in walk_steps(table, here)}
    assert pushed[2].after.gems == 0  # one gem for each of the two
    assert pushed[2].gain.gems == 1
    assert pushed[0].after.gems == tower.bits([(3, 1)])


@pytest.mark.clause("PLT-STEP-7")
def test_traps_hurt_on_foot_by_house_rule_only() -> None:
    board = {**ROW, "traps": [[2, 1]]}
    assert ends(board, {"at": [1, 1], "health": 1}, {"boot": 1}) == {(1, 1), (2, 1)}
    rule = {"trap_on_walk": True}
    assert ends(board, {"at": [1, 1], "health": 1}, {"boot": 1}, options=rule) == {(1, 1), None}


@pytest.mark.clause("PLT-ACT-3")
@pytest.mark.clause("PLT-ACT-3B")
def test_portals_of_one_level() -> None:
    board = {
        "columns": 3, "rows": 2, "levels": [1, 2], "walls": [[1, 1], [2, 1]],
        "platforms": [[1, 2], [2, 2], [3, 2]], "portals": [[1, 1], [3, 1], [3, 2]],
    }  # fmt: skip
    assert ends(board, {"at": [1, 1]}, {"boot": 1}) == {(1, 1), (3, 1)}
    assert ends(board, {"at": [1, 1], "gems": 1}, {}, options={"portal_cost": "gem"}) == {(1, 1), (3, 1)}
    assert ends(board, {"at": [1, 1]}, {"boot": 1}, options={"portal_cost": None}) == {(1, 1)}
    # A boosted boot that begins with a step cannot go on through the portal.
    line = {**ROW, "walls": [[2, 1]], "portals": [[2, 1], [4, 1]]}
    assert (4, 1) not in ends(line, {"at": [1, 1], "gems": 9}, {"boot": 1})
    assert ends(board, {"at": [1, 1]}, {"boot": 1}, enemies={"e": enemy(3, 1)}) == {(1, 1)}


@pytest.mark.clause("PLT-ACT-4")
def test_swords_of_all_sources_add_up_or_nothing_happens() -> None:
    ent = {"ent": enemy(2, 1, 3)}
    assert not is_legal(turn(ROW, {"at": [1, 1]}, {"sword": 2}, enemies=ent), at=[1, 1], defeated=["ent"])
    boosted = turn(ROW, {"at": [1, 1], "gems": 1}, {"sword": 2}, enemies=ent)
    assert is_legal(boosted, at=[1, 1], defeated=["ent"])
    mixed = turn(ROW, {"at": [1, 1]}, {"sword": 1, "coin": 2}, enemies=ent, extra={"sword": 1})
    assert is_legal(mixed, at=[1, 1], defeated=["ent"])


@pytest.mark.clause("PLT-ACT-4B")
def test_heroes_are_no_target() -> None:
    dispute = turn(ROW, {"at": [1, 1]}, {"sword": 5}, others={"you": {"at": [2, 1], "health": 1}})
    assert not is_legal(dispute, at=[1, 1], players={"you": None})


@pytest.mark.clause("PLT-ACT-6")
def test_a_monster_moves_any_enemy_of_the_zone_over_free_cells() -> None:
    dispute = turn(ROW, {"at": [1, 1], "gems": 1}, {"monster": 1}, enemies={"e": enemy(4, 1)})
    assert is_legal(dispute, at=[1, 1], enemies={"e": [2, 1]})
    board = {"columns": 2, "rows": 2, "platforms": [[1, 2]]}
    off = turn(board, {"at": [1, 1]}, {"monster": 1}, enemies={"e": enemy(1, 2)})
    assert is_legal(off, at=[1, 1], enemies={"e": [2, 1]})
    sealed = {"columns": 2, "rows": 2, "levels": [1, 2], "boss_level": True}
    above = turn(sealed, {"at": [1, 1]}, {"monster": 1}, enemies={"e": enemy(1, 2)})
    assert not is_legal(above, at=[1, 1], enemies={"e": [2, 2]})


@pytest.mark.clause("PLT-TURN-5")
def test_nothing_has_to_be_done() -> None:
    assert (1, 1) in ends(ROW, {"at": [1, 1]}, {"boot": 5})


def test_a_great_deal_of_loot_can_be_spent_at_once() -> None:
    board = {"columns": 3, "rows": 4, "platforms": [[2, 2]], "ladders": [[2, 1]]}
    foes = {
        str(index): enemy(*place, health=1, loot={"gems": 999})
        for index, place in enumerate([(1, 2), (3, 2), (2, 1), (2, 3)])
    }
    foes["giant"] = enemy(2, 4, health=95)  # 94 boosts of one sword cost 4,465 gems
    me, extra = {"at": [2, 2], "gems": 999}, {"sword": 4}
    dispute = turn(board, me, {"sword": 1}, enemies=foes, extra=extra)
    assert is_legal(dispute, at=[2, 2], defeated=list(foes))
    assert not is_legal(
        turn(board, {**me, "gems": 468}, {"sword": 1}, enemies=foes, extra=extra),
        at=[2, 2],
        defeated=list(foes),
    )
