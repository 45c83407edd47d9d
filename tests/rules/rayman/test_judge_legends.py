"""The Legendary cards, seen through the judge."""

from __future__ import annotations

import pytest

from tests.rules.rayman.judged import ends, is_legal


def legend(card: str) -> dict[str, str]:
    return {"legendary": card}


@pytest.mark.clause("RAY-LEGEND-1")
def test_lums_are_ignored_without_a_card() -> None:
    assert ends([5, 1], {"lums": 3}) == {(5, 1)}


@pytest.mark.clause("RAY-LEGEND-2")
def test_a_lums_becomes_the_cards_icon() -> None:
    assert (6, 1) in ends([5, 1], {"lums": 1}, player=legend("dasher"))
    board = {"platforms": {"2": "5"}}
    assert (5, 2) in ends([5, 1], {"lums": 1}, board=board, player=legend("scrambler"))


@pytest.mark.clause("RAY-LEGEND-3")
@pytest.mark.clause("RAY-LEGEND-5")
def test_weaver_dodges_and_gains_a_movement() -> None:
    board = {"enemies": [[6, 1]]}
    claim = {"at": [7, 1], "defeated": []}
    assert is_legal([5, 1], {"move": 1, "crouch": 1}, claim, board=board, player=legend("weaver"))
    assert (6, 1) in ends([5, 1], {"move": 1, "crouch": 1}, board=board, player=legend("weaver"))


@pytest.mark.clause("RAY-LEGEND-6")
@pytest.mark.clause("RAY-LEGEND-7")
def test_drifter_changes_level_in_a_glide() -> None:
    board = {"platforms": {"2": "5", "3": "7"}}
    pool = {"move": 3, "glide": 1}
    assert (7, 3) in ends([5, 2], pool, board=board, player=legend("drifter"))
    blocked = {"platforms": {"2": "5", "3": "7"}, "thick": {"2": "5-7"}}
    assert (7, 3) not in ends([5, 2], pool, board=blocked, player=legend("drifter"))


@pytest.mark.clause("RAY-LEGEND-8")
def test_drifter_gains_a_movement_for_two_glides() -> None:
    assert (6, 1) in ends([5, 1], {"glide": 2}, player=legend("drifter"))
    assert (6, 1) in ends([5, 1], {"glide": 1, "lums": 1}, player=legend("drifter"))
    assert (6, 1) not in ends([5, 1], {"glide": 1}, player=legend("drifter"))


@pytest.mark.clause("RAY-LEGEND-9")
@pytest.mark.clause("RAY-LEGEND-10")
def test_smasher_slaps_far_for_less_and_gains_a_movement() -> None:
    board = {"enemies": [[7, 1]]}
    claim = {"at": [6, 1], "defeated": [[7, 1]]}
    assert is_legal([5, 1], {"slap": 2}, claim, board=board, player=legend("smasher"))
    near = {"at": [5, 1], "defeated": [[6, 1]]}
    assert is_legal([5, 1], {"slap": 1}, near, board={"enemies": [[6, 1]]}, player=legend("smasher"))


@pytest.mark.clause("RAY-LEGEND-11")
@pytest.mark.clause("RAY-LEGEND-12")
def test_dasher_makes_two_movements_in_the_air() -> None:
    board = {"platforms": {"2": "7"}}
    assert (7, 2) in ends([5, 1], {"jump": 1, "move": 2}, board=board, player=legend("dasher"))
    gap = {"platforms": {"2": "5,7"}}
    assert (7, 2) in ends([5, 2], {"move": 2}, board=gap, player=legend("dasher"))
    wide = {"platforms": {"2": "5,8"}}
    assert (8, 2) not in ends([5, 2], {"move": 3}, board=wide, player=legend("dasher"))


@pytest.mark.clause("RAY-LEGEND-13")
@pytest.mark.clause("RAY-LEGEND-14")
def test_sneaker_crouches_with_hearts() -> None:
    board = {"thick": {"1": "6"}}
    sneaker = {**legend("sneaker"), "heart": True}
    assert (6, 1) in ends([5, 1], {"move": 1, "heart": 1}, board=board, player=legend("sneaker"))
    assert (6, 1) in ends([5, 1], {"move": 1}, board=board, player=sneaker)
    strict = {"sneaker_strict_icons": True}
    assert (6, 1) not in ends([5, 1], {"move": 1}, board=board, player=sneaker, options=strict)
    assert (6, 1) in ends([5, 1], {"crouch": 2}, player=legend("sneaker"))


@pytest.mark.clause("RAY-LEGEND-15")
@pytest.mark.clause("RAY-LEGEND-16")
def test_scrambler_jumps_twice_and_gains_a_movement() -> None:
    board = {"platforms": {"3": "6"}}
    assert (6, 3) in ends([5, 1], {"jump": 2}, board=board, player=legend("scrambler"))
    assert (6, 3) not in ends([5, 1], {"jump": 2}, board=board)
