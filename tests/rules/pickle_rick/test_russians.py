"""The Russians' steps, shots, walls and cards, and their turn in the solo game."""

from __future__ import annotations

import pytest

from companion.games.pickle_rick.dispute.judge import judge, reach
from tests.rules.pickle_rick.disputes import DOWN, PLAIN, is_legal, russians, solo, spaces, tile

ROW = {"0,0": PLAIN, "1,0": PLAIN, "2,0": PLAIN, "3,0": PLAIN, "4,0": PLAIN}


@pytest.mark.clause("PKR-RUS-1")
def test_the_book_s_example_of_a_guards_step() -> None:
    """The Guard on the red tile can only go to the grey one: a wall, and a tile that lies face down."""
    tiles = {"0,0": tile("N", letter="R"), "1,0": tile(letter="G"), "0,1": tile(letter="B"), "0,-1": DOWN}
    turn = russians(tiles, "g1", {"g1": [0, 0]}, move=1, rick_at=[0, 1])
    assert spaces(turn) == [(1, 0)]


@pytest.mark.clause("PKR-RUS-2")
def test_a_guard_takes_one_move_and_one_weapon_a_turn() -> None:
    turn = russians(ROW, "g1", {"g1": [2, 0]}, move=3, weapon=2)
    assert spaces(turn) == [(1, 0), (3, 0)]
    assert is_legal(turn, at=[1, 0], health=9)
    assert not is_legal(turn, at=[1, 0], health=8)
    assert not is_legal(turn, at=[1, 0], health=10)
    assert is_legal(turn, at=[3, 0], health=10)


@pytest.mark.clause("PKR-RUS-3")
def test_jaguar_takes_two_moves_and_two_weapons_a_turn() -> None:
    turn = russians(ROW, "jaguar", {"jaguar": [3, 0]}, joker=3, move=2)
    assert spaces(turn) == [(1, 0), (3, 0)]
    assert is_legal(turn, at=[1, 0], health=8)
    assert not is_legal(turn, at=[1, 0], health=7)
    shots = russians(ROW, "jaguar", {"jaguar": [0, 0]}, weapon=3)
    assert is_legal(shots, at=[0, 0], health=8)
    assert not is_legal(shots, at=[0, 0], health=9)


@pytest.mark.clause("PKR-RUS-2")
def test_shots_come_before_between_and_after_moves() -> None:
    turn = russians(ROW, "jaguar", {"jaguar": [0, 0]}, move=2, weapon=1)
    assert is_legal(turn, at=[2, 0], health=9)


@pytest.mark.clause("PKR-RUS-4")
def test_jaguar_goes_through_a_wall_for_two_moves_and_moves_no_more() -> None:
    walled = {"0,0": PLAIN, "1,0": tile("E"), "2,0": PLAIN, "3,0": PLAIN}
    turn = russians(walled, "jaguar", {"jaguar": [2, 0]}, move=2)
    assert spaces(turn) == [(1, 0), (2, 0)]
    one = [{"id": "one_space", "cost": {"tool": 1}}]
    carded = russians(walled, "jaguar", {"jaguar": [2, 0]}, move=2, tool=1, cards=one)
    assert spaces(carded) == [(1, 0), (2, 0), (3, 0)]
    assert (0, 0) not in spaces(carded)
    lone = {"0,0": PLAIN, "1,0": BOX, "2,0": BOX}
    assert spaces(russians(lone, "jaguar", {"jaguar": [2, 0]}, move=1)) == [(2, 0)]
    assert spaces(russians(lone, "jaguar", {"jaguar": [2, 0]}, move=2)) == [(1, 0)]
    assert spaces(russians(lone, "g1", {"g1": [2, 0]}, move=2)) == [(2, 0)]


BOX = tile("NESW")


@pytest.mark.clause("PKR-RUS-5")
def test_a_shot_takes_one_health_and_never_below_zero() -> None:
    turn = russians(ROW, "jaguar", {"jaguar": [0, 0], "g1": [1, 0]}, weapon=3, health=2)
    assert is_legal(turn, at=[0, 0], health=0)
    assert not is_legal(turn, at=[0, 0], health=1)


@pytest.mark.clause("PKR-RUS-6")
def test_what_a_card_lets_a_figure_do_comes_on_top() -> None:
    one = [{"id": "one_space", "cost": {"tool": 1}}]
    turn = russians(ROW, "g1", {"g1": [4, 0]}, move=1, tool=1, cards=one)
    assert spaces(turn) == [(2, 0), (3, 0), (4, 0)]


@pytest.mark.clause("PKR-SPEND-1")
def test_others_may_take_the_forced_moves() -> None:
    turn = russians(ROW, "g1", {"g1": [2, 0], "g2": [3, 0]}, move=1)
    assert spaces(turn) == [(1, 0), (2, 0), (3, 0)]
    both = russians(ROW, "g1", {"g1": [2, 0], "g2": [3, 0]}, move=2)
    assert spaces(both) == [(1, 0), (3, 0)]


@pytest.mark.clause("PKR-SPEND-3")
def test_weapons_must_be_spent_while_somebody_has_rick_in_range() -> None:
    near = russians(ROW, "g1", {"g1": [1, 0]}, weapon=1)
    assert not is_legal(near, at=[1, 0], health=10)
    refused = judge({**near, "claim": {"at": [1, 0], "health": 10}})
    assert refused.because is not None
    assert refused.because.key == "pickle_rick_judge.no.health"
    far = russians(ROW, "g1", {"g1": [3, 0]}, weapon=1)
    assert is_legal(far, at=[3, 0], health=10)


@pytest.mark.clause("PKR-CARD-13")
def test_lockdown_turns_one_face_up_tile() -> None:
    tiles = {"0,0": tile("N"), "1,0": tile("NSW")}
    lock = [{"id": "verrouillage", "cost": {"tool": 1}}]
    assert spaces(russians(tiles, "g1", {"g1": [1, 0]}, move=1)) == [(1, 0)]
    assert spaces(russians(tiles, "g1", {"g1": [1, 0]}, move=1, tool=1, cards=lock)) == [(0, 0), (1, 0)]


@pytest.mark.clause("PKR-CARD-15")
def test_a_refused_bribe_brings_a_joker() -> None:
    for accepted, ends in ((False, [(0, 0), (1, 0), (2, 0)]), (True, [(1, 0)])):
        cards = [{"id": "pot_de_vin", "accepted": accepted}]
        turn = russians(ROW, "g1", {"g1": [1, 0]}, draw=1, cards=cards)
        assert spaces(turn) == ends


@pytest.mark.clause("PKR-CARD-18")
def test_moves_that_pay_for_a_card_are_not_jaguars() -> None:
    turn = russians(ROW, "jaguar", {"jaguar": [3, 0]}, move=4, cards=["rien_de_personnel"])
    assert spaces(turn) == [(1, 0), (3, 0)]


@pytest.mark.parametrize(
    ("at", "key"),
    [([0, 1], "no.face_up"), ([0, 0], "no.limit"), ([1, 0], "no.wall"), ([3, 0], "must.one")],
)
def test_a_refusal_says_what_is_wrong(at: list[int], key: str) -> None:
    tiles = {"0,0": tile("E"), "1,0": tile("E"), "2,0": PLAIN, "3,0": PLAIN, "1,-1": PLAIN, "2,-1": PLAIN,
             "0,-1": PLAIN}  # fmt: skip
    figure, start = ("g1", [3, 0]) if key == "must.one" else ("g1", [2, 0])
    verdict = judge(russians(tiles, figure, {"g1": start}, move=1, claim={"at": at}))
    assert verdict.because is not None
    assert verdict.because.key == f"pickle_rick_judge.{key}"


@pytest.mark.clause("PKR-SOLO-2")
def test_the_nearest_acts_first_and_guards_before_jaguar() -> None:
    turn = solo(ROW, {"g1": [3, 0], "g2": [1, 0], "g3": [3, 0], "jaguar": [3, 0]})
    assert reach(turn)["order"] == ["g2", "g1", "g3", "jaguar"]
    cut = solo({**ROW, "9,9": PLAIN}, {"g1": [9, 9], "g2": [4, 0]})
    assert reach(cut)["order"] == ["g2", "g1"]


@pytest.mark.clause("PKR-SOLO-3")
def test_a_guard_takes_one_step_nearer_and_shoots() -> None:
    square = {"0,0": PLAIN, "1,0": PLAIN, "0,1": PLAIN, "1,1": PLAIN}
    figures = reach(solo(square, {"g1": [1, 1], "g2": [0, 0]}))["figures"]
    assert figures["g1"] == [{"at": [0, 1], "damage": 1}, {"at": [1, 0], "damage": 1}]
    assert figures["g2"] == [{"at": [0, 0], "damage": 1}]
    assert reach(solo({"0,0": BOX, "1,0": PLAIN}, {"g1": [1, 0]}))["figures"]["g1"] == [
        {"at": [1, 0], "damage": 0}
    ]


@pytest.mark.clause("PKR-SOLO-4")
def test_jaguar_goes_two_steps_or_through_one_wall() -> None:
    def ends(tiles: dict[str, object], at: list[int]) -> list[object]:
        return [end["at"] for end in reach(solo(tiles, {"jaguar": at}))["figures"]["jaguar"]]

    assert ends(ROW, [4, 0]) == [[2, 0]]
    assert ends(ROW, [1, 0]) == [[0, 0]]
    walled = {"0,0": tile("E"), "1,0": PLAIN, "2,0": PLAIN}
    assert ends(walled, [1, 0]) == [[0, 0]]
    # One step, then he waits before the wall: both movements must be of the same turn.
    assert ends(walled, [2, 0]) == [[1, 0]]
    assert reach(solo(walled, {"jaguar": [1, 0]}))["damage"] == [2, 2]


@pytest.mark.clause("PKR-SOLO-5")
def test_a_claim_of_the_solo_turn_must_match_together() -> None:
    square = {"0,0": PLAIN, "1,0": tile("W"), "0,1": PLAIN, "1,1": PLAIN}
    turn = solo(square, {"g1": [1, 1]}, health=5)
    assert reach(turn)["damage"] == [1, 1]
    assert is_legal(turn, figures={"g1": [0, 1]}, health=4)
    assert not is_legal(turn, figures={"g1": [1, 0]})
    assert not is_legal(turn, figures={"g1": [0, 1]}, health=5)
