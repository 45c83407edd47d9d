"""Rick's moves, what he must spend, and the cards that move him."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.pickle_rick.dispute.judge import judge
from tests.rules.pickle_rick.disputes import DOWN, PLAIN, is_legal, rick, spaces, tile

BOX = tile("NESW")


@pytest.mark.clause("PKR-MOVE-1")
def test_each_move_takes_one_move_and_there_can_be_any_number() -> None:
    corridor = {"0,0": tile("NSW"), **{f"{x},0": tile("NS") for x in range(1, 4)}, "4,0": tile("NES")}
    assert spaces(rick(corridor, move=4)) == [(0, 0), (2, 0), (4, 0)]
    assert spaces(rick(corridor, move=3)) == [(1, 0), (3, 0)]
    assert spaces(rick(corridor, joker=2)) == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.clause("PKR-MOVE-2")
def test_a_face_up_tile_is_entered_over_an_open_edge() -> None:
    assert spaces(rick({"0,0": tile("NSW"), "1,0": PLAIN}, move=1)) == [(1, 0)]
    assert spaces(rick({"0,0": tile("NSW"), "1,0": tile("W")}, move=1)) == [(0, 0)]


@pytest.mark.clause("PKR-MOVE-3")
def test_the_book_s_example_of_a_turned_tile() -> None:
    """The tile lies with its arrow the way he went: what was printed N now lies E."""
    tiles = {"0,0": tile("NSW"), "1,0": DOWN}
    assert spaces(rick(tiles, move=1)) == [(1, 0)]
    turned = rick(tiles, move=2, tiles=[{"walls": "N"}])
    assert spaces(turned) == [(0, 0), (1, -1), (1, 1)]


@pytest.mark.clause("PKR-MOVE-3")
def test_a_wall_on_the_own_side_stops_him_before_a_hidden_tile() -> None:
    assert spaces(rick({"0,0": tile("NESW"), "1,0": DOWN}, move=1)) == [(0, 0)]


@pytest.mark.clause("PKR-MOVE-4")
def test_an_empty_space_takes_a_tile_of_the_stack() -> None:
    tiles = {"0,0": tile("NSW")}
    assert spaces(rick(tiles, move=1)) == [(1, 0)]
    assert spaces(rick(tiles, move=1, board={"stack": 0})) == [(0, 0)]
    last = rick(tiles, move=2, tiles=[{}], board={"stack": 1})
    assert spaces(last) == [(0, 0)]


@pytest.mark.clause("PKR-MOVE-5")
def test_the_book_s_example_of_a_vent() -> None:
    """To the blue tile, then through its vent: the red tile has one too, which comes to lie back to back."""
    tiles = {"0,0": tile("NSW"), "1,0": tile("NS", "E", "B")}
    through = rick(tiles, move=2, tiles=[{"walls": "NW", "vent": "S", "letter": "R"}])
    assert spaces(through) == [(0, 0), (2, 0)]
    # The vent lies W now, so the printed walls N and W lie E and N: only S is open.
    onward = rick(tiles, move=3, tiles=[{"walls": "NW", "vent": "S", "letter": "R"}])
    assert (2, -1) in spaces(onward)
    assert not {(3, 0), (2, 1)} & set(spaces(onward))
    assert (1, 0) in spaces(onward)


@pytest.mark.clause("PKR-MOVE-5")
def test_to_a_face_up_tile_both_vents_must_share_the_edge() -> None:
    assert spaces(rick({"0,0": tile("NSW", "E"), "1,0": tile("NES", "W")}, move=1)) == [(1, 0)]
    assert spaces(rick({"0,0": tile("NSW", "E"), "1,0": tile("", "N")}, move=1)) == [(0, 0)]
    assert spaces(rick({"0,0": tile("NSW", "E"), "1,0": PLAIN}, move=1)) == [(0, 0)]


@pytest.mark.clause("PKR-MOVE-6")
def test_a_failed_vent_costs_the_move_and_leaves_the_tile() -> None:
    tiles = {"0,0": tile("NSW", "E")}
    failed = rick(tiles, move=1, tiles=[{"walls": "S"}])
    assert spaces(failed) == [(0, 0)]
    assert not is_legal(failed, at=[1, 0])
    assert judge({**failed, "claim": {"at": [0, 0]}}).spent == {"move": 1}
    # The tile remains: a second Move finds a face-up tile without a vent there, and cannot be spent.
    assert spaces(rick(tiles, move=2, tiles=[{"walls": "S"}])) == [(0, 0)]


@pytest.mark.clause("PKR-MOVE-7")
def test_the_own_wall_of_a_new_tile_does_not_stop_him_but_closes_the_edge_behind() -> None:
    tiles = {"0,0": tile("NSW")}
    assert spaces(rick(tiles, move=1, tiles=[{"walls": "S"}])) == [(1, 0)]
    assert (0, 0) not in spaces(rick(tiles, move=2, tiles=[{"walls": "S"}]))


@pytest.mark.clause("PKR-MOVE-8")
def test_a_way_to_an_unknown_face_ends_there_whatever_is_left() -> None:
    tiles = {"0,0": tile("NSW", "E")}
    assert spaces(rick(tiles, move=3)) == [(0, 0), (1, 0)]


@pytest.mark.clause("PKR-END-1")
def test_on_the_rooftop_the_turn_is_over_and_nothing_is_forced() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": PLAIN, "2,0": PLAIN}
    assert spaces(rick(tiles, move=3, board={"rooftop": [1, 0]})) == [(1, 0)]


@pytest.mark.clause("PKR-SPEND-1")
def test_moves_must_be_spent_while_a_move_exists() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": tile("NES")}
    assert spaces(rick(tiles, move=1)) == [(1, 0)]
    assert spaces(rick({"0,0": BOX}, move=3)) == [(0, 0)]
    refused = judge(rick(tiles, move=1, claim={"at": [0, 0]}))
    assert refused.because is not None
    assert refused.because.key == "pickle_rick_judge.must.one"
    assert refused.clauses == ("PKR-SPEND-1",)


@pytest.mark.clause("PKR-SPEND-2")
def test_draws_are_told_because_they_must_be_spent() -> None:
    verdict = judge(rick({"0,0": BOX}, draw=2, claim={"at": [0, 0]}))
    assert verdict.spent == {"draw": 2}


@pytest.mark.clause("PKR-SPEND-5")
def test_jokers_tools_and_ricks_weapons_may_be_left() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": PLAIN}
    assert (0, 0) in spaces(rick(tiles, joker=2, tool=1, weapon=2))


@pytest.mark.clause("PKR-SPEND-4")
@pytest.mark.parametrize(
    ("rule", "ends"), [("book", [(1, 0)]), ("jokers", [(1, 0)]), ("off", [(0, 0), (1, 0)])]
)
def test_the_house_rule_of_forced_spending(rule: str, ends: Any) -> None:
    tiles = {"0,0": tile("NSW"), "1,0": tile("NES")}
    assert spaces(rick(tiles, move=1, options={"forced_spending": rule})) == ends


@pytest.mark.clause("PKR-CARD-1")
def test_a_card_without_a_target_still_takes_its_cost() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": tile("NES")}
    assert spaces(rick(tiles, move=1, cards=["canon_a_vis"])) == [(0, 0), (1, 0)]


@pytest.mark.clause("PKR-CARD-2")
def test_any_is_paid_by_any_symbol_and_a_named_one_by_it_or_a_joker() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": tile("NES")}
    named = [{"id": "ours", "cost": {"tool": 1}}]
    assert spaces(rick(tiles, move=1, tool=1, cards=named)) == [(1, 0)]
    assert spaces(rick(tiles, move=1, cards=[{"id": "ours", "cost": {"move": 1}}])) == [(0, 0), (1, 0)]
    assert spaces(rick(tiles, move=1, joker=1, cards=[{"id": "ours", "cost": {"move": 2}}])) == [
        (0, 0),
        (1, 0),
    ]


@pytest.mark.clause("PKR-CARD-8")
def test_parkour_goes_through_the_vent_to_whatever_lies_there() -> None:
    parkour = [{"id": "parkour", "cost": {"tool": 1}}]
    here = tile("NSW", "E")
    for there in (PLAIN, tile("W"), tile("", "N")):
        assert spaces(rick({"0,0": here, "1,0": there}, tool=1, cards=parkour)) == [(0, 0), (1, 0)]
    for there in ({"1,0": DOWN}, {}):
        known = rick({"0,0": here, **there}, tool=1, cards=parkour, tiles=[{"walls": "N"}])
        assert spaces(known) == [(0, 0), (1, 0)]
    assert spaces(rick({"0,0": here}, tool=1, cards=parkour, board={"stack": 0})) == [(0, 0)]
    assert spaces(rick({"0,0": tile("NSW"), "1,0": PLAIN}, tool=1, cards=parkour)) == [(0, 0)]


@pytest.mark.clause("PKR-CARD-9")
def test_the_jetpack_flies_over_known_tiles_and_ends_at_a_new_one() -> None:
    jetpack = [{"id": "jetpack", "cost": {"tool": 1}, "spaces": 3}]
    corridor = {"0,0": tile("NSW"), **{f"{x},0": tile("NS") for x in range(1, 6)}}
    assert spaces(rick(corridor, tool=1, cards=jetpack)) == [(0, 0), (1, 0), (2, 0), (3, 0)]
    short = {"0,0": tile("NSW"), "1,0": tile("NS")}
    faces = [{"walls": ""}, {"walls": ""}]
    assert spaces(rick(short, tool=1, cards=jetpack, tiles=faces)) == [(0, 0), (1, 0), (2, 0)]
    # A failed vent ends the flight as well: he stays, though one move was left.
    vent = {"0,0": tile("NSW"), "1,0": tile("NS", "E")}
    assert spaces(rick(vent, tool=1, cards=jetpack, tiles=[{}, {}])) == [(0, 0), (1, 0)]


@pytest.mark.clause("PKR-CARD-10")
def test_solenya_makes_two_jokers_of_any_symbol() -> None:
    corridor = {"0,0": tile("NSW"), **{f"{x},0": tile("NS") for x in range(1, 6)}}
    assert spaces(rick(corridor, tool=1, cards=["solenya"])) == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.clause("PKR-CARD-3")
@pytest.mark.clause("PKR-CARD-17")
def test_one_space_is_a_move_of_ricks_that_may_be_left_out() -> None:
    one = [{"id": "one_space", "cost": {"tool": 1}}]
    tiles = {"0,0": tile("NSW"), "1,0": PLAIN, "2,0": PLAIN}
    assert spaces(rick(tiles, tool=1, cards=one)) == [(0, 0), (1, 0)]
    vent = rick({"0,0": tile("NSW", "E")}, tool=1, cards=one, tiles=[{"walls": ""}])
    assert spaces(vent) == [(0, 0)]


def test_a_refusal_says_the_one_thing_that_is_wrong() -> None:
    tiles = {"0,0": tile("NSW"), "1,0": tile("E"), "2,0": PLAIN, "3,0": PLAIN}
    wall = judge(rick(tiles, move=2, claim={"at": [2, 0]}))
    assert wall.because is not None
    assert wall.because.key == "pickle_rick_judge.no.wall"
    assert wall.because.params == {"one": "1,0", "other": "2,0"}
    straight = {"0,0": tile("NSW"), "1,0": tile("NS"), "2,0": tile("NS")}
    far = judge(rick(straight, move=1, claim={"at": [2, 0]}))
    assert far.because is not None
    assert (far.because.key, far.because.params["count"]) == ("pickle_rick_judge.no.lacks", 1)
    assert far.nearest == ([1, 0],)
    vent = judge(rick({"0,0": tile("NSW", "E"), "1,0": PLAIN}, move=1, claim={"at": [1, 0]}))
    assert vent.because is not None
    assert vent.because.key == "pickle_rick_judge.no.vent"
