"""Rulings on corners of a turn, asked of the judge."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.rayman.judge import judge
from tests.rules.rayman.judged import dispute, ends, is_legal
from tests.rules.rayman.test_judge_verdicts import words
from tests.yardsticks import rayman as yardstick


def stands(claim: dict[str, Any], at: list[int], actions: dict[str, int], **rest: Any) -> bool:
    """What the judge says about a claim; the plain search has to say the same."""
    legal = is_legal(at, actions, claim, **rest)
    assert legal == yardstick.is_legal(dispute(at, actions, claim=claim, **rest))
    return legal


@pytest.mark.clause("RAY-SLAP-4")
@pytest.mark.parametrize(("me", "other", "pushed"), [(43, 0, 1), (0, 43, 42)])
def test_a_slap_reaches_across_the_line(me: int, other: int, pushed: int) -> None:
    """C5-9: the cardboard is a ring."""
    others = {"globox": {"at": [other, 1]}}
    claim = {"at": [me, 1], "players": {"globox": [pushed, 1]}}
    assert stands(claim, [me, 1], {"slap": 2}, others=others)
    assert not stands(claim, [me, 1], {"slap": 2}, others=others, board={"walls": [[43, 1]]})


@pytest.mark.clause("RAY-FINISH-1")
@pytest.mark.parametrize("freed", [["red", "blue", "green"], []])
def test_a_push_over_the_line_finishes_whoever_has_three_teensies(freed: list[str]) -> None:
    """C5-10: who has finished is not slapped on; who has not is, and meets the obstacle there."""
    others = {"globox": {"at": [11, 1], "freed": freed}}
    board = {"columns": 12, "obstacles": "1"}
    claim = {"at": [10, 1], "players": {"globox": [12, 1]}}
    assert stands(claim, [10, 1], {"slap": 2}, others=others, board=board)
    again = {"at": [11, 1], "players": {"globox": [13, 1]}}
    actions = {"move": 1, "slap": 4}
    unlimited = {"slap_limit": "unlimited"}
    assert not stands(again, [10, 1], actions, others=others, board=board, options=unlimited)


@pytest.mark.clause("RAY-LEGEND-3")
def test_the_weaver_dodges_on_foot_and_in_a_jump_only() -> None:
    """C5-19, C5-33: not in a fall, not in a glide, not the Boss."""
    weaver = {"legendary": "weaver"}
    board = {"enemies": [[5, 1]]}
    assert (6, 1) in ends([4, 1], {"move": 1, "crouch": 1}, player=weaver, board=board)
    gliding = {"enemies": [[5, 1]], "obstacles": "5"}
    assert (6, 1) not in ends([4, 1], {"move": 1, "crouch": 1, "glide": 1}, player=weaver, board=gliding)
    assert (6, 1) not in ends([4, 1], {"move": 1, "crouch": 1}, player=weaver, boss=[5, 1])
    falling = {"enemies": [[5, 1]], "platforms": {"2": "4"}}
    assert (6, 1) not in ends([4, 2], {"move": 1, "crouch": 1}, player=weaver, board=falling)


@pytest.mark.clause("RAY-LEGEND-16")
def test_a_heart_between_two_jumps_does_not_break_the_row() -> None:
    """C5-33."""
    scrambler = {"legendary": "scrambler"}
    board = {"platforms": {"3": "4,5"}}
    claim = {"at": [5, 3], "heart": True}
    assert stands(claim, [4, 1], {"jump": 2, "heart": 1}, player=scrambler, board=board)


@pytest.mark.clause("RAY-LEGEND-14")
def test_crouches_made_of_hearts_count_for_pairs() -> None:
    """C5-33."""
    sneaker = {"legendary": "sneaker", "heart": True}
    board = {"thick": {"1": "5"}}
    assert (5, 1) in ends([4, 1], {"heart": 1}, player=sneaker, board=board) - ends([4, 1], {}, board=board)


@pytest.mark.clause("RAY-VARIANT-8")
def test_movements_for_pairs_are_no_use_of_the_ability() -> None:
    """C5-20: both grants come, and the Drifter still drifts."""
    drifter = {"legendary": "drifter"}
    board = {"platforms": {"3": "6"}}
    once = {"legendary_once": True}
    claim = {"at": [6, 3]}
    actions = {"jump": 1, "glide": 4, "move": 1}
    assert stands(claim, [4, 1], actions, player=drifter, board=board, options=once)


@pytest.mark.clause("RAY-BOSS-13")
def test_pushed_onto_the_boss_is_a_hit_and_then_beside_it() -> None:
    """C5-31: in column 0 the figure stays."""
    board = {"platforms": {"2": "6"}}
    others = {"globox": {"at": [5, 1], "heart": True}}
    claim = {"at": [4, 1], "players": {"globox": [6, 2]}}
    assert stands(claim, [4, 1], {"slap": 2}, others=others, board=board, boss=[6, 1])
    on_line = {"globox": {"at": [1, 1], "heart": True}}
    claim = {"at": [2, 1], "players": {"globox": [0, 1]}}
    assert stands(claim, [2, 1], {"slap": 2}, others=on_line, boss=[0, 1])


@pytest.mark.clause("RAY-PUSH-7")
def test_off_an_obstacle_an_enemy_does_not_hurt() -> None:
    """C5-31: the Heart is lost to the obstacle alone, and the enemy above is no second hit."""
    board = {"obstacles": "5", "platforms": {"2": "5"}, "enemies": [[5, 2]]}
    others = {"globox": {"at": [4, 1], "heart": True}}
    claim = {"at": [3, 1], "players": {"globox": [5, 2]}}
    assert stands(claim, [3, 1], {"slap": 2}, others=others, board=board)


@pytest.mark.clause("RAY-FINISH-5")
def test_a_shut_gate_holds_a_pushed_figure_unhurt() -> None:
    """C5-32."""
    others = {"globox": {"at": [43, 1]}}
    claim = {"at": [42, 1], "slapped": ["globox"], "players": {"globox": [43, 1]}}
    gate = {"finish_gate": "blocked_at43"}
    assert stands(claim, [42, 1], {"slap": 2}, others=others, options=gate)
    assert not stands(claim, [42, 1], {"slap": 2}, others=others)


@pytest.mark.clause("RAY-CROUCH-5")
def test_already_crouched_into_a_projectile_no_hit_is_chosen() -> None:
    """C5-34: the projectile stays, so nobody can end there, Heart or not."""
    board = {"thick": {"1": "4"}}
    claim = {"at": [5, 1]}
    assert not stands(claim, [4, 1], {"move": 1}, player={"heart": True}, board=board, projectiles=[[5, 1]])
    assert stands(claim, [4, 1], {"move": 1}, player={"heart": True}, projectiles=[[5, 1]])


@pytest.mark.clause("RAY-MOVE-6")
def test_stop_only_hits_at_the_end_of_the_turn() -> None:
    """C5-35: no hit in passing, one at the end; no Jump from an obstacle."""
    board = {"obstacles": "5", "platforms": {"2": "5"}, "walls": [[4, 2]]}
    options = {"obstacle_mode": "stop_only"}
    assert (6, 1) in ends([4, 1], {"move": 2}, board=board, options=options)
    assert (3, 1) in ends([4, 1], {"move": 1}, board=board, options=options)
    claim = {"at": [5, 2], "heart": True}
    heart = {"heart": True}
    assert not stands(claim, [4, 1], {"move": 1, "jump": 1}, player=heart, board=board, options=options)


@pytest.mark.clause("RAY-REST-1")
def test_a_figure_on_the_claimed_space_is_named() -> None:
    others = {"globox": {"at": [18, 1]}}
    verdict = judge(dispute([17, 1], {"move": 1}, claim={"at": [18, 1]}, others=others))
    assert verdict.because is not None
    assert words(verdict.because, "en") == "Globox stands on 18/1."
    assert [18, 1] not in verdict.nearest
