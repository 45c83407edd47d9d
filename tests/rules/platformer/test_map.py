"""The tower: what is adjacent, what carries a figure, and the seal under the Boss level."""

from __future__ import annotations

import pytest

from companion.games.platformer.turn.tower import Tower

from .turns import ROW, ends, enemy, is_legal, turn

SEALED = {"columns": 2, "rows": 3, "levels": [1, 3], "boss_level": True, "shops": [[2, 3]]}


def near(tower: Tower, column: int, row: int) -> set[tuple[int, int]]:
    return {tower.place(cell) for cell in tower.neighbours[tower.cell((column, row))]}


@pytest.mark.clause("PLT-MAP-1")
def test_no_diagonals() -> None:
    assert near(Tower(3, 3), 2, 2) == {(1, 2), (3, 2), (2, 1), (2, 3)}
    assert near(Tower(3, 3), 1, 1) == {(2, 1), (1, 2)}


@pytest.mark.clause("PLT-MAP-3")
@pytest.mark.clause("PLT-MAP-7")
def test_walls_and_platforms_part_cells() -> None:
    tower = Tower(3, 3, walls=frozenset({(1, 2)}), platforms=frozenset({(2, 2)}))
    assert near(tower, 2, 2) == {(3, 2), (2, 3)}
    assert (2, 2) not in near(tower, 1, 2)
    assert (2, 2) not in near(tower, 2, 1)


@pytest.mark.clause("PLT-MAP-5")
def test_a_ladder_opens_the_platform_above_it() -> None:
    tower = Tower(1, 3, platforms=frozenset({(1, 2), (1, 3)}), ladders=frozenset({(1, 1)}))
    assert near(tower, 1, 1) == {(1, 2)}
    assert near(tower, 1, 2) == {(1, 1)}
    assert tower.has_floor[tower.cell((1, 2))]


@pytest.mark.clause("PLT-MAP-6")
def test_floors() -> None:
    tower = Tower(1, 4, levels=(1, 3), has_boss_level=True, platforms=frozenset({(1, 2)}))
    assert tower.has_floor == (True, True, True, False)


@pytest.mark.clause("PLT-MAP-8")
@pytest.mark.clause("PLT-BOSS-1")
def test_only_the_heros_step_crosses_the_seal_upwards() -> None:
    tower = Tower(1, 2, levels=(1, 2), has_boss_level=True, ladders=frozenset({(1, 1)}))
    assert near(tower, 1, 1) == set()
    assert (1, 3) in ends(SEALED, {"at": [1, 2]}, {"boot": 1})
    assert ends(SEALED, {"at": [1, 3]}, {"boot": 2}) == {(1, 3), (2, 3)}


@pytest.mark.clause("PLT-BOSS-2")
def test_the_enemy_in_the_new_cell_strikes_and_needs_room_above() -> None:
    boss = enemy(1, 3, damage=2)
    assert is_legal(
        turn(SEALED, {"at": [1, 2]}, {"boot": 1}, enemies={"b": boss}), at=[1, 3], enemies={"b": [2, 3]}
    )
    assert (1, 3) not in ends(SEALED, {"at": [1, 2], "health": 2}, {"boot": 1}, enemies={"b": boss})
    crowd = {"b": boss, "c": enemy(2, 3)}
    assert (1, 3) not in ends(SEALED, {"at": [1, 2]}, {"boot": 1}, enemies=crowd)


@pytest.mark.clause("PLT-BOSS-3")
def test_a_hero_that_fainted_above_returns_to_a_shop_or_near_it() -> None:
    fainted = {"at": None, "fainted_on_boss": True}
    assert ends(SEALED, fainted, {"star": 1}) == {(2, 3)}
    assert ends(SEALED, fainted, {"star": 1}, enemies={"e": enemy(2, 3)}) == {(1, 3)}
    without = {**SEALED, "shops": []}
    assert ends(without, fainted, {"star": 1}) == {(1, 3), (2, 3)}


@pytest.mark.clause("PLT-BOSS-4")
def test_the_levels_below_go_when_the_last_hero_is_in() -> None:
    alone = turn(SEALED, {"at": [1, 2]}, {"boot": 1}, enemies={"e": enemy(2, 1)})
    assert is_legal(alone, at=[1, 3], defeated=[], enemies={"e": None})
    off = {"you": {"at": None, "health": 1}}
    kept = turn(SEALED, {"at": [1, 2]}, {"boot": 1}, enemies={"e": enemy(2, 1)}, others=off)
    assert is_legal(kept, at=[1, 3], enemies={"e": [2, 1]})
    assert not is_legal(kept, at=[1, 3], enemies={"e": None})


@pytest.mark.clause("PLT-BOSS-5")
def test_the_boss_falls_and_the_place_counts_without_gravity() -> None:
    board = {"columns": 2, "rows": 2, "boss_level": True}
    fight = turn(board, {"at": [1, 1]}, {"boot": 1, "sword": 1}, enemies={"b": enemy(2, 2, 1, boss=True)})
    assert is_legal(fight, at=[1, 2], defeated=["b"])
    assert not is_legal(fight, at=[1, 2], defeated=[])


@pytest.mark.clause("PLT-ACT-1B")
def test_nobody_returns_below_a_boss_level_that_lies_alone() -> None:
    alone = {"columns": 3, "rows": 1, "boss_level": True}
    assert ends(alone, {"at": None}, {"boot": 1}) == {None}
    assert ends(alone, {"at": None, "fainted_on_boss": True}, {"boot": 1}) == {(1, 1), (2, 1), (3, 1)}


@pytest.mark.clause("PLT-ACT-1")
def test_off_the_map_generate_is_a_must() -> None:
    assert ends(ROW, {"at": None}, {"star": 1}, enemies={"e": enemy(2, 1)}) == {(1, 1), (3, 1), (4, 1)}
    assert ends(ROW, {"at": None, "special": "boot"}, {}) == {None}
    by_special = {"generate_with_special": True}
    assert None not in ends(ROW, {"at": None, "special": "boot"}, {}, options=by_special)
    full = {f"e{column}": enemy(column, 1) for column in range(1, 5)}
    assert ends({**ROW, "rows": 2}, {"at": None}, {"coin": 1}, enemies=full) == {(c, 2) for c in range(1, 5)}
