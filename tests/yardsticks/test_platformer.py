"""The plain search answers the worked examples of the form, and small tables worked out by hand."""

from itertools import product
from random import Random

import pytest

from tests.yardsticks.platformer import is_legal, reach
from tests.yardsticks.platformer_disputes import random_dispute, with_claim

WORKED_EXAMPLE: dict = {
    "format": "dispute/1",
    "game": "platformer",
    "options": {
        "trap_on_walk": False,
        "no_boost": "star",
        "portal_cost": "boot",
        "generate_with_special": False,
    },
    "board": {
        "columns": 5,
        "rows": 4,
        "levels": [1],
        "boss_level": False,
        "walls": [[1, 1]],
        "platforms": [[3, 2], [4, 2], [5, 3]],
        "ladders": [[3, 1]],
        "coins": [[4, 2]],
        "gems": [[2, 1]],
        "traps": [[2, 2]],
        "shops": [],
        "portals": [],
    },
    "players": {
        "sweety": {"at": [3, 1], "health": 2, "max_health": 4, "gems": 0, "coins": 1, "special": None},
        "etern": {
            "at": [1, 1],
            "health": 4,
            "max_health": 4,
            "gems": 0,
            "coins": 0,
            "special": "boot",
            "lets_go": False,
        },
    },
    "enemies": {
        "wolf": {"at": [4, 1], "health": 3, "damage": 2, "loot": {"coins": 2, "gems": 0}},
        "ent": {"at": [4, 2], "health": 2, "damage": 1},
    },
    "turn": {
        "player": "sweety",
        "symbols": {"boot": 1, "sword": 2, "monster": 1, "coin": 1},
        "extra": {},
    },
    "claim": {"at": [3, 2], "defeated": []},
}


def table(board: dict, hero: dict, symbols: dict, enemies: dict | None = None, **more: object) -> dict:
    """A dispute about the turn of one hero; others may be given as `others`."""
    others: dict = more.pop("others", {})  # type: ignore[assignment]
    extra: dict = more.pop("extra", {})  # type: ignore[assignment]
    return {
        "format": "dispute/1",
        "game": "platformer",
        "board": board,
        "players": {"me": {"health": 3, **hero}, **others},
        "enemies": enemies or {},
        "turn": {"player": "me", "symbols": symbols, "extra": extra},
        **more,
    }


def spaces(dispute: dict) -> list[tuple[int, int]]:
    return [(column, row) for column, row in reach(dispute)["spaces"]]


def claims(dispute: dict, **claim: object) -> bool:
    return is_legal({**dispute, "claim": claim})


# ---- The examples of the form


def test_worked_example():
    assert reach(WORKED_EXAMPLE) == {
        "format": "reach/1",
        "spaces": [[1, 2], [2, 1], [2, 2], [3, 1], [3, 2], [4, 1], [4, 2], [5, 1], [5, 2]],
        "fainted": True,
    }
    assert is_legal(WORKED_EXAMPLE)


def test_gems_example():
    question = {"format": "dispute/1", "game": "platformer", "ask": "gems", "symbols": 4, "gems": 9}
    assert reach(question) == {"format": "reach/1", "total": 10, "spent": [3, 3, 1, 1], "left": 1}


def test_enemies_example():
    def enemy(column: int, row: int) -> dict:
        return {"at": [column, row], "health": 1, "damage": 1}

    question = {
        "format": "dispute/1",
        "game": "platformer",
        "ask": "enemies",
        "die": "right",
        "board": {"columns": 5, "rows": 2, "platforms": [[1, 2], [2, 2]]},
        "players": {"sweety": {"at": [5, 1], "health": 3}},
        "enemies": {"a": enemy(1, 1), "b": enemy(2, 1), "c": enemy(4, 1), "d": enemy(2, 2), "e": enemy(1, 2)},
    }
    assert reach(question) == {
        "format": "reach/1",
        "enemies": {"a": [2, 1], "b": [3, 1], "c": [4, 1], "d": [2, 2], "e": [1, 2]},
        "wounds": {},
        "fainted": [],
    }
    attack = reach({**question, "die": "attack"})
    assert attack["wounds"] == {"sweety": 1}


def test_gravity_example():
    question = {
        "format": "dispute/1",
        "game": "platformer",
        "ask": "gravity",
        "board": {
            "columns": 2,
            "rows": 5,
            "platforms": [[2, 3]],
            "ladders": [[2, 5]],
            "traps": [[1, 2], [1, 4]],
        },
        "players": {
            "sweety": {"at": [1, 5], "health": 3},
            "etern": {"at": [2, 5], "health": 2},
            "alys": {"at": [1, 3], "health": 1},
            "angelo": {"at": None, "health": 4},
        },
        "enemies": {"wolf": {"at": [2, 4], "health": 3, "damage": 3}},
    }
    assert reach(question) == {
        "format": "reach/1",
        "players": {"sweety": [1, 1], "etern": [2, 5], "alys": None, "angelo": None},
        "enemies": {"wolf": [2, 3]},
        "traps": {"sweety": [[1, 4], [1, 2]], "alys": [[1, 2]]},
        "fainted": ["alys"],
    }
    question["players"]["etern"]["lets_go"] = True  # type: ignore[index]
    assert reach(question)["players"]["etern"] == [2, 4]


@pytest.mark.parametrize(("symbols", "gems"), list(product(range(1, 4), range(11))))
def test_the_cheapest_next_boost_is_best(symbols: int, gems: int):
    prices = [count * (count + 1) // 2 for count in range(5)]
    ways = [
        (symbols + sum(boosts), -sum(prices[count] for count in boosts))
        for boosts in product(range(5), repeat=symbols)
        if sum(prices[count] for count in boosts) <= gems
    ]
    total, price = max(ways)
    answer = reach({"ask": "gems", "symbols": symbols, "gems": gems})
    assert (answer["total"], answer["left"], sum(answer["spent"])) == (total, gems + price, -price)


# ---- Moving, forging, gems

ROW = {"columns": 4, "rows": 1}
TOWER = {"columns": 1, "rows": 3, "platforms": [[1, 3]], "ladders": [[1, 2]]}


def test_gems_lengthen_one_boot():
    assert spaces(table(ROW, {"at": [1, 1], "gems": 1}, {"boot": 1})) == [(1, 1), (2, 1), (3, 1)]
    unboosted = table(ROW, {"at": [1, 1], "gems": 1}, {"boot": 1}, options={"no_boost": "boot"})
    assert spaces(unboosted) == [(1, 1), (2, 1)]
    # A forged boot and an extra boot take no gems.
    assert spaces(table(ROW, {"at": [1, 1], "gems": 1}, {"star": 2})) == [(1, 1), (2, 1)]
    assert spaces(table(ROW, {"at": [1, 1], "gems": 1}, {}, extra={"boot": 1})) == [(1, 1), (2, 1)]


def test_a_gem_on_the_way_pays_only_for_later_symbols():
    board = {**ROW, "gems": [[2, 1]]}
    assert spaces(table(board, {"at": [1, 1]}, {"boot": 1})) == [(1, 1), (2, 1)]
    assert spaces(table(board, {"at": [1, 1]}, {"boot": 2})) == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_the_special_die_is_used_once_and_may_be_forged():
    assert spaces(table(ROW, {"at": [1, 1], "special": "boot"}, {})) == [(1, 1), (2, 1)]
    assert spaces(table(ROW, {"at": [1, 1], "special": "star"}, {"star": 1})) == [(1, 1), (2, 1)]
    assert spaces(table(ROW, {"at": [1, 1], "special": "star"}, {"coin": 1})) == [(1, 1)]


def test_ladders_lead_through_platforms_and_hold_heroes():
    climbs = table(TOWER, {"at": [1, 1]}, {"boot": 2})
    assert spaces(climbs) == [(1, 1), (1, 2), (1, 3)]
    assert spaces(table({**TOWER, "ladders": []}, {"at": [1, 1]}, {"boot": 2})) == [(1, 1)]


def test_walls_close_the_right_side():
    assert spaces(table({**ROW, "walls": [[2, 1]]}, {"at": [2, 1]}, {"boot": 1})) == [(1, 1), (2, 1)]


def test_steps_provoke_and_fainting_cancels_them():
    wolf = {"wolf": {"at": [2, 1], "health": 9, "damage": 3}}
    answer = reach(table(ROW, {"at": [1, 1], "health": 3}, {"boot": 1}, wolf))
    assert answer == {"format": "reach/1", "spaces": [[1, 1]], "fainted": True}
    # With a second die the hero may come back anywhere in row 1, but not pass the wolf unhurt.
    answer = reach(table(ROW, {"at": [1, 1], "health": 3}, {"boot": 1, "coin": 1}, wolf))
    assert answer == {"format": "reach/1", "spaces": [[1, 1], [3, 1], [4, 1]], "fainted": True}


def test_pushing_into_any_free_neighbour_or_the_old_cell():
    wolf = {"wolf": {"at": [2, 1], "health": 9, "damage": 1}}
    dispute = table(ROW, {"at": [1, 1]}, {"boot": 1}, wolf)
    assert claims(dispute, at=[2, 1], enemies={"wolf": [1, 1]})
    assert claims(dispute, at=[2, 1], enemies={"wolf": [3, 1]})
    assert not claims(dispute, at=[2, 1], enemies={"wolf": [4, 1]})
    fixed = {"wolf": {**wolf["wolf"], "pushable": False}}
    assert spaces(table(ROW, {"at": [1, 1]}, {"boot": 1}, fixed)) == [(1, 1)]


def test_traps_hurt_in_falling_and_on_foot_only_by_option():
    board = {"columns": 2, "rows": 2, "traps": [[2, 1]]}
    fall = table({**board, "walls": [[1, 1]]}, {"at": [1, 2], "health": 1}, {"boot": 1})
    assert reach(fall) == {"format": "reach/1", "spaces": [[1, 1]], "fainted": True}
    walk = table(board, {"at": [1, 1], "health": 1}, {"boot": 1})
    assert spaces(walk) == [(1, 1), (2, 1)]
    hurt = {**walk, "options": {"trap_on_walk": True}}
    assert reach(hurt) == {"format": "reach/1", "spaces": [[1, 1]], "fainted": True}


# ---- Attacks, monsters, portals


def test_attacks_add_up_and_defeat_or_nothing():
    ent = {"ent": {"at": [2, 1], "health": 3, "damage": 0}}
    assert not claims(table(ROW, {"at": [1, 1]}, {"sword": 2}, ent), defeated=["ent"])
    assert claims(table(ROW, {"at": [1, 1], "gems": 1}, {"sword": 2}, ent), defeated=["ent"])
    assert claims(
        table(ROW, {"at": [1, 1]}, {"sword": 1, "coin": 2}, ent, extra={"sword": 1}), defeated=["ent"]
    )
    assert not claims(
        table(ROW, {"at": [3, 1]}, {"sword": 3}, {"ent": {**ent["ent"], "at": [1, 1]}}), defeated=["ent"]
    )


def test_a_monster_moves_off_a_platform_and_falls():
    board = {"columns": 2, "rows": 2, "platforms": [[1, 2]]}
    ent = {"ent": {"at": [1, 2], "health": 3, "damage": 0}}
    dispute = table(board, {"at": [1, 1]}, {"monster": 1}, ent)
    assert claims(dispute, enemies={"ent": [2, 1]})
    assert not claims(dispute, enemies={"ent": [2, 2]})


def test_portals_lead_within_a_level():
    board = {
        "columns": 3,
        "rows": 2,
        "levels": [1, 2],
        "walls": [[1, 1], [2, 1]],
        "platforms": [[1, 2], [2, 2], [3, 2]],
    }
    board["portals"] = [[1, 1], [3, 1], [3, 2]]
    assert spaces(table(board, {"at": [1, 1]}, {"boot": 1})) == [(1, 1), (3, 1)]
    assert spaces(table(board, {"at": [1, 1], "gems": 1}, {}, options={"portal_cost": "gem"})) == [
        (1, 1),
        (3, 1),
    ]
    assert spaces(table(board, {"at": [1, 1]}, {"boot": 1}, options={"portal_cost": None})) == [(1, 1)]
    # Somebody on the portal who has no room cannot be pushed.
    ent = {"ent": {"at": [3, 1], "health": 3, "damage": 0}}
    assert spaces(table(board, {"at": [1, 1]}, {"boot": 1}, ent)) == [(1, 1)]


# ---- Off the map, and the Boss level


def test_who_begins_off_the_map_must_generate():
    ent = {"ent": {"at": [2, 1], "health": 3, "damage": 0}}
    answer = reach(table(ROW, {"at": None}, {"star": 1}, ent))
    assert answer == {"format": "reach/1", "spaces": [[1, 1], [3, 1], [4, 1]], "fainted": False}
    assert reach(table(ROW, {"at": None, "special": "boot"}, {}))["fainted"]
    with_special = {"generate_with_special": True}
    assert not reach(table(ROW, {"at": None, "special": "boot"}, {}, options=with_special))["fainted"]


BOSS_BOARD: dict = {"columns": 2, "rows": 3, "levels": [1, 3], "boss_level": True, "shops": [[2, 3]]}


def test_the_seal_is_crossed_upwards_only():
    assert (1, 3) in spaces(table(BOSS_BOARD, {"at": [1, 2]}, {"boot": 1}))
    assert spaces(table(BOSS_BOARD, {"at": [1, 3]}, {"boot": 2})) == [(1, 3), (2, 3)]


def test_over_the_seal_the_enemy_in_the_new_cell_strikes_and_needs_room():
    boss = {"at": [1, 3], "health": 9, "damage": 2, "boss": True}
    other = {"at": [2, 3], "health": 9, "damage": 2}
    assert claims(
        table(BOSS_BOARD, {"at": [1, 2]}, {"boot": 1}, {"boss": boss}), at=[1, 3], enemies={"boss": [2, 3]}
    )
    assert not claims(table(BOSS_BOARD, {"at": [1, 2], "health": 2}, {"boot": 1}, {"boss": boss}), at=[1, 3])
    crowded = table(BOSS_BOARD, {"at": [1, 2]}, {"boot": 1}, {"boss": boss, "other": other})
    assert (1, 3) not in spaces(crowded)


def test_a_hero_that_fainted_on_the_boss_level_returns_to_a_shop_or_near_it():
    fainted = {"at": None, "fainted_on_boss": True}
    assert spaces(table(BOSS_BOARD, fainted, {"star": 1})) == [(2, 3)]
    taken = {"ent": {"at": [2, 3], "health": 3, "damage": 0}}
    assert spaces(table(BOSS_BOARD, fainted, {"star": 1}, taken)) == [(1, 3)]


def test_a_defeated_boss_ends_the_game_without_gravity():
    boss = {"at": [2, 2], "health": 1, "damage": 0, "boss": True}
    board = {"columns": 2, "rows": 2, "boss_level": True}
    dispute = table(board, {"at": [1, 1]}, {"boot": 1, "sword": 1}, {"boss": boss})
    assert claims(dispute, at=[1, 2], defeated=["boss"])
    assert not claims(dispute, at=[1, 2], defeated=[])


def test_the_levels_below_go_when_the_last_hero_is_in():
    ent = {"ent": {"at": [2, 1], "health": 3, "damage": 0}}
    alone = table(BOSS_BOARD, {"at": [1, 2]}, {"boot": 1}, ent)
    assert claims(alone, at=[1, 3], defeated=[], enemies={"ent": None})
    assert not claims(alone, at=[1, 3], enemies={"ent": [2, 1]})
    off = {"you": {"at": None, "health": 1}}
    assert claims(
        table(BOSS_BOARD, {"at": [1, 2]}, {"boot": 1}, ent, others=off), at=[1, 3], enemies={"ent": [2, 1]}
    )


def test_gravity_at_will_stays_in_the_zone():
    board = {"columns": 1, "rows": 4, "levels": [1, 3], "boss_level": True}
    boss = {"boss": {"at": [1, 4], "health": 1, "damage": 0, "boss": True}}
    # From below, Gravity at will does not bring the Boss down; from above, it does, and so does the turn's
    # end.
    below = table(board, {"at": [1, 2]}, {"boot": 1, "sword": 1}, boss)
    assert claims(below, at=[1, 3], defeated=["boss"], enemies={"boss": None})
    assert claims(below, at=[1, 1], enemies={"boss": [1, 3]})


@pytest.mark.parametrize("seed", range(11, 41))
def test_claims_agree_with_reach(seed: int):
    rng = Random(seed)
    dispute = with_claim(rng, random_dispute(rng))
    claim, answer = dispute["claim"], reach(dispute)
    is_reached = answer["fainted"] if claim["at"] is None else claim["at"] in answer["spaces"]
    assert is_legal({**dispute, "claim": {"at": claim["at"]}}) is is_reached
    assert is_reached or not is_legal(dispute)
