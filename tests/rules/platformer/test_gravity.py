"""Gravity and the Enemy die: who falls where, who moves, who strikes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.platformer.dispute.read import read_dispute
from companion.games.platformer.turn.gravity import landing, settle
from tests.yardsticks.platformer_disputes import random_dispute

from .turns import ask, ends, enemy, is_legal, turn

SHAFT = {"columns": 1, "rows": 5}


def fall(board: dict[str, Any], **more: Any) -> dict[str, Any]:
    return ask(ask="gravity", board=board, **more)


@pytest.mark.clause("PLT-GRAV-1")
@pytest.mark.clause("PLT-TURN-7")
def test_stacks_come_down_together() -> None:
    after = fall(SHAFT, players={"a": {"at": [1, 5], "health": 1}}, enemies={"e": enemy(1, 3)})
    assert after["enemies"] == {"e": (1, 1)}
    assert after["players"] == {"a": (1, 2)}
    assert ends(SHAFT, {"at": [1, 4]}, {}) == {(1, 1)}


@pytest.mark.clause("PLT-GRAV-2")
@pytest.mark.clause("PLT-GRAV-3")
def test_ladders_hold_heroes_that_want_it() -> None:
    board = {**SHAFT, "ladders": [[1, 4], [1, 2]]}
    assert fall(board, players={"a": {"at": [1, 4], "health": 1}})["players"] == {"a": (1, 4)}
    let_go = {"a": {"at": [1, 4], "health": 1, "lets_go": True}}
    assert fall(board, players=let_go)["players"] == {"a": (1, 1)}
    assert fall(board, enemies={"e": enemy(1, 4)})["enemies"] == {"e": (1, 1)}
    assert ends(board, {"at": [1, 4]}, {}) == {(1, 4), (1, 1)}


@pytest.mark.clause("PLT-GRAV-4")
@pytest.mark.clause("PLT-GRAV-5")
def test_traps_on_the_way() -> None:
    board = {
        "columns": 2,
        "rows": 5,
        "platforms": [[2, 3]],
        "ladders": [[2, 5]],
        "traps": [[1, 2], [1, 4], [1, 5]],
    }
    players = {
        "sweety": {"at": [1, 5], "health": 3}, "etern": {"at": [2, 5], "health": 2},
        "alys": {"at": [1, 3], "health": 1}, "angelo": {"at": None, "health": 4},
    }  # fmt: skip
    after = fall(board, players=players, enemies={"wolf": enemy(2, 4, damage=3)})
    assert after == {
        "players": {"sweety": (1, 1), "etern": (2, 5), "alys": None, "angelo": None},
        "enemies": {"wolf": (2, 3)},
        "traps": {"sweety": [(1, 4), (1, 2)], "alys": [(1, 2)]},
        "fainted": ["alys"],
    }


@pytest.mark.clause("PLT-GRAV-6")
def test_at_will_only_the_zone_of_the_hero_falls() -> None:
    board = {"columns": 1, "rows": 4, "levels": [1, 3], "boss_level": True}
    players = {"low": {"at": [1, 2], "health": 1}, "high": {"at": [1, 4], "health": 1}}
    assert fall(board, players=players, zone="lower")["players"] == {"low": (1, 1), "high": (1, 4)}
    assert fall(board, players=players, zone="boss")["players"] == {"low": (1, 2), "high": (1, 3)}
    assert fall(board, players=players)["players"] == {"low": (1, 1), "high": (1, 3)}
    # Called at will, it lets a hero fall and step on.
    hall = {"columns": 2, "rows": 2, "walls": [[1, 2]]}
    assert (2, 1) in ends(hall, {"at": [1, 2]}, {"boot": 1})


@pytest.mark.clause("PLT-ENEMY-1")
@pytest.mark.clause("PLT-ENEMY-2")
def test_enemies_move_at_once_and_never_off_a_platform() -> None:
    board = {"columns": 5, "rows": 2, "platforms": [[1, 2], [2, 2]]}
    foes = {"a": enemy(1, 1), "b": enemy(2, 1), "c": enemy(4, 1), "d": enemy(2, 2), "e": enemy(1, 2)}
    after = ask(
        ask="enemies", die="right", board=board, players={"s": {"at": [5, 1], "health": 3}}, enemies=foes
    )
    assert after["enemies"] == {"a": (2, 1), "b": (3, 1), "c": (4, 1), "d": (2, 2), "e": (1, 2)}
    left = ask(ask="enemies", die="left", board=board, enemies=foes)["enemies"]
    assert left == {"a": (1, 1), "b": (2, 1), "c": (3, 1), "d": (2, 2), "e": (1, 2)}


@pytest.mark.clause("PLT-ENEMY-1")
@pytest.mark.parametrize("die", ["left", "right"])
def test_in_a_single_column_no_enemy_goes_up_or_down(die: str) -> None:
    foes = {"a": enemy(1, 1), "b": enemy(1, 3)}
    board = {"columns": 1, "rows": 3, "platforms": [[1, 2]], "ladders": [[1, 1]]}
    assert ask(ask="enemies", die=die, board=board, enemies=foes)["enemies"] == {"a": (1, 1), "b": (1, 3)}


@pytest.mark.clause("PLT-ENEMY-2B")
def test_an_enemy_in_the_air_moves_onto_a_platform() -> None:
    board = {"columns": 2, "rows": 2, "platforms": [[2, 2]]}
    assert ask(ask="enemies", die="right", board=board, enemies={"e": enemy(1, 2)})["enemies"] == {
        "e": (2, 2)
    }


@pytest.mark.clause("PLT-ENEMY-3")
def test_all_enemies_strike_at_once() -> None:
    board = {"columns": 3, "rows": 1}
    foes = {"a": enemy(1, 1, damage=2), "b": enemy(3, 1, damage=2)}
    after = ask(
        ask="enemies", die="attack", board=board, players={"s": {"at": [2, 1], "health": 3}}, enemies=foes
    )
    assert after["wounds"] == {"s": 3}
    assert after["fainted"] == ["s"]


@pytest.mark.clause("PLT-ENEMY-4")
def test_the_boss_obeys_the_die_unless_the_house_rules_otherwise() -> None:
    board = {"columns": 3, "rows": 1, "boss_level": True}
    question = {"ask": "enemies", "die": "right", "board": board, "enemies": {"b": enemy(1, 1, boss=True)}}
    assert ask(**question)["enemies"] == {"b": (2, 1)}
    assert ask(**question, options={"boss_on_enemy_die": False})["enemies"] == {"b": (1, 1)}


def test_the_books_second_turn() -> None:
    """Etern comes back, defeats the Ent, moves the Werewolf off its platform and climbs a ladder."""
    board = {
        "columns": 4, "rows": 4, "platforms": [[2, 3], [2, 4]], "ladders": [[4, 2]], "gems": [[4, 2]],
    }  # fmt: skip
    dispute = turn(
        board, {"at": None}, {"sword": 2, "monster": 1, "boot": 1, "star": 1},
        enemies={"ent": enemy(3, 1, 2, 1), "wolf": enemy(2, 3, 3, 3)},
        others={"sweety": {"at": [2, 4], "health": 3}},
    )  # fmt: skip
    dispute["board"]["platforms"] = [[2, 3]]
    assert is_legal(
        dispute, at=[4, 2], defeated=["ent"], enemies={"wolf": [3, 1]}, players={"sweety": [2, 3]}
    )


def test_the_books_first_turn() -> None:
    """Sweety draws the Werewolf near, defeats it, and steps left in her Boots onto the other one."""
    board = {"columns": 5, "rows": 4, "platforms": [[4, 4], [5, 4], [1, 2], [2, 2], [3, 2]], "gems": [[2, 3]]}
    dispute = turn(
        board, {"at": [3, 3], "health": 6, "special": "sword"},
        {"monster": 1, "sword": 2, "coin": 2}, extra={"boot": 1, "monster": 1},
        enemies={"low": enemy(2, 2, 3, 3), "high": enemy(5, 4, 3, 3, loot={"coins": 2})},
    )  # fmt: skip
    dispute["board"]["platforms"].append([3, 3])
    assert is_legal(dispute, at=[2, 3], defeated=["high"], enemies={"low": [2, 2]})


def test_the_hero_lands_where_gravity_leaves_it() -> None:
    falls = 0
    for seed in range(400):
        raw = random_dispute(Random(seed), is_large=True)
        raw["board"].pop("traps", None)
        dispute = read_dispute(raw)
        here = dispute.start
        if here.hero >= 0:
            after = settle(dispute.table, here, lets_go=True).after
            assert landing(dispute.table, here) == after.hero
            falls += after.hero != here.hero
    assert falls > 50
