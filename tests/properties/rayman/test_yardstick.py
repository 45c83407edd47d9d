"""Reach and judge say exactly what the plain search says, on random boards with everything on them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.rayman.judge import judge, reach
from tests.yardsticks import rayman as yardstick
from tests.yardsticks.rayman_disputes import dispute, with_claim

BOARDS = 1_000
CLAIMS = 160
CHUNK = 100
MOST_STATES = 60_000


@pytest.mark.parametrize("low", range(0, BOARDS, CHUNK))
def test_a_turn_ends_where_the_yardstick_says_and_nowhere_else(low: int) -> None:
    for seed in range(low, low + CHUNK):
        document = dispute(seed)
        assert [list(at) for at in reach(document)] == yardstick.reach(document, MOST_STATES), seed


@pytest.mark.parametrize("low", range(0, CLAIMS, 40))
def test_a_claim_is_legal_where_the_yardstick_says_so(low: int) -> None:
    for seed in range(low, low + 40):
        document = with_claim(dispute(seed), seed)
        assert judge(document).is_legal == yardstick.is_legal(document), seed


def test_a_figure_pushed_onto_a_projectile_under_a_low_ceiling_leaves_room_there() -> None:
    document = dispute(6745)
    assert [1, 1] in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_who_is_hurt_beside_a_figure_finds_the_spaces_there_open() -> None:
    document = dispute(1_201_650)
    assert [2, 2] in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_who_is_over_the_line_minds_no_projectile_that_is_gone() -> None:
    document = dispute(400_118)
    assert [7, 2] in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_who_is_hurt_by_the_second_jump_gets_no_movement_for_it() -> None:
    document = dispute(327_844)
    assert [4, 1] not in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_an_end_by_ill_luck_with_a_token_is_legal_but_not_in_reach() -> None:
    """C5-29: on a projectile without a Movement, and the token drawn brings none."""
    document = dispute(326_550)
    assert reach(document) == ()
    verdict = judge({**document, "claim": {"at": [14, 1]}})
    assert verdict.is_legal
    assert "RAY-DAMAGE-1" in verdict.clauses


@pytest.mark.parametrize("seed", [3_008_423, 5_001_854])
def test_a_token_that_might_help_is_tried_before_the_turn_is_stuck(seed: int) -> None:
    document = dispute(seed)
    assert reach(document) == ()
    assert yardstick.reach(document, 400_000) == []


def test_a_smasher_slaps_a_figure_that_is_in_nobodys_way_for_the_movement() -> None:
    document = dispute(31154)
    assert [5, 2] in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_a_smasher_never_pays_the_plain_price_at_a_distance() -> None:
    """As built (C5-20): with `legendary_once` the first Slap at a distance uses the card up."""
    document = dispute(16036)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)
    assert [9, 1] not in reach(document)


@pytest.mark.parametrize("seed", [2845, 5125, 6957])
def test_the_start_line_is_shared_with_the_boss_by_who_perches_or_is_put_there_too(seed: int) -> None:
    document = dispute(seed)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_a_dasher_who_has_used_the_card_still_walks_off_a_floor() -> None:
    document = {
        "format": "dispute/1",
        "game": "rayman",
        "options": {"legendary_once": True},
        "board": {
            "columns": 44,
            "platforms": {"2": "4,6,7"},
            "walls": [[5, 1]],
            "teensies": {"blue": [30, 1], "red": [32, 1], "green": [34, 1], "yellow": [36, 1]},
        },
        "players": {"rayman": {"at": [4, 2], "legendary": "dasher"}},
        "turn": {"player": "rayman", "actions": {"move": 4}},
    }
    assert [list(at) for at in reach(document)] == yardstick.reach(document)
    assert [8, 1] in reach(document)


@pytest.mark.parametrize(
    ("board", "places", "actions", "end"),
    [
        (
            {"columns": 44, "platforms": {"2": "2"}},
            {"rayman": [46, 1], "globox": [46, 2], "barbara": [44, 1]},
            {"move": 1, "slap": 2},
            [44, 1],
        ),
        (
            {"columns": 8, "obstacles": "3,5"},
            {"rayman": [10, 1], "globox": [4, 1], "barbara": [8, 1]},
            {"move": 1, "slap": 3},
            [8, 1],
        ),
        (
            {"columns": 44, "thick": {"2": "0"}},
            {"rayman": [44, 3], "globox": [44, 3], "barbara": [44, 1]},
            {"move": 1, "slap": 1},
            [44, 1],
        ),
    ],
)
def test_the_line_of_a_later_lap_is_shared_too(
    board: dict[str, Any], places: dict[str, list[int]], actions: dict[str, int], end: list[int]
) -> None:
    document = {
        "format": "dispute/1",
        "game": "rayman",
        "board": board,
        "players": {name: {"at": at} for name, at in places.items()},
        "turn": {"player": "rayman", "actions": actions},
    }
    ends = [list(at) for at in reach(document)]
    assert end in ends
    assert ends == yardstick.reach(document, 400_000)


@pytest.mark.parametrize("seed", [2_002_716, 2_002_947])
def test_a_push_may_clear_the_way_for_an_end_that_no_figure_is_near(seed: int) -> None:
    document = dispute(seed)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_two_figures_may_have_to_be_slapped_for_one_end() -> None:
    document = dispute(4_005_889)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)


def test_who_comes_to_a_figure_that_has_removed_a_projectile_gives_way() -> None:
    document = dispute(9_005_205)
    assert [1, 2] in reach(document)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 400_000)
