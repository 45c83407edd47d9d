"""The Rayman yardstick itself, on turns small enough to follow by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.yardsticks.rayman import TooLargeError, is_legal, reach
from tests.yardsticks.rayman_disputes import KINDS, dispute, with_claim

EMPTY: dict[str, Any] = {"columns": 44}


def turn(actions: dict[str, int], **more: Any) -> dict[str, Any]:
    """A dispute of one figure on 4/1 of an empty board; `board` adds to the board, `me` to the player."""
    board = EMPTY | more.pop("board", {})
    players = {"rayman": {"at": [4, 1]} | more.pop("me", {})} | more.pop("others", {})
    drawn = more.pop("drawn", [])
    document = {"format": "dispute/1", "game": "rayman", "board": board, "players": players}
    return document | {"turn": {"player": "rayman", "actions": actions, "drawn": drawn}} | more


def test_movements_go_both_ways() -> None:
    assert reach(turn({"move": 2})) == [[2, 1], [3, 1], [4, 1], [5, 1], [6, 1]]


def test_nobody_goes_behind_the_line() -> None:
    assert reach(turn({"move": 2}, me={"at": [1, 1]})) == [[0, 1], [1, 1], [2, 1], [3, 1]]


def test_a_wall_stops_a_movement() -> None:
    assert reach(turn({"move": 1}, board={"walls": [[4, 1]]})) == [[3, 1], [4, 1]]


def test_a_jump_needs_a_platform_to_stay() -> None:
    assert reach(turn({"jump": 1})) == [[4, 1]]
    assert reach(turn({"jump": 1}, board={"platforms": {"2": "4"}})) == [[4, 1], [4, 2]]


def test_no_jump_through_a_thick_platform() -> None:
    assert reach(turn({"jump": 1}, board={"thick": {"1": "4"}})) == [[4, 1]]


def test_one_movement_after_a_jump_into_the_air() -> None:
    board = {"platforms": {"2": "5,6"}}
    assert [5, 2] in reach(turn({"jump": 1, "move": 1}, board=board))
    far = {"platforms": {"2": "6"}, "walls": [[4, 1]]}
    assert [6, 2] not in reach(turn({"jump": 1, "move": 2}, board=far))


def test_the_dasher_moves_twice_in_the_air() -> None:
    far = {"platforms": {"2": "6"}, "walls": [[4, 1]]}
    assert [6, 2] in reach(turn({"jump": 1, "move": 2}, board=far, me={"legendary": "dasher"}))


def test_a_glide_carries_over_an_obstacle() -> None:
    board = {"obstacles": "5"}
    assert reach(turn({"move": 2}, board=board)) == [[2, 1], [3, 1], [4, 1]]  # 3/1 also by damage
    assert [6, 1] in reach(turn({"move": 2, "glide": 1}, board=board))


def test_a_hurdle_with_a_movement_left_must_go_on() -> None:
    document = turn({"move": 2}, board={"obstacles": "5", "platforms": {"2": "5"}}, me={"heart": True})
    assert [5, 2] not in reach(document)
    assert [5, 2] in reach(document | {"turn": {"player": "rayman", "actions": {"move": 1}}})


def test_a_hurdle_shut_in_steps_off() -> None:
    board = {"obstacles": "5", "thick": {"1": "4,6"}, "platforms": {"2": "4,5"}}
    document = turn({"move": 2}, board=board, me={"at": [5, 1], "heart": False})
    assert reach(document) == [[5, 2]]


def test_stop_only_hits_at_the_end() -> None:
    document = turn({"move": 1}, board={"obstacles": "5"}, options={"obstacle_mode": "stop_only"})
    assert [3, 1] in reach(document | {"claim": {"at": [3, 1]}})
    assert [6, 1] in reach(document | {"turn": {"player": "rayman", "actions": {"move": 2}}})


def test_damage_goes_two_columns_back_to_any_level() -> None:
    board = {"enemies": [[5, 1]], "platforms": {"3": "3"}}
    assert reach(turn({"move": 1}, board=board)) == [[3, 1], [3, 3], [4, 1]]


def test_a_token_joins_the_pool_when_its_enemy_is_defeated() -> None:
    document = turn({"move": 1, "slap": 1}, board={"enemies": [[5, 1]]}, drawn=[["move", "heart"]])
    assert [6, 1] in reach(document)
    assert is_legal(document | {"claim": {"at": [6, 1], "defeated": [[5, 1]], "heart": True}})
    assert not is_legal(document | {"claim": {"at": [6, 1], "defeated": []}})


def test_an_enemy_under_a_figure_is_covered_and_gives_no_token() -> None:
    document = turn(
        {"move": 2, "slap": 2},
        board={"enemies": [[5, 1]]},
        others={"globox": {"at": [5, 1], "slapped": True}},
    )
    assert is_legal(document | {"claim": {"at": [6, 1], "defeated": []}})
    assert not is_legal(document | {"claim": {"at": [6, 1], "defeated": [[5, 1]]}})
    by_option = document | {"options": {"covered_enemy_slap": True}}
    assert is_legal(by_option | {"claim": {"at": [6, 1], "defeated": [[5, 1]]}})


def test_a_figure_pushed_onto_an_enemy_covers_it() -> None:
    """C5-11, C5-28."""
    document = turn(
        {"move": 3, "slap": 2},
        me={"at": [3, 1]},
        board={"enemies": [[5, 1]]},
        others={"globox": {"at": [4, 1], "heart": True}},
    )
    assert is_legal(document | {"claim": {"at": [6, 1], "slapped": ["globox"], "defeated": []}})
    hurt = document | {"players": document["players"] | {"globox": {"at": [4, 1]}}}
    assert not is_legal(hurt | {"claim": {"at": [6, 1], "slapped": ["globox"], "defeated": []}})


def test_a_slap_pushes_away_from_the_slapper() -> None:
    document = turn({"slap": 2}, others={"globox": {"at": [5, 1]}})
    assert is_legal(document | {"claim": {"at": [4, 1], "players": {"globox": [6, 1]}}})
    assert not is_legal(document | {"claim": {"at": [4, 1], "players": {"globox": [4, 1]}}})


def test_nobody_is_slapped_twice_a_round() -> None:
    document = turn({"slap": 2}, others={"globox": {"at": [5, 1], "slapped": True}})
    assert not is_legal(document | {"claim": {"at": [4, 1], "slapped": ["globox"]}})
    again = document | {"options": {"slap_limit": "per_turn"}}
    assert is_legal(again | {"claim": {"at": [4, 1], "slapped": ["globox"]}})


def test_slaps_cross_the_line() -> None:
    """C5-9."""
    document = turn({"slap": 2}, me={"at": [43, 1]}, others={"globox": {"at": [0, 1]}})
    assert is_legal(document | {"claim": {"at": [43, 1], "players": {"globox": [1, 1]}}})


def test_pushed_over_the_line_with_three_is_finished() -> None:
    """C5-10, C5-32."""
    freed = ["blue", "red", "green"]
    for count, options, at in ((3, {}, [44, 1]), (2, {"finish_gate": "blocked_at43"}, [43, 1])):
        others = {"globox": {"at": [43, 1], "freed": freed[:count]}}
        document = turn({"slap": 2}, me={"at": [42, 1]}, others=others, options=options)
        assert is_legal(document | {"claim": {"at": [42, 1], "players": {"globox": at}}})


@pytest.mark.parametrize("option", ["nothing", "damage_and_retreat2", "damage_no_move"])
def test_pushed_backward_against_a_wall(option: str) -> None:
    """B32."""
    board = {"walls": [[5, 1]]}
    others = {"globox": {"at": [6, 1]}}
    document = turn(
        {"slap": 2}, me={"at": [7, 1]}, board=board, others=others, options={"back_wall_no_heart": option}
    )
    to = [4, 1] if option == "damage_and_retreat2" else [6, 1]
    assert is_legal(document | {"claim": {"at": [7, 1], "slapped": ["globox"], "players": {"globox": to}}})


def test_a_figures_space_is_left_above_below_or_behind() -> None:
    others = {"globox": {"at": [5, 1], "slapped": True}}
    board = {"platforms": {"2": "5"}, "walls": [[3, 1]]}
    assert reach(turn({"move": 1}, board=board, others=others)) == [[4, 1], [5, 2]]


def test_a_displacement_never_ends_on_a_projectile_or_the_boss() -> None:
    others = {"globox": {"at": [5, 1], "slapped": True}}
    board = {"platforms": {"2": "5"}, "walls": [[3, 1]]}
    for hazard in ({"projectiles": [[5, 2]]}, {"boss": [5, 2]}):
        assert reach(turn({"move": 1}, board=board, others=others, **hazard)) == [[4, 1]]


def test_perches() -> None:
    """C1-28, C1-29."""
    others = {"globox": {"at": [5, 1], "slapped": True}}
    document = turn({"move": 1, "jump": 1}, board={"walls": [[3, 1]]}, others=others)
    assert [5, 2] not in reach(document)
    assert [5, 2] in reach(document | {"options": {"perches": True}})
    perched = turn({"jump": 1}, me={"at": [5, 2]}, others=others, options={"perches": True})
    assert reach(perched | {"board": EMPTY | {"platforms": {"3": "5"}}}) == [[5, 2]]


def test_the_boss_on_the_line_lets_turns_end() -> None:
    """C5-4."""
    assert [0, 1] in reach(turn({"move": 1}, me={"at": [0, 1]}, boss=[0, 1]))


def test_no_turn_ends_on_the_boss() -> None:
    assert reach(turn({"move": 1, "slap": 1}, boss=[5, 1])) == [[3, 1], [4, 1]]
    assert [6, 1] in reach(turn({"move": 2, "slap": 1}, boss=[5, 1]))


def test_a_turn_that_begins_on_the_boss_and_cannot_leave_is_displaced() -> None:
    """C5-30."""
    assert reach(turn({}, boss=[4, 1], board={"platforms": {"2": "4"}})) == [[3, 1], [4, 2]]


def test_a_turn_that_begins_under_a_projectile_and_cannot_leave_is_hit() -> None:
    """C5-30."""
    assert reach(turn({}, projectiles=[[4, 1]])) == [[2, 1]]
    assert reach(turn({"heart": 1}, projectiles=[[4, 1]])) == [[2, 1], [4, 1]]


def test_stuck_after_the_draw_is_legal_where_the_tokens_show_it() -> None:
    """C5-29."""
    board = {"enemies": [[5, 1]], "walls": [[3, 1]]}
    document = turn({"move": 1, "slap": 1, "crouch": 1}, board=board, projectiles=[[5, 1]])
    bad_luck = document | {"turn": document["turn"] | {"drawn": [["heart", "slap"]]}}
    claim = {"at": [5, 1], "defeated": [[5, 1]]}
    assert [5, 1] not in reach(bad_luck)
    assert is_legal(bad_luck | {"claim": claim})
    assert not is_legal(document | {"claim": claim})


def test_crouching_under_a_projectile_needs_a_way_out() -> None:
    """findings c5-3."""
    board = {"thick": {"1": "3"}}
    document = turn({"move": 1}, me={"at": [3, 1], "heart": True}, board=board, projectiles=[[4, 1]])
    assert not is_legal(document | {"claim": {"at": [4, 1]}})
    assert [5, 1] in reach(document | {"turn": {"player": "rayman", "actions": {"move": 2}}})


def test_finishing_ignores_everything() -> None:
    me = {"at": [43, 1], "freed": ["blue", "red", "green"]}
    document = turn({"move": 3}, me=me, board={"enemies": [[1, 1]], "walls": [[0, 1]]})
    assert [46, 1] in reach(document)
    fewer = turn({"move": 3}, me=me | {"freed": ["blue"]}, board={"enemies": [[1, 1]]})
    assert [46, 1] not in reach(fewer)
    blocked = fewer | {"options": {"finish_gate": "blocked_at43"}}
    assert max(reach(blocked)) == [43, 1]


@pytest.mark.parametrize(
    ("card", "actions", "board", "end"),
    [
        ("weaver", {"move": 1, "crouch": 1}, {"enemies": [[5, 1]]}, [6, 1]),
        ("drifter", {"glide": 2, "move": 1}, {"platforms": {"3": "4"}}, [4, 3]),
        ("smasher", {"slap": 2}, {"enemies": [[6, 1]]}, [5, 1]),
        ("dasher", {"move": 1, "lums": 1}, {}, [6, 1]),
        ("sneaker", {"crouch": 1, "heart": 1}, {}, [5, 1]),
        ("scrambler", {"jump": 2}, {"platforms": {"3": "5"}}, [5, 3]),
    ],
)
def test_every_card_can_do_more(card: str, actions: dict[str, int], board: dict[str, Any], end: Any) -> None:
    assert end in reach(turn(actions, board=board, me={"legendary": card}))
    assert end not in reach(turn(actions, board=board))


def test_the_weaver_does_not_dodge_in_a_fall() -> None:
    """C5-19."""
    board = {"platforms": {"2": "4"}, "enemies": [[5, 1]]}
    document = turn({"move": 1, "crouch": 1}, me={"at": [4, 2], "legendary": "weaver"}, board=board)
    assert [5, 1] not in reach(document)


def test_damage_that_does_not_end_the_turn() -> None:
    document = turn({"move": 4}, board={"enemies": [[5, 1]]}, options={"damage_ends_turn": False})
    assert [6, 1] in reach(document)


def test_a_bubble_has_no_turn() -> None:
    """C5-36."""
    assert reach(turn({"move": 3}, me={"bubble": True})) == [[4, 1]]


def test_a_turn_that_has_begun() -> None:
    board = {"obstacles": "5"}
    assert [6, 1] in reach(turn({"move": 2}, board=board), begun={"stance": "glide"})


def test_too_large_a_turn_is_refused() -> None:
    with pytest.raises(TooLargeError):
        reach(turn({"move": 9, "jump": 3, "slap": 3, "glide": 3}), limit=50)


def test_random_turns_are_the_same_for_the_same_seed() -> None:
    assert dispute(7) == dispute(7)
    assert {tuple(sorted(dispute(seed)["options"])) for seed in range(200)} > {(), ("perches",)}
    assert all(reach(dispute(seed, kind)) for kind in KINDS for seed in range(5) if kind != "begun")


def test_random_claims_are_about_half_legal() -> None:
    verdicts = [is_legal(with_claim(dispute(seed), seed)) for seed in range(120)]
    assert 40 < sum(verdicts) < 115


def test_a_dasher_who_has_used_the_card_still_walks_off_and_falls() -> None:
    """C5-20: `legendary_once` takes the second Movement in the air away, nothing else."""
    board = {"platforms": {"2": "4,6,7"}, "walls": [[5, 1]]}
    me = {"at": [4, 2], "legendary": "dasher"}
    document = turn({"move": 4}, board=board, me=me, options={"legendary_once": True})
    assert [8, 1] in reach(document)
    assert [8, 2] not in reach(document | {"board": EMPTY | board | {"platforms": {"2": "4,6,8"}}})
